//! Known VCFs tried again where another stone is on the board.

use tengen_core::Point;

use crate::solver::{Budget, BudgetSpent, VcfResult, VcfSolver};
use crate::{Position, Threat};

/// How the side to move wins by fours.
#[derive(Clone, Debug)]
struct WinningTree {
    attack: Point,
    /// How the attack goes on after each block.
    answers: Vec<(Point, WinningTree)>,
}

/// VCFs of one side in the positions around a root. Most of these positions fall to the same few
/// wins, and trying those costs far fewer nodes than a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct VcfReplay {
    /// With the moves up to the five, the win that worked last first.
    known: Vec<(u16, WinningTree)>,
}

/// The nodes for writing a tree: where each four can be blocked in several ways, long wins get wide.
const TREE_NODES: u64 = 500;

impl VcfReplay {
    /// The moves up to the five, if the side to move has a VCF.
    pub(crate) fn win(
        &mut self,
        position: &mut Position,
        vcf: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<u16>, BudgetSpent> {
        for n in 0..self.known.len() {
            let (moves, tree) = &self.known[n];
            if tree.wins(position, budget)? {
                let moves = *moves;
                self.known[..=n].rotate_right(1);
                return Ok(Some(moves));
            }
        }
        let VcfResult::Win { moves, .. } = vcf.solve(position, VcfResult::UNLIMITED, budget)?
        else {
            return Ok(None);
        };
        let before = budget.narrow(TREE_NODES);
        let tree = WinningTree::write(position, vcf, budget);
        // The win is known, even if the budget is spent.
        let _ = budget.widen(before);
        if let Ok(Some(tree)) = tree {
            self.known.insert(0, (moves, tree));
        }
        Ok(Some(moves))
    }
}

impl WinningTree {
    /// The win that the solver knows for the side to move, if there is one.
    fn write(
        position: &mut Position,
        vcf: &mut VcfSolver,
        budget: &mut Budget<'_>,
    ) -> Result<Option<WinningTree>, BudgetSpent> {
        let VcfResult::Win { moves, first } = vcf.solve(position, VcfResult::UNLIMITED, budget)?
        else {
            return Ok(None);
        };
        let mut tree = WinningTree { attack: first, answers: Vec::new() };
        if moves == 1 {
            return Ok(Some(tree));
        }
        let written = with_move(position, first, budget, |position, budget| {
            for block in blocks(position).unwrap_or_default() {
                let answer = with_move(position, block, budget, |position, budget| {
                    WinningTree::write(position, vcf, budget)
                })?;
                tree.answers.extend(answer.map(|answer| (block, answer)));
            }
            Ok(())
        });
        written.map(|()| Some(tree))
    }

    /// Whether the side to move wins with these moves, whatever else was played since.
    fn wins(&self, position: &mut Position, budget: &mut Budget<'_>) -> Result<bool, BudgetSpent> {
        if position.count(position.to_move(), Threat::Five) > 0 {
            return Ok(true);
        }
        if !position.is_free(self.attack) || !position.is_legal(self.attack) {
            return Ok(false);
        }
        with_move(position, self.attack, budget, |position, budget| {
            let Some(blocks) = blocks(position) else { return Ok(false) };
            for block in blocks {
                let answer = self.answers.iter().find(|&&(point, _)| point == block);
                let Some((_, answer)) = answer else { return Ok(false) };
                let wins = with_move(position, block, budget, |position, budget| {
                    answer.wins(position, budget)
                });
                if !wins? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// How the side to move can block the enemy's four. `None` if there is no four to block, or if it
/// makes five itself.
pub(in crate::solver) fn blocks(position: &mut Position) -> Option<Vec<Point>> {
    let (own, enemy) = (position.to_move(), !position.to_move());
    let is_open = position.count(enemy, Threat::Five) > 0 && position.count(own, Threat::Five) == 0;
    is_open.then(|| position.blocks())
}

/// Plays, looks and undoes.
fn with_move<'b, T>(
    position: &mut Position,
    point: Point,
    budget: &mut Budget<'b>,
    look: impl FnOnce(&mut Position, &mut Budget<'b>) -> Result<T, BudgetSpent>,
) -> Result<T, BudgetSpent> {
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

    /// White is to move; Black's k8 would make a four and an open three.
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
    fn a_win_is_searched_once_and_tried_again_where_it_may_not_hold() {
        for rule in Rule::ALL {
            let mut position = four_three(rule);
            let (mut replay, mut vcf) = (VcfReplay::default(), VcfSolver::new(1 << 16));
            let mut after = |point: &str| {
                let mut budget = Budget::new(10_000, &|| false);
                position.play(point.parse().unwrap());
                let win = replay.win(&mut position, &mut vcf, &mut budget);
                position.undo();
                (win, budget.nodes(), replay.known.len())
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
        let (mut replay, mut vcf) = (VcfReplay::default(), VcfSolver::new(1 << 16));
        let mut budget = Budget::new(10_000, &|| false);
        assert!(vcf.solve(&mut position, VcfResult::UNLIMITED, &mut budget).unwrap().is_win());
        // What the table knows costs nothing, so the whole budget is left for writing.
        let win = replay.win(&mut position, &mut vcf, &mut Budget::new(1, &|| false));
        assert_eq!((win, replay.known.len()), (Ok(Some(3)), 0));
    }
}
