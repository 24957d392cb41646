//! The independent judge of claimed wins.
//!
//! A claimed win that is no win is the worst mistake an engine can make, so the judge shares
//! nothing with the engine: it knows the rules of `tengen_core` and tries stones on a board. Who
//! claims tells it the attacker's moves, one position at a time; the judge answers each of them
//! with every reply there is.
//!
//! ```
//! use tengen_core::{Game, Point, Rule, Side, Size};
//! use tengen_proof::{Replay, replay};
//!
//! let mut game = Game::new(Size::default(), Rule::Freestyle);
//! for point in ["h8", "a1", "i8", "a15"] {
//!     game.play(point.parse()?)?;
//! }
//! // Black makes a three, and whatever White does, the judge sees the open four by itself.
//! let three: Point = "j8".parse()?;
//! let claim = replay(&game, Side::Black, 5, &mut |_, _| Some(three), 10_000);
//! assert!(matches!(claim, Replay::Refuted { .. }), "one end can be closed");
//! game.play(three)?;
//! game.play("a8".parse()?)?;
//! let claim = replay(&game, Side::Black, 3, &mut |_, _| None, 10_000);
//! assert!(matches!(claim, Replay::Holds { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A win that was found is kept as a [`Proof`]: a tree of the attacker's moves against every reply.
//! [`check`] judges it without asking anybody, [`write()`] and [`read`] keep it in a file, and a
//! [`Follower`] plays it.
//!
//! In reading order: `fives` (what one stone does), [`replay`] (what a claim is worth); `tree`
//! (proofs), `otherwise` (the move that answers most replies), `check` and `refusal`, `length`,
//! `file`, `follow`. It leaves out how wins are found.

mod certificate;
mod check;
mod file;
mod fives;
mod follow;
mod length;
mod otherwise;
mod refusal;
mod replay;
mod tree;

pub use certificate::check::{CertificateChecked, Field, check_certificate, pruned};
pub use certificate::follow::CertificateFollower;
pub use certificate::{Answer, Certificate, CertificateBuilder, Plan};
pub use check::{Checked, check};
pub use file::{
    FileError, FileProblem, ReadLimits, read, read_certificate, version, write, write_certificate,
};
pub use follow::{Follower, LeftProof};
pub use refusal::{OtherwiseFault, Reason, Refusal};
pub use replay::{Oracle, Replay, replay};
pub use tree::{Attack, AttackId, Proof, ProofBuilder};
