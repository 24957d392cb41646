//! A match: which games are played, on how many threads, and until when.

use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tengen_core::BySide;
use tengen_engine::Stop;

use crate::claims::ClaimJudge;
use crate::{
    Checked, Contestant, Counts, Elo, GameRecord, Log, LogError, Openings, Player, PlayerSpec,
    Sprt, SprtVerdict, StartError, Terms, TimeControl, play_game,
};

/// How often a wait for games looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Makes equal players; the number tells those apart that play at the same time.
type Maker<'a> = Box<dyn Fn(usize) -> Result<Box<dyn Player>, StartError> + Sync + 'a>;

/// A match to be played. Games 2n and 2n + 1 begin with the same opening; A has Black in the
/// first of them.
pub struct Match<'a> {
    makers: [Maker<'a>; 2],
    times: [TimeControl; 2],
    openings: &'a Openings,
    /// How many games.
    pub games: usize,
    /// How many are played at the same time.
    pub concurrency: usize,
    /// With so many stones on the board a game is a draw.
    pub draw_after: Option<usize>,
    /// Ends the match early, if given.
    pub sprt: Option<Sprt>,
    /// Whether won and lost positions are checked that our players claim.
    pub check_claims: bool,
}

/// Why a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The test was decided.
    Decided,
    /// Somebody stopped it.
    Stopped,
}

/// What is known after a game.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game that has just ended; none for those of the log.
    pub latest: Option<&'a GameRecord>,
    /// All games so far, in the order in which they ended.
    pub records: &'a [GameRecord],
    /// Their results.
    pub counts: Counts,
}

/// What a match gave.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// All games, by number.
    pub records: Vec<GameRecord>,
    /// Their results.
    pub counts: Counts,
    /// Why it ended.
    pub finish: Finish,
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
    /// A match of one game after the other between players that `makers` make, A's and B's.
    pub fn new(makers: [Maker<'a>; 2], times: [TimeControl; 2], openings: &'a Openings) -> Self {
        let games = 2 * openings.count();
        let (concurrency, draw_after, sprt, check_claims) = (1, None, None, false);
        Match { makers, times, openings, games, concurrency, draw_after, sprt, check_claims }
    }

    /// A match between players by their descriptions; `common` is the time of those who name none.
    pub fn between(
        a: &'a PlayerSpec,
        b: &'a PlayerSpec,
        common: &TimeControl,
        openings: &'a Openings,
    ) -> Self {
        let maker = |spec: &'a PlayerSpec| -> Maker<'a> { Box::new(|number| spec.make(number)) };
        Match::new([maker(a), maker(b)], [a.time(common), b.time(common)], openings)
    }

    /// Plays the games that `played` does not hold, until all are played, the test is decided or
    /// `stop` is stopped. Games that are cut short do not count.
    ///
    /// # Errors
    /// If a player cannot be started or the log cannot be written.
    pub fn run(
        &self,
        played: Vec<GameRecord>,
        mut log: Option<&mut Log>,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<MatchResult, MatchError> {
        let mut tally = Tally { sprt: self.sprt, records: played };
        tally.records.retain(|record| record.game < self.games);
        on_game(&tally.progress(None));
        let queue = self.queue(&tally.records);
        // The players are stopped by a flag of their own: a decided test is no stop of the user's.
        let halt = Stop::new();
        let workers = self.concurrency.max(1).min(queue.lock().map_or(1, |queue| queue.len()));
        if tally.is_decided() || workers == 0 {
            return Ok(tally.result(self.games, stop));
        }
        std::thread::scope(|scope| {
            // Bounded: nobody plays far ahead of a test that may be decided.
            let (sender, results) = sync_channel(workers);
            for number in 0..workers {
                let (sender, queue, halt) = (sender.clone(), &queue, &halt);
                scope.spawn(move || self.work(number, queue, &sender, halt));
            }
            drop(sender);
            let done = tally.collect(&results, &mut log, stop, &halt, on_game);
            halt.stop();
            done
        })?;
        Ok(tally.result(self.games, stop))
    }

    /// The numbers of the games still to be played.
    fn queue(&self, played: &[GameRecord]) -> Mutex<VecDeque<usize>> {
        let played: HashSet<usize> = played.iter().map(|record| record.game).collect();
        Mutex::new((0..self.games).filter(|number| !played.contains(number)).collect())
    }

    /// What a thread does: its own pair of players plays one game after the other.
    fn work(
        &self,
        number: usize,
        queue: &Mutex<VecDeque<usize>>,
        results: &SyncSender<Result<GameRecord, StartError>>,
        halt: &Stop,
    ) {
        let make = |maker: &Maker<'_>, seat: usize| maker(2 * number + seat);
        let made = make(&self.makers[0], 0).and_then(|a| Ok((a, make(&self.makers[1], 1)?)));
        let (mut a, mut b) = match made {
            Ok(players) => players,
            Err(error) => {
                // Nobody listens any more if another player did not start either.
                let _ = results.send(Err(error));
                return;
            }
        };
        // A queue is whole even if somebody panicked while he held it.
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let mut judge = self.check_claims.then(ClaimJudge::new);
        while let Some(game) = (!halt.is_stopped()).then(next).flatten() {
            let record = self.play(game, &mut *a, &mut *b, judge.as_mut(), halt);
            let Some(record) = record else { break };
            if results.send(Ok(record)).is_err() {
                break;
            }
        }
        a.end();
        b.end();
    }

    fn play<'p>(
        &self,
        number: usize,
        a: &'p mut dyn Player,
        b: &'p mut dyn Player,
        judge: Option<&mut ClaimJudge>,
        halt: &Stop,
    ) -> Option<GameRecord> {
        let opening = self.openings.of_game(number);
        let [a_time, b_time] = self.times;
        let (black, players, times) = if number.is_multiple_of(2) {
            (Contestant::A, BySide::new(a, b), BySide::new(a_time, b_time))
        } else {
            (Contestant::B, BySide::new(b, a), BySide::new(b_time, a_time))
        };
        let terms = Terms { times, draw_after: self.draw_after };
        let game = play_game(opening, players, &terms, halt)?;
        let mut record = GameRecord::new(number, black, opening, &game);
        // Checked between games, when nobody's time runs on this thread.
        record.claims = judge.map(|judge| judge.check(&game.claims, halt));
        Some(record)
    }
}

