//! Patterns: what stones on a line are, what the four lines through a point are together, and what
//! that is worth.
//!
//! In reading order: [`shape`] (one line), [`code`] (four lines as a number), [`threat`] (what a
//! move there does), [`weights`] (what it is worth, learned), [`features`] (every weight with its
//! index, for training), [`tables`] (all of it per rule).

pub(crate) mod code;
pub(crate) mod features;
pub(crate) mod shape;
pub(crate) mod tables;
pub(crate) mod threat;
pub(crate) mod weights;
