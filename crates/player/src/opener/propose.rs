//! Stones, numbers and fifth moves: what the engine puts on the board in an opening.

use fastrand::Rng;
use tengen_core::opening::{Act, Action, Choice, Opening, Player, Zone};
use tengen_core::{Point, Side};

use super::Decision;
use super::evaluator::Eval;
use super::ideas::ideas;
use super::select::{Aim, Goal, Idea, ranked, select};
use super::sequel::{Sequel, outside};
use super::work::Work;

/// Ideas that are thought of where there are few: single stones, the 26 openings of renju. Of all of them
/// always the same would win.
const FEW: usize = 24;
/// Moves that are compared where fifth moves will be offered after them.
const CANDIDATES: usize = 12;
/// Moves that are compared where the player keeps his side.
const BEST: usize = 4;
/// One of them is played that gives away no more of the winning chance than this.
const SLACK: f64 = 0.03;

impl Work<'_> {
    /// The stones that the player puts before anybody else acts, with a number if he then declares.
    pub(super) fn place(&mut self, rng: &mut Rng) -> Option<Decision> {
        let ahead = Ahead::of(self.opening, self.actor)?;
        let goal = self.goal(&ahead.after);
        let idea = match (&goal, ahead.zones.as_slice()) {
            (Goal { sequel: Sequel::Play, aim: Aim::Best(_) }, &[zone]) => self.best(zone, rng),
            (Goal { sequel: Sequel::Play, .. }, _) => None,
            (Goal { sequel: Sequel::Third(_), .. }, &[zone]) => self.second(zone, &goal, rng),
            (_, &[zone]) => {
                let moves = self.moves(zone, CANDIDATES, 4);
                let mut ideas: Vec<_> = moves.into_iter().map(|(point, _)| vec![point]).collect();
                rng.shuffle(&mut ideas);
                select(&mut self.evaluator, &self.game, ideas, &goal)
            }
            _ => None,
        };
        let idea = idea.or_else(|| self.select_from_all(&ahead.zones, &goal, rng))?;
        let number = idea.number.filter(|_| ahead.declares());
        let acts = idea.stones.iter().copied().map(Act::Place);
        let acts = acts.chain(number.map(Act::Declare)).collect();
        let stones = goal.sequel.stones(self.lying() + idea.stones.len());
        Some(self.decision(acts, None, idea.eval, stones))
    }

    /// Two more stones that leave the choice of the side to the other, if they leave him less than
    /// `most`.
    pub(super) fn place_two(&mut self, most: f64, rng: &mut Rng) -> Option<Decision> {
        let mut after = self.opening.clone();
        after.act(self.actor, Act::Choose(Choice::PlaceTwo)).ok()?;
        let ahead = Ahead::of(&after, self.actor)?;
        let goal = self.goal(&ahead.after);
        let idea = self.select_from_all(&ahead.zones, &goal, rng)?;
        let stones = self.lying() + idea.stones.len();
        let black = self.chance(idea.eval.black, stones);
        let places = idea.stones.iter().copied().map(Act::Place);
        let acts = [Act::Choose(Choice::PlaceTwo)].into_iter().chain(places).collect();
        (black.max(1.0 - black) <= most).then(|| self.decision(acts, None, idea.eval, stones))
    }

    /// The number of fifth moves after which both sides are worth the same.
    pub(super) fn declare(&mut self) -> Option<Decision> {
        let goal = self.goal(self.opening);
        let cost = |black| goal.aim.cost(black);
        let (number, eval) = self.evaluator.value(&self.game, &goal.sequel, cost, 1);
        let stones = goal.sequel.stones(self.lying());
        Some(self.decision(vec![Act::Declare(number?)], None, eval, stones))
    }

    /// Black's best fifth moves. White will keep the worst of them.
    pub(super) fn offer(&mut self, count: usize) -> Option<Decision> {
        let Offers { acts, worst, .. } = self.offers(self.opening.clone(), count)?;
        Some(self.decision(acts, None, worst, self.lying()))
    }

    /// The `count` best fifth moves that `opening` still takes.
    pub(super) fn offers(&mut self, mut opening: Opening, count: usize) -> Option<Offers> {
        let is_open = |point| opening.check(self.actor, Act::Place(point)).is_ok();
        let fifths = self.evaluator.fifths(&self.game, count, is_open, 1);
        let glance = self.evaluator.look(&self.game);
        let eval = |fifth: Option<&(Point, i32)>| {
            fifth.map_or(glance, |&(_, black)| Eval { black, best: None })
        };
        let (best, worst) = (eval(fifths.first()), eval(fifths.last()));
        // Without a search, the points nearest to the stones.
        let mut spare: Vec<Point> = self.game.board().free_points().collect();
        spare.sort_by_key(|&point| distance(point, self.opening.stones()));
        let mut acts = Vec::with_capacity(count);
        for point in fifths.into_iter().map(|(point, _)| point).chain(spare) {
            let act = Act::Place(point);
            if acts.len() < count && opening.act(self.actor, act).is_ok() {
                acts.push(act);
            }
        }
        (acts.len() == count).then_some(Offers { acts, best, worst })
    }

    /// What stones are put for, if `after` is the opening once they lie.
    fn goal(&self, after: &Opening) -> Goal {
        let sequel = Sequel::of(after);
        let even = self.even(sequel.stones(after.stones().len()));
        let aim = match after.step().map(|step| step.action) {
            Some(Action::Choose { options }) if options.contains(&Choice::OfferTen) => {
                Aim::AtMost(even)
            }
            // A number is declared for a choice as well.
            Some(Action::Choose { .. } | Action::Declare { .. }) => Aim::Even(even),
            _ if self.opening.black() == self.actor => Aim::Best(Side::Black),
            _ => Aim::Best(Side::White),
        };
        Goal { sequel, aim }
    }

    /// The best of many ways to put stones in these zones.
    fn select_from_all(&mut self, zones: &[Zone], goal: &Goal, rng: &mut Rng) -> Option<Idea> {
        let allowed = |number: usize, point| zones[number].contains(point);
        let mut ideas = ideas(&self.game, zones.len(), rng, allowed);
        if zones.len() == 1 || zones.iter().any(|zone| matches!(zone, Zone::Inside(..))) {
            ideas.truncate(ideas.len().div_ceil(2).min(FEW));
        }
        select(&mut self.evaluator, &self.game, ideas, goal)
    }

    /// One of the best moves in a zone, for the side to move. None without a search.
    fn best(&mut self, zone: Zone, rng: &mut Rng) -> Option<Idea> {
        let moves = self.moves(zone, BEST, 1);
        let idea = |(point, black)| Idea {
            stones: vec![point],
            number: None,
            eval: Eval { black, best: None },
        };
        self.nearly_best(moves.into_iter().map(idea).collect(), self.lying() + 1, rng)
    }

    /// One of the best second moves, before a third that may not lie everywhere.
    fn second(&mut self, zone: Zone, goal: &Goal, rng: &mut Rng) -> Option<Idea> {
        let ideas = ideas(&self.game, 1, rng, |_, point| zone.contains(point));
        let ideas = ranked(&mut self.evaluator, &self.game, ideas, goal);
        self.nearly_best(ideas, goal.sequel.stones(self.lying()), rng)
    }

    /// The first of some ideas, or one that is hardly worse.
    fn nearly_best(&self, ideas: Vec<Idea>, stones: usize, rng: &mut Rng) -> Option<Idea> {
        let best = self.chance(ideas.first()?.eval.black, stones);
        let loss = |idea: &Idea| (self.chance(idea.eval.black, stones) - best).abs();
        let good: Vec<Idea> = ideas.into_iter().filter(|idea| loss(idea) <= SLACK).collect();
        rng.choice(good)
    }

    /// The best moves in a zone, found with one of this many parts of the budget.
    fn moves(&mut self, zone: Zone, count: usize, parts: usize) -> Vec<(Point, i32)> {
        let outside = outside(&self.game, zone);
        self.evaluator.best_moves(&self.game, outside, count, parts)
    }
}

