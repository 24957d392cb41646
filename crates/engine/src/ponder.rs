//! Thinking on the opponent's time.

use std::sync::{Arc, OnceLock};

use crate::Limits;
use crate::search::time::Moment;

/// The way to tell a search that thinks on the opponent's time that the expected move was played.
///
/// A search whose [`Limits::ponder`] holds one knows no clock until the [`hit`](Ponder::hit); from
/// then on it goes on within the limits given there, its time counted from that moment. If the
/// opponent plays something else, [`Stop`](crate::Stop) ends the search, and the engine's table
/// keeps what was learnt. A search may also end by itself before the hit or a stop: when it has
/// proven a win or a loss, or at the nodes or the depth it was started with. Its report is the
/// answer then, and a hit comes too late to change it.
///
/// Clones speak to the same search; one signal serves one search.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{Engine, EngineOptions, Limits, Ponder, Stop};
/// let mut engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// let short = Limits { nodes: Some(2_000), ..Limits::default() };
/// let report = engine.search(&game, &short, &Stop::new(), &mut |_| {});
/// game.play(report.best().expect("an empty board has moves"))?;
///
/// // While the opponent thinks, another thread thinks about the reply that is expected.
/// let expected = report.expected_reply().expect("the line goes on");
/// let mut after = game.clone();
/// after.play(expected)?;
/// let (ponder, stop) = (Ponder::new(), Stop::new());
/// let limits = Limits { ponder: Some(ponder.clone()), ..Limits::default() };
/// let answer = std::thread::scope(|scope| {
///     let thought = scope.spawn(|| engine.search(&after, &limits, &stop, &mut |_| {}));
///     let played = expected; // The opponent moves.
///     match played == expected {
///         true => ponder.hit(&short),
///         false => stop.stop(),
///     }
///     thought.join().expect("a search does not panic")
/// });
/// assert!(after.board().is_free(answer.best().expect("there is a move")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Hit>>);

#[derive(Debug)]
struct Hit {
    limits: Limits,
    at: Moment,
}

impl Ponder {
    /// Nothing was hit yet.
    pub fn new() -> Ponder {
        Ponder::default()
    }

    /// The expected move was played: time, clock, nodes and depth of these limits hold from now.
    ///
    /// Nodes and depth count from the beginning of the search, time from this moment. What the
    /// search looks at (lines, excluded moves) stays as it was started. Only the first hit counts.
    pub fn hit(&self, limits: &Limits) {
        let limits = Limits { ponder: None, ..limits.clone() };
        // A second hit finds the place taken.
        let _ = self.0.set(Hit { limits, at: Moment::now() });
    }

    /// Whether the expected move was played.
    pub fn is_hit(&self) -> bool {
        self.0.get().is_some()
    }

    /// The limits that hold since the hit.
    pub(crate) fn hit_at(&self) -> Option<(&Limits, Moment)> {
        self.0.get().map(|hit| (&hit.limits, hit.at))
    }
}
