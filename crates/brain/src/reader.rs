//! Reading: a thread that reads commands and stops searches that they end.

use std::io::{BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use tengen_player::Stop;
use tengen_protocol::{BadCommand, Command, CommandReader, Info, Lines};

/// A command, and what belongs to its answer.
pub struct Order {
    pub(crate) command: Result<Command, BadCommand>,
    /// When its first line was read: from here on the manager's clock runs.
    pub(crate) arrived: Instant,
    pub(crate) cancel: Cancel,
}

impl Order {
    /// A command that comes now and that nothing stops.
    pub fn new(command: Result<Command, BadCommand>) -> Order {
        Order { command, arrived: Instant::now(), cancel: Cancel::default() }
    }

    /// Whether the manager says `END` or is gone.
    pub fn is_end(&self) -> bool {
        self.command == Ok(Command::End)
    }
}

/// The way to end the search for one command's answer.
#[derive(Clone, Default)]
pub(crate) struct Cancel {
    stop: Stop,
    unwanted: Arc<AtomicBool>,
}

impl Cancel {
    /// What the search looks at.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether nobody waits for the answer any more.
    pub(crate) fn is_unwanted(&self) -> bool {
        self.unwanted.load(Ordering::Relaxed)
    }
}

/// The most commands that wait until a search ends. Managers send a few.
const MOST_WAITING: usize = 1000;
/// How long a full queue is waited for where nobody thinks. Who still obeys nothing then waits for a
/// manager that does not read its answers, and perhaps never will.
const QUEUE_PATIENCE: Duration = Duration::from_secs(1);

/// The commands of an input, in order, read by a thread of its own. The end of the input counts as `END`.
///
/// A command that ends a search stops it as soon as it is read. After `END` the thread calls `at_end`: a
/// search may be under way that does not stop.
pub fn listen(
    input: impl Read + Send + 'static,
    at_end: impl FnOnce() + Send + 'static,
) -> Receiver<Order> {
    let (sender, orders) = sync_channel(MOST_WAITING);
    std::thread::spawn(move || {
        hear(input, &mut Queue::new(sender));
        at_end();
    });
    orders
}

/// Reads up to `END`.
fn hear(input: impl Read, queue: &mut Queue) {
    let mut reader = CommandReader::default();
    let mut begun = None;
    for line in Lines::new(BufReader::new(input)) {
        let arrived = *begun.get_or_insert_with(Instant::now);
        let commands = reader.line(&line);
        if !reader.is_in_block() {
            begun = None;
        }
        for command in commands {
            let is_end = command == Ok(Command::End);
            queue.pass_on(command, arrived);
            if is_end {
                return;
            }
        }
    }
    queue.pass_on(Ok(Command::End), Instant::now());
}

/// The way of commands from who reads to who obeys. It has an end, so that a manager which never
/// stops sending does not fill the memory; and it never keeps the reader for long, so that a `STOP`
/// or `END` behind any number of commands is heard.
struct Queue {
    orders: SyncSender<Order>,
    /// Searches under way or waiting.
    open: Vec<Cancel>,
    /// Commands that found no room, since the last one that did.
    left_out: usize,
    /// Whether room was waited for in vain.
    is_stuck: bool,
}

impl Queue {
    fn new(orders: SyncSender<Order>) -> Queue {
        Queue { orders, open: Vec::new(), left_out: 0, is_stuck: false }
    }

    /// Stops the open searches that a command ends, and hands it on.
    fn pass_on(&mut self, command: Result<Command, BadCommand>, arrived: Instant) {
        let effect = command.as_ref().map_or(Effect::None, effect);
        if effect != Effect::None {
            for cancel in self.open.drain(..) {
                cancel.unwanted.fetch_or(effect == Effect::Forget, Ordering::Relaxed);
                cancel.stop.stop();
            }
        }
        // What nobody else holds any more has been answered.
        self.open.retain(|cancel| Arc::strong_count(&cancel.unwanted) > 1);
        if self.left_out > 0 {
            let notice = Err(BadCommand::LeftOut(self.left_out));
            let order = Order { command: notice, arrived, cancel: Cancel::default() };
            if self.send(order) {
                self.left_out = 0;
            }
        }
        let cancel = Cancel::default();
        let is_question = command.as_ref().is_ok_and(is_question);
        let order = Order { command, arrived, cancel: cancel.clone() };
        match self.send(order) {
            true if is_question => self.open.push(cancel),
            true => {}
            false => self.left_out += 1,
        }
    }

    /// Whether there was room for an order. A full queue is waited for if no search keeps it full,
    /// and if that was not in vain just before.
    fn send(&mut self, mut order: Order) -> bool {
        let waits = self.open.is_empty() && !self.is_stuck;
        let begun = Instant::now();
        loop {
            order = match self.orders.try_send(order) {
                Err(TrySendError::Full(order)) => order,
                // Nobody obeys any more: the process is about to end.
                Ok(()) | Err(TrySendError::Disconnected(_)) => {
                    self.is_stuck = false;
                    return true;
                }
            };
            if !waits || begun.elapsed() >= QUEUE_PATIENCE {
                self.is_stuck |= waits;
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
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
        let (sender, orders) = sync_channel(MOST_WAITING);
        hear(text.as_bytes(), &mut Queue::new(sender));
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
        let (sender, orders) = sync_channel(MOST_WAITING);
        let mut queue = Queue::new(sender);
        let mut reader = CommandReader::default();
        for command in text.lines().flat_map(|line| reader.line(line)) {
            queue.pass_on(command, Instant::now());
        }
        let first = orders.try_recv().unwrap().cancel;
        assert_eq!((first.stop.is_stopped(), first.is_unwanted()), GOES_ON);
    }

    #[test]
    fn a_full_queue_loses_neither_a_stop_nor_the_count_of_the_rest() {
        let (sender, orders) = sync_channel(3);
        let mut queue = Queue::new(sender);
        let say = |queue: &mut Queue, command| queue.pass_on(Ok(command), Instant::now());
        say(&mut queue, Command::Begin);
        let cancel = queue.open[0].clone();
        (0..5).for_each(|_| say(&mut queue, Command::About));
        assert!(!cancel.stop.is_stopped());
        // Who obeys is freed by the stop, and only then takes the rest.
        let obeys = std::thread::spawn(move || {
            while !cancel.stop.is_stopped() {
                std::thread::sleep(Duration::from_millis(1));
            }
            drop(cancel);
            orders.iter().map(|order| order.command).collect::<Vec<_>>()
        });
        say(&mut queue, Command::Stop);
        say(&mut queue, Command::End);
        drop(queue);
        let about = || Ok(Command::About);
        let begin = Ok(Command::Begin);
        let left_out = Err(BadCommand::LeftOut(3));
        let rest = [Ok(Command::Stop), Ok(Command::End)];
        let expected = [begin, about(), about(), left_out].into_iter().chain(rest);
        assert_eq!(obeys.join().unwrap(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_queue_that_nobody_empties_does_not_keep_the_reader() {
        let (sender, orders) = sync_channel(1);
        let begun = Instant::now();
        hear("ABOUT\n".repeat(300_000).as_bytes(), &mut Queue::new(sender));
        assert!(begun.elapsed() < 10 * QUEUE_PATIENCE, "each command waits");
        assert_eq!(orders.try_iter().count(), 1);
    }

    #[test]
    fn the_end_of_the_input_is_the_end() {
        let (sender, orders) = sync_channel(MOST_WAITING);
        let mut queue = Queue::new(sender);
        hear(&b"START 15\nEND\nBEGIN"[..], &mut queue);
        hear(&b"ABOUT"[..], &mut queue);
        let commands: Vec<Command> =
            orders.try_iter().map(|order| order.command.unwrap()).collect();
        let size = tengen_core::Size::default();
        let expected = [Command::Start(size), Command::End, Command::About, Command::End];
        assert_eq!(commands, expected);
    }
}
