//! Our engine as a player, in this process.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tengen_core::{Game, Point};
use tengen_engine::{
    Algorithm, Chooser, Clock, Engine, EngineOptions, KillLevel, Level, Limits, Params, Stop,
    Verdict, Weights,
};

use crate::{Failure, Player, TimeControl, Turn};

/// How our engine plays, beside its time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSettings {
    /// Nodes of each search, if limited.
    pub nodes: Option<u64>,
    /// Depth of each search in plies, if limited.
    pub depth: Option<u32>,
    /// Threads that search; none means one.
    pub threads: Option<usize>,
    /// Bytes for the table, if not the engine's default.
    pub memory: Option<usize>,
    /// The numbers of the search.
    pub params: Params,
    /// The numbers of the evaluation, if not those of the engine.
    pub weights: Option<Arc<Weights>>,
    /// The level of the kill search or none of it, if not as the engine has it.
    pub kill: Option<Option<KillLevel>>,
    /// Whether the kill search has one of the threads for itself.
    pub kill_thread: bool,
    /// The main search.
    pub algorithm: Algorithm,
    /// Whether it plays moves of the opening library.
    pub book: bool,
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
            kill: self.kill.unwrap_or(default.kill),
            kill_thread: self.kill_thread,
            algorithm: self.algorithm,
            ..default
        }
    }
}

/// Our engine. Each player has one of its own: players share nothing.
pub struct EnginePlayer {
    settings: EngineSettings,
    engine: Engine,
    chooser: Option<Chooser>,
    /// Chance of this game.
    lot: u64,
    verdict: Option<Verdict>,
    nodes: Option<u64>,
}

impl EnginePlayer {
    /// A player with these settings.
    pub fn new(settings: EngineSettings) -> EnginePlayer {
        let engine = Engine::new(settings.options());
        EnginePlayer { settings, engine, chooser: None, lot: 0, verdict: None, nodes: None }
    }

    fn limits(&self, turn: &Turn) -> Limits {
        let clock = turn.left.map(|left| Clock { left, increment: turn.increment });
        Limits {
            time: turn.limit(),
            clock,
            nodes: self.settings.nodes,
            depth: self.settings.depth,
            book: self.settings.book.then_some(self.lot),
            ..Limits::default()
        }
    }

    /// A move with what the search says and the nodes it took.
    fn think(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> Option<Thought> {
        match &mut self.chooser {
            Some(chooser) => {
                let choice = chooser.choose(&mut self.engine, game, limits, stop, &mut |_| {})?;
                Some((choice.line[0], choice.verdict, choice.nodes))
            }
            None => {
                let report = self.engine.search(game, limits, stop, &mut |_| {});
                let verdict = report.lines.first().map(|line| line.verdict);
                Some((report.best()?, verdict, report.nodes))
            }
        }
    }
}

type Thought = (Point, Option<Verdict>, u64);

impl Player for EnginePlayer {
    /// Games are independent of each other, so that a game can be repeated.
    fn begin(&mut self, _: &Game, _: &TimeControl, lot: u64) -> Result<(), Failure> {
        self.engine.forget();
        self.lot = lot;
        self.chooser = self.settings.level.map(|level| Chooser::new(level, Some(lot)));
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let limits = self.limits(turn);
        (self.verdict, self.nodes) = (None, None);
        // A bug in the search costs this game, not the match.
        let thought = catch_unwind(AssertUnwindSafe(|| self.think(game, &limits, stop)));
        let Ok(thought) = thought else {
            self.engine = Engine::new(self.settings.options());
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
        let options = player.engine.options();
        assert_eq!((options.threads, options.memory), (2, 3 << 20));
        // A fixed depth is searched to its end, however long that takes.
        let limits = player.limits(&TimeControl::default().turn_with(None));
        assert_eq!((limits.depth, limits.nodes, limits.time), (Some(9), None, None));
        assert!(limits.clock.is_none());
        let usual = EnginePlayer::new(EngineSettings::default());
        assert_eq!(usual.engine.options().threads, 1);
    }
}
