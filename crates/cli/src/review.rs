//! `tengen review`: the moves of a game, judged.

mod view;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_core::Side;
use tengen_formats::{Format, Record, Rows};
use tengen_picture::Graph;
use tengen_player::{Session, SharedData, Stop};
use tengen_review::{Depth, Findings, Line, Pass, Plan, Progress, annotated, graph, report};

use crate::options::{self, BoardOptions, DatabaseOptions};
use crate::position::Position;
use crate::progress::Shown;
use crate::{interrupt, output, position};

/// Judge the moves of games: mistakes, better lines, turning points, accuracy
///
/// Every position is scanned with a small budget of nodes, from the last move backwards; what matters is
/// checked with five times as many and the solver. The same game gets the same review on every machine.
/// Ctrl-C keeps what is judged by then.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen review game.sgf\n  \
    tengen review game.psq --depth standard --side black --sgf reviewed.sgf --graph game.png\n  \
    tengen review games/*.sgf --json\n  \
    tengen review games/*.sgf --database analysis.redb     # the second time takes far less")]
pub(crate) struct Review {
    /// Games to review: files (game.sgf, game.sgf#2 for its second game), moves in turn (h8i9i7), or -
    /// for one a line on standard input
    #[arg(value_name = "FILE", required = true)]
    games: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// How thorough: 60 000, 300 000 or 1 500 000 nodes a search
    #[arg(long, value_name = "DEPTH", default_value = "quick", value_parser = depth())]
    depth: Depth,

    /// Nodes of a search, instead of those of --depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Whose moves to judge
    #[arg(long, value_name = "SIDE", default_value = "both", value_parser = ["black", "white", "both"])]
    side: String,

    /// Searches at a time, 1 or 2; they do not change the review
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = options::threads)]
    threads: usize,

    #[command(flatten)]
    database: DatabaseOptions,

    /// One JSON object a game
    #[arg(long)]
    json: bool,

    /// Write the games with comments and better lines as SGF; - is standard output
    #[arg(long, value_name = "OUT")]
    sgf: Option<PathBuf>,

    /// Write a picture of the winning chances, .svg or .png; of one game
    #[arg(long, value_name = "OUT")]
    graph: Option<PathBuf>,
}

/// The width of a graph in pixels.
const GRAPH_WIDTH: u32 = 1200;

fn depth() -> impl TypedValueParser<Value = Depth> {
    PossibleValuesParser::new(Depth::ALL.map(Depth::name))
        .map(|name| Depth::ALL.into_iter().find(|depth| depth.name() == name).unwrap_or_default())
}

impl Review {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        self.check_outputs()?;
        let stop = interrupt::stop_on_interrupt()?;
        let shared = self.database.shared()?;
        let mut reviewed = Vec::new();
        for argument in &self.games {
            for (number, position) in (1..).zip(position::positions(argument, &self.board)) {
                let position = position?;
                let name = format!("{argument}, game {number}");
                ensure!(!position.game.moves().is_empty(), "{name}: there is no move to review");
                let findings = self.review(&shared, &position, &stop).context(name)?;
                reviewed.push(self.show(argument, position, &findings)?);
                if stop.is_stopped() {
                    return self.write(&reviewed);
                }
            }
        }
        DatabaseOptions::warn(&shared);
        self.write(&reviewed)
    }

    /// What would fail at the end fails before the work.
    fn check_outputs(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.graph {
            graph_kind(path)?;
        }
        for path in [&self.sgf, &self.graph].into_iter().flatten() {
            if path.as_os_str() != "-" {
                output::check_place(path)?;
            }
        }
        Ok(())
    }

    fn review(
        &self,
        shared: &SharedData,
        position: &Position,
        stop: &Stop,
    ) -> anyhow::Result<Findings> {
        let line = Line::of(&position.game);
        let plan = Plan {
            nodes: self.nodes.unwrap_or(self.depth.nodes()),
            side: self.side(),
            threads: self.threads,
            ..Plan::new(self.depth)
        };
        let session = || Box::new(Session::new(shared)) as _;
        let mut shown: Option<(Pass, Shown)> = None;
        let on_event = &mut |_: &Findings, progress: &Progress| {
            let bar = match shown.take() {
                Some((pass, bar)) if pass == progress.pass => bar,
                _ => Shown::of(progress.total as u64, pass_name(progress.pass)),
            };
            let (_, bar) = shown.insert((progress.pass, bar));
            bar.update(progress.done as u64, text_of(progress));
        };
        Ok(tengen_review::review(&line, &plan, &session, stop, on_event)?)
    }

    fn side(&self) -> Option<Side> {
        match self.side.as_str() {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            _ => None,
        }
    }

    /// Prints a review, and keeps what files are made of.
    fn show(
        &self,
        name: &str,
        position: Position,
        findings: &Findings,
    ) -> anyhow::Result<Reviewed> {
        let line = Line::of(&position.game);
        let review = tengen_review::Review::of(&line, findings, self.side());
        let text = match self.json {
            true => {
                serde_json::to_string(&view::View::of(name, &line, &review, self.depth))? + "\n"
            }
            false if self.games.len() > 1 => format!("{name}\n{}\n", report(&line, &review)),
            false => report(&line, &review),
        };
        // Where the games go to standard output, the report does not.
        if self.sgf.as_deref() != Some(Path::new("-")) {
            output::print(&text)?;
        }
        let record = match position.place {
            Some((record, _)) => record,
            None => Record::of(&position.game),
        };
        Ok(Reviewed { record: annotated(&record, &review), graph: graph(&record, &review) })
    }

    fn write(&self, reviewed: &[Reviewed]) -> anyhow::Result<()> {
        if let Some(path) = &self.sgf {
            let records: Vec<Record> = reviewed.iter().map(|one| one.record.clone()).collect();
            output::write(
                path,
                &tengen_formats::write(&records, Format::Sgf, Rows::Bottom)?.bytes,
            )?;
        }
        if let Some(path) = &self.graph {
            ensure!(reviewed.len() == 1, "--graph shows one game, not {}", reviewed.len());
            output::write(path, &graph_kind(path)?(&reviewed[0].graph)?)?;
        }
        Ok(())
    }
}

/// What the files of a review are made of.
struct Reviewed {
    record: Record,
    graph: Graph,
}

type Draw = fn(&Graph) -> anyhow::Result<Vec<u8>>;

/// How to draw what a name asks for.
fn graph_kind(path: &Path) -> anyhow::Result<Draw> {
    match path.extension().and_then(|kind| kind.to_str()) {
        Some("svg") => Ok(|graph| Ok(graph.svg().into_bytes())),
        Some("png") => Ok(|graph| Ok(graph.png(GRAPH_WIDTH)?)),
        _ => bail!("{}: a picture's name ends in .svg or .png", path.display()),
    }
}

const fn pass_name(pass: Pass) -> &'static str {
    match pass {
        Pass::Scan => "scanned",
        Pass::Check => "checked",
    }
}

fn text_of(progress: &Progress) -> String {
    let left = Duration::from_secs(progress.left.as_secs_f64().round() as u64);
    format!("move {}, {left:?} left", progress.ply + 1)
}
