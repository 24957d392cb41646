//! Wins by fours, written down to be tried again where a stone more is on the board.

use tengen_core::Point;

use crate::solver::{Budget, Over, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// How the side to move wins by fours.
#[derive(Clone, Debug)]
struct Plan {
    attack: Point,
    /// How it goes on after each block.
    answers: Vec<(Point, Plan)>,
}

/// Wins by fours of one side around a position. Most of its other positions fall to the same ones,
/// and to try them takes far fewer nodes than to look for others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plans {
    /// With the moves up to the five, the most useful first.
    known: Vec<(u16, Plan)>,
}

/// What writing a plan down may cost: several stops to each four make long wins wide.
const WRITING: u64 = 500;

impl Plans {
    /// The moves up to the five within which the side to move wins by fours, if it does.
    pub(crate) fn win(
        &mut self,
        position: &mut Position,
        fours: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, Over> {
        for n in 0..self.known.len() {
            let (moves, plan) = &self.known[n];
            if plan.wins(position, budget)? {
                let moves = *moves;
                self.known[..=n].rotate_right(1);
                return Ok(Some(moves));
            }
        }
        let VcfResult::Win { moves, .. } = fours.solve(position, VcfResult::ENDLESS, budget)?
        else {
            return Ok(None);
        };
        let before = budget.narrow(WRITING);
        let plan = Plan::write(position, fours, budget);
        // The win is known, whether there is something left or not.
        let _ = budget.widen(before);
        if let Ok(Some(plan)) = plan {
            self.known.insert(0, (moves, plan));
        }
        Ok(Some(moves))
    }
}

impl Plan {
    /// The shortest win of the side to move, if there is one.
    fn write(
        position: &mut Position,
        fours: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Plan>, Over> {
        let VcfResult::Win { moves, first } = fours.solve(position, VcfResult::ENDLESS, budget)?
        else {
            return Ok(None);
        };
        let mut plan = Plan { attack: first, answers: Vec::new() };
        if moves == 1 {
            return Ok(Some(plan));
        }
        let written = played(position, first, budget, |position, budget| {
            for block in blocks(position).unwrap_or_default() {
                let answer =
                    played(position, block, budget, |p, budget| Plan::write(p, fours, budget))?;
                plan.answers.extend(answer.map(|answer| (block, answer)));
            }
            Ok(())
        });
        written.map(|()| Some(plan))
    }

    /// Whether the side to move wins so, whatever else has been played since.
    fn wins(&self, position: &mut Position, budget: &mut Budget<'_>) -> Result<bool, Over> {
        if position.count(position.to_move(), Threat::Five) > 0 {
            return Ok(true);
        }
        if !position.is_free(self.attack) || !position.is_legal(self.attack) {
            return Ok(false);
        }
        played(position, self.attack, budget, |position, budget| {
            let Some(blocks) = blocks(position) else { return Ok(false) };
            for block in blocks {
                let answer = self.answers.iter().find(|&&(point, _)| point == block);
                let Some((_, answer)) = answer else { return Ok(false) };
                if !played(position, block, budget, |p, budget| answer.wins(p, budget))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// How the side to move can block the enemy's four; `None` if there is none to block, or if it
/// makes five itself.
pub(in crate::solver) fn blocks(position: &mut Position) -> Option<Vec<Point>> {
    let (own, enemy) = (position.to_move(), !position.to_move());
    let is_open = position.count(enemy, Threat::Five) > 0 && position.count(own, Threat::Five) == 0;
    is_open.then(|| position.blocks())
}

/// Plays, looks and undoes.
fn played<'b, T>(
    position: &mut Position,
    point: Point,
    budget: &mut Budget<'b>,
    look: impl FnOnce(&mut Position, &mut Budget<'b>) -> Result<T, Over>,
) -> Result<T, Over> {
    budget.spend()?;
    position.play(point);
    let seen = look(position, budget);
    position.undo();
    seen
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Board, Rule, Side, Size};

    use super::*;
    use crate::PatternTables;

    /// White is to move; Black's k8 would make a four, and with the next stone an open four.
    fn four_three(rule: Rule) -> Position {
        let mut board = Board::new(Size::default());
        for point in ["h8", "i8", "j8", "k9", "k10"] {
            board.place(point.parse().unwrap(), Side::Black);
        }
        for point in ["a1", "a3", "a5", "g8"] {
            board.place(point.parse().unwrap(), Side::White);
        }
        Position::from_board(&board, Side::White, Arc::new(PatternTables::new(rule)))
    }

    #[test]
    fn a_win_is_looked_for_once_and_tried_again_where_it_may_not_hold() {
        for rule in Rule::ALL {
            let mut position = four_three(rule);
            let (mut plans, mut fours) = (Plans::default(), VcfSolver::new(1 << 16));
            let mut after = |point: &str| {
                let mut budget = Budget::new(10_000, &|| false);
                position.play(point.parse().unwrap());
                let win = plans.win(&mut position, &mut fours, &mut budget);
                position.undo();
                (win, budget.nodes(), plans.known.len())
            };
            assert_eq!((after("o15").0, after("c13").0), (Ok(Some(3)), Ok(Some(3))), "{rule}");
            let (win, nodes, known) = after("o1");
            assert_eq!((win, known), (Ok(Some(3)), 1), "{rule}");
            assert!(nodes < 20, "{rule}: {nodes} nodes to try what is known");
            for stop in ["k8", "l8"] {
                assert_eq!(after(stop).0, Ok(None), "{rule}: {stop} stops it");
            }
        }
    }

    #[test]
    fn a_win_stays_known_if_writing_it_down_takes_too_long() {
        let mut position = four_three(Rule::Caro);
        position.play("o15".parse().unwrap());
        let (mut plans, mut fours) = (Plans::default(), VcfSolver::new(1 << 16));
        let mut budget = Budget::new(10_000, &|| false);
        assert!(fours.solve(&mut position, VcfResult::ENDLESS, &mut budget).unwrap().is_win());
        // What is remembered costs nothing, so that all is left for writing.
        let win = plans.win(&mut position, &mut fours, &mut Budget::new(1, &|| false));
        assert_eq!((win, plans.known.len()), (Ok(Some(3)), 0));
    }
}
