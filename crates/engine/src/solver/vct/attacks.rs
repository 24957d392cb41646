//! The attacker's moves in VCT.

use tengen_core::Point;

use crate::position::defence::line_between;
use crate::solver::SolverLevel;
use crate::{Position, Threat};

/// A move of the attacker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::solver) struct Attack {
    pub(in crate::solver) point: Point,
    /// The first proof number: the replies to expect.
    pub(in crate::solver) proof: u32,
    /// Whether it attacks, and does not only block.
    pub(in crate::solver) is_threat: bool,
}

impl Attack {
    /// The last attacking stone after this move, given the one before it.
    pub(in crate::solver) fn last_after(self, before: Option<Point>) -> Option<Point> {
        if self.is_threat { Some(self.point) } else { before }
    }
}

/// What makes a three or better, strongest first.
const THREES: [Threat; 3] = [Threat::DoubleThree, Threat::ThreePlus, Threat::OpenThree];

/// What may threaten a VCF without being a three.
const PREPARATIONS: [Threat; 3] = [Threat::DoubleTwo, Threat::ClosedThree, Threat::OpenTwo];

/// Appends the attacks of the side to move, which has no five and no open four. `last` is the last
/// stone that attacked, if any.
pub(in crate::solver) fn add_attacks(
    position: &mut Position,
    level: SolverLevel,
    last: Option<Point>,
    attacks: &mut Vec<Attack>,
) {
    let (own, enemy) = (position.to_move(), !position.to_move());
    if position.count(enemy, Threat::Five) > 0 {
        let blocks = position.blocks().into_iter();
        attacks.extend(blocks.map(|point| Attack { point, proof: 1, is_threat: false }));
        return;
    }
    let on_a_ray = |point: Point| last.is_none_or(|last| line_between(last, point).is_some());
    let from = attacks.len();
    let mut fours = Vec::new();
    position.add_fours(&mut fours);
    let far_fours = level != SolverLevel::Fast;
    for four in fours.into_iter().filter(|four| far_fours || on_a_ray(four.point)) {
        attacks.push(Attack { point: four.point, proof: 1, is_threat: true });
    }
    // If the enemy threatens an open four, a three must stop it too.
    let stops = position.open_four_defences();
    let is_free = stops.is_none();
    let far_threes = level == SolverLevel::Slow;
    let stops_it = |point: Point| stops.as_ref().is_none_or(|stops| stops.contains(&point));
    for threat in THREES {
        let points = position
            .points(own, threat)
            .filter(|&point| stops_it(point) && (far_threes || on_a_ray(point) || !is_free));
        attacks.extend(points.map(|point| Attack { point, proof: 2, is_threat: true }));
    }
    for threat in PREPARATIONS {
        let points = position
            .points(own, threat)
            .filter(|&point| stops_it(point) && (far_threes || on_a_ray(point)));
        attacks.extend(points.map(|point| Attack { point, proof: 5, is_threat: true }));
    }
    let mut kept = from;
    for n in from..attacks.len() {
        if position.is_legal(attacks[n].point) {
            attacks.swap(kept, n);
            kept += 1;
        }
    }
    attacks.truncate(kept);
}
