//! What earlier nodes taught about quiet moves.

use tengen_core::{BySide, Point, Side};

use crate::Params;

/// Which quiet moves were best: by side and point, and by ply.
#[derive(Clone, Debug)]
pub(crate) struct History {
    scores: BySide<Vec<i32>>,
    killers: Vec<[Option<Point>; 2]>,
    bonuses: Bonuses,
}

/// What is added to the order of a move.
#[derive(Clone, Copy, Debug)]
struct Bonuses {
    history: i32,
    killer: i32,
}

/// No score goes beyond this.
const MOST: i32 = 2_000;

impl History {
    pub(crate) fn new(params: &Params) -> History {
        let empty = vec![0; Point::INDEX_END];
        History {
            scores: BySide::new(empty.clone(), empty),
            killers: vec![[None; 2]; super::MAX_PLY + 2],
            bonuses: Bonuses { history: params.history_bonus, killer: params.killer_bonus },
        }
    }

    /// What is to be added to the order of a move.
    pub(crate) fn bonus(&self, side: Side, point: Point, ply: u32) -> i32 {
        let Bonuses { history, killer } = self.bonuses;
        let is_killer = self.killers[ply as usize].contains(&Some(point));
        self.scores[side][point.index()] * history / MOST + if is_killer { killer } else { 0 }
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
