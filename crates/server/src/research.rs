//! Research tools that answer one page: moves compared on equal terms, stones that make a position even. One
//! search at a time for the tab that asked last, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tengen_core::{Game, Point};
use tengen_player::{Answer, AskError, EngineOptions, Event, Limits, Report, Request, Stop, Want};

use crate::clients::{ClientId, Clients};
use crate::engines::Engines;
use crate::facts::{self, names};
use crate::wire::{
    BalanceStart, BalanceState, BalanceWay, CompareRow, CompareStart, CompareState, FromServer,
    Limit, Problem, ProblemCode, Score,
};

/// How many moves can be compared.
const FEWEST_MOVES: usize = 2;
const MOST_MOVES: usize = 5;
/// Stones that balance a position, at most, and the ways that are shown.
const MOST_STONES: u8 = 2;
const MOST_WAYS: usize = 5;
/// The longest search of a move or of a balance.
pub(crate) const LONGEST: Duration = Duration::from_secs(600);
/// Memory of the engine.
const MEMORY: usize = 128 << 20;
/// The least time between two states.
const PACE: Duration = Duration::from_millis(250);
/// Moves of a PV that are sent.
const MOVES: usize = 24;

/// Answers research questions.
#[derive(Debug)]
pub(crate) struct Researcher {
    engines: Engines,
    clients: Arc<Clients>,
    threads: usize,
    desk: Mutex<Desk>,
}

#[derive(Debug, Default)]
struct Desk {
    current: Option<Arc<Job>>,
    worker: Option<Sender<Arc<Job>>>,
}

/// A question of a page.
#[derive(Debug)]
struct Job {
    client: ClientId,
    stop: Stop,
    question: Question,
}

#[derive(Debug)]
enum Question {
    Compare { ask: Box<CompareStart>, game: Game },
    Balance { ask: Box<BalanceStart>, game: Game },
}

impl Researcher {
    pub(crate) fn new(engines: Engines, clients: Arc<Clients>, threads: usize) -> Arc<Researcher> {
        Arc::new(Researcher { engines, clients, threads, desk: Mutex::default() })
    }

    /// Compares moves for a client in place of whatever is researched.
    pub(crate) fn compare(
        self: &Arc<Self>,
        client: ClientId,
        ask: Box<CompareStart>,
    ) -> Result<(), Problem> {
        let game = facts::running(&ask.pos)?;
        let wrong = |text: String| Problem::new(ProblemCode::BadMessage, text);
        if !(FEWEST_MOVES..=MOST_MOVES).contains(&ask.points.len()) {
            let text = format!("{FEWEST_MOVES} to {MOST_MOVES} moves can be compared");
            return Err(wrong(text));
        }
        for (n, point) in ask.points.iter().enumerate() {
            game.clone().play(point.0)?;
            if ask.points[..n].contains(point) {
                return Err(wrong(format!("{point} is named twice")));
            }
        }
        limits(&ask.limit)?;
        self.begin(client, Question::Compare { ask, game })
    }

    /// Looks for stones that make a position even, likewise.
    pub(crate) fn balance(
        self: &Arc<Self>,
        client: ClientId,
        ask: Box<BalanceStart>,
    ) -> Result<(), Problem> {
        let game = facts::running(&ask.pos)?;
        if !(1..=MOST_STONES).contains(&ask.stones) {
            let text = format!("1 to {MOST_STONES} stones can be looked for");
            return Err(Problem::new(ProblemCode::BadMessage, text));
        }
        limits(&ask.limit)?;
        self.begin(client, Question::Balance { ask, game })
    }

    /// Stops whatever is researched for a client.
    pub(crate) fn stop_client(&self, client: ClientId) {
        if let Some(job) = self.desk().current.as_ref().filter(|job| job.client == client) {
            job.stop.stop();
        }
    }

    /// Whether something is researched.
    pub(crate) fn is_busy(&self) -> bool {
        self.desk().current.is_some()
    }

    fn begin(self: &Arc<Self>, client: ClientId, question: Question) -> Result<(), Problem> {
        let job = Arc::new(Job { client, stop: Stop::new(), question });
        let mut desk = self.desk();
        if let Some(before) = desk.current.replace(job.clone()) {
            before.stop.stop();
        }
        let sent = desk.worker.as_ref().is_some_and(|worker| worker.send(job.clone()).is_ok());
        if !sent {
            let worker = self.hire()?;
            let lost = |_| Problem::new(ProblemCode::Internal, "the engine's thread ended");
            worker.send(job).map_err(lost)?;
            desk.worker = Some(worker);
        }
        Ok(())
    }

