//! The search against plain minimax.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tengen_core::{Board, Rule, Side, Size};

use super::node::NodeType;
use super::{Shared, Worker};
use crate::position::candidates::{Coverage, Situation};
use crate::search::time::Timer;
use crate::search::tt::TranspositionTable;
use crate::{Limits, Params, PatternTables, Position, Score, Stop};

/// The value by trying every move that the search may try.
fn minimax(position: &mut Position, depth: i32, ply: u32) -> Score {
    let situation = position.situation();
    match situation {
        Situation::Five(_) => return Score::win_in(ply + 1),
        Situation::Lost => return Score::loss_in(ply + 2),
        Situation::OpenFour(_) => return Score::win_in(ply + 3),
        _ if position.is_full() => return Score::DRAW,
        // At the horizon the only block is still made.
        Situation::MustBlock(_) if depth <= 0 => {}
        _ if depth <= 0 => return position.evaluate(),
        _ => {}
    }
    let mut moves = Vec::new();
    let mut coverage = Coverage::ALL;
    match situation {
        Situation::MustBlock(point) => moves.push(point),
        Situation::MustStopFives => moves = position.five_defences(),
        Situation::Threatened if let Some(stops) = position.open_four_defences() => {
            let mut fours = Vec::new();
            coverage = Coverage::Complete { idle_fours: position.add_fours(&mut fours) };
            moves = stops;
            moves.extend(fours.iter().map(|four| four.point));
        }
        _ => {
            moves = position.candidates();
            coverage = Coverage::Selected;
        }
    }
    let mut best = Score::LOWEST;
    for point in moves {
        if position.is_legal(point) {
            position.play(point);
            best = best.max(-minimax(position, depth - 1, ply + 1));
            position.undo();
        }
    }
    if best == Score::LOWEST {
        let plies = if situation == Situation::Threatened { 4 } else { 2 };
        best = Score::loss_in(ply + plies);
    }
    coverage.judge(best)
}

#[test]
fn with_pruning_off_the_search_equals_minimax() {
    let mut rng = fastrand::Rng::with_seed(5);
    let params = Params::plain();
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let tables = Arc::new(PatternTables::new(rule));
        for _ in 0..40 {
            let size = Size::new(rng.u8(5..=7)).unwrap();
            let mut board = Board::new(size);
            let stones = rng.usize(4..14);
            for n in 0..stones {
                let free: Vec<_> = board.free_points().collect();
                let side = if n % 2 == 0 { Side::Black } else { Side::White };
                board.place(free[rng.usize(..free.len())], side);
            }
            let won = Side::BOTH
                .iter()
                .any(|&side| board.stones(side).any(|point| board.wins(point, side, rule)));
            if won {
                continue;
            }
            let to_move = if stones.is_multiple_of(2) { Side::Black } else { Side::White };
            let mut position = Position::from_board(&board, to_move, tables.clone());
            let depth = 3;
            let expected = minimax(&mut position, depth, 0);
            let (table, stop) = (TranspositionTable::new(1 << 20), Stop::new());
            let limits = Limits::default();
            let shared = Shared {
                table: &table,
                params: &params,
                stop: &stop,
                done: Stop::new(),
                nodes: AtomicU64::new(0),
                timer: Timer::start(&limits, size.area()),
            };
            let mut worker = Worker::new(position.clone(), &shared);
            let found = worker.search(NodeType::Pv, Score::LOWEST, Score::HIGHEST, depth, 0);
            assert_eq!(found, expected, "{rule} {size} {board:?}");
            assert_eq!(worker.position, position, "the search leaves no trace");
        }
    }
}
