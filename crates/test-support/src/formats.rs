//! Records of all kinds, and what every format must do with them.

pub mod generate;
pub mod round_trip;
