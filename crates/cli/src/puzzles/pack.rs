//! `tengen puzzles pack`: the puzzles as the app has them inside.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use tengen_server::puzzle_set::{self, PackedPuzzle};
use tengen_train::puzzles::Puzzle;

use crate::output;

/// Pack puzzles without their proofs into the file that ships inside the program
///
/// All must have ratings. A test compares the file with the puzzles of the repository.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles pack data/puzzles/*.jsonl --out crates/server/data/puzzles.z")]
pub(crate) struct Pack {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Pack {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut packed = Vec::new();
        for path in &self.files {
            for (line, puzzle) in (1..).zip(super::open(path)?) {
                let place = || format!("{}: line {line}", path.display());
                packed.push(pack(&puzzle).with_context(place)?);
            }
        }
        packed.sort_by_key(PackedPuzzle::id);
        let is_known = packed.windows(2).find(|pair| pair[0].id() == pair[1].id());
        if let Some(pair) = is_known {
            ensure!(false, "two puzzles have the name {}", pair[0].id());
        }
        let bytes = puzzle_set::pack(&packed);
        output::write(&self.out, &bytes)?;
        output::print(&format!("{} puzzles in {} bytes\n", packed.len(), bytes.len()))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn pack(puzzle: &Puzzle) -> anyhow::Result<PackedPuzzle> {
    let rating = puzzle.rating.context("it has no rating: `tengen puzzles rate` gives it one")?;
    let source = &puzzle.source;
    let games = source.games.trim_end_matches(".gz").trim_end_matches(".tgg");
    Ok(PackedPuzzle {
        kind: puzzle.kind.name().parse().map_err(anyhow::Error::msg)?,
        game: puzzle.game.clone(),
        rating,
        length: puzzle.length,
        answers: puzzle.answers.clone(),
        line: puzzle.line.clone(),
        source: format!("{games}:{}:{}:{}", source.seed, source.number, source.ply),
    })
}
