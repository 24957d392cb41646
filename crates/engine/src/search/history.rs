//! History heuristic and killer moves: what earlier nodes teach about quiet moves.

use tengen_core::{BySide, Point, Side};

use crate::Params;

/// Which quiet moves cut nodes off: by side and point (history), and by ply (killers).
#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: BySide<Vec<i32>>,
    killers: Vec<[Option<Point>; 2]>,
    bonuses: Bonuses,
}

/// The greatest additions to the order of a move.
#[derive(Clone, Copy, Debug)]
struct Bonuses {
    history: i32,
    killer: i32,
}

/// No history score goes beyond this: each update shrinks the old score by its share of it
/// ("history gravity"). Only its ratio to [`MAX_STEP`] matters. Not tuned.
const MAX_SCORE: i32 = 2_000;
/// No single cutoff adds more: depth 20 and beyond count alike. Not tuned.
const MAX_STEP: i32 = 400;

impl History {
    pub(crate) fn new(params: &Params) -> History {
        let empty = vec![0; Point::INDEX_END];
        History {
            scores: BySide::new(empty.clone(), empty),
            killers: vec![[None; 2]; super::MAX_PLY + 2],
            bonuses: Bonuses { history: params.history_bonus, killer: params.killer_bonus },
        }
    }

    /// What is added to the order of a move.
    pub(crate) fn bonus(&self, side: Side, point: Point, ply: u32) -> i32 {
        let Bonuses { history, killer } = self.bonuses;
        let is_killer = self.killers[ply as usize].contains(&Some(point));
        self.scores[side][point.index()] * history / MAX_SCORE + if is_killer { killer } else { 0 }
    }

    /// A quiet move cut its node off; those `tried` before did not.
    pub(crate) fn reward(
        &mut self,
        side: Side,
        best: Point,
        tried: &[Point],
        depth: i32,
        ply: u32,
    ) {
        let step = (depth * depth).min(MAX_STEP);
        let update = |score: &mut i32, step: i32| *score += step - *score * step.abs() / MAX_SCORE;
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
