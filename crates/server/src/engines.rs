//! Who answers requests: the engine, or a script in its place when a browser test wants to know every
//! answer.

mod scripted;

use tengen_player::{Ask, EngineOptions, Session, SharedData};

pub(crate) use scripted::Script;

/// What an engine needs for a game; an analysis asks for its own.
const GAME_MEMORY: usize = 32 << 20;

/// Makes sessions of one kind.
#[derive(Clone, Debug)]
pub(crate) enum Engines {
    Real(SharedData),
    Scripted(Script),
}

impl Engines {
    /// A session that knows nothing yet. The engines of a game's players are kept side by side.
    pub(crate) fn session(&self) -> Box<dyn Ask> {
        match self {
            Engines::Real(shared) => Box::new(Session::new(shared).with_spare(GAME_MEMORY)),
            Engines::Scripted(script) => Box::new(script.clone()),
        }
    }
}

/// What the engine of a game may use where nothing else is said.
pub(crate) fn game_options() -> EngineOptions {
    EngineOptions { memory: GAME_MEMORY, ..EngineOptions::default() }
}
