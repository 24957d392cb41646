//! What the manager allows and wants.

use std::time::Duration;

use tengen_core::{Game, Rule};
use tengen_player::{
    Algorithm, Clock, EngineOptions, EntrySource, Limits, NetworkChoice, Remember, Request,
    SolverLevel, Want, read_network,
};
use tengen_protocol::{Detail, Info};

use crate::memory::{MemoryPlan, largest_hash};

/// What is kept back of a move's time: the answer has to get there.
const MARGIN: Duration = Duration::from_millis(30);
/// With less than this there is no time to search.
const SHORTEST: Duration = Duration::from_millis(2);
/// The time of a move as long as nobody says anything.
const USUAL_TURN: Duration = Duration::from_secs(5);
/// The limits of a move and a game with which Yixin-Board says that there are none.
const BOARD_UNLIMITED: (Duration, Duration) =
    (Duration::from_millis(2_000_000), Duration::from_millis(100_000_000));

/// What the user allows and the machine has, before a manager says anything.
#[derive(Clone, Debug)]
pub struct BrainOptions {
    /// The most memory for the table in bytes, unless the manager asks for a size.
    pub memory: usize,
    /// Threads that search, unless the manager says otherwise.
    pub threads: usize,
    /// The most threads that a manager may ask for.
    pub most_threads: usize,
    /// The memory of the machine in KiB, if it is known: a board is offered half of it.
    pub installed_kib: Option<u64>,
    /// The main search, unless the manager says otherwise.
    pub algorithm: Algorithm,
    /// How widely wins are looked for beside it, unless the manager says otherwise.
    pub solver: Option<SolverLevel>,
    /// The network, unless the manager says otherwise.
    pub network: NetworkChoice,
    /// Whether the opening book is used, unless the manager says otherwise.
    pub book: bool,
    /// Whether the certificates of the first player's win are played, unless the manager says
    /// otherwise.
    pub certificate: bool,
    /// Seeds random choices. Without it no two games are alike.
    pub seed: Option<u64>,
}

/// One thread, 256 MB, the usual search.
impl Default for BrainOptions {
    fn default() -> Self {
        BrainOptions {
            memory: 256 << 20,
            threads: 1,
            most_threads: 1,
            installed_kib: None,
            algorithm: Algorithm::default(),
            solver: EngineOptions::default().solver,
            network: NetworkChoice::default(),
            book: false,
            certificate: false,
            seed: None,
        }
    }
}

/// The settings so far.
pub(crate) struct Settings {
    rule: Rule,
    /// Time of a move, if the manager set one.
    turn: Option<Duration>,
    /// Time of the game; the outer `None` if it was never told.
    game: Option<Option<Duration>>,
    /// What is left as the manager says; the outer `None` if it has never said anything.
    left: Option<Option<Duration>>,
    increment: Duration,
    memory: MemoryPlan,
    threads: usize,
    most_threads: usize,
    largest_hash: u32,
    depth: Option<u32>,
    nodes: Option<u64>,
    solver: Option<SolverLevel>,
    max_plies: Option<u32>,
    algorithm: Algorithm,
    network: NetworkChoice,
    /// Whether the network and the rule were compared.
    network_is_checked: bool,
    book: bool,
    certificate: bool,
    /// Whether a board with a user asks, which has words and habits of its own.
    is_for_board: bool,
    detail: Detail,
    ponders: bool,
    /// What the manager should know before the next answer: settings are never answered.
    notes: Vec<String>,
}

