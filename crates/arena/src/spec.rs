//! Players as users name them.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use tengen_engine::{ParamError, Weights};
use tengen_player::{NetworkError, ReadNetworkError, SharedData, SolverLevel, read_network};

use crate::{
    BaselinePlayer, BaselineSettings, BrainPlayer, BrainSettings, EnginePlayer, EngineSettings,
    Player, RandomPlayer, StartError, TimeControl,
};

/// A player by its description, from which any number of equal ones can be made.
///
/// `tengen[:KEY=VALUE,…]` is our engine in this process, `brain:PATH[ ARGUMENTS][,KEY=VALUE,…]` a
/// Gomocup brain, `baseline[:KEY=VALUE,…]` plain alpha-beta to measure against, `random` any legal
/// move. Keys of all: `time` (milliseconds a move), `clock` (milliseconds a game), `increment`
/// (milliseconds added to the clock before each move), `name`; of our engine and brains `nodes`,
/// `depth`, `threads`, `memory` (megabytes); of our engine also `level` (1 to 10, as people play
/// against), `algorithm` (alphabeta or mcts), `solver` (the forced-win search: off, fast, medium or
/// slow), `solver-thread` (on: it has a thread of its own), `eval` (a file of weights as in
/// `crates/engine/data/weights`), `network` (a file as in `docs/network-format.md`, or none), `book`, `ponder`
/// and every search parameter; of brains `patience` (milliseconds a move without time limit before it counts as
/// hanging) and `info.KEY` (sent as `INFO KEY VALUE`); of the baseline player `depth` and `limit` (moves tried).
///
/// ```
/// # use tengen_arena::PlayerSpec;
/// let spec: PlayerSpec = "brain:./pbrain-rapfi,time=50,name=Rapfi".parse()?;
/// assert_eq!(spec.name(), "Rapfi");
/// # Ok::<(), tengen_arena::ParseSpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerSpec {
    text: String,
    name: Option<String>,
    kind: Kind,
    turn: Option<Duration>,
    clock: Option<Duration>,
    increment: Option<Duration>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Engine(EngineSettings),
    Brain(BrainSettings),
    Baseline(BaselineSettings),
    Random,
}

