//! The memory of a search stays within its limit. A process of its own, so that nothing else grows.

#[allow(dead_code)]
mod common;

use common::game;
use tengen_core::Rule;
use tengen_engine::{Engine, EngineOptions, Limits, Stop};

const MB: usize = 1 << 20;

/// What does not grow with the search: the tables of a rule, the allocator, the test itself.
const BASE: usize = 6 * MB;

/// Bytes of this process that lie in memory; none where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
#[allow(clippy::print_stderr)]
fn a_search_stays_within_its_memory() {
    let Some(before) = resident() else {
        eprintln!("skipped: this system has no /proc/self/status");
        return;
    };
    let game = game(Rule::Renju, 15, "h8 i9 j10 i8 i7 g9");
    // The larger first: allocators keep what they got back for later, but only for less.
    for memory in [12 * MB, 8 * MB] {
        for threads in [1, 2, 4] {
            let mut engine =
                Engine::new(EngineOptions { memory, threads, ..EngineOptions::default() });
            // The table grows with use: so many nodes fill the larger part of it.
            let limits = Limits { nodes: Some(400_000), ..Limits::default() };
            let mut most = 0;
            engine.search(&game, &limits, &Stop::new(), &mut |_| {
                most = most.max(resident().unwrap_or(0));
            });
            let grown = most.max(resident().unwrap_or(0)).saturating_sub(before);
            let story = format!("{} KB at {} MB", grown >> 10, memory / MB);
            assert!(grown <= memory + BASE, "{threads} threads grew by {story}");
            // Else the limit was not put to the test.
            assert!(grown >= memory / 2, "{threads} threads grew only by {story}");
        }
    }
}
