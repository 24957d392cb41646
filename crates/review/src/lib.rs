//! The review of a game: which moves were mistakes, what was better, and where the game was decided.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! use tengen_player::{Session, SharedData, Stop};
//! use tengen_review::{Depth, Label, Line, Plan, Review, review};
//!
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! for point in ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a5", "l8"] {
//!     game.play(point.parse()?)?;
//! }
//! let line = Line::of(&game);
//! let shared = SharedData::default();
//! let session = || Box::new(Session::new(&shared)) as _;
//! let plan = Plan { nodes: 2_000, ..Plan::new(Depth::Quick) };
//! let findings = review(&line, &plan, &session, &Stop::new(), &mut |_, _| {})?;
//! let review = Review::of(&line, &findings, None);
//! // White's last moves came too late: nobody is blamed for a move in a lost position.
//! assert_eq!(review.moves[7].judgement.label, Label::Lost);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order: [`Line`] (the game, position by position), [`review()`] (the searches: a scan of all
//! positions, then a closer look at those that matter), [`Findings`] (what they found), [`judge`] (the
//! table of labels), [`Review`] (all of it put together), [`annotated`], [`report`] and [`graph()`] (the
//! review as a game record, as text and as a picture).
//!
//! What is not here: the search itself, how a review is shown, and where it is stored.

mod depth;
mod findings;
mod graph;
mod judge;
mod line;
mod record;
mod report;
mod review;
mod searches;
mod turning;

pub use depth::{Depth, Plan};
pub use findings::{Findings, Found, Searched};
pub use graph::graph;
pub use judge::{Evidence, Judgement, Label, Reason, THRESHOLDS, Thresholds, accepts, judge};
pub use line::{Line, Ply};
pub use record::annotated;
pub use report::{move_text, report, turning_text};
pub use review::{JudgedMove, Review, Tally};
pub use searches::{Pass, Progress, review};
pub use turning::TurningPoint;
