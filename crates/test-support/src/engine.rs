//! Engines and limits.

use tengen_engine::{Engine, EngineOptions, Limits, Params};

/// An engine with a small table of its own.
pub fn engine(params: Params) -> Engine {
    Engine::new(EngineOptions { memory: 4 << 20, params, ..EngineOptions::default() })
}

/// A search of this many nodes.
pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A search of this depth.
pub fn depth(plies: u32) -> Limits {
    Limits { depth: Some(plies), ..Limits::default() }
}
