//! One game.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_core::{BySide, DrawReason, Game, Outcome, Side, WinReason};
use tengen_engine::Stop;

use crate::{Claim, Failure, Player, TimeControl};

/// On what terms a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// How long each side may think.
    pub times: BySide<TimeControl>,
    /// With so many stones on the board the game is a draw, if not earlier.
    pub draw_after: Option<usize>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Somebody made five.
    Five,
    /// Black played a forbidden point.
    Forbidden,
    /// Somebody's time was over.
    Time,
    /// Somebody answered what is no legal move, or refused to play.
    Illegal,
    /// Somebody is gone.
    Crash,
    /// No empty point is left.
    FullBoard,
    /// The game was called a draw for its length.
    Long,
}

impl Ending {
    /// Whether somebody played on the board to this end, rather than failed to play.
    pub fn is_regular(self) -> bool {
        !matches!(self, Ending::Time | Ending::Illegal | Ending::Crash)
    }
}

/// A game that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening included, and the outcome.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
    /// What went wrong, if anything did.
    pub detail: Option<String>,
    /// How long each move after the opening took.
    pub times: Vec<Duration>,
    /// What the players claimed on the way.
    pub claims: Vec<Claim>,
}

/// Plays a game from an opening. What is legal and who has won is asked of the rules, not of the
/// players. None if it was stopped before its end.
pub fn play_game(
    opening: &Game,
    mut players: BySide<&mut dyn Player>,
    terms: &Terms,
    stop: &Stop,
) -> Option<PlayedGame> {
    let mut table = Table::new(opening);
    for side in Side::BOTH {
        if let Err(failure) = players[side].begin(opening, &terms.times[side]) {
            return (!stop.is_stopped()).then(|| table.lost(side, &failure));
        }
    }
    loop {
        if let Some(ending) = table.ending(terms) {
            return Some(table.ended(ending, None));
        }
        let side = table.game.to_move();
        let turn = table.turn(&mut *players[side], &terms.times[side], stop);
        if stop.is_stopped() {
            return None;
        }
        if let Err(failure) = turn {
            return Some(table.lost(side, &failure));
        }
    }
}

/// A game that is being played.
struct Table {
    game: Game,
    used: BySide<Duration>,
    times: Vec<Duration>,
    claims: Vec<Claim>,
}

impl Table {
    fn new(opening: &Game) -> Table {
        let (game, used) = (opening.clone(), BySide::default());
        Table { game, used, times: Vec::new(), claims: Vec::new() }
    }

    /// One move: asked for, timed, and made.
    fn turn(
        &mut self,
        player: &mut dyn Player,
        time: &TimeControl,
        stop: &Stop,
    ) -> Result<(), Failure> {
        let side = self.game.to_move();
        let turn = time.after(self.used[side]);
        let start = Instant::now();
        let chosen = player.choose(&self.game, &turn, stop);
        let taken = start.elapsed();
        let point = chosen?;
        let verdict = player.verdict();
        self.claims.extend(verdict.and_then(|verdict| Claim::of(&self.game, verdict)));
        if turn.deadline().is_some_and(|deadline| taken > deadline) {
            return Err(Failure::Time);
        }
        self.game.play(point).map_err(|illegal| Failure::Answer(illegal.to_string()))?;
        self.used[side] += taken;
        self.times.push(taken);
        Ok(())
    }

    /// How the game has ended on the board, if it has.
    fn ending(&mut self, terms: &Terms) -> Option<Ending> {
        let ending = match self.game.outcome() {
            Some(Outcome::Win(_, WinReason::Forbidden(_))) => Ending::Forbidden,
            Some(Outcome::Win(..)) => Ending::Five,
            Some(Outcome::Draw(_)) => Ending::FullBoard,
            None => {
                let most = terms.draw_after?;
                if self.game.board().stone_count() < most {
                    return None;
                }
                let draw = self.game.end(Outcome::Draw(DrawReason::Agreement));
                draw.expect("the game is not over");
                Ending::Long
            }
        };
        Some(ending)
    }

    fn lost(mut self, side: Side, failure: &Failure) -> PlayedGame {
        let (ending, reason) = match failure {
            Failure::Time => (Ending::Time, WinReason::Time),
            Failure::Answer(_) => (Ending::Illegal, WinReason::Forfeit),
            Failure::Crash(_) => (Ending::Crash, WinReason::Forfeit),
        };
        self.game.end(Outcome::Win(!side, reason)).expect("the game is not over");
        self.ended(ending, Some(failure.to_string()))
    }

    fn ended(self, ending: Ending, detail: Option<String>) -> PlayedGame {
        PlayedGame { game: self.game, ending, detail, times: self.times, claims: self.claims }
    }
}
