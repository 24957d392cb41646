//! The engine of a session, made to fit what is asked for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_engine::{Engine, EngineOptions, SharedTables};

use crate::Request;

/// What every machine has.
const SMALL: usize = 16 << 20;

/// The engine in use, and the one before it.
#[derive(Debug, Default)]
pub(super) struct Engines {
    /// None before the first search, while it ponders, and after a failure.
    current: Option<Engine>,
    /// The one before, if it is small enough: players of a game, and hints, take turns.
    spare: Option<Engine>,
    /// The most bytes of a spare one.
    spare_memory: usize,
}

impl Engines {
    /// Keeps the engine before the current one if it uses no more than this.
    pub(super) fn keep_spare(&mut self, memory: usize) {
        self.spare_memory = memory;
    }

    /// The engine that suits a request: the one in use, the one before it, or a new one.
    pub(super) fn fit(&mut self, request: &Request, tables: &SharedTables) -> &mut Engine {
        let is_fit = |engine: &Engine| request.suits(engine.options());
        if !self.current.as_ref().is_some_and(is_fit) {
            let known = self.spare.take_if(|engine| is_fit(engine));
            let before = self.current.take();
            self.spare = before.filter(|engine| engine.options().memory <= self.spare_memory);
            // What is not kept has given its memory back by now.
            self.current = Some(known.unwrap_or_else(|| new_engine(&request.options, tables)));
        }
        self.current.as_mut().expect("it was just made")
    }

    /// The engine that suits a request, to be used elsewhere until it is [put back](Engines::put).
    pub(super) fn take(&mut self, request: &Request, tables: &SharedTables) -> Option<Engine> {
        self.fit(request, tables);
        self.current.take()
    }

    /// An engine comes back.
    pub(super) fn put(&mut self, engine: Engine) {
        self.current = Some(engine);
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.current.iter_mut().chain(&mut self.spare).for_each(Engine::forget);
    }

    /// Drops all of them: what failed is not used again.
    pub(super) fn clear(&mut self) {
        (self.current, self.spare) = (None, None);
    }
}

/// A new engine, with a small memory if the system has not as much as was asked for.
fn new_engine(options: &EngineOptions, tables: &SharedTables) -> Engine {
    let small = EngineOptions { memory: SMALL.min(options.memory), ..options.clone() };
    let whole = catch_unwind(AssertUnwindSafe(|| Engine::with_tables(options.clone(), tables)));
    whole.unwrap_or_else(|_| Engine::with_tables(small, tables))
}

#[cfg(test)]
mod tests {
    use tengen_core::{Game, Rule, Size};
    use tengen_engine::Algorithm;

    use super::*;
    use crate::Want;

    fn request(options: EngineOptions) -> Request {
        let game = Game::new(Size::default(), Rule::Freestyle);
        Request { options, ..Request::new(game, Want::Best) }
    }

    fn with(algorithm: Algorithm, memory: usize) -> Request {
        request(EngineOptions { algorithm, memory, ..EngineOptions::default() })
    }

    #[test]
    fn of_two_that_take_turns_each_keeps_its_engine() {
        let (mut engines, tables) = (Engines::default(), SharedTables::default());
        engines.keep_spare(4 << 20);
        let small = [Algorithm::AlphaBeta, Algorithm::Mcts].map(|one| with(one, 4 << 20));
        let algorithm = |engine: Option<&Engine>| engine.map(|engine| engine.options().algorithm);
        for request in small.iter().chain(&small) {
            let fit = engines.fit(request, &tables).options().algorithm;
            assert_eq!(fit, request.options.algorithm);
        }
        assert_eq!(algorithm(engines.spare.as_ref()), Some(Algorithm::AlphaBeta));
        // A large one is not kept, and nothing is where nothing was asked for.
        engines.fit(&with(Algorithm::AlphaBeta, 8 << 20), &tables);
        assert_eq!(algorithm(engines.spare.as_ref()), Some(Algorithm::Mcts));
        engines.fit(&small[0], &tables);
        assert_eq!(algorithm(engines.spare.as_ref()), None);
        let mut plain = Engines::default();
        small.iter().for_each(|request| _ = plain.fit(request, &tables));
        assert!(plain.spare.is_none());
    }

    #[test]
    fn memory_may_differ_within_what_is_allowed() {
        let (mut engines, tables) = (Engines::default(), SharedTables::default());
        let mut memory = |wanted: usize, most: Option<usize>| {
            let usual = with(Algorithm::AlphaBeta, wanted << 20);
            let request = Request { most_memory: most.map(|most| most << 20), ..usual };
            engines.fit(&request, &tables).options().memory >> 20
        };
        assert_eq!(memory(8, None), 8);
        assert_eq!(memory(4, Some(16)), 8, "it is larger, but allowed");
        assert_eq!(memory(32, Some(64)), 8, "a quarter does");
        assert_eq!(memory(40, Some(64)), 40, "less does not");
        assert_eq!(memory(8, Some(16)), 8, "more is not allowed");
        assert_eq!(memory(9, None), 9);
    }
}
