//! The searches of a review: a scan of every position, a check of those that matter, and the grounds of the
//! hardest words once more.
//!
//! Two engines share the positions, the later half of the game and the earlier one, each from its last
//! position backwards, so that the transposition table carries late truths to earlier positions. Which
//! engine searches what does not depend on threads or the clock, so a review is the same every time.

use std::collections::BTreeSet;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use tengen_player::{
    Answer, Ask, AskError, EngineOptions, EntrySource, Limits, Remember, Request, SolverKind, Stop,
    Verdict, Want,
};

use crate::findings::{Findings, Found, Known, is_refuted};
use crate::{JudgedMove, Line, Plan, Reason, Review};

/// The engines of a review.
const ENGINES: usize = 2;
/// A drop of the winning chance that is looked at again.
const DROP: f64 = 0.03;
/// What a check finds may call for another one nearby; this many rounds are enough for any game.
const ROUNDS: usize = 3;

/// The two passes of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Every position with the same small budget.
    Scan,
    /// The positions that matter, with a larger one and the solver.
    Check,
}

/// How far a review has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Which pass is under way.
    pub pass: Pass,
    /// The position of the last search, from 0.
    pub ply: usize,
    /// Searches of this pass that are done.
    pub done: usize,
    /// Searches of this pass.
    pub total: usize,
    /// What is left of this pass, as far as one can tell.
    pub left: Duration,
}

/// What a search is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// The best move.
    Best,
    /// The best move with the larger budget, and a forced win by the solver.
    BestAgain,
    /// The same with the largest budget. Only a proof counts: estimates are compared at equal budgets.
    Confirm,
    /// The best move other than the one played, which is refuted.
    Other,
    /// The move played alone.
    Played { again: bool },
}

/// One search.
#[derive(Clone, Copy, Debug)]
struct Task {
    ply: usize,
    question: Question,
}

/// Reviews a line, from nothing.
///
/// `on_event` sees the findings after every search. A stop keeps what is found; the rest stays open.
///
/// # Errors
/// If a search breaks down.
pub fn review(
    line: &Line,
    plan: &Plan,
    session: &dyn Fn() -> Box<dyn Ask>,
    stop: &Stop,
    on_event: &mut dyn FnMut(&Findings, &Progress),
) -> Result<Findings, AskError> {
    Findings::new(line).complete(line, plan, session, stop, on_event)
}

impl Findings {
    /// Goes on with a review that was stopped; see [`review()`].
    ///
    /// # Errors
    /// If a search breaks down.
    pub fn complete(
        self,
        line: &Line,
        plan: &Plan,
        session: &dyn Fn() -> Box<dyn Ask>,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Findings, &Progress),
    ) -> Result<Findings, AskError> {
        let sessions = (0..ENGINES).map(|_| session()).collect();
        let work = Work { line, plan, stop, sessions, findings: self };
        work.run(on_event)
    }
}

/// A review under way.
struct Work<'a> {
    line: &'a Line,
    plan: &'a Plan,
    stop: &'a Stop,
    sessions: Vec<Box<dyn Ask>>,
    findings: Findings,
}

type OnEvent<'a> = dyn FnMut(&Findings, &Progress) + 'a;

