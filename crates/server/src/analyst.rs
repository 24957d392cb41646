//! Analysis: one search at a time for the tab that asked last, on a thread of its own.
//!
//! Every search has a generation chosen by its browser. A new one stops the old one; a search that
//! does not stop within a second is given up together with its thread, and a fresh engine takes
//! over. Updates are coalesced to ten a second.

mod job;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_core::Game;
use tengen_player::{EngineOptions, Limits, Request, Want};
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::clients::{ClientId, Clients};
use crate::engines::Engines;
use crate::facts;
use crate::wire::{
    AnalyseStart, AnalyseState, AnalyseUpdate, EngineNote, FromServer, NoteCode, Problem,
    ProblemCode,
};

use job::Job;

/// What a search may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    pub(crate) threads: usize,
    /// Megabytes.
    pub(crate) memory: u32,
    pub(crate) default_memory: u32,
    pub(crate) lines: u32,
}

/// How long a stopped search may take to end.
const PATIENCE: Duration = Duration::from_secs(1);
/// The least time between two updates.
const PACE: Duration = Duration::from_millis(100);
/// Threads that hang, at most; a fourth one is not started.
const MOST_HANGING: usize = 3;

/// Runs analyses.
#[derive(Debug)]
pub(crate) struct Analyst {
    engines: Engines,
    clients: Arc<Clients>,
    resources: Resources,
    runtime: Handle,
    desk: Mutex<Desk>,
    hanging: Arc<AtomicUsize>,
}

#[derive(Debug)]
struct Desk {
    current: Option<Arc<Job>>,
    worker: Option<Sender<Arc<Job>>>,
}

impl Analyst {
    /// Must be called within a runtime.
    pub(crate) fn new(
        engines: Engines,
        clients: Arc<Clients>,
        resources: Resources,
    ) -> Arc<Analyst> {
        let desk = Mutex::new(Desk { current: None, worker: None });
        let (runtime, hanging) = (Handle::current(), Arc::default());
        Arc::new(Analyst { engines, clients, resources, runtime, desk, hanging })
    }

    /// Starts an analysis for a client in place of whatever is analysed.
    pub(crate) fn start(
        self: &Arc<Self>,
        client: ClientId,
        start: &AnalyseStart,
    ) -> Result<(), Problem> {
        let mut game = facts::game(&start.pos)?;
        let first = AnalyseUpdate {
            generation: start.generation,
            state: AnalyseState::Over,
            turn: game.to_move().into(),
            depth: 0,
            seldepth: 0,
            nodes: 0,
            nps: 0,
            ms: 0,
            fill: 0,
            lines: Vec::new(),
            forced_win: None,
            note: None,
        };
        if game.outcome().is_some() {
            self.finish(client, first);
            return Ok(());
        }
        if start.pass == Some(true) {
            game.pass()?;
        }
        let (request, note) = self.request(game, start);
        let turn = request.game.to_move().into();
        let first = AnalyseUpdate { state: AnalyseState::Thinking, turn, note, ..first };
        let (sender, receiver) = watch::channel(first);
        let job = Arc::new(Job::new(client, start.generation, request, sender));
        self.replace(job.clone())?;
        self.forward(job, receiver);
        Ok(())
    }

    fn request(&self, game: Game, start: &AnalyseStart) -> (Request, Option<EngineNote>) {
        let limit = start.limit.unwrap_or_default();
        let most_threads = self.resources.threads as u32;
        let asked_threads = start.threads.unwrap_or(most_threads).max(1);
        let asked_memory = start.memory.unwrap_or(self.resources.default_memory).max(1);
        let (threads, memory) =
            (asked_threads.min(most_threads), asked_memory.min(self.resources.memory));
        let note = if memory < asked_memory {
            let text = format!("Not enough memory for {asked_memory} MB; using {memory} MB");
            Some(EngineNote { code: NoteCode::LessMemory, text })
        } else if threads < asked_threads {
            let text = format!("{asked_threads} threads are too many here; using {threads}");
            Some(EngineNote { code: NoteCode::FewerThreads, text })
        } else {
            None
        };
        let points = |list: &Option<Vec<crate::wire::PointName>>| {
            list.iter().flatten().map(|point| point.0).collect()
        };
        let limits = Limits {
            multipv: start.lines.unwrap_or(3).clamp(1, self.resources.lines) as usize,
            time: limit.ms.map(|ms| Duration::from_millis(ms.into())),
            nodes: limit.nodes,
            depth: limit.depth.map(|depth| depth.max(1)),
            exclude: points(&start.exclude),
            only: points(&start.only),
            ..Limits::default()
        };
        let options = EngineOptions {
            solver: start.solver.unwrap_or_default().into(),
            algorithm: start.algorithm.unwrap_or_default().into(),
            threads: threads as usize,
            memory: (memory as usize) << 20,
            ..EngineOptions::default()
        };
        (Request { limits, options, ..Request::new(game, Want::Analysis) }, note)
    }

    /// Puts a job in the place of the current one.
    fn replace(self: &Arc<Self>, job: Arc<Job>) -> Result<(), Problem> {
        let mut desk = self.desk();
        if let Some(before) = desk.current.take().filter(|before| !before.is_done()) {
            before.stop.stop();
            if before.client != job.client {
                let generation = before.generation;
                self.clients.send(before.client, None, FromServer::EngineTaken { generation });
            }
            self.watch_over(before);
        }
        self.hand_over(&mut desk, &job)?;
        desk.current = Some(job);
        Ok(())
    }

