//! `tengen analyze`: what the engine thinks of a position.

mod balance;

use std::io::IsTerminal;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tengen_analysis::Entry;
use tengen_core::{Game, Point};
use tengen_formats::{Rows, position_text};
use tengen_player::{
    Answer, Ask, EntrySource, Event, Limits, Pv, Remember, Report, Request, Session, Stop, Verdict,
    Want,
};

use crate::options::{BoardOptions, DatabaseOptions, SearchOptions};
use crate::output::{self, names};
use crate::{interrupt, position};

/// Search positions for the best moves
///
/// Prints the best moves and their lines of play, with a score in points or the plies to a proved
/// five. A likely win is one that the search sees but has not proved.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen analyze h8i9i7 --time 2000 --multipv 3\n  \
    tengen analyze h8i9i7g9 --pass\n  \
    tengen analyze h8h9j6 --balance 2\n  \
    tengen analyze --rule renju game.sgf@20 --json")]
pub(crate) struct Analyze {
    /// Positions to search: moves in turn (h8i9i7), set-ups (b=h8i9;w=g7;t=b), files (game.sgf@20),
    /// or - for one a line on standard input
    #[arg(value_name = "POS", required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    #[command(flatten)]
    search: SearchOptions,

    #[command(flatten)]
    database: DatabaseOptions,

    /// How many best moves to show, each with its line of play
    #[arg(long, alias = "lines", value_name = "N", default_value_t = 1)]
    multipv: usize,

    /// Moves to leave out
    #[arg(long, value_name = "P,P", value_delimiter = ',')]
    exclude: Vec<Point>,

    /// The only moves to search
    #[arg(long, value_name = "P,P", value_delimiter = ',')]
    only: Vec<Point>,

    /// What the other side would play if the side to move passed: its threats
    #[arg(long)]
    pass: bool,

    /// Find one or two stones, placed in turn, that make the position even
    #[arg(long, value_name = "STONES", value_parser = clap::value_parser!(u8).range(1..=2),
        conflicts_with_all = ["multipv", "pass"])]
    balance: Option<u8>,

    /// The wanted lead of the side to move after them, in hundredths of a point
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        requires = "balance",
        allow_negative_numbers = true
    )]
    bias: i32,

    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1, requires = "balance")]
    seed: u64,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

impl Analyze {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let shared = self.database.shared()?;
        let mut session = Session::new(&shared);
        let stop = interrupt::stop_on_interrupt()?;
        for game in position::ongoing(&self.positions, &self.board) {
            let (name, mut game) = game?;
            self.check_points(&game).with_context(|| name.clone())?;
            if let Some(stones) = self.balance {
                let text = self.balanced(&mut session, &game, stones, &stop).context(name)?;
                output::print(&text)?;
                if stop.is_stopped() {
                    break;
                }
                continue;
            }
            let want = if self.pass { Want::Threat } else { Want::Best };
            let answer = self.ask(&mut session, &game, want, &stop)?;
            let report = &answer.report;
            if self.pass {
                game.pass()?;
            }
            let text = match self.json {
                true => serde_json::to_string(&View::of(&game, &answer))? + "\n",
                false if self.pass => {
                    let side = game.to_move();
                    format!("after a pass, {side} to move:\n{}", report_text(report))
                }
                false => remembered_text(&answer) + &report_text(report),
            };
            output::print(&text)?;
            if stop.is_stopped() {
                break;
            }
        }
        DatabaseOptions::warn(&shared);
        Ok(())
    }

    /// The stones that make a position even.
    fn balanced(
        &self,
        session: &mut Session,
        game: &Game,
        stones: u8,
        stop: &Stop,
    ) -> anyhow::Result<String> {
        let begun = Instant::now();
        let want = Want::Balance { stones: stones.into(), bias: self.bias };
        let answer = self.ask(session, game, want, stop)?;
        let verdict = answer.verdict.context("there is no way to put the stones and go on")?;
        let ms = begun.elapsed().as_secs_f64() * 1000.0;
        Ok(match self.json {
            true => serde_json::to_string(&balance::View::of(game, &answer, verdict, ms))? + "\n",
            false => balance::text(&answer, verdict, ms),
        })
    }

    fn limits(&self) -> Limits {
        Limits {
            multipv: self.multipv,
            exclude: self.exclude.clone(),
            only: self.only.clone(),
            ..self.search.limits()
        }
    }

    /// Checks the moves of `--exclude` and `--only`.
    fn check_points(&self, game: &Game) -> anyhow::Result<()> {
        for (option, points) in [("--exclude", &self.exclude), ("--only", &self.only)] {
            if let Some(point) = points.iter().find(|&&point| !game.size().contains(point)) {
                let size = game.size();
                anyhow::bail!("{option}: {point} is off the board of {size}×{size}");
            }
        }
        if let Some(point) = self.only.iter().find(|&&point| !game.board().is_free(point)) {
            anyhow::bail!("--only: {point} is occupied");
        }
        Ok(())
    }

    fn ask(
        &self,
        session: &mut Session,
        game: &Game,
        want: Want,
        stop: &Stop,
    ) -> anyhow::Result<Answer> {
        let watched = std::io::stderr().is_terminal() && !self.json;
        let mut on_event = |event: &Event<'_>| {
            let Event::Progress(report) = event else { return };
            if watched && report.elapsed.as_millis() >= 200 {
                eprint!("{}", report_text(report));
            }
        };
        let request = Request {
            limits: self.limits(),
            options: self.search.engine(),
            seed: Some(self.seed),
            remember: Some(Remember::Deepest(EntrySource::Analysis)),
            ..Request::new(game.clone(), want)
        };
        Ok(session.ask(&request, stop, &mut on_event)?)
    }
}