/// The games so far.
struct Tally {
    sprt: Option<Sprt>,
    records: Vec<GameRecord>,
}

impl Tally {
    /// Takes games as they end, until there are no more or the match is over.
    fn collect(
        &mut self,
        results: &Receiver<Result<GameRecord, StartError>>,
        log: &mut Option<&mut Log>,
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
            if let Some(log) = log {
                log.append(&record)?;
            }
            self.records.push(record);
            on_game(&self.progress(self.records.last()));
            if self.is_decided() {
                halt.stop();
            }
        }
    }

    fn counts(&self) -> Counts {
        Counts::of(self.records.iter().map(|record| (record.game, record.result)))
    }

    fn progress<'a>(&'a self, latest: Option<&'a GameRecord>) -> Progress<'a> {
        Progress { latest, records: &self.records, counts: self.counts() }
    }

    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| {
            sprt.verdict(sprt.llr(&self.counts().pairs)) != SprtVerdict::Undecided
        })
    }

    fn result(mut self, games: usize, stop: &Stop) -> MatchResult {
        self.records.sort_by_key(|record| record.game);
        let finish = match () {
            () if self.is_decided() => Finish::Decided,
            () if self.records.len() >= games => Finish::Complete,
            () if stop.is_stopped() => Finish::Stopped,
            () => Finish::Complete,
        };
        MatchResult { counts: self.counts(), records: self.records, finish }
    }
}

impl MatchResult {
    /// What the results say of the strength of A; nothing without games.
    pub fn elo(&self) -> Option<Elo> {
        Elo::of(&self.counts)
    }

    /// What became of all claims, if they were checked.
    pub fn claims(&self) -> Option<Checked> {
        let mut checked = self.records.iter().filter_map(|game| game.claims.as_ref()).peekable();
        checked.peek().is_some().then(|| Checked::sum(checked))
    }
}
