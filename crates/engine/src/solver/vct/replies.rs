//! The defender's replies to a threat: all that can matter.

use tengen_core::{Direction, Point};

use crate::solver::{Budget, Over, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// What the attacker threatens, the defender to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Threatened {
    /// The defender makes five.
    Lost,
    /// Nothing, as far as fours were looked for; whether they were looked for to the end.
    Nothing {
        /// Whether there is no threat for sure.
        sure: bool,
    },
    /// The attacker wins within so many plies after any reply that is not listed.
    Replies {
        /// The replies.
        points: Vec<Point>,
        /// Plies from the defender's move on.
        otherwise: u16,
    },
}

/// What the attacker threatens and which replies could stop it: all others lose to the threat.
pub(crate) fn replies(
    position: &mut Position,
    fours: &mut VcfSolver,
    effort: u64,
    budget: &mut Budget<'_>,
) -> Result<Threatened, Over> {
    let (defender, attacker) = (position.to_move(), !position.to_move());
    if position.count(defender, Threat::Five) > 0 {
        return Ok(Threatened::Lost);
    }
    if position.count(attacker, Threat::Five) > 0 {
        return Ok(Threatened::Replies { points: position.blocks(), otherwise: 2 });
    }
    if let Some(mut points) = position.open_four_defences() {
        add_fours(position, &mut points);
        finish(position, &mut points);
        return Ok(Threatened::Replies { points, otherwise: 4 });
    }
    position.pass();
    let before = budget.narrow(effort);
    let line = winning_line(position, fours, budget);
    let widened = budget.widen(before);
    position.undo();
    widened?;
    match line {
        Err(Over) => Ok(Threatened::Nothing { sure: false }),
        Ok(None) => Ok(Threatened::Nothing { sure: true }),
        Ok(Some(mut line)) => {
            add_fours(position, &mut line.points);
            finish(position, &mut line.points);
            Ok(Threatened::Replies { points: line.points, otherwise: line.plies + 1 })
        }
    }
}

/// The defender's own fours: they win time.
fn add_fours(position: &Position, points: &mut Vec<Point>) {
    let side = position.to_move();
    for threat in Threat::FOURS {
        points.extend(position.points(side, threat));
    }
}

fn finish(position: &Position, points: &mut Vec<Point>) {
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| position.is_free(point) && position.is_legal(point));
}

/// A win by fours and the points whose loss could spoil it.
#[derive(Default)]
struct Line {
    points: Vec<Point>,
    plies: u16,
    /// The attacker's moves, where the defender has a single reply to each.
    moves: Vec<Point>,
    /// Whether what is forbidden decides somewhere: then a stone anywhere may matter.
    hangs_on_fouls: bool,
}

/// The shortest win by fours of the side to move, with every point where a stone that the other
/// side had put before could change it.
fn winning_line(
    position: &mut Position,
    fours: &mut VcfSolver,
    budget: &mut Budget<'_>,
) -> Result<Option<Line>, Over> {
    let found = fours.solve(position, VcfResult::ENDLESS, budget)?;
    let VcfResult::Win { moves, first } = found else { return Ok(None) };
    let mut line = Line { plies: 2 * moves - 1, ..Line::default() };
    let played = position.move_count();
    let walked = line.walk(position, first, fours, budget);
    while position.move_count() > played {
        position.undo();
    }
    walked?;
    if line.hangs_on_fouls {
        let size = position.size();
        let spoils = |&point: &Point| {
            position.is_free(point) && !line.points.contains(&point) && {
                !survives(position, point, &line.moves)
            }
        };
        let spoilers: Vec<Point> = size.points().filter(spoils).collect();
        line.points.extend(spoilers);
    }
    Ok(Some(line))
}

impl Line {
    /// Follows a win from the attacker's move `first` to its end, and leaves the position there.
    fn walk(
        &mut self,
        position: &mut Position,
        first: Point,
        fours: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let (attacker, rule) = (position.to_move(), position.rule());
        self.hangs_on_fouls |=
            rule.forbids(attacker) && position.may_be_double_three(first, attacker);
        self.points.push(first);
        self.moves.push(first);
        budget.spend()?;
        position.play(first);
        self.points.extend(position.points(attacker, Threat::Five));
        if !rule.lets_stopped_fives_win(attacker) {
            return self.walk_all(position, first, fours, budget);
        }
        let block = position.first_of(attacker, Threat::Five);
        let only = block.filter(|_| position.count(attacker, Threat::Five) == 1);
        let Some(block) = only else { return Ok(()) };
        if !position.is_legal(block) {
            self.hangs_on_fouls = true;
            return Ok(());
        }
        self.walk_on(position, block, fours, budget)
    }

    /// The defender blocks, and the attack goes on.
    fn walk_on(
        &mut self,
        position: &mut Position,
        block: Point,
        fours: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let defender = position.to_move();
        budget.spend()?;
        position.play(block);
        // With an earlier stone on one of these the block would have made a four.
        for threat in Threat::FOURS.into_iter().chain([Threat::Five, Threat::Foul]) {
            self.points.extend(position.points(defender, threat));
        }
        match fours.solve(position, VcfResult::ENDLESS, budget)? {
            VcfResult::Win { first: next, .. } => self.walk(position, next, fours, budget),
            VcfResult::Fail { .. } => Ok(()),
        }
    }

    /// The same where a stone at the end of a row may spoil a five.
    fn walk_all(
        &mut self,
        position: &mut Position,
        last: Point,
        fours: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<(), Over> {
        let attacker = !position.to_move();
        let size = position.size();
        let fives: Vec<Point> = position.points(attacker, Threat::Five).collect();
        for near in fives.into_iter().chain([last]) {
            for line in Direction::ALL {
                let around = (-5..=5).filter_map(|d| near.stepped(line, d, size));
                self.points.extend(around);
            }
        }
        for stop in position.five_defences() {
            let played = position.move_count();
            self.points.push(stop);
            self.walk_on(position, stop, fours, budget)?;
            while position.move_count() > played {
                position.undo();
            }
        }
        Ok(())
    }
}

/// Whether a win by fours is still one after the enemy has put a stone on `extra`.
fn survives(position: &mut Position, extra: Point, moves: &[Point]) -> bool {
    let attacker = position.to_move();
    let played = position.move_count();
    position.pass();
    position.play(extra);
    let mut wins = false;
    for &point in moves {
        let five_now = position.first_of(!attacker, Threat::Five);
        let stopped = five_now.is_some_and(|five| five != point);
        if stopped || !position.is_free(point) || !position.is_legal(point) {
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
