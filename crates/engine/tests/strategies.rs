//! Combined strategies: whose answer counts, which searches are stopped, and that a stopped search
//! leaves nothing behind.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tengen_core::{Game, Point, Rule, Size};
use tengen_engine::{
    Algorithm, AlphaBeta, Engine, EngineOptions, Event, Fallback, Follow, Limits, Mcts, Pv, Race,
    Report, Share, SharedTables, Stop, Strategy, Task, VctProbe, Verdict,
};
use tengen_test_support::engine::nodes;
use tengen_test_support::wait::{PATIENCE, wait_until};

/// A freestyle game on fifteen lines.
fn game(moves: &str) -> Game {
    tengen_test_support::game::game(Rule::Freestyle, 15, moves)
}

/// Black wins by two threes, in five plies.
fn won_game() -> Game {
    game("h8 a1 i8 o1 j9 a15 j10 o15")
}

fn options() -> EngineOptions {
    EngineOptions { memory: 4 << 20, ..EngineOptions::default() }
}

fn alpha_beta(shared_tables: &SharedTables) -> Box<dyn Strategy> {
    Box::new(AlphaBeta::new(EngineOptions { solver: None, ..options() }, shared_tables.clone()))
}

fn mcts(shared_tables: &SharedTables, threads: usize) -> Box<dyn Strategy> {
    Box::new(Mcts::new(EngineOptions { threads, ..options() }, shared_tables.clone()))
}

fn vct_probe(shared_tables: &SharedTables) -> Box<dyn Strategy> {
    Box::new(VctProbe::new(&options(), shared_tables.clone()))
}

/// What a test strategy does.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Habit {
    /// Panics.
    Panics,
    /// Has no answer, at once.
    Silent,
    /// Has no answer, when it is stopped.
    Endless,
    /// Plays the first free point, at once.
    Plays,
}

#[derive(Debug)]
struct Odd {
    habit: Habit,
    running: Arc<AtomicUsize>,
}

impl Strategy for Odd {
    fn search(&mut self, task: &Task<'_>, _: &mut dyn FnMut(&Event)) -> Report {
        self.running.fetch_add(1, Ordering::SeqCst);
        while self.habit == Habit::Endless && !task.stop.is_stopped() {
            std::thread::sleep(Duration::from_micros(200));
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        assert!(self.habit != Habit::Panics, "as it is meant to");
        let free = task.game.board().free_points().next();
        let pv =
            |point| Pv { moves: vec![point], verdict: Verdict::Unclear { centi: 0 }, nodes: 0 };
        let pvs = free.filter(|_| self.habit == Habit::Plays).map(pv).into_iter().collect();
        Report { pvs, ..Report::default() }
    }

    fn forget(&mut self) {}
}

fn odd(habit: Habit) -> Box<dyn Strategy> {
    Box::new(Odd { habit, running: Arc::default() })
}

fn search(strategy: &mut dyn Strategy, game: &Game, limits: &Limits) -> Report {
    strategy.search(&Task { game, limits, stop: &Stop::new() }, &mut |_| {})
}

#[test]
fn a_side_search_that_fails_or_hangs_never_costs_the_main_answer() {
    let shared_tables = SharedTables::default();
    let game = game("h8 i9 g9");
    let alone = search(alpha_beta(&shared_tables).as_mut(), &game, &nodes(3000));
    for habit in [Habit::Panics, Habit::Silent, Habit::Endless, Habit::Plays] {
        let mut race = Race::new(alpha_beta(&shared_tables), vec![odd(habit), odd(Habit::Panics)]);
        for _ in 0..2 {
            race.forget();
            let beside = search(&mut race, &game, &nodes(3000));
            assert_eq!(beside.pvs, alone.pvs, "{habit:?}");
        }
    }
}

#[test]
fn the_first_proved_win_ends_an_endless_main_search() {
    let shared_tables = SharedTables::default();
    let mut race =
        Race::new(odd(Habit::Endless), vec![odd(Habit::Endless), vct_probe(&shared_tables)]);
    let mut events = Vec::new();
    let (game, stop) = (won_game(), Stop::new());
    let task = Task { game: &game, limits: &Limits::default(), stop: &stop };
    let report = race.search(&task, &mut |event| events.push(event.clone()));
    assert!(report.wins() && report.proof.is_some());
    assert_eq!(events, [Event::Progress(report)]);
    assert!(!stop.is_stopped(), "the caller's own stop is not set");
}

#[test]
fn an_early_main_answer_waits_for_the_sides_while_its_time_lasts() {
    let shared_tables = SharedTables::default();
    let slow = |habit| {
        #[derive(Debug)]
        struct Slow(Box<dyn Strategy>);
        impl Strategy for Slow {
            fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
                std::thread::sleep(Duration::from_millis(30));
                self.0.search(task, on_event)
            }
            fn forget(&mut self) {}
        }
        Box::new(Slow(habit)) as Box<dyn Strategy>
    };
    let mut race = Race::new(alpha_beta(&shared_tables), vec![slow(vct_probe(&shared_tables))]);
    let game = won_game();
    let shallow = Limits { depth: Some(1), ..Limits::default() };
    let patient = Limits { time: Some(PATIENCE), ..shallow.clone() };
    assert!(search(&mut race, &game, &patient).proof.is_some());
    // The race waits for endless sides only as long as the time lasts, and without one not at all.
    let mut race = Race::new(alpha_beta(&shared_tables), vec![odd(Habit::Endless)]);
    let short = Limits { time: Some(Duration::from_millis(40)), ..shallow.clone() };
    for limits in [short, shallow] {
        assert!(!search(&mut race, &game, &limits).pvs.is_empty());
    }
}

