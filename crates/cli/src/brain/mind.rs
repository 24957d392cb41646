//! Thinking, on the own time and on the opponent's.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tengen_core::Game;
use tengen_engine::{Engine, EngineOptions, Event, Limits, Pondering, Report};

use super::ear::Thought;
use super::settings::Settings;

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
    /// None before the first `START`. Another one follows if the manager allows less memory then.
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
        let expected = self.pondering.take_if(|pondering| is_about(pondering, question));
        let went_on = expected.and_then(|pondering| {
            let (limits, stop) = ((question.limits)(), question.thought.stop());
            let (engine, report) = pondering.finish(&limits, stop, on_event)?;
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

    /// Gets ready for a game while no clock runs: the engine, and the tables of the rule.
    pub(super) fn prepare(&mut self, settings: &Settings) {
        self.with_engine(settings, |engine| drop(engine.tables(settings.rule())));
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

/// Whether this very question was expected.
fn is_about(pondering: &Pondering, question: &Question<'_>) -> bool {
    let exclude = (question.limits)().exclude;
    *pondering.game() == *question.game && pondering.wanted().exclude == exclude
}

/// A new engine, with a small memory if there is not as much as was asked for.
fn engine(options: EngineOptions) -> Engine {
    let small = EngineOptions { memory: SMALL.min(options.memory), ..options.clone() };
    catch_unwind(|| Engine::new(options)).unwrap_or_else(|_| Engine::new(small))
}
