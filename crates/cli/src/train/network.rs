//! `tengen train --network`: a network instead of weights.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use tengen_engine::{Network, NetworkChoice, Stop, Weights};
use tengen_train::{Epoch, NetworkConfig, NetworkData, NetworkLosses, NetworkTrainer};

use super::{Train, curve};
use crate::progress::Shown;
use crate::{machine, options, output};

/// How often the run is saved.
const SAVE_EVERY: Duration = Duration::from_secs(60);

impl Train {
    /// Trains a network, or goes on with it.
    pub(super) fn run_network(&self, data: &NetworkData, stop: &Stop) -> anyhow::Result<()> {
        let (train, validation) = data.positions();
        output::print(&format!(
            "{}: {train} training positions, {validation} for validation, {} bytes each\n",
            data.rule(),
            data.bytes_per_position(),
        ))?;
        let config = self.network_config();
        let start = self.start()?;
        let file = RunFile::of(self, data, &config, start.as_deref());
        let mut trainer =
            match file.read().and_then(|run| NetworkTrainer::resume(data, config, &run)) {
                Some(trainer) => {
                    output::print(&format!("resumed after step {}\n", trainer.step_count()))?;
                    trainer
                }
                None => {
                    let trainer = match &start {
                        Some(network) => NetworkTrainer::starting_from(data, config, network)?,
                        None => NetworkTrainer::new(data, config),
                    };
                    output::print(&latest(&trainer))?;
                    trainer
                }
            };
        let mut shown = Shown::of(trainer.steps() as u64, "steps");
        let (since, mut saved, mut seen) = (Instant::now(), None::<Instant>, 0);
        while !trainer.is_done() && !stop.is_stopped() {
            let epochs = trainer.curves()[0].len();
            seen += trainer.advance();
            let speed = seen as f64 / since.elapsed().as_secs_f64();
            if trainer.curves()[0].len() > epochs {
                shown.print(&latest(&trainer))?;
            }
            let NetworkLosses { value, policy } = trainer.losses();
            let text =
                format!("value {value:.4}, policy {policy:.4}, {speed:.0} positions a second");
            shown.update(trainer.step_count() as u64, text);
            if saved.is_none_or(|saved| saved.elapsed() > SAVE_EVERY) {
                saved = Some(Instant::now());
                file.write(&trainer.checkpoint())?;
            }
        }
        shown.finish();
        let seconds = since.elapsed().as_secs_f64();
        let network = trainer.network();
        output::write(&self.out, &network.to_bytes())?;
        if let Some(path) = &self.plot {
            output::write(path, curve::plot(trainer.curves()).as_bytes())?;
        }
        if !trainer.is_done() {
            file.write(&trainer.checkpoint())?;
            return output::print("interrupted, run it again to resume\n");
        }
        let float = trainer.validation_losses();
        let whole = trainer.whole_losses(&network);
        output::print(&format!(
            "validation losses: value {:.5}, policy {:.5}; in whole numbers: value {:.5}, policy {:.5}\n\
             {seen} positions in {seconds:.0} seconds, {:.0} a second; {network:?}\n",
            float.value,
            float.policy,
            whole.value,
            whole.policy,
            seen as f64 / seconds.max(1e-9),
        ))?;
        file.remove();
        Ok(())
    }

    /// The network to start from.
    fn start(&self) -> anyhow::Result<Option<Arc<Network>>> {
        let Some(path) = &self.from else { return Ok(None) };
        let named = path.to_str().context("--from: the name of the file is no text")?;
        match options::network(named)? {
            NetworkChoice::Given(network) => Ok(Some(network)),
            NetworkChoice::None => Ok(None),
        }
    }

    fn network_config(&self) -> NetworkConfig {
        let usual = NetworkConfig::default();
        NetworkConfig {
            epochs: self.epochs.unwrap_or(usual.epochs),
            learning_rate: self.learning_rate.unwrap_or(usual.learning_rate),
            threads: self.threads.unwrap_or_else(machine::cores),
            seed: self.seed,
            ..usual
        }
    }
}

/// The losses after the latest epoch.
fn latest(trainer: &NetworkTrainer<'_>) -> String {
    let mut text = String::new();
    for (name, curve) in ["value", "policy"].into_iter().zip(trainer.curves()) {
        if let Some(Epoch { number, train_loss, validation_loss }) = curve.last() {
            text += &format!(
                "{name:6} epoch {number:2}  train loss {train_loss:.5}  validation loss {validation_loss:.5}\n"
            );
        }
    }
    text
}

/// The file of a run that is not done, beside its network: a line about the run, then the run.
struct RunFile {
    path: PathBuf,
    conditions: Vec<u8>,
}

impl RunFile {
    fn of(
        train: &Train,
        data: &NetworkData,
        config: &NetworkConfig,
        start: Option<&Network>,
    ) -> RunFile {
        let NetworkConfig { learning_rate, policy_weight, epochs, batch_size, seed, threads: _ } =
            config;
        let mut path = train.out.as_os_str().to_owned();
        path.push(".part");
        let conditions = json!({
            "network": 1, "from": start.map(|network| format!("{:016x}", network.checksum())), "rule": data.rule().name(), "games": format!("{:016x}", data.digest()),
            "positions": data.positions(), "lambda": data.config().lambda,
            "weights": Weights::built_in(data.rule()).to_string(),
            "validation_every": data.config().validation_every,
            "learning_rate": learning_rate, "policy_weight": policy_weight, "epochs": epochs,
            "batch_size": batch_size, "seed": seed,
        });
        let mut conditions = conditions.to_string().into_bytes();
        conditions.push(b'\n');
        RunFile { path: path.into(), conditions }
    }

    /// The run; none if the file is of another run or there is none.
    fn read(&self) -> Option<Vec<u8>> {
        let bytes = std::fs::read(&self.path).ok()?;
        Some(bytes.strip_prefix(&self.conditions[..])?.to_vec())
    }

    fn write(&self, run: &[u8]) -> anyhow::Result<()> {
        output::write(&self.path, &[&self.conditions[..], run].concat())
    }

    fn remove(&self) {
        // A file that stays behind does no harm: another run does not take it.
        let _ = std::fs::remove_file(&self.path);
    }
}
