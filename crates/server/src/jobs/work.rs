//! The thread that works on jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tengen_core::Game;
use tengen_player::{EngineOptions, Limits, Request, Stop, Want};

use super::Batches;
use crate::app::App;
use crate::wire::{JobPhase, Problem, Score};

/// How often it is looked whether a user wants the engine.
const GLANCE: Duration = Duration::from_millis(50);
/// The least time between two messages to the pages, and between two savings.
const PACE: Duration = Duration::from_millis(500);
const SAVING: Duration = Duration::from_secs(5);
/// Memory of the engine.
const MEMORY: usize = 64 << 20;

/// A position to search: its job, its line there and its place in that.
#[derive(Clone, Copy)]
struct Place {
    job: u32,
    line: usize,
    moves: usize,
}

/// Works until no job can go on.
pub(super) fn run(app: &App) {
    let is_over = Arc::new(AtomicBool::new(false));
    watch(app, is_over.clone());
    let mut session = app.batches.engines.session();
    let mut saved = Instant::now();
    while let Some((place, game, limits)) = app.batches.next_place() {
        if is_wanted(app) {
            app.batches.set_phase(place.job, JobPhase::Yielding);
            std::thread::sleep(GLANCE);
            continue;
        }
        app.batches.set_phase(place.job, JobPhase::Running);
        let game = match game {
            Ok(game) => game,
            Err(problem) => {
                app.batches.fail(place, &problem.text);
                continue;
            }
        };
        let options = EngineOptions {
            threads: app.resources.threads,
            memory: MEMORY,
            ..EngineOptions::default()
        };
        let side = game.to_move();
        let request = Request { limits, options, ..Request::new(game, Want::Analysis) };
        let stop = app.batches.begin_search();
        // Nobody asked between the look and the search.
        if is_wanted(app) {
            stop.stop();
        }
        let begun = Instant::now();
        let mut score = None;
        let answer = session.ask(&request, &stop, &mut |event| {
            if let tengen_player::Event::Progress(report) = event {
                let best = report.pvs.first().filter(|best| !best.moves.is_empty());
                score = best.map(|best| Score::of(best.verdict, side)).or(score);
            }
        });
        app.batches.end_search();
        match answer {
            Err(error) => app.batches.fail(place, &error.to_string()),
            // A user came first, or the job was paused or stopped: the position is searched again later.
            Ok(_) if stop.is_stopped() => {}
            Ok(_) => {
                let is_line_over = app.batches.finish(place, score, begun.elapsed());
                if is_line_over || saved.elapsed() >= SAVING {
                    saved = Instant::now();
                    save(app, place);
                }
            }
        }
    }
    is_over.store(true, Ordering::Relaxed);
    app.batches.tell(app);
}

/// Whether the engine works for a user, or will in a moment.
fn is_wanted(app: &App) -> bool {
    app.analyst.is_busy()
        || app.explainer.is_busy()
        || app.researcher.is_busy()
        || app.reviews.is_busy()
        || app.games.is_engine_busy()
}

/// Ends the search when a user wants the engine, and tells pages what has changed.
fn watch(app: &App, is_over: Arc<AtomicBool>) {
    let app = app.clone();
    app.runtime.clone().spawn(async move {
        let mut told = Instant::now();
        let mut glance = tokio::time::interval(GLANCE);
        while !is_over.load(Ordering::Relaxed) {
            glance.tick().await;
            if is_wanted(&app) {
                app.batches.interrupt();
            }
            if told.elapsed() >= PACE && app.batches.desk().is_changed {
                told = Instant::now();
                app.batches.tell(&app);
            }
        }
    });
}

/// Saves the scores of a stored game.
fn save(app: &App, place: Place) {
    let Some((id, scores)) = app.batches.scores_of(place) else { return };
    // The job still has them; the next try may succeed.
    if let Err(problem) = app.store.save_scores(id, &scores) {
        tracing::warn!(game = id, problem = problem.text, "scores were not saved");
    }
}

impl Batches {
    /// The next position, with its game and limits. Without one the thread is over.
    fn next_place(&self) -> Option<(Place, Result<Game, Problem>, Limits)> {
        let mut desk = self.desk();
        let can_go_on =
            |phase| matches!(phase, JobPhase::Waiting | JobPhase::Running | JobPhase::Yielding);
        let Some(job) =
            desk.jobs.iter().find(|job| can_go_on(job.phase) && job.done() < job.total())
        else {
            desk.is_working = false;
            return None;
        };
        let mut lines = job.lines.iter().enumerate();
        let (line, found) = lines.find(|(_, line)| !line.open.is_empty())?;
        let place = Place { job: job.number, line, moves: found.open[0] };
        Some((place, found.game_at(place.moves), job.limits.clone()))
    }

    fn set_phase(&self, number: u32, phase: JobPhase) {
        let mut desk = self.desk();
        let job = desk.jobs.iter_mut().find(|job| job.number == number);
        let Some(job) = job.filter(|job| !job.is_over() && job.phase != JobPhase::Paused) else {
            return;
        };
        if job.phase != phase {
            job.phase = phase;
            desk.is_changed = true;
        }
    }

    fn begin_search(&self) -> Stop {
        let stop = Stop::new();
        self.desk().search = Some(stop.clone());
        stop
    }

    fn end_search(&self) {
        self.desk().search = None;
    }

    fn interrupt(&self) {
        if let Some(search) = &self.desk().search {
            search.stop();
        }
    }

    /// Notes the score of a position; whether that was the last one of its line.
    fn finish(&self, place: Place, score: Option<Score>, time: Duration) -> bool {
        let mut desk = self.desk();
        desk.is_changed = true;
        let Some(job) = desk.jobs.iter_mut().find(|job| job.number == place.job) else {
            return false;
        };
        job.searched += time;
        let line = &mut job.lines[place.line];
        line.scores[place.moves] = score;
        line.open.retain(|&moves| moves != place.moves);
        let is_line_over = line.open.is_empty();
        if job.done() == job.total() && !job.is_over() {
            job.phase = JobPhase::Done;
        }
        is_line_over
    }

    fn fail(&self, place: Place, problem: &str) {
        tracing::error!(job = place.job, problem, "a job broke down");
        let mut desk = self.desk();
        desk.is_changed = true;
        if let Some(job) = desk.jobs.iter_mut().find(|job| job.number == place.job) {
            job.phase = JobPhase::Failed;
            job.problem = Some(problem.to_owned());
        }
    }

    /// The game of a line, if it is stored, and what is known of it.
    fn scores_of(&self, place: Place) -> Option<(u64, crate::wire::ScoredLine)> {
        let found = self.results(place.job).ok()?;
        let line = found.lines.into_iter().nth(place.line)?;
        let id = line.game.as_ref()?.parse().ok()?;
        Some((id, line))
    }
}
