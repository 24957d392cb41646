//! What players used.

use tengen_core::Side;

use crate::{Contestant, GameRecord, Pondered};

/// What a player used in some games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Usage {
    /// Moves after the openings.
    pub moves: u64,
    /// Milliseconds of all of them.
    pub millis: f64,
    /// Milliseconds of the longest.
    pub most: f64,
    /// Nodes of its searches, if it reports them.
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
        let skipped = skipped(game, player);
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

    /// Nodes of its searches a second, if it reports them.
    pub fn nps(&self) -> Option<f64> {
        let nodes = self.nodes.filter(|_| self.millis > 0.0)?;
        Some(nodes as f64 * 1000.0 / self.millis)
    }
}

/// How many moves after the opening come before a player's first; its own are every other one.
fn skipped(game: &GameRecord, player: Contestant) -> usize {
    let side = if player == game.black { Side::Black } else { Side::White };
    usize::from(side != game.first_to_move)
}

/// What pondering was worth for a player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PonderStats {
    /// Moves after which the opponent played what was expected.
    pub hits: MoveStats,
    /// Moves after which it played something else.
    pub misses: MoveStats,
}

/// Time and depth of some moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveStats {
    /// How many.
    pub moves: u64,
    /// Milliseconds of all of them.
    pub millis: f64,
    /// The sum of their depths.
    pub plies: u64,
}

impl PonderStats {
    /// What it was worth for the player of this name; none if it never pondered.
    pub fn of<'a>(
        name: &str,
        games: impl IntoIterator<Item = &'a GameRecord>,
    ) -> Option<PonderStats> {
        let mut all = PonderStats::default();
        for game in games {
            let players = [(&game.a, Contestant::A), (&game.b, Contestant::B)];
            for (_, player) in players.into_iter().filter(|(known, _)| *known == name) {
                all.add(game, player);
            }
        }
        Some(all).filter(|all| all.hits.moves + all.misses.moves > 0)
    }

    fn add(&mut self, game: &GameRecord, player: Contestant) {
        let first = skipped(game, player);
        for &(number, Pondered { hit, depth }) in &game.pondered {
            let answers = if hit { &mut self.hits } else { &mut self.misses };
            if number % 2 == first
                && let Some(millis) = game.times.get(number)
            {
                answers.moves += 1;
                answers.millis += millis;
                answers.plies += u64::from(depth);
            }
        }
    }

    /// How many of the moves were expected, 0 to 1.
    pub fn rate(&self) -> f64 {
        self.hits.moves as f64 / (self.hits.moves + self.misses.moves).max(1) as f64
    }
}

impl MoveStats {
    /// Milliseconds a move.
    pub fn mean(&self) -> f64 {
        self.millis / self.moves.max(1) as f64
    }

    /// Depth of a move's search.
    pub fn depth(&self) -> f64 {
        self.plies as f64 / self.moves.max(1) as f64
    }
}
