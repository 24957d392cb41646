//! What a page shows of a match: fed by the match itself or by its log, asked by the server.

mod view;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;
use tengen_arena::{
    Contestant, Encounter, Finish, GameRecord, LiveGame, LogEntry, MatchResult, Progress, Sprt,
    SprtCourse,
};
use tengen_core::{OpeningRule, Rule, Size};
use tengen_server::wire::{WatchGame, WatchLive, WatchState};
use tengen_server::{Watched, position};

/// The games that the state of a match names.
const LATEST: u32 = 30;

/// A match as far as it is known.
#[derive(Debug, Default)]
pub(crate) struct Scoreboard {
    version: AtomicU64,
    board: Mutex<Board>,
}

/// How a match is played.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchTerms {
    pub(crate) rule: Rule,
    pub(crate) size: Size,
    pub(crate) opening: OpeningRule,
    /// Milliseconds a move and a game, if they are the same for all.
    pub(crate) move_ms: Option<u64>,
    pub(crate) game_ms: Option<u64>,
    /// Names, and what they stand for.
    pub(crate) players: Vec<(String, String)>,
    /// The player with a fixed rating, and that rating.
    pub(crate) anchor: Option<(String, f64)>,
    /// Games in all, if that is known.
    pub(crate) games: Option<usize>,
}

#[derive(Debug)]
struct Board {
    terms: MatchTerms,
    log: Option<String>,
    encounters: Vec<Encounter>,
    course: Option<SprtCourse>,
    /// In the order in which they ended.
    ended: Vec<Arc<GameRecord>>,
    /// By their tables.
    live: BTreeMap<usize, WatchLive>,
    began: Instant,
    /// Games that were there when the clock began.
    before: usize,
    finish: Option<Finish>,
    problem: Option<String>,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            terms: MatchTerms::default(),
            log: None,
            encounters: Vec::new(),
            course: None,
            ended: Vec::new(),
            live: BTreeMap::new(),
            began: Instant::now(),
            before: 0,
            finish: None,
            problem: None,
        }
    }
}

impl Scoreboard {
    /// A match begins.
    pub(crate) fn begin(&self, terms: MatchTerms, sprt: Option<Sprt>) {
        self.change(|board| {
            board.terms = terms;
            board.course = sprt.map(SprtCourse::new);
            board.began = Instant::now();
        });
    }

