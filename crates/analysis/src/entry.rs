//! What is remembered of a position.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use tengen_core::Point;

use crate::bytes;

/// What somebody says of a position, for the side to move.
///
/// A claim is not a verdict: that a side wins is believed only with a proof that
/// [checks](crate::Known::claim).
///
/// ```
/// # use tengen_analysis::Claim;
/// for text in ["win 7", "loss 8", "likely win 25", "likely loss 4", "+0.12", "-3.00"] {
///     assert_eq!(text.parse::<Claim>()?.to_string(), text);
/// }
/// assert_eq!(Claim::Wins { plies: 7 }.unproven(), Claim::LikelyWin { plies: 7 });
/// # Ok::<(), tengen_analysis::ParseClaimError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Claim {
    /// It makes five within this many plies.
    Wins {
        /// Plies to the five, the five included.
        plies: u32,
    },
    /// The other side makes five within this many plies.
    Loses {
        /// Plies to the five, the five included.
        plies: u32,
    },
    /// A search saw no way out for the other side, but left some replies out.
    LikelyWin {
        /// Plies to the five, if that is so.
        plies: u32,
    },
    /// A search saw no way out, but left some moves out.
    LikelyLoss {
        /// Plies to the five, if that is so.
        plies: u32,
    },
    /// An estimate.
    Estimate {
        /// In hundredths of a point.
        centi: i32,
    },
}

impl Claim {
    /// Whether it needs a proof.
    pub const fn needs_proof(self) -> bool {
        matches!(self, Claim::Wins { .. } | Claim::Loses { .. })
    }

    /// What is left of it without a proof.
    #[must_use]
    pub const fn unproven(self) -> Claim {
        match self {
            Claim::Wins { plies } => Claim::LikelyWin { plies },
            Claim::Loses { plies } => Claim::LikelyLoss { plies },
            other => other,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Wins { plies } => write!(f, "win {plies}"),
            Claim::Loses { plies } => write!(f, "loss {plies}"),
            Claim::LikelyWin { plies } => write!(f, "likely win {plies}"),
            Claim::LikelyLoss { plies } => write!(f, "likely loss {plies}"),
            Claim::Estimate { centi } => {
                let sign = if *centi < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", centi.unsigned_abs() / 100, centi.unsigned_abs() % 100)
            }
        }
    }
}

/// A text that is no claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no claim: win N, loss N, likely win N, likely loss N or a score like +0.12 are")]
pub struct ParseClaimError(String);

impl FromStr for Claim {
    type Err = ParseClaimError;

    fn from_str(text: &str) -> Result<Claim, ParseClaimError> {
        let wrong = || ParseClaimError(text.chars().take(30).collect());
        let plies = |rest: &str| rest.parse().map_err(|_| wrong());
        match text.rsplit_once(' ') {
            Some(("win", rest)) => Ok(Claim::Wins { plies: plies(rest)? }),
            Some(("loss", rest)) => Ok(Claim::Loses { plies: plies(rest)? }),
            Some(("likely win", rest)) => Ok(Claim::LikelyWin { plies: plies(rest)? }),
            Some(("likely loss", rest)) => Ok(Claim::LikelyLoss { plies: plies(rest)? }),
            Some(_) => Err(wrong()),
            None => centi(text).map(|centi| Claim::Estimate { centi }).ok_or_else(wrong),
        }
    }
}

/// A score with a sign and two decimals, in hundredths.
fn centi(text: &str) -> Option<i32> {
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (whole, part) = text[1..].split_once('.')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = part.len() == 2 && !whole.is_empty() && is_number(whole) && is_number(part);
    let whole: i64 = whole.parse().ok().filter(|_| fits)?;
    let part: i64 = part.parse().ok()?;
    i32::try_from(sign * whole.checked_mul(100)?.checked_add(part)?).ok()
}

/// Where an entry comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// An analysis of the position.
    Analysis,
    /// The review of a game.
    Review,
    /// A game that the engine played.
    Game,
    /// A file of another program.
    Import,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 4] = [Source::Analysis, Source::Review, Source::Game, Source::Import];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Analysis => "analysis",
            Source::Review => "review",
            Source::Game => "game",
            Source::Import => "import",
        }
    }
}

/// The checksum by which a proof is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProofId(pub(crate) u64);

impl fmt::Display for ProofId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What is remembered of a position: the best line and what it leads to, and how that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What the best move leads to; none if nobody has searched.
    pub claim: Option<Claim>,
    /// The best line; its first move is the best one. In the answer to a question that asks for moves: these.
    pub line: Vec<Point>,
    /// Depth of the search in plies; 0 if there was none.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Which engine and network.
    pub engine: String,
    /// When, in seconds since 1970.
    pub date: u64,
    /// Where it comes from.
    pub source: Source,
    /// The proof of the claim, if there is one. Only a [`Database`](crate::Database) that has checked it
    /// writes this.
    pub proof: Option<ProofId>,
}

