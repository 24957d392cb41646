//! True proofs of random positions on small boards.

use std::collections::HashMap;

use tengen_core::{Game, Point, Rule, Side};

use super::sketch::{Node, Sketch};
use super::small::{Minimax, Stones, answers, position, stones};

/// Draws true proofs of positions that `attacker` wins.
struct Artist<'a> {
    attacker: Side,
    minimax: &'a mut Minimax,
    rng: &'a mut fastrand::Rng,
    sketch: Sketch,
    drawn: HashMap<Stones, usize>,
}

impl<'a> Artist<'a> {
    fn new(attacker: Side, minimax: &'a mut Minimax, rng: &'a mut fastrand::Rng) -> Self {
        Artist { attacker, minimax, rng, sketch: Sketch::default(), drawn: HashMap::new() }
    }

    /// Draws the proof for a game that is won.
    fn draw(mut self, game: &mut Game) -> Sketch {
        match game.to_move() == self.attacker {
            true => drop(self.attack(game)),
            false => {
                let root = self.defence(game);
                self.sketch.0.push(root);
            }
        }
        self.sketch
    }

    fn attack(&mut self, game: &mut Game) -> usize {
        let key = stones(game.board());
        if let Some(&drawn) = self.drawn.get(&key) {
            return drawn;
        }
        let mut points: Vec<Point> = game.board().free_points().collect();
        self.rng.shuffle(&mut points);
        let winning = points.into_iter().find(|&point| {
            game.play(point).unwrap();
            let won = self.minimax.wins(game, self.attacker);
            game.undo();
            won
        });
        let point = winning.expect("the position is won");
        let ends = game.play(point).unwrap().is_some();
        let node = if ends { Node::default() } else { self.defence(game) };
        game.undo();
        self.sketch.0.push(Node { point: Some(point), ..node });
        self.drawn.insert(key, self.sketch.root());
        self.sketch.root()
    }

    /// The replies and the else move. Some replies are listed though the else move answers them.
    fn defence(&mut self, game: &mut Game) -> Node {
        let attacker = self.attacker;
        let free: Vec<Point> = game.board().free_points().collect();
        let legal: Vec<Point> = free.iter().copied().filter(|&p| !game.is_forbidden(p)).collect();
        let answered = |point: Point| {
            legal.iter().filter(|&&reply| answers(game, reply, point, attacker)).count()
        };
        let useful: Vec<Point> = free.iter().copied().filter(|&p| answered(p) > 0).collect();
        let otherwise = self.rng.choice(useful).filter(|_| self.rng.u8(..4) > 0);
        let mut replies = Vec::new();
        for &reply in &legal {
            let answered = otherwise.is_some_and(|point| answers(game, reply, point, attacker));
            if !answered || self.rng.u8(..8) == 0 {
                game.play(reply).unwrap();
                replies.push((reply, self.attack(game)));
                game.undo();
            }
        }
        Node { point: None, replies, otherwise }
    }
}

/// A true proof for a random position of this rule: the game, the attacker and the sketch.
pub fn true_proof(rng: &mut fastrand::Rng, rule: Rule) -> (Game, Side, Sketch) {
    loop {
        let (mut game, attacker) = (position(rng, rule, 5..=7, 3..=8), Side::BOTH[rng.usize(..2)]);
        let mut minimax = Minimax::default();
        if game.outcome().is_none() && minimax.wins(&mut game, attacker) {
            let sketch = Artist::new(attacker, &mut minimax, rng).draw(&mut game);
            // Most wins are fives on the spot: of these a few are enough.
            if sketch.0.len() > 1 || rng.u8(..8) == 0 {
                return (game, attacker, sketch);
            }
        }
    }
}
