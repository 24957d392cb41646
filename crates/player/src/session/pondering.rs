//! Pondering: an engine that searches on the opponent's time, on its own thread.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tengen_core::Game;
use tengen_engine::{Engine, EngineOptions, Event, Limits, Ponder, Report, Stop};

/// How often a search after a ponder hit checks for a stop.
const POLL: Duration = Duration::from_millis(2);
/// The stack of the thread, as large as a main thread's; most of it is never touched.
const STACK: usize = 8 << 20;

/// A search of the game after the expected reply.
#[derive(Debug)]
pub(super) struct Pondering {
    game: Game,
    limits: Limits,
    options: EngineOptions,
    ponder: Ponder,
    stop: Stop,
    messages: Receiver<Message>,
}

/// A message from the thread.
#[derive(Debug)]
enum Message {
    Event(Event),
    /// The search has ended: the engine and its report.
    Done(Box<Engine>, Report),
}

impl Pondering {
    /// Starts to search the game after the expected reply. Time and clock count from the hit on. None
    /// if the thread does not start; the engine is lost then.
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

    /// Whether it searches this game with the same moves and number of PVs.
    pub(super) fn is_about(&self, game: &Game, limits: &Limits) -> bool {
        let [own, wanted] = [&self.limits, limits]
            .map(|limits| (&limits.exclude, &limits.only, limits.multipv.max(1)));
        !self.is_stopped() && self.game == *game && own == wanted
    }

    /// The options of its engine.
    pub(super) fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// The expected move was played: continues within these limits until it ends or is stopped. None if
    /// the search panicked; the engine is lost then.
    pub(super) fn finish(
        self,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<(Engine, Report)> {
        self.ponder.hit(limits);
        loop {
            match self.messages.recv_timeout(POLL) {
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

    /// Stops it without waiting.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }

    /// Whether it was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Stops it, waits and returns the engine, unless the search panicked.
    pub(super) fn end(self) -> Option<Engine> {
        self.stop();
        self.messages.iter().find_map(|message| match message {
            Message::Done(engine, _) => Some(*engine),
            Message::Event(_) => None,
        })
    }
}

/// The thread. If it panics it sends nothing, and the engine is lost.
fn run(mut engine: Engine, game: &Game, limits: &Limits, stop: &Stop, messages: &Sender<Message>) {
    let is_hit = || limits.ponder.as_ref().is_some_and(Ponder::is_hit);
    let report = engine.search(game, limits, stop, &mut |event| {
        if is_hit() {
            // An error means that nobody listens any more.
            let _ = messages.send(Message::Event(event.clone()));
        }
    });
    let _ = messages.send(Message::Done(Box::new(engine), report));
}
