//! Which features a position and its moves have: the slow, plain twin of `eval.rs` and of
//! [`Position::candidate`], from which weights are trained.

use tengen_core::{Point, Side};

use crate::pattern::features::{PolicyFeature, ValueFeature};
use crate::{PolicyWeights, Position, Threat, ThreatWeights};

impl Position {
    /// The features of the evaluation: whose weight each is, and how often it counts, negative if
    /// against the side to move. [`Position::evaluate`] is the sum of the weights.
    pub fn value_features(&self) -> Vec<(Side, ValueFeature, i32)> {
        let own = self.to_move();
        let mut found = Vec::with_capacity(1024);
        for point in self.size().points().filter(|&point| self.is_free(point)) {
            for side in Side::BOTH {
                let code = self.code(point, side);
                let sign = if side == own { 1 } else { -1 };
                found.push((side, ValueFeature::Value(code), sign));
                if self.threat(point, side) != Threat::None {
                    found.push((side, ValueFeature::Tempo(code), 1));
                }
            }
        }
        let pair = ValueFeature::Pair(self.strongest_threat(own), self.strongest_threat(!own));
        found.push((own, pair, 1));
        for &threat in ThreatWeights::COUNTED {
            let count = |side| ThreatWeights::count_index(self.count(side, threat));
            found.push((own, ValueFeature::Count(threat, count(own), count(!own)), 1));
        }
        found.sort_unstable();
        let same = found.chunk_by(|(a, f, _), (b, g, _)| (a, f) == (b, g));
        same.map(|same| (same[0].0, same[0].1, same.iter().map(|one| one.2).sum())).collect()
    }

    /// The features of a move on a free point, and whose weight each is. [`Position::candidate`]
    /// has the sum of the weights.
    pub fn policy_features(&self, point: Point) -> impl Iterator<Item = (Side, PolicyFeature)> {
        let own = self.to_move();
        let near = |stone: Option<Point>| Some(PolicyWeights::distance(stone?, point));
        [
            Some((own, PolicyFeature::Attack(self.code(point, own)))),
            // A defence takes something from the other side: the weight is that side's.
            Some((!own, PolicyFeature::Defence(self.code(point, !own)))),
            Some((own, PolicyFeature::Pair(self.threat(point, own), self.threat(point, !own)))),
            near(self.last_point()).map(|distance| (own, PolicyFeature::Last(distance))),
            near(self.point_before()).map(|distance| (own, PolicyFeature::Before(distance))),
        ]
        .into_iter()
        .flatten()
    }

    /// The strongest threat of a side.
    pub(super) fn strongest_threat(&self, side: Side) -> Threat {
        let mut threats = Threat::ALL[..=Threat::Five as usize].iter().rev().copied();
        threats.find(|&threat| self.count(side, threat) > 0).unwrap_or_default()
    }
}
