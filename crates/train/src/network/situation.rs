//! What a network sees of a position.

use tengen_core::{Point, Side, Size};
use tengen_engine::{Network, Position, Threat};

/// What a network sees of a position, apart from the classical policy of the moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Situation {
    /// The board.
    pub size: Size,
    /// Who moves next.
    pub to_move: Side,
    /// All stones.
    pub stones: Vec<(Point, Side)>,
    /// Which counts of threats there are: `Situation::threat_index`.
    pub threats: Vec<usize>,
    /// The classical value, in hundredths of a point.
    pub classical: i32,
    /// The last stone, if the last move was one.
    pub last: Option<Point>,
    /// The stone before it.
    pub before: Option<Point>,
}

impl Situation {
    /// How many counts of threats there are.
    pub(super) const THREATS: usize = 2 * Threat::COUNT * Network::COUNTS;

    /// What a network sees of a position.
    pub fn of(position: &Position) -> Situation {
        let own = position.to_move();
        let stone = |point| Some((point, position.at(point)?));
        let mut threats = Vec::new();
        for (n, side) in [own, !own].into_iter().enumerate() {
            for &threat in Threat::ALL.iter().filter(|&&threat| threat != Threat::None) {
                if let Some(more) = position.count(side, threat).checked_sub(1) {
                    threats.push(Situation::threat_index(n, threat, more));
                }
            }
        }
        Situation {
            size: position.size(),
            to_move: own,
            stones: position.size().points().filter_map(stone).collect(),
            threats,
            classical: position.evaluate().number(),
            last: position.last_point(),
            before: position.point_before(),
        }
    }

    /// The number of a threat of the side to move (0) or the other (1), of which there are one and `more`.
    fn threat_index(side: usize, threat: Threat, more: usize) -> usize {
        (side * Threat::COUNT + threat as usize) * Network::COUNTS + more.min(Network::COUNTS - 1)
    }
}
