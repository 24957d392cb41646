//! `tengen match`: players against each other.

mod progress;
mod smoke;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use tengen_arena::{
    GameRecord, Log, Match as Games, MatchResult, Openings, PlayerSpec, Progress, Sprt, TimeControl,
};
use tengen_core::{Rule, Size};
use tengen_engine::Stop;
use tengen_formats::{Format, Rows};

use crate::{interrupt, options, output, position};
use progress::Shown;
use summary::Summary;

/// After so many random openings they come again.
const MOST_RANDOM_OPENINGS: usize = 10_000;

/// Let players play a match: ours in any setting, or any Gomocup brain
///
/// A player is tengen:KEY=VALUE,… or brain:PATH ARGUMENTS,KEY=VALUE,… or seeds:KEY=VALUE,… (plain
/// alpha-beta, to measure against) or random. Keys of all are time (milliseconds a move), clock
/// (milliseconds a game) and name; of tengen and brains nodes, depth, threads and memory (megabytes);
/// of tengen also eval (a file of numbers), kill (off, fast, medium or slow) and every parameter of
/// the search; of seeds depth and limit (moves tried). Each opening is played twice, colours
/// changed. Interrupted, a match with a log goes on where it was when it is started again.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen match --a tengen:nodes=5000 --b tengen:nodes=2500 --games 40\n  \
    tengen match --a tengen --b 'brain:./pbrain-rapfi,time=50' --time 100 --size 20 \\\n    \
    --openings data/openings/openings.txt --games 400 --sprt 0,30 --log rapfi.jsonl\n  \
    tengen match --a tengen:depth=9 --b seeds:depth=9,limit=20 --openings data/openings/openings.txt\n  \
    tengen match --smoke")]
pub(crate) struct Match {
    /// The first player
    #[arg(long, value_name = "PLAYER", required_unless_present = "smoke")]
    a: Option<PlayerSpec>,

    /// The second player
    #[arg(long, value_name = "PLAYER", required_unless_present = "smoke")]
    b: Option<PlayerSpec>,

    /// Time a move of players that name none [default: 1000 unless something else limits them]
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Time a game of players that name none
    #[arg(long, value_name = "MS")]
    clock: Option<u64>,

    /// How much longer a move may take before it loses the game
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    tolerance: u64,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: usize,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// Where games begin: a file of positions or a table id|rule|size|moves [default: random stones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Where row 1 lies in the openings' file
    #[arg(long, value_name = "EDGE", default_value = "top", value_parser = options::rows())]
    rows: Rows,

    /// What the order of the openings, and random ones, follow from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many games at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,

    /// Call a game a draw with so many stones on the board
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,

    /// Stop as soon as it is clear whether A is ELO1 rather than ELO0 stronger (errors of 5 % each)
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Write each game as it ends, and go on from here when started again
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Write all games at the end: sgf, json or pos by the file's name
    #[arg(long, visible_alias = "sgf", value_name = "FILE")]
    record: Option<PathBuf>,

    /// Replay every win and loss that our own players call proven, by the rules alone; a false one fails
    #[arg(long)]
    check_claims: bool,

    /// One JSON object a game, then the summary
    #[arg(long)]
    json: bool,

    /// Short games of ours at several rules and sizes: any illegal move, time loss, crash or false claim fails
    #[arg(long, conflicts_with_all = ["a", "b", "log", "record", "sprt"])]
    smoke: bool,
}

