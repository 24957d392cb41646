//! The engine as an opponent of people.

use std::fmt;

use tengen_core::{Game, Point};
use tengen_engine::{Engine, EngineOptions, Event, Limits, Position, Report, Stop, Verdict};

use super::level::Level;
use super::screen::Screen;

/// The engine, a level and chance.
pub(super) struct Opponent {
    pub(super) level: Level,
    engine: Engine,
    /// The limits that were asked for, instead of the level's.
    limits: Option<Limits>,
    chance: fastrand::Rng,
}

/// A move, and what the engine thinks of it.
pub(super) struct Choice {
    pub(super) point: Point,
    /// None for a move at a glance.
    thought: Option<Thought>,
}

struct Thought {
    verdict: Verdict,
    depth: u32,
}

/// A hint is given by the engine at its best, as far as a short wait allows.
const HINT_NODES: u64 = 100_000;
/// A move at a glance is one of so many that look best by their shapes.
const GLANCES: usize = 8;

impl Opponent {
    pub(super) fn new(
        options: EngineOptions,
        level: Level,
        limits: Option<Limits>,
        seed: Option<u64>,
    ) -> Opponent {
        let chance = seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        Opponent { level, engine: Engine::new(options), limits, chance }
    }

    /// Forgets what it thought about other games.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
    }

    /// The move of its level. None only if there is no free point.
    pub(super) fn choose(&mut self, game: &Game, stop: &Stop, screen: &Screen) -> Option<Choice> {
        let strength = self.level.strength();
        if self.chance.f64() < strength.careless
            && let Some(point) = self.glance(game)
        {
            return Some(Choice { point, thought: None });
        }
        let limits = self.limits.clone();
        let limits =
            limits.unwrap_or_else(|| Limits { nodes: Some(strength.nodes), ..Limits::default() });
        let report = self.search(game, &Limits { lines: strength.lines, ..limits }, stop, screen);
        let near = strength.nearly_best(&report);
        let chosen = (!near.is_empty()).then(|| near[self.chance.usize(..near.len())])?;
        let thought = Thought { verdict: chosen.1, depth: report.depth };
        Some(Choice { point: sound(game, chosen.0), thought: Some(thought) })
    }

    /// The best move there is.
    pub(super) fn hint(&mut self, game: &Game, stop: &Stop, screen: &Screen) -> Option<Choice> {
        let limits = self.limits.clone();
        let limits =
            limits.unwrap_or_else(|| Limits { nodes: Some(HINT_NODES), ..Limits::default() });
        let report = self.search(game, &limits, stop, screen);
        let verdict = report.lines.first()?.verdict;
        let thought = Some(Thought { verdict, depth: report.depth });
        Some(Choice { point: sound(game, report.best()?), thought })
    }

    fn search(&mut self, game: &Game, limits: &Limits, stop: &Stop, screen: &Screen) -> Report {
        let report = self.engine.search(game, limits, stop, &mut |event| {
            let Event::Progress(report) = event else { return };
            if let (Some(line), Some(point)) = (report.lines.first(), report.best()) {
                let thought = Thought { verdict: line.verdict, depth: report.depth };
                screen.thinking(&Choice { point, thought: Some(thought) }.to_string());
            }
        });
        screen.thought();
        report
    }

    /// One of the moves that look best by their shapes, whatever the other side threatens.
    fn glance(&mut self, game: &Game) -> Option<Point> {
        let position = Position::of(game, self.engine.tables(game.rule()));
        let mut moves = position.candidates();
        moves.retain(|&point| position.is_legal(point));
        moves.truncate(GLANCES);
        (!moves.is_empty()).then(|| moves[self.chance.usize(..moves.len())])
    }
}

/// The move itself, or a free point that is not forbidden where there is one.
fn sound(game: &Game, point: Point) -> Point {
    if !game.is_forbidden(point) {
        return point;
    }
    let mut free = game.board().free_points();
    free.find(|&other| !game.is_forbidden(other)).unwrap_or(point)
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Thought { verdict, depth }) = self.thought else {
            return write!(f, "{} (at a glance)", self.point);
        };
        write!(f, "{} ", self.point)?;
        match verdict {
            Verdict::Wins { plies } => write!(f, "(wins in {plies}")?,
            Verdict::Loses { plies } => write!(f, "(loses in {plies}")?,
            Verdict::Unclear { centi } => {
                let chance = 100.0 * verdict.win_rate();
                write!(f, "({:+.2}, winning chance {chance:.0} %", f64::from(centi) / 100.0)?;
            }
        }
        write!(f, ", depth {depth})")
    }
}
