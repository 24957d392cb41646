//! The solver: forced wins, each with a proof that `tengen_proof` checks.
//!
//! In reading order:
//!
//! - `budget`: the nodes a search may spend.
//! - `vcf`: victory by continuous fours (VCF), where every attack is a four. `vcf::replay` tries a
//!   known win again after another move.
//! - `dfpn`: depth-first proof-number search without its moves. `proof_numbers` are the values of
//!   a node, `thresholds` say when to leave it, `proof_table` remembers both.
//! - `vct`: victory by continuous threats (VCT), a df-pn search. `vct::attacks` generates the
//!   attacker's moves and `vct::replies` the defender's, `vct::table` makes the keys of the proof
//!   table, `vct::replay` and `vct::model` try a known win again in a similar position, `vct::turns`
//!   lets the levels take turns.
//! - `proof`: from what the solvers remember to a proof. `proof::else_move` finds the replies that
//!   one answer covers.
//! - `solve`: [`Solver`], which puts VCF, VCT and proofs together.
//! - `defence`: the moves that stop a forced win of the opponent.
//! - `any_move`: wins that need more than threats. `any_move::quiet` proves moves that the main
//!   search suggests, `any_move::win_solver` is [`WinSolver`].
//! - `steps`: [`ProofSteps`], what a proof of a whole game asks about single positions.

mod any_move;
mod budget;
mod defence;
mod dfpn;
mod proof;
mod solve;
mod steps;
#[cfg(test)]
mod test_boards;
mod vcf;
mod vct;

pub use any_move::WinSolver;
pub(crate) use any_move::quiet::Guide;
pub(crate) use budget::{Budget, BudgetSpent};
pub use defence::{Defence, Defences};
pub use solve::{Solution, Solver, SolverLimits, SolverVerdict};
pub use steps::{ProofSteps, Threatened, Win};
pub(crate) use vcf::replay::VcfReplay;
pub(crate) use vcf::{VcfResult, VcfSolver};
pub(crate) use vct::VctSolver;
pub use vct::model::KnownVct;
pub(crate) use vct::replies::{Replies, find_replies};

/// Which moves the attacker may use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum SolverKind {
    /// Fours only (VCF).
    Vcf,
    /// Fours, and moves that threaten to win by fours (VCT).
    #[default]
    Vct,
    /// Any moves. [`WinSolver`](crate::WinSolver) finds wins that need quiet ones.
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

/// Where VCT looks for the next attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum SolverLevel {
    /// On the eight rays of the last attacking stone, and wherever a three or better stops an open
    /// four.
    Fast,
    /// Also fours anywhere.
    Medium,
    /// Also other threats anywhere.
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
