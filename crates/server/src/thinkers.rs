//! The threads on which engines think about games: few, with a queue of limited length.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_core::opening::Act;
use tengen_engine::Stop;

use crate::mind::{Chosen, Mind, Minds};
use crate::play::EngineTask;
use crate::pondering::Pondering;

/// Jobs that may wait.
const WAITING: usize = 64;

/// What came of a job.
#[derive(Debug)]
pub(crate) enum Thought {
    Move(Option<Chosen>),
    Acts(Vec<Act>),
    /// It broke down, or could not do what was asked.
    Failed(String),
}

/// Something to think about, and who wants to know.
struct Job {
    task: EngineTask,
    stop: Stop,
    done: Box<dyn FnOnce(Thought) + Send>,
}

/// The queue to the threads. When it goes, they end.
#[derive(Debug)]
pub(crate) struct Thinkers {
    queue: SyncSender<Job>,
    /// What is thought about on a person's time: one thing at most.
    pondering: Mutex<Option<Pondering>>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job").field("task", &self.task).finish_non_exhaustive()
    }
}

impl Thinkers {
    /// Starts so many threads.
    pub(crate) fn start(threads: usize, minds: &Minds) -> Thinkers {
        let (queue, jobs) = sync_channel(WAITING);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 1..=threads.max(1) {
            let (jobs, minds) = (jobs.clone(), minds.clone());
            let thread = std::thread::Builder::new().name(format!("thinker {number}"));
            if let Err(error) = thread.spawn(move || think(&jobs, &minds)) {
                tracing::error!(%error, "a thinking thread could not be started");
            }
        }
        Thinkers { queue, pondering: Mutex::default() }
    }

    /// Thinks about something and calls `done` with what came of it, on another thread.
    pub(crate) fn ask(
        &self,
        task: EngineTask,
        stop: Stop,
        done: impl FnOnce(Thought) + Send + 'static,
    ) -> Result<(), String> {
        // Whoever waits comes before a search that nobody may need.
        self.rest();
        self.send(Job { task, stop, done: Box::new(done) })
    }

    /// Thinks about something on a person's time, in place of whatever was thought about so.
    pub(crate) fn ponder(
        &self,
        task: EngineTask,
        pondering: &Pondering,
        done: impl FnOnce(Thought) + Send + 'static,
    ) -> Result<(), String> {
        let before = self.pondering().replace(pondering.clone());
        before.iter().for_each(Pondering::rest);
        self.send(Job { task, stop: pondering.stop.clone(), done: Box::new(done) })
    }

    /// Ends what is thought about on a person's time.
    pub(crate) fn rest(&self) {
        self.pondering().take().iter().for_each(Pondering::rest);
    }

    fn send(&self, job: Job) -> Result<(), String> {
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => "too many games wait for the engine".to_owned(),
            TrySendError::Disconnected(_) => "the engine's threads have ended".to_owned(),
        })
    }

    fn pondering(&self) -> MutexGuard<'_, Option<Pondering>> {
        self.pondering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn think(jobs: &Mutex<Receiver<Job>>, minds: &Minds) {
    let mut mind = minds.make();
    loop {
        // The lock is held while waiting: the others wait for it just as well.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { break };
        if job.stop.is_stopped() {
            (job.done)(Thought::Move(None));
            continue;
        }
        let thought = catch_unwind(AssertUnwindSafe(|| answer(mind.as_mut(), &job)));
        let thought = thought.unwrap_or_else(|panic| {
            mind = minds.make();
            Thought::Failed(panic_text(panic.as_ref()))
        });
        if catch_unwind(AssertUnwindSafe(|| (job.done)(thought))).is_err() {
            tracing::error!("what follows from a thought broke down");
        }
    }
}

fn answer(mind: &mut dyn Mind, job: &Job) -> Thought {
    match &job.task {
        EngineTask::Move { game, manner } => Thought::Move(mind.choose(game, manner, &job.stop)),
        EngineTask::Hint { game } => Thought::Move(mind.hint(game, &job.stop)),
        EngineTask::Opening { opening, rule, level } => {
            match mind.open(opening, *rule, *level, &job.stop) {
                Ok(acts) => Thought::Acts(acts),
                Err(problem) => Thought::Failed(problem),
            }
        }
    }
}

/// What a panic says.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "the search broke down".to_owned())
}