    /// A move was made. On the thread of the game, which waits for nothing: what is missed while the page is
    /// served comes with the next move.
    pub(crate) fn see(&self, live: &LiveGame<'_>) {
        let shown = shown(live);
        if let Ok(mut board) = self.board.try_lock() {
            board.live.insert(live.table, shown);
            drop(board);
            self.version.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A game ended, or those of the log are known.
    pub(crate) fn hear(&self, progress: &Progress<'_>) {
        self.change(|board| match progress.latest {
            Some(record) => board.add(record.clone()),
            None => {
                let known = progress.encounters.iter().flat_map(|one| &one.records);
                known.for_each(|record| board.add(record.clone()));
                (board.began, board.before) = (Instant::now(), board.ended.len());
            }
        });
    }

    /// The match ended.
    pub(crate) fn end(&self, result: &MatchResult) {
        self.change(|board| {
            board.encounters.clone_from(&result.encounters);
            board.live.clear();
            board.finish = Some(result.finish);
            // Games that ended after the test was decided do not count.
            let Board { ended, encounters, .. } = board;
            ended.retain(|record| {
                let is_met = |one: &&Encounter| one.a == record.a && one.b == record.b;
                encounters.iter().find(is_met).is_some_and(|one| one.has(record.game))
            });
        });
    }

    /// The match or its log broke.
    pub(crate) fn break_down(&self, problem: &str) {
        self.change(|board| {
            board.live.clear();
            board.problem = Some(problem.to_owned());
        });
    }

    /// A log is followed.
    pub(crate) fn open_log(&self, name: &str, sprt: Option<Sprt>) {
        self.change(|board| {
            board.log = Some(name.to_owned());
            board.course = sprt.map(SprtCourse::new);
        });
    }

    /// Lines of a log.
    pub(crate) fn read(&self, entries: Vec<LogEntry>) {
        if entries.is_empty() {
            return;
        }
        self.change(|board| {
            for entry in entries {
                match entry {
                    LogEntry::Conditions(conditions) => board.terms = terms(&conditions),
                    LogEntry::Player(player) => {
                        board.terms.players.push((player.name, player.text));
                    }
                    LogEntry::Game(record) => board.add(*record),
                }
            }
            let decided = board.course.as_ref().and_then(SprtCourse::decided_after);
            board.finish = decided.map(|_| Finish::Decided);
        });
    }

    /// Games of a log do not say how fast the match is: only later ones count.
    pub(crate) fn forget_speed(&self) {
        self.change(|board| (board.began, board.before) = (Instant::now(), board.ended.len()));
    }

    fn change(&self, change: impl FnOnce(&mut Board)) {
        change(&mut self.board());
        self.version.fetch_add(1, Ordering::Relaxed);
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board {
    fn add(&mut self, record: GameRecord) {
        let is_met = |one: &Encounter| one.a == record.a && one.b == record.b;
        let place = self.encounters.iter().position(is_met).unwrap_or_else(|| {
            self.encounters.push(Encounter::new(&record.a, &record.b));
            self.encounters.len() - 1
        });
        let [black, white] = match record.black {
            Contestant::A => [&record.a, &record.b],
            Contestant::B => [&record.b, &record.a],
        };
        // Its table may have begun the next one already.
        self.live.retain(|_, live| {
            !(live.game as usize == record.game && live.black == *black && live.white == *white)
        });
        self.ended.push(Arc::new(record.clone()));
        self.encounters[place].add(record);
        if let (0, Some(course)) = (place, &mut self.course) {
            course.take(&self.encounters[0]);
        }
    }
}

impl Watched for Scoreboard {
    fn version(&self) -> u64 {
        self.version.load(Ordering::Relaxed)
    }

    fn state(&self) -> WatchState {
        self.board().state(LATEST)
    }

    fn games(&self, before: u32, most: u32) -> Vec<WatchGame> {
        self.board().games(before, most)
    }
}

/// A game as the page has it.
fn shown(live: &LiveGame<'_>) -> WatchLive {
    let [black, white] = match live.black {
        Contestant::A => [live.a, live.b],
        Contestant::B => [live.b, live.a],
    };
    WatchLive {
        table: live.table as u32,
        game: live.game as u32,
        black: black.to_owned(),
        white: white.to_owned(),
        pos: position(live.moves),
        opening: live.opening as u32,
        ms: live.taken.map(|taken| taken.as_secs_f64() * 1000.0),
    }
}

/// The terms that a log names.
fn terms(conditions: &Value) -> MatchTerms {
    let text = |key: &str| conditions[key].as_str().unwrap_or_default();
    let lines = conditions["size"].as_u64().and_then(|lines| u8::try_from(lines).ok());
    let players = conditions["players"].as_object().into_iter().flatten();
    let player =
        |(name, text): (&String, &Value)| (name.clone(), text.as_str().unwrap_or("").to_owned());
    MatchTerms {
        rule: text("rule").parse().unwrap_or_default(),
        size: lines.and_then(Size::new).unwrap_or_default(),
        opening: text("opening").parse().unwrap_or_default(),
        move_ms: conditions["time"].as_u64(),
        game_ms: conditions["clock"].as_u64(),
        players: players.map(player).collect(),
        anchor: None,
        games: None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn record(game: usize, winner: Contestant) -> GameRecord {
        let black = if game.is_multiple_of(2) { "a" } else { "b" };
        let white = if black == "a" { "b" } else { "a" };
        let winner = if winner == Contestant::A { "a" } else { "b" };
        serde_json::from_value(json!({
            "game": game, "a": "one", "b": "two", "rule": "renju", "size": 15, "black": black,
            "white": white, "winner": winner, "result": if winner == "a" { "win" } else { "loss" },
            "ending": "five", "first_to_move": "white", "opening": "h8", "position": "h8i9i7",
            "times": [1.5, 2.5], "a_nodes": 100, "b_nodes": 200,
        }))
        .unwrap()
    }

    #[test]
    fn a_match_without_a_game_can_be_shown() {
        let board = Scoreboard::default();
        let players = vec![("one".to_owned(), "tengen".to_owned())];
        board.begin(MatchTerms { players, games: Some(4), ..MatchTerms::default() }, None);
        let state = board.state();
        assert_eq!((state.played, state.games, state.players.len()), (0, Some(4), 1));
        assert_eq!(state.players[0].name, "one");
    }

    #[test]
    fn a_log_is_counted_as_the_command_counts() {
        let board = Scoreboard::default();
        board.open_log("match.jsonl", Some("0,100".parse().unwrap()));
        let conditions =
            json!({ "rule": "renju", "size": 15, "time": 50, "players": { "one": "tengen" } });
        let games = (0..40).map(|n| {
            let winner = if n % 4 == 3 { Contestant::B } else { Contestant::A };
            LogEntry::Game(Box::new(record(n, winner)))
        });
        let version = board.version();
        board.read(std::iter::once(LogEntry::Conditions(conditions)).chain(games).collect());
        assert!(board.version() > version);
        let state = board.state();
        assert_eq!((state.rule.to_string().as_str(), state.move_ms), ("renju", Some(50)));
        let [met] = state.encounters.as_slice() else { panic!("two have met") };
        assert_eq!((met.wins, met.draws, met.losses, met.games), (30, 0, 10, 40));
        assert_eq!(met.pairs, [0, 0, 10, 0, 10]);
        assert_eq!(state.latest.len(), LATEST as usize);
        assert_eq!((state.latest[0].number, state.latest[0].opening), (39, 1));
        assert_eq!(state.latest[0].pos.moves.len(), 3);
        assert_eq!(board.games(10, 100).len(), 10);
        let sprt = state.sprt.unwrap();
        assert_eq!(sprt.at.last(), Some(&(2 * sprt.llrs.len() as u32)));
    }
}
