//! An analysis: the main search for the PVs, and beside it the solver for a forced win.
//!
//! They take turns on the same threads, for longer and longer. The main search restarts from its
//! transposition table, so a restart costs little; a forced win is reported as soon as it is found,
//! however many PVs are wanted.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_core::Point;
use tengen_engine::{
    Algorithm, Engine, Limits, ProvenWin, Pv, Report, Solver, SolverLimits, SolverVerdict, Verdict,
};
use tengen_proof::Proof;

use super::Call;
use super::proofs::is_true;
use crate::{Answer, Ending, Event, ForcedWin, Request, Source};

/// How long the first turn of the main search lasts; each later one lasts twice as long.
const FIRST_TURN: Duration = Duration::from_millis(150);
/// The solver gets the main search's time divided by this, but more in its first turn.
const SOLVER_SHARE: u32 = 4;
const FIRST_SOLVER_TURN: Duration = Duration::from_millis(250);
/// An analysis under way.
pub(super) struct Analysis<'a, 'b> {
    engine: &'a mut Engine,
    solver: &'a mut Solver,
    proven_win: &'a mut ProvenWin,
    /// What a certificate says of the game.
    certified: Option<Report>,
    request: &'a Request,
    call: &'a mut Call<'b>,
    begun: Instant,
    /// Nodes of the earlier turns.
    nodes: u64,
    report: Report,
    /// None: the solver is off.
    forced_win: Option<ForcedWin>,
    /// The proof of the win that the solver found.
    proof: Option<Arc<Proof>>,
}

impl<'a, 'b> Analysis<'a, 'b> {
    pub(super) fn new(
        engine: &'a mut Engine,
        solver: &'a mut Solver,
        proven_win: &'a mut ProvenWin,
        certified: Option<Report>,
        request: &'a Request,
        call: &'a mut Call<'b>,
    ) -> Analysis<'a, 'b> {
        let forced_win = request.options.solver.map(|_| ForcedWin::Searching);
        let (begun, report) = (Instant::now(), Report::default());
        Analysis {
            engine,
            solver,
            proven_win,
            certified,
            request,
            call,
            begun,
            nodes: 0,
            report,
            forced_win,
            proof: None,
        }
    }

    pub(super) fn run(mut self) -> Answer {
        if let Some(certified) = self.certified.take() {
            if self.forced_win.is_some() {
                self.forced_win = forced_win(&certified).or(self.forced_win);
            }
            // Other PVs need a search.
            if self.request.limits.multipv <= 1 {
                return self.told_by_certificate(certified);
            }
        }
        self.tell_forced_win();
        let mut turn = FIRST_TURN;
        let mut solver_turn = FIRST_SOLVER_TURN;
        let ending = loop {
            let is_done = self.search(turn);
            if let Some(ending) = self.ending(is_done) {
                break ending;
            }
            self.solve(solver_turn);
            if let Some(ending) = self.ending(false) {
                break ending;
            }
            turn *= 2;
            solver_turn = turn / SOLVER_SHARE;
        };
        if self.forced_win == Some(ForcedWin::Searching) {
            // The solver has not had its turn yet: give it a short one, unless the user has stopped.
            if ending != Ending::Stopped {
                self.solve(FIRST_SOLVER_TURN);
            }
            if self.forced_win == Some(ForcedWin::Searching) {
                self.forced_win = Some(ForcedWin::Unknown);
                self.tell_forced_win();
            }
        }
        self.publish();
        self.keep_proof();
        let answer = Answer::of(self.report, Source::Search);
        Answer { forced_win: self.forced_win, ending: Some(ending), ..answer }
    }

    /// The answer that needs no search: the game is inside a certificate.
    fn told_by_certificate(mut self, certified: Report) -> Answer {
        self.report = certified;
        if self.forced_win == Some(ForcedWin::Searching) {
            self.forced_win = Some(ForcedWin::None);
        }
        self.tell_forced_win();
        self.publish();
        let answer = Answer::of(self.report, Source::Certificate);
        Answer { forced_win: self.forced_win, ending: Some(Ending::Solved), ..answer }
    }