impl Entry {
    /// A best line that nobody has searched, as other programs' files have them.
    pub fn hint(line: Vec<Point>, engine: &str) -> Entry {
        Entry {
            claim: None,
            line,
            depth: 0,
            nodes: 0,
            engine: engine.to_owned(),
            date: now(),
            source: Source::Import,
            proof: None,
        }
    }

    /// Whether this entry takes another's place: proven before unproven, of two proven ones the shorter, then
    /// the deeper, then the one with more nodes. What is left decides so that of two different entries exactly
    /// one outranks the other: databases that are merged become the same in every order.
    ///
    /// ```
    /// # use tengen_analysis::{Claim, Entry};
    /// let hint = Entry::hint(vec!["h8".parse()?], "somebody");
    /// let deep = Entry { claim: Some(Claim::Estimate { centi: 30 }), depth: 20, ..hint.clone() };
    /// // That a side wins counts for nothing without a proof.
    /// let loud = Entry { claim: Some(Claim::Wins { plies: 3 }), depth: 4, ..hint.clone() };
    /// assert!(deep.outranks(&hint) && deep.outranks(&loud) && !loud.outranks(&deep));
    /// assert!(!deep.outranks(&deep));
    /// # Ok::<(), tengen_core::ParsePointError>(())
    /// ```
    pub fn outranks(&self, other: &Entry) -> bool {
        self.rank() > other.rank()
            || self.rank() == other.rank() && bytes::of_entry(self) > bytes::of_entry(other)
    }

    fn rank(&self) -> (Option<Reverse<u32>>, bool, u32, u64, u64) {
        let proven = match (self.claim, self.proof) {
            (Some(Claim::Wins { plies } | Claim::Loses { plies }), Some(_)) => Some(Reverse(plies)),
            _ => None,
        };
        (proven, self.claim.is_some(), self.depth, self.nodes, self.date)
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn claims() -> impl Strategy<Value = Option<Claim>> {
        let claim = prop_oneof![
            (0u32..40).prop_map(|plies| Claim::Wins { plies }),
            (0u32..40).prop_map(|plies| Claim::Loses { plies }),
            (0u32..40).prop_map(|plies| Claim::LikelyWin { plies }),
            (0u32..40).prop_map(|plies| Claim::LikelyLoss { plies }),
            any::<i32>().prop_map(|centi| Claim::Estimate { centi }),
        ];
        proptest::option::of(claim)
    }

    pub(crate) fn entries() -> impl Strategy<Value = Entry> {
        let points = (0u8..15, 0u8..15).prop_map(|(x, y)| Point::new(x, y).unwrap());
        let line = proptest::collection::vec(points, 0..4);
        let numbers = (0u32..4, 0u64..3, 0u64..2, 0usize..4, proptest::option::of(0u64..3));
        (claims(), line, numbers, "[ab]{0,1}").prop_map(|(claim, line, numbers, engine)| {
            let (depth, nodes, date, source, proof) = numbers;
            let source = Source::ALL[source];
            let proof = proof.map(ProofId).filter(|_| claim.is_some_and(Claim::needs_proof));
            Entry { claim, line, depth, nodes, engine, date, source, proof }
        })
    }

    proptest! {
        #[test]
        fn of_two_different_entries_exactly_one_outranks_the_other(a in entries(), b in entries()) {
            prop_assert!(!a.outranks(&a));
            prop_assert_eq!(a == b, !a.outranks(&b) && !b.outranks(&a));
            prop_assert!(!(a.outranks(&b) && b.outranks(&a)));
        }

        #[test]
        fn outranking_goes_on(a in entries(), b in entries(), c in entries()) {
            prop_assert!(!(a.outranks(&b) && b.outranks(&c)) || a.outranks(&c));
        }

        #[test]
        fn what_is_proven_outranks_what_is_not(a in entries(), b in entries()) {
            let is_proven = |entry: &Entry| entry.proof.is_some();
            let is_case = is_proven(&a) && !is_proven(&b);
            prop_assert!(!is_case || a.outranks(&b));
        }

        #[test]
        fn of_two_searches_the_deeper_outranks(a in entries(), b in entries()) {
            let is_searched = |entry: &Entry| entry.proof.is_none() && entry.claim.is_some();
            let is_case = is_searched(&a) && is_searched(&b) && a.depth > b.depth;
            prop_assert!(!is_case || a.outranks(&b));
        }

        #[test]
        fn a_claim_is_read_as_it_was_written(claim in claims()) {
            let text = claim.map(|claim| claim.to_string());
            prop_assert_eq!(text.map(|text| text.parse().unwrap()), claim);
        }
    }

    #[test]
    fn what_is_no_claim_is_refused() {
        for text in [
            "",
            "win",
            "win x",
            "loss -1",
            "likely 3",
            "0.12",
            "+.12",
            "+0.1",
            "+0.-1",
            "+1",
            "+99999999.00",
        ] {
            assert!(text.parse::<Claim>().is_err(), "{text}");
        }
    }
}
