//! Our engine as a player, in this process.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tengen_core::{Game, Point};
use tengen_engine::{
    Algorithm, Clock, Engine, EngineOptions, Limits, Params, Report, SolverLevel, Stop, Verdict,
    Weights,
};
use tengen_player::{Books, Chooser, Level, Pondering};

use crate::{Failure, Player, Pondered, TimeControl, Turn};

/// How our engine plays, beside its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSettings {
    /// Nodes of each search, if limited.
    pub nodes: Option<u64>,
    /// Depth of each search in plies, if limited.
    pub depth: Option<u32>,
    /// Threads that search; none means one.
    pub threads: Option<usize>,
    /// Bytes for the transposition table, if not the engine's default.
    pub memory: Option<usize>,
    /// The search parameters.
    pub params: Params,
    /// The evaluation and policy weights, if not those of the engine.
    pub weights: Option<Arc<Weights>>,
    /// The level of the forced-win search or `None` for off, if not the engine's default.
    pub solver: Option<Option<SolverLevel>>,
    /// Whether that search has one of the threads for itself.
    pub solver_thread: bool,
    /// The main search: alpha-beta or MCTS.
    pub algorithm: Algorithm,
    /// Whether it plays moves of the opening book.
    pub book: bool,
    /// Whether it ponders on the opponent's time. Levels do not.
    pub ponder: bool,
    /// Plays like this level against people.
    pub level: Option<Level>,
}

impl EngineSettings {
    pub(crate) fn options(&self) -> EngineOptions {
        let default = EngineOptions::default();
        EngineOptions {
            memory: self.memory.unwrap_or(default.memory),
            threads: self.threads.unwrap_or(default.threads),
            params: self.params.clone(),
            weights: self.weights.clone(),
            solver: self.solver.unwrap_or(default.solver),
            solver_thread: self.solver_thread,
            algorithm: self.algorithm,
            ..default
        }
    }
}

/// Our engine. Each player has one of its own: players share nothing.
pub struct EnginePlayer {
    settings: EngineSettings,
    /// None while it ponders, and after a failure.
    engine: Option<Engine>,
    pondering: Option<Pondering>,
    chooser: Option<Chooser>,
    books: Books,
    /// RNG seed of this game.
    seed: u64,
    verdict: Option<Verdict>,
    nodes: Option<u64>,
    pondered: Option<Pondered>,
}

impl EnginePlayer {
    /// A player with these settings.
    pub fn new(settings: EngineSettings) -> EnginePlayer {
        let engine = Some(Engine::new(settings.options()));
        let (pondering, chooser, pondered) = (None, None, None);
        let (verdict, nodes) = (None, None);
        let books = Books::default();
        EnginePlayer {
            settings,
            engine,
            pondering,
            chooser,
            books,
            seed: 0,
            verdict,
            nodes,
            pondered,
        }
    }

    /// The engine, back from whatever it thinks about, or a new one.
    fn engine(&mut self) -> &mut Engine {
        self.end();
        self.engine.get_or_insert_with(|| Engine::new(self.settings.options()))
    }

    fn limits(&self, turn: &Turn) -> Limits {
        let clock = turn.left.map(|left| Clock { left, increment: turn.increment });
        Limits {
            time: turn.limit(),
            clock,
            nodes: self.settings.nodes,
            depth: self.settings.depth,
            ..Limits::default()
        }
    }

