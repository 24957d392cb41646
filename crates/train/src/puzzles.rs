//! Puzzles out of our own games: positions with one or few answers, each with a certificate.
//!
//! In reading order: [`Kind`], [`Puzzle`] and [`read`] (what a puzzle is and its line in a file, `docs/puzzles.md`);
//! `proofs` (their text in that line); `solver` (the engine's solvers, which no other file here names); [`Certifier`] with `answers` and `defence`
//! (what is shown of a puzzle); [`Maker`] (from games to puzzles), [`Checker`] (whether a puzzle is what it says),
//! [`Rater`] (how hard puzzles are for our levels), [`Runner`] and [`Figures`] (how fast the solver is on them).

mod answers;
mod certify;
mod check;
mod defence;
mod figures;
mod fives;
mod kind;
mod make;
mod proofs;
mod puzzle;
mod rate;
mod solver;

pub use certify::{Certificate, Certifier, Failure, Unfit, Wanted};
pub use check::{CheckError, Checker, check_proof, first_repeated};
pub use figures::{Figures, Spread, figures};
pub use kind::Kind;
pub use make::{Event, Maker, Plan};
pub use puzzle::{BadPuzzle, Puzzle, RATINGS, ReadError, Source, read};
pub use rate::{Rater, Trial, fit};
pub use solver::{Effort, Halt, Measured, Runner, WinBy};