/// A text that describes no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseSpecError {
    /// There is no such player.
    #[error("'{0}' is no player: tengen, brain:PATH, baseline or random")]
    Kind(String),
    /// Not a key and a value.
    #[error("'{0}' is not KEY=VALUE")]
    Pair(String),
    /// A value that the key cannot have.
    #[error("'{value}' is no value for {key}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// Not a key of this player.
    #[error("this player has no '{0}'")]
    Key(String),
    /// A file of weights that cannot be used.
    #[error("the weights in {path}: {problem}")]
    Weights {
        /// The file.
        path: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A network that cannot be used.
    #[error(transparent)]
    Network(#[from] ReadNetworkError),
    /// A search parameter that does not exist or cannot have this value.
    #[error(transparent)]
    Param(#[from] ParamError),
}

/// Prefix of the keys that are handed to a brain.
const INFO: &str = "info.";
/// More threads than any machine has.
const MOST_THREADS: usize = 1024;
/// A terabyte.
const MOST_MEGABYTES: u64 = 1 << 20;

/// Time a move if nothing is given.
const USUAL_TURN: Duration = Duration::from_secs(1);

impl PlayerSpec {
    /// The name for people.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.text)
    }

    /// The same player by another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> PlayerSpec {
        self.name = Some(name.to_owned());
        self
    }

    /// The description, with [`PlayerSpec::current_text`].
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A description with the names of today: the baseline player was once called `seeds`.
    ///
    /// ```
    /// # use tengen_arena::PlayerSpec;
    /// assert_eq!(PlayerSpec::current_text("seeds:depth=9"), "baseline:depth=9");
    /// assert_eq!(PlayerSpec::current_text("tengen:depth=9"), "tengen:depth=9");
    /// ```
    pub fn current_text(text: &str) -> String {
        let (kind, settings) = text.split_at(text.find([':', ',']).unwrap_or(text.len()));
        match kind.eq_ignore_ascii_case("seeds") {
            true => format!("baseline{settings}"),
            false => text.to_owned(),
        }
    }

    /// Whether the player can play this rule: a network is for one alone.
    ///
    /// # Errors
    /// If its network was made for another.
    pub fn check_rule(&self, rule: tengen_core::Rule) -> Result<(), NetworkError> {
        match &self.kind {
            Kind::Engine(engine) => engine.options.network.of(rule).map(drop),
            _ => Ok(()),
        }
    }

    /// The player's time: its own, else the `common` one, else a second a move unless something
    /// else ends its searches.
    pub fn time(&self, common: &TimeControl) -> TimeControl {
        let (turn, game) = (self.turn.or(common.turn), self.clock.or(common.game));
        let unlimited = turn.is_none() && game.is_none() && !self.is_limited();
        let turn = turn.or(unlimited.then_some(USUAL_TURN));
        let increment = self.increment.unwrap_or(common.increment);
        TimeControl { turn, game, increment, tolerance: common.tolerance }
    }

    /// Whether its description says how long its moves take, so that the match has no say in it.
    ///
    /// ```
    /// # use tengen_arena::PlayerSpec;
    /// let limits = |text: &str| Ok::<_, tengen_arena::ParseSpecError>(
    ///     text.parse::<PlayerSpec>()?.has_own_limit()
    /// );
    /// assert!(limits("tengen:time=50")? && limits("tengen:nodes=5000")? && limits("brain:x,clock=9000")?);
    /// assert!(!limits("tengen:threads=2")? && !limits("baseline:depth=3")?);
    /// # Ok::<(), tengen_arena::ParseSpecError>(())
    /// ```
    pub fn has_own_limit(&self) -> bool {
        let has_time = self.turn.or(self.clock).or(self.increment).is_some();
        has_time || matches!(self.kind, Kind::Engine(_) | Kind::Brain(_)) && self.is_limited()
    }

    fn is_limited(&self) -> bool {
        match &self.kind {
            Kind::Engine(settings) => {
                settings.nodes.is_some() || settings.depth.is_some() || settings.level.is_some()
            }
            Kind::Brain(settings) => settings.nodes.is_some() || settings.depth.is_some(),
            Kind::Baseline(_) | Kind::Random => true,
        }
    }

    /// Makes a player; `number` is its index among those that play each other, and `shared` is
    /// what our engines have in common.
    ///
    /// # Errors
    /// If its program does not start.
    pub fn make(&self, number: usize, shared: &SharedData) -> Result<Box<dyn Player>, StartError> {
        Ok(match &self.kind {
            Kind::Engine(settings) => Box::new(EnginePlayer::new(settings.clone(), shared)),
            Kind::Brain(settings) => Box::new(BrainPlayer::new(settings.clone())?),
            Kind::Baseline(settings) => Box::new(BaselinePlayer::new(*settings)),
            Kind::Random => Box::new(RandomPlayer::new(number as u64)),
        })
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParseSpecError> {
        let fault = || ParseSpecError::Value { key: key.to_owned(), value: value.to_owned() };
        let number = || value.parse::<u64>().ok().filter(|&n| n > 0).ok_or_else(fault);
        match key {
            "name" => self.name = Some(value.to_owned()),
            "time" => self.turn = Some(Duration::from_millis(number()?)),
            "clock" => self.clock = Some(Duration::from_millis(number()?)),
            "increment" => self.increment = Some(Duration::from_millis(number()?)),
            _ => return self.kind.set(key, value, number),
        }
        Ok(())
    }
}

impl Kind {
    fn parse(text: &str) -> Result<Kind, ParseSpecError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        match (kind.to_ascii_lowercase().as_str(), rest) {
            ("tengen", "") => Ok(Kind::Engine(EngineSettings::default())),
            ("baseline", "") => Ok(Kind::Baseline(BaselineSettings::default())),
            ("random", "") => Ok(Kind::Random),
            ("brain", command) if !command.trim().is_empty() => Ok(Kind::Brain(program(command))),
            _ => Err(ParseSpecError::Kind(text.to_owned())),
        }
    }

    fn set(
        &mut self,
        key: &str,
        value: &str,
        number: impl Fn() -> Result<u64, ParseSpecError>,
    ) -> Result<(), ParseSpecError> {
        let fault = || ParseSpecError::Value { key: key.to_owned(), value: value.to_owned() };
        let small = || number().map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let count = || number().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let bytes = || match number()? {
            megabytes @ ..=MOST_MEGABYTES => Ok((megabytes as usize) << 20),
            _ => Err(fault()),
        };
        let threads = || count().and_then(|n| if n <= MOST_THREADS { Ok(n) } else { Err(fault()) });
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(fault()),
        };
        match (self, key) {
            (Kind::Engine(engine), "nodes") => engine.nodes = Some(number()?),
            (Kind::Engine(engine), "depth") => engine.depth = Some(small()?),
            (Kind::Engine(engine), "threads") => engine.options.threads = threads()?,
            (Kind::Engine(engine), "memory") => engine.options.memory = bytes()?,
            // `kill` is the older name of `solver`.
            (Kind::Engine(engine), "solver" | "kill") => {
                engine.options.solver = solver_level(value).ok_or_else(fault)?;
            }
            (
                Kind::Engine(engine),
                "solver-thread" | "solver_thread" | "kill-thread" | "kill_thread",
            ) => engine.options.solver_thread = switch()?,
            (Kind::Engine(engine), "book") => engine.book = switch()?,
            (Kind::Engine(engine), "certificate") => engine.certificate = switch()?,
            (Kind::Engine(engine), "ponder") => engine.ponder = switch()?,
            (Kind::Engine(engine), "algorithm") => {
                engine.options.algorithm = value.parse().map_err(|_| fault())?;
            }
            (Kind::Engine(engine), "level") => {
                engine.level = Some(value.parse().map_err(|_| fault())?);
            }
            (Kind::Engine(engine), "eval") => engine.options.weights = Some(weights(value)?),
            (Kind::Engine(engine), "network") => engine.options.network = read_network(value)?,
            (Kind::Engine(engine), param) => {
                engine.options.params.set(param, value.parse().map_err(|_| fault())?)?;
            }
            (Kind::Brain(brain), "nodes") => brain.nodes = Some(number()?),
            (Kind::Brain(brain), "depth") => brain.depth = Some(small()?),
            (Kind::Brain(brain), "threads") => brain.threads = Some(threads()?),
            (Kind::Brain(brain), "memory") => brain.memory = Some(bytes()?),
            (Kind::Brain(brain), "patience") => {
                brain.patience = Some(Duration::from_millis(number()?));
            }
            (Kind::Brain(brain), info) if info.len() > INFO.len() && info.starts_with(INFO) => {
                brain.infos.push((info[INFO.len()..].to_owned(), value.to_owned()));
            }
            (Kind::Baseline(baseline), "depth") => baseline.depth = small()?,
            (Kind::Baseline(baseline), "limit") => baseline.limit = count()?,
            _ => return Err(ParseSpecError::Key(key.to_owned())),
        }
        Ok(())
    }
}