    /// Starts the thread. It ends with the researcher.
    fn hire(self: &Arc<Self>) -> Result<Sender<Arc<Job>>, Problem> {
        let (sender, jobs) = channel();
        let researcher = Arc::downgrade(self);
        let thread = std::thread::Builder::new().name("research".to_owned());
        let started = thread.spawn(move || work(&researcher, &jobs));
        started.map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        Ok(sender)
    }

    fn answer(&self, job: &Job) {
        match &job.question {
            Question::Compare { ask, game } => self.compare_all(job, ask, game),
            Question::Balance { ask, game } => self.find_balance(job, ask, game),
        }
    }

    /// Each move gets a session of its own: what one search learns helps no other.
    fn compare_all(&self, job: &Job, ask: &CompareStart, game: &Game) {
        let row =
            |&point| CompareRow { point, score: None, depth: 0, nodes: 0, ms: 0, pv: Vec::new() };
        let mut state = CompareState {
            generation: ask.generation,
            running: true,
            at: None,
            rows: ask.points.iter().map(row).collect(),
            problem: None,
        };
        for (n, point) in ask.points.iter().enumerate() {
            if job.stop.is_stopped() {
                break;
            }
            state.at = Some(*point);
            self.send(job, FromServer::CompareState(state.clone()));
            if let Err(error) = self.search_move(job, ask, game, n, &mut state) {
                state.problem = Some(error.to_string());
                break;
            }
        }
        (state.running, state.at) = (false, None);
        self.send(job, FromServer::CompareState(state));
    }

    fn search_move(
        &self,
        job: &Job,
        ask: &CompareStart,
        game: &Game,
        n: usize,
        state: &mut CompareState,
    ) -> Result<(), AskError> {
        let point: Point = ask.points[n].0;
        // The limit was checked before.
        let limits = Limits { only: vec![point], ..limits(&ask.limit).unwrap_or_default() };
        let request = self.request(game, Want::Analysis, limits);
        let mut told = Instant::now();
        let side = game.to_move();
        let mut session = self.engines.session();
        session.ask(&request, &job.stop, &mut |event| {
            let Event::Progress(report) = event else { return };
            fill(&mut state.rows[n], report, side);
            if told.elapsed() >= PACE {
                told = Instant::now();
                self.send(job, FromServer::CompareState(state.clone()));
            }
        })?;
        Ok(())
    }

    fn find_balance(&self, job: &Job, ask: &BalanceStart, game: &Game) {
        let want = Want::Balance { stones: ask.stones.into(), bias: 0 };
        let limits = limits(&ask.limit).unwrap_or_default();
        let request = self.request(game, want, Limits { multipv: MOST_WAYS, ..limits });
        let side = game.to_move();
        let way = |line: &tengen_player::Pv| {
            let score = Score::of(line.verdict, side);
            BalanceWay { stones: names(&line.moves), score, distance: (score.wp - 0.5).abs() }
        };
        let message = match self.engines.session().ask(&request, &job.stop, &mut |_| {}) {
            Ok(Answer { report, .. }) => FromServer::BalanceState(BalanceState {
                generation: ask.generation,
                stopped: job.stop.is_stopped(),
                ways: report.pvs.iter().map(way).collect(),
                nodes: report.nodes,
            }),
            Err(error) => FromServer::Error(Problem::new(ProblemCode::Internal, error)),
        };
        self.send(job, message);
    }

    fn request(&self, game: &Game, want: Want, limits: Limits) -> Request {
        let options =
            EngineOptions { threads: self.threads, memory: MEMORY, ..EngineOptions::default() };
        Request { limits, options, ..Request::new(game.clone(), want) }
    }

