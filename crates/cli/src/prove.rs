//! `tengen prove`: the proof of a whole game, over days.

mod certificates;

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_core::{Game, Point, Side};
use tengen_prover::{Claim, Options, Progress, Prover, Reply, Status};

use crate::options::{self, BoardOptions};
use crate::progress::Shown;
use crate::{interrupt, output, position};

/// Prove that a side wins a position, up to the empty board, against every reply
///
/// A search for hours and days: a proof-number search above the solvers. Ctrl-C and even a kill lose
/// nothing if it has a store; the same command goes on where it was. Several runs may share a store.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen prove --rule freestyle --size 15 --store proof --threads 8\n  \
    tengen prove h8o15i7 --attacker black --store far --minutes 10\n  \
    tengen prove h8 --attacker black --replies g7,h7 --store near\n  \
    tengen prove --store proof --show\n  \
    tengen prove --store proof --certificates parts\n\n\
    Exit status: 0 proved, 1 open or given up, 2 bad usage or bad input, 130 interrupted.")]
pub(crate) struct Prove {
    /// The position: moves in turn (h8i9i7), a set-up or a file [default: the empty board]
    #[arg(value_name = "POS")]
    position: Option<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// The side that is claimed to win [default: the side to move]
    #[arg(long, value_name = "SIDE", value_parser = side())]
    attacker: Option<Side>,

    /// The folder that keeps everything found, made if it is not there
    #[arg(long, value_name = "FOLDER")]
    store: Option<PathBuf>,

    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = options::threads)]
    threads: usize,

    /// Memory for the tables of all threads; the graph of positions comes on top of it
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = options::memory)]
    memory: usize,

    /// Stop after this time [default: when it is proved]
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,

    /// Search only these replies, where the position has the defender to move
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    replies: Option<Vec<Point>>,

    /// Show how far the search in the store is, and do not search
    #[arg(long, requires = "store")]
    show: bool,

    /// Write the certificates of what is settled into this folder, and do not search
    #[arg(long, value_name = "FOLDER", requires = "store")]
    certificates: Option<PathBuf>,
}

impl Prove {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let game = self.game()?;
        let to_move = game.to_move();
        let attacker = self.attacker.unwrap_or(to_move);
        if let Some(replies) = &self.replies {
            self.check_replies(&game, attacker, replies)?;
        }
        let claim = Claim { rule: game.rule(), board: game.board().clone(), to_move, attacker };
        let mut prover = match &self.store {
            Some(folder) => Prover::open(claim, folder)?,
            None => Prover::new(claim),
        };
        if let Some(folder) = &self.certificates {
            certificates::write(&prover, folder, self.memory)?;
        } else if !self.show {
            let stop = interrupt::stop_on_interrupt()?;
            let time = self.minutes.map(|minutes| Duration::from_secs(60 * minutes));
            let replies = self.replies.clone();
            let options =
                Options { threads: self.threads, memory: self.memory << 20, time, replies };
            let mut shown = Shown::endless("steps");
            prover.run(&options, &stop, &mut |progress| {
                shown.update(progress.steps, line(progress));
            })?;
            shown.finish();
        }
        output::print(&report(&prover.progress(), prover.status(), attacker))?;
        Ok(match prover.status() {
            Status::Proved => ExitCode::SUCCESS,
            Status::Open | Status::GivenUp => ExitCode::FAILURE,
        })
    }

    fn check_replies(&self, game: &Game, attacker: Side, replies: &[Point]) -> anyhow::Result<()> {
        if attacker == game.to_move() {
            bail!("--replies: {attacker} is to move, so there are no replies yet");
        }
        for &reply in replies {
            game.clone().play(reply).map_err(|error| anyhow::anyhow!("--replies: {error}"))?;
        }
        Ok(())
    }

    fn game(&self) -> anyhow::Result<Game> {
        let Some(argument) = &self.position else {
            let size = self.board.size.unwrap_or_default();
            return Ok(Game::new(size, self.board.rule.unwrap_or_default()));
        };
        let game = position::single(argument, &self.board)?.game;
        if game.outcome().is_some() {
            bail!("{argument}: the game is over");
        }
        Ok(game)
    }
}

fn side() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["black", "white"])
        .map(|name| if name == "black" { Side::Black } else { Side::White })
}

/// What a line of progress says.
fn line(progress: &Progress) -> String {
    let (settled, all) = (progress.settled(), progress.replies.len());
    let hours = progress.spent.as_secs_f64() / 3600.0;
    let numbers = format!("proof number {}, {}", progress.proof, progress.disproof);
    format!(
        "{settled} of {all} replies settled, {} positions, {numbers}, {hours:.2} core-hours",
        progress.positions
    )
}

/// What is said at the end.
fn report(progress: &Progress, status: Status, attacker: Side) -> String {
    let mut text = match status {
        Status::Proved => format!("{attacker} wins: proved\n"),
        Status::Open => format!("{attacker} is not yet shown to win\n"),
        Status::GivenUp => {
            format!(
                "no proof: nothing that the search tries wins for {attacker}; it may all the same\n"
            )
        }
    };
    let _ = writeln!(text, "{}", line(progress));
    for reply in &progress.replies {
        let _ = writeln!(text, "{}", reply_line(reply));
    }
    text
}

fn reply_line(reply: &Reply) -> String {
    if reply.is_won {
        return format!("{}: won", reply.point);
    }
    let answer = reply.answer.map_or_else(|| "?".to_owned(), |point| point.to_string());
    let open = reply.open.map_or_else(String::new, |open| format!(", {open} replies to it open"));
    let (proof, visits) = (reply.proof, reply.visits);
    format!("{}: open; {answer}{open}, proof number {proof}, {visits} steps", reply.point)
}
