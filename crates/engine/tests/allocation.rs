//! What the system refuses: tables are smaller then, and a tree stops growing. Nothing ends the process.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tengen_core::{Game, Rule};
use tengen_engine::{
    Algorithm, Engine, EngineOptions, Limits, SharedTables, Solver, SolverLimits, Stop, WinSolver,
};
use tengen_test_support::game::game;

/// The system's memory, but for pieces that are larger than [`LARGEST`].
struct Scarce;

static LARGEST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// How often something was refused.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

fn is_refused(size: usize) -> bool {
    let is_refused = size > LARGEST.load(Ordering::Relaxed);
    REFUSED.fetch_add(usize::from(is_refused), Ordering::Relaxed);
    is_refused
}

// SAFETY: all memory is the system's; a refusal is a null pointer, as the trait has it.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what holds of the arguments here holds of them there.
        if is_refused(layout.size()) {
            std::ptr::null_mut()
        } else {
            unsafe { System.alloc(layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_refused(size) {
            return std::ptr::null_mut();
        }
        // SAFETY: the same.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the same.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static MEMORY: Scarce = Scarce;

/// One test at a time: what one refuses must not hit another.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn an_engine_that_asks_for_all_memory_gets_what_there_is() {
    let _alone = alone();
    let game = game(Rule::Freestyle, 15, "h8 g7 f6 g8 g9");
    for algorithm in Algorithm::ALL {
        for threads in [1, 3] {
            let memory = usize::MAX;
            let options = EngineOptions { memory, threads, algorithm, ..EngineOptions::default() };
            let limits = Limits { nodes: Some(500), ..Limits::default() };
            let report = Engine::new(options).search(&game, &limits, &Stop::new(), &mut |_| {});
            assert!(report.best().is_some(), "{algorithm:?}");
        }
    }
}

#[test]
fn a_solver_that_asks_for_all_memory_gets_what_there_is() {
    let _alone = alone();
    let game = game(Rule::Freestyle, 15, "h8 a1 i8 o1 j9 a15 j10 o15");
    let tables = SharedTables::default().tables(Rule::Freestyle);
    let (limits, stop) =
        (SolverLimits { nodes: Some(20_000), ..SolverLimits::default() }, Stop::new());
    assert!(Solver::new(usize::MAX).solve(&game, tables.clone(), &limits, &stop).proof.is_some());
    assert!(
        WinSolver::new(usize::MAX).solve(&game, tables.clone(), &limits, &stop).proof.is_some()
    );
}

#[test]
fn a_tree_that_gets_no_more_memory_is_searched_as_it_is() {
    let _alone = alone();
    let mut game = game(Rule::Freestyle, 15, "h8 g7 k11");
    for threads in [1, 2] {
        let algorithm = Algorithm::Mcts;
        let options = EngineOptions { threads, algorithm, ..EngineOptions::default() };
        let mut engine = Engine::new(options);
        let mut search = |game: &Game, nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            engine.search(game, &limits, &Stop::new(), &mut |_| {})
        };
        // The tables of a rule are no part of what is tried.
        let first = search(&game, 1000).best().unwrap();
        let refused = REFUSED.load(Ordering::Relaxed);
        LARGEST.store(128 << 10, Ordering::Relaxed);
        let report = search(&game, 600_000);
        game.play(report.best().unwrap()).unwrap();
        let reply = report.pvs[0].moves[1];
        game.play(reply).unwrap();
        // What is kept of a tree for the next move needs memory too.
        let next = search(&game, 1000).best();
        LARGEST.store(usize::MAX, Ordering::Relaxed);
        assert!(REFUSED.load(Ordering::Relaxed) > refused, "nothing was refused");
        assert!(next.is_some_and(|point| game.board().is_free(point)), "{first} {next:?}");
        game.undo();
        game.undo();
    }
}
