//! Openings for matches: random stones that a search finds even, near the centre and far from it.
//!
//! In reading order: [`Zone`] (where an opening lies), `scatter` (random stones there), [`Plan`] (which
//! openings are wanted, and the search for them).

mod make;
mod scatter;
mod zone;

use tengen_core::Game;

pub use make::{Found, Plan, TooRare};
pub use zone::Zone;

/// An even position with few stones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The stones, in turn.
    pub game: Game,
    /// Where they lie.
    pub zone: Zone,
    /// What the search said of it, for the side to move, in hundredths of a point.
    pub score: i32,
}
