//! The engine log: what engines were asked and what they said, the last lines of it.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tengen_core::Point;
use tengen_formats::{Rows, position_text};
use tengen_player::{Answer, Ask, AskError, Event, Pv, Request, Stop};

/// Lines that are kept.
const MOST: usize = 500;
/// Moves of a PV that a line has.
const MOVES: usize = 20;

/// The last lines, of all sessions together. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct EngineLog {
    begun: Instant,
    lines: Arc<Mutex<VecDeque<String>>>,
    /// How many sessions write it.
    sessions: Arc<AtomicU32>,
}

impl Default for EngineLog {
    fn default() -> EngineLog {
        EngineLog { begun: Instant::now(), lines: Arc::default(), sessions: Arc::default() }
    }
}

impl EngineLog {
    /// The lines, the oldest first. Each begins with seconds since the start of the server and the session.
    pub(crate) fn text(&self) -> String {
        self.lines().iter().fold(String::new(), |text, line| text + line + "\n")
    }

    fn add(&self, session: u32, text: &str) {
        let line = format!("{:10.3} {session:2} {text}", self.begun.elapsed().as_secs_f64());
        let mut lines = self.lines();
        if lines.len() == MOST {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    fn lines(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A session whose requests, events and answers are noted.
pub(super) struct Logged {
    session: Box<dyn Ask>,
    number: u32,
    log: EngineLog,
}

impl Logged {
    pub(super) fn new(session: Box<dyn Ask>, log: &EngineLog) -> Logged {
        let number = log.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        Logged { session, number, log: log.clone() }
    }
}

impl Ask for Logged {
    fn ask(
        &mut self,
        request: &Request,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Answer, AskError> {
        let (log, number) = (self.log.clone(), self.number);
        log.add(number, &format!("> {}", request_text(request)));
        let answer = self.session.ask(request, stop, &mut |event| {
            if let Some(text) = event_text(event) {
                log.add(number, &text);
            }
            on_event(event);
        });
        self.log.add(number, &answer_text(&answer));
        answer
    }

    fn ponder(&mut self, request: &Request) {
        self.log.add(self.number, &format!("> ponder {}", request_text(request)));
        self.session.ponder(request);
    }

    fn stop_pondering(&mut self) {
        self.session.stop_pondering();
    }
}

fn request_text(request: &Request) -> String {
    let Request { game, want, limits, options, .. } = request;
    let position = position_text(game, Rows::Bottom);
    let mut text = format!("{want:?} {} {} {position}", game.rule(), game.size().lines());
    // Writing to a string does not fail.
    let mut add = |name: &str, value: Option<String>| {
        let _ = value.map(|value| write!(text, " {name} {value}"));
    };
    add("time", limits.time.map(|time| format!("{} ms", time.as_millis())));
    add("nodes", limits.nodes.map(|nodes| nodes.to_string()));
    add("depth", limits.depth.map(|depth| depth.to_string()));
    add("multipv", (limits.multipv > 1).then(|| limits.multipv.to_string()));
    add("only", (!limits.only.is_empty()).then(|| moves(&limits.only)));
    add("exclude", (!limits.exclude.is_empty()).then(|| moves(&limits.exclude)));
    add("threads", Some(options.threads.to_string()));
    add("memory", Some(format!("{} MB", options.memory >> 20)));
    text
}

fn event_text(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Progress(report) => {
            let mut text = format!(
                "depth {}-{} nodes {} nps {} ms {}",
                report.depth,
                report.seldepth,
                report.nodes,
                report.nps(),
                report.elapsed.as_millis()
            );
            for (n, pv) in (1..).zip(&report.pvs) {
                let _ = write!(text, " pv{n} {}", pv_text(pv));
            }
            Some(text)
        }
        Event::ForcedWin(found) => Some(format!("solver {found:?}")),
        // Too many of them.
        Event::Looking(_) => None,
    }
}

fn answer_text(answer: &Result<Answer, AskError>) -> String {
    match answer {
        Ok(answer) => {
            let verdict = answer.verdict.map_or_else(String::new, |verdict| format!(" {verdict}"));
            let ending = answer.ending.map_or_else(String::new, |ending| format!(" {ending:?}"));
            let nodes = answer.report.nodes;
            format!("< {}{verdict} nodes {nodes}{ending}", moves(&answer.line))
        }
        Err(error) => format!("< error: {error}"),
    }
}

fn pv_text(pv: &Pv) -> String {
    format!("{} {}", pv.verdict, moves(&pv.moves))
}

fn moves(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().take(MOVES).map(ToString::to_string).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use tengen_core::{Game, Rule, Size};
    use tengen_player::{Limits, Session, SharedData, Want};

    use super::*;

    #[test]
    fn requests_reports_and_answers_are_noted_and_old_lines_go() {
        let log = EngineLog::default();
        let session = Box::new(Session::new(&SharedData::default()));
        let mut logged = Logged::new(session, &log);
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        game.play("h8".parse().unwrap()).unwrap();
        let limits = Limits { nodes: Some(2000), ..Limits::default() };
        let request = Request { limits, ..Request::new(game, Want::Analysis) };
        logged.ask(&request, &Stop::new(), &mut |_| {}).unwrap();
        let text = log.text();
        assert!(text.contains(" 1 > Analysis freestyle 15 h8 nodes 2000"), "{text}");
        assert!(text.contains(" 1 depth "), "{text}");
        assert!(text.contains(" 1 < "), "{text}");
        (0..MOST).for_each(|n| log.add(1, &n.to_string()));
        assert_eq!(log.text().lines().count(), MOST);
        assert!(!log.text().contains("Analysis"));
    }
}