impl Settings {
    /// The usual ones, with the most that the user allows.
    pub(crate) fn new(options: &BrainOptions) -> Settings {
        let threads = options.threads.max(1);
        Settings {
            rule: Rule::default(),
            turn: None,
            game: None,
            left: None,
            increment: Duration::ZERO,
            memory: MemoryPlan::new(options.memory),
            threads,
            most_threads: options.most_threads.max(threads),
            largest_hash: largest_hash(options.installed_kib),
            depth: None,
            nodes: None,
            solver: options.solver,
            max_plies: EngineOptions::default().max_plies,
            algorithm: options.algorithm,
            network: options.network.clone(),
            network_is_checked: false,
            book: options.book,
            certificate: options.certificate,
            is_for_board: false,
            detail: Detail::default(),
            ponders: false,
            notes: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, info: &Info) {
        match *info {
            Info::TimeoutTurn(time) => self.turn = Some(time),
            Info::TimeoutMatch(time) => self.game = Some(time),
            Info::TimeLeft(time) => self.left = Some(time),
            Info::TimeIncrement(time) => self.increment = time,
            Info::MaxMemory(bytes) => {
                self.memory.process = bytes;
                self.notes.extend(self.memory.doubt(self.threads));
            }
            Info::HashSize(bytes) => self.memory.wanted = Some(bytes),
            Info::Rule(rule) => {
                self.rule = rule;
                self.network_is_checked = false;
            }
            Info::MaxDepth(depth) => self.depth = depth,
            Info::MaxNodes(nodes) => self.nodes = nodes,
            Info::Threads(threads) => self.threads = threads.min(self.most_threads),
            Info::ShowDetail(detail) => self.detail = detail,
            Info::Pondering(wanted) => self.ponders = wanted,
            Info::Book(wanted) => self.book = wanted,
            Info::Certificate(wanted) => self.certificate = wanted,
            Info::MaxPlies(plies) => self.max_plies = plies,
            Info::Solver(ref name) => self.take_solver(name),
            Info::Network(ref name) => self.take_network(name),
            Info::Algorithm(ref name) => match name.parse() {
                Ok(algorithm) => self.algorithm = algorithm,
                Err(_) => {
                    let plays = self.algorithm.name();
                    self.notes.push(format!("there is no algorithm {name}: {plays} plays"));
                }
            },
            // What is to be done at once is no setting.
            Info::ClearHash | Info::Database(_) | Info::Other { .. } => {}
        }
    }

    fn take_solver(&mut self, name: &str) {
        match SolverLevel::ALL.into_iter().find(|level| level.name() == name) {
            _ if name == "off" => self.solver = None,
            Some(level) => self.solver = Some(level),
            None => self.notes.push(format!("solver is off, fast, medium or slow, not {name}")),
        }
    }

    fn take_network(&mut self, name: &str) {
        match read_network(name) {
            Ok(network) => {
                self.network = network;
                self.network_is_checked = false;
            }
            Err(error) => self.notes.push(format!("{error}; nothing changes")),
        }
    }

    /// A board with a user has introduced itself.
    pub(crate) fn meet_board(&mut self) {
        self.is_for_board = true;
    }

    /// Notes what the manager should know.
    pub(crate) fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// What the manager should know, once.
    pub(crate) fn take_notes(&mut self) -> Vec<String> {
        if !std::mem::replace(&mut self.network_is_checked, true)
            && let Err(error) = self.network.of(self.rule)
        {
            self.notes.push(format!("{error}: it is not used"));
        }
        std::mem::take(&mut self.notes)
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    pub(crate) fn most_threads(&self) -> usize {
        self.most_threads
    }

    /// The largest table that a board may ask for, as a power of two in KiB.
    pub(crate) fn largest_hash(&self) -> u32 {
        self.largest_hash
    }

    pub(crate) fn detail(&self) -> Detail {
        self.detail
    }

    /// Whether the opponent's time is to be used.
    pub(crate) fn ponders(&self) -> bool {
        self.ponders
    }

    /// Whether moves of the opening book are to be played.
    pub(crate) fn asks_book(&self) -> bool {
        self.book
    }

    /// Whether the certificates of the first player's win are to be played.
    pub(crate) fn asks_certificate(&self) -> bool {
        self.certificate
    }

    /// What the engine may use.
    pub(crate) fn options(&self) -> EngineOptions {
        EngineOptions {
            memory: self.memory.engine_bytes(self.threads),
            threads: self.threads,
            solver: self.solver,
            max_plies: self.max_plies,
            algorithm: self.algorithm,
            network: self.fitting_network(),
            ..EngineOptions::default()
        }
    }

    /// The network that is wanted, if it is for the rule; a game is played in any case.
    fn fitting_network(&self) -> NetworkChoice {
        let fits = self.network.of(self.rule).is_ok();
        if fits { self.network.clone() } else { NetworkChoice::default() }
    }

    /// A request without limits, for the engine that is allowed.
    pub(crate) fn request(&self, game: Game, want: Want) -> Request {
        // Without a database this says nothing.
        let remember = Some(Remember::Deepest(EntrySource::Game));
        Request { options: self.options(), remember, ..Request::new(game, want) }
    }

    /// The limits of a search that begins `late` after the command came, in a game in which `used`
    /// was used before.
    pub(crate) fn limits(&self, used: Duration, late: Duration) -> Limits {
        let (nodes, depth) = (self.nodes, self.depth);
        if self.is_unlimited() {
            return Limits { nodes, depth, ..Limits::default() };
        }
        let own_count = || self.game.flatten().map(|game| game.saturating_sub(used));
        let left = self.left.unwrap_or_else(own_count);
        let turn = self.turn.unwrap_or(USUAL_TURN);
        let most = left.map_or(turn, |left| left.min(turn));
        let cost = MARGIN.min(most / 4) + late;
        let time = most.saturating_sub(cost);
        if time < SHORTEST {
            return Limits { depth: Some(1), ..Limits::default() };
        }
        let clock =
            left.map(|left| Clock { left: left.saturating_sub(cost), increment: self.increment });
        Limits { time: Some(time), clock, nodes, depth, ..Limits::default() }
    }

    /// Whether time does not matter.
    fn is_unlimited(&self) -> bool {
        match (self.turn, self.game) {
            // Who counts nodes and says nothing of time wants the nodes.
            (None, None | Some(None)) => self.nodes.is_some() && self.left.flatten().is_none(),
            (Some(Duration::ZERO), Some(None)) => self.is_for_board,
            (Some(turn), Some(Some(game))) => self.is_for_board && (turn, game) == BOARD_UNLIMITED,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(infos: &[Info]) -> Settings {
        let mut settings = Settings::new(&BrainOptions::default());
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
        let fischer =
            settings(&[Info::TimeLeft(Some(millis(400))), Info::TimeIncrement(millis(50))]);
        assert_eq!(clock(&fischer).map(|clock| clock.increment), Some(millis(50)));
    }

    #[test]
    fn a_board_says_in_its_own_way_that_there_is_time() {
        let (turn, game) = BOARD_UNLIMITED;
        let nothing = [Info::TimeoutTurn(Duration::ZERO), Info::TimeoutMatch(None)];
        let much = [Info::TimeoutTurn(turn), Info::TimeoutMatch(Some(game))];
        for infos in [nothing, much] {
            let mut settings = settings(&infos);
            let limits = settings.limits(Duration::ZERO, Duration::ZERO);
            assert!(limits.time.is_some() || limits.depth == Some(1));
            settings.meet_board();
            let limits = settings.limits(Duration::ZERO, Duration::ZERO);
            assert_eq!((limits.time, limits.clock, limits.depth), (None, None, None));
        }
    }

    #[test]
    fn who_counts_nodes_and_says_nothing_of_time_gets_the_nodes() {
        let nodes = settings(&[Info::MaxNodes(Some(5)), Info::TimeoutMatch(None)]);
        assert_eq!((time(&nodes, 0), time(&settings(&[]), 0)), (None, Some(millis(4970))));
        let both = settings(&[Info::MaxNodes(Some(5)), Info::TimeoutTurn(millis(100))]);
        assert_eq!(time(&both, 0), Some(millis(75)));
    }

    #[test]
    fn a_table_outlives_one_hurried_move_but_not_less_memory() {
        let memory = |infos: &[Info]| settings(infos).options().memory;
        let usual = memory(&[]);
        assert_eq!(memory(&[Info::TimeoutTurn(millis(40))]), usual);
        assert!(memory(&[Info::MaxMemory(Some(100 << 20))]) < usual);
        assert_eq!(memory(&[Info::HashSize(32 << 20)]), 32 << 20);
    }

    #[test]
    fn the_user_sets_what_the_manager_may_change() {
        let wish = BrainOptions { solver: None, book: true, ..BrainOptions::default() };
        let mut settings = Settings::new(&wish);
        assert_eq!((settings.options().solver, settings.asks_book()), (None, true));
        settings.take(&Info::Solver("medium".to_owned()));
        settings.take(&Info::Book(false));
        let now = (settings.options().solver, settings.asks_book());
        assert_eq!(now, (Some(SolverLevel::Medium), false));
    }

    #[test]
    fn a_network_is_used_for_its_rule_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Neutral.bin");
        let network = tengen_engine::Network::neutral(Rule::Renju);
        std::fs::write(&path, network.to_bytes()).unwrap();
        let mut settings = settings(&[Info::Network(path.display().to_string())]);
        assert_eq!(settings.options().network, NetworkChoice::None);
        let note = "the network was made for renju, not for freestyle: it is not used";
        assert_eq!(settings.take_notes(), [note]);
        assert!(settings.take_notes().is_empty());
        settings.take(&Info::Rule(Rule::Renju));
        assert_eq!(settings.options().network, NetworkChoice::Given(network.into()));
        assert!(settings.take_notes().is_empty());
        settings.take(&Info::Network("no-such-file".to_owned()));
        let notes = settings.take_notes();
        assert!(notes[0].starts_with("the network in no-such-file: "), "{notes:?}");
        assert_ne!(settings.options().network, NetworkChoice::None, "the old one stays");
        settings.take(&Info::Network("none".to_owned()));
        assert_eq!(settings.options().network, NetworkChoice::None);
    }

    #[test]
    fn what_cannot_be_had_is_noted_once() {
        let mut settings = settings(&[
            Info::Algorithm("minimax".to_owned()),
            Info::Algorithm("alphabeta".to_owned()),
            Info::Solver("hard".to_owned()),
            Info::MaxMemory(Some(1)),
            Info::MaxMemory(Some(350 << 20)),
        ]);
        let notes = settings.take_notes();
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert_eq!(notes[0], "there is no algorithm minimax: alphabeta plays");
        assert!(settings.take_notes().is_empty());
    }
}
