//! An analysis: the main search for the lines, and beside it the search for wins by force.
//!
//! Both take turns on the same threads, in spells that grow: the main search finds in its table
//! what it knew, so beginning again costs little, and a forced win is told as soon as it is found
//! however many lines are asked for.

use std::time::{Duration, Instant};

use tengen_core::Point;
use tengen_engine::{
    Algorithm, Engine, Event, Limits, Pv, Report, Solver, SolverLimits, SolverVerdict, Stop,
    Verdict,
};

use super::{Ending, Kill, Task, Thought};

/// How long the first spell of the main search is; every other one is twice the one before.
const FIRST_SPELL: Duration = Duration::from_millis(150);
/// The kill search gets the main search's time divided by this, but a good while at first.
const KILL_SHARE: u32 = 4;
const FIRST_KILL: Duration = Duration::from_millis(250);
/// Checking a proof takes far less than finding it; this is only an end to all things.
const CHECK_BUDGET: u64 = 50_000_000;

pub(super) struct Analysis<'a> {
    engine: &'a mut Engine,
    kills: &'a mut Solver,
    task: &'a Task,
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(Thought),
    begun: Instant,
    /// Nodes of the spells before.
    nodes: u64,
    known: Thought,
}

impl<'a> Analysis<'a> {
    pub(super) fn new(
        engine: &'a mut Engine,
        kills: &'a mut Solver,
        task: &'a Task,
        stop: &'a Stop,
        tell: &'a mut dyn FnMut(Thought),
    ) -> Analysis<'a> {
        let kill = task.kill.map(|_| Kill::Searching);
        let known = Thought { report: Report::default(), kill };
        Analysis { engine, kills, task, stop, tell, begun: Instant::now(), nodes: 0, known }
    }

    pub(super) fn run(mut self) -> Ending {
        let mut spell = FIRST_SPELL;
        let mut kill_spell = FIRST_KILL;
        let ending = loop {
            let is_done = self.think(spell);
            if let Some(ending) = self.ending(is_done) {
                break ending;
            }
            self.look_for_win(kill_spell);
            if let Some(ending) = self.ending(false) {
                break ending;
            }
            spell *= 2;
            kill_spell = spell / KILL_SHARE;
        };
        if self.known.kill == Some(Kill::Searching) {
            // What was not asked yet is worth a short look, if nobody waits.
            if ending != Ending::Stopped {
                self.look_for_win(FIRST_KILL);
            }
            if self.known.kill == Some(Kill::Searching) {
                self.known.kill = Some(Kill::Unknown);
            }
        }
        self.publish();
        ending
    }

    /// Whether it is over, and how.
    fn ending(&self, is_done: bool) -> Option<Ending> {
        let report = &self.known.report;
        let is_proven = |line: &Pv| line.verdict.is_proven();
        if self.stop.is_stopped() {
            Some(Ending::Stopped)
        } else if !report.pvs.is_empty()
            && report.pvs.iter().all(is_proven)
            && (report.pvs.len() >= self.task.lines || is_done)
        {
            Some(Ending::Solved)
        } else if self.time_left().is_zero() || self.nodes_left() == 0 || is_done {
            Some(Ending::Limit)
        } else {
            None
        }
    }

    fn time_left(&self) -> Duration {
        let time = self.task.time.unwrap_or(Duration::MAX);
        time.saturating_sub(self.begun.elapsed())
    }

    fn nodes_left(&self) -> u64 {
        self.task.nodes.unwrap_or(u64::MAX).saturating_sub(self.nodes)
    }

    /// A spell of the main search; whether it has nothing left to look for.
    fn think(&mut self, spell: Duration) -> bool {
        let spell = spell.min(self.time_left());
        let limits = Limits {
            time: Some(spell),
            nodes: Some(self.nodes_left()),
            depth: self.task.depth,
            multipv: self.task.lines,
            exclude: self.task.exclude.clone(),
            only: self.task.only.clone(),
            ..Limits::default()
        };
        let Analysis { engine, task, stop, tell, begun, nodes, known, .. } = self;
        let before = *nodes;
        let report = engine.search(&task.game, &limits, stop, &mut |event| {
            let Event::Progress(report) = event else { return };
            *nodes = before + report.nodes;
            if is_news(known, report, task) {
                take(known, report, task, *nodes, begun.elapsed());
                tell(known.clone());
            }
        });
        self.nodes = before + report.nodes;
        // Every spell is longer than the one before; a tree knows more at its end.
        let is_whole = task.algorithm == Algorithm::Mcts && !stop.is_stopped();
        if is_whole && !report.pvs.is_empty() || is_news(known, &report, task) {
            take(known, &report, task, self.nodes, begun.elapsed());
        }
        self.publish();
        report.elapsed < spell && !self.stop.is_stopped()
    }

    /// A spell of the search for wins by force.
    fn look_for_win(&mut self, spell: Duration) {
        let Some(level) = self.task.kill.filter(|_| self.known.kill == Some(Kill::Searching))
        else {
            return;
        };
        let time = Some(spell.min(self.time_left().max(Duration::from_millis(1))));
        let limits = SolverLimits { level, time, ..SolverLimits::default() };
        let tables = self.engine.tables(self.task.game.rule());
        let kill = self.kills.solve(&self.task.game, tables, &limits, self.stop);
        self.nodes += kill.nodes;
        let proof = kill.proof.filter(|proof| tengen_proof::check(proof, CHECK_BUDGET).is_ok());
        let found = match (kill.verdict, proof) {
            (SolverVerdict::Win { plies }, Some(proof)) => {
                Kill::Win { plies, line: proof.main_line() }
            }
            (SolverVerdict::None, _) => Kill::None,
            _ => return,
        };
        self.known.kill = Some(found);
        let kill = self.known.kill.clone();
        add_win(&mut self.known.report.pvs, kill.as_ref(), self.task);
        self.publish();
    }

    fn publish(&mut self) {
        self.known.report.elapsed = self.begun.elapsed();
        self.known.report.nodes = self.nodes;
        (self.tell)(self.known.clone());
    }
}

