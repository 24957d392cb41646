//! From what the solvers remember to a proof that anyone can check.

use std::collections::HashMap;

use tengen_core::{Board, Point};
use tengen_proof::{AttackId, Proof, ProofBuilder};

use super::threats::Task;
use super::{Budget, FourSolver, Fours, Over, ThreatSolver};
use crate::{Position, Threat};

/// Writes down the win of a position that a solver has won.
pub(super) struct Prover<'a> {
    solver: Solver<'a>,
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
pub(super) enum Solver<'a> {
    /// A win by fours alone.
    Fours(&'a mut FourSolver),
    /// A win by threats.
    Threats(&'a mut ThreatSolver),
}

impl Solver<'_> {
    fn fours(&mut self) -> &mut FourSolver {
        match self {
            Solver::Fours(fours) => fours,
            Solver::Threats(threats) => &mut threats.fours,
        }
    }
}

impl<'a> Prover<'a> {
    /// The proof that the side to move wins within so many plies.
    pub(super) fn prove(
        solver: Solver<'a>,
        position: &mut Position,
        plies: u16,
        budget: &mut Budget<'_>,
    ) -> Result<Proof, Over> {
        let builder = ProofBuilder::new(position.rule(), board_of(position), position.to_move());
        let mut prover = Prover { solver, builder, built: HashMap::new() };
        let root = prover.attack(position, Task::whole(plies, None), budget)?;
        Ok(prover.builder.finish(root))
    }

    /// The attacker is to move.
    fn attack(
        &mut self,
        position: &mut Position,
        task: Task,
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
        let (point, below) = self.choose(position, task, budget)?;
        budget.spend()?;
        position.play(point);
        let answered = self.answers(position, below, budget);
        position.undo();
        let answers = answered?;
        let id = self.builder.add(point, &answers.listed, answers.otherwise);
        self.built.insert(key, id);
        Ok(id)
    }

    /// The attacker's move.
    fn choose(
        &mut self,
        position: &mut Position,
        task: Task,
        budget: &mut Budget<'_>,
    ) -> Result<(Point, Task), Over> {
        let most = task.plies.div_ceil(2);
        let found = self.solver.fours().solve(position, most, budget)?;
        match (found, &mut self.solver) {
            (Fours::Win { first, .. }, _) => Ok((first, task.next(Some(first)))),
            (Fours::Fail { .. }, Solver::Threats(threats)) => threats.win(position, task, budget),
            (Fours::Fail { .. }, Solver::Fours(_)) => Err(Over),
        }
    }

    /// The defender is to move: replies with answers of their own, and what answers all others.
    fn answers(
        &mut self,
        position: &mut Position,
        task: Task,
        budget: &mut Budget<'_>,
    ) -> Result<Answers, Over> {
        let attacker = !position.to_move();
        let otherwise = position.first_of(attacker, Threat::Five).or_else(|| {
            position.points(attacker, Threat::OpenFour).find(|&p| !position.is_foul(p, attacker))
        });
        let mut listed = Vec::new();
        for reply in unpunished(position, otherwise) {
            budget.spend()?;
            position.play(reply);
            let answer = self.attack(position, task.next(task.last), budget);
            position.undo();
            listed.push((reply, answer?));
        }
        Ok(Answers { listed, otherwise })
    }
}

/// The legal replies that the else move does not punish at once.
fn unpunished(position: &mut Position, otherwise: Option<Point>) -> Vec<Point> {
    let attacker = !position.to_move();
    let five = otherwise.filter(|&point| position.threat(point, attacker) == Threat::Five);
    let mut replies: Vec<Point> = match five {
        // Nothing else but a stone on it stops a five.
        Some(five) if position.rule().lets_stopped_fives_win(attacker) => vec![five],
        _ => position.size().points().collect(),
    };
    replies.retain(|&reply| {
        position.is_free(reply) && position.is_legal(reply) && !punishes(position, reply, otherwise)
    });
    replies
}

/// Whether the attacker's `otherwise` wins at once after the defender's `reply`.
fn punishes(position: &mut Position, reply: Point, otherwise: Option<Point>) -> bool {
    let (defender, attacker) = (position.to_move(), !position.to_move());
    let Some(otherwise) = otherwise.filter(|&point| point != reply) else { return false };
    // A reply that spoils a five is punished more quickly by another one.
    let was_five = position.threat(otherwise, attacker) == Threat::Five;
    position.play(reply);
    let threat = position.threat(otherwise, attacker);
    let wins = threat == Threat::Five
        || threat == Threat::OpenFour
            && !was_five
            && position.count(defender, Threat::Five) == 0
            && position.is_legal(otherwise);
    position.undo();
    wins
}

/// The stones of a position.
pub(super) fn board_of(position: &Position) -> Board {
    let mut board = Board::new(position.size());
    for point in position.size().points() {
        if let Some(side) = position.at(point) {
            board.place(point, side);
        }
    }
    board
}
