//! The threat layer: what either side could make with its next stone, and the stones behind it.

use tengen_core::{Board, Direction, Point, Rule, Side, renju};
use tengen_engine::{Position, Shape, Threat as Kind};

use crate::facts::names;
use crate::wire::{Threat, ThreatKind, ThreatLine};

/// The threats of both sides, strongest first.
pub(super) fn all(position: &Position, board: &Board) -> Vec<Threat> {
    let mut threats: Vec<Threat> = Side::BOTH
        .into_iter()
        .flat_map(|side| board.free_points().map(move |point| (point, side)))
        .filter_map(|(point, side)| threat(position, board, point, side))
        .collect();
    threats.sort_by_key(|threat| (threat.kind, threat.point.0, threat.side.0));
    threats
}

/// What a side makes with a stone on a free point, if it threatens something.
pub(crate) fn threat(
    position: &Position,
    board: &Board,
    point: Point,
    side: Side,
) -> Option<Threat> {
    let kind = kind(position, point, side)?;
    let rule = position.rule();
    if kind != ThreatKind::Five && rule.forbids(side) && renju::is_forbidden(board, point) {
        return None;
    }
    let shapes = position.shapes(point, side).all();
    let mut lines: Vec<(Shape, Direction)> = shapes
        .into_iter()
        .zip(Direction::ALL)
        .filter(|(shape, _)| *shape >= least(kind) && *shape != Shape::Overline)
        .collect();
    lines.sort_by_key(|&(shape, _)| std::cmp::Reverse(shape));
    let mut with_stone = board.clone();
    with_stone.place(point, side);
    let look = Look { board: with_stone, rule, side, point };
    let lines = lines.into_iter().map(|(shape, direction)| look.line(shape, direction)).collect();
    Some(Threat { point: point.into(), side: side.into(), kind, lines })
}

/// The weakest shape that counts towards a threat.
fn least(kind: ThreatKind) -> Shape {
    match kind {
        ThreatKind::Five => Shape::Five,
        ThreatKind::OpenFour | ThreatKind::DoubleFour | ThreatKind::Four => Shape::Four,
        ThreatKind::FourThree | ThreatKind::DoubleThree | ThreatKind::OpenThree => Shape::OpenThree,
    }
}

fn kind(position: &Position, point: Point, side: Side) -> Option<ThreatKind> {
    let straight = || position.shapes(point, side).count(|shape| shape == Shape::OpenFour) > 0;
    match position.threat(point, side) {
        Kind::Five => Some(ThreatKind::Five),
        Kind::OpenFour if straight() => Some(ThreatKind::OpenFour),
        Kind::OpenFour => Some(ThreatKind::DoubleFour),
        Kind::FourThree => Some(ThreatKind::FourThree),
        Kind::DoubleThree => Some(ThreatKind::DoubleThree),
        Kind::Four | Kind::FourPlus => Some(ThreatKind::Four),
        Kind::OpenThree | Kind::ThreePlus => Some(ThreatKind::OpenThree),
        _ => None,
    }
}

/// A board on which the stone is imagined.
struct Look {
    board: Board,
    rule: Rule,
    side: Side,
    point: Point,
}

impl Look {
    fn line(&self, shape: Shape, direction: Direction) -> ThreatLine {
        let (mut stones, completes) = match shape {
            Shape::Five => (self.row(&self.board, self.point, direction), Vec::new()),
            four if four.is_four() => {
                self.growth(direction, |look, board, point| look.wins_at(board, point, direction))
            }
            _ => self.growth(direction, |look, board, point| {
                look.is_straight_four(board, point, direction)
            }),
        };
        stones.sort_by_key(|point| (point.x(), point.y()));
        stones.dedup();
        ThreatLine {
            shape: shape.name().to_owned(),
            stones: names(&stones),
            completes: names(&completes),
        }
    }

    /// The free points near by where one more stone does what is wanted, and the stones with
    /// which it does.
    fn growth(
        &self,
        direction: Direction,
        wanted: impl Fn(&Look, &Board, Point) -> bool,
    ) -> (Vec<Point>, Vec<Point>) {
        let (mut stones, mut completes) = (vec![self.point], Vec::new());
        for steps in (-4..=4).filter(|&steps| steps != 0) {
            let next = self.point.stepped(direction, steps, self.board.size());
            let Some(next) = next.filter(|&next| self.board.is_free(next)) else { continue };
            let mut grown = self.board.clone();
            grown.place(next, self.side);
            let row = self.row(&grown, next, direction);
            if row.contains(&self.point) && wanted(self, &grown, next) {
                stones.extend(row.into_iter().filter(|&stone| stone != next));
                completes.push(next);
            }
        }
        (stones, completes)
    }

    fn wins_at(&self, board: &Board, point: Point, direction: Direction) -> bool {
        self.rule.wins(self.side, board.run(point, self.side, direction))
    }

    /// Four in a row with a five at either end, legally made.
    fn is_straight_four(&self, board: &Board, point: Point, direction: Direction) -> bool {
        let row = self.row(board, point, direction);
        let ends = [
            row.first().and_then(|first| first.stepped(direction, -1, board.size())),
            row.last().and_then(|last| last.stepped(direction, 1, board.size())),
        ];
        let makes_five = |end: Option<Point>| {
            end.filter(|&end| board.is_free(end)).is_some_and(|end| {
                let mut five = board.clone();
                five.place(end, self.side);
                self.wins_at(&five, end, direction)
            })
        };
        row.len() == 4
            && ends.into_iter().all(makes_five)
            && !(self.rule.forbids(self.side) && renju::is_forbidden(&self.board, point))
    }

    /// The stones in a row with the one on `point`, in the order of the line.
    fn row(&self, board: &Board, point: Point, direction: Direction) -> Vec<Point> {
        let ray = |way: i8| {
            (1..)
                .map_while(move |steps| point.stepped(direction, way * steps, board.size()))
                .take_while(|&next| board.at(next) == Some(self.side))
        };
        let mut row: Vec<Point> = ray(-1).collect();
        row.reverse();
        row.push(point);
        row.extend(ray(1));
        row
    }
}
