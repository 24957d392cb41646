//! The solver against slow code that knows only the rules and tries everything.
//!
//! In reading order: `reference` (the slow code), `positions` (random positions), `checked_solver`
//! (a solver whose every answer is checked); then the tests, a file for each part of the solver.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

mod any_move;
mod checked_solver;
mod defence;
mod games;
mod limits;
mod playing;
mod positions;
mod proof_table;
mod puzzles;
mod reference;
mod vcf;
mod vct;