    /// A move with what the search says and the nodes it took.
    fn think(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Option<Thought> {
        if let Some(mut chooser) = self.chooser.take() {
            let choice = chooser.choose(self.engine(), game, limits, stop, &mut |_| {});
            self.chooser = Some(chooser);
            let choice = choice?;
            return Some((choice.line[0], choice.verdict, choice.nodes));
        }
        let known = self.book().and_then(|seed| self.books.look_up(game, seed));
        if let Some(known) = known {
            let verdict = known.pvs.first().map(|line| line.verdict);
            self.end();
            self.ponder(game, &known);
            return Some((known.best()?, verdict, 0));
        }
        let has_pondered = self.pondering.is_some();
        let expected = self.expected(game, limits, stop);
        let hit = expected.is_some();
        let report =
            expected.unwrap_or_else(|| self.engine().search(game, limits, stop, &mut |_| {}));
        self.pondered = has_pondered.then_some(Pondered { hit, depth: report.depth });
        let verdict = report.pvs.first().map(|line| line.verdict);
        let best = report.best()?;
        self.ponder(game, &report);
        Some((best, verdict, report.nodes))
    }

    /// What the search on the opponent's time says, if it was about this game.
    fn expected(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Option<Report> {
        let pondering = self.pondering.take_if(|pondering| pondering.game() == game)?;
        let (engine, report) = pondering.finish(limits, stop, &mut |_| {})?;
        self.engine = Some(engine);
        Some(report)
    }

    /// Uses the opponent's time for the reply that is expected.
    fn ponder(&mut self, game: &Game, report: &Report) {
        let Some((&[own, reply], _)) =
            report.pvs.first().and_then(|line| line.moves.split_first_chunk())
        else {
            return;
        };
        let mut after = game.clone();
        let goes_on = [own, reply].into_iter().all(|point| matches!(after.play(point), Ok(None)));
        if self.settings.ponder
            && goes_on
            && let Some(engine) = self.engine.take()
        {
            let EngineSettings { nodes, depth, .. } = self.settings;
            let wanted = Limits { nodes, depth, ..Limits::default() };
            self.pondering = Pondering::begin(engine, after, wanted);
        }
    }

    /// The seed with which the opening book chooses, if it is used.
    fn book(&self) -> Option<u64> {
        self.settings.book.then_some(self.seed)
    }
}

type Thought = (Point, Option<Verdict>, u64);

impl Player for EnginePlayer {
    /// Games are independent of each other, so that a game can be repeated.
    fn begin(&mut self, _: &Game, _: &TimeControl, seed: u64) -> Result<(), Failure> {
        self.engine().forget();
        self.seed = seed;
        self.chooser = self.settings.level.map(|level| Chooser::new(level, Some(seed)));
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let limits = self.limits(turn);
        (self.verdict, self.nodes, self.pondered) = (None, None, None);
        // A bug in the search costs this game, not the match.
        let thought = catch_unwind(AssertUnwindSafe(|| self.think(game, &limits, stop)));
        let Ok(thought) = thought else {
            (self.engine, self.pondering) = (None, None);
            return Err(Failure::Crash("the search panicked".to_owned()));
        };
        let (point, verdict, nodes) =
            thought.ok_or_else(|| Failure::Answer("the search gave no move".to_owned()))?;
        (self.verdict, self.nodes) = (verdict, Some(nodes));
        Ok(point)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    fn pondered(&self) -> Option<Pondered> {
        self.pondered
    }

    fn end(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.engine = pondering.end();
        }
    }
}

/// No thread outlives its player.
impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.end();
    }
}

impl fmt::Debug for EnginePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePlayer").field("settings", &self.settings).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_player_has_its_own_depth_threads_and_memory() {
        let settings = EngineSettings {
            depth: Some(9),
            threads: Some(2),
            memory: Some(3 << 20),
            ..EngineSettings::default()
        };
        let player = EnginePlayer::new(settings);
        let options = player.engine.as_ref().unwrap().options();
        assert_eq!((options.threads, options.memory), (2, 3 << 20));
        // A fixed depth is searched to its end, however long that takes.
        let limits = player.limits(&TimeControl::default().turn_with(None));
        assert_eq!((limits.depth, limits.nodes, limits.time), (Some(9), None, None));
        assert!(limits.clock.is_none());
        let usual = EnginePlayer::new(EngineSettings::default());
        assert_eq!(usual.engine.as_ref().unwrap().options().threads, 1);
    }
}
