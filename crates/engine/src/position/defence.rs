//! Exact replies to threats.

use tengen_core::{Direction, Point, Side, renju};

use crate::pattern::tables::cell;
use crate::{Position, Shape, Threat};

impl Position {
    /// Whether the side to move may play a free point without losing by it.
    pub fn is_legal(&self, point: Point) -> bool {
        !self.is_foul(point, self.to_move())
    }

    /// Whether the rule forbids a free point to `side`. Shapes answer most cases.
    pub(crate) fn is_foul(&self, point: Point, side: Side) -> bool {
        self.rule().forbids(side)
            && match self.threat(point, side) {
                Threat::Five => false,
                Threat::Foul => true,
                // Fewer than two lines that look like threes are no double three.
                _ if !self.may_be_double_three(point, side) => false,
                _ => renju::is_forbidden(self.board(), point),
            }
    }

    pub(crate) fn may_be_double_three(&self, point: Point, side: Side) -> bool {
        self.shapes(point, side).count(Shape::is_open_three) >= 2
    }

    /// The legal moves that stop all fives of the enemy, who can make one.
    pub(crate) fn blocks(&mut self) -> Vec<Point> {
        let enemy = !self.to_move();
        let mut blocks = match self.rule().lets_stopped_fives_win(enemy) {
            true if self.count(enemy, Threat::Five) > 1 => Vec::new(),
            true => self.first_of(enemy, Threat::Five).into_iter().collect(),
            false => self.five_defences(),
        };
        blocks.retain(|&block| self.is_legal(block));
        blocks
    }

    /// The points that take every five of the enemy away, in the order of the board: where a five
    /// stopped at both ends does not win, they need not be the fives themselves.
    pub(crate) fn five_defences(&mut self) -> Vec<Point> {
        let (enemy, size) = (!self.to_move(), self.size());
        let Some(five) = self.first_of(enemy, Threat::Five) else { return Vec::new() };
        // What stops one five is the point itself or an end of its row.
        let shapes = self.shapes(five, enemy);
        let rows =
            Direction::ALL.into_iter().filter(|&line| shapes.on(line as usize) == Shape::Five);
        let end = |line: Direction, way: i8| {
            let mut ray = (1..).map_while(|steps| five.stepped(line, way * steps, size));
            ray.find(|&point| self.at(point) != Some(enemy))
        };
        let ends = rows.flat_map(|line| [end(line, -1), end(line, 1)]).flatten();
        let mut stops: Vec<Point> = ends.filter(|&point| self.is_free(point)).collect();
        stops.push(five);
        stops.sort_unstable();
        stops.dedup();
        stops.retain(|&stop| {
            self.play(stop);
            let stopped = self.count(enemy, Threat::Five) == 0;
            self.undo();
            stopped
        });
        stops
    }

    /// The points that stop every open four and double four that the enemy could make next, in
    /// the order of the board; `None` if there is no such threat.
    ///
    /// The set is exact: after any other move but a four of its own, the side to move faces an
    /// open four or two fours.
    pub(crate) fn open_four_defences(&mut self) -> Option<Vec<Point>> {
        let enemy = !self.to_move();
        let threats = self.points(enemy, Threat::OpenFour);
        // Fours are exact, but in renju an open four with two threes beside it is forbidden.
        let threats: Vec<Point> = threats.filter(|&point| !self.is_foul(point, enemy)).collect();
        let (&first, rest) = threats.split_first()?;
        let mut stops = self.stops(first);
        stops.retain(|&stop| rest.iter().all(|&threat| self.stop_works(stop, threat)));
        stops.sort_unstable();
        Some(stops)
    }

    /// The points that make one open-four threat less than that.
    fn stops(&mut self, threat: Point) -> Vec<Point> {
        let enemy = !self.to_move();
        let mut stops: Vec<Point> =
            if self.rule().forbids(enemy) && self.may_be_double_three(threat, enemy) {
                // A white stone anywhere might turn a line that is no three into one.
                self.size().points().filter(|&point| self.is_free(point)).collect()
            } else {
                let size = self.size();
                let around = |direction: Direction| {
                    let mask = self.tables().defences(self.window(threat, direction), enemy);
                    let cells = (-5i8..=5).filter(move |&d| d != 0 && mask >> (5 + d) & 1 == 1);
                    cells.filter_map(move |d| threat.stepped(direction, d, size))
                };
                let lines = Direction::ALL.into_iter().flat_map(around);
                std::iter::once(threat).chain(lines).collect()
            };
        stops.retain(|&stop| self.stop_works(stop, threat));
        stops
    }

    /// Whether after a stone on `stop` the enemy's `threat` is no open four any more.
    fn stop_works(&mut self, stop: Point, threat: Point) -> bool {
        let enemy = !self.to_move();
        if stop == threat {
            return true;
        }
        if self.rule().forbids(enemy) && self.may_be_double_three(threat, enemy) {
            self.play(stop);
            let gone =
                self.threat(threat, enemy) != Threat::OpenFour || self.is_foul(threat, enemy);
            self.undo();
            return gone;
        }
        // Only the line that both share changes.
        let Some((direction, distance)) = line_between(threat, stop) else { return false };
        let window = self.window(threat, direction) | cell(self.to_move()) << (2 * (5 + distance));
        let shape = self.tables().shapes(window).first(enemy);
        let shapes = self.shapes(threat, enemy).with(direction as usize, shape);
        let code = self.tables().code(shapes);
        self.tables().pattern_value(enemy, code).threat() != Threat::OpenFour
    }
}

/// The line through two points at most five steps apart, and the steps from one to the other.
pub(crate) fn line_between(from: Point, to: Point) -> Option<(Direction, i8)> {
    let dx = to.x() as i8 - from.x() as i8;
    let dy = to.y() as i8 - from.y() as i8;
    let (direction, steps) = match (dx, dy) {
        (_, 0) => (Direction::Row, dx),
        (0, _) => (Direction::Column, dy),
        _ if dx == dy => (Direction::Rising, dx),
        _ if dx == -dy => (Direction::Falling, dx),
        _ => return None,
    };
    (steps.abs() <= 5).then_some((direction, steps))
}
