//! Reviews of stored games: one at a time, on threads of its own, for everybody who follows it.
//!
//! What is found is stored with the game, so a reload shows it and a review that was stopped goes on
//! where it was.

mod retry;
mod stored;
mod view;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_core::{Game, Side};
use tengen_formats::Record;
use tengen_player::Stop;
use tengen_review::{Findings, Line, Plan, Progress, Review};

use crate::app::App;
use crate::clients::ClientId;
use crate::engines::Engines;
use crate::games::number;
use crate::wire::{
    FromServer, Problem, ProblemCode, ReviewDepth, ReviewPhase, ReviewStart, ReviewState,
};
use crate::{http, records};

pub(crate) use retry::{final_verdict, search};
pub(crate) use stored::{StoredFound, StoredReview};

/// The least time between two messages about a review, and between two savings.
const PACE: Duration = Duration::from_millis(250);
const SAVING: Duration = Duration::from_secs(5);

/// The review that runs, if one does.
#[derive(Debug)]
pub(crate) struct Reviews {
    engines: Engines,
    current: Mutex<Option<Arc<Job>>>,
}

/// A review under way.
#[derive(Debug)]
struct Job {
    id: u64,
    depth: ReviewDepth,
    side: Option<Side>,
    game: Game,
    line: Line,
    stop: Stop,
    followers: Mutex<Vec<ClientId>>,
    latest: Mutex<ReviewState>,
}

/// A game with what is known of it.
pub(crate) struct Reviewed {
    pub(crate) record: Record,
    pub(crate) line: Line,
    pub(crate) review: Review,
}

impl Reviews {
    pub(crate) fn new(engines: Engines) -> Reviews {
        Reviews { engines, current: Mutex::default() }
    }

    /// The review of a game: the one that runs, or the one that is stored. A client who asks follows it.
    pub(crate) fn open(
        &self,
        app: &App,
        client: ClientId,
        game: &str,
    ) -> Result<ReviewState, Problem> {
        let id = number(game)?;
        if let Some(job) = self.running(id) {
            return Ok(job.follow(client));
        }
        let (_, game) = main_line(app, id)?;
        let line = Line::of(&game);
        let Some((stored, findings)) = kept(app, id, &game)? else {
            let review = Review::of(&line, &Findings::new(&line), None);
            let depth = ReviewDepth::default();
            return Ok(view::state(id, &line, &review, depth, None, ReviewPhase::None));
        };
        let review = Review::of(&line, &findings, stored.side());
        Ok(view::state(id, &line, &review, stored.depth, stored.side(), ended(&findings)))
    }

    /// Starts a review in place of the one that runs, or goes on with one that was stopped.
    pub(crate) fn start(
        &self,
        app: &App,
        client: ClientId,
        start: &ReviewStart,
    ) -> Result<ReviewState, Problem> {
        let id = number(&start.game)?;
        let (depth, side) = (start.depth.unwrap_or_default(), start.side.map(|side| side.0));
        let same = |job: &Arc<Job>| job.depth == depth && job.side == side;
        if let Some(job) = self.running(id).filter(same) {
            return Ok(job.follow(client));
        }
        let (_, game) = main_line(app, id)?;
        if game.moves().is_empty() {
            return Err(Problem::new(ProblemCode::NotNow, "there is no move to review"));
        }
        let line = Line::of(&game);
        let same = |(stored, _): &(StoredReview, Findings)| stored.depth == depth;
        let known = kept(app, id, &game)?.filter(same);
        let findings = match known {
            // A review of one side alone lacks the searches of the other's moves.
            Some((stored, found)) => Findings {
                is_complete: found.is_complete && [None, side].contains(&stored.side()),
                ..found
            },
            None => Findings::new(&line),
        };
        let review = Review::of(&line, &findings, side);
        let phase = if findings.is_complete { ReviewPhase::Done } else { ReviewPhase::Running };
        let state = view::state(id, &line, &review, depth, side, phase);
        if findings.is_complete {
            app.store.save_review(id, &StoredReview::new(&game, depth, side, &findings))?;
            return Ok(state);
        }
        let (stop, followers) = (Stop::new(), Mutex::new(vec![client]));
        let latest = Mutex::new(state.clone());
        let job = Arc::new(Job { id, depth, side, game, line, stop, followers, latest });
        if let Some(before) = lock(&self.current).replace(job.clone()) {
            before.stop.stop();
        }
        app.games.make_room();
        let app = app.clone();
        let thread = std::thread::Builder::new().name("review".to_owned());
        let started = thread.spawn(move || job.run(&app, findings));
        started.map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        Ok(state)
    }

