//! From what the solvers remember to a proof that anyone can check.

mod else_move;

use std::collections::HashMap;

use tengen_core::{Board, Point};
use tengen_proof::{AttackId, Proof, ProofBuilder};

use crate::solver::any_move::quiet::{ProvedWins, WonBy};
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::proof::else_move::replies_to_list;
use crate::solver::{Budget, BudgetSpent, SolverLevel, VcfResult, VcfSolver, VctSolver};
use crate::{Position, Threat};

/// Writes the proof of a win that a solver has found.
pub(in crate::solver) struct Prover<'a> {
    source: Source<'a>,
    builder: ProofBuilder,
    /// Attacks by the keys of their positions.
    built: HashMap<u64, AttackId>,
}

/// How the attacker answers the replies to a move.
struct Answers {
    listed: Vec<(Point, AttackId)>,
    else_move: Option<Point>,
}

/// The solver that knows the moves.
pub(in crate::solver) enum Source<'a> {
    /// The win is a VCF.
    Vcf(&'a mut VcfSolver),
    /// The win is a VCT.
    Vct(&'a mut VctSolver),
    /// The win is by moves that are known, or by VCT.
    Any(&'a mut VctSolver, &'a ProvedWins),
}

impl Source<'_> {
    fn vcf(&mut self) -> &mut VcfSolver {
        match self {
            Source::Vcf(vcf) => vcf,
            Source::Vct(vct) | Source::Any(vct, _) => &mut vct.vcf,
        }
    }

    /// The level at which the VCT was found.
    fn level(&mut self) -> Option<&mut SolverLevel> {
        match self {
            Source::Vcf(_) => None,
            Source::Vct(vct) | Source::Any(vct, _) => Some(&mut vct.level),
        }
    }
}

impl<'a> Prover<'a> {
    /// The proof that the side to move wins within `plies`.
    pub(in crate::solver) fn prove(
        source: Source<'a>,
        position: &mut Position,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Proof, BudgetSpent> {
        let builder = ProofBuilder::new(position.rule(), board_of(position), position.to_move());
        let mut prover = Prover { source, builder, built: HashMap::new() };
        let root = prover.attack(position, Thresholds::infinite(plies, None), budget)?;
        Ok(prover.builder.finish(root))
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<AttackId, BudgetSpent> {
        // The same position may come with another number of plies left. Any win will do.
        if let Some(&built) = self.built.get(&position.key()) {
            return Ok(built);
        }
        let key = position.key();
        if let Some(five) = position.first_of(position.to_move(), Threat::Five) {
            let id = self.builder.add(five, &[], None);
            self.built.insert(key, id);
            return Ok(id);
        }
        let level = self.source.level().copied();
        let (point, below) = self.choose(position, thresholds, budget)?;
        budget.spend()?;
        position.play(point);
        let answered = self.answers(position, below, budget);
        position.undo();
        let answers = answered?;
        // The branch may have changed the level; its siblings need the old one.
        if let (Some(now), Some(before)) = (self.source.level(), level) {
            *now = before;
        }
        let id = self.builder.add(point, &answers.listed, answers.else_move);
        self.built.insert(key, id);
        Ok(id)
    }

    /// The attacker's move, and the thresholds after it.
    fn choose(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), BudgetSpent> {
        let max_moves = thresholds.plies.div_ceil(2);
        let won = match &self.source {
            Source::Any(_, wins) => wins.get(&position.key()).copied(),
            _ => None,
        };
        let fresh = Thresholds::infinite(thresholds.plies, None);
        let thresholds = match won {
            Some(WonBy::Move(point)) => return Ok((point, fresh)),
            Some(WonBy::Vct(_)) => fresh,
            None => thresholds,
        };
        if let Source::Vct(vct) | Source::Any(vct, _) = &mut self.source
            && let Some(point) = vct.stored_win(position.key(), thresholds.plies)
        {
            vct.level = SolverLevel::Slow;
            return Ok((point, thresholds.next(Some(point))));
        }
        let found = self.source.vcf().solve(position, max_moves, budget)?;
        match (found, &mut self.source) {
            (VcfResult::Win { first, .. }, _) => Ok((first, thresholds.next(Some(first)))),
            (VcfResult::Fail { .. }, Source::Vcf(_)) => Err(BudgetSpent),
            (VcfResult::Fail { .. }, Source::Vct(vct)) => {
                vct.winning_attack(position, thresholds, budget)
            }
            (VcfResult::Fail { .. }, Source::Any(vct, _)) => {
                if let Some(WonBy::Vct(level)) = won {
                    vct.level = level;
                }
                vct.winning_attack(position, thresholds, budget)
            }
        }
    }

    /// The defender is to move: the replies with answers of their own, and the else move.
    fn answers(
        &mut self,
        position: &mut Position,
        thresholds: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Answers, BudgetSpent> {
        let attacker = !position.to_move();
        let else_move = position.first_of(attacker, Threat::Five).or_else(|| {
            position.points(attacker, Threat::OpenFour).find(|&p| !position.is_foul(p, attacker))
        });
        let mut model = self.model(position, else_move);
        let mut listed = Vec::new();
        for reply in replies_to_list(position, else_move) {
            budget.spend()?;
            position.play(reply);
            let replayed = match &mut model {
                Some(model) => self.replay(position, model, budget),
                None => Ok(()),
            };
            let next = thresholds.next(thresholds.last);
            let answer = replayed.and_then(|()| self.attack(position, next, budget));
            position.undo();
            listed.push((reply, answer?));
        }
        Ok(Answers { listed, else_move })
    }

    /// The position after a pass of the defender: most replies do not change how the attacker wins
    /// there. Not needed with an else move, which leaves few replies.
    fn model(&self, position: &Position, else_move: Option<Point>) -> Option<Position> {
        if else_move.is_some() || matches!(self.source, Source::Vcf(_)) {
            return None;
        }
        let mut model = position.clone();
        model.pass();
        Some(model)
    }

    /// Stores the VCF of the model if it wins here too.
    fn replay(
        &mut self,
        position: &mut Position,
        model: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let is_built = self.built.contains_key(&position.key());
        match &mut self.source {
            Source::Vct(vct) | Source::Any(vct, _) if !is_built => {
                vct.replay_vcf(position, model, budget).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

/// The stones of a position.
fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.size());
    for point in position.size().points() {
        if let Some(side) = position.at(point) {
            board.place(point, side);
        }
    }
    board
}