#[test]
fn a_fallback_answers_where_the_first_does_not() {
    let shared_tables = SharedTables::default();
    let game = game("h8 i9 g9");
    for (first, is_asked) in [(Habit::Silent, true), (Habit::Panics, true), (Habit::Plays, false)] {
        let mut both = Fallback::new(odd(first), alpha_beta(&shared_tables));
        let report = search(&mut both, &game, &nodes(500));
        assert_eq!(report.nodes > 0, is_asked, "{first:?}");
        assert_eq!(report.pvs.len(), 1);
    }
}

#[test]
fn winning_shows_through_all_wrappers() {
    let shared_tables = SharedTables::default();
    let inner = Race::new(odd(Habit::Endless), vec![vct_probe(&shared_tables)]);
    let shared = Share::new(Box::new(inner), odd(Habit::Panics), 0);
    let nested = Fallback::new(odd(Habit::Silent), Box::new(shared));
    let mut outer = Follow::new(Box::new(Race::new(Box::new(nested), vec![odd(Habit::Silent)])));
    let report = search(&mut outer, &won_game(), &Limits::default());
    assert_eq!(report.pvs[0].verdict, Verdict::Wins { plies: 5 });
}

/// Whichever strategy proves the win, it is played to its end without a search.
#[test]
fn a_win_proved_by_one_strategy_is_played_out_when_another_is_main() {
    let shared_tables = SharedTables::default();
    let mains: [(Box<dyn Strategy>, bool); 3] = [
        (Box::new(Race::new(odd(Habit::Endless), vec![vct_probe(&shared_tables)])), true),
        (Box::new(Share::new(mcts(&shared_tables, 1), vct_probe(&shared_tables), 10)), false),
        (Box::new(Race::new(mcts(&shared_tables, 2), vec![vct_probe(&shared_tables)])), false),
    ];
    for (main, must_prove) in mains {
        let mut strategy = Follow::new(main);
        let mut game = won_game();
        let mut proven = false;
        while game.outcome().is_none() {
            let report = search(&mut strategy, &game, &nodes(200_000));
            assert!(report.wins(), "{:?}", report.pvs);
            assert!(!proven || report.nodes == 0, "a proof needs no search");
            proven |= report.proof.is_some();
            game.play(report.best().unwrap()).unwrap();
            if game.outcome().is_none() {
                // The reply that resists: it blocks a five if there is one.
                let mut other = Engine::new(options());
                let reply = other.search(&game, &nodes(2_000), &Stop::new(), &mut |_| {});
                game.play(reply.best().unwrap()).unwrap();
            }
        }
        assert!(proven || !must_prove);
        assert!(game.outcome().unwrap().winner().is_some());
    }
}

