//! The memory of a search stays within its limit. A process of its own, so that nothing else grows.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::Rule;
use tengen_engine::{Algorithm, Engine, EngineOptions, Limits, Stop};
use tengen_test_support::game::game;

const MB: usize = 1 << 20;

/// What does not grow with the search: the tables of a rule, the allocator, the test itself.
const BASE: usize = 6 * MB;

/// Bytes of this process that lie in memory; none where the system does not tell.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

/// One test at a time: they measure the whole process.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
#[allow(clippy::print_stderr)]
fn a_search_stays_within_its_memory() {
    let _alone = alone();
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
            // The table grows with use: these nodes fill most of it.
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

#[test]
#[allow(clippy::print_stderr)]
fn a_short_search_touches_little_of_a_large_table_and_a_new_game_no_more() {
    let _alone = alone();
    let Some(before) = resident() else {
        eprintln!("skipped: this system has no /proc/self/status");
        return;
    };
    let game = game(Rule::Freestyle, 15, "h8 g7 f6 g8 g9");
    for algorithm in Algorithm::ALL {
        let options = EngineOptions { memory: 1024 * MB, algorithm, ..EngineOptions::default() };
        let mut engine = Engine::new(options);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut searched = || {
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
            engine.forget();
            (report.best(), resident().unwrap_or(0).saturating_sub(before))
        };
        let (first, grown) = searched();
        assert!(grown <= 4 * MB + BASE, "{algorithm:?} touched {} KB", grown >> 10);
        let (again, grown_again) = searched();
        assert!(grown_again <= grown + MB, "{} KB, then {}", grown >> 10, grown_again >> 10);
        assert_eq!(first, again);
    }
}
