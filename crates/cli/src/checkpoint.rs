//! Training runs that survive a kill: a checkpoint lies beside the weights until the run is done.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_engine::{Stop, Weights};
use tengen_train::{Checkpoint, Dataset, Epoch, FitConfig, Head, Run, TrainConfig};

use crate::output;

/// Trains the weights that go to `out`. A run that was killed or interrupted resumes from its last
/// epoch. `on_epoch` is called after every epoch.
pub(crate) fn train(
    out: &Path,
    dataset: &Dataset,
    config: &TrainConfig,
    start: &Weights,
    stop: &Stop,
    mut on_epoch: impl FnMut(Head, Epoch) -> anyhow::Result<()>,
) -> anyhow::Result<Run> {
    let file = CheckpointFile::of(out, conditions(dataset, config, start));
    let mut saved = Ok(());
    let run = tengen_train::train(dataset, config, start, file.read(), |head, checkpoint| {
        let shown = checkpoint.latest(head).map_or(Ok(()), |epoch| on_epoch(head, epoch));
        saved = shown.and_then(|()| file.write(checkpoint));
        saved.is_ok() && !stop.is_stopped()
    });
    saved?;
    if !stop.is_stopped() {
        file.remove();
    }
    Ok(run)
}

/// What must be the same for a run to resume.
fn conditions(dataset: &Dataset, config: &TrainConfig, start: &Weights) -> Value {
    let fit = |config: &FitConfig| {
        let FitConfig { learning_rate, l2_to_prior, epochs, batch_size, seed, .. } = config;
        json!([learning_rate, l2_to_prior, epochs, batch_size, seed])
    };
    json!({
        "games": format!("{:016x}", dataset.digest()), "positions": dataset.positions(),
        "lambda": dataset.config().lambda, "threatened": dataset.config().threatened, "validation_every": dataset.config().validation_every,
        "value": fit(&config.value), "policy": fit(&config.policy), "start": start.to_string(),
    })
}

/// The file of a run that is not done.
struct CheckpointFile {
    path: PathBuf,
    conditions: Value,
}

impl CheckpointFile {
    fn of(out: &Path, conditions: Value) -> CheckpointFile {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        CheckpointFile { path: name.into(), conditions }
    }

    /// The checkpoint; an empty one if the file is of another run or there is none.
    fn read(&self) -> Checkpoint {
        let read = || {
            let mut file: Value = serde_json::from_slice(&std::fs::read(&self.path).ok()?).ok()?;
            let same = file["conditions"] == self.conditions;
            let checkpoint = file.get_mut("checkpoint").filter(|_| same)?.take();
            serde_json::from_value(checkpoint).ok()
        };
        read().unwrap_or_default()
    }

    fn write(&self, checkpoint: &Checkpoint) -> anyhow::Result<()> {
        let file = json!({"conditions": self.conditions, "checkpoint": checkpoint});
        output::write(&self.path, &serde_json::to_vec(&file)?)
    }

    fn remove(&self) {
        // A file that stays behind does no harm: another run does not take it.
        let _ = std::fs::remove_file(&self.path);
    }
}
