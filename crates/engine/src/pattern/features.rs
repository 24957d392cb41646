//! The features of the evaluation (value) and of the policy: every weight with its index.
//!
//! The one list that engine and trainer share. [`crate::Position::value_features`] and
//! [`crate::Position::policy_features`] say which of them a position or a move has; evaluation and
//! policy compute the same sums incrementally, and `tests/features.rs` compares both.

use crate::{PatternCode, PatternWeights, PolicyWeights, SideWeights, Threat, ThreatWeights};

/// A feature of the evaluation, with one weight for each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ValueFeature {
    /// An empty point of this pattern, for the side that the pattern belongs to.
    Value(PatternCode),
    /// The same point, for the side to move.
    Tempo(PatternCode),
    /// The strongest threats of the side to move and of the other side.
    Pair(Threat, Threat),
    /// How many points are this threat for the side to move and for the other side, each below
    /// [`ThreatWeights::COUNTS`].
    Count(Threat, usize, usize),
}

/// A feature of the policy, with one weight for each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PolicyFeature {
    /// The move's point has this pattern for the side to move.
    Attack(PatternCode),
    /// It has this pattern for the other side, whose weight this is.
    Defence(PatternCode),
    /// What the point threatens for the side to move and for the other side.
    Pair(Threat, Threat),
    /// The distance to the other side's last stone ([`PolicyWeights::distance`]).
    Last(usize),
    /// The distance to the own last stone.
    Before(usize),
}

const PAIRS: usize = Threat::COUNT * Threat::COUNT;

const fn pair_index(own: Threat, enemy: Threat) -> usize {
    own as usize * Threat::COUNT + enemy as usize
}

fn pairs() -> impl Iterator<Item = (Threat, Threat)> {
    Threat::ALL.into_iter().flat_map(|own| Threat::ALL.map(|enemy| (own, enemy)))
}

fn codes() -> impl Iterator<Item = PatternCode> {
    PatternCode::all().map(|(code, _)| code)
}

impl ValueFeature {
    const TEMPI: usize = PatternCode::COUNT;
    const PAIRS: usize = ValueFeature::TEMPI + PatternCode::COUNT;
    const COUNTS: usize = ValueFeature::PAIRS + PAIRS;

    /// How many indices there are. Not all are used: see [`ValueFeature::all`].
    pub const COUNT: usize =
        ValueFeature::COUNTS + Threat::COUNT * ThreatWeights::COUNTS * ThreatWeights::COUNTS;

    /// Every feature that a position can have.
    pub fn all() -> impl Iterator<Item = ValueFeature> {
        // Points that threaten nothing under any rule have no tempo; a foul is a threat.
        let threatens = |(code, shapes)| (Threat::of(shapes, true) != Threat::None).then_some(code);
        let counts = 0..ThreatWeights::COUNTS;
        let counts = counts.clone().flat_map(move |own| counts.clone().map(move |n| (own, n)));
        let of = |&threat| counts.clone().map(move |(a, b)| ValueFeature::Count(threat, a, b));
        let counted: Vec<ValueFeature> = ThreatWeights::COUNTED.iter().flat_map(of).collect();
        codes()
            .map(ValueFeature::Value)
            .chain(PatternCode::all().filter_map(threatens).map(ValueFeature::Tempo))
            .chain(pairs().map(|(own, enemy)| ValueFeature::Pair(own, enemy)))
            .chain(counted)
    }

    /// Its index, below [`ValueFeature::COUNT`].
    pub const fn index(self) -> usize {
        match self {
            ValueFeature::Value(code) => code.index(),
            ValueFeature::Tempo(code) => ValueFeature::TEMPI + code.index(),
            ValueFeature::Pair(own, enemy) => ValueFeature::PAIRS + pair_index(own, enemy),
            ValueFeature::Count(threat, own, enemy) => {
                let row = threat as usize * ThreatWeights::COUNTS + own;
                ValueFeature::COUNTS + row * ThreatWeights::COUNTS + enemy
            }
        }
    }

