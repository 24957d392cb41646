//! A win that was proved before is played on without a search.

use tengen_core::{Game, Point};
use tengen_proof::Follower;

use super::{Strategy, Task};
use crate::search::time::Moment;
use crate::{Event, Limits, Pv, Report, Verdict};

/// Plays on the last win that its strategy has proved, as long as the game stays in the proof.
/// Otherwise it asks the strategy.
#[derive(Debug)]
pub struct Follow {
    main: Box<dyn Strategy>,
    /// The proved win that is being played.
    follower: Option<Follower>,
}

impl Follow {
    /// Follows the proofs of `main`.
    pub fn new(main: Box<dyn Strategy>) -> Follow {
        Follow { main, follower: None }
    }

    /// The next move of the proved win, if the game is still in its proof.
    fn next(&mut self, game: &Game, limits: &Limits) -> Option<Report> {
        let point = self.follower.as_mut()?.catch_up(game);
        let Ok(point) = point else {
            self.follower = None;
            return None;
        };
        let allowed = |point: &Point| {
            !limits.exclude.contains(point)
                && (limits.only.is_empty() || limits.only.contains(point))
        };
        point.filter(|point| limits.multipv <= 1 && allowed(point))?;
        let moves = self.follower.as_ref()?.line();
        let depth = moves.len() as u32;
        let pvs = vec![Pv { moves, verdict: Verdict::Wins { plies: depth }, nodes: 0 }];
        Some(Report { pvs, depth, seldepth: depth, ..Report::default() })
    }
}

impl Strategy for Follow {
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report {
        let begun = Moment::now();
        if let Some(report) = self.next(task.game, task.limits) {
            return Report { elapsed: begun.elapsed(), ..report };
        }
        let report = self.main.search(task, on_event);
        self.follower = report.proof.clone().map(Follower::new);
        report
    }

    fn forget(&mut self) {
        self.follower = None;
        self.main.forget();
    }
}
