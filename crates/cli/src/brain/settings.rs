//! What the manager allows.

use std::time::Duration;

use tengen_core::Rule;
use tengen_engine::{Clock, EngineOptions, Limits};
use tengen_protocol::Info;

/// What is kept back of a move's time: the answer has to get there.
const MARGIN: Duration = Duration::from_millis(30);
/// With less than this there is no time to search.
const SHORTEST: Duration = Duration::from_millis(2);
/// Less makes no table.
const SMALLEST_TABLE: usize = 1 << 20;
/// Bytes of a table for each millisecond of a move: what eight moves fill at a million nodes a
/// second. More only takes longer to set up, and that in the time of the first move.
const USEFUL_PER_MILLI: usize = 128 << 10;

/// The settings so far.
pub(super) struct Settings {
    rule: Rule,
    turn: Duration,
    game: Option<Duration>,
    /// What is left as the manager says; the outer `None` if it has never said anything.
    left: Option<Option<Duration>>,
    process_bytes: Option<u64>,
    most_table_bytes: usize,
    threads: usize,
    most_threads: usize,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Settings {
    /// The usual ones, with the most that the user allows.
    pub(super) fn new(table_bytes: usize, threads: usize) -> Settings {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            rule: Rule::default(),
            turn: Duration::from_secs(5),
            game: None,
            left: None,
            process_bytes: None,
            most_table_bytes: table_bytes,
            threads: threads.max(1),
            most_threads: cores.max(threads),
            depth: None,
            nodes: None,
        }
    }

    pub(super) fn take(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(time) => self.turn = time,
            Info::TimeoutMatch(time) => self.game = time,
            Info::TimeLeft(time) => self.left = Some(time),
            Info::MaxMemory(bytes) => self.process_bytes = bytes,
            Info::Rule(rule) => self.rule = rule,
            Info::MaxDepth(depth) => self.depth = depth,
            Info::MaxNodes(nodes) => self.nodes = nodes,
            Info::Threads(threads) => self.threads = threads.min(self.most_threads),
            Info::Other { .. } => {}
        }
    }

    pub(super) fn rule(&self) -> Rule {
        self.rule
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// How large the table may be. The limit is the whole process's, so that two fifths stay for
    /// everything else.
    fn most_bytes(&self) -> usize {
        let share = self
            .process_bytes
            .map_or(usize::MAX, |bytes| usize::try_from(bytes / 5 * 3).unwrap_or(usize::MAX));
        share.min(self.most_table_bytes).max(SMALLEST_TABLE)
    }

    /// How large the table should be.
    pub(super) fn table_bytes(&self) -> usize {
        let millis = usize::try_from(self.turn.as_millis()).unwrap_or(usize::MAX);
        let useful = millis.saturating_mul(USEFUL_PER_MILLI).saturating_mul(self.threads);
        self.most_bytes().min(useful).max(SMALLEST_TABLE)
    }

    /// Whether an engine with these options still does. What a table knows is worth more than its
    /// right size: a manager may change the time for one move only.
    pub(super) fn suit(&self, options: &EngineOptions) -> bool {
        let is_large_enough = options.memory >= self.table_bytes() / 4;
        options.threads == self.threads && options.memory <= self.most_bytes() && is_large_enough
    }

    /// The limits of a search that begins `late` after the command came, in a game in which `used`
    /// was used before.
    pub(super) fn limits(&self, used: Duration, late: Duration) -> Limits {
        let own_count = || self.game.map(|game| game.saturating_sub(used));
        let left = self.left.unwrap_or_else(own_count);
        let most = left.map_or(self.turn, |left| left.min(self.turn));
        let cost = MARGIN.min(most / 4) + late;
        let time = most.saturating_sub(cost);
        if time < SHORTEST {
            return Limits { depth: Some(1), ..Limits::default() };
        }
        let clock =
            left.map(|left| Clock { left: left.saturating_sub(cost), increment: Duration::ZERO });
        Limits {
            time: Some(time),
            clock,
            nodes: self.nodes,
            depth: self.depth,
            ..Limits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(infos: &[Info]) -> Settings {
        let mut settings = Settings::new(256 << 20, 1);
        infos.iter().for_each(|info| settings.take(info));
        settings
    }

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn time(settings: &Settings, late: u64) -> Option<Duration> {
        settings.limits(Duration::ZERO, millis(late)).time
    }

    #[test]
    fn a_little_time_is_kept_back() {
        let turn = |time| settings(&[Info::TimeoutTurn(millis(time))]);
        assert_eq!(time(&turn(1000), 0), Some(millis(970)));
        assert_eq!(time(&turn(1000), 100), Some(millis(870)));
        assert_eq!(time(&turn(40), 0), Some(millis(30)));
    }

    #[test]
    fn without_time_there_is_one_ply() {
        for infos in [
            vec![Info::TimeoutTurn(Duration::ZERO)],
            vec![Info::TimeLeft(Some(Duration::ZERO))],
            vec![Info::TimeLeft(Some(millis(1)))],
        ] {
            let limits = settings(&infos).limits(Duration::ZERO, Duration::ZERO);
            assert_eq!((limits.depth, limits.time), (Some(1), None));
        }
        let late = settings(&[Info::TimeoutTurn(millis(500))]);
        assert_eq!(late.limits(Duration::ZERO, millis(600)).depth, Some(1));
    }

    #[test]
    fn the_game_clock_counts_too() {
        let told = settings(&[Info::TimeLeft(Some(millis(400)))]);
        assert_eq!(time(&told, 0), Some(millis(370)));
        let clock = |settings: &Settings| settings.limits(millis(600), Duration::ZERO).clock;
        assert_eq!(clock(&told).map(|clock| clock.left), Some(millis(370)));
        let untold = settings(&[Info::TimeoutMatch(Some(millis(1000)))]);
        assert_eq!(clock(&untold).map(|clock| clock.left), Some(millis(370)));
        let unlimited = settings(&[Info::TimeoutMatch(Some(millis(1000))), Info::TimeLeft(None)]);
        assert_eq!(clock(&unlimited), None);
    }

    #[test]
    fn the_table_takes_three_fifths_of_what_is_allowed() {
        let table = |bytes| settings(&[Info::MaxMemory(bytes)]).table_bytes();
        assert_eq!(table(Some(100 << 20)), 60 << 20);
        assert_eq!(table(Some(4 << 30)), 256 << 20);
        assert_eq!(table(None), 256 << 20);
        assert_eq!(table(Some(1)), SMALLEST_TABLE);
    }

    #[test]
    fn a_table_outlives_one_hurried_move_but_not_less_memory() {
        let options = |settings: &Settings| EngineOptions {
            memory: settings.table_bytes(),
            threads: settings.threads(),
            ..EngineOptions::default()
        };
        let quick = settings(&[Info::TimeoutTurn(millis(40))]);
        assert_eq!(quick.table_bytes(), 5 << 20);
        let usual = settings(&[]);
        assert!(quick.suit(&options(&usual)) && !usual.suit(&options(&quick)));
        let tight = settings(&[Info::MaxMemory(Some(100 << 20))]);
        assert!(!tight.suit(&options(&usual)) && tight.suit(&options(&tight)));
    }
}
