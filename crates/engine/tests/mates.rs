//! Every win and loss that the engine calls proven is replayed by a judge that knows only the
//! rules. The engine tells the attacker's moves; the judge believes none of them.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use std::collections::BTreeSet;
use std::time::Duration;

use tengen_core::{Game, Point, Rule, Side, Size};
use tengen_engine::{
    Engine, EngineOptions, Event, Limits, Report, Solver, SolverLimits, Stop, Verdict,
};
use tengen_proof::{Replay, replay};
use tengen_test_support::environment::number;
use tengen_test_support::game::{points, text};
use tengen_test_support::puzzles::{puzzles, set_up};

/// Positions that the judge may look at for one claim, unless `TENGEN_BUDGET` says otherwise.
const BUDGET: usize = 30_000;
/// Nodes of the searches that tell the attacker's move: more if fewer find no win.
const NODES: [u64; 3] = [4_000, 100_000, 2_000_000];

/// An engine that claims, and what became of its claims.
struct Tally {
    engine: Engine,
    /// Tells the attacker's moves. A solver would end with any win, and the one asked for may
    /// be shorter.
    oracle: Engine,
    positions: usize,
    wins: usize,
    losses: usize,
    longest: u32,
    undecided: usize,
    refuted: Vec<String>,
}

impl Tally {
    fn new() -> Tally {
        let options = EngineOptions { memory: 8 << 20, ..EngineOptions::default() };
        let oracle = Engine::new(EngineOptions { solver: None, ..options.clone() });
        let engine = Engine::new(options);
        let (positions, wins, losses, longest, undecided) = (0, 0, 0, 0, 0);
        Tally { engine, oracle, positions, wins, losses, longest, undecided, refuted: Vec::new() }
    }

    fn claims(&self) -> usize {
        self.wins + self.losses
    }

    /// Searches a position and replays every proven verdict that the search reports on its way.
    fn check(&mut self, id: &str, game: &Game, limits: &Limits) {
        self.positions += 1;
        let mut claims = BTreeSet::new();
        let mut note = |report: &Report| match report.pvs.first().map(|line| line.verdict) {
            Some(Verdict::Wins { plies }) => _ = claims.insert((plies, game.to_move())),
            Some(Verdict::Loses { plies }) => _ = claims.insert((plies, !game.to_move())),
            _ => {}
        };
        self.engine.forget();
        let last = self.engine.search(game, limits, &Stop::new(), &mut |event| {
            let Event::Progress(report) = event else { return };
            note(report);
        });
        note(&last);
        for (plies, winner) in claims {
            self.judge(id, game, winner, plies);
        }
    }

    fn judge(&mut self, id: &str, game: &Game, winner: Side, plies: u32) {
        *(if winner == game.to_move() { &mut self.wins } else { &mut self.losses }) += 1;
        self.longest = self.longest.max(plies);
        self.oracle.forget();
        let mut oracle = |game: &Game, left: u32| winning_move(&mut self.oracle, game, left);
        let budget = number("TENGEN_BUDGET", BUDGET) as u64;
        match replay(game, winner, plies, &mut oracle, budget) {
            Replay::Holds { .. } => {}
            Replay::Undecided => self.undecided += 1,
            Replay::Refuted { line } => {
                let claim = format!("{id}, {}: {winner} wins in {plies}", game.rule());
                self.refuted.push(format!("{claim}, refuted by {line:?}\n{}", text(game)));
            }
        }
    }

    fn report(&self, what: &str) {
        println!(
            "{what}: {} positions, {} wins and {} losses claimed, the longest in {} plies; \
             {} undecided, {} refuted",
            self.positions,
            self.wins,
            self.losses,
            self.longest,
            self.undecided,
            self.refuted.len()
        );
    }
}

