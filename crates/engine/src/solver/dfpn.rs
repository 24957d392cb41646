//! Df-pn: depth-first search by proof numbers (after Nagai), the part that knows no threats.
//!
//! [`proof_numbers`] is what is known of a node, [`thresholds`] how far it may grow before its
//! sibling looks better, [`proof_table`] where both solvers keep what they know.

pub(in crate::solver) mod proof_numbers;
pub(in crate::solver) mod proof_table;
pub(in crate::solver) mod thresholds;