impl Work<'_> {
    fn run(mut self, on_event: &mut OnEvent<'_>) -> Result<Findings, AskError> {
        self.search_all(Pass::Scan, self.open_positions(), on_event)?;
        self.search_all(Pass::Scan, self.open_moves(), on_event)?;
        for _ in 0..ROUNDS {
            let suspects = self.suspects();
            if suspects.is_empty() || self.stop.is_stopped() {
                break;
            }
            self.search_all(Pass::Check, self.again(&suspects), on_event)?;
            self.search_all(Pass::Check, self.moves_again(&suspects), on_event)?;
            if self.stop.is_stopped() {
                break;
            }
            suspects.iter().for_each(|&ply| self.findings.positions[ply].is_checked = true);
        }
        self.confirm(on_event)?;
        self.findings.is_complete = !self.stop.is_stopped();
        Ok(self.findings)
    }

    /// A losing move and a missed win are strong words: what they rest on is searched once more, with the
    /// largest budget. Whatever that overturns may put the blame on an earlier move, which is looked at then.
    fn confirm(&mut self, on_event: &mut OnEvent<'_>) -> Result<(), AskError> {
        let mut confirmed = BTreeSet::new();
        while !self.stop.is_stopped() {
            let mut open = self.unproven_grounds();
            open.retain(|&ply| confirmed.insert(ply));
            if open.is_empty() {
                break;
            }
            self.search_all(
                Pass::Check,
                self.tasks(open.into_iter(), Question::Confirm),
                on_event,
            )?;
        }
        Ok(())
    }

    /// The positions without a proof that losing moves and missed wins rest on: before a losing move its
    /// mover must not be lost, after a missed win he must not still win.
    fn unproven_grounds(&self) -> Vec<usize> {
        let review = Review::of(self.line, &self.findings, self.plan.side);
        let ground = |judged: &JudgedMove| match judged.judgement.reason {
            Some(Reason::Losing) => Some(judged.ply),
            Some(Reason::MissedWin) => Some(judged.ply + 1),
            _ => None,
        };
        let grounds = review.moves.iter().filter_map(ground);
        let is_proven = |ply: usize| review.positions[ply].is_some_and(Verdict::is_proven);
        grounds
            .filter(|&ply| !is_proven(ply) && self.line.position(ply).outcome().is_none())
            .collect()
    }

    /// Every position that is not searched yet.
    fn open_positions(&self) -> Vec<Task> {
        let is_open = |&ply: &usize| {
            let is_over = self.line.position(ply).outcome().is_some();
            !is_over && self.findings.positions[ply].best.is_none()
        };
        self.tasks((0..self.findings.positions.len()).filter(is_open), Question::Best)
    }

    /// Every move that is to be judged and still without its own search.
    fn open_moves(&self) -> Vec<Task> {
        let known = self.findings.known(self.line);
        let is_open = |&ply: &usize| {
            self.findings.positions[ply].played.is_none() && self.needs_own_search(ply, &known[ply])
        };
        self.tasks((0..self.line.plies().len()).filter(is_open), Question::Played { again: false })
    }

    /// Whether a search of the move alone would tell something: not where the engine plays the same,
    /// something is proven of it, or the mover was lost before.
    fn needs_own_search(&self, ply: usize, known: &Known) -> bool {
        let made = &self.line.plies()[ply];
        let Some(best) = known.best.as_ref().filter(|_| self.plan.judges(made.side())) else {
            return false;
        };
        let is_choice = best.line.first() == made.point().as_ref();
        let is_settled = known.played.as_ref().is_some_and(|played| played.verdict.is_proven());
        let is_lost = matches!(best.verdict, Verdict::Loses { .. });
        made.point().is_some() && !is_choice && !is_settled && !is_lost
    }

    /// The positions worth a second look: around drops and changes of what is proven.
    fn suspects(&self) -> Vec<usize> {
        let known = self.findings.known(self.line);
        let mut suspects = BTreeSet::new();
        for ply in 0..self.line.plies().len() {
            if is_drop(&known[ply]) || self.is_turn(ply, &known) {
                suspects.extend(ply.saturating_sub(1)..=ply + 1);
            }
        }
        let is_open = |&ply: &usize| {
            let is_over = self.line.position(ply).outcome().is_some();
            !is_over && !self.findings.positions[ply].is_checked
        };
        suspects.into_iter().filter(is_open).collect()
    }

    /// Whether a move changes what is proven.
    fn is_turn(&self, ply: usize, known: &[Known]) -> bool {
        let winner = |ply: usize| {
            let to_move = self.line.position(ply).to_move();
            match known[ply].best.as_ref()?.verdict {
                Verdict::Wins { .. } => Some(to_move),
                Verdict::Loses { .. } => Some(!to_move),
                _ => None,
            }
        };
        winner(ply) != winner(ply + 1)
    }

    /// The suspects of which nothing is proven, again.
    fn again(&self, suspects: &[usize]) -> Vec<Task> {
        let known = self.findings.known(self.line);
        let is_proven =
            |ply: usize| known[ply].best.as_ref().is_some_and(|best| best.verdict.is_proven());
        let open = suspects.iter().copied().filter(|&ply| !is_proven(ply));
        self.tasks(open, Question::BestAgain)
    }

    /// Their moves again; where the engine's choice was the move and is refuted, another move.
    fn moves_again(&self, suspects: &[usize]) -> Vec<Task> {
        let known = self.findings.known(self.line);
        let refuted = |ply: usize| match (&self.findings.positions[ply].best, &known[ply].played) {
            (Some(best), Some(played)) => is_refuted(best, played),
            _ => false,
        };
        let is_move = |ply: &&usize| **ply < self.line.plies().len();
        let question = |&ply: &usize| {
            if refuted(ply) {
                Some(Task { ply, question: Question::Other })
            } else {
                let needed = self.needs_own_search(ply, &known[ply]);
                needed.then_some(Task { ply, question: Question::Played { again: true } })
            }
        };
        suspects.iter().rev().filter(is_move).filter_map(question).collect()
    }

    /// The same question about several positions, the last one first.
    fn tasks(
        &self,
        plies: impl DoubleEndedIterator<Item = usize>,
        question: Question,
    ) -> Vec<Task> {
        plies.rev().map(|ply| Task { ply, question }).collect()
    }

    /// Which engine searches a position: one has the later half of the game, the other the earlier one.
    fn engine(&self, ply: usize) -> usize {
        usize::from(ply <= self.line.plies().len() / 2)
    }

    /// Runs searches on the threads of the plan and notes what they find as it comes.
    fn search_all(
        &mut self,
        pass: Pass,
        tasks: Vec<Task>,
        on_event: &mut OnEvent<'_>,
    ) -> Result<(), AskError> {
        let begun = Instant::now();
        let (total, mut done) = (tasks.len(), 0);
        let mut queues: Vec<Vec<Task>> = vec![Vec::new(); ENGINES];
        tasks.into_iter().for_each(|task| queues[self.engine(task.ply)].push(task));
        let (line, plan, stop) = (self.line, self.plan, self.stop.part());
        let findings = &mut self.findings;
        let (sender, results) = channel();
        let threads = plan.threads.clamp(1, ENGINES);
        let mut work: Vec<_> = self.sessions.iter_mut().zip(&queues).collect();
        std::thread::scope(|scope| {
            for engines in work.chunks_mut(ENGINES.div_ceil(threads)) {
                let searcher = Searcher { line, plan, stop: &stop, sender: sender.clone() };
                scope.spawn(move || {
                    engines.iter_mut().all(|(session, tasks)| searcher.run(&mut ***session, tasks))
                });
            }
            drop(sender);
            for (task, found) in results {
                let found: Found = found.inspect_err(|_| stop.stop())?;
                findings.note(task, found);
                done += 1;
                let left = begun.elapsed().mul_f64((total - done) as f64 / done as f64);
                on_event(findings, &Progress { pass, ply: task.ply, done, total, left });
            }
            Ok(())
        })
    }
}

