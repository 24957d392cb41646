//! Which moves are tried: buckets by shape, joined in order, and a limit.

use tengen_core::Point;

use super::board::ScoredBoard;
use super::shape::Shape;

/// What a point is good for, in the order in which moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Bucket {
    OwnFive,
    EnemyFive,
    OwnOpenFour,
    /// Where the enemy would make an open four: he has an open three.
    EnemyOpenFour,
    OwnDoubleThree,
    EnemyDoubleThree,
    OwnFour,
    OwnThree,
    EnemyFour,
    EnemyThree,
    /// An open two or closed three of either side.
    Two,
    Other,
}

/// A move with its bucket and its place in it.
struct Candidate {
    bucket: Bucket,
    score: i32,
    point: Point,
}

/// What the side to move can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Moves {
    /// Five.
    Win(Point),
    /// Best first; none only if no point is left that may be played.
    Try(Vec<Point>),
}

/// Early in a game a stone that is not beside another must do more.
const EARLY: usize = 7;

impl ScoredBoard {
    /// The moves worth a try, at most `limit` of them if nothing forces.
    pub(super) fn moves(&self, limit: usize) -> Moves {
        let mut moves: Vec<Candidate> =
            self.free_points().filter_map(|point| self.candidate(point)).collect();
        moves.sort_unstable_by_key(|candidate| {
            (candidate.bucket, -candidate.score, candidate.point)
        });
        let Some(&Candidate { bucket, point, .. }) = moves.first() else {
            return Moves::Try(self.anywhere());
        };
        match bucket {
            Bucket::OwnFive => return Moves::Win(point),
            Bucket::EnemyFive | Bucket::OwnOpenFour => keep(&mut moves, |it| it == bucket),
            // Besides the points of the open fours those of the fours stop a split three, and
            // fours of one's own gain time.
            Bucket::EnemyOpenFour => keep(&mut moves, |it| {
                matches!(it, Bucket::EnemyOpenFour | Bucket::OwnFour | Bucket::EnemyFour)
            }),
            _ => {
                let has = |it| moves.iter().any(|candidate| candidate.bucket == it);
                if has(Bucket::OwnDoubleThree) || has(Bucket::EnemyDoubleThree) {
                    keep(&mut moves, |it| it < Bucket::Two);
                } else {
                    if has(Bucket::Two) {
                        keep(&mut moves, |it| it <= Bucket::Two);
                    }
                    moves.truncate(limit);
                }
            }
        }
        Moves::Try(moves.into_iter().map(|candidate| candidate.point).collect())
    }

    /// A free point as a move, if it is near enough to the stones and not forbidden.
    fn candidate(&self, point: Point) -> Option<Candidate> {
        let is_near = self.has_neighbour(point);
        if !is_near && !self.has_far_neighbour(point) {
            return None;
        }
        let side = self.to_move();
        let (own, enemy) = (self.shapes(point, side), self.shapes(point, !side));
        let (making, blocking) = (score(&own), score(&enemy));
        let early = self.stone_count() <= EARLY;
        let needed = Shape::OpenTwo.score() * if early { 2 } else { 1 };
        if !is_near && making < needed || self.is_forbidden(point) {
            return None;
        }
        let score = making + blocking_score(&enemy);
        Some(Candidate { bucket: bucket(&own, making, &enemy, blocking), score, point })
    }

    /// Where no stone is near: the middle, or whatever may be played.
    fn anywhere(&self) -> Vec<Point> {
        let middle = self.size().lines() / 2;
        let mut free: Vec<Point> =
            self.free_points().filter(|&point| !self.is_forbidden(point)).collect();
        free.sort_by_key(|p| (p.x().abs_diff(middle).max(p.y().abs_diff(middle)), *p));
        free.truncate(1);
        free
    }
}

fn keep(moves: &mut Vec<Candidate>, wanted: impl Fn(Bucket) -> bool) {
    moves.retain(|candidate| wanted(candidate.bucket));
}

fn score(shapes: &[Shape; 4]) -> i32 {
    shapes.iter().map(|shape| shape.score()).sum()
}

/// Blocking is worth what making is, but more against an open three, which would be an open four.
fn blocking_score(shapes: &[Shape; 4]) -> i32 {
    let open_fours = shapes.iter().filter(|&&shape| shape == Shape::OpenFour).count();
    score(shapes) + open_fours as i32 * Shape::OpenFour.score()
}

fn bucket(own: &[Shape; 4], making: i32, enemy: &[Shape; 4], blocking: i32) -> Bucket {
    let three = Shape::OpenThree.score();
    let two = Shape::OpenTwo.score();
    match () {
        () if own.contains(&Shape::Five) => Bucket::OwnFive,
        () if enemy.contains(&Shape::Five) => Bucket::EnemyFive,
        () if own.contains(&Shape::OpenFour) => Bucket::OwnOpenFour,
        () if enemy.contains(&Shape::OpenFour) => Bucket::EnemyOpenFour,
        () if own.contains(&Shape::Four) => Bucket::OwnFour,
        () if enemy.contains(&Shape::Four) => Bucket::EnemyFour,
        () if making >= 2 * three => Bucket::OwnDoubleThree,
        () if blocking >= 2 * three => Bucket::EnemyDoubleThree,
        () if making >= three => Bucket::OwnThree,
        () if blocking >= three => Bucket::EnemyThree,
        () if making >= two || blocking >= two => Bucket::Two,
        () => Bucket::Other,
    }
}
