//! Players who follow a script, brains that misbehave, and matches between them.

use std::path::Path;
use std::time::Duration;

use tengen_arena::{
    BrainSettings, Entrant, Failure, Match, MatchResult, Openings, Pairing, PlayedGame, Player,
    PlayerSpec, StartError, TimeControl, Turn,
};
use tengen_core::{Game, Outcome, Point, Side};
use tengen_player::{SharedData, Stop, Verdict};

use crate::game::points;
use crate::process::program;

/// Plays what a list says, then crashes.
#[derive(Debug)]
pub struct Scripted {
    moves: Vec<Point>,
    next: usize,
    /// How long each move takes.
    pause: Duration,
    /// What it says of positions, from which of its moves on.
    pub verdict: Option<(usize, Verdict)>,
}

impl Scripted {
    /// Plays these moves at once.
    pub fn new(moves: &str) -> Scripted {
        Scripted { moves: points(moves), next: 0, pause: Duration::ZERO, verdict: None }
    }

    /// Plays these moves, each after a pause of this many milliseconds.
    pub fn slow(moves: &str, pause: u64) -> Scripted {
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

/// A time in milliseconds.
pub fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A time for each move and a tolerance, in milliseconds.
pub fn time(turn: u64, tolerance: u64) -> TimeControl {
    TimeControl::per_turn(millis(turn), millis(tolerance))
}

/// A brain that fills the top row from the left, but does something odd: the program `odd-brain` of the
/// arena, which works in this folder.
pub fn odd_brain(folder: &Path, oddity: &str) -> BrainSettings {
    BrainSettings {
        program: program("odd-brain").into(),
        arguments: vec![folder.display().to_string(), oddity.to_owned()],
        ..BrainSettings::default()
    }
}

/// Makes players.
pub type Maker<'a> = Box<dyn Fn(usize) -> Result<Box<dyn Player>, StartError> + Sync + 'a>;

/// Makes players who play what a list says.
pub fn scripted(moves: &'static str) -> Maker<'static> {
    Box::new(move |_| Ok(Box::new(Scripted::new(moves)) as Box<dyn Player>))
}

/// A match of two without limits of time.
pub fn duel<'a>(a: Maker<'a>, b: Maker<'a>, openings: &'a Openings) -> Match<'a> {
    let entrant = |name, make| Entrant::new(name, make, TimeControl::default());
    Match::new(vec![entrant("A", a), entrant("B", b)], Pairing::RoundRobin, openings)
}

/// A match of two by their descriptions.
pub fn between<'a>(a: &'a PlayerSpec, b: &'a PlayerSpec, openings: &'a Openings) -> Match<'a> {
    let entrant = |spec| Entrant::of(spec, &TimeControl::default(), &SharedData::default());
    Match::new(vec![entrant(a), entrant(b)], Pairing::RoundRobin, openings)
}

/// The side that has won a game.
pub fn winner(game: &PlayedGame) -> Option<Side> {
    game.game.outcome().and_then(Outcome::winner)
}

/// Plays a match to its end.
///
/// # Panics
/// If a player does not start.
pub fn run(the_match: &Match<'_>) -> MatchResult {
    the_match.run(Vec::new(), None, &Stop::new(), &mut |_| {}).unwrap()
}
