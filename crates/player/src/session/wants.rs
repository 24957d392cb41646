//! How a session answers each [`Want`](crate::Want).

use tengen_core::opening::Opening;
use tengen_core::{Game, Point};
use tengen_engine::{Limits, Position, Pv, Report, Solver, SolverLimits, Stop, Verdict};

use super::analysis::Analysis;
use super::certified::certified;
use super::find::{Found, Known, after};
use super::proofs::fitting_solver;
use super::{Call, Session};
use crate::level::{Plan, any_move, choose};
use crate::opener::{Balance, Opener};
use crate::{Answer, Ask, AskError, Level, Request, Source};

/// The nodes of a hint without limits: a short wait.
const HINT_NODES: u64 = 150_000;

impl Session {
    pub(super) fn best(&mut self, request: &Request, call: &mut Call<'_>) -> Answer {
        let known = self.known(request);
        let found = self.find(request, &request.limits, known, call);
        playable(&request.game, found)
    }

    pub(super) fn level(&mut self, request: &Request, level: Level, call: &mut Call<'_>) -> Answer {
        let game = &request.game;
        let position = Position::of(game, self.tables(request));
        if level == Level::BEST && self.is_certified(request, &request.limits) {
            return self.best(request, call);
        }
        match level.plan(game, &position, &request.limits, &mut self.rng) {
            Plan::Play(point, source) => {
                self.stop_pondering();
                Answer::unsearched(Some(point), source)
            }
            Plan::Search { limits, slack } => {
                // The ratings of the other levels were measured without a book.
                let is_best = level == Level::BEST;
                let known = if is_best { self.known(request) } else { Known::default() };
                let Found { report, source, pondered } = self.find(request, &limits, known, call);
                let Some((line, verdict)) = choose(slack, &report, game, &mut self.rng) else {
                    return Answer::unsearched(any_move(game), Source::Any);
                };
                let source = if source == Source::Search { Source::Level } else { source };
                let answer = Answer::of(report, source);
                Answer { line, verdict: Some(verdict), pondered, ..answer }
            }
        }
    }

    pub(super) fn hint(&mut self, request: &Request, call: &mut Call<'_>) -> Answer {
        let Limits { time, clock, nodes, depth, .. } = request.limits;
        let is_limited = time.is_some() || clock.is_some() || nodes.is_some() || depth.is_some();
        let nodes = if is_limited { nodes } else { Some(HINT_NODES) };
        let limits = Limits { nodes, multipv: 1, ..request.limits.clone() };
        let found = self.find(request, &limits, Known::default(), call);
        let answer = playable(&request.game, found);
        let whole = answer.report.pvs.first().and_then(|pv| self.whole_win(request, pv, call));
        Answer { line: whole.unwrap_or(answer.line), ..answer }
    }

    /// All moves of a forced win, where the PV has only the first ones.
    fn whole_win(&self, request: &Request, pv: &Pv, call: &Call<'_>) -> Option<Vec<Point>> {
        let Verdict::Wins { plies } = pv.verdict else { return None };
        if pv.moves.len() as u32 >= plies {
            return None;
        }
        let limits = SolverLimits { nodes: Some(HINT_NODES / 10), ..SolverLimits::default() };
        let tables = self.tables(request);
        let solution = Solver::new(1 << 20).solve(&request.game, tables, &limits, call.stop);
        let moves = solution.proof?.main_line();
        (moves.first() == pv.moves.first()).then_some(moves)
    }

    pub(super) fn analyze(&mut self, request: &Request, call: &mut Call<'_>) -> Answer {
        self.end_pondering();
        let engine = self.engines.fit(&request.options, &self.shared.tables);
        let solver = fitting_solver(&mut self.solver, &request.options);
        let certified = certified(&self.shared.certificates, &request.game, &request.limits);
        let proven_win = &mut self.proven_win;
        Analysis::new(engine, solver, proven_win, certified, request, call).run()
    }

    pub(super) fn threat(&mut self, request: &Request, call: &mut Call<'_>) -> Answer {
        let mut passed = request.clone();
        match passed.game.pass() {
            Ok(()) => {
                let Found { report, source, .. } =
                    self.find(&passed, &request.limits, Known::default(), call);
                Answer::of(report, source)
            }
            Err(_) => Answer::default(),
        }
    }

    pub(super) fn open(
        &mut self,
        request: &Request,
        opening: &Opening,
        call: &mut Call<'_>,
    ) -> Result<Answer, AskError> {
        let decision = self
            .opener(request, call, |opener, limits, stop| opener.decide(opening, limits, stop))?;
        let report = Report { nodes: decision.nodes, ..Report::default() };
        let line = decision.reply.into_iter().collect();
        Ok(Answer { line, report, opening: Some(decision), ..Answer::default() })
    }

    pub(super) fn balance(
        &mut self,
        request: &Request,
        stones: usize,
        bias: i32,
        call: &mut Call<'_>,
    ) -> Answer {
        let (found, nodes) = self.opener(request, call, |opener, limits, stop| {
            opener.balance(&request.game, stones, bias, limits, stop)
        });
        if found.is_empty() {
            return Answer::default();
        }
        let pv = |Balance { stones, centi }| Pv {
            moves: stones,
            verdict: Verdict::unproven(centi),
            nodes: 0,
        };
        let pvs = found.into_iter().map(pv).collect();
        Answer::of(Report { pvs, nodes, ..Report::default() }, Source::Search)
    }

    /// Runs an opener with this session's engine.
    fn opener<T>(
        &mut self,
        request: &Request,
        call: &Call<'_>,
        work: impl FnOnce(&mut Opener<'_>, &Limits, &Stop) -> T,
    ) -> T {
        self.end_pondering();
        let seed = request.seed.unwrap_or_else(|| self.rng.u64(..));
        let engine = self.engines.fit(&request.options, &self.shared.tables);
        let limits = after(&request.limits, call.begun.elapsed());
        work(&mut Opener::new(engine, request.game.rule(), seed), &limits, call.stop)
    }

    /// What the request allows to be known without a search.
    fn known(&mut self, request: &Request) -> Known {
        let book = request.book.then(|| request.seed.unwrap_or_else(|| self.rng.u64(..)));
        Known { certificate: request.certificate, book }
    }
}

/// The best move found, or any legal move if there is none.
fn playable(game: &Game, found: Found) -> Answer {
    let Found { report, source, pondered } = found;
    let is_sound = report.best().is_some_and(|point| !game.is_forbidden(point));
    let answer = Answer { pondered, ..Answer::of(report, source) };
    match is_sound {
        true => answer,
        false => {
            let Answer { line, verdict, source, .. } =
                Answer::unsearched(any_move(game), Source::Any);
            Answer { line, verdict, source, ..answer }
        }
    }
}
