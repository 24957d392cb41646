//! `tengen speed`: how fast the parts of the engine are on this machine.

mod stops;

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;
use tengen_core::Point;
use tengen_engine::{Engine, EngineOptions, Limits, Position, Stop};

use crate::{bench, interrupt, output};
use stops::Stops;

/// Measure play and undo, evaluations and nodes a second, over the positions of `tengen bench`
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tengen speed --json\n  tengen speed --stops 500")]
pub(crate) struct Speed {
    /// Time for each of the three measurements
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u64,

    /// Measure stop latency instead: stop this many searches at random moments, with every core busy
    /// twice over
    #[arg(long, value_name = "N")]
    stops: Option<usize>,

    /// RNG seed of those moments
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct View {
    play_undo_per_s: f64,
    evals_per_s: f64,
    nodes_per_s: f64,
}

impl Speed {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let games = bench::games()?;
        let stop = interrupt::stop_on_interrupt()?;
        if let Some(count) = self.stops {
            let stops = Stops::measure(count, &games, self.seed, &stop);
            return output::print(&match self.json {
                true => serde_json::to_string(&stops)? + "\n",
                false => stops.to_string(),
            });
        }
        let mut engine =
            Engine::new(EngineOptions { memory: 16 << 20, ..EngineOptions::default() });
        let mut positions: Vec<(Position, Vec<Point>)> = games
            .iter()
            .map(|game| {
                let position = Position::of(game, engine.tables(game.rule()));
                let near = position.candidates();
                (position, near)
            })
            .collect();
        let time = Duration::from_millis(self.time);
        let play_undo_per_s = rate(time, &stop, |n| {
            let count = positions.len();
            let (position, points) = &mut positions[n % count];
            for &point in points.iter() {
                position.play(point);
                position.undo();
            }
            points.len()
        });
        let evals_per_s = rate(time, &stop, |n| {
            let (position, _) = &positions[n % positions.len()];
            for _ in 0..100 {
                black_box(black_box(position).evaluate());
            }
            100
        });
        let limits = Limits { time: Some(time / games.len() as u32), ..Limits::default() };
        let reports: Vec<_> =
            games.iter().map(|game| engine.search(game, &limits, &stop, &mut |_| {})).collect();
        if stop.is_stopped() {
            // What was measured for less time than asked is not what was asked.
            return Ok(());
        }
        let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
        let elapsed: Duration = reports.iter().map(|report| report.elapsed).sum();
        let nodes_per_s = nodes as f64 / elapsed.as_secs_f64();
        let view = View { play_undo_per_s, evals_per_s, nodes_per_s };
        output::print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => format!(
                "{play_undo_per_s:.0} play+undo/s\n{evals_per_s:.0} evaluations/s\n{nodes_per_s:.0} nodes/s\n"
            ),
        })
    }
}

/// How often something happens a second; each call returns how often it happened in it. Ends soon
/// after `stop`.
fn rate(time: Duration, stop: &Stop, mut work: impl FnMut(usize) -> usize) -> f64 {
    let start = Instant::now();
    let mut count = 0;
    for n in 0.. {
        count += work(n);
        if n % 64 == 63 && (start.elapsed() >= time || stop.is_stopped()) {
            break;
        }
    }
    count as f64 / start.elapsed().as_secs_f64()
}
