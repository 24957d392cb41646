//! The else move: one answer to all replies that have none of their own.
//!
//! Most replies of a proof are answered by it, so what does not depend on the reply is found once,
//! and a reply costs no look at the whole board.

use tengen_core::{Direction, Point, Side};

use crate::fives::Trial;

/// How far from a new stone the point can be that makes a five of it, along the line: the other
/// stones of that five lie between them or beyond, and with more of them between the point was a
/// five before.
const REACH: i8 = 4;

/// An else move in a position with the defender to move, who cannot make five.
pub(crate) struct Otherwise {
    point: Point,
    attacker: Side,
    /// Whether it makes five after every reply but the one on its point.
    wins: bool,
    /// Where the attacker makes five after it, unless a reply spoils that. A reply adds none.
    fives: Vec<Point>,
}

/// How an else move answers a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// It makes five.
    Five,
    /// It threatens fives of which the next reply cannot stop all.
    Threats,
}

/// Why an else move does not answer a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OtherwiseFault {
    /// The reply is on its point.
    #[error("takes its point")]
    Taken,
    /// It is forbidden to the attacker.
    #[error("makes it forbidden")]
    Forbidden,
    /// It neither makes nor threatens five.
    #[error("leaves it without a threat")]
    Harmless,
    /// The defender makes five before the attacker does.
    #[error("makes a four that comes first, with a five at {0}")]
    CounterFive(Point),
    /// The next reply stops all that it threatens.
    #[error("leaves it a threat that {0} stops")]
    Stopped(Point),
}

impl Otherwise {
    /// Whether it makes five after every reply but the one on its point.
    pub(crate) fn wins(&self) -> bool {
        self.wins
    }

    /// The else move `point`, which is free, for the position on the board.
    pub(crate) fn new(trial: &mut Trial, point: Point, attacker: Side) -> Otherwise {
        let wins = trial.is_five(point, attacker) && trial.rule().lets_stopped_fives_win(attacker);
        let fives = match wins {
            true => Vec::new(),
            false => trial.with(point, attacker, |trial| trial.fives(attacker)),
        };
        Otherwise { point, attacker, wins, fives }
    }

    /// How the move answers a reply on a free point of that same position.
    pub(crate) fn answer(&self, trial: &mut Trial, reply: Point) -> Result<Answer, OtherwiseFault> {
        let (point, attacker) = (self.point, self.attacker);
        if reply == point {
            return Err(OtherwiseFault::Taken);
        }
        if self.wins {
            return Ok(Answer::Five);
        }
        trial.with(reply, !attacker, |trial| {
            if trial.is_five(point, attacker) {
                return Ok(Answer::Five);
            }
            if trial.is_forbidden(point, attacker) {
                return Err(OtherwiseFault::Forbidden);
            }
            trial.with(point, attacker, |trial| self.threat(trial, reply))
        })
    }

    /// Whether the fives that are left win, the reply and the else move on the board.
    fn threat(&self, trial: &mut Trial, reply: Point) -> Result<Answer, OtherwiseFault> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        let fives = self.fives.iter().copied().filter(|&five| five != reply);
        let fives: Vec<Point> = fives.filter(|&five| trial.is_five(five, attacker)).collect();
        let Some(&first) = fives.first() else { return Err(OtherwiseFault::Harmless) };
        // He had no five before, so a new one needs his new stone.
        if let Some(five) = trial.five_with(reply, defender) {
            return Err(OtherwiseFault::CounterFive(five));
        }
        // Whatever stops all of them stops the first.
        let stop = trial.spoilers(first, attacker).into_iter().find(|&stop| {
            let stops = trial.with(stop, defender, |trial| {
                let mut left = fives.iter().filter(|&&five| five != stop);
                !left.any(|&five| trial.is_five(five, attacker))
            });
            stops && !trial.is_forbidden(stop, defender)
        });
        stop.map_or(Ok(Answer::Threats), |stop| Err(OtherwiseFault::Stopped(stop)))
    }
}

impl Trial {
    /// A point at which `side` makes five with its stone on `point`, if there was none without it.
    pub(crate) fn five_with(&mut self, point: Point, side: Side) -> Option<Point> {
        let size = self.board().size();
        Direction::ALL.into_iter().find_map(|direction| {
            let near = (-REACH..=REACH).filter_map(|steps| point.stepped(direction, steps, size));
            // The stone itself, the point that is looked for, and three more make a five.
            let own = near.clone().filter(|&near| self.board().at(near) == Some(side));
            if own.count() < 4 {
                return None;
            }
            let free: Vec<Point> = near.filter(|&near| self.board().is_free(near)).collect();
            free.into_iter().find(|&near| self.is_five(near, side))
        })
    }

    /// The free points on which a stone of the other side can keep `side` from making five at
    /// `five`: that point and, where fives can be stopped, the ends of the rows that it makes.
    fn spoilers(&self, five: Point, side: Side) -> Vec<Point> {
        let mut points = vec![five];
        if !self.rule().lets_stopped_fives_win(side) {
            let ways =
                Direction::ALL.into_iter().flat_map(|direction| [(direction, 1), (direction, -1)]);
            let ends = ways.filter_map(|(direction, way)| self.end(five, side, direction, way));
            points.extend(ends.filter(|&end| self.board().is_free(end)));
        }
        points
    }

    /// The first point that is not `side`'s on the way from `point`, if the edge is not before it.
    fn end(&self, point: Point, side: Side, direction: Direction, way: i8) -> Option<Point> {
        let size = self.board().size();
        let points = (1..).map_while(|steps: i8| point.stepped(direction, way * steps, size));
        points.into_iter().find(|&point| self.board().at(point) != Some(side))
    }
}
