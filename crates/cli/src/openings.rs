//! Openings of matches, and `tengen openings`, which makes them.

mod export;
mod make;
mod table;

use std::path::Path;

use anyhow::Context;
use clap::Subcommand;
use tengen_arena::Openings;
use tengen_core::{Rule, Size};
use tengen_formats::Rows;

use crate::position;

/// Make even openings for matches, and write them for other programs
///
/// `tengen match --openings FILE` plays each of them with both colours. `tengen opening` is about opening rules such
/// as swap2 instead.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen openings make --rule renju --count 210 --out renju.txt\n  \
    tengen match --a tengen:nodes=5000 --b tengen:nodes=2500 --rule renju --openings renju.txt --games 420\n  \
    tengen openings export renju.txt --rule renju > renju.pos    # for c-gomoku-cli, type=pos")]
pub(crate) struct Command {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Make(make::Make),
    Export(export::Export),
}

impl Command {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match &self.action {
            Action::Make(make) => make.run(),
            Action::Export(export) => export.run(),
        }
    }
}

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