    /// Stops the review of a game. What is done is kept; a last state follows.
    pub(crate) fn stop(&self, game: &str) -> Result<(), Problem> {
        if let Some(job) = self.running(number(game)?) {
            job.stop.stop();
        }
        Ok(())
    }

    /// A client follows no review any more. One that nobody follows stops.
    pub(crate) fn leave(&self, client: ClientId) {
        let Some(job) = lock(&self.current).clone() else { return };
        let mut followers = lock(&job.followers);
        followers.retain(|&follower| follower != client);
        if followers.is_empty() {
            job.stop.stop();
        }
    }

    /// Whether a game is reviewed now.
    pub(crate) fn is_busy(&self) -> bool {
        lock(&self.current).is_some()
    }

    fn running(&self, id: u64) -> Option<Arc<Job>> {
        lock(&self.current).clone().filter(|job| job.id == id)
    }

    /// The review that is stored of a game, for files.
    pub(crate) fn stored(app: &App, id: u64) -> Result<Reviewed, Problem> {
        let (record, game) = main_line(app, id)?;
        let none = || Problem::new(ProblemCode::NotFound, "this game is not reviewed yet");
        let (stored, findings) = kept(app, id, &game)?.ok_or_else(none)?;
        let line = Line::of(&game);
        let review = Review::of(&line, &findings, stored.side());
        Ok(Reviewed { record, line, review })
    }
}

impl Job {
    /// The latest state, for a client who follows from now on.
    fn follow(&self, client: ClientId) -> ReviewState {
        let mut followers = lock(&self.followers);
        if !followers.contains(&client) {
            followers.push(client);
        }
        lock(&self.latest).clone()
    }

    /// The review itself, on a thread of its own.
    fn run(self: Arc<Self>, app: &App, findings: Findings) {
        let plan = Plan { side: self.side, ..Plan::new(self.depth.into()) };
        let session = || app.reviews.engines.session();
        let (mut told, mut saved) = (Instant::now(), Instant::now());
        let mut known = findings.clone();
        let on_event = &mut |found: &Findings, progress: &Progress| {
            if saved.elapsed() >= SAVING {
                saved = Instant::now();
                self.save(app, found);
            }
            if told.elapsed() >= PACE {
                told = Instant::now();
                self.tell(app, found, ReviewPhase::Running, Some(progress));
            }
            known.clone_from(found);
        };
        let done = findings.complete(&self.line, &plan, &session, &self.stop, on_event);
        let (findings, phase) = match done {
            Ok(findings) => {
                let phase = ended(&findings);
                (findings, phase)
            }
            Err(error) => {
                tracing::error!(game = self.id, %error, "a review broke down");
                (known, ReviewPhase::Failed)
            }
        };
        self.save(app, &findings);
        let mut current = lock(&app.reviews.current);
        current.take_if(|job| Arc::ptr_eq(job, &self));
        drop(current);
        self.tell(app, &findings, phase, None);
    }

    fn save(&self, app: &App, findings: &Findings) {
        let stored = StoredReview::new(&self.game, self.depth, self.side, findings);
        // The page still has it; the next try may succeed.
        if let Err(problem) = app.store.save_review(self.id, &stored) {
            tracing::warn!(game = self.id, problem = problem.text, "a review was not saved");
        }
    }

    fn tell(
        &self,
        app: &App,
        findings: &Findings,
        phase: ReviewPhase,
        progress: Option<&Progress>,
    ) {
        let review = Review::of(&self.line, findings, self.side);
        let state = view::state(self.id, &self.line, &review, self.depth, self.side, phase);
        let state = ReviewState { progress: progress.map(view::progress), ..state };
        *lock(&self.latest) = state.clone();
        let followers = lock(&self.followers).clone();
        app.clients.send_all(followers, FromServer::ReviewState(Box::new(state)));
    }
}

/// The record of a stored game, and the game at the end of its main line.
pub(crate) fn main_line(app: &App, id: u64) -> Result<(Record, Game), Problem> {
    let record = records::one_from_wire(&http::stored(app, id)?.record)?;
    let game = records::main_game(&record)?;
    Ok((record, game))
}

/// The review that is stored of a game, unless the game has changed since.
fn kept(app: &App, id: u64, game: &Game) -> Result<Option<(StoredReview, Findings)>, Problem> {
    let stored = app.store.review(id)?;
    Ok(stored.and_then(|stored| stored.findings(game).map(|findings| (stored, findings))))
}

fn ended(findings: &Findings) -> ReviewPhase {
    if findings.is_complete { ReviewPhase::Done } else { ReviewPhase::Stopped }
}

/// Nothing here is left half changed by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