    /// Gives a job to the thread, which is started where there is none.
    fn hand_over(&self, desk: &mut Desk, job: &Arc<Job>) -> Result<(), Problem> {
        if let Some(worker) = &desk.worker
            && worker.send(job.clone()).is_ok()
        {
            return Ok(());
        }
        if self.hanging.load(Ordering::Relaxed) >= MOST_HANGING {
            let text = "the engine hangs; start Tengen again";
            return Err(Problem::new(ProblemCode::Internal, text));
        }
        let (sender, jobs) = channel::<Arc<Job>>();
        let engines = self.engines.clone();
        let thread = std::thread::Builder::new().name("analysis".to_owned());
        let started = thread.spawn(move || {
            let mut session = engines.session();
            for job in jobs {
                if job.claim() {
                    job.run(session.as_mut());
                }
            }
        });
        started.map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        let lost = |_| Problem::new(ProblemCode::Internal, "the engine's thread ended");
        sender.send(job.clone()).map_err(lost)?;
        desk.worker = Some(sender);
        Ok(())
    }

    /// Gives a stopped job up if it does not end.
    fn watch_over(self: &Arc<Self>, job: Arc<Job>) {
        let analyst = Arc::downgrade(self);
        self.runtime.spawn(async move {
            tokio::time::sleep(PATIENCE).await;
            if let Some(analyst) = analyst.upgrade().filter(|_| job.is_running()) {
                analyst.give_up(&job);
            }
        });
    }

    fn give_up(&self, job: &Arc<Job>) {
        let mut desk = self.desk();
        if !job.is_running() {
            return;
        }
        tracing::warn!(generation = job.generation, "a search does not stop; it is given up");
        self.hanging.fetch_add(1, Ordering::Relaxed);
        job.give_up(self.hanging.clone());
        // Without a sender the thread ends with its job.
        desk.worker = None;
        let waiting = desk.current.clone().filter(|current| !current.is_done());
        if let Some(waiting) = waiting
            && let Err(problem) = self.hand_over(&mut desk, &waiting)
        {
            waiting.fail(&problem.text);
        }
    }

    /// Sends the updates of a job to its client, at most ten a second.
    fn forward(self: &Arc<Self>, job: Arc<Job>, mut updates: watch::Receiver<AnalyseUpdate>) {
        let analyst = Arc::downgrade(self);
        let is_last = |update: &AnalyseUpdate| update.state != AnalyseState::Thinking;
        self.runtime.spawn(async move {
            loop {
                let update = updates.borrow_and_update().clone();
                let Some(analyst) = analyst.upgrade() else { break };
                let last = is_last(&update);
                if !analyst.tell(&job, update) {
                    break;
                }
                drop(analyst);
                if last {
                    break;
                }
                // The end is sent at once, anything else waits for its turn. The wait takes a receiver of
                // its own, since waiting marks updates as seen.
                let mut end = updates.clone();
                let _ = tokio::time::timeout(PACE, end.wait_for(is_last)).await;
                if !is_last(&updates.borrow()) && updates.changed().await.is_err() {
                    break;
                }
            }
            job.stop.stop();
        });
    }

    /// Sends an update unless another job has taken the place of this one. Whether it was sent.
    fn tell(&self, job: &Arc<Job>, update: AnalyseUpdate) -> bool {
        let message = FromServer::AnalyseUpdate(Box::new(update));
        // Locked until it is sent: no update of a newer job may come before it.
        let desk = self.desk();
        desk.current.as_ref().is_some_and(|current| Arc::ptr_eq(current, job))
            && self.clients.send(job.client, None, message)
    }

    /// Sends a client the last update of its analysis: there is nothing to analyse.
    fn finish(self: &Arc<Self>, client: ClientId, update: AnalyseUpdate) {
        let mut desk = self.desk();
        if let Some(before) = desk.current.take_if(|job| job.client == client) {
            before.stop.stop();
            self.watch_over(before);
        }
        self.clients.send(client, None, FromServer::AnalyseUpdate(Box::new(update)));
    }

    /// Stops the analysis of a client with this generation; nothing happens if it is another.
    pub(crate) fn stop(self: &Arc<Self>, client: ClientId, generation: u32) {
        let current = self.desk().current.clone();
        let is_meant = |job: &Arc<Job>| job.client == client && job.generation == generation;
        if let Some(job) = current.filter(is_meant) {
            job.stop.stop();
            self.watch_over(job);
        }
    }

    /// Stops whatever is analysed for a client.
    pub(crate) fn stop_client(self: &Arc<Self>, client: ClientId) {
        let current = self.desk().current.clone();
        if let Some(job) = current.filter(|job| job.client == client) {
            self.stop(client, job.generation);
        }
    }

    /// Whether something is analysed for a client.
    pub(crate) fn works_for(&self, client: ClientId) -> bool {
        let desk = self.desk();
        desk.current.as_ref().is_some_and(|job| job.client == client && !job.is_done())
    }

    /// Whether something is analysed for anybody, and nobody has stopped it.
    pub(crate) fn is_busy(&self) -> bool {
        let is_wanted = |job: &Arc<Job>| !job.is_done() && !job.stop.is_stopped();
        self.desk().current.as_ref().is_some_and(is_wanted)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
