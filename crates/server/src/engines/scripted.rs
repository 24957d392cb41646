//! A script in the engine's place: browser tests know every answer beforehand.
//!
//! The file is JSON. Positions are named by their moves (`h8i9`); `*` stands for all others.
//!
//! ```json
//! { "replies": { "h8": ["i9"], "*": ["g7", "j10"] },
//!   "analysis": { "*": [ { "depth": 8, "nodes": 1000, "lines": [ { "moves": "h8i9", "centi": 40 } ] },
//!                        { "wait": 50, "lines": [ { "moves": "h8i9i7", "wins": 7 } ] },
//!                        { "end": "limit" } ] },
//!   "openings": { "swap2.choose": ["choose take-black"], "rif.place 3": ["i7"] } }
//! ```
//! A number behind a step of an opening is that of the stones on the board.
//! Moves behind a reply (`"i9 h9"`) are what is expected then. A step may also say `"panic": true` or `"freeze": true`; without an end the analysis goes on
//! until it is stopped.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tengen_core::opening::{Act, Opening};
use tengen_core::{Game, Move, Point, Rule};
use tengen_formats::{Rows, parse_position, position_text};
use tengen_player::{
    Answer, Ask, AskError, Decision, Ending, Event, ForcedWin, Pv, Report, Request, Source, Stop,
    Verdict, Want, any_move,
};

/// Prepared answers.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    lists: Arc<Lists>,
    /// The game that is pondered.
    pondered: Option<Box<Game>>,
}

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
        Ok(Script { lists: Arc::new(lists), pondered: None })
    }

    fn steps(&self, game: &Game) -> &[Step] {
        let name = position_text(game, Rows::Bottom);
        let found = self.lists.analysis.get(&name).or_else(|| self.lists.analysis.get("*"));
        found.map_or(&[], Vec::as_slice)
    }

    /// A move. What was pondered is worth ten centi, so that tests know it.
    fn reply(&self, game: &Game, is_pondered: bool) -> Answer {
        let name = position_text(game, Rows::Bottom);
        let found = self.lists.replies.get(&name).or_else(|| self.lists.replies.get("*"));
        let moves = |names: &String| names.split(' ').map(str::parse).collect::<Result<_, _>>();
        let mut lines = found.into_iter().flatten().filter_map(|names| moves(names).ok());
        let is_sound = |line: &Vec<Point>| {
            let point = line[0];
            game.size().contains(point) && game.board().is_free(point) && !game.is_forbidden(point)
        };
        match lines.find(is_sound) {
            Some(line) => {
                let centi = if is_pondered { 10 } else { 0 };
                let verdict = Some(Verdict::Unclear { centi });
                Answer { line, verdict, pondered: is_pondered.then_some(true), ..Answer::default() }
            }
            None => Answer::unsearched(any_move(game), Source::Any),
        }
    }

    fn analyze(
        &self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError> {
        let ended = |ending| Ok(Answer { ending: Some(ending), ..Answer::default() });
        for step in self.steps(&request.game) {
            if wait(Duration::from_millis(step.wait), stop) {
                return ended(Ending::Stopped);
            }
            if step.panic {
                return Err(AskError::Crashed("the script breaks down here".to_owned()));
            }
            if step.freeze {
                // Deaf to a stop, as a search that hangs would be.
                std::thread::sleep(Duration::from_secs(20));
            }
            if !step.lines.is_empty() {
                step.tell(request, on_event);
            }
            match step.end {
                Some(ScriptedEnd::Limit) => return ended(Ending::Limit),
                Some(ScriptedEnd::Solved) => return ended(Ending::Solved),
                None => {}
            }
        }
        while !wait(NAP, stop) {}
        ended(Ending::Stopped)
    }

    fn open(&self, opening: &Opening) -> Result<Vec<Act>, String> {
        let step = opening.step().ok_or("the opening is over")?;
        let unknown = || format!("the script says nothing of {}", step.text);
        let lists = &self.lists.openings;
        let here = lists.get(&format!("{} {}", step.text, opening.stones().len()));
        let told = here.or_else(|| lists.get(step.text)).ok_or_else(unknown)?;
        let act = |word: &String| match (word.strip_prefix("choose "), word.parse()) {
            (Some(choice), _) => choice.parse().map(Act::Choose).map_err(|e| format!("{e}")),
            (None, Ok(number)) => Ok(Act::Declare(number)),
            (None, Err(_)) => word.parse().map(Act::Place).map_err(|e| format!("{e}")),
        };
        told.iter().map(act).collect()
    }
}

impl Ask for Script {
    fn ask(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError> {
        let is_pondered = self.pondered.take().is_some_and(|game| *game == request.game);
        match &request.want {
            Want::Analysis => self.analyze(request, stop, on_event),
            Want::Opening(opening) => {
                let acts = self.open(opening).map_err(AskError::Crashed)?;
                let opening = Some(Decision { acts, reply: None, black: 0.5, nodes: 0 });
                Ok(Answer { opening, ..Answer::default() })
            }
            _ => Ok(self.reply(&request.game, is_pondered)),
        }
    }

    fn ponder(&mut self, request: &Request) {
        self.pondered = Some(Box::new(request.game.clone()));
    }

    fn stop_pondering(&mut self) {
        self.pondered = None;
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
    /// Tells its lines, and what they say of a forced win.
    fn tell(&self, request: &Request, on_event: &mut dyn FnMut(&Event<'_>)) {
        let most = request.limits.multipv.max(1);
        let pvs: Vec<Pv> =
            self.lines.iter().map(|line| line.pv(&request.game)).take(most).collect();
        let forced_win = match &pvs[0] {
            Pv { verdict: Verdict::Wins { plies }, moves, .. } => {
                ForcedWin::Win { plies: *plies, line: moves.clone() }
            }
            _ => ForcedWin::Searching,
        };
        let report = Report {
            pvs,
            depth: self.depth,
            seldepth: self.depth,
            nodes: self.nodes,
            elapsed: Duration::from_millis(self.nodes / 1000),
            ..Report::default()
        };
        on_event(&Event::Progress(&report));
        on_event(&Event::ForcedWin(&forced_win));
    }
}

impl ScriptedLine {
    fn pv(&self, game: &Game) -> Pv {
        let moves = parse_position(&self.moves, game.size(), Rule::Freestyle, Rows::Bottom);
        let stone = |action: &Move| match action {
            Move::Stone(point) => Some(*point),
            Move::Pass => None,
        };
        let moves = moves
            .map_or_else(|_| Vec::new(), |game| game.moves().iter().filter_map(stone).collect());
        let verdict = match (self.wins, self.loses) {
            (Some(plies), _) => Verdict::Wins { plies },
            (None, Some(plies)) => Verdict::Loses { plies },
            _ => Verdict::Unclear { centi: self.centi.unwrap_or(0) },
        };
        Pv { moves, verdict, nodes: 0 }
    }
}
