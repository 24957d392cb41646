//! The engine as a mind.

use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_engine::{
    Algorithm, Engine, EngineOptions, Limits, Pv, Solver, SolverLevel, SolverLimits, Stop, Verdict,
};
use tengen_player::{Choice, Chooser, Opener, any_move};

use super::analysis::Analysis;
use super::{Chosen, Ending, Level, Manner, Mind, Task, Thought};

/// The engine with its tables. They are kept from one position to the next.
pub(crate) struct EngineMind {
    engine: Engine,
    /// The one before, if it is small: the players of a game, and hints, take turns.
    spare: Option<Engine>,
    kills: Solver,
    solver_bytes: usize,
    chooser: Chooser,
    chance: fastrand::Rng,
}

/// What a game needs; an analysis asks for its own.
const GAME_BYTES: usize = 32 << 20;
/// A hint is given by the engine at its best, as far as a short wait allows.
const HINT_NODES: u64 = 150_000;

impl EngineMind {
    pub(crate) fn new() -> EngineMind {
        let options = EngineOptions { memory: GAME_BYTES, ..EngineOptions::default() };
        let kills = Solver::new(0);
        EngineMind {
            engine: Engine::new(options),
            spare: None,
            kills,
            solver_bytes: 0,
            chooser: Chooser::new(Level::BEST, None),
            chance: fastrand::Rng::new(),
        }
    }

    /// Makes the engine fit what is asked for. Another size of memory begins afresh.
    fn fit(
        &mut self,
        threads: usize,
        memory: usize,
        kill: Option<SolverLevel>,
        algorithm: Algorithm,
    ) {
        let fits = |engine: &Engine| {
            let now = engine.options();
            (now.threads, now.memory, now.solver, now.algorithm)
                == (threads, memory, kill, algorithm)
        };
        if fits(&self.engine) {
            return;
        }
        let known = self.spare.take().filter(fits);
        let defaults = EngineOptions::default();
        let options = EngineOptions { threads, memory, solver: kill, algorithm, ..defaults };
        let wanted = known.unwrap_or_else(|| Engine::new(options));
        let before = std::mem::replace(&mut self.engine, wanted);
        self.spare = Some(before).filter(|engine| engine.options().memory <= GAME_BYTES);
    }

    /// Makes the engine fit a game.
    fn fit_game(&mut self, threads: usize, kill: Option<SolverLevel>, algorithm: Algorithm) {
        self.fit(threads, GAME_BYTES, kill, algorithm);
    }

    /// Makes the engine the usual one.
    fn fit_usual(&mut self) {
        self.fit_game(1, EngineOptions::default().solver, Algorithm::default());
    }

    fn search(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> tengen_engine::Report {
        self.engine.search(game, limits, stop, &mut |_| {})
    }

    /// All moves of a win by force of which the search tells only the first ones.
    fn whole_win(&mut self, game: &Game, line: &Pv, stop: &Stop) -> Option<Vec<Point>> {
        let Verdict::Wins { plies } = line.verdict else { return None };
        if line.moves.len() as u32 >= plies {
            return None;
        }
        let limits = SolverLimits { nodes: Some(HINT_NODES / 10), ..SolverLimits::default() };
        let tables = self.engine.tables(game.rule());
        let kill = Solver::new(1 << 20).solve(game, tables, &limits, stop);
        let moves = kill.proof?.main_line();
        (moves.first() == line.moves.first()).then_some(moves)
    }
}

impl Mind for EngineMind {
    fn analyse(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(Thought)) -> Ending {
        self.fit(task.threads, task.memory, task.kill, task.algorithm);
        let solver_bytes = task.kill.map_or(0, |_| task.memory / 8);
        if solver_bytes != self.solver_bytes {
            self.kills = Solver::new(solver_bytes);
            self.solver_bytes = solver_bytes;
        }
        Analysis::new(&mut self.engine, &mut self.kills, task, stop, tell).run()
    }

    fn choose(&mut self, game: &Game, manner: &Manner, stop: &Stop) -> Option<Chosen> {
        let threads = if manner.level == Level::BEST { manner.threads } else { 1 };
        self.fit_game(threads, manner.kill, manner.algorithm);
        (self.chooser.level, self.chooser.book) = (manner.level, manner.book);
        let limits = manner.limits();
        let choice = self.chooser.choose(&mut self.engine, game, &limits, stop, &mut |_| {})?;
        let Choice { line, verdict, is_from_book, .. } = choice;
        Some(Chosen { line, verdict, is_from_book })
    }

    fn hint(&mut self, game: &Game, stop: &Stop) -> Option<Chosen> {
        self.fit_usual();
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
        let report = self.search(game, &limits, stop);
        let line = report.pvs.into_iter().next()?;
        if line.moves.first().is_none_or(|&point| game.is_forbidden(point)) {
            return any_move(game).map(Chosen::unsearched);
        }
        let moves = self.whole_win(game, &line, stop).unwrap_or(line.moves);
        Some(Chosen { line: moves, verdict: Some(line.verdict), is_from_book: false })
    }

    fn open(
        &mut self,
        opening: &Opening,
        rule: Rule,
        level: Level,
        stop: &Stop,
    ) -> Result<Vec<Act>, String> {
        self.fit_usual();
        let limits = Limits { nodes: Some(opening_nodes(level)), ..Limits::default() };
        let mut opener = Opener::new(&mut self.engine, rule, self.chance.u64(..));
        let decision = opener.decide(opening, &limits, stop);
        decision.map(|decision| decision.acts).map_err(|error| error.to_string())
    }
}

/// What a level may spend on a step of an opening: several searches.
fn opening_nodes(level: Level) -> u64 {
    level.nodes().clamp(20_000, 300_000)
}

#[cfg(test)]
mod tests {
    use tengen_core::Size;