/// Where an answer comes from that was not searched now.
fn remembered_text(answer: &Answer) -> String {
    let Some(entry) = &answer.remembered else { return String::new() };
    format!(
        "remembered: depth {}, {} nodes, {}, {}\n",
        entry.depth,
        entry.nodes,
        entry.engine,
        entry.source.name()
    )
}

/// The PVs, for people.
fn report_text(report: &Report) -> String {
    let head = format!(
        "depth {}-{}, {} nodes, {} ms, {} knodes/s, table {:.1}% full\n",
        report.depth,
        report.seldepth,
        report.nodes,
        report.elapsed.as_millis(),
        report.nps() / 1000,
        f64::from(report.table_fill) / 10.0,
    );
    let pvs = report.pvs.iter().map(|pv| {
        let verdict = match pv.verdict {
            Verdict::Unclear { .. } => format!("{} ({}%)", pv.verdict, pv.verdict.percent()),
            decided => decided.to_string(),
        };
        format!("  {verdict:16} {}\n", names(&pv.moves).join(" "))
    });
    head + &pvs.collect::<String>()
}

/// What was found, as JSON.
#[derive(Serialize)]
struct View {
    position: String,
    rule: &'static str,
    size: u8,
    side: String,
    best: Option<String>,
    #[serde(flatten)]
    verdict: Option<VerdictView>,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    ms: f64,
    pv: Vec<String>,
    lines: Vec<LineView>,
    /// Nodes a second.
    nps: u64,
    /// How full the table is, 0 to 1000.
    table_fill: u32,
    /// What the analysis database had, if the answer comes from there.
    #[serde(skip_serializing_if = "Option::is_none")]
    remembered: Option<RememberedView>,
}

/// Who searched what is remembered, how deep, and when.
#[derive(Serialize)]
struct RememberedView {
    depth: u32,
    nodes: u64,
    engine: String,
    /// Seconds since 1970.
    date: u64,
    source: &'static str,
}

impl RememberedView {
    fn of(entry: &Entry) -> RememberedView {
        let Entry { depth, nodes, date, .. } = *entry;
        RememberedView {
            depth,
            nodes,
            engine: entry.engine.clone(),
            date,
            source: entry.source.name(),
        }
    }
}

#[derive(Serialize)]
struct LineView {
    #[serde(rename = "move")]
    first: Option<String>,
    #[serde(flatten)]
    verdict: VerdictView,
    pv: Vec<String>,
}

/// Score, winning chance and plies to the five, for the side to move.
#[derive(Serialize)]
pub(crate) struct VerdictView {
    score: i32,
    wp: f64,
    mate: Option<i32>,
    /// `win` or `loss` if that is likely and not proven.
    likely: Option<&'static str>,
}

impl VerdictView {
    pub(crate) fn of(verdict: Verdict) -> VerdictView {
        VerdictView {
            score: verdict.score(),
            wp: verdict.shown_win_rate(),
            mate: verdict.mate(),
            likely: verdict.likely(),
        }
    }
}

impl View {
    fn of(game: &Game, answer: &Answer) -> View {
        let report = &answer.report;
        let best = report.pvs.first();
        let line = |line: &Pv| LineView {
            first: line.moves.first().map(Point::to_string),
            verdict: VerdictView::of(line.verdict),
            pv: names(&line.moves),
        };
        View {
            position: position_text(game, Rows::Bottom),
            rule: game.rule().name(),
            size: game.size().lines(),
            side: game.to_move().to_string(),
            best: report.best().map(|point| point.to_string()),
            verdict: best.map(|line| VerdictView::of(line.verdict)),
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: report.nodes,
            ms: report.elapsed.as_secs_f64() * 1000.0,
            pv: best.map_or_else(Vec::new, |line| names(&line.moves)),
            lines: report.pvs.iter().map(line).collect(),
            nps: report.nps(),
            table_fill: report.table_fill,
            remembered: answer.remembered.as_ref().map(RememberedView::of),
        }
    }
}
