//! Where fives can be made, kept up to date stone by stone.

use tengen_core::{Board, BySide, Direction, Point, Rule, Side, Size, renju};

/// A board that knows the rows of five points in which one side has four stones and the other none.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    board: Board,
    rule: Rule,
    /// All rows of five points.
    windows: Vec<[Point; 5]>,
    /// The windows through each point.
    through: Vec<Vec<u16>>,
    /// The stones in each window.
    counts: Vec<BySide<u8>>,
    /// The windows that are one stone short of five.
    fours: BySide<Vec<u16>>,
}

impl Lines {
    pub(super) fn new(board: &Board, rule: Rule) -> Lines {
        let size = board.size();
        let windows = windows(size);
        let mut through = vec![Vec::new(); Point::INDEX_END];
        for (number, window) in windows.iter().enumerate() {
            for point in window {
                through[point.index()].push(number as u16);
            }
        }
        let counts = vec![BySide::new(0, 0); windows.len()];
        let fours = BySide::new(Vec::new(), Vec::new());
        let mut lines = Lines { board: Board::new(size), rule, windows, through, counts, fours };
        for side in Side::BOTH {
            board.stones(side).for_each(|point| lines.place(point, side));
        }
        lines
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Puts a stone on a free point.
    pub(super) fn place(&mut self, point: Point, side: Side) {
        self.board.place(point, side);
        for &number in &self.through[point.index()] {
            let counts = &mut self.counts[usize::from(number)];
            counts[side] += 1;
            if counts[side] == 4 && counts[!side] == 0 {
                self.fours[side].push(number);
            } else if counts[!side] == 4 && counts[side] == 1 {
                self.fours[!side].retain(|&known| known != number);
            }
        }
    }

    /// Takes a stone away.
    pub(super) fn remove(&mut self, point: Point, side: Side) {
        self.board.remove(point, side);
        for &number in &self.through[point.index()] {
            let counts = &mut self.counts[usize::from(number)];
            counts[side] -= 1;
            if counts[side] == 3 && counts[!side] == 0 {
                self.fours[side].retain(|&known| known != number);
            } else if counts[!side] == 4 && counts[side] == 0 {
                self.fours[!side].push(number);
            }
        }
    }

    /// A point where `side` gets five or more stones in a row, whatever the rule says of it.
    pub(super) fn row_of_five(&self, side: Side) -> Option<Point> {
        self.fours[side].iter().find_map(|&number| self.hole(number))
    }

    /// The points where `side` makes five.
    pub(super) fn fives(&mut self, side: Side) -> Vec<Point> {
        let mut points: Vec<Point> =
            self.fours[side].iter().filter_map(|&number| self.hole(number)).collect();
        points.sort_unstable();
        points.dedup();
        if self.rule != Rule::Freestyle {
            points.retain(|&point| self.is_five(point, side));
        }
        points
    }

    /// Whether `side` makes five on a free point.
    pub(super) fn is_five(&mut self, point: Point, side: Side) -> bool {
        self.board.place(point, side);
        let wins = self.board.wins(point, side, self.rule);
        self.board.remove(point, side);
        wins
    }

    /// Whether `side` would lose by playing a free point.
    pub(super) fn is_forbidden(&self, point: Point, side: Side) -> bool {
        self.rule.forbids(side) && renju::is_forbidden(&self.board, point)
    }

    fn hole(&self, number: u16) -> Option<Point> {
        let window = &self.windows[usize::from(number)];
        window.iter().copied().find(|&point| self.board.is_free(point))
    }
}

fn windows(size: Size) -> Vec<[Point; 5]> {
    let mut windows = Vec::new();
    for start in size.points() {
        for direction in Direction::ALL {
            let stepped = |steps: i8| start.stepped(direction, steps, size);
            if let (Some(b), Some(c), Some(d), Some(e)) =
                (stepped(1), stepped(2), stepped(3), stepped(4))
            {
                windows.push([start, b, c, d, e]);
            }
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fives_are_those_that_the_board_knows() {
        let size = Size::new(9).unwrap();
        for rule in Rule::ALL {
            let mut rng = fastrand::Rng::with_seed(rule.code().into());
            let mut lines = Lines::new(&Board::new(size), rule);
            let mut placed: Vec<(Point, Side)> = Vec::new();
            for _ in 0..4_000 {
                let free: Vec<Point> = lines.board().free_points().collect();
                if !placed.is_empty() && (free.len() < 30 || rng.u8(..5) < 2) {
                    let (point, side) = placed.swap_remove(rng.usize(..placed.len()));
                    lines.remove(point, side);
                } else {
                    let (point, side) = (free[rng.usize(..free.len())], Side::BOTH[rng.usize(..2)]);
                    lines.place(point, side);
                    placed.push((point, side));
                }
                for side in Side::BOTH {
                    let free: Vec<Point> = lines.board().free_points().collect();
                    let fives: Vec<Point> =
                        free.into_iter().filter(|&point| lines.is_five(point, side)).collect();
                    assert_eq!(lines.fives(side), fives, "{rule} {side}");
                }
            }
        }
    }
}
