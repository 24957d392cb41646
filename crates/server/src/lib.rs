//! The app: a local web server for games and analysis.

pub mod wire;
