//! What is done in a game beside putting stones.

use tengen_core::opening::{Act, Choice};
use tengen_core::{DrawReason, Outcome, Rule, Side, WinReason};

use super::Table;
use super::checks::checked_seat;
use super::table::{MoveNote, SLOWEST};
use crate::wire::{GameAction, Problem, ProblemCode, Score, Seat, SideName};

/// What the engine has at most to think it has to take a draw.
const BETTER: f64 = 0.5;

impl Table {
    /// Everything else that is done in a game.
    pub(crate) fn perform(&mut self, action: GameAction, ms: u32) -> Result<(), Problem> {
        match action {
            GameAction::Resign => self.resign(),
            GameAction::OfferDraw => self.offer_draw(),
            GameAction::Pass => self.pass(ms),
            GameAction::Pause => self.pause(true),
            GameAction::Resume => self.pause(false),
            GameAction::Step => {
                self.one_step = self.is_paused;
                self.stamp += 1;
                Ok(())
            }
            GameAction::SwapSides => self.swap_sides(),
            GameAction::AutoReply { on } => {
                self.auto_reply = on;
                self.stamp += 1;
                Ok(())
            }
            GameAction::Choose { option } => {
                self.check_turn()?;
                let choice: Choice =
                    option.parse().map_err(|error| Problem::new(ProblemCode::Opening, error))?;
                self.act(Act::Choose(choice), ms)
            }
            GameAction::Declare { number } => {
                self.check_turn()?;
                self.act(Act::Declare(number), ms)
            }
            GameAction::Back => self.back(),
            GameAction::Pace { ms } => {
                self.pace_ms = ms.min(SLOWEST);
                Ok(())
            }
            GameAction::Level { side, level } => self.set_level(side, level),
            GameAction::Ponder { on } => {
                self.ponder = on;
                Ok(())
            }
            GameAction::Book { on } => {
                // What is thought about now may know the library, or not.
                self.stamp += u64::from(self.book != on);
                self.book = on;
                Ok(())
            }
            GameAction::Hold { on } => {
                self.is_held = on;
                Ok(())
            }
        }
    }

    /// The person to move gives up, or the only person there is.
    fn resign(&mut self) -> Result<(), Problem> {
        self.check_running()?;
        let is_person = |side: &Side| matches!(self.seat(*side), Seat::Person { .. });
        let loser = Some(self.clock_side()).filter(is_person);
        let loser = loser.or_else(|| Side::BOTH.into_iter().find(is_person));
        let nobody = || Problem::new(ProblemCode::NotNow, "no person plays in this game");
        let loser = loser.ok_or_else(nobody)?;
        self.end(Outcome::Win(!loser, WinReason::Resignation));
        Ok(())
    }

    fn check_running(&self) -> Result<(), Problem> {
        let over =
            |outcome| Problem::new(ProblemCode::GameOver, format!("the game is over: {outcome}"));
        self.game.outcome().map_or(Ok(()), |outcome| Err(over(outcome)))
    }

    /// Two people agree; the engine agrees if it does not think itself better.
    fn offer_draw(&mut self) -> Result<(), Problem> {
        self.check_running()?;
        if self.step().is_some() {
            return Err(Problem::new(ProblemCode::NotNow, "the opening is not over"));
        }
        let engine =
            Side::BOTH.into_iter().find(|&side| matches!(self.seat(side), Seat::Engine { .. }));
        let agrees = engine.is_none_or(|engine| {
            let last = self.notes.iter().rev().find_map(|note| note.score.as_ref());
            let chance = |score: &Score| match engine {
                Side::Black => score.wp,
                Side::White => 1.0 - score.wp,
            };
            last.is_some_and(|score| chance(score) <= BETTER)
        });
        match agrees {
            true => self.end(Outcome::Draw(DrawReason::Agreement)),
            false => self.draw_refused = true,
        }
        Ok(())
    }

    fn pass(&mut self, ms: u32) -> Result<(), Problem> {
        self.check_turn()?;
        if self.game.rule() != Rule::Renju || self.step().is_some() {
            return Err(Problem::new(
                ProblemCode::NotNow,
                "only renju knows a pass, after its opening",
            ));
        }
        let (side, clock) = (self.game.to_move(), self.clock);
        self.game.pass()?;
        self.moved(side, MoveNote { ms, clock, ..MoveNote::default() });
        Ok(())
    }

    fn pause(&mut self, on: bool) -> Result<(), Problem> {
        self.check_running()?;
        self.is_paused = on;
        self.one_step = false;
        self.stamp += 1;
        Ok(())
    }

    fn swap_sides(&mut self) -> Result<(), Problem> {
        self.check_running()?;
        if self.step().is_some() {
            return Err(Problem::new(ProblemCode::NotNow, "the opening decides who plays what"));
        }
        self.seats.swap(0, 1);
        self.stamp += 1;
        Ok(())
    }

    fn set_level(&mut self, side: SideName, level: u8) -> Result<(), Problem> {
        let player = self.player(side.0) as usize;
        self.seats[player] = match self.seats[player] {
            Seat::Engine { algorithm, solver, .. } => {
                checked_seat(Seat::Engine { level, algorithm, solver })?
            }
            Seat::Person { .. } => {
                return Err(Problem::new(ProblemCode::NotNow, format!("{} is a person", side.0)));
            }
        };
        self.stamp += 1;
        Ok(())
    }
}
