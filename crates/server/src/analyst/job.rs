//! One analysis.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_engine::Stop;
use tokio::sync::watch;

use crate::clients::ClientId;
use crate::facts::names;
use crate::mind::{Ending, Kill, Mind, Task, Thought, score};
use crate::thinkers::panic_text;
use crate::wire::{
    AnalyseState, AnalyseUpdate, AnalysisLine, EngineNote, KillReport, KillState, NoteCode,
};

/// A position that somebody wants to know about.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) client: ClientId,
    pub(super) generation: u32,
    pub(super) stop: Stop,
    task: Task,
    phase: Mutex<Phase>,
}

#[derive(Debug)]
enum Phase {
    Waiting(watch::Sender<AnalyseUpdate>),
    Running(watch::Sender<AnalyseUpdate>),
    /// Whoever hangs on it counts as hanging until it comes back.
    GivenUp(Arc<AtomicUsize>),
    Done,
}

/// Broken down: the mind that ran it is not to be used again.
pub(super) struct Broken;

/// Moves of a line that are told; few where there are many lines, so that messages stay small.
fn told_moves(lines: usize) -> usize {
    if lines > 8 { 12 } else { 24 }
}

impl Job {
    pub(super) fn new(
        client: ClientId,
        generation: u32,
        task: Task,
        updates: watch::Sender<AnalyseUpdate>,
    ) -> Job {
        let phase = Mutex::new(Phase::Waiting(updates));
        Job { client, generation, stop: Stop::new(), task, phase }
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this thread is the first to take the job.
    pub(super) fn claim(&self) -> bool {
        let mut phase = self.phase();
        match std::mem::replace(&mut *phase, Phase::Done) {
            Phase::Waiting(updates) => {
                *phase = Phase::Running(updates);
                true
            }
            other => {
                *phase = other;
                false
            }
        }
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(*self.phase(), Phase::Running(_))
    }

    pub(super) fn is_done(&self) -> bool {
        matches!(*self.phase(), Phase::Done | Phase::GivenUp(_))
    }

    /// Thinks, and tells what is known on the way and at the end.
    pub(super) fn run(&self, mind: &mut dyn Mind) -> Result<(), Broken> {
        // Replaced before it began: nobody wants to know.
        if self.stop.is_stopped() {
            self.end(AnalyseState::Stopped, None);
            return Ok(());
        }
        let mut tell = |thought: Thought| self.update(|update| self.fill(update, &thought));
        let run = || mind.analyse(&self.task, &self.stop, &mut tell);
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(ending) => {
                let state = match ending {
                    Ending::Stopped => AnalyseState::Stopped,
                    Ending::Limit => AnalyseState::Limit,
                    Ending::Solved => AnalyseState::Solved,
                };
                self.end(state, None);
                Ok(())
            }
            Err(panic) => {
                self.fail(&panic_text(panic.as_ref()));
                Err(Broken)
            }
        }
    }

    /// Ends it with what is known and the reason why there will be no more.
    pub(super) fn fail(&self, text: &str) {
        tracing::error!(text, "a search broke down");
        let text = format!("The engine stopped unexpectedly: {text}");
        self.end(AnalyseState::Failed, Some(EngineNote { code: NoteCode::Crashed, text }));
    }

    /// Ends it for the client though its thread has not come back.
    pub(super) fn give_up(&self, hanging: Arc<AtomicUsize>) {
        let text = "The search did not stop; the engine was restarted".to_owned();
        let note = EngineNote { code: NoteCode::Restarted, text };
        self.update(|update| {
            update.state = AnalyseState::Stopped;
            update.note = Some(note);
        });
        *self.phase() = Phase::GivenUp(hanging);
    }

    fn end(&self, state: AnalyseState, note: Option<EngineNote>) {
        self.update(|update| {
            update.state = state;
            update.note = note.or(update.note.take());
        });
        let before = std::mem::replace(&mut *self.phase(), Phase::Done);
        if let Phase::GivenUp(hanging) = before {
            hanging.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn update(&self, change: impl FnOnce(&mut AnalyseUpdate)) {
        if let Phase::Running(updates) | Phase::Waiting(updates) = &*self.phase() {
            updates.send_modify(change);
        }
    }

    fn fill(&self, update: &mut AnalyseUpdate, thought: &Thought) {
        let side = self.task.game.to_move();
        let report = &thought.report;
        let told = told_moves(report.pvs.len());
        update.depth = report.depth;
        update.selective_depth = report.seldepth;
        update.nodes = report.nodes;
        update.nps = report.nps();
        update.ms = u32::try_from(report.elapsed.as_millis()).unwrap_or(u32::MAX);
        update.fill = report.table_fill;
        update.lines = report
            .pvs
            .iter()
            .filter(|line| !line.moves.is_empty())
            .map(|line| AnalysisLine {
                point: line.moves[0].into(),
                score: score(line.verdict, side),
                pv: names(&line.moves[..line.moves.len().min(told)]),
            })
            .collect();
        update.kill = thought.kill.as_ref().map(|kill| {
            let report = |state| KillReport { side: side.into(), state, plies: None, line: None };
            match kill {
                Kill::Searching => report(KillState::Searching),
                Kill::None => report(KillState::None),
                Kill::Unknown => report(KillState::Unknown),
                Kill::Win { plies, line } => KillReport {
                    plies: Some(*plies),
                    line: Some(names(&line[..line.len().min(60)])),
                    ..report(KillState::Win)
                },
            }
        });
    }
}