/// How far a point lies from all stones together.
fn distance(point: Point, stones: &[Point]) -> u32 {
    let apart = |stone: &Point| point.x().abs_diff(stone.x()) + point.y().abs_diff(stone.y());
    stones.iter().map(|stone| u32::from(apart(stone))).sum()
}

/// Fifth moves to offer.
pub(super) struct Offers {
    pub(super) acts: Vec<Act>,
    /// What the best of them is worth.
    pub(super) best: Eval,
    /// What the worst of them is worth.
    pub(super) worst: Eval,
}

/// The stones that a player puts before anybody else acts.
struct Ahead {
    /// Where each of them may lie.
    zones: Vec<Zone>,
    /// The opening once they lie, wherever.
    after: Opening,
}

impl Ahead {
    fn of(opening: &Opening, actor: Player) -> Option<Ahead> {
        let (mut zones, mut after) = (Vec::new(), opening.clone());
        while let Some(step) = after.step().filter(|step| step.actor == actor) {
            let Action::Place { zone, .. } = step.action else { break };
            let is_legal = |&point: &Point| after.check(actor, Act::Place(point)).is_ok();
            let point = opening.size().points().find(is_legal)?;
            after.act(actor, Act::Place(point)).ok()?;
            zones.push(zone);
        }
        Some(Ahead { zones, after })
    }

    fn declares(&self) -> bool {
        matches!(self.after.step().map(|step| step.action), Some(Action::Declare { .. }))
    }
}
