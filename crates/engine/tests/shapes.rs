//! A point's shapes equal a reference that tries moves on a real board.

use std::sync::Arc;

use tengen_core::{Board, Direction, Point, Rule, Side, Size};
use tengen_engine::{PatternTables, Position, Shape};

/// A line of a board on which one side tries stones.
struct Trial<'a> {
    board: &'a mut Board,
    rule: Rule,
    side: Side,
    point: Point,
    direction: Direction,
}

impl Trial<'_> {
    /// The shape of the line if the side plays the point: stones are really put.
    fn shape(&mut self) -> Shape {
        self.board.place(self.point, self.side);
        let shape = self.grown();
        self.board.remove(self.point, self.side);
        shape
    }

    fn is_five(&self) -> bool {
        self.rule.wins(self.side, self.board.run(self.point, self.side, self.direction))
    }

    fn grown(&mut self) -> Shape {
        if self.is_five() {
            return Shape::Five;
        }
        let length = self.board.run(self.point, self.side, self.direction).length;
        if length > 5 {
            return Shape::Overline;
        }
        let fives = self.growing_points(|trial| trial.is_five());
        if fives.len() >= 2 && self.survives_any_stone() {
            return if length == 4 { Shape::OpenFour } else { Shape::TwoFours };
        }
        if !fives.is_empty() {
            return Shape::Four;
        }
        let next: Vec<Shape> =
            self.free_cells().into_iter().map(|cell| self.with(cell, Trial::grown)).collect();
        let count = |is: &dyn Fn(Shape) -> bool| next.iter().filter(|&&shape| is(shape)).count();
        let renju_black = self.rule == Rule::Renju && self.side == Side::Black;
        let open_fours = count(&|s| s == Shape::OpenFour || (s == Shape::TwoFours && !renju_black));
        let open_threes = count(&Shape::is_open_three);
        match () {
            () if open_fours >= 2 => Shape::OpenThreeBroad,
            () if open_fours == 1 => Shape::OpenThree,
            () if count(&Shape::is_four) > 0 => Shape::ClosedThree,
            () if open_threes >= 4 => Shape::OpenTwoWide,
            () if open_threes == 3 => Shape::OpenTwoBroad,
            () if open_threes > 0 => Shape::OpenTwo,
            () if count(&|s| s == Shape::ClosedThree) > 0 => Shape::ClosedTwo,
            () if count(&Shape::is_open_two) > 0 => Shape::OpenOne,
            () if count(&|s| s == Shape::ClosedTwo) > 0 => Shape::ClosedOne,
            () => Shape::None,
        }
    }

    /// Whether a five remains after any one enemy stone on the whole board.
    fn survives_any_stone(&mut self) -> bool {
        let free: Vec<Point> = self.board.free_points().collect();
        free.into_iter().all(|stop| {
            self.board.place(stop, !self.side);
            let left = !self.growing_points(|trial| trial.is_five()).is_empty();
            self.board.remove(stop, !self.side);
            left
        })
    }

    fn growing_points(&mut self, is: impl Fn(&mut Self) -> bool) -> Vec<Point> {
        let cells = self.free_cells();
        cells.into_iter().filter(|&cell| self.with(cell, &is)).collect()
    }

    fn with<T>(&mut self, cell: Point, look: impl FnOnce(&mut Self) -> T) -> T {
        self.board.place(cell, self.side);
        let result = look(self);
        self.board.remove(cell, self.side);
        result
    }

    /// The empty points within four steps that no enemy stone cuts off.
    fn free_cells(&self) -> Vec<Point> {
        let mut cells = Vec::new();
        for sense in [1, -1] {
            for steps in 1..=4 {
                let cell = self.point.stepped(self.direction, sense * steps, self.board.size());
                match cell.map(|cell| (cell, self.board.at(cell))) {
                    Some((cell, None)) => cells.push(cell),
                    Some((_, Some(side))) if side == self.side => {}
                    _ => break,
                }
            }
        }
        cells
    }
}

#[test]
fn shapes_equal_trying_moves_on_a_real_board() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut seen = [0usize; Shape::COUNT];
    for rule in Rule::ALL {
        let tables = Arc::new(PatternTables::new(rule));
        for _ in 0..25 {
            let size = Size::new(rng.u8(5..=16)).unwrap();
            let mut board = Board::new(size);
            // A few crowded lines, so that long and broken rows come up.
            let density = rng.u8(2..=6);
            for point in size.points() {
                let crowded = point.y() % 4 == 1 || point.x() % 5 == 2;
                if rng.u8(..10) < if crowded { density + 2 } else { 2 } {
                    board.place(point, if rng.u8(..5) < 2 { Side::White } else { Side::Black });
                }
            }
            let position = Position::from_board(&board, Side::Black, tables.clone());
            let free: Vec<Point> = board.free_points().collect();
            for _ in 0..20 {
                let Some(&point) = free.get(rng.usize(..free.len().max(1))) else { break };
                for side in Side::BOTH {
                    for direction in Direction::ALL {
                        let board = &mut board;
                        let expected = Trial { board, rule, side, point, direction }.shape();
                        let found = position.shapes(point, side).on(direction as usize);
                        assert_eq!(found, expected, "{rule} {side} {point} {direction}");
                        seen[found as usize] += 1;
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "some shape never came up: {seen:?}");
}
