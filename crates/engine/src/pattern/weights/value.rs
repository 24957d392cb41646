//! What a pattern is packed.

use std::fmt;

use crate::Threat;

/// The weights of a pattern, for the side that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternWeights {
    /// What an empty point of this pattern adds to the evaluation of its side.
    pub value: i16,
    /// What it adds for the side to move, whichever that is. A point that threatens nothing has no
    /// tempo: hundreds of them would drown the rest.
    pub tempo: i16,
    /// What it adds to the policy of playing it.
    pub attack: i16,
    /// What it adds to the policy of the other side's taking it away.
    pub defence: i16,
}

impl PatternWeights {
    /// The greatest tempo: it has twelve bits.
    pub const MAX_TEMPO: i16 = 2047;
}

/// What a pattern is worth to the side it belongs to: its weights and its threat in one word,
/// because every move copies dozens of them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PatternValue(u64);

impl PatternValue {
    /// Packs the weights of a pattern that is this threat.
    pub(crate) const fn new(weights: PatternWeights, threat: Threat) -> PatternValue {
        let PatternWeights { value, tempo, attack, defence } = weights;
        let tempo = if matches!(threat, Threat::None) { 0 } else { tempo };
        let low = value as u16 as u64 | (attack as u16 as u64) << 16;
        PatternValue(
            low | (defence as u16 as u64) << 32 | (threat as u64) << 48 | (tempo as u64) << 52,
        )
    }

    /// What an empty point of this pattern adds to the evaluation of its side.
    #[inline]
    pub(crate) const fn value(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it adds for the side to move.
    #[inline]
    pub(crate) const fn tempo(self) -> i32 {
        (self.0 as i64 >> 52) as i32
    }

    /// What it adds to the policy of playing it.
    #[inline]
    pub(crate) const fn attack(self) -> i32 {
        (self.0 >> 16) as i16 as i32
    }

    /// What it adds to the policy of taking it away.
    #[inline]
    pub(crate) const fn defence(self) -> i32 {
        (self.0 >> 32) as i16 as i32
    }

    /// What playing it threatens.
    #[inline]
    pub(crate) const fn threat(self) -> Threat {
        Threat::ALL[self.threat_index()]
    }

    /// The threat as an index.
    #[inline]
    pub(crate) const fn threat_index(self) -> usize {
        (self.0 >> 48) as usize & 0xF
    }
}

impl fmt::Debug for PatternValue {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("PatternValue")
            .field("value", &self.value())
            .field("tempo", &self.tempo())
            .field("attack", &self.attack())
            .field("defence", &self.defence())
            .field("threat", &self.threat())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for sign in [1, -1] {
            let tempo = sign * PatternWeights::MAX_TEMPO;
            let weights = PatternWeights {
                value: -sign * 32_000,
                tempo,
                attack: sign * 3000,
                defence: -sign,
            };
            let packed = PatternValue::new(weights, Threat::Foul);
            assert_eq!(packed.value(), i32::from(weights.value));
            assert_eq!(packed.tempo(), i32::from(tempo));
            assert_eq!(packed.attack(), i32::from(weights.attack));
            assert_eq!(packed.defence(), i32::from(weights.defence));
            assert_eq!(packed.threat(), Threat::Foul);
            assert_eq!(PatternValue::new(weights, Threat::None).tempo(), 0);
        }
    }
}
