//! What is kept of a game: a line of JSON, and a record for game files.

use serde::{Deserialize, Serialize};
use tengen_core::{BySide, Game, Outcome, Rule, Side, Size};
use tengen_formats::{Ending as FileEnding, How, PositionError, Record, Rows, parse_position};

use crate::{Checked, Ending, PlayedGame, Points, Pondered};

/// One of the two players of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contestant {
    /// The first player.
    A,
    /// The second player.
    B,
}

impl Contestant {
    /// The other one.
    pub fn other(self) -> Contestant {
        match self {
            Contestant::A => Contestant::B,
            Contestant::B => Contestant::A,
        }
    }
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the encounter, from zero. Games 2n and 2n + 1 have one opening and changed
    /// colours.
    pub game: usize,
    /// The first player's name.
    pub a: String,
    /// The second player's name.
    pub b: String,
    /// The rule's name.
    pub rule: String,
    /// Lines of the board.
    pub size: u8,
    /// Who had Black.
    pub black: Contestant,
    /// Who had White.
    pub white: Contestant,
    /// Who won, if anybody did.
    pub winner: Option<Contestant>,
    /// What it gave the first player.
    pub result: Points,
    /// How it ended.
    pub ending: Ending,
    /// What went wrong, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Who made the first move after the opening.
    #[serde(with = "side_name")]
    pub first_to_move: Side,
    /// The opening, as positions are written.
    pub opening: String,
    /// The final position, as positions are written.
    pub position: String,
    /// Milliseconds of each move after the opening.
    pub times: Vec<f64>,
    /// Nodes of A's searches, if it reports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub a_nodes: Option<u64>,
    /// The same of B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub b_nodes: Option<u64>,
    /// What pondering was worth, if a player ponders: the number of each such move after the opening,
    /// from zero, whether it was a ponder hit, and its depth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pondered: Vec<(usize, Pondered)>,
    /// What became of the players' claims, if they were checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<Checked>,
}

impl GameRecord {
    /// The record of a game in which `black` had Black.
    pub(crate) fn new(
        number: usize,
        [a, b]: [&str; 2],
        black: Contestant,
        opening: &Game,
        game: &PlayedGame,
    ) -> Self {
        let winner = game.game.outcome().and_then(Outcome::winner);
        let winner = winner.map(|side| match side {
            Side::Black => black,
            Side::White => black.other(),
        });
        let result = match winner {
            Some(Contestant::A) => Points::Win,
            Some(Contestant::B) => Points::Loss,
            None => Points::Draw,
        };
        let nodes = |player| game.nodes[if player == black { Side::Black } else { Side::White }];
        // Finer than a microsecond nothing is measured.
        let millis = |time: &std::time::Duration| time.as_micros() as f64 / 1000.0;
        GameRecord {
            game: number,
            a: a.to_owned(),
            b: b.to_owned(),
            rule: game.game.rule().name().to_owned(),
            size: game.game.size().lines(),
            black,
            white: black.other(),
            winner,
            result,
            ending: game.ending,
            detail: game.detail.clone(),
            first_to_move: opening.to_move(),
            opening: tengen_formats::position_text(opening, Rows::Bottom),
            position: tengen_formats::position_text(&game.game, Rows::Bottom),
            times: game.times.iter().map(millis).collect(),
            a_nodes: nodes(Contestant::A),
            b_nodes: nodes(Contestant::B),
            pondered: game.pondered.clone(),
            claims: None,
        }
    }

    /// The game as game files hold it.
    ///
    /// # Errors
    /// If the record was not made by a match.
    pub fn to_file(&self) -> Result<Record, PositionError> {
        let rule: Rule = self.rule.parse().unwrap_or_default();
        let size = Size::new(self.size).unwrap_or_default();
        let game = parse_position(&self.position, size, rule, Rows::Bottom)?;
        let mut record = Record::of(&game);
        let name = |player| match player {
            Contestant::A => self.a.clone(),
            Contestant::B => self.b.clone(),
        };
        record.info.players = BySide::new(name(self.black), name(self.white));
        record.info.round = (self.game + 1).to_string();
        record.info.ending = Some(self.file_ending());
        let moves: Vec<_> = record.main_line().filter(|&id| record.play(id).is_some()).collect();
        let timed = moves.len().saturating_sub(self.times.len());
        for (&id, &millis) in moves[timed..].iter().zip(&self.times) {
            record.annotate(id, |notes| notes.millis = Some(millis.round() as u32));
        }
        if let Some(detail) = &self.detail {
            record.annotate(record.main_end(), |notes| notes.comment.clone_from(detail));
        }
        Ok(record)
    }

    fn file_ending(&self) -> FileEnding {
        let Some(winner) = self.winner else { return FileEnding::Drawn };
        let side = if winner == self.black { Side::Black } else { Side::White };
        let how = match self.ending {
            Ending::Time => How::Time,
            Ending::Illegal | Ending::Crash => How::Forfeit,
            Ending::Resigned | Ending::Agreed | Ending::Proven => How::Resignation,
            _ => How::Play,
        };
        FileEnding::Won(side, how)
    }
}

/// Sides as JSON has them: `black` and `white`.
mod side_name {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tengen_core::Side;

    // The form that serde asks for.
    #[allow(clippy::trivially_copy_pass_by_ref)]
    pub(super) fn serialize<S: Serializer>(side: &Side, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(side)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Side, D::Error> {
        let name = String::deserialize(input)?;
        let side = Side::BOTH.into_iter().find(|side| side.to_string() == name);
        side.ok_or_else(|| D::Error::custom(format!("'{name}' is neither black nor white")))
    }
}
