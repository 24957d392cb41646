//! A match: games between two players or more, on several threads, until all are played.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tengen_core::{BySide, Game, OpeningRule};
use tengen_player::{SharedData, Stop};

use crate::claims::ClaimJudge;
use crate::opening::open_game;
use crate::play::{lost_in_opening, play_judged};
use crate::schedule::{Task, tasks};
use crate::{
    Adjudication, Contestant, Encounter, GameRecord, Log, LogError, Openings, Pairing, Player,
    PlayerSpec, Sprt, SprtCourse, StartError, Terms, TimeControl,
};

/// How often a wait for games looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Makes equal players; the number is the player's place in the match.
type Maker<'a> = Box<dyn Fn(usize) -> Result<Box<dyn Player>, StartError> + Sync + 'a>;

/// A player that takes part in a match.
pub struct Entrant<'a> {
    name: String,
    make: Maker<'a>,
    time: TimeControl,
}

impl<'a> Entrant<'a> {
    /// The players that `make` makes, one for every thread.
    pub fn new(name: &str, make: Maker<'a>, time: TimeControl) -> Entrant<'a> {
        Entrant { name: name.to_owned(), make, time }
    }

    /// A player by its description; `common` is its time control where it names none, `shared` is what
    /// our engines have in common.
    pub fn of(spec: &'a PlayerSpec, common: &TimeControl, shared: &SharedData) -> Entrant<'a> {
        let shared = shared.clone();
        let make = move |number| spec.make(number, &shared);
        Entrant::new(spec.name(), Box::new(make), spec.time(common))
    }
}

/// A match to be played. In each encounter games 2n and 2n + 1 begin with the same opening; the
/// first player has Black in the first of them.
pub struct Match<'a> {
    entrants: Vec<Entrant<'a>>,
    encounters: Vec<[usize; 2]>,
    openings: &'a Openings,
    /// The rule by which the players open their games themselves, on an empty board: who would have
    /// Black acts first. It must suit the board.
    pub opening_rule: OpeningRule,
    /// How many games in each encounter.
    pub games: usize,
    /// How many are played at the same time.
    pub concurrency: usize,
    /// When games are called before their end on the board.
    pub adjudication: Adjudication,
    /// Ends the match early, if given; it looks at the first encounter.
    pub sprt: Option<Sprt>,
    /// Whether won and lost positions are checked that our players claim.
    pub check_claims: bool,
    /// Who looks on, if anybody does.
    pub spectator: Option<Spectator<'a>>,
}

/// Is called on the threads of the games, before the first move of each and after every move, while no clock
/// runs. It must not wait for anything.
pub type Spectator<'a> = Box<dyn Fn(&LiveGame<'_>) + Sync + 'a>;

/// A game that is being played.
#[derive(Clone, Copy, Debug)]
pub struct LiveGame<'a> {
    /// The thread that plays it, from zero; it plays one game after the other.
    pub table: usize,
    /// Its number in its encounter, from zero.
    pub game: usize,
    /// The first player's name.
    pub a: &'a str,
    /// The second player's name.
    pub b: &'a str,
    /// Who has Black.
    pub black: Contestant,
    /// How many of its moves are the opening's.
    pub opening: usize,
    /// The moves so far.
    pub moves: &'a Game,
    /// How long the last one took; none before the first after the opening.
    pub taken: Option<Duration>,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The SPRT was decided.
    Decided,
    /// It was stopped.
    Stopped,
}

/// What is known after a game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game that has just ended; none for those of the log.
    pub latest: Option<&'a GameRecord>,
    /// All encounters so far.
    pub encounters: &'a [Encounter],
    /// How many games there are so far.
    pub played: usize,
}

/// What a match gave.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// Who has met whom, and how it went.
    pub encounters: Vec<Encounter>,
    /// Why it ended.
    pub finish: Finish,
}

impl MatchResult {
    /// All games, encounter by encounter.
    pub fn records(&self) -> impl Iterator<Item = &GameRecord> {
        self.encounters.iter().flat_map(|encounter| &encounter.records)
    }
}

/// A match that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
}

impl<'a> Match<'a> {
    /// A match in which the players meet by `pairing`, one game at a time. The names must differ:
    /// games are identified by them.
    pub fn new(entrants: Vec<Entrant<'a>>, pairing: Pairing, openings: &'a Openings) -> Self {
        Match {
            encounters: pairing.encounters(entrants.len()),
            entrants,
            openings,
            opening_rule: OpeningRule::None,
            games: 2 * openings.count(),
            concurrency: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            check_claims: false,
            spectator: None,
        }
    }

    /// How many games there are in all.
    pub fn all_games(&self) -> usize {
        self.games * self.encounters.len()
    }

