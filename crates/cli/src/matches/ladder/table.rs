//! The table of a ladder, for people and for a page.

use std::fmt::Write as _;
use std::path::Path;

use tengen_arena::{MatchResult, Pairing};

use super::file::{LadderFile, Seated};
use crate::matches::standings::Standing;

/// A ladder that was played.
pub(super) struct Table<'a> {
    pub(super) file: &'a LadderFile,
    pub(super) path: &'a Path,
    pub(super) games: usize,
    pub(super) concurrency: usize,
    pub(super) seated: &'a Seated,
    pub(super) standings: &'a [Standing],
    pub(super) result: &'a MatchResult,
}

impl Table<'_> {
    /// For a terminal.
    pub(super) fn to_text(&self) -> String {
        let mut text = plain(self.standings);
        for line in [Some(self.conditions()), self.skipped()].into_iter().flatten() {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    /// For a page.
    pub(super) fn to_markdown(&self) -> String {
        let mut text = String::from(
            "| player | Elo | ± | games | score | ms a move | nodes a second | what it is |\n\
             |---|--:|--:|--:|--:|--:|--:|---|\n",
        );
        for standing in self.standings {
            let [name, elo, error, games, score, millis, speed] = cells(standing);
            let what = self.seated.texts.iter().find(|(known, _)| *known == standing.name);
            let what = what.map_or("", |(_, text)| text.as_str());
            writeln!(
                text,
                "| {name} | {elo} | {error} | {games} | {score} | {millis} | {speed} | `{what}` |"
            )
            .expect("a text can always grow");
        }
        for line in [Some(self.conditions()), self.skipped()].into_iter().flatten() {
            text.push('\n');
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    /// How the ratings were measured, in sentences.
    pub(super) fn conditions(&self) -> String {
        let conditions = &self.file.conditions;
        let games = self.result.records().count();
        let meet = match self.file.pairing {
            Pairing::RoundRobin => "round robin".to_owned(),
            Pairing::Gauntlet => "the first player meets all others".to_owned(),
            Pairing::Neighbours(1) => "each player meets the next one in the file".to_owned(),
            Pairing::Neighbours(reach) => {
                format!("each player meets the next {reach} in the file")
            }
        };
        let openings = conditions.openings.as_ref();
        let openings = openings.map_or("random openings".to_owned(), |path| {
            format!("openings of `{}`", path.display())
        });
        let anchor = self.file.anchor.as_ref();
        let anchor = anchor.map_or("The first player is fixed at 0 Elo".to_owned(), |a| {
            format!("`{}` is fixed at {:.0} Elo", a.0, a.1)
        });
        format!(
            "Commit {}, `{}`: {} on {} lines, {openings}, both colours; {meet}, {} games each, \
             {games} in all, {} at a time. {anchor}; ± is half of the 95 % interval of the \
             difference to it. Ratings are the maximum-likelihood ratings of all games together \
             (Bradley–Terry, a draw as half a win), with one drawn game added to each pair; ≤ and ≥ mark \
             players that lost or won every game.",
            env!("TENGEN_COMMIT"),
            self.path.display(),
            conditions.rule,
            conditions.size,
            self.games,
            self.concurrency,
        )
    }

    fn skipped(&self) -> Option<String> {
        let skipped = &self.seated.skipped;
        (!skipped.is_empty()).then(|| format!("Skipped: {}.", skipped.join(", ")))
    }
}

/// Standings in columns.
pub(in crate::matches) fn plain(standings: &[Standing]) -> String {
    const HEAD: [&str; 7] = ["player", "Elo", "±", "games", "score", "ms/move", "nodes/s"];
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(standings.iter().map(cells));
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    let mut text = String::new();
    for row in &rows {
        let [name, numbers @ ..] = row;
        write!(text, "{name:<0$}", widths[0]).expect("a text can always grow");
        for (number, width) in numbers.iter().zip(&widths[1..]) {
            write!(text, "  {number:>width$}").expect("a text can always grow");
        }
        text.push('\n');
    }
    text
}

fn cells(standing: &Standing) -> [String; 7] {
    let nothing = || "–".to_owned();
    [
        standing.name.clone(),
        standing.shown_elo(),
        standing.shown_error(),
        standing.games.to_string(),
        standing.score().map_or_else(nothing, |score| format!("{:.1} %", 100.0 * score)),
        format!("{:.1}", standing.usage.mean()),
        standing.usage.nps().map_or_else(nothing, |speed| format!("{:.0} k", speed / 1000.0)),
    ]
}
