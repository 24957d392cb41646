//! Kill search: wins by force alone, each with a proof.
//!
//! In reading order: [`VcfSolver`](fours::VcfSolver) finds wins by fours (VCF), each answered by
//! the only reply there is; `attacks` and `replies` say what either side may do in a win by threats
//! (VCT), which [`VctSolver`](threats::VctSolver) finds; `prove` writes the win down as a
//! tree that `tengen_proof` can check; `plan` tries a win by fours again after another move, and
//! `defend` lists what stops a kill. [`Solver`] is the façade.

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
pub use facade::{Solution, Solver, SolverLimits, SolverVerdict};
pub(crate) use vcf::replay::Plans;
pub(crate) use vcf::{VcfResult, VcfSolver};
pub(crate) use vct::VctSolver;
pub(crate) use vct::replies::{Threatened, replies};

/// Which moves an attacker may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SolverKind {
    /// Fours only (VCF).
    Vcf,
    /// Fours, and moves that threaten to win by fours (VCT).
    #[default]
    Vct,
    /// Any moves: a [`WinSolver`](crate::WinSolver) finds wins that need quiet ones.
    Any,
}

impl SolverKind {
    /// All kinds.
    pub const ALL: [SolverKind; 3] = [SolverKind::Vcf, SolverKind::Vct, SolverKind::Any];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            SolverKind::Vcf => "vcf",
            SolverKind::Vct => "vct",
            SolverKind::Any => "win",
        }
    }
}

/// Where a search for wins by threats looks for the next attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SolverLevel {
    /// On the eight rays of the last stone that attacked, and wherever a three or better stops an
    /// open four.
    Fast,
    /// And fours anywhere.
    Medium,
    /// And other threats anywhere.
    #[default]
    Slow,
}

impl SolverLevel {
    /// All levels, the quickest first.
    pub const ALL: [SolverLevel; 3] = [SolverLevel::Fast, SolverLevel::Medium, SolverLevel::Slow];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            SolverLevel::Fast => "fast",
            SolverLevel::Medium => "medium",
            SolverLevel::Slow => "slow",
        }
    }
}
