//! Listening: a thread that reads commands and stops thoughts.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use tengen_engine::Stop;
use tengen_protocol::{BadCommand, Command, CommandReader, Info, Lines};

/// A command, and what belongs to its answer.
pub(super) struct Order {
    pub(super) command: Result<Command, BadCommand>,
    /// When its first line was read: from here on the manager's clock runs.
    pub(super) arrived: Instant,
    pub(super) thought: Thought,
}

/// The way to end the thinking about one command.
#[derive(Clone, Default)]
pub(super) struct Thought {
    stop: Stop,
    unwanted: Arc<AtomicBool>,
}

impl Thought {
    /// What the search looks at.
    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether nobody waits for the answer any more.
    pub(super) fn is_unwanted(&self) -> bool {
        self.unwanted.load(Ordering::Relaxed)
    }
}

/// After `END` a search that does not stop is left to itself. Managers wait half a second.
const LAST_PATIENCE: Duration = Duration::from_millis(250);

/// The commands of standard input, in order. Its end counts as `END`.
pub(super) fn listen() -> Receiver<Order> {
    let (sender, orders) = channel();
    std::thread::spawn(move || {
        hear(io::stdin(), &sender);
        std::thread::sleep(LAST_PATIENCE);
        std::process::exit(0);
    });
    orders
}

/// Reads up to `END`.
fn hear(input: impl Read, orders: &Sender<Order>) {
    let mut reader = CommandReader::default();
    let mut open = Vec::new();
    let mut begun = None;
    for line in Lines::new(BufReader::new(input)) {
        let arrived = *begun.get_or_insert_with(Instant::now);
        let command = reader.line(&line);
        if !reader.is_in_block() {
            begun = None;
        }
        let Some(command) = command else { continue };
        let is_end = command == Ok(Command::End);
        pass_on(command, arrived, &mut open, orders);
        if is_end {
            return;
        }
    }
    pass_on(Ok(Command::End), Instant::now(), &mut open, orders);
}

/// Stops the `open` thoughts that a command ends, and hands it on.
fn pass_on(
    command: Result<Command, BadCommand>,
    arrived: Instant,
    open: &mut Vec<Thought>,
    orders: &Sender<Order>,
) {
    let effect = command.as_ref().map_or(Effect::None, effect);
    if effect != Effect::None {
        for thought in open.drain(..) {
            thought.unwanted.fetch_or(effect == Effect::Forget, Ordering::Relaxed);
            thought.stop.stop();
        }
    }
    let thought = Thought::default();
    if matches!(command, Ok(Command::Begin | Command::Turn(_) | Command::Board(_))) {
        open.push(thought.clone());
    }
    // Nobody obeys any more: the process is about to end.
    let _ = orders.send(Order { command, arrived, thought });
}

/// What a command does to a thought that it meets.
#[derive(PartialEq, Eq)]
enum Effect {
    None,
    /// The best move so far is wanted now.
    Hurry,
    /// The move is not wanted any more.
    Forget,
}

fn effect(command: &Command) -> Effect {
    match command {
        Command::Stop | Command::Info(Info::TimeoutTurn(Duration::ZERO)) => Effect::Hurry,
        Command::Start(_) | Command::Restart | Command::Board(_) | Command::End => Effect::Forget,
        _ => Effect::None,
    }
}
