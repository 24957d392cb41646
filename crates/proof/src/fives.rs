//! What one stone does, by trying it on a board.

use tengen_core::{Board, Direction, Point, Rule, Side, Size, renju};

/// A board under a rule, on which stones are tried.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    board: Board,
    rule: Rule,
}

impl Trial {
    pub(crate) fn new(board: &Board, rule: Rule) -> Trial {
        Trial { board: board.clone(), rule }
    }

    /// The stones as they lie now.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The rule that is played.
    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// Puts a stone on a free point.
    pub(crate) fn place(&mut self, point: Point, side: Side) {
        self.board.place(point, side);
    }

    /// Takes a stone away.
    pub(crate) fn remove(&mut self, point: Point, side: Side) {
        self.board.remove(point, side);
    }

    /// Whether `side` makes five on a free point.
    pub(crate) fn is_five(&mut self, point: Point, side: Side) -> bool {
        self.with(point, side, |trial| trial.board.wins(point, side, trial.rule))
    }

    /// Whether `side` would lose by playing a free point.
    pub(crate) fn is_forbidden(&self, point: Point, side: Side) -> bool {
        self.rule.forbids(side) && renju::is_forbidden(&self.board, point)
    }

    /// A point at which `side` makes five, if there is one.
    pub(crate) fn five(&mut self, side: Side) -> Option<Point> {
        self.free_points().into_iter().find(|&point| self.is_five(point, side))
    }

    /// All points at which `side` makes five.
    pub(crate) fn fives(&mut self, side: Side) -> Vec<Point> {
        let free = self.free_points();
        free.into_iter().filter(|&point| self.is_five(point, side)).collect()
    }

    /// The replies to the threat of `fives` that can stop it, forbidden ones left out.
    ///
    /// A stone that is not on a five leaves it as it is, unless the rule asks for open ends: then
    /// any stone might spoil it.
    pub(crate) fn stops(&mut self, fives: &[Point], defender: Side) -> Vec<Point> {
        let tried = match self.rule.lets_stopped_fives_win(!defender) {
            true => fives.to_vec(),
            false => self.free_points(),
        };
        let stops = tried.into_iter().filter(|&reply| {
            !self.with(reply, defender, |trial| {
                let mut left = fives.iter().filter(|&&five| five != reply);
                left.any(|&five| trial.is_five(five, !defender))
            })
        });
        let stops: Vec<Point> = stops.collect();
        stops.into_iter().filter(|&stop| !self.is_forbidden(stop, defender)).collect()
    }

    /// A move of `attacker`, who cannot make five yet, after which he makes five whatever the
    /// other side does. The points of `first` are tried first.
    pub(crate) fn double_threat(&mut self, attacker: Side, first: Option<Point>) -> Option<Point> {
        let first = first.into_iter().filter(|&point| self.board.is_free(point));
        let points: Vec<Point> = first.chain(self.board.free_points()).collect();
        points.into_iter().find(|&point| {
            // Most points make no four at all, so what is forbidden is asked last.
            let wins = self.with(point, attacker, |trial| {
                let fives = trial.fives_through(point, attacker);
                !fives.is_empty()
                    && trial.five(!attacker).is_none()
                    && trial.stops(&fives, !attacker).is_empty()
            });
            wins && !self.is_forbidden(point, attacker)
        })
    }

    /// The points at which `side` makes five with a row through its stone on `point`: they lie on
    /// the lines through it.
    fn fives_through(&mut self, point: Point, side: Side) -> Vec<Point> {
        let on_lines = lines_through(point, self.board.size());
        let free = on_lines.filter(|&point| self.board.is_free(point)).collect::<Vec<_>>();
        free.into_iter().filter(|&point| self.is_five(point, side)).collect()
    }

    pub(crate) fn free_points(&self) -> Vec<Point> {
        self.board.free_points().collect()
    }

    /// Puts a stone, looks and takes it away again.
    pub(crate) fn with<T>(
        &mut self,
        point: Point,
        side: Side,
        look: impl FnOnce(&mut Trial) -> T,
    ) -> T {
        self.place(point, side);
        let seen = look(self);
        self.remove(point, side);
        seen
    }
}

/// All other points on the four lines through a point.
fn lines_through(point: Point, size: Size) -> impl Iterator<Item = Point> {
    let far = size.lines() as i8;
    let steps = (-far..=far).filter(|&steps| steps != 0);
    Direction::ALL.into_iter().flat_map(move |direction| {
        steps.clone().filter_map(move |steps| point.stepped(direction, steps, size))
    })
}
