//! An engine that thinks on the opponent's time, on a thread of its own.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tengen_core::Game;
use tengen_engine::{Engine, Event, Limits, Ponder, Report, Stop};

/// How often a search that goes on is asked whether it is to end.
const GLANCE: Duration = Duration::from_millis(2);
/// The stack of the thread: as much as a main thread's, most of it never touched.
const STACK: usize = 8 << 20;

/// A search about the game after the move that is expected, while the opponent thinks.
///
/// ```
/// # use tengen_core::{Game, Rule, Size};
/// # use tengen_engine::{Engine, EngineOptions, Limits, Stop};
/// # use tengen_player::Pondering;
/// let engine = Engine::new(EngineOptions { memory: 1 << 20, ..EngineOptions::default() });
/// let mut expected = Game::new(Size::default(), Rule::Freestyle);
/// expected.play("h8".parse()?)?;
/// let pondering = Pondering::begin(engine, expected, Limits::default()).expect("a thread");
/// // The opponent plays h8.
/// let limits = Limits { depth: Some(2), ..Limits::default() };
/// let (_engine, report) = pondering.finish(&limits, &Stop::new(), &mut |_| {}).expect("a report");
/// assert!(report.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Pondering {
    game: Game,
    wanted: Limits,
    ponder: Ponder,
    stop: Stop,
    words: Receiver<Word>,
}

/// What the thread tells.
#[derive(Debug)]
enum Word {
    Event(Event),
    /// The engine comes back with its report.
    Done(Box<Engine>, Report),
}

impl Pondering {
    /// Begins to think about the game after the move that is expected, as it is `wanted`: time and
    /// clock do not count before the hit. None if there is no thread to think on; then the engine is
    /// gone.
    pub fn begin(engine: Engine, game: Game, wanted: Limits) -> Option<Pondering> {
        let (ponder, stop) = (Ponder::new(), Stop::new());
        let (sender, words) = channel();
        let limits = Limits { ponder: Some(ponder.clone()), ..wanted.clone() };
        let (about, is_over) = (game.clone(), stop.clone());
        let thread = std::thread::Builder::new().name("ponder".to_owned()).stack_size(STACK);
        thread.spawn(move || run(engine, &about, &limits, &is_over, &sender)).ok()?;
        Some(Pondering { game, wanted, ponder, stop, words })
    }

    /// The game after the move that is expected.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What was wanted when it began.
    pub fn wanted(&self) -> &Limits {
        &self.wanted
    }

    /// The expected move was played: goes on within these limits, until it is stopped. None if the
    /// search failed; then the engine is gone.
    pub fn finish(
        self,
        limits: &Limits,
        stop: &Stop,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<(Engine, Report)> {
        self.ponder.hit(limits);
        loop {
            match self.words.recv_timeout(GLANCE) {
                Ok(Word::Event(event)) => on_event(&event),
                Ok(Word::Done(engine, report)) => return Some((*engine, report)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if stop.is_stopped() {
                self.stop.stop();
            }
        }
    }

    /// Something else was played, or nothing: stops, and gives the engine back unless the search
    /// failed.
    pub fn end(self) -> Option<Engine> {
        self.stop.stop();
        self.words.iter().find_map(|word| match word {
            Word::Done(engine, _) => Some(*engine),
            Word::Event(_) => None,
        })
    }
}

/// What the thread does. If it fails, it tells nothing, and the engine is gone.
fn run(mut engine: Engine, game: &Game, limits: &Limits, stop: &Stop, words: &Sender<Word>) {
    let is_wanted = || limits.ponder.as_ref().is_some_and(Ponder::is_hit);
    let report = engine.search(game, limits, stop, &mut |event| {
        if is_wanted() {
            // Nobody listens any more: the process is about to end.
            let _ = words.send(Word::Event(event.clone()));
        }
    });
    let _ = words.send(Word::Done(Box::new(engine), report));
}
