//! Jobs in the background: every position of a line or of stored games is searched, one after the other.
//! Whatever a user asks for comes first: a job gives its search up then and takes it up later.

mod work;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tengen_core::Game;
use tengen_player::{Limits, Stop};

use crate::app::App;
use crate::engines::Engines;
use crate::games::number;
use crate::reviews::main_line;
use crate::wire::{
    FromServer, JobPhase, JobResults, JobStart, JobState, Jobs, Position, Problem, ProblemCode,
    Score, ScoredLine,
};
use crate::{facts, research};

/// Jobs that are kept, and positions of one job.
const MOST_JOBS: usize = 20;
const MOST_POSITIONS: usize = 20_000;

/// All jobs, and the thread that works on them.
#[derive(Debug)]
pub(crate) struct Batches {
    engines: Engines,
    desk: Mutex<Desk>,
}

#[derive(Debug, Default)]
struct Desk {
    jobs: Vec<Job>,
    last: u32,
    /// Whether the thread is there.
    is_working: bool,
    /// What ends the search that runs.
    search: Option<Stop>,
    /// Whether pages have not heard of a change yet.
    is_changed: bool,
}

#[derive(Debug)]
struct Job {
    number: u32,
    phase: JobPhase,
    limits: Limits,
    lines: Vec<Line>,
    /// How long the searches took that are done.
    searched: Duration,
    problem: Option<String>,
}

/// A line of play under work.
#[derive(Debug)]
struct Line {
    /// The stored game, if it is one.
    game: Option<u64>,
    pos: Position,
    /// Before the first move and after each.
    scores: Vec<Option<Score>>,
    /// Positions that are still to be searched, in their order.
    open: Vec<usize>,
    /// How many there were.
    total: usize,
}

impl Line {
    /// All positions of a game in which it goes on.
    fn of(game: &Game, id: Option<u64>) -> Line {
        let moves = game.moves().len();
        let open: Vec<usize> = (0..moves + usize::from(game.outcome().is_none())).collect();
        let total = open.len();
        Line { game: id, pos: facts::position(game), scores: vec![None; moves + 1], open, total }
    }

    /// The game after so many of its moves.
    fn game_at(&self, moves: usize) -> Result<Game, Problem> {
        let mut pos = self.pos.clone();
        pos.moves.truncate(moves);
        facts::game(&pos)
    }
}

impl Job {
    fn done(&self) -> usize {
        self.total() - self.lines.iter().map(|line| line.open.len()).sum::<usize>()
    }

    fn total(&self) -> usize {
        self.lines.iter().map(|line| line.total).sum()
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, JobPhase::Done | JobPhase::Stopped | JobPhase::Failed)
    }

    fn state(&self) -> JobState {
        let (done, total) = (self.done(), self.total());
        let each = self.searched.as_millis() as u64 / done.max(1) as u64;
        let is_known = done > 0 && !self.is_over();
        let games = self.lines.iter().filter_map(|line| line.game);
        JobState {
            job: self.number,
            state: self.phase,
            done: done as u32,
            total: total as u32,
            games: games.map(|id| id.to_string()).collect(),
            remaining_ms: is_known.then(|| each * (total - done) as u64),
            problem: self.problem.clone(),
        }
    }
}

impl Batches {
    pub(crate) fn new(engines: Engines) -> Batches {
        Batches { engines, desk: Mutex::default() }
    }