    /// Whether it is over, and how.
    fn ending(&self, is_done: bool) -> Option<Ending> {
        let pvs = &self.report.pvs;
        let is_proven = |line: &Pv| line.verdict.is_proven();
        if self.call.stop.is_stopped() {
            Some(Ending::Stopped)
        } else if !pvs.is_empty()
            && pvs.iter().all(is_proven)
            && (pvs.len() >= self.request.limits.multipv || is_done)
        {
            Some(Ending::Solved)
        } else if self.time_left().is_zero() || self.nodes_left() == 0 || is_done {
            Some(Ending::Limit)
        } else {
            None
        }
    }

    fn time_left(&self) -> Duration {
        let time = self.request.limits.time.unwrap_or(Duration::MAX);
        time.saturating_sub(self.begun.elapsed())
    }

    fn nodes_left(&self) -> u64 {
        self.request.limits.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes)
    }

    /// One turn of the main search. Returns whether it has nothing left to search.
    fn search(&mut self, turn: Duration) -> bool {
        let turn = turn.min(self.time_left());
        let limits = Limits {
            time: Some(turn),
            nodes: Some(self.nodes_left()),
            ..self.request.limits.clone()
        };
        let game = &self.request.game;
        let report = match self.proven_win.next(game, &limits) {
            Some(report) => report,
            None => self.search_within(&limits),
        };
        // Each turn is longer than the last, so an MCTS tree knows more at its end.
        let is_tree = self.request.options.algorithm == Algorithm::Mcts;
        let is_whole = is_tree && !self.call.stop.is_stopped();
        if is_whole && !report.pvs.is_empty() || self.is_news(&report) {
            self.take(&report);
        }
        self.publish();
        report.elapsed < turn && !self.call.stop.is_stopped()
    }

    /// Runs the main search within these limits and reports its progress.
    fn search_within(&mut self, limits: &Limits) -> Report {
        let Analysis { engine, proven_win, request, call, begun, nodes, report: known, .. } = self;
        let (before, stop, forced_win) = (*nodes, call.stop, self.forced_win.as_ref());
        let report = engine.search(&request.game, limits, stop, &mut |event| {
            let tengen_engine::Event::Progress(report) = event else { return };
            *nodes = before + report.nodes;
            if is_news(known, report, request) {
                take(known, forced_win, report, request, *nodes, begun.elapsed());
                (call.on_event)(&Event::Progress(known));
            }
        });
        proven_win.note(&request.game, &report);
        *nodes = before + report.nodes;
        report
    }

    /// One turn of the solver.
    fn solve(&mut self, turn: Duration) {
        let is_open = self.forced_win == Some(ForcedWin::Searching);
        let Some(level) = self.request.options.solver.filter(|_| is_open) else { return };
        let time = Some(turn.min(self.time_left().max(Duration::from_millis(1))));
        let limits = SolverLimits { level, time, ..SolverLimits::default() };
        let game = &self.request.game;
        let tables = self.engine.tables(game.rule());
        let solution = self.solver.solve(game, tables, &limits, self.call.stop);
        self.nodes += solution.nodes;
        let proof = solution.proof.filter(|proof| is_true(proof));
        let found = match (solution.verdict, proof) {
            (SolverVerdict::Win { plies }, Some(proof)) => {
                let line = proof.main_line();
                self.proof = Some(proof);
                ForcedWin::Win { plies, line }
            }
            (SolverVerdict::None, _) => ForcedWin::None,
            _ => return,
        };
        self.forced_win = Some(found);
        add_win(&mut self.report.pvs, self.forced_win.as_ref(), &self.request.limits);
        self.tell_forced_win();
        self.publish();
    }

    /// The report keeps the solver's proof if its best move is the one that wins.
    fn keep_proof(&mut self) {
        let Some(proof) = self.proof.take().filter(|_| self.report.proof.is_none()) else { return };
        let wins = self.report.pvs.first().is_some_and(|pv| {
            matches!(pv.verdict, Verdict::Wins { .. })
                && pv.moves.first() == proof.main_line().first()
        });
        self.report.proof = wins.then_some(proof);
    }

    fn is_news(&self, report: &Report) -> bool {
        is_news(&self.report, report, self.request)
    }

    fn take(&mut self, report: &Report) {
        let (nodes, elapsed) = (self.nodes, self.begun.elapsed());
        let forced_win = self.forced_win.as_ref();
        take(&mut self.report, forced_win, report, self.request, nodes, elapsed);
    }

    fn publish(&mut self) {
        self.report.elapsed = self.begun.elapsed();
        self.report.nodes = self.nodes;
        (self.call.on_event)(&Event::Progress(&self.report));
    }

    fn tell_forced_win(&mut self) {
        if let Some(found) = &self.forced_win {
            (self.call.on_event)(&Event::ForcedWin(found));
        }
    }
}

