//! The engine of a session, rebuilt when the options of a request change.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::{Engine, EngineOptions, SharedTables};

/// Memory that every machine has.
const SMALL: usize = 16 << 20;

/// The engine in use, and the one before it.
#[derive(Debug, Default)]
pub(super) struct Engines {
    /// None before the first search, while pondering, and after a panic.
    current: Option<Engine>,
    /// The previous one, if it is small enough: the players of a game and hints alternate.
    spare: Option<Engine>,
    /// The largest memory of a spare engine, in bytes.
    spare_memory: usize,
}

impl Engines {
    /// Keeps the previous engine if it uses at most this many bytes.
    pub(super) fn keep_spare(&mut self, memory: usize) {
        self.spare_memory = memory;
    }

    /// The engine with these options: the current one, the previous one or a new one.
    pub(super) fn fit(&mut self, options: &EngineOptions, tables: &SharedTables) -> &mut Engine {
        let is_fit = |engine: &Engine| engine.options() == options;
        if !self.current.as_ref().is_some_and(is_fit) {
            let known = self.spare.take_if(|engine| is_fit(engine));
            let before = self.current.take();
            self.spare = before.filter(|engine| engine.options().memory <= self.spare_memory);
            // An engine that is not kept has freed its memory by now.
            self.current = Some(known.unwrap_or_else(|| new_engine(options, tables)));
        }
        self.current.as_mut().expect("it was just made")
    }

    /// Takes the engine with these options out, until it is [put back](Engines::put).
    pub(super) fn take(
        &mut self,
        options: &EngineOptions,
        tables: &SharedTables,
    ) -> Option<Engine> {
        self.fit(options, tables);
        self.current.take()
    }

    /// Puts an engine back.
    pub(super) fn put(&mut self, engine: Engine) {
        self.current = Some(engine);
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.current.iter_mut().chain(&mut self.spare).for_each(Engine::forget);
    }

    /// Drops all engines: one that panicked is not used again.
    pub(super) fn clear(&mut self) {
        (self.current, self.spare) = (None, None);
    }
}

/// A new engine, with little memory if the system does not have as much as the options ask for.
fn new_engine(options: &EngineOptions, tables: &SharedTables) -> Engine {
    let small = EngineOptions { memory: SMALL.min(options.memory), ..options.clone() };
    let whole = catch_unwind(AssertUnwindSafe(|| Engine::with_tables(options.clone(), tables)));
    whole.unwrap_or_else(|_| Engine::with_tables(small, tables))
}

#[cfg(test)]
mod tests {
    use tengen_engine::Algorithm;

    use super::*;

    fn options(algorithm: Algorithm, memory: usize) -> EngineOptions {
        EngineOptions { algorithm, memory, ..EngineOptions::default() }
    }

    #[test]
    fn of_two_that_take_turns_each_keeps_its_engine() {
        let (mut engines, tables) = (Engines::default(), SharedTables::default());
        engines.keep_spare(4 << 20);
        let small = [Algorithm::AlphaBeta, Algorithm::Mcts].map(|one| options(one, 4 << 20));
        let algorithm = |engine: Option<&Engine>| engine.map(|engine| engine.options().algorithm);
        for wanted in small.iter().chain(&small) {
            assert_eq!(engines.fit(wanted, &tables).options(), wanted);
        }
        assert_eq!(algorithm(engines.spare.as_ref()), Some(Algorithm::AlphaBeta));
        // A large engine is not kept, and without a limit none is.
        engines.fit(&options(Algorithm::AlphaBeta, 8 << 20), &tables);
        assert_eq!(algorithm(engines.spare.as_ref()), Some(Algorithm::Mcts));
        engines.fit(&small[0], &tables);
        assert_eq!(algorithm(engines.spare.as_ref()), None);
        let mut plain = Engines::default();
        small.iter().for_each(|wanted| _ = plain.fit(wanted, &tables));
        assert!(plain.spare.is_none());
    }
}
