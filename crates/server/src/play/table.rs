//! A game at the table: who sits where, what was done, whose turn it is.

use tengen_core::opening::{Act, Action, Choice, Opening, Player};
use tengen_core::{
    DrawReason, Game, Move, OpeningRule, Outcome, Point, Rule, Side, WinReason, renju,
};

use super::clock::GameClock;
use crate::facts;
use crate::mind::{Level, Manner};
use crate::wire::{
    GameAction, GameNew, MoveName, Position, Problem, ProblemCode, Score, Seat, SideName,
};

/// A game under way, or finished.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) game: Game,
    /// The opening, if the game has one; it stays when ordinary play has begun.
    pub(super) opening: Option<Opening>,
    /// Who began and who answered; without an opening Black and White.
    pub(super) seats: [Seat; 2],
    /// What stands beside every move of `game`.
    pub(super) notes: Vec<MoveNote>,
    pub(super) clock: Option<GameClock>,
    pub(super) is_paused: bool,
    pub(super) auto_reply: bool,
    /// A dialog of the app is open: the clock of a person stands still.
    pub(super) is_held: bool,
    /// While paused: the engine makes this one move.
    pub(super) one_step: bool,
    pub(super) pace_ms: u32,
    pub(super) hints: u32,
    pub(super) allow_forbidden: bool,
    pub(super) engine_resigns: bool,
    pub(super) draw_refused: bool,
    /// Changes with the position and with who plays: thoughts of another stamp are worth nothing.
    /// It begins by chance, so that a game that was left and opened again shares none with itself.
    stamp: u64,
}

/// What stands beside a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MoveNote {
    pub(super) ms: u32,
    pub(super) score: Option<Score>,
    /// The clocks before the move, for taking it back.
    pub(super) clock: Option<GameClock>,
}

/// What the engine is to think about.
#[derive(Clone, Debug)]
pub(crate) enum EngineTask {
    Move { game: Game, manner: Manner },
    Opening { opening: Opening, rule: Rule, level: Level },
    Hint { game: Game },
}

/// The longest clock of any kind: a day.
const LONGEST: u32 = 24 * 60 * 60 * 1000;
/// The longest name.
const LONGEST_NAME: usize = 60;
/// The slowest game of engine against engine.
const SLOWEST: u32 = 60_000;
/// What the engine has at least to think it has to refuse a draw.
const BETTER: f64 = 0.5;

