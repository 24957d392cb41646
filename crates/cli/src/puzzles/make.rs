//! `tengen puzzles make`: puzzles from games, appended to a file as they are found.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use tengen_core::{Rule, Size};
use tengen_train::Record;
use tengen_train::puzzles::{Event, Kind, Maker, Plan, Puzzle, read};

use crate::progress::Shown;
use crate::{game_files, interrupt, options, output};

/// Look for puzzles in games of self-play and append them to a file
///
/// Every win is proved and checked before a puzzle is written. Searches are limited by nodes, not time: the same games and
/// seed give the same puzzles. After an interruption or a kill the same command resumes.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles make games.tgg --rule renju --kind trap --count 20 --out renju.jsonl\n  \
    tengen puzzles make data/selfplay/freestyle-20*.tgg.gz --size 20 --kind win --out mine.jsonl\n\n\
    Exit status: 0 the file has as many as wanted, 1 the games had fewer, 2 bad usage or input, 130 interrupted.")]
pub(crate) struct Make {
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// Rule of the games to search
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of their board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// What to find: a win by fours (vcf), by threats where fours do not win (vct), by any moves where threats
    /// do not win (win), the move that stops a win by threats (defence), or, in renju, a win by fours that needs a
    /// forbidden point (trap)
    #[arg(long, default_value = "vct", value_parser = super::kind())]
    kind: Kind,

    /// The most moves that may solve a puzzle
    #[arg(long, value_name = "N", default_value_t = 3)]
    answers: usize,

    /// How many puzzles of this rule, size and kind the file should have
    #[arg(long, value_name = "N", default_value_t = 20)]
    count: usize,

    /// Seed of the order in which games are searched
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The file that puzzles are appended to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Make {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        ensure!(
            self.kind != Kind::Trap || self.rule == Rule::Renju,
            "--kind trap: only renju has forbidden points"
        );
        output::check_place(&self.out)?;
        let stop = interrupt::stop_on_interrupt()?;
        let (mut file, known) = reopen(&self.out)?;
        let mut maker = Maker::new(self.plan(), self.records()?, &known);
        ensure!(
            maker.all_games() > 0,
            "there is no game of {} on {} lines in these files",
            self.rule,
            self.size
        );
        let mut shown = Shown::of(self.count as u64, "puzzles");
        let mut found = maker.found() as u64;
        shown.update(found, String::new());
        shown.reset_eta();
        maker.run(&stop, |event| -> anyhow::Result<()> {
            match event {
                Event::Found(puzzle) => {
                    found += 1;
                    let line = puzzle.to_line() + "\n";
                    file.write_all(line.as_bytes())
                        .and_then(|()| file.sync_data())
                        .with_context(|| self.out.display().to_string())?;
                }
                Event::Looked { games, of } => {
                    shown.update(found, format!("{games} of {of} games"));
                }
            }
            Ok(())
        })?;
        shown.finish();
        let is_enough = maker.found() >= self.count;
        let rest = match (is_enough, stop.is_stopped()) {
            (true, _) => "",
            (false, true) => "; interrupted, start it again to go on",
            (false, false) => "; the games have no more",
        };
        let (rule, kind) = (self.rule, self.kind);
        output::print(&format!("{} puzzles of {rule} {kind}{rest}\n", maker.found()))?;
        Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn plan(&self) -> Plan {
        let Make { rule, size, kind, answers, count, seed, .. } = *self;
        Plan { rule, size, kind, answers, count, seed }
    }

    /// All games of the rule and size, with the names of their files.
    fn records(&self) -> anyhow::Result<Vec<(String, Record)>> {
        let mut records = Vec::new();
        for path in &self.games {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            for record in game_files::read(path)? {
                let record = record?;
                if (record.rule, record.size) == (self.rule, self.size) {
                    records.push((name.clone().into_owned(), record));
                }
            }
        }
        Ok(records)
    }
}

/// Opens a file of puzzles to append to it, with those that it has. A line that a kill cut off is dropped.
fn reopen(path: &Path) -> anyhow::Result<(File, Vec<Puzzle>)> {
    let place = || path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.with_context(place)?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let known = read(&text[..whole]).with_context(place)?;
    let file = OpenOptions::new().create(true).append(true).open(path).with_context(place)?;
    if whole < text.len() {
        file.set_len(whole as u64).with_context(place)?;
    }
    Ok((file, known))
}
