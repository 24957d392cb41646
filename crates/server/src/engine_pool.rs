//! A few threads on which engines answer requests about games, with a bounded queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tengen_core::Game;
use tengen_player::{Answer, Ask, AskError, Request, Stop};

use crate::engines::Engines;

/// The most jobs in the queue.
const WAITING: usize = 64;

/// A request, and what to do with its answer.
struct Job {
    request: Request,
    stop: Stop,
    done: Box<dyn FnOnce(Result<Answer, AskError>) + Send>,
    /// The session that pondered this request, if one did.
    session: Option<Box<dyn Ask>>,
}

/// A session that is pondering.
struct Ponder {
    /// The number of the game that it ponders for.
    id: u64,
    /// The position it ponders: that game after the expected reply.
    game: Game,
    session: Box<dyn Ask>,
}

/// The queue to the threads, which end when it is dropped.
pub(crate) struct EnginePool {
    queue: SyncSender<Job>,
    sessions: Arc<Sessions>,
    /// The number of threads.
    threads: usize,
    /// At most one session ponders, since requests go first.
    ponder: Mutex<Option<Ponder>>,
}

/// The idle sessions, and the number of jobs in the queue or at work.
struct Sessions {
    engines: Engines,
    /// The last one worked last, so it knows the latest game.
    idle: Mutex<Vec<Box<dyn Ask>>>,
    jobs: AtomicUsize,
}

impl std::fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EnginePool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl EnginePool {
    /// Starts the threads.
    pub(crate) fn start(threads: usize, engines: Engines) -> EnginePool {
        let (queue, jobs) = sync_channel(WAITING);
        let (jobs, threads) = (Arc::new(Mutex::new(jobs)), threads.max(1));
        let (idle, count) = (Mutex::default(), AtomicUsize::new(0));
        let sessions = Arc::new(Sessions { engines, idle, jobs: count });
        for number in 1..=threads {
            let (jobs, sessions) = (jobs.clone(), sessions.clone());
            let thread = std::thread::Builder::new().name(format!("engine {number}"));
            if let Err(error) = thread.spawn(move || work(&jobs, &sessions)) {
                tracing::error!(%error, "a thread for the engine could not be started");
            }
        }
        EnginePool { queue, sessions, threads, ponder: Mutex::default() }
    }

    /// Answers a request on another thread and calls `done` there. Pondering continues if it was about
    /// this game, and ends otherwise.
    pub(crate) fn ask(
        &self,
        request: Request,
        stop: Stop,
        done: impl FnOnce(Result<Answer, AskError>) + Send + 'static,
    ) -> Result<(), String> {
        let expected = lock(&self.ponder).take_if(|ponder| ponder.game == request.game);
        self.stop_pondering();
        let session = expected.map(|ponder| ponder.session);
        self.sessions.jobs.fetch_add(1, Ordering::Relaxed);
        let sent = self.queue.try_send(Job { request, stop, done: Box::new(done), session });
        sent.map_err(|error| {
            self.sessions.jobs.fetch_sub(1, Ordering::Relaxed);
            match error {
                TrySendError::Full(_) => "too many games wait for the engine".to_owned(),
                TrySendError::Disconnected(_) => "the engine's threads have ended".to_owned(),
            }
        })
    }

    /// Whether a session works or ponders.
    pub(crate) fn is_busy(&self) -> bool {
        self.sessions.jobs.load(Ordering::Relaxed) > 0 || lock(&self.ponder).is_some()
    }

    /// Starts to ponder for a game and ends any earlier pondering. Returns false if all threads are
    /// busy: then nothing ponders.
    pub(crate) fn ponder(&self, id: u64, request: &Request) -> bool {
        let mut place = lock(&self.ponder);
        place.take().into_iter().for_each(|ponder| self.release(ponder));
        if self.sessions.jobs.load(Ordering::Relaxed) >= self.threads {
            return false;
        }
        let mut session = self.sessions.take();
        session.ponder(request);
        *place = Some(Ponder { id, game: request.game.clone(), session });
        true
    }

    /// Ends pondering.
    pub(crate) fn stop_pondering(&self) {
        self.stop_pondering_if(|_| true);
    }

