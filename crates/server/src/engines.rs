//! What answers requests: the engine, or a script with known answers for browser tests.

mod log;
mod scripted;

use tengen_player::{Ask, EngineOptions, Session, SharedData};

pub(crate) use log::EngineLog;
use log::Logged;
pub(crate) use scripted::Script;

/// The memory of a game's engine; an analysis brings its own options.
const GAME_MEMORY: usize = 32 << 20;

/// Creates sessions, all with the real engine or all with a script.
#[derive(Clone, Debug)]
pub(crate) enum Engines {
    Real(SharedData),
    Scripted(Script),
    /// Others, whose requests and answers are noted.
    Logged(Box<Engines>, EngineLog),
}

impl Engines {
    /// A new session. It keeps the engines of both players of a game.
    pub(crate) fn session(&self) -> Box<dyn Ask> {
        match self {
            Engines::Real(shared) => Box::new(Session::new(shared).with_spare(GAME_MEMORY)),
            Engines::Scripted(script) => Box::new(script.clone()),
            Engines::Logged(engines, log) => Box::new(Logged::new(engines.session(), log)),
        }
    }
}

/// The default options of a game's engine.
pub(crate) fn game_options() -> EngineOptions {
    EngineOptions { memory: GAME_MEMORY, ..EngineOptions::default() }
}
