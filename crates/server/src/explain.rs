//! Explanations: forced wins with their proofs, and what stops them. One search at a time for the tab that
//! asked last, on a thread of its own.

mod guide;
mod proofs;
mod steps;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tengen_core::{Game, Point, Side};
use tengen_player::{
    Answer, Ask, Defence, EngineOptions, ForcedWin, Limits, Request, SharedData, SolverKind, Stop,
    Want,
};
use tengen_proof::{ReadLimits, read};

use crate::clients::{ClientId, Clients};
use crate::engines::Engines;
use crate::facts;
use crate::wire::{
    DefenceList, DefenceMove, DefendAsk, ExplainAsk, ExplainKind, ExplainReply, ExplainSource,
    ExplainState, ExplainedLine, Explanation, ForcedWinState, FromServer, Problem, ProblemCode,
};

use guide::Guide;
use proofs::Proofs;

/// How long a search takes unless the page says otherwise, and at most.
const USUAL_LIMIT: Duration = Duration::from_secs(5);
const LONGEST_LIMIT: Duration = Duration::from_secs(600);
/// The part of the time for fours, before threats are tried too.
const FOURS_SHARE: u32 = 4;
/// The part of the time for threats, before any moves are tried.
const THREATS_SHARE: u32 = 4;
/// Memory of the engine; the solver takes a part of it.
const MEMORY: usize = 256 << 20;
/// Positions that the checker looks at in a proof file, at most: some seconds.
const CHECK_BUDGET: u64 = 50_000_000;

/// Explains positions.
#[derive(Debug)]
pub(crate) struct Explainer {
    engines: Engines,
    shared: SharedData,
    clients: Arc<Clients>,
    proofs: Proofs,
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
    /// The message that is answered.
    id: Option<u32>,
    stop: Stop,
    question: Question,
}

#[derive(Debug)]
enum Question {
    Win { ask: Box<ExplainAsk>, game: Game },
    Defend { ask: Box<DefendAsk>, game: Game },
}

impl Explainer {
    pub(crate) fn new(
        engines: Engines,
        shared: SharedData,
        clients: Arc<Clients>,
    ) -> Arc<Explainer> {
        let (proofs, desk) = Default::default();
        Arc::new(Explainer { engines, shared, clients, proofs, desk })
    }

    /// Looks for a forced win for a client in place of whatever is explained.
    pub(crate) fn explain(
        self: &Arc<Self>,
        client: ClientId,
        id: Option<u32>,
        ask: Box<ExplainAsk>,
    ) -> Result<(), Problem> {
        let mut game = facts::running(&ask.pos)?;
        if ask.side.is_some_and(|side| side.0 != game.to_move()) {
            game.pass()?;
        }
        self.begin(client, id, Question::Win { ask, game })
    }

    /// Looks for what stops a forced win, likewise.
    pub(crate) fn defend(
        self: &Arc<Self>,
        client: ClientId,
        id: Option<u32>,
        ask: Box<DefendAsk>,
    ) -> Result<(), Problem> {
        let game = facts::running(&ask.pos)?;
        self.begin(client, id, Question::Defend { ask, game })
    }

    /// How a proof answers a reply.
    pub(crate) fn reply(&self, asked: ExplainReply) -> Result<ExplainedLine, Problem> {
        let guide = self.proofs.get(&asked.proof)?;
        let moves: Vec<Point> = asked.moves.iter().map(|point| point.0).collect();
        let line = steps::line(&guide, &moves, &self.shared.tables)?;
        Ok(ExplainedLine { proof: asked.proof, line })
    }

