//! Weights that are looked up once for a position or for a move, not for a pattern.

use tengen_core::Point;

use crate::Threat;

/// What the threats of both sides add to the evaluation for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThreatWeights {
    /// By the strongest threat of the side to move, then by that of the other side.
    pub pairs: [[i16; Threat::COUNT]; Threat::COUNT],
    /// For each threat: by how many points of it the side to move has, then the other side.
    pub counts: [[[i16; ThreatWeights::COUNTS]; ThreatWeights::COUNTS]; Threat::COUNT],
}

impl ThreatWeights {
    /// The counts of a threat that have weights of their own: none, one, two, three, more.
    pub const COUNTS: usize = 5;

    /// The threats that are counted: stronger ones decide the game, and points without a threat are
    /// in the values of the patterns.
    pub const COUNTED: &[Threat] =
        Threat::ALL.as_slice().split_at(Threat::OpenFour as usize).0.split_at(1).1;

    /// The index of a count: all greater ones share the last.
    #[inline]
    pub(crate) fn count_index(count: usize) -> usize {
        count.min(ThreatWeights::COUNTS - 1)
    }

    /// What the strongest threats add for the side to move.
    #[inline]
    pub(crate) fn pair(&self, own: Threat, enemy: Threat) -> i32 {
        i32::from(self.pairs[own as usize][enemy as usize])
    }

    /// What counts of a threat add for the side to move.
    #[inline]
    pub(crate) fn count(&self, threat: Threat, own: usize, enemy: usize) -> i32 {
        let [own, enemy] = [own, enemy].map(ThreatWeights::count_index);
        i32::from(self.counts[threat as usize][own][enemy])
    }
}

/// What is added to the policy of a move beside attack and defence.
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
    /// Greater distances in rows or columns share the weight of this one.
    const FARTHEST: usize = 6;

    /// How many distances there are: the greater and the smaller of rows and columns.
    pub const DISTANCES: usize = (PolicyWeights::FARTHEST + 1) * (PolicyWeights::FARTHEST + 2) / 2;

    /// The index of a distance: the same for all points that a symmetry turns into each other.
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
