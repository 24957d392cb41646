//! The bytes of a network: `docs/network-format.md`.

use tengen_core::{Rule, Side};

use super::{Head, Network};

/// What a file begins with.
const MAGIC: &[u8; 8] = b"TENGENNW";
/// The version that is written and read.
const VERSION: u16 = 1;

/// Why bytes are no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// They begin otherwise.
    #[error("this is no network: it does not begin with TENGENNW")]
    Magic,
    /// A later version.
    #[error("the network has version {0}; this program reads version {VERSION}")]
    Version(u16),
    /// More or fewer bytes than a network has.
    #[error("the network has {found} bytes instead of {expected}: it is cut off or damaged")]
    Length {
        /// The bytes there are.
        found: usize,
        /// The bytes there should be.
        expected: usize,
    },
    /// The checksum at the end is another.
    #[error("the network is damaged: its checksum does not match")]
    Checksum,
    /// A number that could make a sum overflow.
    #[error("the network is damaged: number {0} is out of range")]
    Range(usize),
    /// Made for another rule.
    #[error("the network was made for {found}, not for {expected}")]
    Rule {
        /// The rule it was made for.
        found: Rule,
        /// The rule of the game.
        expected: Rule,
    },
}

impl Network {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(self.rule.code());
        bytes.push(0);
        let mut put = |number: &mut i16| bytes.extend(number.to_le_bytes());
        let mut copy = self.clone();
        copy.visit(&mut |number, _| put(number));
        for side in Side::BOTH {
            bytes.extend(self.heads[side].third_bias.to_le_bytes());
        }
        bytes.extend(hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no network, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let version = bytes.get(8..10).map_or(0, |two| u16::from_le_bytes([two[0], two[1]]));
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let mut network = Network::neutral(Rule::Freestyle);
        let mut count = 0;
        network.visit(&mut |_, _| count += 1);
        let expected = 12 + 2 * count + 8 + 8;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (body, sum) = bytes.split_at(expected - 8);
        if hash(body).to_le_bytes() != sum {
            return Err(NetworkError::Checksum);
        }
        network.rule = Rule::from_code(body[10]).ok_or(NetworkError::Range(0))?;
        let mut numbers =
            body[12..].chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
        let (mut place, mut wrong) = (0, None);
        network.visit(&mut |number, most| {
            *number = numbers.next().unwrap_or_default();
            place += 1;
            if number.unsigned_abs() > most.unsigned_abs() {
                wrong = wrong.or(Some(place));
            }
        });
        if let Some(place) = wrong {
            return Err(NetworkError::Range(place));
        }
        let biases = &body[body.len() - 8..];
        let bias = |at: usize| i32::from_le_bytes([0, 1, 2, 3].map(|n| biases[at + n]));
        network.heads[Side::Black].third_bias = bias(0);
        network.heads[Side::White].third_bias = bias(4);
        let fits = |side| network.heads[side].third_bias.unsigned_abs() <= Network::MAX_BIAS as u32;
        if Side::BOTH.into_iter().all(fits) {
            Ok(network)
        } else {
            Err(NetworkError::Range(count + 1))
        }
    }

    /// The same for the same numbers: what a file ends with.
    pub fn checksum(&self) -> u64 {
        let bytes = self.to_bytes();
        hash(&bytes[..bytes.len() - 8])
    }

    /// Every number but the last biases, in the order of the file, with its greatest magnitude.
    fn visit(&mut self, see: &mut dyn FnMut(&mut i16, i16)) {
        for row in &mut self.rows {
            row.iter_mut().for_each(|number| see(number, Network::MAX_ROW));
        }
        for side in Side::BOTH {
            self.heads[side].visit(see);
        }
    }
}

impl Head {
    pub(super) fn visit(&mut self, see: &mut dyn FnMut(&mut i16, i16)) {
        let Head {
            first,
            classical,
            threats,
            first_bias,
            second,
            second_bias,
            third,
            third_bias: _,
            value_share,
            policy,
            policy_bias,
            policy_share,
            last,
            before,
        } = self;
        let parts: [&mut [i16]; 13] = [
            first.as_flattened_mut(),
            classical,
            threats.as_flattened_mut().as_flattened_mut().as_flattened_mut(),
            first_bias,
            second.as_flattened_mut(),
            second_bias,
            third,
            std::slice::from_mut(value_share),
            policy.as_flattened_mut(),
            policy_bias,
            std::slice::from_mut(policy_share),
            last,
            before,
        ];
        for number in parts.into_iter().flatten() {
            see(number, Network::MAX_WEIGHT);
        }
    }
}

/// FNV-1a: it finds damage, it does not guard against anybody.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