impl Table {
    /// A new game.
    pub(crate) fn new(new: GameNew) -> Result<Table, Problem> {
        let size = facts::size(new.size)?;
        let rule = new.opening.map_or(OpeningRule::None, |name| name.0);
        let given = new.moves.unwrap_or_default();
        let pos = Position { rule: new.rule, size: new.size, setup: new.setup, moves: given };
        let from_position = pos.setup.is_some() || !pos.moves.is_empty();
        let opening = match rule {
            OpeningRule::None => None,
            _ if from_position => {
                let text = format!("a game from a position is not opened by {rule}");
                return Err(Problem::new(ProblemCode::Opening, text));
            }
            rule => {
                Some(Opening::new(rule, size).map_err(|e| Problem::new(ProblemCode::Unsuited, e))?)
            }
        };
        let game = facts::game(&pos)?;
        let clock = new.clock.map(checked_clock).transpose()?;
        let has_engine = [&new.black, &new.white].iter().any(|s| matches!(s, Seat::Engine { .. }));
        if has_engine && opening.is_some() && !tengen_engine::Opener::plays(rule) {
            let text = format!("the engine does not play the opening rule {rule} yet");
            return Err(Problem::new(ProblemCode::Unsuited, text));
        }
        Ok(Table {
            notes: vec![MoveNote::default(); game.moves().len()],
            game,
            opening,
            seats: [checked_seat(new.black)?, checked_seat(new.white)?],
            clock,
            is_paused: false,
            auto_reply: true,
            is_held: false,
            one_step: false,
            pace_ms: new.pace_ms.unwrap_or(0).min(SLOWEST),
            hints: 0,
            allow_forbidden: new.allow_forbidden.unwrap_or(false),
            engine_resigns: new.engine_resigns.unwrap_or(false),
            draw_refused: false,
            stamp: fastrand::u64(..u64::MAX / 2),
        })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whose clock runs if nothing holds it: the colour of whoever has to act.
    pub(crate) fn clock_side(&self) -> Side {
        match self.step() {
            Some(step) if self.player(Side::Black) == step.actor => Side::Black,
            Some(_) => Side::White,
            None => self.game.to_move(),
        }
    }

    /// Whether time counts now.
    pub(crate) fn clock_runs(&self) -> bool {
        let held = self.is_held && !self.is_engines_turn();
        self.clock.is_some() && self.is_running() && !self.is_paused && !held && self.auto_reply
    }

    /// How long until the time of whoever has to act is over.
    pub(crate) fn until_flag(&self) -> Option<u32> {
        self.clock.map(|clock| clock.until_flag(self.clock_side()))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.game.outcome().is_none()
    }

    /// Whether both sides are engines.
    pub(crate) fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Engine { .. }))
    }

    pub(crate) fn pace_ms(&self) -> u32 {
        self.pace_ms
    }

    pub(super) fn step(&self) -> Option<tengen_core::opening::Step> {
        self.opening.as_ref().and_then(Opening::step)
    }

    pub(super) fn player(&self, side: Side) -> Player {
        match (&self.opening, side) {
            (Some(opening), side) => opening.player(side),
            (None, Side::Black) => Player::First,
            (None, Side::White) => Player::Second,
        }
    }

    pub(super) fn seat(&self, side: Side) -> &Seat {
        &self.seats[self.player(side) as usize]
    }

    /// Who has to act.
    fn actor(&self) -> Player {
        self.step().map_or_else(|| self.player(self.game.to_move()), |step| step.actor)
    }

    fn is_engines_turn(&self) -> bool {
        let seat = &self.seats[self.actor() as usize];
        self.is_running() && self.auto_reply && matches!(seat, Seat::Engine { .. })
    }

    /// What the engine has to do now, if anything.
    pub(crate) fn engine_task(&self, threads: usize) -> Option<EngineTask> {
        if !self.is_engines_turn() || (self.is_paused && !self.one_step) {
            return None;
        }
        let Seat::Engine { level } = self.seats[self.actor() as usize] else { return None };
        let level = Level::new(level)?;
        if let Some(opening) = self.opening.as_ref().filter(|opening| opening.step().is_some()) {
            let rule = self.game.rule();
            return Some(EngineTask::Opening { opening: opening.clone(), rule, level });
        }
        let side = self.game.to_move();
        let (clock, time) = self.clock.map_or((None, None), |clock| clock.engine_time(side));
        let manner = Manner { level, clock, time, threads };
        Some(EngineTask::Move { game: self.game.clone(), manner })
    }

    /// Whether a person may act.
    pub(super) fn is_your_turn(&self) -> bool {
        self.is_running() && !self.is_paused && !self.is_engines_turn()
    }

    /// Time went by for whoever has to act. The game ends if it was too much.
    pub(crate) fn spend(&mut self, ms: u32) {
        let side = self.clock_side();
        let runs = self.clock_runs();
        if let Some(clock) = self.clock.as_mut().filter(|_| runs)
            && !clock.spend(side, ms)
        {
            self.end(Outcome::Win(!side, WinReason::Time));
        }
    }

    fn end(&mut self, outcome: Outcome) {
        // The game is running: its callers have looked.
        let ended = self.game.end(outcome);
        debug_assert!(ended.is_ok());
        self.stamp += 1;
    }

    /// A person's stone. `ms`: how long it took.
    pub(crate) fn place(&mut self, point: Point, ms: u32) -> Result<(), Problem> {
        self.check_turn()?;
        if self.step().is_none() {
            self.check_forbidden(point)?;
        }
        self.put(point, ms, None)
    }

    /// Whether somebody may act who is no engine.
    fn check_turn(&self) -> Result<(), Problem> {
        if let Some(outcome) = self.game.outcome() {
            let text = format!("the game is over: {outcome}");
            return Err(Problem::new(ProblemCode::GameOver, text));
        }
        if self.is_paused {
            return Err(Problem::new(
                ProblemCode::NotNow,
                "the game stands still; resume it first",
            ));
        }
        match self.is_engines_turn() {
            true => Err(Problem::new(ProblemCode::NotYourTurn, "it is the engine's turn")),
            false => Ok(()),
        }
    }

    fn check_forbidden(&self, point: Point) -> Result<(), Problem> {
        let board = self.game.board();
        let is_free = self.game.size().contains(point) && board.is_free(point);
        if self.allow_forbidden || !is_free || !self.game.is_forbidden(point) {
            return Ok(());
        }
        let fouls = renju::fouls(board, point);
        let text = format!("{point} is forbidden for Black: {fouls}");
        Err(Problem::new(ProblemCode::Forbidden, text).at(point))
    }

    /// A stone of whoever has to act.
    fn put(&mut self, point: Point, ms: u32, score: Option<Score>) -> Result<(), Problem> {
        if self.step().is_some() {
            return self.act(Act::Place(point), ms);
        }
        let (side, clock) = (self.game.to_move(), self.clock);
        self.game.play(point)?;
        self.moved(side, MoveNote { ms, score, clock });
        Ok(())
    }

    fn moved(&mut self, side: Side, note: MoveNote) {
        self.notes.push(note);
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        self.one_step = false;
        self.draw_refused = false;
        self.stamp += 1;
    }

    /// Something done in the opening, by whoever has to.
    fn act(&mut self, act: Act, ms: u32) -> Result<(), Problem> {
        let over = || Problem::new(ProblemCode::Opening, "there is no opening to act in");
        let (side, before) = (self.clock_side(), self.clock);
        let opening = self.opening.as_mut().ok_or_else(over)?;
        let actor = opening.step().ok_or_else(over)?.actor;
        opening.act(actor, act)?;
        self.game = opening.game(self.game.rule());
        let note = MoveNote { ms, score: None, clock: before };
        self.notes.resize(self.game.moves().len(), note);
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        self.one_step = false;
        self.stamp += 1;
        Ok(())
    }

    /// The engine's move. None: it found none.
    pub(crate) fn engine_moves(
        &mut self,
        point: Point,
        ms: u32,
        score: Option<Score>,
    ) -> Result<(), Problem> {
        let is_lost = |score: &Score| match (self.game.to_move(), score.proof) {
            (Side::Black, Some(proof)) => proof == crate::wire::ProofKind::Loss,
            (Side::White, Some(proof)) => proof == crate::wire::ProofKind::Win,
            (_, None) => false,
        };
        if self.engine_resigns && score.as_ref().is_some_and(is_lost) {
            self.end(Outcome::Win(!self.game.to_move(), WinReason::Resignation));
            return Ok(());
        }
        self.put(point, ms, score)
    }

    /// What the engine does in an opening.
    pub(crate) fn engine_acts(&mut self, acts: &[Act], ms: u32) -> Result<(), Problem> {
        acts.iter().try_for_each(|&act| self.act(act, ms))
    }

    /// A hint was given.
    pub(crate) fn count_hint(&mut self) {
        self.hints += 1;
    }

    /// The game to give a hint for.
    pub(crate) fn hint_task(&self) -> Result<EngineTask, Problem> {
        self.check_turn()?;
        match self.step() {
            Some(_) => Err(Problem::new(ProblemCode::NotNow, "there are no hints in an opening")),
            None => Ok(EngineTask::Hint { game: self.game.clone() }),
        }
    }

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
        self.moved(side, MoveNote { ms, score: None, clock });
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
            Seat::Engine { .. } => checked_seat(Seat::Engine { level })?,
            Seat::Person { .. } => {
                return Err(Problem::new(ProblemCode::NotNow, format!("{} is a person", side.0)));
            }
        };
        self.stamp += 1;
        Ok(())
    }

    /// Takes back the last act of an opening, as its rule allows.
    fn back(&mut self) -> Result<(), Problem> {
        let actor = self.can_go_back().ok_or_else(nothing_to_undo)?;
        let opening = self.opening.as_mut().ok_or_else(nothing_to_undo)?;
        opening.back(actor)?;
        self.game = opening.game(self.game.rule());
        self.restore_to(self.game.moves().len());
        self.stamp += 1;
        Ok(())
    }

    /// The person who can take his last act of the opening back.
    pub(super) fn can_go_back(&self) -> Option<Player> {
        let opening = self.opening.as_ref().filter(|opening| opening.step().is_some())?;
        let &(last, _) = opening.acts().last()?;
        let is_person = matches!(self.seats[last as usize], Seat::Person { .. });
        is_person.then_some(last)
    }

    /// The notes and clocks as they were after so many moves.
    fn restore_to(&mut self, moves: usize) {
        if let Some(first) = self.notes.get(moves)
            && first.clock.is_some()
        {
            self.clock = first.clock;
        }
        self.notes.truncate(moves);
    }

    /// Takes back a person's last move and what followed it.
    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        if self.step().is_some() {
            return self.back();
        }
        let count = self.undo_count().ok_or_else(nothing_to_undo)?;
        for _ in 0..count {
            self.game.undo();
        }
        self.restore_to(self.game.moves().len());
        self.draw_refused = false;
        self.stamp += 1;
        Ok(())
    }

    /// How many moves an undo takes back.
    pub(super) fn undo_count(&self) -> Option<usize> {
        let opened = self.opening.as_ref().map_or(0, |opening| opening.stones().len());
        let moves = self.game.moves().len();
        let mut side = !self.game.to_move();
        for count in 1..=moves.saturating_sub(opened) {
            let is_person = matches!(self.seat(side), Seat::Person { .. });
            let engine_rests = !self.auto_reply || (self.is_watched() && self.is_paused);
            if is_person || engine_rests {
                return Some(count);
            }
            side = !side;
        }
        None
    }

    /// The moves with what stands beside them.
    pub(super) fn played(&self) -> impl Iterator<Item = (MoveName, &MoveNote)> {
        self.game.moves().iter().map(|&action: &Move| action.into()).zip(&self.notes)
    }

    /// What the step of the opening asks for, in words of the wire, needs to know who is who.
    pub(super) fn is_engine(&self, player: Player) -> bool {
        matches!(self.seats[player as usize], Seat::Engine { .. })
    }

    /// The choices made in the opening: by whom, what, after how many stones.
    pub(super) fn choices(&self) -> Vec<(Player, String, usize)> {
        let mut stones = 0;
        let mut choices = Vec::new();
        for (player, act) in self.opening.iter().flat_map(Opening::acts) {
            match act {
                Act::Place(_) => stones += 1,
                Act::Choose(choice) => choices.push((*player, choice.to_string(), stones)),
                Act::Declare(number) => choices.push((*player, number.to_string(), stones)),
            }
        }
        choices
    }

    /// Whether the step asks for offers.
    pub(super) fn offers(&self) -> Vec<Point> {
        let opening = self.opening.as_ref();
        let asked = opening.and_then(Opening::step).map(|step| step.action);
        match asked {
            Some(Action::Offer { .. } | Action::Choose { .. }) => {
                opening.map_or_else(Vec::new, |opening| opening.offers().to_vec())
            }
            _ => Vec::new(),
        }
    }
}