/// Whether a report knows more. A spell begins with shallow depths that were known better before;
/// a tree goes on with all it knew, unless moves are left out, and its depth says little.
fn is_news(known: &Thought, report: &Report, task: &Task) -> bool {
    let is_all = task.exclude.is_empty() && task.only.is_empty();
    let goes_on = task.algorithm == Algorithm::Mcts && is_all;
    let is_deeper = goes_on || report.depth >= known.report.depth;
    is_deeper && !report.pvs.is_empty() || proven(report) > proven(&known.report)
}

/// Takes over what a report knows.
fn take(known: &mut Thought, report: &Report, task: &Task, nodes: u64, elapsed: Duration) {
    let depth = report.depth.max(known.report.depth);
    let seldepth = report.seldepth.max(known.report.seldepth);
    known.report = Report { nodes, elapsed, depth, seldepth, ..report.clone() };
    add_win(&mut known.report.pvs, known.kill.as_ref(), task);
}

fn proven(report: &Report) -> usize {
    report.pvs.iter().filter(|line| line.verdict.is_proven()).count()
}

/// Puts a win by force before the other lines, unless its move is not to be looked at or the main
/// search knows a shorter one.
fn add_win(lines: &mut Vec<Pv>, kill: Option<&Kill>, task: &Task) {
    let Some(Kill::Win { plies, line }) = kill else { return };
    let Some(&first) = line.first() else { return };
    let is_wanted = |point: &Point| {
        !task.exclude.contains(point) && (task.only.is_empty() || task.only.contains(point))
    };
    let is_shorter = |line: &Pv| matches!(line.verdict, Verdict::Wins { plies: n } if n <= *plies);
    if !is_wanted(&first) {
        return;
    }
    let same = lines.iter_mut().find(|line| line.moves.first() == Some(&first));
    if let Some(same) = same.filter(|line| is_shorter(line)) {
        // The main search often knows no more than the first move of a win.
        if same.verdict == (Verdict::Wins { plies: *plies }) && same.moves.len() < line.len() {
            same.moves.clone_from(line);
        }
        return;
    }
    lines.retain(|line| line.moves.first() != Some(&first));
    let shorter = lines.iter().take_while(|line| is_shorter(line)).count();
    let verdict = Verdict::Wins { plies: *plies };
    lines.insert(shorter, Pv { moves: line.clone(), verdict, nodes: 0 });
    lines.truncate(task.lines.max(1));
}
