//! The engine as a mind.

use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_engine::{
    Chooser, Engine, EngineOptions, KillLimits, KillSolver, Limits, Line, Opener, Stop, Verdict,
    any_move,
};

use super::analysis::Analysis;
use super::{Chosen, Ending, Level, Manner, Mind, Task, Thought};

/// The engine with its tables. They are kept from one position to the next.
pub(crate) struct EngineMind {
    engine: Engine,
    kills: KillSolver,
    kill_bytes: usize,
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
        let kills = KillSolver::new(0);
        EngineMind {
            engine: Engine::new(options),
            kills,
            kill_bytes: 0,
            chooser: Chooser::new(Level::BEST, None),
            chance: fastrand::Rng::new(),
        }
    }

    /// Makes the engine fit what is asked for. Another size of memory begins afresh.
    fn fit(&mut self, threads: usize, memory: usize, kill: Option<tengen_engine::KillLevel>) {
        let options = self.engine.options();
        if (options.threads, options.memory, options.kill) != (threads, memory, kill) {
            let defaults = EngineOptions::default();
            self.engine = Engine::new(EngineOptions { threads, memory, kill, ..defaults });
        }
    }

    fn search(&mut self, game: &Game, limits: &Limits, stop: &Stop) -> tengen_engine::Report {
        self.engine.search(game, limits, stop, &mut |_| {})
    }

    /// All moves of a win by force of which the search tells only the first ones.
    fn whole_win(&mut self, game: &Game, line: &Line, stop: &Stop) -> Option<Vec<Point>> {
        let Verdict::Wins { plies } = line.verdict else { return None };
        if line.moves.len() as u32 >= plies {
            return None;
        }
        let limits = KillLimits { nodes: Some(HINT_NODES / 10), ..KillLimits::default() };
        let tables = self.engine.tables(game.rule());
        let kill = KillSolver::new(1 << 20).solve(game, tables, &limits, stop);
        let moves = kill.proof?.main_line();
        (moves.first() == line.moves.first()).then_some(moves)
    }
}

impl Mind for EngineMind {
    fn analyse(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(Thought)) -> Ending {
        self.fit(task.threads, task.memory, task.kill);
        let kill_bytes = task.kill.map_or(0, |_| task.memory / 8);
        if kill_bytes != self.kill_bytes {
            self.kills = KillSolver::new(kill_bytes);
            self.kill_bytes = kill_bytes;
        }
        Analysis::new(&mut self.engine, &mut self.kills, task, stop, tell).run()
    }

    fn choose(&mut self, game: &Game, manner: &Manner, stop: &Stop) -> Option<Chosen> {
        let threads = if manner.level == Level::BEST { manner.threads } else { 1 };
        self.fit(threads, GAME_BYTES, EngineOptions::default().kill);
        let limits = Limits { clock: manner.clock, time: manner.time, ..Limits::default() };
        self.chooser.level = manner.level;
        let choice = self.chooser.choose(&mut self.engine, game, &limits, stop, &mut |_| {})?;
        Some(Chosen { line: choice.line, verdict: choice.verdict })
    }

    fn hint(&mut self, game: &Game, stop: &Stop) -> Option<Chosen> {
        self.fit(1, GAME_BYTES, EngineOptions::default().kill);
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
        let report = self.search(game, &limits, stop);
        let line = report.lines.into_iter().next()?;
        if line.moves.first().is_none_or(|&point| game.is_forbidden(point)) {
            return any_move(game).map(|point| Chosen { line: vec![point], verdict: None });
        }
        let moves = self.whole_win(game, &line, stop).unwrap_or(line.moves);
        Some(Chosen { line: moves, verdict: Some(line.verdict) })
    }

    fn open(
        &mut self,
        opening: &Opening,
        rule: Rule,
        level: Level,
        stop: &Stop,
    ) -> Result<Vec<Act>, String> {
        self.fit(1, GAME_BYTES, EngineOptions::default().kill);
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

    #[test]
    fn a_forced_win_is_told_with_its_proof_whatever_lines_are_asked_for() {
        let task = Task {
            game: game("h8a1i8o1j9a15j10o15"),
            lines: 3,
            time: None,
            nodes: None,
            depth: Some(4),
            exclude: Vec::new(),
            only: Vec::new(),
            kill: Some(Default::default()),
            threads: 1,
            memory: 8 << 20,
        };
        let mut last = Thought::default();
        let ending = EngineMind::new().analyse(&task, &Stop::new(), &mut |thought| last = thought);
        assert_ne!(ending, Ending::Stopped);
        assert!(matches!(last.kill, Some(super::super::Kill::Win { .. })), "{last:?}");
        let best = last.report.lines[0].verdict;
        assert!(matches!(best, tengen_engine::Verdict::Wins { .. }), "{best:?}");
        assert_eq!(last.report.lines.len(), 3);
    }
}
