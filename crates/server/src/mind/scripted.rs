//! A script in the engine's place: browser tests know every answer beforehand.
//!
//! The file is JSON. Positions are named by their moves (`h8i9`); `*` stands for all others.
//!
//! ```json
//! { "replies": { "h8": ["i9"], "*": ["g7", "j10"] },
//!   "analysis": { "*": [ { "depth": 8, "nodes": 1000, "lines": [ { "moves": "h8i9", "centi": 40 } ] },
//!                        { "wait": 50, "lines": [ { "moves": "h8i9i7", "wins": 7 } ] },
//!                        { "end": "limit" } ] },
//!   "openings": { "swap2.choose": ["choose take-black"] } }
//! ```
//! Moves behind a reply (`"i9 h9"`) are what is expected then. A step may also say `"panic": true` or `"freeze": true`; without an end the analysis goes on
//! until it is stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tengen_core::opening::{Act, Action, Opening};
use tengen_core::{Game, Point, Rule};
use tengen_engine::{Pv, Report, Stop, Verdict};
use tengen_formats::{Rows, parse_position, position_text};

use super::{Chosen, Ending, Kill, Level, Manner, Mind, Task, Thought};

/// Prepared answers.
#[derive(Clone, Debug)]
pub(crate) struct Script(Arc<Lists>);

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Lists {
    replies: BTreeMap<String, Vec<String>>,
    analysis: BTreeMap<String, Vec<Step>>,
    openings: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Step {
    /// Milliseconds before this step.
    wait: u64,
    depth: u32,
    nodes: u64,
    lines: Vec<ScriptedLine>,
    end: Option<ScriptedEnd>,
    panic: bool,
    freeze: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptedLine {
    moves: String,
    centi: Option<i32>,
    wins: Option<u32>,
    loses: Option<u32>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScriptedEnd {
    Limit,
    Solved,
}

/// How often a waiting script looks whether it is stopped.
const NAP: Duration = Duration::from_millis(5);

impl Script {
    /// Reads a script.
    pub(crate) fn read(path: &Path) -> Result<Script, String> {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let lists = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Script(Arc::new(lists)))
    }

    fn steps(&self, game: &Game) -> &[Step] {
        let name = position_text(game, Rows::Bottom);
        let found = self.0.analysis.get(&name).or_else(|| self.0.analysis.get("*"));
        found.map_or(&[], Vec::as_slice)
    }

    fn reply(&self, game: &Game) -> Option<Chosen> {
        let name = position_text(game, Rows::Bottom);
        let found = self.0.replies.get(&name).or_else(|| self.0.replies.get("*"));
        let moves = |names: &String| names.split(' ').map(str::parse).collect::<Result<_, _>>();
        let mut lines = found.into_iter().flatten().filter_map(|names| moves(names).ok());
        let is_sound = |line: &Vec<Point>| {
            let point = line[0];
            game.size().contains(point) && game.board().is_free(point) && !game.is_forbidden(point)
        };
        match lines.find(is_sound) {
            Some(line) => {
                let verdict = Some(Verdict::Unclear { centi: 0 });
                Some(Chosen { line, verdict, is_from_book: false })
            }
            None => tengen_player::any_move(game).map(Chosen::unsearched),
        }
    }
}

impl Mind for Script {
    fn analyse(&mut self, task: &Task, stop: &Stop, tell: &mut dyn FnMut(Thought)) -> Ending {
        for step in self.steps(&task.game) {
            if wait(Duration::from_millis(step.wait), stop) {
                return Ending::Stopped;
            }
            assert!(!step.panic, "the script breaks down here");
            if step.freeze {
                // Deaf to a stop, as a search that hangs would be.
                std::thread::sleep(Duration::from_secs(20));
            }
            if !step.lines.is_empty() {
                tell(step.thought(task));
            }
            match step.end {
                Some(ScriptedEnd::Limit) => return Ending::Limit,
                Some(ScriptedEnd::Solved) => return Ending::Solved,
                None => {}
            }
        }
        while !wait(NAP, stop) {}
        Ending::Stopped
    }

    /// What was thought about on a person's time is worth ten centi, so that tests know it.
    fn choose(&mut self, game: &Game, manner: &Manner, stop: &Stop) -> Option<Chosen> {
        let Some(ponder) = &manner.ponder else { return self.reply(game) };
        while !ponder.is_hit() && !wait(NAP, stop) {}
        let verdict = Some(Verdict::Unclear { centi: 10 });
        self.reply(game).map(|chosen| Chosen { verdict, ..chosen })
    }

    fn hint(&mut self, game: &Game, _: &Stop) -> Option<Chosen> {
        self.reply(game)
    }

    fn open(&mut self, opening: &Opening, _: Rule, _: Level, _: &Stop) -> Result<Vec<Act>, String> {
        let step = opening.step().ok_or("the opening is over")?;
        let unknown = || format!("the script says nothing of {}", step.text);
        let told = self.0.openings.get(step.text).ok_or_else(unknown)?;
        let act = |word: &String| {
            let choice = word.strip_prefix("choose ");
            match (&step.action, choice) {
                (_, Some(choice)) => choice.parse().map(Act::Choose).map_err(|e| format!("{e}")),
                (Action::Declare { .. }, None) => {
                    word.parse().map(Act::Declare).map_err(|e| format!("{word}: {e}"))
                }
                (_, None) => word.parse().map(Act::Place).map_err(|e| format!("{e}")),
            }
        };
        told.iter().map(act).collect()
    }
}

/// Waits; whether it was stopped.
fn wait(time: Duration, stop: &Stop) -> bool {
    let end = std::time::Instant::now() + time;
    while !stop.is_stopped() && std::time::Instant::now() < end {
        std::thread::sleep(NAP.min(time));
    }
    stop.is_stopped()
}

impl Step {
    fn thought(&self, task: &Task) -> Thought {
        let line = |line: &ScriptedLine| {
            let game = &task.game;
            let moves = parse_position(&line.moves, game.size(), Rule::Freestyle, Rows::Bottom);
            let moves = moves.map_or_else(
                |_| Vec::new(),
                |game| {
                    game.moves()
                        .iter()
                        .filter_map(|action| match action {
                            tengen_core::Move::Stone(point) => Some(*point),
                            tengen_core::Move::Pass => None,
                        })
                        .collect()
                },
            );
            let verdict = match (line.wins, line.loses) {
                (Some(plies), _) => Verdict::Wins { plies },
                (None, Some(plies)) => Verdict::Loses { plies },
                _ => Verdict::Unclear { centi: line.centi.unwrap_or(0) },
            };
            Pv { moves, verdict, nodes: 0 }
        };
        let lines: Vec<Pv> = self.lines.iter().map(line).take(task.lines).collect();
        let kill = lines.first().map(|line| match line.verdict {
            Verdict::Wins { plies } => Kill::Win { plies, line: line.moves.clone() },
            _ => Kill::Searching,
        });
        let report = Report {
            pvs: lines,
            depth: self.depth,
            seldepth: self.depth,
            nodes: self.nodes,
            elapsed: Duration::from_millis(self.nodes / 1000),
            ..Report::default()
        };
        Thought { report, kill }
    }
}
