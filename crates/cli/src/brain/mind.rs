//! Thinking, on the own time and on the opponent's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tengen_core::{Game, Point};
use tengen_engine::{Engine, EngineOptions, Event, Limits, Ponder, Report, Stop};

use super::ear::Thought;
use super::settings::Settings;

/// How often a thought on another thread is asked whether it is to end.
const GLANCE: Duration = Duration::from_millis(2);
/// The stack of that thread: as much as the main thread's, most of it never touched.
const STACK: usize = 8 << 20;

/// What every machine has.
const SMALL: usize = 16 << 20;

/// What is to be thought about.
pub(super) struct Question<'a> {
    pub(super) game: &'a Game,
    /// The limits if the search begins now.
    pub(super) limits: &'a dyn Fn() -> Limits,
    pub(super) thought: &'a Thought,
}

/// The engine, and what it thinks about while the opponent does.
#[derive(Default)]
pub(super) struct Mind {
    /// None before the first thought: what memory is allowed is told after `START`.
    engine: Option<Engine>,
    pondering: Option<Pondering>,
    /// How full the table was at last, in thousandths.
    fill: u32,
}

impl Mind {
    /// Thinks. None if the search fails, which it must not.
    pub(super) fn think(
        &mut self,
        question: &Question<'_>,
        settings: &Settings,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<Report> {
        let expected = self.pondering.take_if(|pondering| pondering.is_about(question));
        let went_on = expected.and_then(|pondering| {
            let (engine, report) = pondering.finish(question, on_event)?;
            self.engine = Some(engine);
            Some(report)
        });
        let report = went_on.or_else(|| {
            self.with_engine(settings, |engine| {
                let limits = (question.limits)();
                engine.search(question.game, &limits, question.thought.stop(), on_event)
            })
        })?;
        self.fill = report.table_fill;
        Some(report)
    }

    /// Lets `work` use the engine, made anew if it may use more or less than the last one.
    pub(super) fn with_engine<T>(
        &mut self,
        settings: &Settings,
        work: impl FnOnce(&mut Engine) -> T,
    ) -> Option<T> {
        self.rest();
        let kept = self.engine.take().filter(|engine| settings.suit(engine.options()));
        // An engine whose work has failed is not used again.
        let worked = catch_unwind(AssertUnwindSafe(|| {
            let mut engine = kept.unwrap_or_else(|| engine(settings.options()));
            let done = work(&mut engine);
            (engine, done)
        }));
        let (engine, done) = worked.ok()?;
        self.engine = Some(engine);
        Some(done)
    }

    /// Begins to think about the game after the move that is expected. What is `wanted` says which
    /// moves count and whether the opening library is asked.
    pub(super) fn ponder(&mut self, after: Game, wanted: Limits) {
        self.rest();
        let Some(engine) = self.engine.take() else { return };
        self.pondering = Pondering::begin(engine, after, wanted);
    }

    /// Ends what is thought about on the opponent's time.
    pub(super) fn rest(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            self.engine = pondering.end();
        }
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.rest();
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
        self.fill = 0;
    }

    /// How full the table was at last, in thousandths.
    pub(super) fn fill(&self) -> u32 {
        self.fill
    }
}

/// A new engine, with a small memory if there is not as much as was asked for.
fn engine(options: EngineOptions) -> Engine {
    let small = EngineOptions { memory: SMALL.min(options.memory), ..options.clone() };
    catch_unwind(|| Engine::new(options)).unwrap_or_else(|_| Engine::new(small))
}

/// A thought on the opponent's time, on a thread of its own.
struct Pondering {
    /// The game after the move that is expected.
    game: Game,
    exclude: Vec<Point>,
    ponder: Ponder,
    stop: Stop,
    words: Receiver<Word>,
}

/// What the thread tells.
enum Word {
    Event(Event),
    /// The engine comes back with its report.
    Done(Box<Engine>, Report),
}

impl Pondering {
    /// None if there is no thread to think on.
    fn begin(engine: Engine, game: Game, wanted: Limits) -> Option<Pondering> {
        let (ponder, stop) = (Ponder::new(), Stop::new());
        let (sender, words) = channel();
        let exclude = wanted.exclude.clone();
        let limits = Limits { ponder: Some(ponder.clone()), ..wanted };
        let (about, is_over) = (game.clone(), stop.clone());
        let thread = std::thread::Builder::new().name("ponder".to_owned()).stack_size(STACK);
        thread.spawn(move || run(engine, &about, &limits, &is_over, &sender)).ok()?;
        Some(Pondering { game, exclude, ponder, stop, words })
    }

    /// Whether this very question was expected.
    fn is_about(&self, question: &Question<'_>) -> bool {
        self.game == *question.game && self.exclude == (question.limits)().exclude
    }

    /// Goes on within the limits of the question.
    fn finish(
        self,
        question: &Question<'_>,
        on_event: &mut dyn FnMut(&Event),
    ) -> Option<(Engine, Report)> {
        self.ponder.hit(&(question.limits)());
        loop {
            match self.words.recv_timeout(GLANCE) {
                Ok(Word::Event(event)) => on_event(&event),
                Ok(Word::Done(engine, report)) => return Some((*engine, report)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if question.thought.stop().is_stopped() {
                self.stop.stop();
            }
        }
    }

    /// Stops; gives the engine back.
    fn end(self) -> Option<Engine> {
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
