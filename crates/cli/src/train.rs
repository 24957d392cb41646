//! `tengen train`: weights of the engine, trained on games.

mod curve;
mod network;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use tengen_core::Rule;
use tengen_engine::Weights;
use tengen_train::{
    Dataset, DatasetConfig, Epoch, FitConfig, Head, NetworkData, Record, TrainConfig,
};

use crate::progress::Shown;
use crate::{checkpoint, game_files, interrupt, machine, options, output};

/// Epochs of a head unless said otherwise.
const EPOCHS: usize = 30;

/// Train the weights of the evaluation and of the policy on games of self-play
///
/// Two heads are trained one after the other: the value on a mix of the search scores and the results
/// of the games, the policy on the moves that the searches chose. One game in twenty is for
/// validation, and training stops when the validation loss no longer falls. The same games, options
/// and seed give the same weights. After an interruption or a kill the same command resumes from its
/// last epoch.
///
/// With --network a network is trained instead, which adds to value and policy what the weights do not
/// see. It is saved every minute, and resumes from there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen train games.tgg --out learned.txt\n  \
    tengen train games.tgg --network --out network.bin --plot loss.svg\n  \
    tengen match --a tengen:eval=learned.txt --b tengen --size 20 --time 100 --sprt 0,20")]
pub(crate) struct Train {
    /// Files of games, all of one rule
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// File for the trained weights or network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Weights to start from [default: those built into the engine], or a network
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Share of the search score in the value target, 0 to 1; the rest is the game's result
    #[arg(long, alias = "blend", value_name = "SHARE", default_value_t = 0.7)]
    lambda: f32,

    /// Learn from positions too in which the other side threatens an open four; a network always does
    #[arg(long, conflicts_with = "network")]
    threatened: bool,

    /// The most epochs of each head [default: 30], or all epochs of a network [default: 3]
    #[arg(long, alias = "rounds", value_name = "N")]
    epochs: Option<usize>,

    /// Train a network, not weights
    #[arg(long, conflicts_with = "l2_to_prior")]
    network: bool,

    /// The highest learning rate of a network [default: 0.002]
    #[arg(long, value_name = "RATE", requires = "network")]
    learning_rate: Option<f32>,

    /// L2 penalty on the distance of the value weights from those they started from
    #[arg(long, alias = "pull", value_name = "STRENGTH", default_value_t = 1e-6)]
    l2_to_prior: f32,

    /// RNG seed of the shuffle
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Plot the loss curves into an SVG file
    #[arg(long, alias = "picture", value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Threads [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,
}

impl Train {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        output::check_place(&self.out)?;
        let stop = interrupt::stop_on_interrupt()?;
        let config = DatasetConfig {
            lambda: self.lambda,
            threatened: self.threatened,
            ..DatasetConfig::default()
        };
        if self.network {
            let data = self.read(
                |rule| NetworkData::new(rule, config),
                |data, record| {
                    data.add(record);
                    data.positions().0
                },
            )?;
            return self.run_network(&data.1, &stop);
        }
        let (rule, dataset) = self.read(
            |rule| Dataset::new(rule, config),
            |dataset, record| {
                dataset.add(record);
                dataset.positions().0
            },
        )?;
        let start = match &self.from {
            Some(path) => options::weights(path)?.as_ref().clone(),
            None => Weights::built_in(rule),
        };
        let (train, validation) = dataset.positions();
        let text = format!("{rule}: {train} training positions, {validation} for validation\n");
        output::print(&text)?;
        let since = Instant::now();
        let mut epochs = 0;
        let config = self.config();
        let run = checkpoint::train(&self.out, &dataset, &config, &start, &stop, |head, epoch| {
            epochs += 1;
            print(head, epoch)
        })?;
        let speed = (epochs * train) as f64 / since.elapsed().as_secs_f64() * 60.0 / 1e6;
        let text = format!("# {rule}, trained by `tengen train`\n{}", run.weights);
        output::write(&self.out, text.as_bytes())?;
        if let Some(path) = &self.plot {
            output::write(path, curve::plot(&[run.value.clone(), run.policy.clone()]).as_bytes())?;
        }
        let rest = if stop.is_stopped() { "; interrupted, run it again to resume" } else { "" };
        output::print(&format!("{speed:.1} million positions a minute{rest}\n"))
    }

    /// Reads all games. `add` adds a game and says how many positions there are.
    fn read<D>(
        &self,
        new: impl Fn(Rule) -> D,
        add: impl Fn(&mut D, &Record) -> usize,
    ) -> anyhow::Result<(Rule, D)> {
        let mut dataset: Option<(Rule, D)> = None;
        let mut shown = Shown::endless("games");
        let mut count = 0;
        for path in &self.games {
            for record in game_files::read(path)? {
                let record = record?;
                let (rule, dataset) =
                    dataset.get_or_insert_with(|| (record.rule, new(record.rule)));
                if *rule != record.rule {
                    bail!("{}: a game of {} after games of {rule}", path.display(), record.rule);
                }
                let positions = add(dataset, &record);
                count += 1;
                shown.update(count, format!("{positions} positions"));
            }
        }
        shown.finish();
        dataset.context("there are no games")
    }

    fn config(&self) -> TrainConfig {
        let threads = self.threads.unwrap_or_else(machine::cores);
        let usual = TrainConfig::default();
        let fit = |config: FitConfig| FitConfig {
            epochs: self.epochs.unwrap_or(EPOCHS),
            threads,
            seed: self.seed,
            ..config
        };
        TrainConfig {
            value: fit(FitConfig { l2_to_prior: self.l2_to_prior, ..usual.value }),
            policy: fit(usual.policy),
        }
    }
}

fn print(head: Head, epoch: Epoch) -> anyhow::Result<()> {
    let head = match head {
        Head::Value => "value",
        Head::Policy => "policy",
    };
    let Epoch { number, train_loss, validation_loss } = epoch;
    output::print(&format!(
        "{head:6} epoch {number:2}  train loss {train_loss:.5}  validation loss {validation_loss:.5}\n"
    ))
}
