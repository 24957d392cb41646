//! Strategies: ways to find a move, and ways to combine them.
//!
//! [`AlphaBeta`] and [`Mcts`](crate::Mcts) are main searches, [`VctProbe`] looks for forced wins
//! alone. The others wrap strategies and are strategies themselves, so
//! they nest: [`Race`] runs side searches on threads of their own, [`Share`] runs one on the main
//! search's thread, [`Fallback`] asks a second strategy where the first has no answer, [`Follow`]
//! plays on a win that was proved before.

use std::fmt;

use tengen_core::Game;

use crate::{Event, Limits, Report, Stop, Verdict};

mod alpha_beta;
mod fallback;
mod follow;
mod race;
mod share;
mod vct_probe;

pub use alpha_beta::AlphaBeta;
pub(crate) use alpha_beta::StopOnDrop;
pub use fallback::Fallback;
pub use follow::{Follow, ProvenWin};
pub use race::Race;
pub use share::Share;
pub use vct_probe::VctProbe;

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game whose next move is wanted. A strategy takes a copy of its position.
    pub game: &'a Game,
    /// How long to think, and about what.
    pub limits: &'a Limits,
    /// Ends the search from outside.
    pub stop: &'a Stop,
}

/// A way to find a move.
///
/// A search works on a copy of the game, so a stopped search leaves nothing behind. It reports
/// progress through events and returns within milliseconds of a stop. No event comes after its
/// return.
///
/// ```
/// use tengen_core::{Game, Rule, Size};
/// use tengen_engine::{
///     AlphaBeta, EngineOptions, VctProbe, Limits, SharedTables, Race, Stop, Strategy, Task, Verdict,
/// };
///
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "o1", "j9", "a15", "j10", "o15"] {
///     game.play(point.parse()?)?;
/// }
/// let options = EngineOptions { memory: 4 << 20, ..EngineOptions::default() };
/// let shared_tables = SharedTables::default();
/// let main = AlphaBeta::new(options.clone(), shared_tables.clone());
/// let vct_probe = VctProbe::new(&options, shared_tables);
/// let mut race = Race::new(Box::new(main), vec![Box::new(vct_probe)]);
/// let (limits, stop) = (Limits::default(), Stop::new());
/// // There are no limits: the search ends because the win is proved.
/// let report = race.search(&Task { game: &game, limits: &limits, stop: &stop }, &mut |_| {});
/// assert!(report.wins());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Strategy: Send + fmt::Debug {
    /// Looks for the best move of the side to move. A report without a PV: it has no answer.
    fn search(&mut self, task: &Task<'_>, on_event: &mut dyn FnMut(&Event)) -> Report;

    /// Forgets all positions.
    fn forget(&mut self);
}

impl Report {
    /// Whether the side to move has a proved win.
    pub fn wins(&self) -> bool {
        self.pvs.first().is_some_and(|pv| matches!(pv.verdict, Verdict::Wins { .. }))
    }
}

impl Limits {
    /// Whether they ask for one best move of all, which is what a solver can answer.
    pub(crate) fn leave_any_move(&self) -> bool {
        self.multipv <= 1 && self.allow_all_moves()
    }

    /// Whether no move is left out.
    pub(crate) fn allow_all_moves(&self) -> bool {
        self.exclude.is_empty() && self.only.is_empty()
    }
}
