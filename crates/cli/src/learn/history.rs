//! The results of all generations: a file to resume from, and a page to read.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::output;

/// The result of a generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Outcome {
    pub(super) number: u32,
    /// The generation whose weights it started from.
    pub(super) parent: u32,
    pub(super) games: u64,
    pub(super) positions: u64,
    /// Validation losses before and after training, of the value and of the policy.
    pub(super) value: [f64; 2],
    #[serde(alias = "order")]
    pub(super) policy: [f64; 2],
    /// Matches against the parent, one for each size.
    pub(super) matches: Vec<Met>,
    pub(super) kept: bool,
    /// Matches against generation 0.
    pub(super) first: Vec<Met>,
    /// Seconds of self-play, training and matches.
    pub(super) seconds: [u64; 3],
}

/// A match on a size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Met {
    pub(super) size: u8,
    pub(super) games: u64,
    pub(super) score: f64,
    /// With its error; none if all games ended alike.
    pub(super) elo: Option<[f64; 2]>,
}

impl Met {
    fn text(&self) -> String {
        let elo = match self.elo {
            Some([elo, error]) => format!("{elo:+.0} ± {error:.0}"),
            None => "beyond measure".to_owned(),
        };
        format!("{}: {elo} ({} games, {:.1} %)", self.size, self.games, self.score * 100.0)
    }
}

impl Outcome {
    pub(super) fn text(&self) -> String {
        let met: Vec<String> = self.matches.iter().map(Met::text).collect();
        let kept = if self.kept { "kept" } else { "dropped" };
        format!("generation {} against {}: {}: {kept}", self.number, self.parent, met.join("; "))
    }

    fn row(&self) -> String {
        let list = |met: &[Met]| met.iter().map(Met::text).collect::<Vec<_>>().join("<br>");
        let [play, train, meet] = self.seconds.map(|seconds| seconds.div_ceil(60));
        format!(
            "| {} | {} | {} | {} | {:.4} → {:.4} | {:.4} → {:.4} | {} | {} | {} | {play}, {train}, {meet} |\n",
            self.number,
            self.parent,
            self.games,
            self.positions,
            self.value[0],
            self.value[1],
            self.policy[0],
            self.policy[1],
            list(&self.matches),
            if self.kept { "yes" } else { "no" },
            // The first of all met generation 0 as the one before.
            list(if self.parent == 0 { &self.matches } else { &self.first }),
        )
    }
}

/// All generations of a folder.
#[derive(Debug)]
pub(super) struct History {
    folder: PathBuf,
    conditions: Value,
    outcomes: Vec<Outcome>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    conditions: Value,
    generations: Vec<Outcome>,
}

impl History {
    /// Resumes a folder, which must have been made under the same conditions.
    pub(super) fn open(folder: &Path, conditions: &Value) -> anyhow::Result<History> {
        let path = folder.join("history.json");
        let outcomes = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            text => {
                let place = || path.display().to_string();
                let mut kept: Kept =
                    serde_json::from_str(&text.with_context(place)?).with_context(place)?;
                // Lambda was once called blend.
                if let Some(lambda) = kept.conditions.get_mut("blend").map(Value::take) {
                    kept.conditions["lambda"] = lambda;
                    kept.conditions.as_object_mut().map(|conditions| conditions.remove("blend"));
                }
                if kept.conditions != *conditions {
                    bail!(
                        "{}: these generations had other conditions: {}",
                        place(),
                        kept.conditions
                    );
                }
                kept.generations
            }
        };
        let history =
            History { folder: folder.to_owned(), conditions: conditions.clone(), outcomes };
        history.write()?;
        Ok(history)
    }

    pub(super) fn count(&self) -> u32 {
        self.outcomes.len() as u32
    }

    /// The latest generation that was kept; 0 is what the folder started from.
    pub(super) fn best(&self) -> u32 {
        self.outcomes.iter().rev().find(|one| one.kept).map_or(0, |one| one.number)
    }

    pub(super) fn add(&mut self, outcome: Outcome) -> anyhow::Result<()> {
        self.outcomes.push(outcome);
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let kept = Kept { conditions: self.conditions.clone(), generations: self.outcomes.clone() };
        let text = serde_json::to_string_pretty(&kept)? + "\n";
        output::write(&self.folder.join("history.json"), text.as_bytes())?;
        output::write(&self.folder.join("HISTORY.md"), self.page().as_bytes())
    }

    fn page(&self) -> String {
        let head = "| generation | from | games | positions | value loss | policy loss | \
            Elo against the one before, by lines | kept | Elo against generation 0 | minutes: play, train, match |\n\
            |--:|--:|--:|--:|---|---|---|---|---|---|\n";
        let rows: String = self.outcomes.iter().map(Outcome::row).collect();
        let commit = env!("TENGEN_COMMIT");
        format!(
            "# Generations\n\nMade by `tengen learn` at {commit} under these conditions: `{}`.\n\n{head}{rows}",
            self.conditions
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What earlier versions called blend and order.
    #[test]
    fn a_folder_with_old_names_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (serde_json::json!({"blend": 0.5}), serde_json::json!({"lambda": 0.5}));
        let outcome = serde_json::json!({
            "number": 1, "parent": 0, "games": 10, "positions": 300, "value": [0.5, 0.4],
            "order": [2.0, 1.9], "matches": [], "kept": true, "first": [], "seconds": [1, 2, 3],
        });
        let kept = serde_json::json!({"conditions": old, "generations": [outcome]});
        std::fs::write(folder.path().join("history.json"), kept.to_string()).unwrap();
        let history = History::open(folder.path(), &new).unwrap();
        assert_eq!((history.best(), history.outcomes[0].policy), (1, [2.0, 1.9]));
        History::open(folder.path(), &new).unwrap();
        assert!(History::open(folder.path(), &old).is_err());
    }

    #[test]
    fn a_match_against_generation_0_as_the_parent_counts_as_both() {
        let met = |games| vec![Met { size: 15, games, score: 0.75, elo: Some([191.0, 50.0]) }];
        let outcome = |parent, first| Outcome {
            number: parent + 1,
            parent,
            games: 10,
            positions: 300,
            value: [0.5, 0.4],
            policy: [2.0, 1.9],
            matches: met(40),
            kept: true,
            first,
            seconds: [60, 30, 90],
        };
        let parent = "15: +191 ± 50 (40 games, 75.0 %)";
        let row = outcome(0, Vec::new()).row();
        assert!(row.contains(&format!("| {parent} | yes | {parent} | 1, 1, 2 |")), "{row}");
        let row = outcome(3, met(60)).row();
        let first = "15: +191 ± 50 (60 games, 75.0 %)";
        assert!(row.contains(&format!("| {parent} | yes | {first} | 1, 1, 2 |")), "{row}");
    }
}
