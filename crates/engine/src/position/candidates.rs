//! Move generation, and the policy that ranks the moves.
//!
//! [`Position::situation`] says what forces the side to move, [`Position::add_moves`] which moves
//! that leaves. The search, its root and the [`Bucket`]s all use these two. The policy
//! ([`Position::candidate`]) is learned; `search/move_picker.rs` adds what a search learns.

use tengen_core::{Direction, Point, Rule, Side};

use crate::pattern::tables::cell;
use crate::{PolicyWeights, Position, Score, Shape, Shapes, Threat};

mod bucket;

pub use bucket::Bucket;

/// A move with its policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where the stone goes.
    pub point: Point,
    /// The natural logarithm of how likely the move is the best, in hundredths and up to a constant.
    /// Moves with a higher policy are searched earlier.
    pub policy: i32,
}

/// Up to this many stones on the board the middle is always a candidate. Not tuned.
const FIRST_STONES: usize = 2;

/// Whether the moves generated are all that matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coverage {
    /// No other move is better: if all of these lose, the position is lost. Fours that change
    /// nothing were left out; each of them puts the loss off by two plies at most.
    Complete { idle_fours: u32 },
    /// Other moves were left out: that these lose proves nothing.
    Selected,
}

impl Coverage {
    /// Every move that matters is there.
    pub(crate) const ALL: Coverage = Coverage::Complete { idle_fours: 0 };

    /// What the best of the moves says of the position.
    pub(crate) fn judge(self, best: Score) -> Score {
        match self {
            Coverage::Complete { idle_fours } => best.put_off(2 * idle_fours),
            Coverage::Selected => best.unless_refuted(),
        }
    }
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

    pub(crate) fn first_of(&self, side: Side, threat: Threat) -> Option<Point> {
        (self.count(side, threat) > 0).then(|| self.first_point(side, threat)).flatten()
    }

    /// The moves that the search tries when nothing forces, the most promising first.
    pub fn candidates(&self) -> Vec<Point> {
        let mut moves = Vec::new();
        self.add_all(&mut moves);
        moves.sort_by_key(|candidate| (-candidate.policy, candidate.point));
        moves.into_iter().map(|candidate| candidate.point).collect()
    }

    /// What the pattern of a free point adds to the policy of `side` playing there.
    pub fn attack(&self, point: Point, side: Side) -> i32 {
        self.pattern_value(point, side).attack()
    }

    /// What the other side's pattern of a free point adds to the policy of `side` taking it away.
    pub fn defence(&self, point: Point, side: Side) -> i32 {
        self.pattern_value(point, !side).defence()
    }

    /// The moves that a situation leaves, appended to `moves`: the exact replies to a threat, else
    /// all that are worth searching.
    pub(crate) fn add_moves(
        &mut self,
        situation: Situation,
        moves: &mut Vec<Candidate>,
    ) -> Coverage {
        match situation {
            Situation::Five(point) | Situation::MustBlock(point) | Situation::OpenFour(point) => {
                moves.push(self.candidate(point));
                return Coverage::ALL;
            }
            Situation::MustStopFives => {
                let stops = self.five_defences();
                moves.extend(stops.into_iter().map(|stop| self.candidate(stop)));
                return Coverage::ALL;
            }
            Situation::Threatened => {
                if let Some(stops) = self.open_four_defences() {
                    let idle_fours = self.add_stops_and_fours(&stops, moves);
                    return Coverage::Complete { idle_fours };
                }
            }
            Situation::Lost | Situation::Free => {}
        }
        self.add_all(moves);
        Coverage::Selected
    }

    /// What stops an open four, and own fours, which win time; a four that also stops is listed
    /// once. How many idle fours were left out.
    fn add_stops_and_fours(&self, stops: &[Point], moves: &mut Vec<Candidate>) -> u32 {
        moves.extend(stops.iter().map(|&stop| self.candidate(stop)));
        let first = moves.len();
        let idle_fours = self.add_fours(moves);
        let mut kept = first;
        for n in first..moves.len() {
            if !stops.contains(&moves[n].point) {
                moves.swap(kept, n);
                kept += 1;
            }
        }
        moves.truncate(kept);
        idle_fours
    }

