//! Steps of a proof of a whole game: what a search above the solvers asks about one position.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;

use tengen_core::Point;
use tengen_proof::Proof;

use crate::search::time::Timer;
use crate::search::tt::TranspositionTable;
use crate::search::{Deepening, Shared};
use crate::solver::any_move::quiet::WonBy;
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::proof::{Prover, Source};
use crate::solver::solve::{MAX_PLIES, proof_budget};
use crate::solver::vct::model::KnownVct;
use crate::solver::{Budget, SolverLevel, VcfResult, VctSolver};
use crate::{Limits, Params, Position, Stop, Threat};

/// The solvers of one thread of a proof search, with their tables.
///
/// Every answer is about one position and takes a bounded number of nodes; what is done with it is
/// the business of the search above.
#[derive(Debug)]
pub struct ProofSteps {
    vct: VctSolver,
    table: TranspositionTable,
    params: Params,
}

/// What the attacker threatens, with the defender to move.
#[derive(Clone, Debug)]
pub enum Threatened {
    /// The defender wins first, by a five or by VCF.
    DefenderWins,
    /// Nothing was found that wins after a pass.
    Nothing,
    /// The attacker has a VCT if the defender passes.
    Vct(Box<KnownVct>),
}

/// How a position with the attacker to move is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// By a move after which every reply loses.
    Move(Point),
    /// By a VCT of this level.
    Vct(SolverLevel),
}

/// Nodes of the search for the defender's VCF.
const COUNTER_NODES: u64 = 2_000;
/// Nodes for finding the points that a VCT depends on.
const ZONE_NODES: u64 = 3_000;

impl KnownVct {
    /// The side to move of this position has a VCT of this level.
    pub fn new(position: Position, level: SolverLevel) -> KnownVct {
        KnownVct { position, level }
    }

    /// The position, with the side to move that has the VCT.
    pub fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// The level at which the VCT was found.
    pub fn level(&self) -> SolverLevel {
        self.level
    }
}

impl ProofSteps {
    /// Solvers whose tables take at most `bytes`.
    pub fn new(bytes: usize) -> ProofSteps {
        ProofSteps {
            vct: VctSolver::new(bytes / 8 * 7),
            table: TranspositionTable::new(bytes / 8),
            params: Params::default(),
        }
    }

    /// From now on older entries of the tables are replaced first.
    pub fn new_search(&mut self) {
        self.vct.new_search();
        self.table.new_search();
    }

    /// The level at which the side to move has a VCT, if it is found within `nodes` a level.
    pub fn vct(&mut self, position: &mut Position, nodes: u64) -> Option<SolverLevel> {
        let mut budget = Budget::new(u64::MAX, &|| false);
        self.vct.winning_level(position, nodes, &mut budget).ok().flatten()
    }

    /// The moves of the side to move, the best first, as the main search leaves them after `nodes`.
    pub fn ranked_moves(&mut self, position: &Position, nodes: u64) -> Vec<Point> {
        let (stop, limits) = (Stop::new(), Limits::default());
        let timer = Timer::start(&limits, position.free_count());
        let (table, params) = (&self.table, &self.params);
        let done = Stop::new();
        let shared = Shared { table, params, stop: &stop, done, nodes: AtomicU64::new(0), timer };
        let mut position = position.clone();
        let moves = position.root_moves(&limits);
        Deepening::new(position, &shared, &moves, &limits).ranked_moves(nodes)
    }

    /// What the attacker threatens, with the defender to move.
    pub fn threatened(&mut self, position: &mut Position, nodes: u64) -> Threatened {
        let defender = position.to_move();
        if position.count(defender, Threat::Five) > 0 {
            return Threatened::DefenderWins;
        }
        if position.count(!defender, Threat::Five) == 0 {
            let mut budget = Budget::new(COUNTER_NODES, &|| false);
            let counter = self.vct.vcf.solve(position, VcfResult::UNLIMITED, &mut budget);
            if matches!(counter, Ok(VcfResult::Win { .. })) {
                return Threatened::DefenderWins;
            }
        }
        let mut passed = position.clone();
        passed.pass();
        match self.vct(&mut passed, nodes) {
            Some(level) => Threatened::Vct(Box::new(KnownVct::new(passed, level))),
            None => Threatened::Nothing,
        }
    }

    /// The points that a VCT is known to depend on. Others may matter too.
    pub fn zone(&mut self, model: &mut KnownVct) -> Vec<Point> {
        let mut budget = Budget::new(u64::MAX, &|| false);
        self.vct.relevance_zone(model, ZONE_NODES, &mut budget).unwrap_or_default()
    }

    /// Whether the VCT of another position wins here too, within `nodes`. The attacker, who is to
    /// move in both, has the same stones in both.
    pub fn holds(&mut self, position: &mut Position, model: &mut KnownVct, nodes: u64) -> bool {
        let mut budget = Budget::new(nodes, &|| false);
        let thresholds = Thresholds::infinite(MAX_PLIES, None);
        let replayed = self.vct.replay_vct(position, model, thresholds, &mut budget);
        matches!(replayed, Ok(Some(_)))
    }

    /// The proof that the side to move wins. `wins` has the positions on the way that are not won
    /// by a VCT which the tables know, by their keys. None if the proof takes too long to write.
    pub fn proof(&mut self, position: &mut Position, wins: &HashMap<u64, Win>) -> Option<Proof> {
        let wins = wins.iter().map(|(&key, win)| {
            let won_by = match *win {
                Win::Move(point) => WonBy::Move(point),
                Win::Vct(level) => WonBy::Vct(level),
            };
            (key, won_by)
        });
        let wins = wins.collect();
        let source = Source::Any(&mut self.vct, &wins);
        Prover::prove(source, position, MAX_PLIES, &mut proof_budget(&|| false)).ok()
    }
}
