//! Opening rules: how the first stones are put and who gets which colour.
//!
//! All ten rules are one machine. [`Opening::step`] says who has to do what, [`Opening::act`] does
//! it, and when no step is left ordinary play begins with the stones as they lie. What the rules
//! ask is written down as plain tables in `opening/script.rs`; the rest of this module only walks
//! through them.

use crate::{Game, Point, Rule, Side, Size};

mod refusal;
mod rule;
mod script;
mod step;
mod twins;

pub use refusal::{OpeningUnsuited, Refusal};
pub use rule::{OpeningRule, ParseOpeningRuleError};
pub use step::{Act, Action, Choice, ParseChoiceError, Player, Step, Zone};
pub use twins::distinct_fifths;

use script::{Deed, Task};

/// An opening under way, or finished.
///
/// ```
/// # use tengen_core::opening::{Act, Action, Choice, Opening, OpeningRule, Player};
/// # use tengen_core::{Rule, Side, Size};
/// let mut opening = Opening::new(OpeningRule::Swap2, Size::default())?;
/// for point in ["h8", "h9", "j6"] {
///     opening.act(Player::First, Act::Place(point.parse()?))?;
/// }
/// let step = opening.step().expect("the second player chooses");
/// assert_eq!((step.actor, step.text), (Player::Second, "swap2.choose"));
///
/// opening.act(Player::Second, Act::Choose(Choice::TakeBlack))?;
/// assert_eq!(opening.step(), None);
/// assert_eq!(opening.black(), Player::Second);
/// assert_eq!(opening.game(Rule::Standard).to_move(), Side::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    size: Size,
    acts: Vec<(Player, Act)>,
    // The rest follows from the acts.
    ahead: &'static [Task],
    number: usize,
    stones: Vec<Point>,
    offers: Vec<Point>,
    declared: Option<u8>,
    black: Player,
}

impl Opening {
    /// The beginning of an opening. The first player holds Black until somebody chooses.
    ///
    /// # Errors
    /// If the board has no centre but the rule needs one, or if it is too small for the rule.
    pub fn new(rule: OpeningRule, size: Size) -> Result<Opening, OpeningUnsuited> {
        if rule.suits(size) {
            Ok(Opening::begun(rule, size))
        } else {
            Err(OpeningUnsuited { rule, size })
        }
    }

    /// The opening rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The board's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Everything done so far, and by whom.
    pub fn acts(&self) -> &[(Player, Act)] {
        &self.acts
    }

    /// The stones on the board in the order of their moves: Black, White, Black…
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// The fifth moves that Black offers, until White has kept one.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// How many fifth moves were declared, if anybody declared.
    pub fn declared(&self) -> Option<u8> {
        self.declared
    }

    /// Who holds Black now; after the opening, for good.
    pub fn black(&self) -> Player {
        self.black
    }

    /// Who holds `side` now.
    pub fn player(&self, side: Side) -> Player {
        match side {
            Side::Black => self.black,
            Side::White => !self.black,
        }
    }

    /// The colour of the next stone. After the opening its owner plays on.
    pub fn to_move(&self) -> Side {
        side_of_move(self.stones.len())
    }

    /// The stones so far as a game under `rule`, for ordinary play to go on.
    pub fn game(&self, rule: Rule) -> Game {
        let mut game = Game::new(self.size, rule);
        for &point in &self.stones {
            game.play(point).expect("three stones of a side make neither five nor a foul");
        }
        game
    }

    /// What has to be done next. `None`: the opening is over.
    pub fn step(&self) -> Option<Step> {
        let task = self.ahead.first()?;
        Some(Step {
            number: self.number,
            of: self.number + self.ahead.len() - 1,
            actor: self.player(task.by),
            text: task.text,
            action: self.action(task.deed),
        })
    }

    /// Whether `player` may do this now.
    ///
    /// # Errors
    /// As [`Opening::act`].
    pub fn check(&self, player: Player, act: Act) -> Result<(), Refusal> {
        let step = self.step().ok_or(Refusal::Over)?;
        if player != step.actor {
            return Err(Refusal::NotYourTurn(step.actor));
        }
        match (act, step.action) {
            (Act::Place(point), Action::Place { zone, .. }) => self.check_stone(point, zone),
            (Act::Place(point), Action::Offer { .. }) => self.check_offer(point),
            (Act::Choose(choice), Action::Choose { options }) => {
                let offered = options.contains(&choice);
                offered.then_some(()).ok_or(Refusal::NotAnOption { choice, options })
            }
            (Act::Declare(number), Action::Declare { range }) => {
                let within = range.contains(&number);
                within.then_some(()).ok_or(Refusal::OutOfRange { number, range })
            }
            (_, action) => Err(Refusal::WrongAct(action)),
        }
    }

