//! What a user wants of a session.

use tengen_core::Game;
use tengen_core::opening::Opening;
use tengen_engine::{EngineOptions, Limits};

use crate::Level;

/// A question to a [`Session`](crate::Session): a position, what is wanted of it, how long it may
/// take and what the engine may use.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_player::{Limits, Request, Want};
/// let game = Game::new(Size::default(), Rule::Freestyle);
/// let limits = Limits { nodes: Some(10_000), ..Limits::default() };
/// let request = Request { limits, ..Request::new(game, Want::Best) };
/// assert!(!request.book);
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    /// The game as it stands.
    pub game: Game,
    /// What is wanted.
    pub want: Want,
    /// When a search ends and which moves it looks at. Time and clock run from the moment of the
    /// question. [`Limits::ponder`] is the session's own.
    pub limits: Limits,
    /// What the engine may use. The session makes its engine fit.
    pub options: EngineOptions,
    /// Whether the opening book is asked before a search for [`Want::Best`], and for the best
    /// [`Want::Level`]. It has one move for all of a position's multi-PV, and none where moves are left
    /// out.
    pub book: bool,
    /// The seed of the book's choice, of an opening or of balance stones. None: they follow from the
    /// session's own generator, as the choices of levels always do.
    pub seed: Option<u64>,
}

/// What is wanted of a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Want {
    /// The best move that the limits allow; with [`Limits::multipv`] more PVs in the report.
    Best,
    /// The move of a level. Nodes of the limits count instead of the level's.
    Level(Level),
    /// The best move for a person who is stuck, within a short wait where nothing else is limited. A
    /// forced win is shown to its end.
    Hint,
    /// PVs until the limits, a stop or a proof of all of them, with a search for a forced win beside
    /// the main search however many PVs are wanted.
    Analysis,
    /// What the other side would play if the side to move passed. The report is the other side's.
    Threat,
    /// The next step of an opening, for whoever has to act. Of the game only the rule counts.
    Opening(Opening),
    /// Stones, put in turn, after which the position is worth `bias` hundredths of a point to the side
    /// that puts the first of them, as nearly as possible.
    Balance {
        /// How many stones.
        stones: usize,
        /// What the side to move is to be better by.
        bias: i32,
    },
}

impl Request {
    /// A request without limits, for the default engine without a book.
    pub fn new(game: Game, want: Want) -> Request {
        Request {
            game,
            want,
            limits: Limits::default(),
            options: EngineOptions::default(),
            book: false,
            seed: None,
        }
    }
}
