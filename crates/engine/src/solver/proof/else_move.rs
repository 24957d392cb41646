//! Which replies an else move answers at once.

use tengen_core::{Direction, Point, Size};

use crate::{Position, Threat};

/// The legal replies that the else move does not punish at once: all, if there is no such move. The
/// defender, who is to move, makes no five.
pub(in crate::solver) fn unpunished(
    position: &mut Position,
    otherwise: Option<Point>,
) -> Vec<Point> {
    let attacker = !position.to_move();
    let five = otherwise.filter(|&point| position.threat(point, attacker) == Threat::Five);
    let mut replies: Vec<Point> = match (five, otherwise) {
        // Nothing else but a stone on it stops a five.
        (Some(five), _) if position.rule().lets_stopped_fives_win(attacker) => vec![five],
        (None, Some(point)) if !position.may_be_double_three(point, attacker) => {
            close_or_sharp(position, point)
        }
        _ => position.size().points().collect(),
    };
    replies.retain(|&reply| {
        position.is_free(reply) && position.is_legal(reply) && !punishes(position, reply, otherwise)
    });
    replies
}

/// The replies that can matter to an open four on `point` which nothing far away forbids: those on
/// its lines, and the defender's fours.
fn close_or_sharp(position: &Position, point: Point) -> Vec<Point> {
    /// As far as the shapes of a point depend on its line.
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
                        let replies = unpunished(&mut position, Some(point));
                        let mut all: Vec<Point> = board.free_points().collect();
                        all.retain(|&reply| {
                            position.is_legal(reply) && !punishes(&mut position, reply, Some(point))
                        });
                        assert_eq!(replies, all, "{rule}: {side} after a threat on {point}");
                        compared += 1;
                    }
                }
            }
        }
    }
}
