//! A game as it is stored, and back.

use serde::{Deserialize, Serialize};
use tengen_core::opening::{Act, Opening};
use tengen_core::{DrawReason, Game, OpeningRule, Outcome, Side, WinReason};

use super::Table;
use super::checks::checked_seat;
use super::clock::GameClock;
use super::table::MoveNote;
use crate::facts;
use crate::wire::{
    GameNew, MoveName, OpeningName, Position, Problem, ProblemCode, Reason, Score, Seat, SideName,
};

/// Everything of a game that outlives the server. Fields may be added; old ones stay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedGame {
    pos: Position,
    opening: OpeningName,
    acts: Vec<SavedAct>,
    seats: [Seat; 2],
    notes: Vec<SavedNote>,
    clock: Option<GameClock>,
    /// How the game ended, where the stones do not show it.
    ended: Option<SavedEnd>,
    #[serde(default)]
    paused: bool,
    #[serde(default = "yes")]
    auto_reply: bool,
    #[serde(default)]
    pace_ms: u32,
    #[serde(default)]
    hints: u32,
    #[serde(default)]
    allow_forbidden: bool,
    #[serde(default)]
    engine_resigns: bool,
    #[serde(default)]
    ponder: bool,
    #[serde(default = "yes")]
    book: bool,
}

fn yes() -> bool {
    true
}

/// Something done in the opening, as [`Act`] prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SavedAct {
    Place(crate::wire::PointName),
    Choose(String),
    Declare(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedNote {
    ms: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<Score>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    book: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<GameClock>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SavedEnd {
    winner: Option<SideName>,
    reason: Reason,
}

impl Table {
    /// The game, to be stored.
    pub(crate) fn saved(&self) -> SavedGame {
        let mut pos = facts::position(&self.game);
        let opened = self.opening.as_ref().map_or(0, |opening| opening.stones().len());
        // The stones of the opening follow from its acts.
        pos.moves = pos.moves.split_off(opened.min(pos.moves.len()));
        let note = |note: &MoveNote| SavedNote {
            ms: note.ms,
            score: note.score,
            book: note.is_from_book,
            clock: note.clock,
        };
        SavedGame {
            pos,
            opening: self.opening.as_ref().map_or(OpeningRule::None, Opening::rule).into(),
            acts: self
                .opening
                .iter()
                .flat_map(Opening::acts)
                .map(|(_, act)| saved_act(*act))
                .collect(),
            seats: self.seats.clone(),
            notes: self.notes.iter().map(note).collect(),
            clock: self.clock,
            ended: self.game.outcome().and_then(saved_end),
            paused: self.is_paused,
            auto_reply: self.auto_reply,
            pace_ms: self.pace_ms,
            hints: self.hints,
            allow_forbidden: self.allow_forbidden,
            engine_resigns: self.engine_resigns,
            ponder: self.ponder,
            book: self.book,
        }
    }
}

impl SavedGame {
    /// The moves alone.
    pub(crate) fn game(&self) -> Result<Game, Problem> {
        match self.opening.0 {
            // Nothing but the moves is stored, and playing them is much faster than a whole table.
            OpeningRule::None => facts::game(&self.pos),
            _ => Ok(self.clone().table()?.game),
        }
    }

    /// The game, to be played on.
    pub(crate) fn table(self) -> Result<Table, Problem> {
        let [black, white] = self.seats;
        let (black, white) = (checked_seat(black)?, checked_seat(white)?);
        let opened = self.opening.0 != OpeningRule::None;
        let mut table = Table::new(GameNew {
            rule: self.pos.rule,
            size: self.pos.size,
            opening: opened.then_some(self.opening),
            black,
            white,
            clock: None,
            setup: self.pos.setup,
            moves: None,
            pace_ms: Some(self.pace_ms),
            allow_forbidden: Some(self.allow_forbidden),
            engine_resigns: Some(self.engine_resigns),
            ponder: Some(self.ponder),
            book: Some(self.book),
        })?;
        if let Some(opening) = &mut table.opening {
            replay(opening, &self.acts)?;
            table.game = opening.game(table.game.rule());
        }
        make(&mut table.game, &self.pos.moves)?;
        if let Some(end) = self.ended {
            table.game.end(end.outcome())?;
        }
        let note = |note: SavedNote| MoveNote {
            ms: note.ms,
            score: note.score,
            is_from_book: note.book,
            clock: note.clock,
        };
        table.notes = self.notes.into_iter().map(note).collect();
        table.notes.resize(table.game.moves().len(), MoveNote::default());
        table.clock = self.clock;
        table.is_paused = self.paused;
        table.auto_reply = self.auto_reply;
        table.hints = self.hints;
        Ok(table)
    }
}

fn replay(opening: &mut Opening, acts: &[SavedAct]) -> Result<(), Problem> {
    for act in acts {
        let act = match act {
            SavedAct::Place(point) => Act::Place(point.0),
            SavedAct::Declare(number) => Act::Declare(*number),
            SavedAct::Choose(choice) => Act::Choose(
                choice.parse().map_err(|error| Problem::new(ProblemCode::BadFile, error))?,
            ),
        };
        let over =
            || Problem::new(ProblemCode::BadFile, "the opening was over before its last act");
        let actor = opening.step().ok_or_else(over)?.actor;
        opening.act(actor, act)?;
    }
    Ok(())
}

fn make(game: &mut Game, moves: &[MoveName]) -> Result<(), Problem> {
    for action in moves {
        game.make(action.0)?;
    }
    Ok(())
}

fn saved_act(act: Act) -> SavedAct {
    match act {
        Act::Place(point) => SavedAct::Place(point.into()),
        Act::Choose(choice) => SavedAct::Choose(choice.to_string()),
        Act::Declare(number) => SavedAct::Declare(number),
    }
}

/// What the stones do not show.
fn saved_end(outcome: Outcome) -> Option<SavedEnd> {
    let (winner, reason) = match outcome {
        Outcome::Win(side, WinReason::Resignation) => (Some(side), Reason::Resignation),
        Outcome::Win(side, WinReason::Time) => (Some(side), Reason::Time),
        Outcome::Win(side, WinReason::Forfeit) => (Some(side), Reason::Forfeit),
        Outcome::Draw(DrawReason::Agreement) => (None, Reason::Agreement),
        Outcome::Win(_, WinReason::Five | WinReason::Forbidden(_))
        | Outcome::Draw(DrawReason::FullBoard) => return None,
    };
    Some(SavedEnd { winner: winner.map(Into::into), reason })
}

impl SavedEnd {
    fn outcome(self) -> Outcome {
        let winner = self.winner.map_or(Side::Black, |side| side.0);
        match self.reason {
            Reason::Resignation => Outcome::Win(winner, WinReason::Resignation),
            Reason::Time => Outcome::Win(winner, WinReason::Time),
            Reason::Forfeit => Outcome::Win(winner, WinReason::Forfeit),
            _ => Outcome::Draw(DrawReason::Agreement),
        }
    }
}