fn nothing_to_undo() -> Problem {
    Problem::new(ProblemCode::NothingToUndo, "there is nothing to take back")
}

/// A seat with a level that exists and a name of sensible length.
pub(super) fn checked_seat(seat: Seat) -> Result<Seat, Problem> {
    match seat {
        Seat::Engine { level } if Level::new(level).is_none() => {
            let most = crate::mind::LEVELS.len();
            Err(Problem::new(ProblemCode::BadMessage, format!("levels go from 1 to {most}")))
        }
        Seat::Person { name: Some(name) } => {
            let name: String =
                name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
            Ok(Seat::Person { name: Some(name).filter(|name| !name.trim().is_empty()) })
        }
        seat => Ok(seat),
    }
}

fn checked_clock(rule: crate::wire::ClockRule) -> Result<GameClock, Problem> {
    use crate::wire::ClockRule;
    let (least, most) = match rule {
        ClockRule::Increment { main, increment } => (main.max(increment), main.max(increment)),
        ClockRule::ByoYomi { main, period, periods } => {
            if periods > 100 {
                return Err(Problem::new(ProblemCode::BadMessage, "at most 100 periods"));
            }
            (main.max(if periods > 0 { period } else { 0 }), main.max(period))
        }
        ClockRule::PerMove { time } => (time, time),
    };
    match (least, most) {
        (0, _) => Err(Problem::new(ProblemCode::BadMessage, "a clock needs some time")),
        (_, most) if most > LONGEST => {
            Err(Problem::new(ProblemCode::BadMessage, "a clock has at most a day"))
        }
        _ => Ok(GameClock::new(rule)),
    }
}
