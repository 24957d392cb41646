//! `tengen puzzles check`: whether puzzles are what they say.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tengen_engine::Stop;
use tengen_train::puzzles::{CheckError, Checker, Halt, Puzzle, first_repeated};

use crate::progress::Shown;
use crate::{interrupt, machine, options, output};

/// Check the proofs of puzzles, solve them again and compare: kind, length, answers, and that no two are the same
///
/// Every proof goes through the checker that knows the rules alone. What no proof shows is searched again, with more
/// nodes than when the puzzles were made. Searches count nodes and no time and begin with empty tables, so that a slow
/// machine comes to the same result.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles check data/puzzles/*.jsonl\n  \
    tengen puzzles check data/puzzles/*.jsonl --work 10 --sample 100 --seed 1\n\n\
    Exit status: 0 all are what they say, 1 one is not (its line is named), 2 a file cannot be read or a line is no \
    puzzle, 130 interrupted.")]
pub(crate) struct Check {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Look for second solutions: every search gets N times the nodes it had when the puzzle was made, and the other
    /// moves of a win by any moves are tried too
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    work: Option<u64>,

    /// Check only so many, drawn at random
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// Seed of the draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Puzzles at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,
}

impl Check {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut places = Vec::new();
        let mut failed = 0;
        for path in &self.files {
            let puzzles = super::open(path)?;
            if let Some((before, place)) = first_repeated(&puzzles) {
                let said = format!("this is the position of line {} again", before + 1);
                output::print(&said_of(path, place + 1, &said))?;
                failed += 1;
            }
            places.extend((1..).zip(puzzles).map(|(line, puzzle)| (path, line, puzzle)));
        }
        if let Some(sample) = self.sample {
            fastrand::Rng::with_seed(self.seed).shuffle(&mut places);
            places.truncate(sample);
        }
        let stop = interrupt::stop_on_interrupt()?;
        let mut shown = Shown::of(places.len() as u64, "puzzles");
        let mut done = 0;
        let puzzles: Vec<&Puzzle> = places.iter().map(|(.., puzzle)| puzzle).collect();
        let checker = || match self.work {
            None => Checker::new(stop.clone()),
            Some(times) => Checker::with_more_work(times, stop.clone()),
        };
        each(&puzzles, self.threads(), &stop, &checker, |n, result| {
            let (path, line, _) = &places[n];
            match result {
                Err(CheckError::Halt(Halt::Stopped)) => return Ok(()),
                Err(error) => {
                    failed += 1;
                    shown.print(&said_of(path, *line, &error.to_string()))?;
                }
                Ok(()) => {}
            }
            done += 1;
            shown.update(done, format!("{failed} failed"));
            Ok(())
        })?;
        shown.finish();
        let rest =
            if stop.is_stopped() { "; interrupted, the others were not checked" } else { "" };
        output::print(&format!("{done} puzzles checked, {failed} failed{rest}\n"))?;
        let is_good = failed == 0 && done as usize == places.len();
        Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(machine::cores)
    }
}

fn said_of(path: &Path, line: usize, said: &str) -> String {
    format!("{}: line {line}: {said}\n", path.display())
}

/// Checks puzzles on several threads; `tell` hears of each as it is done.
fn each(
    puzzles: &[&Puzzle],
    threads: usize,
    stop: &Stop,
    checker: &(impl Fn() -> Checker + Sync),
    mut tell: impl FnMut(usize, Result<(), CheckError>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut checker = checker();
                while !stop.is_stopped() {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(n) else { break };
                    if sender.send((n, checker.check(puzzle))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        results.into_iter().try_for_each(|(n, result)| tell(n, result))
    })
}