/// What the engine plays here to win in time, or what it holds to be best if it sees no such win.
fn winning_move(engine: &mut Engine, game: &Game, left: u32) -> Option<Point> {
    let mut best = None;
    for nodes in NODES {
        let stop = Stop::new();
        let mut won = None;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine.search(game, &limits, &stop, &mut |event| {
            let Event::Progress(report) = event else { return };
            let first = report.pvs.first().map(|line| line.verdict);
            if won.is_none() && matches!(first, Some(Verdict::Wins { plies }) if plies <= left) {
                won = report.best();
                stop.stop();
            }
        });
        if won.is_some() {
            return won;
        }
        best = report.best();
        // A longer win in the table can hide the one in time.
        engine.forget();
    }
    by_threats(engine, game, left).or(best)
}

/// The first move of a win by threats in time, which the main search may not see.
fn by_threats(engine: &mut Engine, game: &Game, left: u32) -> Option<Point> {
    let limits =
        SolverLimits { max_plies: Some(left), nodes: Some(100_000), ..SolverLimits::default() };
    let tables = engine.tables(game.rule());
    let solution = Solver::new(1 << 22).solve(game, tables, &limits, &Stop::new());
    solution.proof?.main_line().first().copied()
}

/// None may be refuted, few may remain open, and so many are claimed for a hundred positions.
fn settle(tallies: &[Tally], percent: usize) {
    let refuted: Vec<&str> =
        tallies.iter().flat_map(|tally| &tally.refuted).map(String::as_str).collect();
    assert!(refuted.is_empty(), "{}", refuted.join("\n"));
    for tally in tallies {
        let (claims, positions) = (tally.claims(), tally.positions);
        assert!(
            100 * claims >= percent * positions,
            "only {claims} claims in {positions} positions"
        );
        assert!(tally.undecided * 10 <= tally.claims(), "{} undecided", tally.undecided);
    }
}

#[test]
fn verdicts_near_the_ends_of_games_hold() {
    /// How many plies before the end of a game the searches are.
    const BEFORE: std::ops::RangeInclusive<usize> = 1..=8;
    let path = format!("{}/../../data/games/games.txt", env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    /// Searches end in the middle of everything.
    const NODES: [u64; 5] = [300, 1_000, 3_000, 8_000, 15_000];
    let mut tallies = Vec::new();
    for rule in Rule::ALL {
        let mut tally = Tally::new();
        // Games with a known result are decided at their end.
        let lines = list.lines().filter(|line| !line.starts_with('#') && !line.contains("| ? |"));
        for line in lines.step_by(number("TENGEN_EVERY", 60)) {
            let fields: Vec<&str> = line.split(" | ").collect();
            let size = Size::new(fields[2].parse().unwrap()).unwrap();
            let mut game = Game::new(size, rule);
            // Under another rule than it was played by, a game may end earlier.
            for point in points(fields[5]) {
                if game.play(point).map_or(true, |outcome| outcome.is_some()) {
                    break;
                }
            }
            for n in BEFORE {
                game.undo();
                let nodes = Some(NODES[tally.positions % NODES.len()]);
                let limits = Limits { nodes, ..Limits::default() };
                tally.check(&format!("{}, {n} plies before its end", fields[0]), &game, &limits);
            }
        }
        tally.report(rule.name());
        tallies.push(tally);
    }
    settle(&tallies, 20);
}

/// The puzzles of a folder outside this repository, every hundredth unless `TENGEN_EVERY` says
/// otherwise, `TENGEN_TIME` milliseconds each instead of a fixed depth.
#[test]
fn verdicts_on_puzzles_hold() {
    let limits = match number("TENGEN_TIME", 0) as u64 {
        0 => Limits { depth: Some(8), nodes: Some(20_000), ..Limits::default() },
        millis => Limits { time: Some(Duration::from_millis(millis)), ..Limits::default() },
    };
    let mut tallies = Vec::new();
    for kind in ["vcf", "vct", "negative", "defense", "hard"] {
        let mut tally = Tally::new();
        for puzzle in puzzles(kind, 100) {
            let id = puzzle["id"].as_str().unwrap();
            tally.check(id, &set_up(&puzzle), &limits);
        }
        tally.report(kind);
        tallies.push(tally);
    }
    settle(&tallies, 0);
}
