//! `tengen speed`: how fast the parts of the engine are on this machine.

mod stops;

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::Serialize;
use tengen_core::Point;
use tengen_engine::{Engine, EngineOptions, Limits, NetworkChoice, Position, Stop};

use crate::{bench, interrupt, options, output};
use stops::Stops;

/// Measure play and undo, evaluations and nodes a second, over the positions of `tengen bench`
///
/// With --network also how often a second a move is played, valued by the network and taken back; all of it
/// over the positions of the network's rule.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tengen speed --json\n  tengen speed --stops 500\n  \
    tengen speed --network network.bin")]
pub(crate) struct Speed {
    /// Time for each measurement
    #[arg(long, value_name = "MS", default_value_t = 2000)]
    time: u64,

    /// A network (docs/network-format.md), or none
    #[arg(long, value_name = "FILE", default_value = "none", value_parser = options::network)]
    network: NetworkChoice,

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
    /// Play, value by the network and undo.
    #[serde(skip_serializing_if = "Option::is_none")]
    network_values_per_s: Option<f64>,
    nodes_per_s: f64,
}

impl Speed {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut games = bench::games()?;
        games.retain(|game| self.network.of(game.rule()).is_ok());
        let stop = interrupt::stop_on_interrupt()?;
        if let Some(count) = self.stops {
            let stops = Stops::measure(count, &games, self.seed, &stop);
            return output::print(&match self.json {
                true => serde_json::to_string(&stops)? + "\n",
                false => stops.to_string(),
            });
        }
        let network = self.network.clone();
        let mut engine =
            Engine::new(EngineOptions { memory: 16 << 20, network, ..EngineOptions::default() });
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
        let network_values_per_s = (self.network != NetworkChoice::None).then(|| {
            let positions = positions.into_iter();
            let mut positions: Vec<(Position, Vec<Point>)> =
                positions.map(|(position, near)| (position.with_features(), near)).collect();
            rate(time, &stop, |n| {
                let count = positions.len();
                let (position, points) = &mut positions[n % count];
                for &point in points.iter() {
                    position.play(point);
                    black_box(position.value_by_network());
                    position.undo();
                }
                points.len()
            })
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
        let view = View { play_undo_per_s, evals_per_s, network_values_per_s, nodes_per_s };
        output::print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => {
                let values = network_values_per_s
                    .map_or(String::new(), |rate| format!("{rate:.0} play+network value+undo/s\n"));
                format!(
                    "{play_undo_per_s:.0} play+undo/s\n{evals_per_s:.0} evaluations/s\n{values}{nodes_per_s:.0} nodes/s\n"
                )
            }
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
