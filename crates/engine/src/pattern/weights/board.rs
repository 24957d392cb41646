//! Numbers that are looked up once for a position or for a move, not for a code.

use tengen_core::Point;

use crate::Threat;

/// What the threats of both sides add to the evaluation for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreatWeights {
    /// By the strongest threat of the side to move, then by that of the other side.
    pub pairs: [[i16; Threat::COUNT]; Threat::COUNT],
    /// For each threat: by how many points of it the side to move has, then the other side.
    pub counts: [[[i16; ThreatWeights::COUNTED]; ThreatWeights::COUNTED]; Threat::COUNT],
}

impl ThreatWeights {
    /// How many points of a threat are told apart: none, one, two, three, more.
    pub const COUNTED: usize = 5;

    /// What the strongest threats add for the side to move.
    #[inline]
    pub(crate) fn pair(&self, own: Threat, enemy: Threat) -> i32 {
        i32::from(self.pairs[own as usize][enemy as usize])
    }

    /// What counts of a threat add for the side to move.
    #[inline]
    pub(crate) fn count(&self, threat: Threat, own: usize, enemy: usize) -> i32 {
        let most = ThreatWeights::COUNTED - 1;
        i32::from(self.counts[threat as usize][own.min(most)][enemy.min(most)])
    }
}

/// What is added to the order of a move beside attack and defence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PolicyWeights {
    /// By what the point threatens for the side to move, then for the other side.
    pub pairs: [[i16; Threat::COUNT]; Threat::COUNT],
    /// By how far the point is from the other side's last stone ([`PolicyWeights::distance`]).
    pub last: [i16; PolicyWeights::DISTANCES],
    /// By how far it is from the own last stone.
    pub before: [i16; PolicyWeights::DISTANCES],
}

impl PolicyWeights {
    /// Rows or columns beyond which distance is not told apart.
    const FARTHEST: usize = 6;

    /// How many distances there are: the greater and the smaller of rows and columns.
    pub const DISTANCES: usize = (PolicyWeights::FARTHEST + 1) * (PolicyWeights::FARTHEST + 2) / 2;

    /// The number of a distance: the same in all eight directions that a symmetry turns into each
    /// other.
    ///
    /// ```
    /// use tengen_engine::PolicyWeights;
    ///
    /// let point = |text: &str| text.parse().unwrap();
    /// let knight = PolicyWeights::distance(point("h8"), point("i10"));
    /// assert_eq!(knight, PolicyWeights::distance(point("f7"), point("h8")));
    /// assert_ne!(knight, PolicyWeights::distance(point("h8"), point("h10")));
    /// ```
    #[inline]
    pub fn distance(from: Point, to: Point) -> usize {
        let [a, b] = [from.x().abs_diff(to.x()), from.y().abs_diff(to.y())]
            .map(|lines| usize::from(lines).min(PolicyWeights::FARTHEST));
        let (far, near) = (a.max(b), a.min(b));
        far * (far + 1) / 2 + near
    }
}