    /// Adds a job; it begins when those before it are over.
    pub(crate) fn start(&self, app: &App, asked: &JobStart) -> Result<Jobs, Problem> {
        let limits = research::limits(&asked.limit)?;
        let lines = lines(app, asked)?;
        let positions: usize = lines.iter().map(|line| line.total).sum();
        let bad = |code, text: String| Err(Problem::new(code, text));
        if positions == 0 {
            return bad(ProblemCode::NotNow, "there is no position to search".to_owned());
        }
        if positions > MOST_POSITIONS {
            let text = format!("{positions} positions are more than {MOST_POSITIONS}");
            return bad(ProblemCode::TooLarge, text);
        }
        let mut desk = self.desk();
        if desk.jobs.len() >= MOST_JOBS {
            // The oldest that is over makes room.
            let Some(over) = desk.jobs.iter().position(Job::is_over) else {
                return bad(ProblemCode::TooMany, format!("{MOST_JOBS} jobs wait already"));
            };
            desk.jobs.remove(over);
        }
        desk.last += 1;
        let number = desk.last;
        let (phase, searched) = (JobPhase::Waiting, Duration::ZERO);
        desk.jobs.push(Job { number, phase, limits, lines, searched, problem: None });
        drop(desk);
        self.wake(app)?;
        Ok(self.tell(app))
    }

    /// All jobs.
    pub(crate) fn list(&self) -> Jobs {
        Jobs { jobs: self.desk().jobs.iter().map(Job::state).collect() }
    }

    /// Pauses a job, or lets it go on.
    pub(crate) fn pause(&self, app: &App, number: u32, pause: bool) -> Result<Jobs, Problem> {
        self.change(number, |job| match (job.is_over(), pause) {
            (true, _) => {}
            (false, true) => job.phase = JobPhase::Paused,
            (false, false) => job.phase = JobPhase::Waiting,
        })?;
        self.wake(app)?;
        Ok(self.tell(app))
    }

    /// Stops a job. What is done is kept. One that is over is forgotten.
    pub(crate) fn stop(&self, app: &App, number: u32) -> Result<Jobs, Problem> {
        let mut is_over = false;
        self.change(number, |job| {
            is_over = job.is_over();
            job.phase = JobPhase::Stopped;
        })?;
        if is_over {
            self.desk().jobs.retain(|job| job.number != number);
        }
        Ok(self.tell(app))
    }

    /// What a job has found by now.
    pub(crate) fn results(&self, number: u32) -> Result<JobResults, Problem> {
        let desk = self.desk();
        let job = desk.jobs.iter().find(|job| job.number == number).ok_or_else(missing)?;
        let line = |line: &Line| ScoredLine {
            game: line.game.map(|id| id.to_string()),
            pos: line.pos.clone(),
            scores: line.scores.clone(),
        };
        Ok(JobResults { job: number, lines: job.lines.iter().map(line).collect() })
    }

    /// Changes a job and gives up its search.
    fn change(&self, number: u32, change: impl FnOnce(&mut Job)) -> Result<(), Problem> {
        let mut desk = self.desk();
        let job = desk.jobs.iter_mut().find(|job| job.number == number).ok_or_else(missing)?;
        change(job);
        if let Some(search) = &desk.search {
            search.stop();
        }
        Ok(())
    }

    /// Starts the thread unless it is there.
    fn wake(&self, app: &App) -> Result<(), Problem> {
        let mut desk = self.desk();
        if desk.is_working {
            return Ok(());
        }
        let app = app.clone();
        let thread = std::thread::Builder::new().name("jobs".to_owned());
        let started = thread.spawn(move || work::run(&app));
        started.map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        desk.is_working = true;
        Ok(())
    }

    /// Tells all pages.
    fn tell(&self, app: &App) -> Jobs {
        self.desk().is_changed = false;
        let jobs = self.list();
        app.clients.tell_everybody(FromServer::Jobs(jobs.clone()));
        jobs
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn missing() -> Problem {
    Problem::new(ProblemCode::NotFound, "there is no such job")
}

/// The lines that a job is about.
fn lines(app: &App, asked: &JobStart) -> Result<Vec<Line>, Problem> {
    if let Some(pos) = &asked.line {
        return Ok(vec![Line::of(&facts::game(pos)?, None)]);
    }
    let games = asked.games.iter().flatten();
    games
        .map(|name| {
            let id = number(name)?;
            let (_, game) = main_line(app, id)?;
            Ok(Line::of(&game, Some(id)))
        })
        .collect()
}

#[cfg(test)]
mod tests;
