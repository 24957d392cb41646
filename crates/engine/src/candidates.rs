//! Which moves are tried, and in what order.

use tengen_core::{Point, Side};

use crate::{Position, Threat};

/// A move and its place in the order: the higher, the earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) point: Point,
    pub(crate) order: i32,
}

/// What the side to move has to care about, strongest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Situation {
    /// It makes five here.
    Five(Point),
    /// The enemy makes five here next, and only here: the point is the only move.
    MustBlock(Point),
    /// The enemy makes five next where the rule lets one stone spoil several fives, or spoil one
    /// from its far end.
    MustStopFives,
    /// The enemy makes five at two points or at one that may not be blocked.
    Lost,
    /// It makes an open four or two fours here, and the enemy has nothing stronger.
    OpenFour(Point),
    /// The enemy threatens an open four.
    Threatened,
    /// Nothing forces.
    Free,
}

impl Position {
    /// What forces the side to move, by the threats on the board alone.
    pub(crate) fn situation(&self) -> Situation {
        let (own, enemy) = (self.to_move(), !self.to_move());
        if let Some(point) = self.first_of(own, Threat::Five) {
            return Situation::Five(point);
        }
        if let Some(point) = self.first_of(enemy, Threat::Five) {
            if !self.rule().lets_stopped_fives_win(enemy) {
                return Situation::MustStopFives;
            }
            let blocked = self.count(enemy, Threat::Five) == 1 && self.is_legal(point);
            return if blocked { Situation::MustBlock(point) } else { Situation::Lost };
        }
        if self.count(own, Threat::OpenFour) > 0
            && let Some(point) = self.points(own, Threat::OpenFour).find(|&p| self.is_legal(p))
        {
            return Situation::OpenFour(point);
        }
        match self.count(enemy, Threat::OpenFour) {
            0 => Situation::Free,
            _ => Situation::Threatened,
        }
    }

    fn first_of(&self, side: Side, threat: Threat) -> Option<Point> {
        (self.count(side, threat) > 0).then(|| self.first_point(side, threat)).flatten()
    }

    /// The moves that the search looks at when nothing forces, best first.
    pub fn candidates(&self) -> Vec<Point> {
        let mut moves = Vec::new();
        self.add_all(&mut moves);
        moves.sort_by_key(|candidate| (-candidate.order, candidate.point));
        moves.into_iter().map(|candidate| candidate.point).collect()
    }

    /// The moves that make a four of the side to move, appended to `moves`.
    pub(crate) fn add_fours(&self, moves: &mut Vec<Candidate>) {
        let side = self.to_move();
        for threat in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            if self.count(side, threat) > 0 {
                moves.extend(self.points(side, threat).map(|point| self.candidate(point)));
            }
        }
    }

    /// The fours that bring something else with them, appended to `moves`.
    pub(crate) fn add_rich_fours(&self, moves: &mut Vec<Candidate>) {
        let side = self.to_move();
        for threat in [Threat::FourThree, Threat::FourPlus] {
            if self.count(side, threat) > 0 {
                moves.extend(self.points(side, threat).map(|point| self.candidate(point)));
            }
        }
    }

    /// The moves that the search looks at, appended to `moves`; whether no other move could be
    /// better if all of them lose.
    pub(crate) fn add_moves(&mut self, situation: Situation, moves: &mut Vec<Candidate>) -> bool {
        let first = moves.len();
        match situation {
            Situation::Five(point) | Situation::MustBlock(point) | Situation::OpenFour(point) => {
                moves.push(self.candidate(point));
            }
            Situation::MustStopFives => {
                moves.extend(self.five_defences().into_iter().map(|stop| self.candidate(stop)));
            }
            Situation::Threatened if let Some(stops) = self.open_four_defences() => {
                moves.extend(stops.into_iter().map(|stop| self.candidate(stop)));
                let stops = moves.len();
                self.add_fours(moves);
                // A four that also stops the threat is listed once.
                let mut n = stops;
                while n < moves.len() {
                    let point = moves[n].point;
                    match moves[first..stops].iter().any(|stop| stop.point == point) {
                        true => drop(moves.swap_remove(n)),
                        false => n += 1,
                    }
                }
            }
            _ => {
                self.add_all(moves);
                return false;
            }
        }
        true
    }

    /// All moves worth a look when nothing forces, appended to `moves`; the centre on an empty
    /// board.
    pub(crate) fn add_all(&self, moves: &mut Vec<Candidate>) {
        let side = self.to_move();
        let before = moves.len();
        moves.extend(self.neighbours().map(|point| self.candidate(point)));
        if moves.len() == before {
            let lines = self.size().lines();
            let middle = Point::new(lines / 2, (lines - 1) / 2);
            let free = |point: &Point| self.is_free(*point);
            let any = middle.filter(free).or_else(|| self.size().points().find(free));
            moves.extend(any.map(|point| self.candidate(point)));
        }
        if self.rule().forbids(side) {
            let legal = |candidate: &Candidate| self.threat(candidate.point, side) != Threat::Foul;
            if moves[before..].iter().any(legal) {
                let mut keep = 0;
                moves.retain(|candidate| {
                    keep += 1;
                    keep <= before || legal(candidate)
                });
            }
        }
    }

    pub(crate) fn candidate(&self, point: Point) -> Candidate {
        let side = self.to_move();
        let (own, enemy) = (self.worth(point, side), self.worth(point, !side));
        Candidate { point, order: own.attack() + enemy.defence() }
    }
}