/// The level of the forced-win search by its name; the inner `None` if it is off.
fn solver_level(name: &str) -> Option<Option<SolverLevel>> {
    let level = SolverLevel::ALL.into_iter().find(|level| level.name() == name);
    if name == "off" { Some(None) } else { level.map(Some) }
}

/// The weights in a file.
fn weights(path: &str) -> Result<Arc<Weights>, ParseSpecError> {
    let fault = |problem: String| ParseSpecError::Weights { path: path.to_owned(), problem };
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    Weights::parse(&text).map(Arc::new).map_err(|error| fault(error.to_string()))
}

/// A program and its arguments. Blanks separate them, unless there is a file of the whole name.
fn program(command: &str) -> BrainSettings {
    let command = command.trim();
    let mut words = command.split_whitespace().map(str::to_owned);
    let (program, arguments) = match Path::new(command).is_file() {
        true => (command.to_owned(), Vec::new()),
        false => (words.next().unwrap_or_default(), words.collect()),
    };
    // A bare name is looked for where the match is started, as a shell would not.
    let here = Path::new(".").join(&program);
    let program = if here.is_file() { here } else { PathBuf::from(program) };
    BrainSettings { program, arguments, ..BrainSettings::default() }
}

impl FromStr for PlayerSpec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = PlayerSpec::current_text(text);
        // Our own engine is named without a path: its settings come after the first colon.
        let (kind, settings) = match text.split_once(':') {
            Some((ours, settings)) if !ours.eq_ignore_ascii_case("brain") => (ours, settings),
            _ => text.split_once(',').unwrap_or((&text, "")),
        };
        let kind = Kind::parse(kind)?;
        let mut spec = PlayerSpec {
            text: text.clone(),
            name: None,
            kind,
            turn: None,
            clock: None,
            increment: None,
        };
        for pair in settings.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
            let fault = || ParseSpecError::Pair(pair.to_owned());
            let (key, value) = pair.split_once('=').ok_or_else(fault)?;
            spec.set(key.trim(), value.trim())?;
        }
        Ok(spec)
    }
}

