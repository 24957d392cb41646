//! `tengen bench`: fixed positions at a fixed depth; the node count is the signature of play.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use serde::Serialize;
use tengen_core::{Rule, Size};
use tengen_engine::{Engine, EngineOptions, Limits, Stop};
use tengen_formats::{Rows, parse_position};

use crate::output;

/// The positions: rule, size, depth and moves, then the nodes of all together.
const POSITIONS: &str = include_str!("../data/bench.txt");
/// Prefix of the signature's line.
const SIGNATURE: &str = "nodes ";

/// Search fixed positions at a fixed depth; the node count is the signature of play
///
/// One thread, a table of 16 MB cleared for each position, no clock: the count is the same on every
/// machine. A change that is not meant to change play keeps it.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tengen bench --check")]
pub(crate) struct Bench {
    /// Compare the count with the one in crates/cli/data/bench.txt
    #[arg(long)]
    check: bool,

    /// One JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct View {
    nodes: u64,
    nps: u64,
    ms: f64,
}

/// What the bench counted.
pub(crate) struct Counted {
    pub(crate) nodes: u64,
    elapsed: Duration,
    /// What the file says.
    expected: Option<u64>,
}

/// The signature that the file has.
pub(crate) fn expected() -> Option<u64> {
    POSITIONS.lines().find_map(|line| line.strip_prefix(SIGNATURE)?.trim().parse().ok())
}

/// Searches all positions.
pub(crate) fn count() -> anyhow::Result<Counted> {
    let mut counted = Counted { nodes: 0, elapsed: Duration::ZERO, expected: expected() };
    for (number, line) in (1..).zip(POSITIONS.lines()) {
        let line = line.split('#').next().unwrap_or("").trim();
        if !line.is_empty() && !line.starts_with(SIGNATURE) {
            let searched =
                search(line).with_context(|| format!("crates/cli/data/bench.txt:{number}"));
            let (nodes, time) = searched?;
            counted.nodes += nodes;
            counted.elapsed += time;
        }
    }
    Ok(counted)
}

/// The file's text with another signature.
pub(crate) fn with_signature(text: &str, nodes: u64) -> String {
    let line = |line: &str| match line.starts_with(SIGNATURE) {
        true => format!("{SIGNATURE}{nodes}\n"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

impl Bench {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let Counted { nodes, elapsed, expected } = count()?;
        let nps = (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64;
        let view = View { nodes, nps, ms: elapsed.as_secs_f64() * 1000.0 };
        output::print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => format!("bench {nodes} nodes {nps} nps\n"),
        })?;
        if self.check && expected != Some(nodes) {
            eprintln!(
                "tengen: the signature is {nodes}, crates/cli/data/bench.txt has {expected:?}"
            );
            return Ok(ExitCode::from(1));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Searches one line of the file.
fn search(line: &str) -> anyhow::Result<(u64, Duration)> {
    let mut words = line.split_whitespace();
    let mut word = || words.next().context("rule, size, depth and moves are wanted");
    let rule: Rule = word()?.parse()?;
    let size = Size::new(word()?.parse()?).context("a board has 5 to 22 lines")?;
    let depth: u32 = word()?.parse()?;
    let game = parse_position(word()?, size, rule, Rows::Bottom)?;
    let mut engine = Engine::new(EngineOptions { memory: 16 << 20, ..EngineOptions::default() });
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
    Ok((report.nodes, report.elapsed))
}

/// The positions of the file.
pub(crate) fn games() -> anyhow::Result<Vec<tengen_core::Game>> {
    let lines = POSITIONS.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    let positions = lines.filter(|line| !line.is_empty() && !line.starts_with("nodes "));
    let game = |line: &str| -> anyhow::Result<tengen_core::Game> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let size = Size::new(words[1].parse()?).context("a board has 5 to 22 lines")?;
        Ok(parse_position(words[3], size, words[0].parse()?, Rows::Bottom)?)
    };
    positions.map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_signature_changes() {
        let changed = with_signature(POSITIONS, 7);
        assert!(changed.contains("\nnodes 7\n"));
        assert_eq!(changed.lines().count(), POSITIONS.lines().count());
        let different = changed.lines().zip(POSITIONS.lines()).filter(|(new, old)| new != old);
        assert_eq!(different.count(), 1);
    }
}
