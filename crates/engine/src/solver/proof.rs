//! From what the solvers remember to a proof that anyone can check.

mod else_move;

use std::collections::HashMap;

use tengen_core::{Board, Point};
use tengen_proof::{AttackId, Proof, ProofBuilder};

use crate::solver::any_move::quiet::{Wins, Won};
use crate::solver::dfpn::thresholds::Thresholds;
use crate::solver::proof::else_move::unpunished;
use crate::solver::{Budget, Over, SolverLevel, VcfResult, VcfSolver, VctSolver};
use crate::{Position, Threat};

/// Writes down the win of a position that a solver has won.
pub(in crate::solver) struct Prover<'a> {
    solver: Source<'a>,
    builder: ProofBuilder,
    /// Attacks by the keys of the positions in which they are made.
    built: HashMap<u64, AttackId>,
}

/// What the attacker does about the replies to a move.
struct Answers {
    listed: Vec<(Point, AttackId)>,
    otherwise: Option<Point>,
}

/// Who knows the moves.
pub(in crate::solver) enum Source<'a> {
    /// A win by fours alone.
    VcfResult(&'a mut VcfSolver),
    /// A win by threats.
    Threats(&'a mut VctSolver),
    /// A win by any moves, which are known, or by threats.
    Any(&'a mut VctSolver, &'a Wins),
}

impl Source<'_> {
    fn fours(&mut self) -> &mut VcfSolver {
        match self {
            Source::VcfResult(fours) => fours,
            Source::Threats(threats) | Source::Any(threats, _) => &mut threats.fours,
        }
    }

    /// At which level what is known of threats was found.
    fn level(&mut self) -> Option<&mut SolverLevel> {
        match self {
            Source::VcfResult(_) => None,
            Source::Threats(threats) | Source::Any(threats, _) => Some(&mut threats.level),
        }
    }
}

impl<'a> Prover<'a> {
    /// The proof that the side to move wins within so many plies.
    pub(in crate::solver) fn prove(
        solver: Source<'a>,
        position: &mut Position,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Proof, Over> {
        let builder = ProofBuilder::new(position.rule(), board_of(position), position.to_move());
        let mut prover = Prover { solver, builder, built: HashMap::new() };
        let root = prover.attack(position, Thresholds::whole(plies, None), budget)?;
        Ok(prover.builder.finish(root))
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<AttackId, Over> {
        // The same stones may be met with other plies left: any win will do.
        if let Some(&built) = self.built.get(&position.key()) {
            return Ok(built);
        }
        let key = position.key();
        if let Some(five) = position.first_of(position.to_move(), Threat::Five) {
            let id = self.builder.add(five, &[], None);
            self.built.insert(key, id);
            return Ok(id);
        }
        let level = self.solver.level().copied();
        let (point, below) = self.choose(position, task, budget)?;
        budget.spend()?;
        position.play(point);
        let answered = self.answers(position, below, budget);
        position.undo();
        let answers = answered?;
        // A branch that was won at another level leaves the others as they were.
        if let (Some(now), Some(before)) = (self.solver.level(), level) {
            *now = before;
        }
        let id = self.builder.add(point, &answers.listed, answers.otherwise);
        self.built.insert(key, id);
        Ok(id)
    }

    /// The attacker's move.
    fn choose(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Thresholds), Over> {
        let most = task.plies.div_ceil(2);
        let won = match &self.solver {
            Source::Any(_, wins) => wins.get(&position.key()).copied(),
            _ => None,
        };
        let task = match won {
            Some(Won::Quiet(point)) => return Ok((point, Thresholds::whole(task.plies, None))),
            Some(Won::Threats(_)) => Thresholds::whole(task.plies, None),
            None => task,
        };
        if let Source::Threats(threats) | Source::Any(threats, _) = &mut self.solver
            && let Some(point) = threats.learnt(position.key(), task.plies)
        {
            threats.level = SolverLevel::Slow;
            return Ok((point, task.next(Some(point))));
        }
        let found = self.solver.fours().solve(position, most, budget)?;
        match (found, &mut self.solver) {
            (VcfResult::Win { first, .. }, _) => Ok((first, task.next(Some(first)))),
            (VcfResult::Fail { .. }, Source::VcfResult(_)) => Err(Over),
            (VcfResult::Fail { .. }, Source::Threats(threats)) => {
                threats.win(position, task, budget)
            }
            (VcfResult::Fail { .. }, Source::Any(threats, _)) => {
                if let Some(Won::Threats(level)) = won {
                    threats.level = level;
                }
                threats.win(position, task, budget)
            }
        }
    }

    /// The defender is to move: replies with answers of their own, and what answers all others.
    fn answers(
        &mut self,
        position: &mut Position,
        task: Thresholds,
        budget: &mut Budget<'_>,
    ) -> Result<Answers, Over> {
        let attacker = !position.to_move();
        let otherwise = position.first_of(attacker, Threat::Five).or_else(|| {
            position.points(attacker, Threat::OpenFour).find(|&p| !position.is_foul(p, attacker))
        });
        let mut example = self.example(position, otherwise);
        let mut listed = Vec::new();
        for reply in unpunished(position, otherwise) {
            budget.spend()?;
            position.play(reply);
            let known = match &mut example {
                Some(example) => self.repeat(position, example, budget),
                None => Ok(()),
            };
            let answer = known.and_then(|()| self.attack(position, task.next(task.last), budget));
            position.undo();
            listed.push((reply, answer?));
        }
        Ok(Answers { listed, otherwise })
    }

    /// What the attacker would do if the defender passed: most replies change nothing about it.
    /// With an else move there are few replies left.
    fn example(&self, position: &Position, otherwise: Option<Point>) -> Option<Position> {
        if otherwise.is_some() || matches!(self.solver, Source::VcfResult(_)) {
            return None;
        }
        let mut example = position.clone();
        example.pass();
        Some(example)
    }

    /// Notes a win that is that of the example.
    fn repeat(
        &mut self,
        position: &mut Position,
        example: &mut Position,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let is_built = self.built.contains_key(&position.key());
        match &mut self.solver {
            Source::Threats(threats) | Source::Any(threats, _) if !is_built => {
                threats.repeat_fours(position, example, budget).map(|_| ())
            }
            _ => Ok(()),
        }
    }
}

/// The stones of a position.
pub(in crate::solver) fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.size());
    for point in position.size().points() {
        if let Some(side) = position.at(point) {
            board.place(point, side);
        }
    }
    board
}
