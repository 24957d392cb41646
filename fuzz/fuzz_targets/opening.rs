//! Bytes drive an opening: acts of both players, asked for or not, and taking back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_core::opening::{Act, Action, Choice, Opening, OpeningRule, Player, Refusal};
use tengen_core::{Point, Rule};
use tengen_fuzz::size_of;

fuzz_target!(|data: &[u8]| {
    let Some((&[rule, size], rest)) = data.split_first_chunk() else { return };
    let rule = OpeningRule::ALL[usize::from(rule) % OpeningRule::ALL.len()];
    let Ok(mut opening) = Opening::new(rule, size_of(size)) else {
        return assert!(!rule.suits(size_of(size)));
    };
    check_state(&opening);
    for &[how, x, y] in rest.as_chunks().0 {
        let player = if how & 1 == 0 { Player::First } else { Player::Second };
        if how & 0b1110 == 0b1110 {
            check_back(&mut opening, player);
        } else {
            let act = act(&opening, how, x, y);
            check_act(&mut opening, player, act);
        }
        check_state(&opening);
    }
});

/// Something to do: mostly what is asked for, else anything.
fn act(opening: &Opening, how: u8, x: u8, y: u8) -> Act {
    let lines = opening.size().lines();
    let point = Point::new(x % lines, y % lines).expect("on the board");
    let anywhere = Point::new(x % 22, y % 22).expect("on the largest board");
    let kind = (how >> 1) % 8;
    match opening.step().map(|step| step.action) {
        Some(Action::Place { .. } | Action::Offer { .. }) if kind < 4 => Act::Place(point),
        Some(Action::Choose { options }) if kind < 4 => {
            Act::Choose(options[usize::from(x) % options.len()])
        }
        Some(Action::Declare { range }) if kind < 4 => Act::Declare(x % (range.end() + 2)),
        _ => match kind {
            4 => Act::Place(anywhere),
            5 => Act::Declare(x),
            _ => Act::Choose(choice(y, anywhere)),
        },
    }
}

fn choice(number: u8, point: Point) -> Choice {
    match number % 8 {
        0 => Choice::StayWhite,
        1 => Choice::TakeBlack,
        2 => Choice::TakeWhite,
        3 => Choice::PlaceTwo,
        4 => Choice::Swap,
        5 => Choice::Stay,
        6 => Choice::OfferTen,
        _ => Choice::Keep(point),
    }
}

/// What is refused changes nothing; what is accepted can be taken back.
fn check_act(opening: &mut Opening, player: Player, act: Act) {
    let before = opening.clone();
    let allowed = opening.check(player, act);
    let done = opening.act(player, act);
    assert_eq!(allowed, done);
    match done {
        Err(refusal) => {
            assert_eq!(*opening, before);
            assert!(!refusal.to_string().is_empty());
        }
        Ok(()) => {
            let step = before.step().expect("somebody had to act");
            assert_eq!(step.actor, player);
            assert_eq!(opening.acts().len(), before.acts().len() + 1);
            let mut again = opening.clone();
            assert_eq!(again.back(!player), Err(Refusal::NothingToTakeBack(!player)));
            assert_eq!(again.back(player), Ok(act));
            assert_eq!(again, before);
        }
    }
}

fn check_back(opening: &mut Opening, player: Player) {
    let before = opening.clone();
    match opening.back(player) {
        Err(_) => assert_eq!(*opening, before),
        Ok(act) => {
            let mut again = opening.clone();
            assert_eq!(again.act(player, act), Ok(()));
            assert_eq!(again, before);
        }
    }
}

/// What holds at every moment.
fn check_state(opening: &Opening) {
    match opening.step() {
        Some(step) => assert!((1..=step.of).contains(&step.number)),
        None => {
            assert!(opening.offers().is_empty());
            let refused = opening.check(Player::First, Act::Declare(1));
            assert_eq!(refused, Err(Refusal::Over));
        }
    }
    for rule in Rule::ALL {
        let game = opening.game(rule);
        assert_eq!(game.board().stone_count(), opening.stones().len());
        assert_eq!((game.to_move(), game.outcome()), (opening.to_move(), None));
    }
}
