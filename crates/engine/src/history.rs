//! What earlier nodes taught about quiet moves.

use tengen_core::{BySide, Point, Side};

/// How often a quiet move was best, by side and point.
#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: BySide<Vec<i32>>,
    killers: Vec<[Option<Point>; 2]>,
}

/// No score goes beyond this.
const MOST: i32 = 2_000;

impl History {
    pub(crate) fn new() -> History {
        let empty = vec![0; Point::INDEX_END];
        let killers = vec![[None; 2]; super::search::MAX_PLY + 2];
        History { scores: BySide::new(empty.clone(), empty), killers }
    }

    /// What is to be added to the order of a move.
    pub(crate) fn bonus(&self, side: Side, point: Point, ply: u32) -> i32 {
        let killer = if self.killers[ply as usize].contains(&Some(point)) { 60 } else { 0 };
        self.scores[side][point.index()] / 20 + killer
    }

    /// A move was good enough to end the look at its node; `tried` were not.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        best: Point,
        tried: &[Point],
        depth: i32,
        ply: u32,
    ) {
        let step = (depth * depth).min(400);
        let update = |score: &mut i32, step: i32| *score += step - *score * step.abs() / MOST;
        update(&mut self.scores[side][best.index()], step);
        for point in tried {
            update(&mut self.scores[side][point.index()], -step);
        }
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}
