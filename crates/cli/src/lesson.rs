//! Lessons that survive a kill: what was learned so far lies beside the numbers until they are
//! done.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tengen_engine::{Stop, Weights};
use tengen_train::{Course, Lesson, Progress, Round, Subject, TrainPlan};

use crate::output;

/// Learns from a course for the numbers at `out`; what a killed or interrupted call of the same
/// lesson has done is not done again. Tells of every round.
pub(crate) fn learn(
    out: &Path,
    course: &Course,
    plan: &TrainPlan,
    start: &Weights,
    stop: &Stop,
    mut on_round: impl FnMut(Subject, Round) -> anyhow::Result<()>,
) -> anyhow::Result<Lesson> {
    let notes = Notes::of(out, conditions(course, plan, start));
    let mut trouble = Ok(());
    let lesson = course.learn(start, notes.read(), |subject, progress| {
        let told = progress.latest(subject).map_or(Ok(()), |round| on_round(subject, round));
        trouble = told.and_then(|()| notes.write(progress));
        trouble.is_ok() && !stop.is_stopped()
    });
    trouble?;
    if !stop.is_stopped() {
        notes.remove();
    }
    Ok(lesson)
}

/// What must be the same for a lesson to go on.
fn conditions(course: &Course, plan: &TrainPlan, start: &Weights) -> Value {
    let fit = |plan: &tengen_train::FitPlan| {
        json!([plan.rate, plan.pull, plan.rounds, plan.batch, plan.seed])
    };
    json!({
        "games": format!("{:016x}", course.digest()), "positions": course.positions(),
        "blend": plan.blend, "hold": plan.hold, "value": fit(&plan.value), "order": fit(&plan.order),
        "start": start.to_string(),
    })
}

/// The file of a lesson that is not done.
struct Notes {
    path: PathBuf,
    conditions: Value,
}

impl Notes {
    fn of(out: &Path, conditions: Value) -> Notes {
        let mut name = out.as_os_str().to_owned();
        name.push(".part");
        Notes { path: name.into(), conditions }
    }

    /// What was learned before; nothing if that was another lesson.
    fn read(&self) -> Progress {
        let read = || {
            let mut notes: Value = serde_json::from_slice(&std::fs::read(&self.path).ok()?).ok()?;
            let same = notes["conditions"] == self.conditions;
            let progress = notes.get_mut("progress").filter(|_| same)?.take();
            serde_json::from_value(progress).ok()
        };
        read().unwrap_or_default()
    }

    fn write(&self, progress: &Progress) -> anyhow::Result<()> {
        let notes = json!({"conditions": self.conditions, "progress": progress});
        output::write(&self.path, &serde_json::to_vec(&notes)?)
    }

    fn remove(&self) {
        // Left behind, it is only larger than nothing: another lesson does not take it.
        let _ = std::fs::remove_file(&self.path);
    }
}
