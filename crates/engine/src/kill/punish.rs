//! Which replies an else move answers at once.

use tengen_core::{Direction, Point, Size};

use crate::{Position, Threat};

/// The legal replies that the else move does not punish at once: all, if there is no such move.
pub(super) fn unpunished(position: &mut Position, otherwise: Option<Point>) -> Vec<Point> {
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
