//! Players made for tests.

use std::path::Path;
use std::time::Duration;

use tengen_arena::{BrainSettings, Failure, Player, TimeControl, Turn};
use tengen_core::{Game, Point, Rule, Size};
use tengen_engine::Stop;

/// Plays what a list says, then crashes.
pub(crate) struct Scripted {
    moves: Vec<Point>,
    next: usize,
    /// How long each move takes.
    pause: Duration,
}

impl Scripted {
    pub(crate) fn new(moves: &str) -> Scripted {
        let moves = moves.split_whitespace().map(|point| point.parse().unwrap()).collect();
        Scripted { moves, next: 0, pause: Duration::ZERO }
    }

    /// The same, but each move takes so many milliseconds.
    pub(crate) fn slow(moves: &str, pause: u64) -> Scripted {
        Scripted { pause: millis(pause), ..Scripted::new(moves) }
    }
}

impl Player for Scripted {
    fn begin(&mut self, _: &Game, _: &TimeControl) -> Result<(), Failure> {
        self.next = 0;
        Ok(())
    }

    fn choose(&mut self, _: &Game, _: &Turn, _: &Stop) -> Result<Point, Failure> {
        std::thread::sleep(self.pause);
        self.next += 1;
        let point = self.moves.get(self.next - 1).copied();
        point.ok_or_else(|| Failure::Crash("the script has ended".to_owned()))
    }
}

pub(crate) fn empty() -> Game {
    Game::new(Size::default(), Rule::Freestyle)
}

pub(crate) fn millis(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// So long a move, and so much longer.
pub(crate) fn time(turn: u64, tolerance: u64) -> TimeControl {
    TimeControl { turn: Some(millis(turn)), game: None, tolerance: millis(tolerance) }
}

/// A brain that fills the top row from the left, but answers the n-th question of a game by
/// running `oddity` of a shell script, where `$n` counts from zero.
pub(crate) fn fake_brain(folder: &Path, oddity: &str) -> BrainSettings {
    let file = folder.join("fake-brain.sh");
    let script = format!(
        r#"n=0
echo "$0 starts" >> "{folder}/starts"
while read -r line; do
  echo "$line" >> "{folder}/heard"
  case "$line" in
    ABOUT) echo 'DEBUG hello'; echo 'name="fake"';;
    START*) n=0; echo OK;;
    BEGIN|TURN*|DONE)
      echo "noise on the wrong channel" >&2
      echo "MESSAGE thinking about $n"
      {oddity}
      echo "$n,0"
      n=$((n+1));;
    END) exit 0;;
  esac
done
"#,
        folder = folder.display()
    );
    std::fs::write(&file, script).unwrap();
    BrainSettings {
        program: "/bin/sh".into(),
        arguments: vec![file.display().to_string()],
        ..BrainSettings::default()
    }
}
