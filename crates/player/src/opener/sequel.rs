//! What follows on the stones of an opening, and what they are worth because of it.

use std::ops::RangeInclusive;

use tengen_core::opening::{Action, Opening, Zone, distinct_fifths};
use tengen_core::{Game, Move, OpeningRule, Point};

use super::evaluator::{Eval, Evaluator};
use super::select::after;

/// What an opening rule asks for after some stones, as far as that decides what they are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sequel {
    /// Ordinary play; or a stone that can still make everything even, before another swap.
    Play,
    /// Black's third move, in this zone.
    Third(Zone),
    /// Black offers fifth moves, a number in this range, and White keeps one.
    Fifths(RangeInclusive<u8>),
    /// The same after White's fourth move.
    FourthAndFifths(RangeInclusive<u8>),
}

/// White's fourth moves that are compared with each other to value three stones.
const FOURTHS: usize = 3;

impl Sequel {
    /// What follows on the stones of `opening`, whoever swaps before.
    pub(super) fn of(opening: &Opening) -> Sequel {
        let action = opening.step().map(|step| step.action);
        let declared = match (opening.declared(), &action) {
            (Some(number), _) => number..=number,
            (None, Some(Action::Declare { range })) => range.clone(),
            (None, _) => 1..=1,
        };
        match (opening.rule(), opening.stones().len()) {
            (OpeningRule::Pro | OpeningRule::LongPro, 2) => match action {
                Some(Action::Place { zone, .. }) => Sequel::Third(zone),
                _ => Sequel::Play,
            },
            (OpeningRule::Rif, 3) => Sequel::FourthAndFifths(2..=2),
            (OpeningRule::Rif, 4) => Sequel::Fifths(2..=2),
            (OpeningRule::Yamaguchi, 3) => Sequel::FourthAndFifths(declared),
            (OpeningRule::Yamaguchi | OpeningRule::Soosyrv8, 4) => Sequel::Fifths(declared),
            (OpeningRule::Taraguchi10, 4) => Sequel::Fifths(10..=10),
            _ => Sequel::Play,
        }
    }

    /// With how many stones on the board the value is found that counts, if `lying` lie now.
    pub(super) fn stones(&self, lying: usize) -> usize {
        match self {
            Sequel::Play => lying,
            Sequel::Third(_) => 3,
            Sequel::Fifths(_) | Sequel::FourthAndFifths(_) => 4,
        }
    }

    /// About how much more a valuation costs than a search of one PV.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Sequel::Play | Sequel::Third(_) => 1,
            Sequel::Fifths(_) => 4,
            Sequel::FourthAndFifths(_) => 4 * FOURTHS as u64,
        }
    }
}

impl Evaluator<'_> {
    /// What a position is worth if `sequel` follows, when this many valuations are still to come.
    /// Whoever declares takes the number of fifth moves that costs him least, which is given along.
    pub(super) fn value(
        &mut self,
        game: &Game,
        sequel: &Sequel,
        cost: impl Fn(i32) -> i32,
        valuations: usize,
    ) -> (Option<u8>, Eval) {
        let (range, worths) = match sequel {
            Sequel::Play => return (None, self.search(game, valuations)),
            Sequel::Third(zone) => {
                let moves = self.best_moves(game, outside(game, *zone), 1, valuations);
                let eval = moves.first().map(|&(_, black)| Eval { black, best: None });
                return (None, eval.unwrap_or_else(|| self.look(game)));
            }
            Sequel::Fifths(range) => (range, self.worths(game, *range.end(), valuations)),
            Sequel::FourthAndFifths(range) => {
                (range, self.worths_before_fourth(game, *range.end(), valuations))
            }
        };
        let worth = |number: u8| {
            let at = usize::from(number).min(worths.len()).saturating_sub(1);
            worths.get(at).copied()
        };
        let valued = range.clone().filter_map(|number| Some((number, worth(number)?)));
        match valued.min_by_key(|&(_, black)| cost(black)) {
            Some((number, black)) => (Some(number), Eval { black, best: None }),
            None => (Some(*range.start()), self.look(game)),
        }
    }

    /// Black's best fifth moves, no two the same by symmetry, each with what it is worth to Black.
    pub(super) fn fifths(
        &mut self,
        game: &Game,
        count: usize,
        is_open: impl Fn(Point) -> bool,
        searches: usize,
    ) -> Vec<(Point, i32)> {
        let distinct = distinct_fifths(game.size(), &stones(game));
        let is_left = |point: &Point| distinct.contains(point) && is_open(*point);
        let exclude = game.size().points().filter(|point| !is_left(point)).collect();
        self.best_moves(game, exclude, count, searches)
    }

    /// What four stones are worth to Black if he offers one fifth move, two, three and so on: White
    /// keeps the worst.
    fn worths(&mut self, game: &Game, most: u8, searches: usize) -> Vec<i32> {
        let fifths = self.fifths(game, most.into(), |_| true, searches);
        fifths.into_iter().map(|(_, black)| black).collect()
    }

    /// The same for three stones: White makes the fourth move that leaves Black the worst of them.
    fn worths_before_fourth(&mut self, game: &Game, most: u8, valuations: usize) -> Vec<i32> {
        let each = FOURTHS + 1;
        let fourths = self.best_moves(game, Vec::new(), FOURTHS, each * valuations);
        let mut worst: Vec<i32> = Vec::new();
        for (n, (fourth, _)) in fourths.into_iter().enumerate() {
            let Some(game) = after(game, &[fourth]) else { continue };
            let worths = self.worths(&game, most, each * valuations - 1 - n);
            if worst.is_empty() {
                worst = worths;
            } else {
                worst.iter_mut().zip(worths).for_each(|(worst, worth)| *worst = worth.min(*worst));
            }
        }
        worst
    }
}

/// The points that do not belong to a zone.
pub(super) fn outside(game: &Game, zone: Zone) -> Vec<Point> {
    game.size().points().filter(|&point| !zone.contains(point)).collect()
}

fn stones(game: &Game) -> Vec<Point> {
    let stone = |action: &Move| match action {
        Move::Stone(point) => Some(*point),
        Move::Pass => None,
    };
    game.moves().iter().filter_map(stone).collect()
}
