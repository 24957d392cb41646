//! Boards to test with.

use tengen_core::{Board, Direction, Point, Side, Size};

/// Stones in rows of three within five points, and a few anywhere.
pub(in crate::solver) fn random_board(rng: &mut fastrand::Rng) -> Board {
    let size = Size::new(rng.u8(9..=12)).unwrap();
    let mut board = Board::new(size);
    let points: Vec<Point> = size.points().collect();
    for _ in 0..rng.usize(2..=9) {
        let (start, line) = (points[rng.usize(..points.len())], Direction::ALL[rng.usize(..4)]);
        let side = Side::BOTH[rng.usize(..2)];
        let row = (0..5).filter_map(|steps| start.stepped(line, steps, size));
        let mut row: Vec<Point> = row.filter(|&point| board.is_free(point)).collect();
        rng.shuffle(&mut row);
        row.into_iter().take(3).for_each(|point| board.place(point, side));
    }
    for _ in 0..rng.usize(..size.area() / 4) {
        let point = points[rng.usize(..points.len())];
        if board.is_free(point) {
            board.place(point, Side::BOTH[rng.usize(..2)]);
        }
    }
    board
}
