//! `tengen puzzles run`: how fast the solver is on puzzles.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use serde_json::json;
use tengen_core::Rule;
use tengen_train::puzzles::{Effort, Figures, Halt, Kind, Measured, Puzzle, Runner, figures};

use crate::options::{self, BudgetOptions};
use crate::progress::Shown;
use crate::{interrupt, output};

/// Solve puzzles one after the other and say how many were solved, and the time and nodes it took
///
/// Each is solved on one thread by a solver that knows nothing of the others, with the search of its kind. A win
/// counts as solved when the checker has accepted its proof, a defence when all moves but its answers are refuted.
/// The nodes without a time limit are the same on every machine.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen puzzles run data/puzzles/*.jsonl\n  \
    tengen puzzles run data/puzzles/renju.jsonl --kind vct --nodes 100000 --json")]
pub(crate) struct Run {
    /// Files of puzzles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Only those of this rule
    #[arg(long, value_parser = options::rule())]
    rule: Option<Rule>,

    /// Only those of this kind
    #[arg(long, value_parser = super::kind())]
    kind: Option<Kind>,

    #[command(flatten)]
    budget: BudgetOptions,

    /// One JSON object for each rule and kind, and one for all
    #[arg(long)]
    json: bool,
}

/// Rule and kind; nothing means all of them.
type Group = (Option<Rule>, Option<Kind>);

impl Run {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut puzzles = Vec::new();
        for path in &self.files {
            puzzles.extend(super::open(path)?);
        }
        puzzles.retain(|puzzle| self.is_asked_for(puzzle));
        let stop = interrupt::stop_on_interrupt()?;
        let effort = Effort {
            nodes: self.budget.nodes,
            time: self.budget.time(false),
            memory: self.budget.bytes(),
        };
        let runner = Runner::new(effort, stop);
        let mut shown = Shown::of(puzzles.len() as u64, "puzzles");
        let mut groups: BTreeMap<Group, Vec<Measured>> = BTreeMap::new();
        let mut solved = 0;
        for (done, puzzle) in (1..).zip(&puzzles) {
            let measured = match runner.solve(puzzle) {
                Ok(measured) => measured,
                Err(Halt::Stopped) => {
                    shown.warn("interrupted: these are the figures up to now");
                    break;
                }
                Err(halt) => return Err(halt.into()),
            };
            groups.entry((Some(puzzle.game.rule()), Some(puzzle.kind))).or_default().push(measured);
            groups.entry((None, None)).or_default().push(measured);
            solved += u64::from(measured.is_solved);
            shown.update(done, format!("{solved} solved"));
        }
        shown.finish();
        self.print(&groups)?;
        Ok(ExitCode::SUCCESS)
    }

    fn is_asked_for(&self, puzzle: &Puzzle) -> bool {
        self.rule.is_none_or(|rule| rule == puzzle.game.rule())
            && self.kind.is_none_or(|kind| kind == puzzle.kind)
    }

    fn print(&self, groups: &BTreeMap<Group, Vec<Measured>>) -> anyhow::Result<()> {
        if !self.json {
            output::print(HEAD)?;
        }
        // All of them sort before the rest, and are said last.
        let (all, rest): (Vec<_>, Vec<_>) = groups.iter().partition(|(group, _)| group.0.is_none());
        for (&(rule, kind), measured) in rest.into_iter().chain(all) {
            let Some(figures) = figures(measured) else { continue };
            let rule = rule.map_or("all", Rule::name);
            let kind = kind.map_or("all", Kind::name);
            output::print(&match self.json {
                true => {
                    let mut value = serde_json::to_value(&figures)?;
                    value["rule"] = json!(rule);
                    value["kind"] = json!(kind);
                    value.to_string() + "\n"
                }
                false => row(rule, kind, &figures),
            })?;
        }
        Ok(())
    }
}

/// The first line of the table.
const HEAD: &str = "\
rule        kind     solved        ms: median      p90      p99     most   nodes: median      p90      p99     most\n";

fn row(rule: &str, kind: &str, figures: &Figures) -> String {
    let solved = format!("{}/{}", figures.solved, figures.puzzles);
    let (ms, nodes) = (figures.ms, figures.nodes);
    format!(
        "{rule:<11} {kind:<8} {solved:<9} {:>14.1} {:>8.1} {:>8.1} {:>8.1} {:>15} {:>8} {:>8} {:>8}\n",
        ms.median, ms.p90, ms.p99, ms.most, nodes.median, nodes.p90, nodes.p99, nodes.most
    )
}