#[cfg(test)]
mod tests {
    use tengen_player::EngineOptions;

    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn our_engine_has_settings() {
        let ours = spec("tengen:nodes=5000,threads=2,memory=16,time=30,name=new");
        let options = EngineOptions { threads: 2, memory: 16 << 20, ..EngineOptions::default() };
        let settings = EngineSettings { options, nodes: Some(5000), ..EngineSettings::default() };
        assert_eq!((ours.name(), &ours.kind), ("new", &Kind::Engine(settings)));
        assert_eq!(ours.turn, Some(Duration::from_millis(30)));
        assert_eq!(spec("tengen").name(), "tengen");
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        for text in ["tengen:threads=1025", "tengen:memory=1048577", "brain:x,threads=4294967296"] {
            assert!(
                matches!(text.parse::<PlayerSpec>(), Err(ParseSpecError::Value { .. })),
                "{text}"
            );
        }
        assert!("tengen:threads=1024,memory=1048576".parse::<PlayerSpec>().is_ok());
    }

    #[test]
    fn both_players_of_a_match_may_have_a_fixed_depth() {
        let Kind::Engine(ours) = spec("tengen:depth=9").kind else { panic!() };
        assert_eq!((ours.depth, ours.nodes, ours.options.threads), (Some(9), None, 1));
        let Kind::Baseline(baseline) = spec("baseline:depth=7,limit=12").kind else { panic!() };
        assert_eq!(baseline, BaselineSettings { depth: 7, limit: 12 });
        assert_eq!(spec("baseline").kind, Kind::Baseline(BaselineSettings::default()));
        for text in ["tengen:depth=9", "baseline", "baseline:depth=7"] {
            assert_eq!(spec(text).time(&TimeControl::default()), TimeControl::default());
        }
    }

    #[test]
    fn the_old_name_of_the_baseline_player_is_still_read() {
        for (old, new) in [("seeds", "baseline"), ("seeds:depth=7", "baseline:depth=7")] {
            assert_eq!((spec(old), spec(old).text()), (spec(new), new));
        }
        assert_eq!(spec("random:name=seeds").name(), "seeds");
    }

    #[test]
    fn search_parameters_are_settings_too() {
        let Kind::Engine(settings) = spec("tengen:lmp_base=9").kind else { panic!() };
        assert_eq!(settings.options.params.lmp_base, 9);
    }

    #[test]
    fn the_solver_has_a_level_or_is_off() {
        let solver = |text: &str| {
            let Kind::Engine(settings) = spec(text).kind else { panic!() };
            settings.options.solver
        };
        for key in ["solver", "kill"] {
            assert_eq!(solver(&format!("tengen:{key}=off")), None);
            for level in SolverLevel::ALL {
                assert_eq!(solver(&format!("tengen:{key}={}", level.name())), Some(level));
            }
        }
        assert_eq!(solver("tengen"), EngineOptions::default().solver);
    }

    #[test]
    fn the_solver_may_have_a_thread_of_its_own() {
        for key in ["solver-thread", "solver_thread", "kill-thread", "kill_thread"] {
            let thread = |value: &str| {
                let Kind::Engine(settings) = spec(&format!("tengen:{key}={value}")).kind else {
                    panic!()
                };
                settings.options.solver_thread
            };
            assert_eq!((thread("on"), thread("off")), (true, false), "{key}");
        }
    }

