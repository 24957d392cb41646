//! `tengen puzzles rate`: how hard puzzles are for our levels.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tengen_train::puzzles::{Halt, Puzzle, Rater};

use crate::progress::Shown;
use crate::{interrupt, output};

/// Let the levels try puzzles, and write into the files how hard each proved to be, in Elo of the levels
///
/// Weak levels try several times, since they leave much to chance. Levels count nodes: the same puzzles and seed give
/// the same ratings. What has a rating keeps it, so after an interruption the same command goes on.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles rate data/puzzles/*.jsonl\n  \
    tengen puzzles rate mine.jsonl --again --seed 7\n\n\
    Exit status: 0 all have a rating, 2 a file cannot be read or written, 130 interrupted.")]
pub(crate) struct Rate {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Rate those again that have a rating
    #[arg(long)]
    again: bool,

    /// Seed of what levels leave to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// How many are rated between two savings.
const SAVING: usize = 50;

impl Rate {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = interrupt::stop_on_interrupt()?;
        let mut rater = Rater::new(self.seed, stop.clone());
        let mut rated = 0;
        for path in &self.files {
            rated += self.rate(path, &mut rater)?;
        }
        let rest = if stop.is_stopped() { "; interrupted, start it again to go on" } else { "" };
        output::print(&format!("{rated} puzzles rated{rest}\n"))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Rates the puzzles of a file; how many.
    fn rate(&self, path: &Path, rater: &mut Rater) -> anyhow::Result<usize> {
        let mut puzzles = super::open(path)?;
        let mut shown = Shown::of(puzzles.len() as u64, "puzzles");
        let mut rated = 0;
        for place in 0..puzzles.len() {
            if puzzles[place].rating.is_none() || self.again {
                match rater.rate(&puzzles[place]) {
                    Ok(rating) => puzzles[place].rating = Some(rating),
                    Err(Halt::Stopped) => break,
                    Err(halt) => return Err(halt.into()),
                }
                rated += 1;
                if rated % SAVING == 0 {
                    save(path, &puzzles)?;
                }
            }
            shown.update(place as u64 + 1, path.display().to_string());
        }
        shown.finish();
        if rated > 0 {
            save(path, &puzzles)?;
        }
        Ok(rated)
    }
}

fn save(path: &Path, puzzles: &[Puzzle]) -> anyhow::Result<()> {
    let text: String = puzzles.iter().map(|puzzle| puzzle.to_line() + "\n").collect();
    output::write(path, text.as_bytes())
}
