//! A win that was proven before is played on without a search.

use tengen_core::{Game, Point};
use tengen_proof::Follower;

use super::{Strategy, Task};
use crate::search::time::Moment;
use crate::{Event, Limits, Pv, Report, Verdict};

/// The proven win that is being played, if there is one.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{Engine, EngineOptions, Limits, ProvenWin, Stop};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["g7", "g6", "h6", "j7", "f5", "j6", "f8", "i5", "f7", "f6"] {
///     game.play(point.parse()?)?;
/// }
/// let mut engine = Engine::new(EngineOptions { memory: 4 << 20, ..EngineOptions::default() });
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
/// let mut win = ProvenWin::of(&report);
/// game.play(report.best().unwrap())?;
/// game.play("a1".parse()?)?;
/// // Whatever the reply was, the proof knows what to do.
/// assert!(win.next(&game, &limits).unwrap().wins());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ProvenWin(Option<Follower>);

impl ProvenWin {
    /// Follows the proof of a report, if it has one.
    pub fn of(report: &Report) -> ProvenWin {
        ProvenWin(report.proof.clone().map(Follower::new))
    }

    /// The next move of the win, as if a search had found it. None if the game is not in the proof,
    /// or the move is not what the limits ask for.
    pub fn next(&mut self, game: &Game, limits: &Limits) -> Option<Report> {
        let Ok(point) = self.0.as_mut()?.catch_up(game) else {
            self.0 = None;
            return None;
        };
        let is_allowed = |point: &Point| {
            !limits.exclude.contains(point)
                && (limits.only.is_empty() || limits.only.contains(point))
        };
        point.filter(|point| limits.multipv <= 1 && is_allowed(point))?;
        let moves = self.0.as_ref()?.line();
        let depth = moves.len() as u32;
        let pvs = vec![Pv { moves, verdict: Verdict::Wins { plies: depth }, nodes: 0 }];
        Some(Report { pvs, depth, seldepth: depth, ..Report::default() })
    }

    /// A search of this game found that. What the defender's search does not prove leaves the
    /// attacker's proof as it is.
    pub fn note(&mut self, game: &Game, report: &Report) {
        let is_attackers = |follower: &Follower| follower.proof().attacker() == game.to_move();
        if report.proof.is_some() || self.0.as_ref().is_some_and(is_attackers) {
            *self = ProvenWin::of(report);
        }
    }
}

/// Plays on the last win that its strategy has proven, as long as the game stays in the proof.
/// Otherwise it asks the strategy.
#[derive(Debug)]
pub struct Follow {
    main: Box<dyn Strategy>,
    win: ProvenWin,
}

impl Follow {
    /// Follows the proofs of `main`.
    pub fn new(main: Box<dyn Strategy>) -> Follow {
        Follow { main, win: ProvenWin::default() }
    }
}

impl Strategy for Follow {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let begun = Moment::now();
        if let Some(report) = self.win.next(task.game, task.limits) {
            return Report { elapsed: begun.elapsed(), ..report };
        }
        let report = self.main.search(task, on_event);
        self.win = ProvenWin::of(&report);
        report
    }

    fn forget(&mut self) {
        self.win = ProvenWin::default();
        self.main.forget();
    }
}
