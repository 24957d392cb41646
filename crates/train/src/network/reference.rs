//! What a network says of a board, in whole numbers and from the board alone: slow, and word for word what
//! `docs/network-format.md` says. The engine's tests compare with it.

use tengen_core::{Point, Side, Size};
use tengen_engine::{Head, Network, PolicyWeights, Position, row_of};

use super::situation::Situation;

/// The value of a position for the side to move, in hundredths of a point.
pub fn reference_value(network: &Network, position: &Position) -> i32 {
    Reference::new(network, Situation::of(position)).value()
}

/// The policy of a move of the side to move on a free point, in hundredths of a natural logarithm.
pub fn reference_policy(network: &Network, position: &Position, point: Point) -> i32 {
    let reference = Reference::new(network, Situation::of(position));
    reference.policy(point, position.candidate(point).policy)
}

type Wide = [i64; Network::CHANNELS];

/// A network that has looked at a board.
pub(super) struct Reference<'a> {
    network: &'a Network,
    head: &'a Head,
    board: Board,
    situation: Situation,
    h1: Wide,
}

impl<'a> Reference<'a> {
    pub(super) fn new(network: &'a Network, situation: Situation) -> Reference<'a> {
        let board = Board::new(situation.size, &situation.stones);
        let empty = Board::new(situation.size, &[]);
        let mut pool = [0; Network::CHANNELS];
        for point in situation.size.points() {
            let (here, before) = (board.features(network, point), empty.features(network, point));
            (0..Network::CHANNELS).for_each(|c| pool[c] += here[c] - before[c]);
        }
        let head = network.head(situation.to_move);
        let most = i64::from(Network::MAX_INPUT);
        let x = pool.map(|sum| (sum >> Network::POOL_SHIFT).clamp(-most, most));
        let v = i64::from(situation.classical);
        let v = v.clamp(-i64::from(Network::MAX_HIDDEN), Network::MAX_HIDDEN.into());
        let threats = head.threats.as_flattened().as_flattened();
        let h1 = std::array::from_fn(|j| {
            let sum = (product(&head.first[j], &x) + i64::from(head.classical[j]) * v) >> 8;
            let t: i64 =
                situation.threats.iter().map(|&threat| i64::from(threats[threat][j])).sum();
            hidden(sum + i64::from(head.first_bias[j]) + t)
        });
        Reference { network, head, board, situation, h1 }
    }

    /// The value for the side to move.
    pub(super) fn value(&self) -> i32 {
        let head = self.head;
        let h2 = std::array::from_fn(|j| {
            hidden((product(&head.second[j], &self.h1) >> 8) + i64::from(head.second_bias[j]))
        });
        let own = product(&head.third, &h2) + i64::from(head.third_bias);
        let classical = i64::from(head.value_share) * i64::from(self.situation.classical);
        ((classical >> 8) + ((200 * own) >> 16)) as i32
    }

    /// What a move with this classical policy is worth.
    pub(super) fn policy(&self, point: Point, classical: i32) -> i32 {
        let head = self.head;
        let most = i64::from(Network::MAX_INPUT);
        let g: Wide = std::array::from_fn(|c| {
            let sum = product(&head.policy[c], &self.h1) >> 8;
            (sum + i64::from(head.policy_bias[c])).clamp(-most, most)
        });
        let features = self.board.features(self.network, point);
        let sum: i64 = (0..Network::CHANNELS).map(|c| g[c] * features[c]).sum();
        let near = |stone: Option<Point>, by: &[i16; PolicyWeights::DISTANCES]| {
            stone.map_or(0, |stone| i64::from(by[PolicyWeights::distance(stone, point)]))
        };
        let own = ((i64::from(head.policy_share) * i64::from(classical)) >> 8)
            + ((100 * (sum >> 8)) >> 8)
            + near(self.situation.last, &head.last)
            + near(self.situation.before, &head.before);
        own as i32
    }
}

fn product(weights: &[i16; Network::HIDDEN], by: &Wide) -> i64 {
    weights.iter().zip(by).map(|(&weight, by)| i64::from(weight) * by).sum()
}

fn hidden(sum: i64) -> i64 {
    sum.clamp(0, Network::MAX_HIDDEN.into())
}

/// Stones by row and column.
struct Board {
    size: Size,
    stones: [[Option<Side>; Size::MAX.lines() as usize]; Size::MAX.lines() as usize],
}

impl Board {
    fn new(size: Size, stones: &[(Point, Side)]) -> Board {
        let mut board = Board { size, stones: Default::default() };
        for &(point, side) in stones {
            board.stones[usize::from(point.y())][usize::from(point.x())] = Some(side);
        }
        board
    }

    /// A cell, if it is on the board.
    fn at(&self, x: i32, y: i32) -> Option<Option<Side>> {
        let lines = i32::from(self.size.lines());
        let is_inside = (0..lines).contains(&x) && (0..lines).contains(&y);
        is_inside.then(|| self.stones[y as usize][x as usize])
    }

    /// The features of a point.
    fn features(&self, network: &Network, point: Point) -> Wide {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let mut sum = [0; Network::CHANNELS];
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let cells = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(|n| self.at(x + n * dx, y + n * dy));
            let row = &network.rows[row_of(&cells)];
            (0..Network::CHANNELS).for_each(|c| sum[c] += i64::from(row[c]));
        }
        sum.map(|sum| sum.clamp(0, Network::MAX_FEATURE.into()))
    }
}