    /// Ends pondering for one game.
    pub(crate) fn stop_pondering_for(&self, id: u64) {
        self.stop_pondering_if(|ponder| ponder.id == id);
    }

    fn stop_pondering_if(&self, is_meant: impl FnOnce(&mut Ponder) -> bool) {
        let ponder = lock(&self.ponder).take_if(is_meant);
        ponder.into_iter().for_each(|ponder| self.release(ponder));
    }

    fn release(&self, mut ponder: Ponder) {
        ponder.session.stop_pondering();
        self.sessions.put(ponder.session);
    }
}

impl Sessions {
    /// The session that worked last, or a new one.
    fn take(&self) -> Box<dyn Ask> {
        let idle = lock(&self.idle).pop();
        idle.unwrap_or_else(|| self.engines.session())
    }

    fn put(&self, session: Box<dyn Ask>) {
        lock(&self.idle).push(session);
    }
}

/// The loop of a thread.
fn work(jobs: &Mutex<Receiver<Job>>, sessions: &Sessions) {
    loop {
        // It holds the lock while it waits; the other threads may as well wait for the lock.
        let job = lock(jobs).recv();
        let Ok(Job { request, stop, done, session }) = job else { break };
        let mut session = session.unwrap_or_else(|| sessions.take());
        let answer = match stop.is_stopped() {
            // Nobody waits for the answer any more.
            true => Ok(Answer::default()),
            false => session.ask(&request, &stop, &mut |_| {}),
        };
        session.stop_pondering();
        sessions.put(session);
        sessions.jobs.fetch_sub(1, Ordering::Relaxed);
        if catch_unwind(AssertUnwindSafe(|| done(answer))).is_err() {
            tracing::error!("the callback of an answer panicked");
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use tengen_core::{Rule, Size};
    use tengen_player::{Limits, SharedData, Want};

    use super::*;
    use crate::engines::game_options;

    fn request(moves: &[&str]) -> Request {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for point in moves {
            game.play(point.parse().unwrap()).unwrap();
        }
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        Request { limits, options: game_options(), ..Request::new(game, Want::Best) }
    }

    fn pondered(pool: &EnginePool, request: &Request) -> Option<bool> {
        let (sender, answers) = channel();
        let done = move |answer| sender.send(answer).unwrap();
        pool.ask(request.clone(), Stop::new(), done).unwrap();
        answers.recv().unwrap().unwrap().pondered
    }

    #[test]
    fn a_request_that_was_pondered_is_answered_by_the_session_that_did() {
        let pool = EnginePool::start(2, Engines::Real(SharedData::default()));
        let (asked, other) = (request(&["h8", "i9", "i7"]), request(&["h8", "i9"]));
        assert_eq!(pondered(&pool, &asked), None);
        assert!(pool.ponder(1, &asked));
        assert_eq!(pondered(&pool, &asked), Some(true));
        // Any other request, another game's pondering and a stop end it.
        assert!(pool.ponder(1, &asked));
        assert_eq!(pondered(&pool, &other), None);
        assert_eq!(pondered(&pool, &asked), None);
        assert!(pool.ponder(1, &asked) && pool.ponder(2, &other));
        assert_eq!(pondered(&pool, &asked), None);
        assert!(pool.ponder(1, &asked));
        pool.stop_pondering_for(2);
        assert_eq!(pondered(&pool, &asked), Some(true));
        assert!(pool.ponder(1, &asked));
        pool.stop_pondering_for(1);
        assert_eq!(pondered(&pool, &asked), None);
    }

    #[test]
    fn nobody_ponders_while_all_threads_are_busy() {
        let pool = EnginePool::start(1, Engines::Real(SharedData::default()));
        let (stop, (sender, answers)) = (Stop::new(), channel());
        let endless = Request { limits: Limits::default(), ..request(&["h8"]) };
        let done = move |answer: Result<Answer, AskError>| sender.send(answer.is_ok()).unwrap();
        pool.ask(endless, stop.clone(), done).unwrap();
        assert!(!pool.ponder(1, &request(&["h8", "i9"])));
        stop.stop();
        assert!(answers.recv().unwrap());
        assert!(pool.ponder(1, &request(&["h8", "i9"])));
    }
}
