//! Choices: which side to take, which of the offered fifth moves to keep.

use fastrand::Rng;
use tengen_core::Point;
use tengen_core::opening::{Act, Choice};

use super::Decision;
use super::evaluator::Eval;
use super::propose::Offers;
use super::select::after;
use super::sequel::Sequel;
use super::work::Work;

/// Two more stones are put where neither colour has more than this chance to win.
///
/// The proposer has searched these stones for as long as they liked. Where we see hardly a better
/// side he may know one, and stones of our own choice turn that around.
const UNCLEAR: f64 = 0.54;

/// The fifth moves that Black may offer in Taraguchi-10.
const TEN: usize = 10;

impl Work<'_> {
    /// The option that gives its player the best chance.
    pub(super) fn choose(&mut self, options: &[Choice], rng: &mut Rng) -> Option<Decision> {
        let offers: Vec<Point> = options.iter().filter_map(offered).collect();
        if !offers.is_empty() {
            return self.keep(&offers);
        }
        if options.contains(&Choice::OfferTen) {
            return self.choose_before_fifth();
        }
        let may_place = options.contains(&Choice::PlaceTwo);
        let (eval, stones) = self.value(if may_place { 2 } else { 1 });
        let (choice, best) = self.better_side(options, self.chance(eval.black, stones))?;
        if may_place
            && best < UNCLEAR
            && let Some(decision) = self.place_two(best, rng)
        {
            return Some(decision);
        }
        Some(self.decision(vec![Act::Choose(choice)], eval.best, eval, stones))
    }

    /// What the position is worth with all that the opening rule still asks for, and how many stones
    /// lie then.
    fn value(&mut self, valuations: usize) -> (Eval, usize) {
        let sequel = Sequel::of(self.opening);
        let stones = sequel.stones(self.lying());
        // The number of fifth moves stands by now.
        let (_, eval) = self.evaluator.value(&self.game, &sequel, |_| 0, valuations);
        (eval, stones)
    }

    /// The choice that takes the better side, and its chance to win if Black's is `black`.
    fn better_side(&self, options: &[Choice], black: f64) -> Option<(Choice, f64)> {
        let own = if self.opening.black() == self.actor { black } else { 1.0 - black };
        let chance = |choice: Choice| match choice {
            Choice::TakeBlack => Some(black),
            Choice::StayWhite | Choice::TakeWhite => Some(1.0 - black),
            Choice::Stay => Some(own),
            Choice::Swap => Some(1.0 - own),
            Choice::PlaceTwo | Choice::OfferTen | Choice::Keep(_) => None,
        };
        let sides = options.iter().filter_map(|&choice| Some((choice, chance(choice)?)));
        sides.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// The offer that is worst for Black.
    fn keep(&mut self, offers: &[Point]) -> Option<Decision> {
        let mut best: Option<(Point, Eval)> = None;
        for (n, &offer) in offers.iter().enumerate() {
            let Some(game) = after(&self.game, &[offer]) else { continue };
            let eval = self.evaluator.search(&game, offers.len() - n);
            if best.is_none_or(|(_, best)| eval.black < best.black) {
                best = Some((offer, eval));
            }
        }
        let (offer, eval) = best?;
        let acts = vec![Act::Choose(Choice::Keep(offer))];
        Some(self.decision(acts, eval.best, eval, self.lying() + 1))
    }

    /// Black's choice before the fifth move of Taraguchi-10. Ten offers, if even the worst of them is
    /// good enough. Otherwise one fifth move comes, after which White may swap: who holds Black must
    /// make it even, and swaps if not even the best fifth move does.
    fn choose_before_fifth(&mut self) -> Option<Decision> {
        let stones = self.lying();
        let ten = Act::Choose(Choice::OfferTen);
        let mut offering = self.opening.clone();
        offering.act(self.actor, ten).ok()?;
        let Offers { acts, best, worst } = self.offers(offering, TEN)?;
        if self.chance(worst.black, stones) > 0.5 {
            let acts = [ten].into_iter().chain(acts).collect();
            return Some(self.decision(acts, None, worst, stones));
        }
        let is_lost = self.chance(best.black, stones) < 0.5;
        let choice = if is_lost { Choice::Swap } else { Choice::Stay };
        Some(self.decision(vec![Act::Choose(choice)], None, best, stones))
    }
}

fn offered(choice: &Choice) -> Option<Point> {
    match *choice {
        Choice::Keep(point) => Some(point),
        _ => None,
    }
}
