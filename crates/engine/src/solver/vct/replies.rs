//! The defender's replies to a threat: all that can matter.

use tengen_core::{Direction, Point};

use crate::solver::{Budget, BudgetSpent, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// What the defender, to move, can do about the attacker's threat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Replies {
    /// Make five: the attack has failed.
    MakeFive,
    /// Anything: no threat was found.
    NoThreat {
        /// Whether the VCF search was complete, so that there is none.
        is_certain: bool,
    },
    /// Try one of a few points: all other replies lose to the threat.
    Listed {
        /// The replies.
        points: Vec<Point>,
        /// Plies to the attacker's five after any other reply, counted from the defender's move.
        else_plies: u16,
    },
}

/// Looks for the attacker's threat with a VCF search of at most `vcf_nodes`, and lists the replies
/// that could stop it.
pub(crate) fn find_replies(
    position: &mut Position,
    vcf: &mut VcfSolver,
    vcf_nodes: u64,
    budget: &mut Budget<'_>,
) -> Result<Replies, BudgetSpent> {
    let (defender, attacker) = (position.to_move(), !position.to_move());
    if position.count(defender, Threat::Five) > 0 {
        return Ok(Replies::MakeFive);
    }
    if position.count(attacker, Threat::Five) > 0 {
        return Ok(Replies::Listed { points: position.blocks(), else_plies: 2 });
    }
    if let Some(mut points) = position.open_four_defences() {
        add_fours(position, &mut points);
        keep_legal(position, &mut points);
        return Ok(Replies::Listed { points, else_plies: 4 });
    }
    position.pass();
    let before = budget.narrow(vcf_nodes);
    let line = winning_line(position, vcf, budget);
    let widened = budget.widen(before);
    position.undo();
    widened?;
    match line {
        Err(BudgetSpent) => Ok(Replies::NoThreat { is_certain: false }),
        Ok(None) => Ok(Replies::NoThreat { is_certain: true }),
        Ok(Some(mut line)) => {
            add_fours(position, &mut line.points);
            keep_legal(position, &mut line.points);
            Ok(Replies::Listed { points: line.points, else_plies: line.plies + 1 })
        }
    }
}

/// Adds the defender's own fours: they win time.
fn add_fours(position: &Position, points: &mut Vec<Point>) {
    let side = position.to_move();
    for threat in Threat::FOURS {
        points.extend(position.points(side, threat));
    }
}

/// Sorts the points, and drops doubles and illegal moves.
fn keep_legal(position: &Position, points: &mut Vec<Point>) {
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| position.is_free(point) && position.is_legal(point));
}

/// A VCF, and the points where a defending stone could spoil it.
#[derive(Default)]
struct WinningLine {
    points: Vec<Point>,
    plies: u16,
    /// The attacker's moves, where the defender has a single reply to each.
    moves: Vec<Point>,
    /// Whether a forbidden point decides somewhere: then a stone anywhere may matter.
    depends_on_fouls: bool,
}

/// A VCF of the side to move, with every point where an earlier stone of the other side could
/// change it.
fn winning_line(
    position: &mut Position,
    vcf: &mut VcfSolver,
    budget: &mut Budget<'_>,
) -> Result<Option<WinningLine>, BudgetSpent> {
    let found = vcf.solve(position, VcfResult::UNLIMITED, budget)?;
    let VcfResult::Win { moves, first } = found else { return Ok(None) };
    let mut line = WinningLine { plies: 2 * moves - 1, ..WinningLine::default() };
    let played = position.move_count();
    let followed = line.follow(position, first, vcf, budget);
    while position.move_count() > played {
        position.undo();
    }
    followed?;
    if line.depends_on_fouls {
        let size = position.size();
        let spoils = |&point: &Point| {
            position.is_free(point) && !line.points.contains(&point) && {
                !still_wins(position, point, &line.moves)
            }
        };
        let spoilers: Vec<Point> = size.points().filter(spoils).collect();
        line.points.extend(spoilers);
    }
    Ok(Some(line))
}

impl WinningLine {
    /// Follows the win from the attacker's move `first` to its end, and leaves the position there.
    fn follow(
        &mut self,
        position: &mut Position,
        first: Point,
        vcf: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let (attacker, rule) = (position.to_move(), position.rule());
        self.depends_on_fouls |=
            rule.forbids(attacker) && position.may_be_double_three(first, attacker);
        self.points.push(first);
        self.moves.push(first);
        budget.spend()?;
        position.play(first);
        self.points.extend(position.points(attacker, Threat::Five));
        if !rule.lets_stopped_fives_win(attacker) {
            return self.follow_all_blocks(position, first, vcf, budget);
        }
        let block = position.first_of(attacker, Threat::Five);
        let only = block.filter(|_| position.count(attacker, Threat::Five) == 1);
        let Some(block) = only else { return Ok(()) };
        if !position.is_legal(block) {
            self.depends_on_fouls = true;
            return Ok(());
        }
        self.follow_block(position, block, vcf, budget)
    }

    /// The defender blocks, and the attack goes on.
    fn follow_block(
        &mut self,
        position: &mut Position,
        block: Point,
        vcf: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let defender = position.to_move();
        budget.spend()?;
        position.play(block);
        // With an earlier stone on one of these points the block would have made a four.
        for threat in Threat::FOURS.into_iter().chain([Threat::Five, Threat::Foul]) {
            self.points.extend(position.points(defender, threat));
        }
        match vcf.solve(position, VcfResult::UNLIMITED, budget)? {
            VcfResult::Win { first: next, .. } => self.follow(position, next, vcf, budget),
            VcfResult::Fail { .. } => Ok(()),
        }
    }

    /// The same under rules where a stone at the end of a row may spoil a five.
    fn follow_all_blocks(
        &mut self,
        position: &mut Position,
        last: Point,
        vcf: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), BudgetSpent> {
        let attacker = !position.to_move();
        let size = position.size();
        let fives: Vec<Point> = position.points(attacker, Threat::Five).collect();
        for near in fives.into_iter().chain([last]) {
            for line in Direction::ALL {
                let around = (-5..=5).filter_map(|d| near.stepped(line, d, size));
                self.points.extend(around);
            }
        }
        for block in position.five_defences() {
            let played = position.move_count();
            self.points.push(block);
            self.follow_block(position, block, vcf, budget)?;
            while position.move_count() > played {
                position.undo();
            }
        }
        Ok(())
    }
}

/// Whether the attacker's `moves` still win by fours with an enemy stone on `extra`.
fn still_wins(position: &mut Position, extra: Point, moves: &[Point]) -> bool {
    let attacker = position.to_move();
    let played = position.move_count();
    position.pass();
    position.play(extra);
    let mut wins = false;
    for &point in moves {
        let five_now = position.first_of(!attacker, Threat::Five);
        let is_stopped = five_now.is_some_and(|five| five != point);
        if is_stopped || !position.is_free(point) || !position.is_legal(point) {
            break;
        }
        position.play(point);
        let fives = position.count(attacker, Threat::Five);
        let block = position.first_of(attacker, Threat::Five);
        let Some(block) = block.filter(|_| position.count(!attacker, Threat::Five) == 0) else {
            break;
        };
        if fives > 1 || !position.is_legal(block) {
            wins = true;
            break;
        }
        position.play(block);
    }
    while position.move_count() > played {
        position.undo();
    }
    wins
}

#[cfg(test)]
mod tests;
