//! `tengen openings make`: even openings, kept in a file as they are found.

use std::path::PathBuf;

use anyhow::ensure;
use tengen_core::{Rule, Size};
use tengen_train::openings::{Found, Plan};

use super::table::Table;
use crate::progress::Shown;
use crate::{interrupt, machine, options, output};

/// Make even openings: random stones that a search finds even
///
/// A third of them lie around the centre, a third off the centre, a third near an edge or a corner. They have
/// 3 to 9 stones in turn, so that either side is to move, and lie close together or wide apart. An opening is
/// kept if the search proves nothing and its score is within the margin. No two are the same under rotation,
/// reflection or shift, and no move is forbidden or ends the game.
///
/// Searches count nodes and no time, so that the same seed gives the same file, whatever the number of
/// threads. After an interruption or a kill the same command resumes; more openings can be added with a
/// larger --count.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen openings make --out freestyle-15.txt\n  \
    tengen openings make --rule renju --count 210 --seed 7 --nodes 200000 --out renju-15.txt\n  \
    tengen openings make --size 20 --stones 5,5 --margin 15 --threads 2 --out five-stones.txt\n  \
    tengen match --a tengen --b 'brain:./pbrain-rapfi' --openings freestyle-15.txt --games 400")]
pub(super) struct Make {
    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// How many openings the file should have
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,

    /// RNG seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Nodes of the search that judges an opening
    #[arg(long, value_name = "N", default_value_t = Plan::default().nodes,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Stones at least and at most; on at most a third of the points
    #[arg(long, value_name = "FEWEST,MOST", default_value = "3,9", value_parser = options::stones)]
    stones: (usize, usize),

    /// How much better one side may be, in hundredths of a point
    #[arg(long, value_name = "CENTI", default_value_t = Plan::default().margin,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(i32).range(0..))]
    margin: i32,

    /// Openings at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,

    /// The file of the openings
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Make {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let (most, room) = (self.stones.1, self.size.area() / 3);
        ensure!(
            most <= room,
            "--stones: {most} stones are too many on {0}×{0} points; {room} are possible",
            self.size
        );
        output::check_place(&self.out)?;
        let plan = self.plan();
        let table = Table::new(&self.out, &plan, self.count);
        let known = table.read()?;
        let stop = interrupt::stop_on_interrupt()?;
        let mut shown = Shown::of(self.count as u64, "openings");
        let mut openings = known.clone();
        shown.update(openings.len() as u64, String::new());
        shown.reset_eta();
        let (mut kept, mut searched) = (0, 0);
        let threads = self.threads.unwrap_or_else(machine::cores);
        plan.make(self.count, threads, known, &stop, |found: Found| -> anyhow::Result<()> {
            (kept, searched) = (kept + 1, searched + found.searched);
            openings.insert(found.number, found.opening);
            shown.update(openings.len() as u64, format!("{kept} of {searched} were even"));
            table.write(&openings)
        })?;
        shown.finish();
        let rest = if stop.is_stopped() { "; interrupted, run it again to resume" } else { "" };
        let made = openings.len();
        output::print(&format!("{made} openings, {kept} of {searched} were even{rest}\n"))
    }

    fn plan(&self) -> Plan {
        let Make { rule, size, seed, nodes, stones, margin, .. } = *self;
        Plan { rule, size, seed, nodes, stones, margin }
    }
}