    /// Does one thing for `player`: one stone, one choice or one number.
    ///
    /// # Errors
    /// If it is not what the step asks of this player; nothing changes then.
    pub fn act(&mut self, player: Player, act: Act) -> Result<(), Refusal> {
        self.check(player, act)?;
        self.perform(player, act);
        Ok(())
    }

    /// Takes the last act back, as long as the other player has not acted on it. Once ordinary
    /// play has begun it is too late, but only the caller knows that.
    ///
    /// # Errors
    /// If the last act was not this player's.
    pub fn back(&mut self, player: Player) -> Result<Act, Refusal> {
        match self.acts.split_last() {
            Some((&(last, act), before)) if last == player => {
                let mut again = Opening::begun(self.rule, self.size);
                before.iter().for_each(|&(player, act)| again.perform(player, act));
                *self = again;
                Ok(act)
            }
            _ => Err(Refusal::NothingToTakeBack(player)),
        }
    }

    fn begun(rule: OpeningRule, size: Size) -> Opening {
        Opening {
            rule,
            size,
            acts: Vec::new(),
            ahead: script::of(rule),
            number: 1,
            stones: Vec::new(),
            offers: Vec::new(),
            declared: None,
            black: Player::First,
        }
    }

    fn action(&self, deed: Deed) -> Action {
        match deed {
            Deed::Place(last, area) => Action::Place {
                colors: (self.stones.len()..last).map(side_of_move).collect(),
                zone: area.on(self.size),
            },
            Deed::Choose(options) => Action::Choose { options: options.to_vec() },
            Deed::Declare(most) => Action::Declare { range: 1..=most },
            Deed::Offer(most) => Action::Offer { count: self.fifths(most) - self.offers.len() },
            Deed::Keep => {
                Action::Choose { options: self.offers.iter().copied().map(Choice::Keep).collect() }
            }
        }
    }

    /// How many fifth moves there will be.
    fn fifths(&self, most: u8) -> usize {
        self.declared.unwrap_or(most).into()
    }

    fn check_stone(&self, point: Point, zone: Zone) -> Result<(), Refusal> {
        if !self.size.contains(point) {
            Err(Refusal::OffBoard(point))
        } else if self.stones.contains(&point) {
            Err(Refusal::Occupied(point))
        } else if !zone.contains(point) {
            Err(Refusal::OutOfZone { point, zone })
        } else {
            Ok(())
        }
    }

    fn check_offer(&self, point: Point) -> Result<(), Refusal> {
        self.check_stone(point, Zone::Anywhere)?;
        match twins::among(&self.offers, point, &self.stones) {
            Some(offer) if offer == point => Err(Refusal::AlreadyOffered(point)),
            Some(offer) => Err(Refusal::Symmetric { point, offer }),
            None => Ok(()),
        }
    }

    /// Does what was checked before.
    fn perform(&mut self, player: Player, act: Act) {
        self.acts.push((player, act));
        match act {
            Act::Place(point) => self.place(point),
            Act::Choose(choice) => {
                self.advance();
                self.choose(player, choice);
            }
            Act::Declare(number) => {
                self.advance();
                self.declared = Some(number);
            }
        }
    }

    /// Goes on to the next task.
    fn advance(&mut self) {
        self.ahead = &self.ahead[1..];
        self.number += 1;
    }

    fn place(&mut self, point: Point) {
        match self.ahead[0].deed {
            Deed::Offer(most) => self.offer(point, self.fifths(most)),
            deed => {
                self.stones.push(point);
                if matches!(deed, Deed::Place(last, _) if last == self.stones.len()) {
                    self.advance();
                }
            }
        }
    }

    fn offer(&mut self, point: Point, fifths: usize) {
        self.offers.push(point);
        if self.offers.len() == fifths {
            self.advance();
        }
        // A single offer leaves White nothing to choose: it is the fifth move.
        if fifths == 1 {
            self.advance();
            self.keep(point);
        }
    }

    fn choose(&mut self, player: Player, choice: Choice) {
        match choice {
            Choice::Stay | Choice::StayWhite => {}
            Choice::Swap => self.black = !self.black,
            Choice::TakeBlack => self.black = player,
            Choice::TakeWhite => self.black = !player,
            Choice::PlaceTwo => self.ahead = script::PLACE_TWO,
            Choice::OfferTen => self.ahead = script::OFFER_TEN,
            Choice::Keep(point) => self.keep(point),
        }
    }

    /// One of the offers becomes the fifth move.
    fn keep(&mut self, point: Point) {
        self.offers.clear();
        self.stones.push(point);
    }
}

/// The colour of a move, counted from zero.
fn side_of_move(index: usize) -> Side {
    if index.is_multiple_of(2) { Side::Black } else { Side::White }
}
