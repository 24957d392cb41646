//! Players made for tests.

use std::path::Path;
use std::time::Duration;

use tengen_arena::{
    BrainSettings, Entrant, Failure, Match, MatchResult, Openings, Pairing, Player, PlayerSpec,
    StartError, TimeControl, Turn,
};
use tengen_core::{Game, Point, Rule, Size};
use tengen_player::{SharedData, Stop, Verdict};

/// Plays what a list says, then crashes.
pub(crate) struct Scripted {
    moves: Vec<Point>,
    next: usize,
    /// How long each move takes.
    pause: Duration,
    /// What it says of positions, from which of its moves on.
    pub(crate) verdict: Option<(usize, Verdict)>,
}

impl Scripted {
    pub(crate) fn new(moves: &str) -> Scripted {
        let moves = moves.split_whitespace().map(|point| point.parse().unwrap()).collect();
        Scripted { moves, next: 0, pause: Duration::ZERO, verdict: None }
    }

    /// The same, but each move takes this many milliseconds.
    pub(crate) fn slow(moves: &str, pause: u64) -> Scripted {
        Scripted { pause: millis(pause), ..Scripted::new(moves) }
    }
}

impl Player for Scripted {
    fn begin(&mut self, _: &Game, _: &TimeControl, _: u64) -> Result<(), Failure> {
        self.next = 0;
        Ok(())
    }

    fn choose(&mut self, _: &Game, _: &Turn, _: &Stop) -> Result<Point, Failure> {
        std::thread::sleep(self.pause);
        self.next += 1;
        let point = self.moves.get(self.next - 1).copied();
        point.ok_or_else(|| Failure::Crash("the script has ended".to_owned()))
    }

    fn verdict(&self) -> Option<Verdict> {
        let (first, verdict) = self.verdict?;
        (self.next > first).then_some(verdict)
    }
}

pub(crate) fn empty() -> Game {
    Game::new(Size::default(), Rule::Freestyle)
}

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A time for each move, and a margin.
pub(crate) fn time(turn: u64, tolerance: u64) -> TimeControl {
    TimeControl::per_turn(millis(turn), millis(tolerance))
}

/// A brain that fills the top row from the left, but does something odd: see `odd_brain`.
pub(crate) fn odd_brain(folder: &Path, oddity: &str) -> BrainSettings {
    BrainSettings {
        program: env!("CARGO_BIN_EXE_odd-brain").into(),
        arguments: vec![folder.display().to_string(), oddity.to_owned()],
        ..BrainSettings::default()
    }
}

/// Makes players.
pub(crate) type Maker<'a> = Box<dyn Fn(usize) -> Result<Box<dyn Player>, StartError> + Sync + 'a>;

/// Makes players who play what a list says.
pub(crate) fn scripted(moves: &'static str) -> Maker<'static> {
    Box::new(move |_| Ok(Box::new(Scripted::new(moves)) as Box<dyn Player>))
}

/// A match of two without limits of time.
pub(crate) fn duel<'a>(a: Maker<'a>, b: Maker<'a>, openings: &'a Openings) -> Match<'a> {
    let entrant = |name, make| Entrant::new(name, make, TimeControl::default());
    Match::new(vec![entrant("A", a), entrant("B", b)], Pairing::RoundRobin, openings)
}

/// A match of two by their descriptions.
pub(crate) fn between<'a>(
    a: &'a PlayerSpec,
    b: &'a PlayerSpec,
    openings: &'a Openings,
) -> Match<'a> {
    let entrant = |spec| Entrant::of(spec, &TimeControl::default(), &SharedData::default());
    Match::new(vec![entrant(a), entrant(b)], Pairing::RoundRobin, openings)
}

pub(crate) fn run(the_match: &Match<'_>) -> MatchResult {
    the_match.run(Vec::new(), None, &Stop::new(), &mut |_| {}).unwrap()
}