#[test]
fn a_share_of_nothing_is_nothing_and_a_win_ends_the_main_search() {
    let shared_tables = SharedTables::default();
    let mut share = Share::new(mcts(&shared_tables, 1), vct_probe(&shared_tables), 50);
    let report = search(&mut share, &won_game(), &Limits::default());
    assert!(report.wins(), "an endless search ends with the win");
    let game = game("h8 i9");
    let with = search(
        &mut Share::new(mcts(&shared_tables, 1), odd(Habit::Panics), 0),
        &game,
        &nodes(2000),
    );
    let without = search(mcts(&shared_tables, 1).as_mut(), &game, &nodes(2000));
    assert_eq!(with.pvs, without.pvs);
}

#[test]
fn mcts_sees_wins_and_losses_and_obeys_its_limits() {
    let engine = |threads| {
        Engine::new(EngineOptions {
            algorithm: Algorithm::Mcts,
            threads,
            solver: None,
            ..options()
        })
    };
    let find = |threads, game: &Game, limits: &Limits| {
        engine(threads).search(game, limits, &Stop::new(), &mut |_| {})
    };
    for threads in [1, 3] {
        let five = game("h8 a1 i8 a3 j8 a5 k8 a7");
        let report = find(threads, &five, &nodes(1000));
        assert_eq!(report.pvs[0].verdict, Verdict::Wins { plies: 1 });
        let block = game("h8 g8 i8 a3 j8 a5 k8");
        let report = find(threads, &block, &nodes(1000));
        assert_eq!(report.best().unwrap().to_string(), "l8");
        assert!(find(threads, &won_game(), &nodes(50_000)).wins());
        // White cannot stop two open threes.
        let mut lost = won_game();
        lost.play("j8".parse().unwrap()).unwrap();
        let report = find(threads, &lost, &nodes(50_000));
        assert!(report.pvs[0].verdict.win_rate() < 0.01, "{:?}", report.pvs);
    }
    let start = game("h8 i9 g9 g7");
    let five = find(1, &start, &Limits { multipv: 5, ..nodes(20_000) });
    assert_eq!(five.pvs.len(), 5);
    let rates: Vec<f64> = five.pvs.iter().map(|pv| pv.verdict.win_rate()).collect();
    assert!(rates.iter().all(|rate| (0.0..=1.0).contains(rate)));
    let points: std::collections::BTreeSet<Point> = five.pvs.iter().map(|pv| pv.moves[0]).collect();
    assert_eq!(points.len(), 5);
    let best = five.best().unwrap();
    let without = Limits { exclude: vec![best], ..nodes(5_000) };
    assert_ne!(find(1, &start, &without).best(), Some(best));
    let far: Point = "o1".parse().unwrap();
    let only = Limits { only: vec![far], ..nodes(1_000) };
    assert_eq!(find(1, &start, &only).best(), Some(far));
    let depth = find(1, &start, &Limits { depth: Some(4), ..Limits::default() });
    assert!(depth.depth >= 4);
    let again = [find(1, &start, &nodes(7_000)), find(1, &start, &nodes(7_000))];
    assert_eq!(again[0].pvs, again[1].pvs, "one thread and a limit of nodes: always the same");
    assert!(again[0].nodes >= 7_000 && again[0].nodes < 8_000, "{}", again[0].nodes);
}

#[test]
fn an_mcts_tree_is_kept_below_the_moves_that_were_played() {
    let shared_tables = SharedTables::default();
    let mut tree = Mcts::new(options(), shared_tables);
    let mut game = game("h8 i9");
    let first = search(&mut tree, &game, &nodes(30_000));
    let pv = &first.pvs[0].moves;
    game.play(pv[0]).unwrap();
    game.play(pv[1]).unwrap();
    // A single simulation finds the PV that was known.
    let next = search(&mut tree, &game, &nodes(1));
    assert!(next.pvs[0].moves.len() + 3 >= pv.len(), "{pv:?} {:?}", next.pvs);
    tree.forget();
    let fresh = search(&mut tree, &game, &nodes(1));
    assert!(fresh.pvs[0].moves.len() < next.pvs[0].moves.len());
}

