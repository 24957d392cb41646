//! Regenerates the opening books of the checkout: built, checked and repaired one after the other.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tengen_core::{Rule, Size};
use tengen_engine::Stop;

use super::build::Build;
use super::check::Check;
use super::log::fingerprint;
use crate::output;

/// The books that come with the program: rule, lines of the board and positions.
const BOOKS: [(Rule, u8, usize); 4] = [
    (Rule::Freestyle, 15, 2150),
    (Rule::Freestyle, 20, 560),
    (Rule::Standard, 15, 560),
    (Rule::Renju, 15, 560),
];
/// Nodes of each search of a build.
const NODES: u64 = 30_000;
/// The most moves of a position that are looked at.
const MULTIPV: u64 = 4;

/// How the books are made.
pub(crate) struct RegenerateBooks<'a> {
    /// Folder of the search logs, from which an interrupted run resumes.
    pub(crate) folder: &'a Path,
    /// Positions of each book, if not as many as ship.
    pub(crate) positions: Option<usize>,
    /// Nodes of each search, if not as many as for the books that ship.
    pub(crate) nodes: Option<u64>,
    /// Positions searched at the same time.
    pub(crate) threads: Option<usize>,
}

impl RegenerateBooks<'_> {
    /// Makes all books in the checkout; an interrupt ends it early.
    pub(crate) fn run(&self, stop: &Stop) -> anyhow::Result<()> {
        for (rule, lines, positions) in BOOKS {
            let size = Size::new(lines).context("a size of ours is none")?;
            self.make(rule, size, self.positions.unwrap_or(positions), stop)?;
            if stop.is_stopped() {
                return Ok(());
            }
        }
        output::print(
            "the books are in crates/player/data/book and take effect with the next build\n",
        )
    }

    fn make(&self, rule: Rule, size: Size, positions: usize, stop: &Stop) -> anyhow::Result<()> {
        let name = format!("{rule}-{size}");
        output::print(&format!("{rule} on {size} lines\n"))?;
        let file = PathBuf::from(format!("crates/player/data/book/{name}.txt"));
        // Logs of an engine with other weights would be refused: each has its own.
        let log =
            |job: &str| Some(self.folder.join(format!("{job}-{name}-{}.log", fingerprint(rule))));
        let build = Build {
            file: file.clone(),
            rule,
            size,
            positions,
            nodes: self.nodes.unwrap_or(NODES),
            multipv: MULTIPV,
            openings: vec![PathBuf::from("data/openings/openings.txt")],
            games: games(&name)?,
            threads: self.threads,
            log: log("book"),
        };
        build.make(stop)?;
        if stop.is_stopped() {
            return Ok(());
        }
        let check = Check {
            book: Some(file.to_string_lossy().into_owned()),
            size: None,
            nodes: None,
            threads: self.threads,
            log: log("check"),
            repair: true,
            json: false,
        };
        check.all(stop).map(drop)
    }
}

/// The collected games, and those of self-play with this rule and board.
fn games(name: &str) -> anyhow::Result<Vec<PathBuf>> {
    let folder = Path::new("data/selfplay");
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut own = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if file.is_some_and(|file| file.starts_with(name) && file.ends_with(".tgg.gz")) {
            own.push(path);
        }
    }
    // Folders have no fixed order: sorted, the same files give the same book.
    own.sort();
    Ok(std::iter::once(PathBuf::from("data/games/games.txt")).chain(own).collect())
}
