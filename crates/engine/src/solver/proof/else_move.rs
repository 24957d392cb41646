//! The else move of a proof: one answer to all replies that are not listed.

use tengen_core::{Direction, Point, Size};

use crate::{Position, Threat};

/// The legal replies that need an answer of their own, since the else move does not win at once
/// after them. Without an else move these are all. The defender, to move, cannot make five.
pub(in crate::solver) fn replies_to_list(
    position: &mut Position,
    else_move: Option<Point>,
) -> Vec<Point> {
    let attacker = !position.to_move();
    let five = else_move.filter(|&point| position.threat(point, attacker) == Threat::Five);
    let mut replies: Vec<Point> = match (five, else_move) {
        // Only a stone on the point itself stops a five.
        (Some(five), _) if position.rule().lets_stopped_fives_win(attacker) => vec![five],
        (None, Some(point)) if !position.may_be_double_three(point, attacker) => {
            replies_that_matter(position, point)
        }
        _ => position.size().points().collect(),
    };
    replies.retain(|&reply| {
        position.is_free(reply)
            && position.is_legal(reply)
            && !wins_after(position, reply, else_move)
    });
    replies
}

/// The replies that can matter to an open four on `point` that nothing far away forbids: those on
/// its lines, and the defender's fours.
fn replies_that_matter(position: &Position, point: Point) -> Vec<Point> {
    /// How far along a line the shapes of a point depend on stones.
    const REACH: i8 = 6;
    let (defender, size): (_, Size) = (position.to_move(), position.size());
    let mut replies = vec![point];
    for line in Direction::ALL {
        let near = (-REACH..=REACH).filter(|&far| far != 0);
        replies.extend(near.filter_map(|far| point.stepped(line, far, size)));
    }
    for threat in Threat::FOURS {
        replies.extend(position.points(defender, threat));
    }
    replies.sort_unstable();
    replies.dedup();
    replies
}

/// Whether the attacker's else move wins at once after the defender's `reply`.
fn wins_after(position: &mut Position, reply: Point, else_move: Option<Point>) -> bool {
    let (defender, attacker) = (position.to_move(), !position.to_move());
    let Some(else_move) = else_move.filter(|&point| point != reply) else { return false };
    // If the else move was a five and the reply spoils it, another five is quicker than an open four.
    let was_five = position.threat(else_move, attacker) == Threat::Five;
    position.play(reply);
    let threat = position.threat(else_move, attacker);
    let wins = threat == Threat::Five
        || threat == Threat::OpenFour
            && !was_five
            && position.count(defender, Threat::Five) == 0
            && position.is_legal(else_move);
    position.undo();
    wins
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Rule, Side};

    use super::*;
    use crate::PatternTables;
    use crate::solver::test_boards::random_board;

    #[test]
    fn no_reply_is_overlooked() {
        for rule in Rule::ALL {
            let mut rng = fastrand::Rng::with_seed(0x50 + u64::from(rule.code()));
            let tables = Arc::new(PatternTables::new(rule));
            let mut compared = 0;
            while compared < 2_000 {
                let board = random_board(&mut rng);
                let side = Side::BOTH[rng.usize(..2)];
                let mut position = Position::from_board(&board, side, tables.clone());
                if position.count(side, Threat::Five) > 0 {
                    continue;
                }
                for threat in [Threat::OpenFour, Threat::Five] {
                    let points: Vec<Point> = position.points(!side, threat).collect();
                    for point in points {
                        let replies = replies_to_list(&mut position, Some(point));
                        let mut all: Vec<Point> = board.free_points().collect();
                        all.retain(|&reply| {
                            position.is_legal(reply)
                                && !wins_after(&mut position, reply, Some(point))
                        });
                        assert_eq!(replies, all, "{rule}: {side} after a threat on {point}");
                        compared += 1;
                    }
                }
            }
        }
    }
}