    /// The moves that make a four of the side to move, appended to `moves`, but for idle ones; how
    /// many these are.
    pub(crate) fn add_fours(&self, moves: &mut Vec<Candidate>) -> u32 {
        let side = self.to_move();
        let mut idle_fours = 0;
        for threat in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            if self.count(side, threat) > 0 {
                for point in self.points(side, threat) {
                    match self.is_idle(point) {
                        true => idle_fours += 1,
                        false => moves.push(self.candidate(point)),
                    }
                }
            }
        }
        idle_fours
    }

    /// Whether a move cannot matter: on none of its lines is a five possible any more, to neither
    /// side, or but for a four that will be blocked.
    ///
    /// The stones of such a four and its block help nobody but the enemy, so the side that plays it
    /// stands no better than before and can do so later as well: searching it in all orders with
    /// others would only push what is to come over the horizon. Where longer rows do not win, or
    /// points are forbidden, a useless stone may still spoil something.
    fn is_idle(&self, point: Point) -> bool {
        let side = self.to_move();
        let own = self.shapes(point, side);
        self.rule() == Rule::Freestyle
            && self.shapes(point, !side) == Shapes::default()
            && (own == Shapes::default()
                || own.is_only(Shape::Four) && self.is_spent_by_its_block(point))
    }

    /// Whether nothing is left of the four that a point makes once it is blocked.
    fn is_spent_by_its_block(&self, point: Point) -> bool {
        let side = self.to_move();
        let is_four = |line: &Direction| self.shapes(point, side).on(*line as usize) == Shape::Four;
        Direction::ALL.into_iter().filter(is_four).all(|line| {
            let window = self.window(point, line);
            let mask = self.tables().defences(window, side);
            let mut blocks = (0..11).filter(|&cell| cell != 5 && mask >> cell & 1 == 1);
            blocks.all(|block| {
                let blocked = window | cell(!side) << (2 * block);
                self.tables().shapes(blocked).first(side) == Shape::None
            })
        })
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

    /// All moves worth searching when nothing forces, appended to `moves`; the centre on an empty
    /// board.
    pub(crate) fn add_all(&self, moves: &mut Vec<Candidate>) {
        let side = self.to_move();
        let before = moves.len();
        let useful = self.neighbours().filter(|&point| !self.is_idle(point));
        moves.extend(useful.map(|point| self.candidate(point)));
        if moves.len() == before {
            moves.extend(self.neighbours().map(|point| self.candidate(point)));
        }
        let lines = self.size().lines();
        let free = |point: &Point| self.is_free(*point);
        let middle = Point::new(lines / 2, (lines - 1) / 2).filter(free);
        if moves.len() == before {
            let any = middle.or_else(|| self.size().points().find(free));
            moves.extend(any.map(|point| self.candidate(point)));
        }
        // Stones that begin in a corner are not the place to be.
        let stones = self.size().area() - self.free_count();
        if let Some(middle) = middle.filter(|_| stones <= FIRST_STONES)
            && moves[before..].iter().all(|known| known.point != middle)
        {
            moves.push(self.candidate(middle));
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

    /// A free point as a move of the side to move, with its policy: the sum of the weights of its
    /// [`Position::policy_features`].
    pub fn candidate(&self, point: Point) -> Candidate {
        let side = self.to_move();
        let own = self.pattern_value(point, side);
        let enemy = self.pattern_value(point, !side);
        let weights = self.tables().policy(side);
        let pair = weights.pairs[own.threat_index()][enemy.threat_index()];
        let near = |stone: Option<Point>, by: &[i16; PolicyWeights::DISTANCES]| {
            stone.map_or(0, |stone| by[PolicyWeights::distance(stone, point)])
        };
        let last = near(self.last_point(), &weights.last);
        let before = near(self.point_before(), &weights.before);
        let policy =
            own.attack() + enemy.defence() + i32::from(pair) + i32::from(last) + i32::from(before);
        Candidate { point, policy }
    }
}
