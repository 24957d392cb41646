//! A review as the database keeps it: what the searches found. Labels follow from it, so a better table
//! of labels judges old reviews anew.

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Side};
use tengen_formats::{Rows, position_text};
use tengen_player::Verdict;
use tengen_review::{Findings, Found, Searched};

use crate::wire::{PointName, ReviewDepth, SideName};

/// A review of a game as it stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredReview {
    /// The rule and moves that were reviewed: a game that went on has no review.
    of: String,
    pub(crate) depth: ReviewDepth,
    side: Option<SideName>,
    complete: bool,
    positions: Vec<StoredPosition>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct StoredPosition {
    best: Option<StoredFound>,
    played: Option<StoredFound>,
    checked: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredFound {
    verdict: StoredVerdict,
    line: Vec<PointName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredVerdict {
    Wins(u32),
    Loses(u32),
    /// The number of a verdict without proof.
    Open(i32),
}

impl StoredReview {
    pub(super) fn new(
        game: &Game,
        depth: ReviewDepth,
        side: Option<Side>,
        findings: &Findings,
    ) -> StoredReview {
        let positions = findings.positions.iter().map(|searched| StoredPosition {
            best: searched.best.as_ref().map(Into::into),
            played: searched.played.as_ref().map(Into::into),
            checked: searched.is_checked,
        });
        StoredReview {
            of: name(game),
            depth,
            side: side.map(Into::into),
            complete: findings.is_complete,
            positions: positions.collect(),
        }
    }

    /// Whose moves were judged, if not both sides'.
    pub(super) fn side(&self) -> Option<Side> {
        self.side.map(|side| side.0)
    }

    /// What was found, if it was found of this game.
    pub(super) fn findings(&self, game: &Game) -> Option<Findings> {
        let is_whole = self.positions.len() == game.moves().len() + 1;
        let positions = self.positions.iter().map(|position| Searched {
            best: position.best.as_ref().map(Into::into),
            played: position.played.as_ref().map(Into::into),
            is_checked: position.checked,
        });
        (is_whole && self.of == name(game))
            .then(|| Findings { positions: positions.collect(), is_complete: self.complete })
    }
}

fn name(game: &Game) -> String {
    format!("{} {} {}", game.rule(), game.size(), position_text(game, Rows::Bottom))
}

impl From<&Found> for StoredFound {
    fn from(found: &Found) -> StoredFound {
        let verdict = match found.verdict {
            Verdict::Wins { plies } => StoredVerdict::Wins(plies),
            Verdict::Loses { plies } => StoredVerdict::Loses(plies),
            open => StoredVerdict::Open(open.number()),
        };
        StoredFound { verdict, line: found.line.iter().map(|&point| point.into()).collect() }
    }
}

impl From<&StoredFound> for Found {
    fn from(stored: &StoredFound) -> Found {
        let verdict = match stored.verdict {
            StoredVerdict::Wins(plies) => Verdict::Wins { plies },
            StoredVerdict::Loses(plies) => Verdict::Loses { plies },
            StoredVerdict::Open(number) => Verdict::unproven(number),
        };
        Found { verdict, line: stored.line.iter().map(|point| point.0).collect() }
    }
}
