//! The request: what a user asks a session for.

use tengen_analysis::Source;
use tengen_core::Game;
use tengen_core::opening::Opening;
use tengen_engine::{EngineOptions, Limits, SolverKind};

use crate::Level;

/// A question to a [`Session`](crate::Session): a game, what to find in it, how long that may take and
/// which resources the engine may use.
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
    /// The game up to now.
    pub game: Game,
    /// What to find.
    pub want: Want,
    /// When the search ends and which moves it considers. Time and clock start with the request. The
    /// session sets [`Limits::ponder`] itself.
    pub limits: Limits,
    /// Threads, memory and algorithm of the engine. The session rebuilds its engine if they change.
    pub options: EngineOptions,
    /// Whether to try the opening book before a search, for [`Want::Best`] and for the best
    /// [`Want::Level`]. The book gives one move, however many PVs are wanted, and none if
    /// [`Limits::exclude`] or [`Limits::only`] restrict the moves.
    pub book: bool,
    /// Whether to play by the certificates of the first player's win before anything else, where the
    /// game is inside one; for [`Want::Best`] and the best [`Want::Level`]. An analysis always knows them.
    pub certificate: bool,
    /// How the session's analysis database is used; none: not at all. It knows of [`Want::Best`],
    /// [`Want::Hint`], [`Want::Analysis`], [`Want::Proof`] and [`Want::Defences`], and gets what is found.
    pub remember: Option<Remember>,
    /// The seed for book moves, openings and balance stones. None: the session's own generator, which
    /// levels always use.
    pub seed: Option<u64>,
}

/// How a request uses the analysis database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remember {
    /// Whatever is known and at least as deep as the limits ask for answers the request, and a deeper result
    /// takes the place of a shallower one. What is found is noted as coming from here.
    Deepest(Source),
    /// Only the answer to the very same question counts, with the same nodes and options, and proofs: for
    /// who compares estimates, which has sense only if they were searched alike.
    Same(Source),
}

/// What a request asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Want {
    /// The best move within the limits; with [`Limits::multipv`] the report has more PVs.
    Best,
    /// A move at this level. A node limit of the request replaces the level's own.
    Level(Level),
    /// The best move for a person who is stuck, after a short wait unless the limits say otherwise. A
    /// forced win is shown to its end.
    Hint,
    /// PVs until a limit, a stop or a proof of all of them. The solver searches for a forced win beside
    /// the main search, however many PVs are wanted.
    Analysis,
    /// What the opponent would play if the side to move passed. Verdicts are the opponent's.
    Threat,
    /// A forced win of the side to move with these kinds of moves, and its proof, which is checked. Time and
    /// nodes of the limits count.
    Proof(SolverKind),
    /// The moves of the side to move after which the opponent has no forced win of this kind. Time and nodes of
    /// the limits count.
    Defences(SolverKind),
    /// The next step of an opening, for the player whose turn it is. Only the rule of the game counts.
    Opening(Opening),
    /// Stones, placed in turn, that leave the side to move as close as possible to `bias` hundredths of
    /// a point ahead. With [`Limits::multipv`] the report has more ways, the best first.
    Balance {
        /// How many stones.
        stones: usize,
        /// The wanted lead of the side to move, in hundredths of a point.
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
            certificate: false,
            remember: None,
            seed: None,
        }
    }
}
