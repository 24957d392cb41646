//! A client's connections to the server: its socket, and plain requests. What comes is looked at here,
//! whatever it was asked for.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};
use tengen_browser::{Answer, Socket, ask_with};

use crate::run::{Run, lock};

/// A socket, and what came over it.
#[derive(Debug)]
pub(crate) struct Line<'r> {
    run: &'r Run,
    socket: Socket,
    life: u32,
    id: u64,
    /// The last analysis that was asked for.
    pub(crate) generation: u32,
    /// The newest state of each game that the server has spoken of.
    pub(crate) states: HashMap<String, Value>,
}

/// Answers that say no to a client of good manners.
const REFUSALS: [&str; 12] = [
    "occupied",
    "off-board",
    "forbidden",
    "not-your-turn",
    "game-over",
    "opening",
    "out-of-zone",
    "symmetric",
    "unsuited",
    "nothing-to-undo",
    "not-now",
    "not-found",
];

impl<'r> Line<'r> {
    pub(crate) fn open(run: &'r Run, life: u32) -> Result<Line<'r>> {
        let crowd = lock(&run.crowd);
        let start = Instant::now();
        let socket = Socket::open(&run.host, &format!("http://{}", run.host))?;
        drop(crowd);
        let mut line = Line { run, socket, life, id: 0, generation: 0, states: HashMap::new() };
        while line.next()?["type"] != "hello" {}
        run.tally.answered("hello", start.elapsed());
        Ok(line)
    }

    /// Sends a message that needs no answer.
    pub(crate) fn say(&mut self, kind: &str, mut body: Value) -> Result<u64> {
        self.id += 1;
        (body["v"], body["id"], body["type"]) = (json!(1), json!(self.id), json!(kind));
        self.socket.send(&body.to_string())?;
        self.run.tally.messages.fetch_add(1, Ordering::Relaxed);
        Ok(self.id)
    }

    /// Sends a message and waits for its answer.
    pub(crate) fn ask(&mut self, kind: &str, body: Value) -> Result<Value> {
        let start = Instant::now();
        let id = self.say(kind, body)?;
        loop {
            let message = self.next()?;
            if message["id"] == json!(id) {
                // A hint takes as long as its search.
                if kind != "game.hint" {
                    self.run.tally.answered(kind, start.elapsed());
                }
                return Ok(message);
            }
        }
    }

    fn next(&mut self) -> Result<Value> {
        let Some(message) = self.socket.receive()? else { bail!("the connection ended") };
        if let Some(problem) = self.look(&message) {
            self.run.tally.fail(&format!("{problem}: {message}"));
        }
        Ok(message)
    }

    /// What is wrong with a message.
    fn look(&mut self, message: &Value) -> Option<&'static str> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match message["type"].as_str()? {
            "game.state" => {
                self.keep(message);
                let is_broken =
                    !message["engine_problem"].is_null() || !message["save_problem"].is_null();
                is_broken.then_some("a game has a problem")
            }
            "analyse.update" if message["note"]["code"] == "restarted" => {
                self.run.tally.restarted.fetch_add(1, Ordering::Relaxed);
                None
            }
            "analyse.update" => {
                let is_broken =
                    message["state"] == "failed" || message["note"]["code"] == "crashed";
                is_broken.then_some("an analysis broke down")
            }
            "error" => {
                let code = text(&message["code"]);
                // All players want the engine at once.
                let is_busy = code == "too-many" && text(&message["text"]).contains("the engine");
                (!is_busy && !REFUSALS.contains(&code.as_str())).then_some("an error")
            }
            _ => None,
        }
    }

    fn keep(&mut self, state: &Value) {
        let game = state["game"].as_str().unwrap_or_default().to_owned();
        let is_older = self
            .states
            .get(&game)
            .is_some_and(|known| known["revision"].as_u64() > state["revision"].as_u64());
        if !is_older {
            see(self.run, self.life, state);
            self.states.insert(game, state.clone());
        }
    }
}

/// Notes a state in the ledger.
pub(crate) fn see(run: &Run, life: u32, state: &Value) {
    match run.ledger.see(life, state) {
        Ok(true) => _ = run.tally.checks.fetch_add(1, Ordering::Relaxed),
        Ok(false) => {}
        Err(error) => run.tally.fail(&format!("{error:#}")),
    }
}

/// A request of plain HTTP. An answer from 500 on is a failure.
pub(crate) fn request(run: &Run, method: &str, path: &str, body: &[u8]) -> Result<Answer> {
    let start = Instant::now();
    let answer = ask_with(&run.host, method, path, &[], body)?;
    let what = path.split(['?', '.']).next().unwrap_or(path);
    run.tally.requests.fetch_add(1, Ordering::Relaxed);
    run.tally.answered(&format!("{method} {what}"), start.elapsed());
    if answer.status >= 500 {
        run.tally.fail(&format!("{method} {path}: {} {}", answer.status, answer.body));
    }
    // Twenty requests a second are many for one person.
    run.pause(Duration::from_millis(30));
    Ok(answer)
}