    fn send(&self, job: &Job, message: FromServer) {
        self.clients.send(job.client, None, message);
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The loop of the thread.
fn work(researcher: &Weak<Researcher>, jobs: &Receiver<Arc<Job>>) {
    for job in jobs {
        let Some(researcher) = researcher.upgrade() else { break };
        researcher.answer(&job);
        researcher.desk().current.take_if(|current| Arc::ptr_eq(current, &job));
    }
}

fn fill(row: &mut CompareRow, report: &Report, side: tengen_core::Side) {
    let Some(best) = report.pvs.first().filter(|best| !best.moves.is_empty()) else { return };
    row.score = Some(Score::of(best.verdict, side));
    row.depth = report.depth;
    row.nodes = report.nodes;
    row.ms = u32::try_from(report.elapsed.as_millis()).unwrap_or(u32::MAX);
    row.pv = names(&best.moves[..best.moves.len().min(MOVES)]);
}

/// The limits of one search. There must be one.
pub(crate) fn limits(asked: &Limit) -> Result<Limits, Problem> {
    if asked.ms.is_none() && asked.nodes.is_none() && asked.depth.is_none() {
        let text = "a limit is missing: ms, nodes or depth";
        return Err(Problem::new(ProblemCode::BadMessage, text));
    }
    let time = asked.ms.map_or(LONGEST, |ms| Duration::from_millis(ms.into()).min(LONGEST));
    Ok(Limits {
        time: Some(time),
        nodes: asked.nodes,
        depth: asked.depth.map(|depth| depth.max(1)),
        ..Limits::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn researcher() -> (Arc<Researcher>, Arc<Clients>) {
        let clients = Arc::new(Clients::default());
        let engines = Engines::Real(tengen_player::SharedData::default());
        (Researcher::new(engines, clients.clone(), 1), clients)
    }

    fn position(moves: &[&str]) -> crate::wire::Position {
        let mut game = Game::new(tengen_core::Size::default(), tengen_core::Rule::Freestyle);
        for point in moves {
            game.play(point.parse().unwrap()).unwrap();
        }
        facts::position(&game)
    }

    fn next(receiver: &mut tokio::sync::mpsc::Receiver<Arc<str>>) -> serde_json::Value {
        serde_json::from_str(&receiver.blocking_recv().unwrap()).unwrap()
    }

    #[test]
    fn compared_moves_get_the_same_nodes_and_a_win_is_proved() {
        let (researcher, clients) = researcher();
        let (client, mut receiver) = clients.enter(1).unwrap();
        // Black has an open three: h8 is a win, a far stone is none.
        let ask = CompareStart {
            generation: 7,
            pos: position(&["i8", "a1", "j8", "c1", "k8", "e1"]),
            points: ["h8", "o1"]
                .map(|point| point.parse().map(crate::wire::PointName).unwrap())
                .to_vec(),
            limit: Limit { nodes: Some(3000), ..Limit::default() },
        };
        researcher.compare(client, Box::new(ask)).unwrap();
        let last = loop {
            let state = next(&mut receiver);
            assert_eq!((&state["type"], &state["gen"]), (&"compare.state".into(), &7.into()));
            if state["running"] == false {
                break state;
            }
        };
        let rows = last["rows"].as_array().unwrap();
        assert_eq!(rows[0]["score"]["proof"], "win", "{last}");
        assert!(rows[1]["score"]["proof"].is_null(), "{last}");
        let nodes = rows[1]["nodes"].as_u64().unwrap();
        assert!((1000..20_000).contains(&nodes), "{nodes}");
    }

    #[test]
    fn balance_finds_ways_that_are_sorted_by_their_distance() {
        let (researcher, clients) = researcher();
        let (client, mut receiver) = clients.enter(1).unwrap();
        let limit = Limit { nodes: Some(40_000), ..Limit::default() };
        let pos = position(&["h8"]);
        let ask = BalanceStart { generation: 1, pos, stones: 2, limit };
        researcher.balance(client, Box::new(ask)).unwrap();
        let state = next(&mut receiver);
        assert_eq!(state["type"], "balance.state", "{state}");
        let ways = state["ways"].as_array().unwrap();
        assert!(ways.len() > 1, "{state}");
        assert!(ways.iter().all(|way| way["stones"].as_array().unwrap().len() == 2));
        let distances: Vec<f64> =
            ways.iter().map(|way| way["distance"].as_f64().unwrap()).collect();
        // As far from even on the one side as on the other is as good: what tells them apart is rounding.
        let in_order = |pair: &[f64]| pair[0] < pair[1] + 1e-9;
        assert!(distances.windows(2).all(in_order), "{distances:?}");
        assert!(distances[0] < 0.2, "{distances:?}");
    }

    #[test]
    fn questions_without_sense_are_refused() {
        let (researcher, _) = researcher();
        let ask = |points: &[&str], limit| {
            let points = points.iter().map(|p| crate::wire::PointName(p.parse().unwrap()));
            let (pos, points) = (position(&["h8"]), points.collect());
            researcher.compare(1, Box::new(CompareStart { generation: 1, pos, points, limit }))
        };
        let limit = Limit { nodes: Some(10), ..Limit::default() };
        assert!(ask(&["a1"], limit).is_err());
        assert!(ask(&["a1", "a1"], limit).is_err());
        assert_eq!(ask(&["a1", "h8"], limit).unwrap_err().code, ProblemCode::Occupied);
        assert!(ask(&["a1", "b1"], Limit::default()).unwrap_err().text.contains("limit"));
        assert!(!researcher.is_busy());
    }
}