impl Match {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let stop = interrupt::stop_on_interrupt()?;
        match (self.smoke, &self.a, &self.b) {
            (false, Some(a), Some(b)) => self.play(a, b, &stop),
            _ => smoke::run(self.concurrency, self.json, &stop),
        }
    }

    fn play(&self, a: &PlayerSpec, b: &PlayerSpec, stop: &Stop) -> anyhow::Result<ExitCode> {
        let format = self.record.as_deref().map(format_of).transpose()?;
        let openings = self.read_openings()?;
        let (mut log, played) = self.open_log(&self.conditions(a, b, &openings))?;
        let common = self.time();
        let mut games = Games::between(a, b, &common, &openings);
        games.games = self.games;
        games.concurrency = self.concurrency;
        games.draw_after = self.draw_after;
        games.sprt = self.sprt;
        games.check_claims = self.check_claims;
        let mut shown = Shown::new(self.games as u64, self.sprt);
        let mut printed = Ok(());
        let result = games.run(played, log.as_mut(), stop, &mut |progress| {
            shown.update(progress);
            if self.json && printed.is_ok() {
                printed = print_games(progress);
            }
        });
        shown.finish();
        printed?;
        let result = result.map_err(|error| anyhow!("{error}"))?;
        self.report(a, b, &result, format)?;
        let claims = result.claims().unwrap_or_default();
        Ok(if claims.refuted.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn time(&self) -> TimeControl {
        TimeControl {
            turn: self.time.map(Duration::from_millis),
            game: self.clock.map(Duration::from_millis),
            tolerance: Duration::from_millis(self.tolerance),
        }
    }

    fn read_openings(&self) -> anyhow::Result<Openings> {
        let Some(path) = &self.openings else {
            let count = self.games.div_ceil(2).min(MOST_RANDOM_OPENINGS);
            return Ok(Openings::random(self.rule, self.size, count, self.seed));
        };
        let name = || position::shown(path);
        let bytes = std::fs::read(path).with_context(name)?;
        let openings = Openings::read(&bytes, self.rule, self.size, self.rows);
        Ok(openings.with_context(name)?.shuffled(self.seed))
    }

    fn open_log(&self, conditions: &Value) -> anyhow::Result<(Option<Log>, Vec<GameRecord>)> {
        let Some(path) = &self.log else { return Ok((None, Vec::new())) };
        let opened = Log::open(path, conditions).with_context(|| path.display().to_string());
        opened.map(|(log, played)| (Some(log), played))
    }

    /// What must be equal for games to belong to one match. How many there are may change: more
    /// games can be added to a match.
    fn conditions(&self, a: &PlayerSpec, b: &PlayerSpec, openings: &Openings) -> Value {
        let file = self.openings.as_ref().map(|_| format!("{:016x}", openings.digest()));
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "a": a.text(),
            "b": b.text(),
            "time": self.time,
            "clock": self.clock,
            "tolerance": self.tolerance,
            "rule": self.rule.name(),
            "size": self.size.lines(),
            "openings": file,
            "seed": self.seed,
            "draw_after": self.draw_after,
        })
    }

    fn report(
        &self,
        a: &PlayerSpec,
        b: &PlayerSpec,
        result: &MatchResult,
        format: Option<Format>,
    ) -> anyhow::Result<()> {
        let summary = Summary::of(a.name(), b.name(), result, self.sprt.as_ref());
        output::print(&match self.json {
            true => serde_json::to_string(&summary)? + "\n",
            false => summary.to_string(),
        })?;
        let (Some(path), Some(format)) = (&self.record, format) else { return Ok(()) };
        let records = result.records.iter().map(|record| record.to_file(a.name(), b.name()));
        let records: Vec<_> = records.collect::<Result<_, _>>()?;
        let written = tengen_formats::write(&records, format, Rows::Bottom);
        output::write(path, &written.with_context(|| path.display().to_string())?.bytes)
    }
}

/// The format of a file that is to hold many games.
fn format_of(path: &std::path::Path) -> anyhow::Result<Format> {
    let by_name = || Format::from_extension(path.extension()?.to_str()?);
    by_name()
        .filter(|format| format.is_writable() && format.capacity().many)
        .ok_or_else(|| anyhow!("{}: the name must end in .sgf, .json or .pos", path.display()))
}

/// The game that has just ended, or those of the log.
fn print_games(progress: &Progress<'_>) -> anyhow::Result<()> {
    let games = match progress.latest {
        Some(latest) => std::slice::from_ref(latest),
        None => progress.records,
    };
    games.iter().try_for_each(|game| output::print(&(serde_json::to_string(game)? + "\n")))
}
