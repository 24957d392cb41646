//! What a code is worth.

use std::fmt;

use crate::Threat;

/// The numbers of a code, for the side that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PatternWeights {
    /// What an empty point of this code adds to the evaluation of its side.
    pub value: i16,
    /// What it adds for whoever is to move.
    pub tempo: i16,
    /// What playing it is worth, for the order of moves.
    pub attack: i16,
    /// What taking it away from the other side is worth, for the order of moves.
    pub defence: i16,
}

impl PatternWeights {
    /// No tempo is beyond this: it has twelve bits.
    pub const MAX_TEMPO: i16 = 2047;
}

/// What a code is worth to the side it belongs to: small numbers in one word, because every
/// move copies dozens of them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PatternValue(u64);

impl PatternValue {
    /// Packs the numbers.
    pub(crate) const fn new(numbers: PatternWeights, threat: Threat) -> PatternValue {
        let PatternWeights { value, tempo, attack, defence } = numbers;
        let low = value as u16 as u64 | (attack as u16 as u64) << 16;
        PatternValue(
            low | (defence as u16 as u64) << 32 | (threat as u64) << 48 | (tempo as u64) << 52,
        )
    }

    /// What an empty point of this code adds to the evaluation of its side.
    #[inline]
    pub(crate) const fn value(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What it adds for whoever is to move.
    #[inline]
    pub(crate) const fn tempo(self) -> i32 {
        (self.0 as i64 >> 52) as i32
    }

    /// What playing it is worth, for the order of moves.
    #[inline]
    pub(crate) const fn attack(self) -> i32 {
        (self.0 >> 16) as i16 as i32
    }

    /// What taking it away from the other side is worth, for the order of moves.
    #[inline]
    pub(crate) const fn defence(self) -> i32 {
        (self.0 >> 32) as i16 as i32
    }

    /// What playing it threatens.
    #[inline]
    pub(crate) const fn threat(self) -> Threat {
        Threat::ALL[self.threat_number()]
    }

    /// The threat's number.
    #[inline]
    pub(crate) const fn threat_number(self) -> usize {
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
            let numbers = PatternWeights {
                value: -sign * 32_000,
                tempo,
                attack: sign * 3000,
                defence: -sign,
            };
            let worth = PatternValue::new(numbers, Threat::Foul);
            assert_eq!(worth.value(), i32::from(numbers.value));
            assert_eq!(worth.tempo(), i32::from(tempo));
            assert_eq!(worth.attack(), i32::from(numbers.attack));
            assert_eq!(worth.defence(), i32::from(numbers.defence));
            assert_eq!(worth.threat(), Threat::Foul);
        }
    }
}
