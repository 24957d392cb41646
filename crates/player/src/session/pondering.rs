//! An engine that thinks on the opponent's time, on a thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tengen_core::Game;
use tengen_engine::{Engine, EngineOptions, Event, Limits, Ponder, Report, Stop};

/// How often a search that goes on looks whether it is to end.
const GLANCE: Duration = Duration::from_millis(2);
/// The stack of the thread: as much as a main thread's, most of it never touched.
const STACK: usize = 8 << 20;

/// A search of the game after the reply that is expected, while the opponent thinks.
#[derive(Debug)]
pub(super) struct Pondering {
    game: Game,
    limits: Limits,
    options: EngineOptions,
    ponder: Ponder,
    stop: Stop,
    messages: Receiver<Message>,
}

/// What the thread tells.
#[derive(Debug)]
enum Message {
    Event(Event),
    /// The engine comes back with its report.
    Done(Box<Engine>, Report),
}

impl Pondering {
    /// Begins to search the game after the expected reply. Time and clock do not count before the
    /// hit. None if there is no thread to search on; then the engine is gone.
    pub(super) fn begin(engine: Engine, game: Game, limits: Limits) -> Option<Pondering> {
        let (ponder, stop) = (Ponder::new(), Stop::new());
        let (sender, messages) = channel();
        let options = engine.options().clone();
        let wanted = Limits { ponder: Some(ponder.clone()), ..limits.clone() };
        let (about, is_over) = (game.clone(), stop.clone());
        let thread = std::thread::Builder::new().name("ponder".to_owned()).stack_size(STACK);
        thread.spawn(move || run(engine, &about, &wanted, &is_over, &sender)).ok()?;
        Some(Pondering { game, limits, options, ponder, stop, messages })
    }

    /// Whether it searches what is wanted now: this game, and the same moves and PVs of it.
    pub(super) fn is_about(&self, game: &Game, limits: &Limits) -> bool {
        let [own, wanted] = [&self.limits, limits]
            .map(|limits| (&limits.exclude, &limits.only, limits.multipv.max(1)));
        !self.is_stopped() && self.game == *game && own == wanted
    }

    /// What its engine may use.
    pub(super) fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The expected move was played: goes on within these limits, until it is stopped. None if the
    /// search failed; then the engine is gone.
    pub(super) fn finish(
        self,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<(Engine, Report)> {
        self.ponder.hit(limits);
        loop {
            match self.messages.recv_timeout(GLANCE) {
                Ok(Message::Event(event)) => on_event(&event),
                Ok(Message::Done(engine, report)) => return Some((*engine, report)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if stop.is_stopped() {
                self.stop();
            }
        }
    }

    /// Stops it, without waiting for its end.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Stops it and waits for its end: the engine, unless the search failed.
    pub(super) fn end(self) -> Option<Engine> {
        self.stop();
        self.messages.iter().find_map(|message| match message {
            Message::Done(engine, _) => Some(*engine),
            Message::Event(_) => None,
        })
    }
}

/// What the thread does. If it fails, it tells nothing, and the engine is gone.
fn run(mut engine: Engine, game: &Game, limits: &Limits, stop: &Stop, messages: &Sender<Message>) {
    let is_hit = || limits.ponder.as_ref().is_some_and(Ponder::is_hit);
    let report = engine.search(game, limits, stop, &mut |event| {
        if is_hit() {
            // Nobody listens any more: the process is about to end.
            let _ = messages.send(Message::Event(event.clone()));
        }
    });
    let _ = messages.send(Message::Done(Box::new(engine), report));
}