/// Whether a move gives something away.
fn is_drop(known: &Known) -> bool {
    match (&known.best, &known.played) {
        (Some(best), Some(played)) => best.verdict.win_rate() - played.verdict.win_rate() > DROP,
        // The choice was refuted, and nothing else was searched.
        _ => known.best.is_none(),
    }
}

impl Findings {
    fn note(&mut self, task: Task, found: Found) {
        let position = &mut self.positions[task.ply];
        match task.question {
            Question::Confirm if !found.verdict.is_proven() => {}
            Question::Best | Question::BestAgain | Question::Confirm | Question::Other => {
                position.best = Some(found);
            }
            Question::Played { .. } => position.played = Some(found),
        }
    }
}

/// What a thread needs to search.
struct Searcher<'a> {
    line: &'a Line,
    plan: &'a Plan,
    stop: &'a Stop,
    sender: Sender<(Task, Result<Found, AskError>)>,
}

impl Searcher<'_> {
    /// Runs searches one after the other. Whether there may be more: not after a stop or a failure.
    fn run(&self, session: &mut dyn Ask, tasks: &[Task]) -> bool {
        tasks.iter().all(|&task| {
            let found = self.search(session, task);
            // A search that was stopped has not had its budget.
            let is_whole = found.is_err() || !self.stop.is_stopped();
            is_whole && found.is_ok() & self.sender.send((task, found)).is_ok()
        })
    }

    fn search(&self, session: &mut dyn Ask, task: Task) -> Result<Found, AskError> {
        let played = || self.line.plies()[task.ply].point().into_iter().collect();
        let limits = Limits { nodes: Some(self.plan.nodes), ..Limits::default() };
        let more = Limits { nodes: Some(self.plan.check_nodes()), ..Limits::default() };
        match task.question {
            Question::Best => self.best(session, task.ply, limits),
            Question::BestAgain => self.best_or_win(session, task.ply, more),
            Question::Confirm => {
                let most = Limits { nodes: Some(self.plan.confirm_nodes()), ..Limits::default() };
                let plan = Plan { memory: self.plan.confirm_memory(), ..*self.plan };
                let thorough = Searcher { plan: &plan, sender: self.sender.clone(), ..*self };
                thorough.best_or_win(session, task.ply, most)
            }
            Question::Other => {
                self.ask(session, task.ply, Want::Hint, Limits { exclude: played(), ..more })
            }
            Question::Played { again } => {
                let limits = if again { more } else { limits };
                self.ask(session, task.ply, Want::Hint, Limits { only: played(), ..limits })
            }
        }
    }

    /// The best move, or a win that only the solver finds.
    fn best_or_win(
        &self,
        session: &mut dyn Ask,
        ply: usize,
        limits: Limits,
    ) -> Result<Found, AskError> {
        let best = self.best(session, ply, limits.clone())?;
        if best.verdict.is_proven() {
            return Ok(best);
        }
        let win = self.ask(session, ply, Want::Proof(SolverKind::default()), limits)?;
        Ok(if win.verdict.is_proven() { win } else { best })
    }

    /// The best move. Where the search sees no way out but left some moves out, the solver looks at them
    /// all: only then is a position proven lost.
    fn best(&self, session: &mut dyn Ask, ply: usize, limits: Limits) -> Result<Found, AskError> {
        let found = self.ask(session, ply, Want::Hint, limits.clone())?;
        let Verdict::LikelyLoss { plies } = found.verdict else { return Ok(found) };
        let request = self.request(ply, Want::Defences(SolverKind::default()), limits);
        let answer = session.ask(&request, self.stop, &mut |_| {})?;
        let is_lost = answer.defences.is_some_and(|moves: Vec<_>| moves.is_empty());
        Ok(if is_lost { Found { verdict: Verdict::Loses { plies }, ..found } } else { found })
    }

    fn ask(
        &self,
        session: &mut dyn Ask,
        ply: usize,
        want: Want,
        limits: Limits,
    ) -> Result<Found, AskError> {
        let request = self.request(ply, want, limits);
        let Answer { line, verdict, .. } = session.ask(&request, self.stop, &mut |_| {})?;
        Ok(Found { verdict: verdict.unwrap_or(Verdict::Unclear { centi: 0 }), line })
    }

    fn request(&self, ply: usize, want: Want, limits: Limits) -> Request {
        let options = EngineOptions { memory: self.plan.memory, ..EngineOptions::default() };
        let game = self.line.position(ply).clone();
        // Estimates are compared, so only the answer to the same question counts.
        let remember = Some(Remember::Same(EntrySource::Review));
        Request { limits, options, remember, ..Request::new(game, want) }
    }
}
