//! The file of openings that were made: a table that matches read.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use tengen_core::{Rule, Size};
use tengen_formats::{Rows, parse_position, position_text};
use tengen_train::openings::{Opening, Plan};

use crate::output;

/// A table of openings, each with its number from one. It is written whole every time, so that a kill leaves
/// a whole file too.
pub(super) struct Table {
    path: PathBuf,
    rule: Rule,
    size: Size,
    /// The first line, up to how many openings there are to be.
    command: String,
    count: usize,
}

impl Table {
    pub(super) fn new(path: &Path, plan: &Plan, count: usize) -> Table {
        let Plan { rule, size, seed, stones: (fewest, most), margin, nodes } = plan;
        let version = env!("CARGO_PKG_VERSION");
        let command = format!(
            "# tengen {version}: tengen openings make --rule {rule} --size {size} --seed {seed} \
             --nodes {nodes} --stones {fewest},{most} --margin {margin} --count "
        );
        Table { path: path.to_owned(), rule: *rule, size: *size, command, count }
    }

    /// The openings that the file has, by their numbers from zero; none if there is no file.
    pub(super) fn read(&self) -> anyhow::Result<BTreeMap<usize, Opening>> {
        let place = || self.path.display().to_string();
        let text = match std::fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            read => read.with_context(place)?,
        };
        self.parse(&text).with_context(place)
    }

    fn parse(&self, text: &str) -> anyhow::Result<BTreeMap<usize, Opening>> {
        let first = text.lines().next().unwrap_or_default();
        ensure!(
            first.starts_with(&self.command),
            "this file was made otherwise, so that it cannot be gone on with; it begins with '{first}', \
             not with '{}…'",
            self.command
        );
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        lines
            .map(|(number, line)| self.opening(line).with_context(|| format!("line {number}")))
            .collect()
    }

    fn opening(&self, line: &str) -> anyhow::Result<(usize, Opening)> {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let &[id, _, _, moves, zone, score] = columns.as_slice() else {
            return Err(anyhow!("there are not six columns"));
        };
        let number: Option<usize> = id.rsplit('-').next().and_then(|number| number.parse().ok());
        let number =
            number.and_then(|number| number.checked_sub(1)).context("the id has no number")?;
        let game = parse_position(moves, self.size, self.rule, Rows::Bottom)?;
        let score = score.parse().with_context(|| format!("'{score}' is no score"))?;
        Ok((number, Opening { game, zone: zone.parse()?, score }))
    }

    pub(super) fn write(&self, openings: &BTreeMap<usize, Opening>) -> anyhow::Result<()> {
        let (rule, size) = (self.rule, self.size);
        let mut text = format!("{}{}\n{REMARKS}", self.command, self.count);
        for (number, Opening { game, zone, score }) in openings {
            let moves = position_text(game, Rows::Bottom);
            let id = format!("{rule}-{size}-{:04}", number + 1);
            text += &format!("{id} | {rule} | {size} | {moves} | {zone} | {score:+}\n");
        }
        output::write(&self.path, text.as_bytes())
    }
}

const REMARKS: &str = "\
# Random stones that a search of so many nodes found even: nothing is proven, and the score is within the margin.
# No two are the same, turned, mirrored or shifted. Rows may be counted from the bottom or from the top.
# id | rule | size | moves | zone: where their middle lies | score of the side to move, in hundredths
";

#[cfg(test)]
mod tests {
    use tengen_train::openings::Zone;

    use super::*;

    fn table(plan: &Plan, folder: &Path) -> Table {
        Table::new(&folder.join("openings.txt"), plan, 7)
    }

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::default();
        let table = table(&plan, folder.path());
        assert_eq!(table.read().unwrap(), BTreeMap::new());
        let game = parse_position("h8i9i7", plan.size, plan.rule, Rows::Bottom).unwrap();
        let openings = BTreeMap::from([(3, Opening { game, zone: Zone::Centre, score: -12 })]);
        table.write(&openings).unwrap();
        assert_eq!(table.read().unwrap(), openings);
        let text = std::fs::read_to_string(&table.path).unwrap();
        assert!(
            text.ends_with("\nfreestyle-15-0004 | freestyle | 15 | h8i9i7 | centre | -12\n"),
            "{text}"
        );
        assert!(
            text.lines()
                .next()
                .unwrap()
                .ends_with(" --seed 1 --nodes 200000 --stones 3,9 --margin 30 --count 7")
        );

        let problem = |text: &str| {
            std::fs::write(&table.path, text).unwrap();
            format!("{:#}", table.read().unwrap_err())
        };
        let damaged = problem(&text.replace("-12", "even"));
        assert!(damaged.contains("openings.txt: line 5: 'even' is no score"), "{damaged}");
        let other = problem(&text.replace("--seed 1", "--seed 2"));
        assert!(other.contains("this file was made otherwise"), "{other}");
    }
}
