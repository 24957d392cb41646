//! Reading: a thread that reads commands and stops searches that they end.

use std::io::{self, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use tengen_player::Stop;
use tengen_protocol::{BadCommand, Command, CommandReader, Info, Lines};

/// A command, and what belongs to its answer.
pub(super) struct Order {
    pub(super) command: Result<Command, BadCommand>,
    /// When its first line was read: from here on the manager's clock runs.
    pub(super) arrived: Instant,
    pub(super) cancel: Cancel,
}

/// The way to end the search for one command's answer.
#[derive(Clone, Default)]
pub(super) struct Cancel {
    stop: Stop,
    unwanted: Arc<AtomicBool>,
}

impl Cancel {
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
        let commands = reader.line(&line);
        if !reader.is_in_block() {
            begun = None;
        }
        for command in commands {
            let is_end = command == Ok(Command::End);
            pass_on(command, arrived, &mut open, orders);
            if is_end {
                return;
            }
        }
    }
    pass_on(Ok(Command::End), Instant::now(), &mut open, orders);
}

/// Stops the `open` searches that a command ends, and hands it on.
fn pass_on(
    command: Result<Command, BadCommand>,
    arrived: Instant,
    open: &mut Vec<Cancel>,
    orders: &Sender<Order>,
) {
    let effect = command.as_ref().map_or(Effect::None, effect);
    if effect != Effect::None {
        for cancel in open.drain(..) {
            cancel.unwanted.fetch_or(effect == Effect::Forget, Ordering::Relaxed);
            cancel.stop.stop();
        }
    }
    // What nobody else holds any more has been answered.
    open.retain(|cancel| Arc::strong_count(&cancel.unwanted) > 1);
    let cancel = Cancel::default();
    if command.as_ref().is_ok_and(is_question) {
        open.push(cancel.clone());
    }
    // Nobody obeys any more: the process is about to end.
    let _ = orders.send(Order { command, arrived, cancel });
}

/// What a command does to a search that it meets.
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
        Command::Start(_)
        | Command::Restart
        | Command::Board(_)
        | Command::SetBoard(_)
        | Command::Swap2Board(_)
        | Command::End => Effect::Forget,
        _ => Effect::None,
    }
}

/// Whether a command starts a search.
fn is_question(command: &Command) -> bool {
    matches!(
        command,
        Command::Begin
            | Command::Turn(_)
            | Command::Board(_)
            | Command::Best(_)
            | Command::SearchDefend
            | Command::Balance { .. }
            | Command::Swap2Board(_)
            | Command::Swap2Step(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The orders of a text, and for each whether its search was stopped, and is unwanted.
    fn heard(text: &str) -> Vec<(bool, bool)> {
        let (sender, orders) = channel();
        hear(text.as_bytes(), &sender);
        let ends = |order: Order| (order.cancel.stop.is_stopped(), order.cancel.is_unwanted());
        // Nobody obeys before everything was said.
        orders.try_iter().map(ends).collect()
    }

    const GOES_ON: (bool, bool) = (false, false);
    const HURRIES: (bool, bool) = (true, false);
    const FORGETS: (bool, bool) = (true, true);

    #[test]
    fn a_search_is_stopped_by_what_comes_after_it() {
        for (text, effect) in [
            ("BEGIN\nSTOP", HURRIES),
            ("begin\ninfo Timeout_Turn 0", HURRIES),
            ("BEGIN\nSTART 15", FORGETS),
            ("YXNBEST 2\nyxboard 1,1,1 done", FORGETS),
            ("SWAP2BOARD\nDONE\nBOARD\nDONE", FORGETS),
            ("YXBALANCEONE 0\nEND", FORGETS),
            ("TURN 7,7", FORGETS),
        ] {
            assert_eq!(heard(text)[0], effect, "{text}");
        }
    }

    #[test]
    fn what_only_waits_stops_nothing() {
        let text = "BEGIN\nINFO timeout_turn 5\nABOUT\nTURN 1,1\nTAKEBACK 1,1\nBOARD\nnonsense";
        let (sender, orders) = channel();
        let mut open = Vec::new();
        let mut reader = CommandReader::default();
        for command in text.lines().flat_map(|line| reader.line(line)) {
            pass_on(command, Instant::now(), &mut open, &sender);
        }
        let first = orders.try_recv().unwrap().cancel;
        assert_eq!((first.stop.is_stopped(), first.is_unwanted()), GOES_ON);
    }

    #[test]
    fn the_end_of_the_input_is_the_end() {
        let (sender, orders) = channel();
        hear(&b"START 15\nEND\nBEGIN"[..], &sender);
        hear(&b"ABOUT"[..], &sender);
        let commands: Vec<Command> =
            orders.try_iter().map(|order| order.command.unwrap()).collect();
        let size = tengen_core::Size::default();
        let expected = [Command::Start(size), Command::End, Command::About, Command::End];
        assert_eq!(commands, expected);
    }
}