/// Starts, stops, moves and undoes at random over all combinators: every answer is a legal move of
/// its position, no event comes after its search, no thread is left, and memory does not grow.
#[test]
#[expect(clippy::print_stdout, reason = "the run prints what it measured")]
fn ten_thousand_starts_and_stops_leave_nothing_behind() {
    let cycles: usize = std::env::var("TENGEN_CYCLES").ok().map_or(400, |n| n.parse().unwrap());
    let shared_tables = SharedTables::default();
    let running = Arc::new(AtomicUsize::new(0));
    let odd = |habit| Box::new(Odd { habit, running: running.clone() }) as Box<dyn Strategy>;
    let mut strategies: Vec<Box<dyn Strategy>> = vec![
        Box::new(Race::new(
            alpha_beta(&shared_tables),
            vec![vct_probe(&shared_tables), odd(Habit::Endless)],
        )),
        Box::new(Race::new(
            mcts(&shared_tables, 2),
            vec![vct_probe(&shared_tables), odd(Habit::Panics)],
        )),
        Box::new(Share::new(mcts(&shared_tables, 1), vct_probe(&shared_tables), 20)),
        Box::new(Follow::new(Box::new(Fallback::new(
            odd(Habit::Panics),
            Box::new(Race::new(
                Box::new(Share::new(alpha_beta(&shared_tables), vct_probe(&shared_tables), 10)),
                vec![odd(Habit::Endless)],
            )),
        )))),
        Box::new(Fallback::new(vct_probe(&shared_tables), alpha_beta(&shared_tables))),
    ];
    let mut rng = fastrand::Rng::with_seed(8);
    let mut game = Game::new(Size::default(), Rule::Freestyle);
    let threads = thread_count();
    let mut early = None;
    for cycle in 0..cycles {
        // By now every strategy has searched, and tables and stacks are there.
        if cycle == cycles / 4 {
            early = resident_bytes();
        }
        let strategy = &mut strategies[rng.usize(..5)];
        let (before, stop) = (game.clone(), Stop::new());
        let limits = match rng.u8(..3) {
            0 => Limits::default(),
            1 => nodes(rng.u64(1..3_000)),
            _ => {
                Limits { time: Some(Duration::from_micros(rng.u64(..3_000))), ..Limits::default() }
            }
        };
        let is_over = Arc::new(Mutex::new(false));
        let patience = Duration::from_micros(rng.u64(..2_500));
        let report = std::thread::scope(|scope| {
            let stopper = stop.clone();
            scope.spawn(move || {
                let end = Instant::now() + patience;
                while Instant::now() < end {
                    std::hint::spin_loop();
                }
                stopper.stop();
            });
            let report = strategy.search(
                &Task { game: &game, limits: &limits, stop: &stop },
                &mut |event| {
                    assert!(!*is_over.lock().unwrap(), "a late event");
                    if let Event::Progress(report) = event
                        && let Some(point) = report.best()
                    {
                        assert!(game.board().is_free(point), "an event of another position");
                    }
                },
            );
            *is_over.lock().unwrap() = true;
            report
        });
        assert_eq!(running.load(Ordering::SeqCst), 0, "cycle {cycle}: a search still runs");
        assert!(game == before, "the game is as it was");
        let point = report.best().expect("there is a move");
        assert!(game.board().is_free(point), "cycle {cycle}: {point} is taken");
        match rng.u8(..4) {
            0 if !game.moves().is_empty() => {
                game.undo();
            }
            _ => {
                game.play(point).unwrap();
            }
        }
        if game.outcome().is_some() || game.moves().len() > 60 {
            game = Game::new(Size::default(), Rule::Freestyle);
        }
    }
    // A thread that was joined may need a moment to leave the system's list.
    wait_until(|| thread_count() <= threads);
    match (early, resident_bytes()) {
        (Some(early), Some(late)) => {
            println!("{} MB after a quarter of the cycles, {} MB at last", early >> 20, late >> 20);
            assert!(late < early + MOST_GROWTH, "{early} bytes have become {late}");
        }
        _ => println!("this system does not report its use of memory: nothing is compared"),
    }
}

/// Tables fill up to their size, and other tests of this file run beside this one. A leak with every
/// start would be more: ten thousand stacks, lists or trees.
const MOST_GROWTH: u64 = 32 << 20;

/// Resident memory, where the system reports it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Threads of this process that belong to searches, where the system reports them.
fn thread_count() -> usize {
    let Ok(tasks) = std::fs::read_dir("/proc/self/task") else { return 0 };
    let name = |task: std::fs::DirEntry| std::fs::read_to_string(task.path().join("comm")).ok();
    let of_a_search =
        |name: &String| ["side", "search", "mcts"].iter().any(|kind| name.starts_with(kind));
    // Other tests of this file have searches of their own: only an empty list says something.
    tasks.flatten().filter_map(name).filter(of_a_search).count()
}