/// The win that a report has, if it has one.
fn forced_win(report: &Report) -> Option<ForcedWin> {
    let pv = report.pvs.first()?;
    let Verdict::Wins { plies } = pv.verdict else { return None };
    Some(ForcedWin::Win { plies, line: pv.moves.clone() })
}

/// Whether a report adds something. A turn of alpha-beta begins with shallow depths, which are older
/// news. MCTS keeps its tree, unless moves are left out, and its depth says little.
fn is_news(known: &Report, report: &Report, request: &Request) -> bool {
    let Limits { exclude, only, .. } = &request.limits;
    let is_all = exclude.is_empty() && only.is_empty();
    let goes_on = request.options.algorithm == Algorithm::Mcts && is_all;
    let is_deeper = goes_on || report.depth >= known.depth;
    is_deeper && !report.pvs.is_empty() || proven(report) > proven(known)
}

/// Takes over what a report knows.
fn take(
    known: &mut Report,
    forced_win: Option<&ForcedWin>,
    report: &Report,
    request: &Request,
    nodes: u64,
    elapsed: Duration,
) {
    let depth = report.depth.max(known.depth);
    let seldepth = report.seldepth.max(known.seldepth);
    *known = Report { nodes, elapsed, depth, seldepth, ..report.clone() };
    add_win(&mut known.pvs, forced_win, &request.limits);
}

fn proven(report: &Report) -> usize {
    report.pvs.iter().filter(|line| line.verdict.is_proven()).count()
}

/// Puts a forced win before the other PVs, unless the limits exclude its move or the main search knows a
/// shorter win.
fn add_win(pvs: &mut Vec<Pv>, forced_win: Option<&ForcedWin>, limits: &Limits) {
    let Some(ForcedWin::Win { plies, line }) = forced_win else { return };
    let Some(&first) = line.first() else { return };
    let is_wanted = |point: &Point| {
        !limits.exclude.contains(point) && (limits.only.is_empty() || limits.only.contains(point))
    };
    let is_shorter = |pv: &Pv| matches!(pv.verdict, Verdict::Wins { plies: n } if n <= *plies);
    if !is_wanted(&first) {
        return;
    }
    let same = pvs.iter_mut().find(|pv| pv.moves.first() == Some(&first));
    if let Some(same) = same.filter(|pv| is_shorter(pv)) {
        // Of a win the main search often knows only the first move.
        if same.verdict == (Verdict::Wins { plies: *plies }) && same.moves.len() < line.len() {
            same.moves.clone_from(line);
        }
        return;
    }
    pvs.retain(|pv| pv.moves.first() != Some(&first));
    let shorter = pvs.iter().take_while(|pv| is_shorter(pv)).count();
    let verdict = Verdict::Wins { plies: *plies };
    pvs.insert(shorter, Pv { moves: line.clone(), verdict, nodes: 0 });
    pvs.truncate(limits.multipv.max(1));
}
