//! The kill search against slow code that knows the rules alone and tries everything.
//!
//! In reading order: `reference` (the slow code), `positions` (what is solved), `solving` (a solver
//! whose every answer is checked); then the tests, a file for each question.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

#[allow(dead_code, reason = "every test uses its own share")]
#[path = "../common/mod.rs"]
mod common;

mod any;
mod defences;
mod fours;
mod games;
mod limits;
mod memory;
mod playing;
mod positions;
mod puzzles;
mod reference;
mod solving;
mod threats;
