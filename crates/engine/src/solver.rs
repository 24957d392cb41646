//! Kill search: wins by force alone, each with a proof.
//!
//! In reading order: [`FourSolver`](fours::FourSolver) finds wins by fours (VCF), each answered by
//! the only reply there is; `attacks` and `replies` say what either side may do in a win by threats
//! (VCT), which [`ThreatSolver`](threats::ThreatSolver) finds; `prove` writes the win down as a
//! tree that `tengen_proof` can check; `plan` tries a win by fours again after another move, and
//! `defend` lists what stops a kill. [`KillSolver`] is the façade.

mod any_move;
mod budget;
mod defence;
mod dfpn;
mod facade;
mod proof;
#[cfg(test)]
mod test_boards;
mod vcf;
mod vct;

pub use any_move::WinSolver;
pub(crate) use any_move::quiet::Guide;
pub(crate) use budget::{Budget, Over};
pub use defence::{Defence, Defences};
pub use facade::{Kill, KillLimits, KillSolver, KillVerdict};
pub(crate) use vcf::replay::Plans;
pub(crate) use vcf::{FourSolver, Fours};
pub(crate) use vct::ThreatSolver;
pub(crate) use vct::replies::{Threatened, replies};

/// Which moves an attacker may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum KillKind {
    /// Fours only (VCF).
    Fours,
    /// Fours, and moves that threaten to win by fours (VCT).
    #[default]
    Threats,
    /// Any moves: a [`WinSolver`](crate::WinSolver) finds wins that need quiet ones.
    Any,
}

impl KillKind {
    /// All kinds.
    pub const ALL: [KillKind; 3] = [KillKind::Fours, KillKind::Threats, KillKind::Any];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            KillKind::Fours => "vcf",
            KillKind::Threats => "vct",
            KillKind::Any => "win",
        }
    }
}

/// Where a search for wins by threats looks for the next attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum KillLevel {
    /// On the eight rays of the last stone that attacked, and wherever a three or better stops an
    /// open four.
    Fast,
    /// And fours anywhere.
    Medium,
    /// And other threats anywhere.
    #[default]
    Slow,
}

impl KillLevel {
    /// All levels, the quickest first.
    pub const ALL: [KillLevel; 3] = [KillLevel::Fast, KillLevel::Medium, KillLevel::Slow];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            KillLevel::Fast => "fast",
            KillLevel::Medium => "medium",
            KillLevel::Slow => "slow",
        }
    }
}