    /// Plays the games that `played` does not hold, until all are played, the test is decided or
    /// `stop` is stopped. Games that are cut short do not count.
    ///
    /// # Errors
    /// If a player cannot be started or the log cannot be written.
    pub fn run(
        &self,
        played: Vec<GameRecord>,
        log: Option<&mut Log>,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<MatchResult, MatchError> {
        // The players are stopped by a flag of their own: a decided test is no stop of the user's.
        let halt = Stop::new();
        let mut tally = self.tally(played);
        on_game(&tally.progress(None));
        let queue = self.queue(&tally);
        let workers = self.concurrency.max(1).min(queue.lock().map_or(1, |queue| queue.len()));
        if tally.is_decided() || workers == 0 {
            return Ok(tally.result(self, stop));
        }
        std::thread::scope(|scope| {
            // Bounded, so that no thread plays far ahead of an SPRT that may be decided.
            let (sender, results) = sync_channel(workers);
            for table in 0..workers {
                let (sender, queue, halt) = (sender.clone(), &queue, &halt);
                scope.spawn(move || Worker::new(self, table, halt).work(queue, &sender));
            }
            drop(sender);
            let done = tally.collect(&results, log, stop, &halt, on_game);
            halt.stop();
            done
        })?;
        Ok(tally.result(self, stop))
    }

    /// The games so far, each in its encounter.
    fn tally(&self, played: Vec<GameRecord>) -> Tally {
        let name = |player: usize| self.entrants[player].name.as_str();
        let encounters = self.encounters.iter().map(|&[a, b]| Encounter::new(name(a), name(b)));
        let course = self.sprt.map(SprtCourse::new);
        let mut tally = Tally { encounters: encounters.collect(), course, played: 0 };
        for record in played.into_iter().filter(|record| record.game < self.games) {
            tally.add(record);
        }
        tally
    }

    /// The games still to be played.
    fn queue(&self, tally: &Tally) -> Queue {
        let is_open = |task: &Task| !tally.encounters[task.encounter].has(task.game);
        Mutex::new(tasks(self.encounters.len(), self.games).filter(is_open).collect())
    }
}

type Queue = Mutex<VecDeque<Task>>;
type Results = SyncSender<Result<GameRecord, StartError>>;

/// A thread that plays one game after the other with players of its own.
struct Worker<'m, 'a> {
    plan: &'m Match<'a>,
    /// Its number among the threads.
    table: usize,
    halt: &'m Stop,
    /// Those who played last, by their places in the match.
    seated: Vec<(usize, Box<dyn Player>)>,
    judge: Option<ClaimJudge>,
}

impl<'m, 'a> Worker<'m, 'a> {
    fn new(plan: &'m Match<'a>, table: usize, halt: &'m Stop) -> Self {
        Worker { plan, table, halt, seated: Vec::new(), judge: None }
    }

    fn work(mut self, queue: &Queue, results: &Results) {
        // A queue is whole even if a thread panicked while it held the lock.
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        while let Some(task) = (!self.halt.is_stopped()).then(next).flatten() {
            let Some(record) = self.play(task).transpose() else { break };
            let failed = record.is_err();
            // Nobody listens any more if another player did not start either.
            if results.send(record).is_err() || failed {
                break;
            }
        }
        self.seated.iter_mut().for_each(|(_, player)| player.end());
    }

