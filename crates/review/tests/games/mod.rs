//! Games to review.

use std::collections::BTreeMap;

use tengen_core::{Game, Rule, Size};
use tengen_review::Line;
use tengen_test_support::environment::root;
use tengen_test_support::game::points;

/// The games of the collection that are long enough to have a middle, by rule.
pub(crate) fn games() -> BTreeMap<&'static str, Vec<(String, Line)>> {
    let text = std::fs::read_to_string(root().join("data/games/games.txt")).unwrap();
    let mut games: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let rule: Rule = fields[1].parse().unwrap();
        let game = Game::new(Size::new(fields[2].parse().unwrap()).unwrap(), rule);
        if let Some(line) = line_of(game, fields[5]) {
            games.entry(rule.name()).or_default().push((fields[0].to_owned(), line));
        }
    }
    games
}

/// The game of these moves; none if it is short. What follows a foul or a five is left out.
fn line_of(mut game: Game, moves: &str) -> Option<Line> {
    for point in points(moves) {
        if game.outcome().is_some() || game.play(point).is_err() {
            break;
        }
    }
    (game.moves().len() >= 20).then(|| Line::of(&game))
}