    /// A proof as a file.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, Problem> {
        let guide = self.proofs.get(name)?;
        let Guide::Proof(proof) = &*guide else {
            let text = "this win is a part of a certificate, which ships with Tengen";
            return Err(Problem::new(ProblemCode::CannotHold, text));
        };
        let mut bytes = Vec::new();
        tengen_proof::write(proof, &mut bytes)
            .map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        Ok(bytes)
    }

    /// Reads a proof file, checks it and explains its win.
    pub(crate) fn open(&self, bytes: &[u8]) -> Result<Explanation, Problem> {
        if tengen_proof::version(bytes) == Some(2) {
            let text = "this is a certificate of a whole game; `tengen check-proof` checks it";
            return Err(Problem::new(ProblemCode::BadFile, text));
        }
        let wrong = |text: String| Problem::new(ProblemCode::BadFile, text);
        let proof = read(bytes, ReadLimits::default()).map_err(|e| wrong(e.to_string()))?;
        tengen_proof::check(&proof, CHECK_BUDGET)
            .map_err(|refusal| wrong(format!("the proof is refused: {refusal}")))?;
        let guide = Guide::Proof(Arc::new(proof));
        let start = guide.start().ok_or_else(|| wrong("its position cannot be".to_owned()))?;
        let found = blank(&start, guide.attacker(), ExplainSource::File);
        self.told(found, guide)
    }

    /// Stops whatever is explained for a client.
    pub(crate) fn stop_client(&self, client: ClientId) {
        if let Some(job) = self.desk().current.as_ref().filter(|job| job.client == client) {
            job.stop.stop();
        }
    }

    /// Whether something is explained.
    pub(crate) fn is_busy(&self) -> bool {
        self.desk().current.is_some()
    }

    fn begin(
        self: &Arc<Self>,
        client: ClientId,
        id: Option<u32>,
        question: Question,
    ) -> Result<(), Problem> {
        let job = Arc::new(Job { client, id, stop: Stop::new(), question });
        let mut desk = self.desk();
        if let Some(before) = desk.current.replace(job.clone()) {
            before.stop.stop();
        }
        let sent = desk.worker.as_ref().is_some_and(|worker| worker.send(job.clone()).is_ok());
        if !sent {
            let worker = self.hire()?;
            let lost = |_| Problem::new(ProblemCode::Internal, "the solver's thread ended");
            worker.send(job).map_err(lost)?;
            desk.worker = Some(worker);
        }
        Ok(())
    }

    /// Starts the thread. It ends with the explainer.
    fn hire(self: &Arc<Self>) -> Result<Sender<Arc<Job>>, Problem> {
        let (sender, jobs) = channel();
        let (explainer, session) = (Arc::downgrade(self), self.engines.session());
        let thread = std::thread::Builder::new().name("explanation".to_owned());
        let started = thread.spawn(move || work(&explainer, session, &jobs));
        started.map_err(|error| Problem::new(ProblemCode::Internal, error))?;
        Ok(sender)
    }

    fn answer(&self, job: &Job, session: &mut dyn Ask) -> Result<FromServer, Problem> {
        match &job.question {
            Question::Win { ask, game } => {
                let found = self.win(ask, game, session, &job.stop)?;
                Ok(FromServer::ExplainResult(Box::new(found)))
            }
            Question::Defend { ask, game } => {
                defences(ask, game, session, &job.stop).map(FromServer::ExplainDefences)
            }
        }
    }

    /// The win of the side to move, if it has one.
    fn win(
        &self,
        ask: &ExplainAsk,
        game: &Game,
        session: &mut dyn Ask,
        stop: &Stop,
    ) -> Result<Explanation, Problem> {
        let library = self.shared.certificates.of(game.rule(), game.size());
        if let Some(followed) = library.and_then(|library| library.follow(game)) {
            let guide = Guide::Certificate(Box::new(followed), game.to_move());
            let found = blank(game, Side::Black, ExplainSource::Certificate);
            return self.told(Explanation { pos: ask.pos.clone(), ..found }, guide);
        }
        let limit = limit(ask.limit_ms);
        let found = blank(game, game.to_move(), ExplainSource::Search);
        let limit_ms = Some(limit.as_millis() as u32);
        let mut found = Explanation { pos: ask.pos.clone(), limit_ms, ..found };
        let fours = solved(game, SolverKind::Vcf, limit / FOURS_SHARE, session, stop)?;
        found.fours = Some(state_of(&fours));
        let mut proof = fours.proof;
        let wanted = match ask.fours_only {
            Some(true) => ExplainKind::Fours,
            _ => ask.kind.unwrap_or(ExplainKind::Threats),
        };
        if proof.is_none() && wanted != ExplainKind::Fours {
            let limit = if wanted == ExplainKind::Any { limit / THREATS_SHARE } else { limit };
            let threats = solved(game, SolverKind::Vct, limit, session, stop)?;
            found.threats = Some(state_of(&threats));
            proof = threats.proof;
        }
        if proof.is_none() && wanted == ExplainKind::Any {
            let any = solved(game, SolverKind::Any, limit, session, stop)?;
            found.any = Some(state_of(&any));
            proof = any.proof;
        }
        if let Some(proof) = proof {
            return self.told(found, Guide::Proof(proof));
        }
        found.state = match found.any.or(found.threats).or(found.fours) {
            _ if stop.is_stopped() => ExplainState::Stopped,
            Some(ForcedWinState::None) => ExplainState::None,
            _ => ExplainState::Unknown,
        };
        Ok(found)
    }

    /// The explanation of a win that is certain.
    fn told(&self, found: Explanation, guide: Guide) -> Result<Explanation, Problem> {
        let line = steps::line(&guide, &[], &self.shared.tables)?;
        let (plies, can_be_saved) = (guide.plies(), matches!(guide, Guide::Proof(_)));
        let proof = Some(self.proofs.keep(Arc::new(guide)));
        let plies = Some(plies);
        Ok(Explanation { state: ExplainState::Win, plies, proof, can_be_saved, line, ..found })
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The loop of the thread.
fn work(explainer: &Weak<Explainer>, mut session: Box<dyn Ask>, jobs: &Receiver<Arc<Job>>) {
    for job in jobs {
        let Some(explainer) = explainer.upgrade() else { break };
        let message = match explainer.answer(&job, session.as_mut()) {
            Ok(message) => message,
            Err(problem) => FromServer::Error(problem),
        };
        explainer.clients.send(job.client, job.id, message);
        explainer.desk().current.take_if(|current| Arc::ptr_eq(current, &job));
    }
}

fn limit(asked: Option<u32>) -> Duration {
    let asked = asked.map_or(USUAL_LIMIT, |ms| Duration::from_millis(ms.into()));
    asked.min(LONGEST_LIMIT)
}

/// An explanation of nothing yet.
fn blank(game: &Game, side: Side, source: ExplainSource) -> Explanation {
    Explanation {
        pos: facts::position(game),
        side: side.into(),
        state: ExplainState::Unknown,
        source,
        fours: None,
        threats: None,
        any: None,
        plies: None,
        proof: None,
        can_be_saved: false,
        line: Vec::new(),
        limit_ms: None,
    }
}

fn solved(
    game: &Game,
    kind: SolverKind,
    time: Duration,
    session: &mut dyn Ask,
    stop: &Stop,
) -> Result<Answer, Problem> {
    asked(game, Want::Proof(kind), time, session, stop)
}

fn asked(
    game: &Game,
    want: Want,
    time: Duration,
    session: &mut dyn Ask,
    stop: &Stop,
) -> Result<Answer, Problem> {
    // Replaced before it began: nobody wants to know.
    if stop.is_stopped() {
        return Ok(Answer::default());
    }
    let options = EngineOptions { memory: MEMORY, ..EngineOptions::default() };
    let limits = Limits { time: Some(time), ..Limits::default() };
    let request = Request { limits, options, ..Request::new(game.clone(), want) };
    let failed = |error| Problem::new(ProblemCode::Internal, error);
    session.ask(&request, stop, &mut |_| {}).map_err(failed)
}

fn state_of(answer: &Answer) -> ForcedWinState {
    match &answer.forced_win {
        Some(ForcedWin::Win { .. }) => ForcedWinState::Win,
        Some(ForcedWin::None) => ForcedWinState::None,
        _ => ForcedWinState::Unknown,
    }
}

fn defences(
    ask: &DefendAsk,
    game: &Game,
    session: &mut dyn Ask,
    stop: &Stop,
) -> Result<DefenceList, Problem> {
    let want = Want::Defences(SolverKind::Vct);
    let answer = asked(game, want, limit(ask.limit_ms), session, stop)?;
    let moves = answer.defences.unwrap_or_default();
    let moves = moves
        .into_iter()
        .map(|(point, known)| DefenceMove { point: point.into(), holds: known == Defence::Holds })
        .collect();
    Ok(DefenceList { stopped: stop.is_stopped(), moves })
}

#[cfg(test)]
mod tests;