    use super::*;

    fn game(moves: &str) -> Game {
        let rows = tengen_formats::Rows::Bottom;
        tengen_formats::parse_position(moves, Size::default(), Rule::Freestyle, rows).unwrap()
    }

    /// Three lines, four plies deep.
    fn task(moves: &str, algorithm: Algorithm) -> Task {
        Task {
            game: game(moves),
            lines: 3,
            time: None,
            nodes: None,
            depth: Some(4),
            exclude: Vec::new(),
            only: Vec::new(),
            kill: Some(Default::default()),
            algorithm,
            threads: 1,
            memory: 8 << 20,
        }
    }

    #[test]
    fn a_forced_win_is_told_with_its_proof_whatever_lines_are_asked_for() {
        for algorithm in Algorithm::ALL {
            let task = task("h8a1i8o1j9a15j10o15", algorithm);
            let mut last = Thought::default();
            let mut mind = EngineMind::new();
            let ending = mind.analyse(&task, &Stop::new(), &mut |thought| last = thought);
            assert_ne!(ending, Ending::Stopped);
            assert_eq!(mind.engine.options().algorithm, algorithm);
            assert!(matches!(last.kill, Some(super::super::Kill::Win { .. })), "{last:?}");
            let best = last.report.pvs[0].verdict;
            assert!(matches!(best, tengen_engine::Verdict::Wins { .. }), "{best:?}");
            assert_eq!(last.report.pvs.len(), 3);
        }
    }

    fn manner(level: Level, algorithm: Algorithm) -> Manner {
        let kill = EngineOptions::default().solver;
        let (clock, time, ponder) = (None, None, None);
        Manner { level, algorithm, kill, book: true, clock, time, threads: 1, ponder }
    }

    #[test]
    fn a_thought_on_a_persons_time_ends_when_it_is_hit() {
        let game = game("h8i9i7g9h9h10");
        for algorithm in Algorithm::ALL {
            let (ponder, stop) = (tengen_engine::Ponder::new(), Stop::new());
            let time = Some(std::time::Duration::from_millis(50));
            let real = Manner { time, book: false, ..manner(Level::BEST, algorithm) };
            let manner = Manner { ponder: Some(ponder.clone()), ..real.clone() };
            std::thread::scope(|scope| {
                let thought = scope.spawn(|| EngineMind::new().choose(&game, &manner, &stop));
                std::thread::sleep(std::time::Duration::from_millis(200));
                assert!(!thought.is_finished(), "it knows no clock before the hit");
                ponder.hit(&real.limits());
                assert!(game.board().is_free(thought.join().unwrap().unwrap().line[0]));
            });
        }
    }

    #[test]
    fn each_side_plays_with_its_own_algorithm_and_kill_search() {
        let (mut mind, game) = (EngineMind::new(), game("h8i9"));
        let level = Level::new(3).unwrap();
        for algorithm in [Algorithm::Mcts, Algorithm::AlphaBeta, Algorithm::Mcts] {
            let manner = manner(level, algorithm);
            let chosen = mind.choose(&game, &manner, &Stop::new()).unwrap();
            assert!(game.board().is_free(chosen.line[0]));
            assert_eq!(mind.engine.options().algorithm, algorithm);
        }
        let spare = mind.spare.as_ref().map(|engine| engine.options().algorithm);
        assert_eq!(spare, Some(Algorithm::AlphaBeta), "the other one is kept");
        for kill in
            [None, Some(SolverLevel::Fast), Some(SolverLevel::Medium), Some(SolverLevel::Slow)]
        {
            let manner = Manner { kill, ..manner(level, Algorithm::default()) };
            mind.choose(&game, &manner, &Stop::new()).unwrap();
            assert_eq!(mind.engine.options().solver, kill);
        }
    }

    #[test]
    fn the_best_level_opens_from_the_library_unless_it_is_told_not_to() {
        let (mut mind, game) = (EngineMind::new(), game("h8i9"));
        let usual = manner(Level::BEST, Algorithm::default());
        let mut choose =
            |manner: &Manner| mind.choose(&game, manner, &Stop::new()).unwrap().is_from_book;
        let time = Some(std::time::Duration::from_millis(20));
        assert!(choose(&usual));
        assert!(!choose(&Manner { book: false, time, ..usual.clone() }));
        assert!(!choose(&Manner { level: Level::new(2).unwrap(), ..usual.clone() }));
        // On a person's time it knows at once, too.
        assert!(choose(&Manner { ponder: Some(tengen_engine::Ponder::new()), ..usual }));
    }

    #[test]
    fn a_tree_tells_what_it_knows_though_its_line_is_short() {
        for exclude in [Vec::new(), vec!["i7".parse().unwrap()]] {
            let task =
                Task { depth: None, nodes: Some(30_000), exclude, ..task("h8i9", Algorithm::Mcts) };
            let (mut nodes, mut told) = (0, 0);
            let ending = EngineMind::new().analyse(&task, &Stop::new(), &mut |thought| {
                assert!(thought.report.nodes >= nodes);
                (nodes, told) = (thought.report.nodes, told + 1);
                let first = |line: &Pv| task.exclude.contains(&line.moves[0]);
                assert!(!thought.report.pvs.iter().any(first), "{thought:?}");
            });
            assert_eq!(ending, Ending::Limit);
            assert!(told > 2 && nodes >= 30_000, "{told} {nodes}");
        }
    }
}
