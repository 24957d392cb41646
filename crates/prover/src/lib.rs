//! Proofs of whole games: that one side wins a position, up to the empty board, against every reply.
//!
//! A best-first proof-number search over a graph of positions decides what the solvers of
//! `tengen-engine` look at next. Everything goes to a store on disk, so that a search of days can be
//! stopped or killed at any moment, and several runs can share it.
//!
//! In reading order: [`Prover`] (the threads), `graph` (positions and their numbers), `select` (where
//! to look next), `worker` (what the solvers are asked), `knowledge` (what one position teaches
//! about another), `store` and `record` (the disk), [`Progress`], `certificate` (what others can check).

mod certificate;
mod graph;
mod knowledge;
mod progress;
mod prover;
mod record;
mod search;
mod select;
mod store;
mod walk;
mod worker;

pub use certificate::{Gap, Written};
pub use progress::{Progress, Reply};
pub use prover::{Options, Prover, Status};
pub use store::{Claim, StoreError};
