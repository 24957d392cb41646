//! One analysis.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_player::{Ask, Ending, Event, ForcedWin, Pv, Report, Request, Stop};
use tokio::sync::watch;

use crate::clients::ClientId;
use crate::facts::names;
use crate::wire::{
    AnalyseState, AnalyseUpdate, AnalysisLine, EngineNote, ForcedWinReport, ForcedWinState,
    NoteCode, Score,
};

/// An analysis of a position for a client.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) client: ClientId,
    pub(super) generation: u32,
    pub(super) stop: Stop,
    request: Request,
    phase: Mutex<Phase>,
}

#[derive(Debug)]
enum Phase {
    Waiting(watch::Sender<AnalyseUpdate>),
    Running(watch::Sender<AnalyseUpdate>),
    /// It counts as hanging until its search returns.
    GivenUp(Arc<AtomicUsize>),
    Done,
}

/// Lines with moves, the best first. While a depth is under way its first lines have new scores and the
/// others old ones.
fn best_first(pvs: &[Pv]) -> Vec<&Pv> {
    let mut pvs: Vec<_> = pvs.iter().filter(|line| !line.moves.is_empty()).collect();
    pvs.sort_by_key(|line| Reverse(line.verdict.number()));
    pvs
}

/// How many moves of a PV are sent; fewer if there are many PVs, to keep messages small.
fn sent_moves(lines: usize) -> usize {
    if lines > 8 { 12 } else { 24 }
}

impl Job {
    pub(super) fn new(
        client: ClientId,
        generation: u32,
        request: Request,
        updates: watch::Sender<AnalyseUpdate>,
    ) -> Job {
        let phase = Mutex::new(Phase::Waiting(updates));
        Job { client, generation, stop: Stop::new(), request, phase }
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

    /// Runs the analysis and sends its updates.
    pub(super) fn run(&self, session: &mut dyn Ask) {
        // Replaced before it began: nobody wants to know.
        if self.stop.is_stopped() {
            self.end(AnalyseState::Stopped, None);
            return;
        }
        let mut on_event = |event: &Event<'_>| match event {
            Event::Progress(report) => self.update(|update| self.fill(update, report)),
            Event::ForcedWin(found) => {
                self.update(|update| update.forced_win = Some(self.forced_win(found)));
            }
            Event::Looking(_) => {}
        };
        match session.ask(&self.request, &self.stop, &mut on_event) {
            Ok(answer) => {
                let state = match answer.ending {
                    Some(Ending::Stopped) => AnalyseState::Stopped,
                    Some(Ending::Solved) => AnalyseState::Solved,
                    Some(Ending::Limit) | None => AnalyseState::Limit,
                };
                self.end(state, None);
            }
            Err(error) => self.fail(&error.to_string()),
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

    fn fill(&self, update: &mut AnalyseUpdate, report: &Report) {
        let side = self.request.game.to_move();
        let told = sent_moves(report.pvs.len());
        update.depth = report.depth;
        update.seldepth = report.seldepth;
        update.nodes = report.nodes;
        update.nps = report.nps();
        update.ms = u32::try_from(report.elapsed.as_millis()).unwrap_or(u32::MAX);
        update.fill = report.table_fill;
        update.lines = best_first(&report.pvs)
            .into_iter()
            .map(|line| AnalysisLine {
                point: line.moves[0].into(),
                score: Score::of(line.verdict, side),
                pv: names(&line.moves[..line.moves.len().min(told)]),
            })
            .collect();
    }

    fn forced_win(&self, found: &ForcedWin) -> ForcedWinReport {
        let side = self.request.game.to_move().into();
        let report = |state| ForcedWinReport { side, state, plies: None, line: None };
        match found {
            ForcedWin::Searching => report(ForcedWinState::Searching),
            ForcedWin::None => report(ForcedWinState::None),
            ForcedWin::Unknown => report(ForcedWinState::Unknown),
            ForcedWin::Win { plies, line } => ForcedWinReport {
                plies: Some(*plies),
                line: Some(names(&line[..line.len().min(60)])),
                ..report(ForcedWinState::Win)
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_player::Verdict;

    use super::*;

    #[test]
    fn the_best_line_comes_first_whatever_was_searched_first() {
        let line =
            |point: &str, verdict| Pv { moves: vec![point.parse().unwrap()], verdict, nodes: 1 };
        let found = [
            line("g10", Verdict::Unclear { centi: 20 }),
            line("f10", Verdict::Unclear { centi: 90 }),
            Pv { moves: Vec::new(), ..line("a1", Verdict::Unclear { centi: 500 }) },
            line("e5", Verdict::Loses { plies: 8 }),
            line("k10", Verdict::Wins { plies: 9 }),
        ];
        let order: Vec<String> =
            best_first(&found).iter().map(|line| line.moves[0].to_string()).collect();
        assert_eq!(order, ["k10", "f10", "g10", "e5"]);
    }
}
