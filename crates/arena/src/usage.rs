//! What players used.

use tengen_core::Side;

use crate::{Contestant, GameRecord};

/// What a player used in some games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Usage {
    /// Moves after the openings.
    pub moves: u64,
    /// Milliseconds of all of them.
    pub millis: f64,
    /// Milliseconds of the longest.
    pub most: f64,
    /// Stones that its searches played, if it tells.
    pub nodes: Option<u64>,
}

impl Usage {
    /// What the player of this name used in those games in which it took part.
    pub fn of<'a>(name: &str, games: impl IntoIterator<Item = &'a GameRecord>) -> Usage {
        let mut usage = Usage::default();
        for game in games {
            if game.a == name {
                usage.add(game, Contestant::A);
            }
            if game.b == name {
                usage.add(game, Contestant::B);
            }
        }
        usage
    }

    fn add(&mut self, game: &GameRecord, player: Contestant) {
        let side = if player == game.black { Side::Black } else { Side::White };
        // Its own moves are every other one.
        let skipped = usize::from(side != game.first_to_move);
        for &millis in game.times.iter().skip(skipped).step_by(2) {
            self.moves += 1;
            self.millis += millis;
            self.most = self.most.max(millis);
        }
        let nodes = match player {
            Contestant::A => game.a_nodes,
            Contestant::B => game.b_nodes,
        };
        if let Some(nodes) = nodes {
            *self.nodes.get_or_insert(0) += nodes;
        }
    }

    /// Milliseconds a move.
    pub fn mean(&self) -> f64 {
        self.millis / self.moves.max(1) as f64
    }

    /// Stones of its searches a second, if it tells them.
    pub fn speed(&self) -> Option<f64> {
        let nodes = self.nodes.filter(|_| self.millis > 0.0)?;
        Some(nodes as f64 * 1000.0 / self.millis)
    }
}