    #[test]
    fn weights_come_from_a_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/data/weights/freestyle.txt");
        let Kind::Engine(settings) = spec(&format!("tengen:eval={path}")).kind else { panic!() };
        assert_eq!(
            settings.options.weights.as_deref(),
            Some(&Weights::built_in(tengen_core::Rule::Freestyle))
        );
        let problem = |path: &str| {
            format!("tengen:eval={path}").parse::<PlayerSpec>().unwrap_err().to_string()
        };
        assert!(problem("no-such-file").starts_with("the weights in no-such-file: "));
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert!(problem(manifest).ends_with("line 1: this is not a line of numbers"));
    }

    #[test]
    fn networks_come_from_a_file() {
        use tengen_player::NetworkChoice;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("neutral.bin");
        let neutral = tengen_engine::Network::neutral(tengen_core::Rule::Renju);
        let mut bytes = neutral.to_bytes();
        std::fs::write(&path, &bytes).unwrap();
        let text = format!("tengen:network={}", path.display());
        let Kind::Engine(settings) = spec(&text).kind else { panic!() };
        assert_eq!(settings.options.network, NetworkChoice::Given(Arc::new(neutral)));
        bytes[1000] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let problem = text.parse::<PlayerSpec>().unwrap_err().to_string();
        assert!(
            problem.ends_with("the network is damaged: its checksum does not match"),
            "{problem}"
        );
        let Kind::Engine(settings) = spec("tengen:network=none").kind else { panic!() };
        assert_eq!(settings.options.network, NetworkChoice::None);
    }

    #[test]
    fn brains_have_a_path_and_arguments() {
        let Kind::Brain(brain) = spec("brain:/opt/pbrain-x --fast,depth=3").kind else { panic!() };
        assert_eq!(brain.program, PathBuf::from("/opt/pbrain-x"));
        assert_eq!((brain.arguments, brain.depth), (vec!["--fast".to_owned()], Some(3)));
        let Kind::Brain(brain) = spec("brain:x,patience=50,info.show_detail=2").kind else {
            panic!()
        };
        assert_eq!(brain.patience, Some(Duration::from_millis(50)));
        assert_eq!(brain.infos, [("show_detail".to_owned(), "2".to_owned())]);
        let Kind::Brain(brain) = spec("brain:C:\\x.exe").kind else { panic!() };
        assert_eq!(brain.program, PathBuf::from("C:\\x.exe"));
    }

    #[test]
    fn nonsense_is_named() {
        for (text, problem) in [
            ("rapfi", "'rapfi' is no player: tengen, brain:PATH, baseline or random"),
            ("brain:", "'brain:' is no player: tengen, brain:PATH, baseline or random"),
            ("tengen:time", "'time' is not KEY=VALUE"),
            ("tengen:time=0", "'0' is no value for time"),
            ("tengen:solver=on", "'on' is no value for solver"),
            ("tengen:kill=on", "'on' is no value for kill"),
            ("tengen:book=1", "'1' is no value for book"),
            ("tengen:ponder=yes", "'yes' is no value for ponder"),
            ("tengen:algorithm=minimax", "'minimax' is no value for algorithm"),
            ("tengen:nodes=9,solver=,depth=2", "'' is no value for solver"),
            ("tengen:solver=Slow", "'Slow' is no value for solver"),
            ("tengen:solver", "'solver' is not KEY=VALUE"),
            ("brain:x,solver=off", "this player has no 'solver'"),
            ("baseline:solver=off", "this player has no 'solver'"),
            ("tengen:speed=3", "there is no parameter 'speed'"),
            ("random:depth=3", "this player has no 'depth'"),
            ("baseline:limit=0", "'0' is no value for limit"),
            ("brain:x,info.=2", "this player has no 'info.'"),
            ("baseline:threads=2", "this player has no 'threads'"),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap_err().to_string(), problem);
        }
    }

    #[test]
    fn time_is_a_second_unless_something_else_ends_the_search() {
        let common = TimeControl::default();
        assert_eq!(spec("tengen").time(&common).turn, Some(USUAL_TURN));
        assert_eq!(spec("tengen:depth=3").time(&common).turn, None);
        let common = TimeControl { turn: Some(Duration::from_millis(50)), ..common };
        assert_eq!(spec("tengen:depth=3").time(&common), common);
        assert_eq!(spec("tengen:time=20").time(&common).turn, Some(Duration::from_millis(20)));
        let clock = spec("tengen:clock=9000,increment=50").time(&TimeControl::default());
        assert_eq!((clock.turn, clock.game), (None, Some(Duration::from_secs(9))));
        assert_eq!(clock.increment, Duration::from_millis(50));
    }
}