    /// Plays a game; none if it was stopped.
    fn play(&mut self, task: Task) -> Result<Option<GameRecord>, StartError> {
        let plan = self.plan;
        let [a, b] = plan.encounters[task.encounter];
        self.seat([a, b])?;
        let [(_, a_player), (_, b_player)] = self.seated.as_mut_slice() else {
            unreachable!("two players were seated");
        };
        let (a, b) = (&plan.entrants[a], &plan.entrants[b]);
        let a_player: &mut dyn Player = &mut **a_player;
        let b_player: &mut dyn Player = &mut **b_player;
        // Who has Black, or acts first in the opening, in front.
        let (mut black, mut players, mut times) = if task.game.is_multiple_of(2) {
            (Contestant::A, [a_player, b_player], [a.time, b.time])
        } else {
            (Contestant::B, [b_player, a_player], [b.time, a.time])
        };
        let seed = game_seed(&a.name, &b.name, task.game);
        let mut start = plan.openings.of_game(task.game).clone();
        let mut failed = None;
        if plan.opening_rule != OpeningRule::None {
            let rule = plan.opening_rule;
            let [first, second] = &mut players;
            let pair: [&mut dyn Player; 2] = [&mut **first, &mut **second];
            let opened = open_game(&start, rule, pair, &times, seed, self.halt);
            let Some(opened) = opened else { return Ok(None) };
            (start, failed) = (opened.game, opened.failure);
            if opened.is_swapped {
                black = black.other();
                players.reverse();
                times.reverse();
            }
        }
        let opening = &start;
        let [black_time, white_time] = times;
        let terms = Terms {
            times: BySide::new(black_time, white_time),
            adjudication: plan.adjudication,
            seed,
        };
        let table = self.table;
        let on_move = &mut |moves: &Game, taken: Option<Duration>| {
            let Some(spectator) = &plan.spectator else { return };
            let opening = opening.moves().len();
            let (game, a, b) = (task.game, a.name.as_str(), b.name.as_str());
            spectator(&LiveGame { table, game, a, b, black, opening, moves, taken });
        };
        let game = match failed {
            Some((side, failure)) => Some(lost_in_opening(opening, &terms, side, &failure)),
            None => {
                let [black_player, white_player] = players;
                let players = BySide::new(black_player, white_player);
                play_judged(opening, players, &terms, &mut self.judge, self.halt, on_move)
            }
        };
        let Some(game) = game else { return Ok(None) };
        let mut record = GameRecord::new(task.game, [&a.name, &b.name], black, opening, &game);
        if plan.check_claims {
            // Checked between games, when no player's clock runs on this thread.
            let judge = self.judge.get_or_insert_with(ClaimJudge::new);
            record.claims = Some(judge.check(&game.claims, self.halt));
        }
        Ok(Some(record))
    }

    /// Makes these two players and ends all others: idle players hold memory.
    fn seat(&mut self, pair: [usize; 2]) -> Result<(), StartError> {
        let mut before: Vec<_> = self.seated.drain(..).collect();
        let mut seated = Vec::new();
        for player in pair {
            let at = before.iter().position(|&(place, _)| place == player);
            seated.push(at.map(|at| before.swap_remove(at)));
        }
        before.iter_mut().for_each(|(_, player)| player.end());
        for (player, seat) in pair.into_iter().zip(seated) {
            let make = || (self.plan.entrants[player].make)(player).map(|made| (player, made));
            self.seated.push(seat.map_or_else(make, Ok)?);
        }
        Ok(())
    }
}

/// The RNG seed of a game. It follows from the players and the number, so a game can be repeated.
fn game_seed(a: &str, b: &str, game: usize) -> u64 {
    // FNV-1a, which is the same on every machine.
    let bytes = a.bytes().chain([0]).chain(b.bytes()).chain([0]);
    let names = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    names.wrapping_add(game as u64)
}

/// The games so far.
struct Tally {
    encounters: Vec<Encounter>,
    course: Option<SprtCourse>,
    played: usize,
}

impl Tally {
    /// Takes games as they end, until there are no more or the match is over.
    fn collect(
        &mut self,
        results: &Receiver<Result<GameRecord, StartError>>,
        mut log: Option<&mut Log>,
        stop: &Stop,
        halt: &Stop,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), MatchError> {
        loop {
            if stop.is_stopped() {
                halt.stop();
            }
            let record = match results.recv_timeout(GLANCE) {
                Ok(record) => record?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
            if let Some(log) = log.as_mut() {
                log.append(&record)?;
            }
            if let Some(encounter) = self.add(record) {
                on_game(&self.progress(self.encounters[encounter].records.last()));
            }
            if self.is_decided() {
                halt.stop();
            }
        }
    }

    /// Adds a game to its encounter, if there is such a one.
    fn add(&mut self, record: GameRecord) -> Option<usize> {
        let fits = |e: &Encounter| e.a == record.a && e.b == record.b && !e.has(record.game);
        let place = self.encounters.iter().position(fits)?;
        self.encounters[place].add(record);
        self.played += 1;
        if let (0, Some(course)) = (place, self.course.as_mut()) {
            course.take(&self.encounters[0]);
        }
        Some(place)
    }

    fn progress<'a>(&'a self, latest: Option<&'a GameRecord>) -> Progress<'a> {
        Progress { latest, encounters: &self.encounters, played: self.played }
    }

    fn is_decided(&self) -> bool {
        self.course.as_ref().is_some_and(|course| course.decided_after().is_some())
    }

    fn result(self, plan: &Match<'_>, stop: &Stop) -> MatchResult {
        let decided = self.course.as_ref().and_then(SprtCourse::decided_after);
        let finish = match decided {
            Some(_) => Finish::Decided,
            None if self.played < plan.all_games() && stop.is_stopped() => Finish::Stopped,
            None => Finish::Complete,
        };
        // Games that ended after the test was decided do not count.
        let games = decided.unwrap_or(plan.games);
        let encounters = self.encounters.into_iter().map(|encounter| encounter.cut(games));
        MatchResult { encounters: encounters.collect(), finish }
    }
}
