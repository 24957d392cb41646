//! The engine as an opponent of people.

use std::fmt;

use tengen_core::{Game, Point};
use tengen_engine::{Engine, EngineOptions, Event, Limits, Report, Stop, Verdict};
use tengen_player::{Choice, Chooser, any_move};

use super::screen::Screen;

/// The engine, a level and chance.
pub(super) struct Opponent {
    pub(super) chooser: Chooser,
    engine: Engine,
    /// The limits that were asked for.
    limits: Limits,
}

/// A move, and what the engine thinks of it.
pub(super) struct Move {
    pub(super) point: Point,
    /// None for a move at a glance.
    verdict: Option<Verdict>,
    depth: u32,
    is_from_book: bool,
}

/// A hint is given by the engine at its best, as far as a short wait allows.
const HINT_NODES: u64 = 100_000;

impl Opponent {
    pub(super) fn new(
        options: EngineOptions,
        chooser: Chooser,
        limits: Option<Limits>,
    ) -> Opponent {
        Opponent { chooser, engine: Engine::new(options), limits: limits.unwrap_or_default() }
    }

    /// Forgets what it thought about other games.
    pub(super) fn forget(&mut self) {
        self.engine.forget();
    }

    /// The move of its level. None only if there is no free point.
    pub(super) fn choose(&mut self, game: &Game, stop: &Stop, screen: &Screen) -> Option<Move> {
        let Opponent { chooser, engine, limits } = self;
        let choice = chooser.choose(engine, game, limits, stop, &mut |event| show(event, screen));
        screen.thought();
        let Choice { line, verdict, depth, is_from_book, .. } = choice?;
        Some(Move { point: line[0], verdict, depth, is_from_book })
    }

    /// The best move there is.
    pub(super) fn hint(&mut self, game: &Game, stop: &Stop, screen: &Screen) -> Option<Move> {
        let Limits { nodes, time, depth, .. } = self.limits;
        let is_limited = nodes.is_some() || time.is_some() || depth.is_some();
        let nodes = if is_limited { nodes } else { Some(HINT_NODES) };
        let limits = Limits { nodes, ..self.limits.clone() };
        let report = self.engine.search(game, &limits, stop, &mut |event| show(event, screen));
        screen.thought();
        let best = Move::of(&report)?;
        let point = if game.is_forbidden(best.point) { any_move(game)? } else { best.point };
        Some(Move { point, ..best })
    }
}

fn show(event: &Event, screen: &Screen) {
    if let Event::Progress(report) = event
        && let Some(best) = Move::of(report)
    {
        screen.thinking(&best.to_string());
    }
}

impl Move {
    /// The best of a search.
    fn of(report: &Report) -> Option<Move> {
        let verdict = Some(report.pvs.first()?.verdict);
        let point = report.best()?;
        Some(Move { point, verdict, depth: report.depth, is_from_book: false })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(verdict) = self.verdict else {
            return write!(f, "{} (at a glance)", self.point);
        };
        write!(f, "{} (", self.point)?;
        if self.is_from_book {
            write!(f, "from the opening book, ")?;
        }
        write!(f, "{verdict}")?;
        if !verdict.is_proven() {
            write!(f, ", winning chance {:.0} %", 100.0 * verdict.win_rate())?;
        }
        write!(f, ", depth {})", self.depth)
    }
}
