//! Openings of matches.

use std::path::Path;

use anyhow::Context;
use tengen_arena::Openings;
use tengen_core::{Rule, Size};
use tengen_formats::Rows;

use crate::position;

/// The most different random openings of a match.
const MOST_RANDOM: usize = 10_000;

/// The openings of a file, in its order.
pub(crate) fn of_file(path: &Path, rule: Rule, size: Size, rows: Rows) -> anyhow::Result<Openings> {
    let read = || -> anyhow::Result<Openings> {
        Ok(Openings::read(&std::fs::read(path)?, rule, size, rows)?)
    };
    read().with_context(|| position::shown(path))
}

/// Random openings for a number of games, each played with both colours.
pub(crate) fn random(rule: Rule, size: Size, games: usize, seed: u64) -> Openings {
    Openings::random(rule, size, games.div_ceil(2).min(MOST_RANDOM), seed)
}

/// The openings of a file, shuffled, or random ones without a file.
pub(crate) fn shuffled(
    path: Option<&Path>,
    rule: Rule,
    size: Size,
    games: usize,
    seed: u64,
) -> anyhow::Result<Openings> {
    match path {
        Some(path) => Ok(of_file(path, rule, size, Rows::Top)?.shuffled(seed)),
        None => Ok(random(rule, size, games, seed)),
    }
}