    /// Its weight among those of a side.
    pub fn weight_mut(self, weights: &mut SideWeights) -> &mut i16 {
        match self {
            ValueFeature::Value(code) => &mut weights.code_mut(code).value,
            ValueFeature::Tempo(code) => &mut weights.code_mut(code).tempo,
            ValueFeature::Pair(own, enemy) => {
                &mut weights.threats.pairs[own as usize][enemy as usize]
            }
            ValueFeature::Count(threat, own, enemy) => {
                &mut weights.threats.counts[threat as usize][own][enemy]
            }
        }
    }

    /// The greatest weight that it may have, and the negative of the least.
    pub const fn max_weight(self) -> i16 {
        match self {
            ValueFeature::Tempo(_) => PatternWeights::MAX_TEMPO,
            // Two of them are more than any estimate, and their sums stay far from overflow.
            _ => 20_000,
        }
    }
}

impl PolicyFeature {
    const DEFENCES: usize = PatternCode::COUNT;
    const PAIRS: usize = PolicyFeature::DEFENCES + PatternCode::COUNT;
    const LAST: usize = PolicyFeature::PAIRS + PAIRS;
    const BEFORE: usize = PolicyFeature::LAST + PolicyWeights::DISTANCES;

    /// How many features there are.
    pub const COUNT: usize = PolicyFeature::BEFORE + PolicyWeights::DISTANCES;

    /// How many a move has at most.
    pub const PER_MOVE: usize = 5;

    /// The greatest weight that one may have, and the negative of the least. Thirty natural
    /// logarithms are more than any choice needs.
    pub const MAX_WEIGHT: i16 = 3000;

    /// Every feature.
    pub fn all() -> impl Iterator<Item = PolicyFeature> {
        codes()
            .map(PolicyFeature::Attack)
            .chain(codes().map(PolicyFeature::Defence))
            .chain(pairs().map(|(own, enemy)| PolicyFeature::Pair(own, enemy)))
            .chain((0..PolicyWeights::DISTANCES).map(PolicyFeature::Last))
            .chain((0..PolicyWeights::DISTANCES).map(PolicyFeature::Before))
    }

    /// Its index, below [`PolicyFeature::COUNT`].
    pub const fn index(self) -> usize {
        match self {
            PolicyFeature::Attack(code) => code.index(),
            PolicyFeature::Defence(code) => PolicyFeature::DEFENCES + code.index(),
            PolicyFeature::Pair(own, enemy) => PolicyFeature::PAIRS + pair_index(own, enemy),
            PolicyFeature::Last(distance) => PolicyFeature::LAST + distance,
            PolicyFeature::Before(distance) => PolicyFeature::BEFORE + distance,
        }
    }

    /// Its weight among those of a side.
    pub fn weight_mut(self, weights: &mut SideWeights) -> &mut i16 {
        match self {
            PolicyFeature::Attack(code) => &mut weights.code_mut(code).attack,
            PolicyFeature::Defence(code) => &mut weights.code_mut(code).defence,
            PolicyFeature::Pair(own, enemy) => {
                &mut weights.policy.pairs[own as usize][enemy as usize]
            }
            PolicyFeature::Last(distance) => &mut weights.policy.last[distance],
            PolicyFeature::Before(distance) => &mut weights.policy.before[distance],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_features_share_an_index() {
        let distinct = |mut indices: Vec<usize>, count: usize| {
            assert!(indices.iter().all(|&index| index < count));
            let all = indices.len();
            indices.sort_unstable();
            indices.dedup();
            assert_eq!(indices.len(), all);
            all
        };
        let value = ValueFeature::all().map(ValueFeature::index).collect();
        assert!(distinct(value, ValueFeature::COUNT) > 2 * PatternCode::COUNT);
        let policy = PolicyFeature::all().map(PolicyFeature::index).collect();
        assert_eq!(distinct(policy, PolicyFeature::COUNT), PolicyFeature::COUNT);
    }
}
