//! How strong the engine plays.

use tengen_core::{Game, Point};
use tengen_engine::{Report, Verdict};

/// A level, from 1 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Level(u8);

/// What a level is.
pub(crate) struct LevelSpec {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) strength: Strength,
}

/// What a level looks at and overlooks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    /// Stones tried in thought.
    pub(crate) nodes: u64,
    /// How many best moves it weighs against each other.
    pub(crate) lines: usize,
    /// How much winning chance it may give away, 0 to 1.
    pub(crate) slack: f64,
}

const fn level(
    name: &'static str,
    text: &'static str,
    nodes: u64,
    lines: usize,
    slack: f64,
) -> LevelSpec {
    LevelSpec { name, text, strength: Strength { nodes, lines, slack } }
}

/// The levels, weakest first. Weaker play comes from shallower sight and a softer choice among
/// reasonable moves; no level misses a five or the block of one.
pub(crate) static LEVELS: [LevelSpec; 5] = [
    level("First stones", "Sees fives and fours, plans nothing.", 400, 6, 0.20),
    level("Learner", "Sees a few moves ahead and overlooks quiet traps.", 2_500, 4, 0.10),
    level("Club", "Attacks with threes and fours, defends soundly.", 15_000, 3, 0.05),
    level("Strong", "Looks deep and gives little away.", 100_000, 2, 0.02),
    level("Master", "The engine at its best; may think for some seconds.", 1_500_000, 1, 0.0),
];

/// At its best the engine still varies its first moves, so that games do not repeat.
const EARLY: usize = 6;

impl Level {
    /// The best there is.
    pub(crate) const BEST: Level = Level(LEVELS.len() as u8);

    /// A level by its number.
    pub(crate) fn new(number: u8) -> Option<Level> {
        (1..=Level::BEST.0).contains(&number).then_some(Level(number))
    }

    pub(crate) fn is_best(self) -> bool {
        self == Level::BEST
    }

    /// What it looks at after so many moves.
    pub(crate) fn strength(self, moves: usize) -> Strength {
        let strength = LEVELS[usize::from(self.0) - 1].strength;
        match moves < EARLY {
            true => Strength {
                lines: strength.lines.max(3),
                slack: strength.slack.max(0.03),
                ..strength
            },
            false => strength,
        }
    }

    /// What it may spend on a step of an opening: several searches.
    pub(crate) fn opening_nodes(self) -> u64 {
        LEVELS[usize::from(self.0) - 1].strength.nodes.clamp(20_000, 300_000)
    }
}

/// The lines of a report that are nearly as good as the best, the best first. Who can win wins,
/// nobody chooses to lose, and after the first moves no stone lies far from all others.
pub(crate) fn nearly_best(
    strength: Strength,
    report: &Report,
    game: &Game,
) -> Vec<(Vec<Point>, Verdict)> {
    let sound = |point: Point| !game.is_forbidden(point);
    let lines: Vec<(Vec<Point>, Verdict)> = report
        .lines
        .iter()
        .filter(|line| line.moves.first().is_some_and(|&point| sound(point)))
        .map(|line| (line.moves.clone(), line.verdict))
        .collect();
    let Some(&(_, best)) = lines.first() else { return lines };
    // A depth that was not finished knows the worth of its best move alone.
    if report.depth == 0 || !matches!(best, Verdict::Unclear { .. }) {
        return lines[..1].to_vec();
    }
    let is_near = |verdict: Verdict| {
        matches!(verdict, Verdict::Unclear { .. })
            && best.win_rate() - verdict.win_rate() <= strength.slack
    };
    let has_neighbour = |point: Point| game.moves().len() < 4 || has_neighbour(game, point);
    let near = lines.iter().filter(|(line, verdict)| is_near(*verdict) && has_neighbour(line[0]));
    let near: Vec<_> = near.cloned().collect();
    if near.is_empty() { lines[..1].to_vec() } else { near }
}

/// Whether a stone lies within three lines.
fn has_neighbour(game: &Game, point: Point) -> bool {
    let board = game.board();
    let near = |dx: i32, dy: i32| {
        point.moved(dx, dy, board.size()).is_some_and(|other| board.at(other).is_some())
    };
    (-3..=3).any(|dx| (-3..=3).any(|dy| near(dx, dy)))
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};
    use tengen_engine::Line;

    use super::*;

    #[test]
    fn levels_grow() {
        for pair in LEVELS.windows(2) {
            let (weaker, stronger) = (pair[0].strength, pair[1].strength);
            assert!(weaker.nodes < stronger.nodes && weaker.slack > stronger.slack);
            assert!(weaker.lines >= stronger.lines);
        }
        assert!(Level::new(0).is_none() && Level::new(6).is_none());
    }

    #[test]
    fn weaker_levels_accept_worse_moves_but_never_a_lost_or_lonely_one() {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for point in ["h8", "i9", "g7", "j10", "i7", "g9", "h10"] {
            game.play(point.parse().unwrap()).unwrap();
        }
        let line =
            |point: &str, verdict| Line { moves: vec![point.parse().unwrap()], verdict, nodes: 0 };
        let unclear = |centi| Verdict::Unclear { centi };
        let lines = vec![
            line("h9", unclear(40)),
            line("h7", unclear(30)),
            line("i10", unclear(-20)),
            line("a1", unclear(39)),
            line("f6", Verdict::Loses { plies: 4 }),
        ];
        let report = Report { lines, depth: 3, ..Report::default() };
        let near = |level| {
            let strength = Level::new(level).unwrap().strength(game.moves().len());
            let near = nearly_best(strength, &report, &game);
            near.iter().map(|(line, _)| line[0].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(near(1), ["h9", "h7", "i10"]);
        assert_eq!(near(3), ["h9", "h7"]);
        assert_eq!(near(5), ["h9"]);
    }
}
