//! Depth-first proof-number search (df-pn, after Nagai): the parts that know no threats.
//!
//! [`proof_numbers`] are the values of a node, [`thresholds`] say how far it may grow before a
//! sibling looks better, [`proof_table`] remembers what the solvers know of positions.

pub(in crate::solver) mod proof_numbers;
pub(in crate::solver) mod proof_table;
pub(in crate::solver) mod thresholds;
