//! What is kept incrementally equals what is computed afresh.

use std::sync::Arc;

use tengen_core::{Board, Rule, Side, Size};
use tengen_engine::{PatternTables, Position};

fn free_points(position: &Position) -> Vec<tengen_core::Point> {
    position.size().points().filter(|&point| position.is_free(point)).collect()
}

#[test]
fn after_every_move_pass_and_undo_of_random_games() {
    let mut rng = fastrand::Rng::with_seed(7);
    for rule in Rule::ALL {
        let tables = Arc::new(PatternTables::new(rule));
        for lines in [5, 6, 9, 15, 20, 22] {
            let size = Size::new(lines).unwrap();
            let mut position = Position::new(size, tables.clone());
            for _ in 0..120 {
                match rng.u8(..10) {
                    0 => position.pass(),
                    1 | 2 if position.move_count() > 0 => position.undo(),
                    _ => match free_points(&position).as_slice() {
                        [] => break,
                        free => position.play(free[rng.usize(..free.len())]),
                    },
                }
                assert_eq!(position, position.recomputed(), "{rule} on {lines} lines");
            }
            while position.move_count() > 0 {
                position.undo();
            }
            assert_eq!(position, Position::new(size, tables.clone()));
        }
    }
}

#[test]
fn after_set_ups_that_no_game_reaches() {
    let mut rng = fastrand::Rng::with_seed(8);
    for rule in Rule::ALL {
        let tables = Arc::new(PatternTables::new(rule));
        for _ in 0..20 {
            let size = Size::new(rng.u8(5..=22)).unwrap();
            let mut board = Board::new(size);
            // Clusters of one colour: fives left unplayed, rows too long, unequal counts.
            for _ in 0..rng.usize(..60) {
                let free: Vec<_> = board.free_points().collect();
                let Some(&point) = free.get(rng.usize(..free.len().max(1))) else { break };
                board.place(point, if rng.u8(..4) == 0 { Side::White } else { Side::Black });
            }
            let side = if rng.bool() { Side::White } else { Side::Black };
            let mut position = Position::from_board(&board, side, tables.clone());
            let before = position.clone();
            for _ in 0..10 {
                let free = free_points(&position);
                let Some(&point) = free.get(rng.usize(..free.len().max(1))) else { break };
                position.play(point);
                assert_eq!(position, position.recomputed());
            }
            while position.move_count() > 0 {
                position.undo();
            }
            assert_eq!(position, before);
        }
    }
}
