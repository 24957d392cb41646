//! How the engine opens games: every act is legal, games differ, and choices are sound.

use std::collections::HashSet;

use tengen_core::opening::{Act, Choice, Opening, Player};
use tengen_core::{Game, OpeningRule, Point, Rule, Side, Size};
use tengen_player::{
    Answer, Ask, AskError, CannotOpen, Decision, EngineOptions, Limits, Request, Session,
    SharedData, Stop, Verdict, Want,
};
use tengen_test_support::engine::nodes;
use tengen_test_support::game::game;

fn session() -> Session {
    Session::new(&SharedData::default())
}

fn ask(
    session: &mut Session,
    request: Request,
    limits: &Limits,
    seed: u64,
    stop: &Stop,
) -> Result<Answer, AskError> {
    let options = EngineOptions { memory: 4 << 20, ..EngineOptions::default() };
    let request = Request { limits: limits.clone(), options, seed: Some(seed), ..request };
    session.ask(&request, stop, &mut |_| {})
}

fn step(opening: &Opening, rule: Rule) -> Request {
    Request::new(Game::new(opening.size(), rule), Want::Opening(opening.clone()))
}

fn decide(opening: &Opening, rule: Rule, limits: &Limits, seed: u64) -> Decision {
    decide_with(&mut session(), opening, rule, limits, seed)
}

fn decide_with(
    session: &mut Session,
    opening: &Opening,
    rule: Rule,
    limits: &Limits,
    seed: u64,
) -> Decision {
    let answer = ask(session, step(opening, rule), limits, seed, &Stop::new());
    answer.ok().and_then(|answer| answer.opening).expect("an opening rule that it plays")
}

/// Stones that make a position even, and what it is worth then; none if there are none.
fn balance(
    session: &mut Session,
    game: &Game,
    (stones, bias): (usize, i32),
    limits: &Limits,
) -> (Vec<Point>, Option<Verdict>) {
    let request = Request::new(game.clone(), Want::Balance { stones, bias });
    let answer = ask(session, request, limits, 5, &Stop::new()).unwrap();
    (answer.line, answer.verdict)
}

fn opening(rule: OpeningRule, lines: u8) -> Opening {
    Opening::new(rule, Size::new(lines).unwrap()).unwrap()
}

/// An opening after these acts: points, numbers, or the names of choices.
fn opening_after(rule: OpeningRule, lines: u8, acts: &str) -> Opening {
    let mut opening = opening(rule, lines);
    for word in acts.split_whitespace() {
        let actor = opening.step().expect("the opening goes on").actor;
        let act = match (word.parse(), word.parse::<Choice>()) {
            (Ok(number), _) => Act::Declare(number),
            (_, Ok(Choice::Keep(point))) => Act::Place(point),
            (_, Ok(choice)) => Act::Choose(choice),
            (_, Err(error)) => panic!("{error}"),
        };
        opening.act(actor, act).expect("a legal act");
    }
    opening
}

/// Lets an engine open a game against itself.
fn open(
    session: &mut Session,
    rule: Rule,
    opening_rule: OpeningRule,
    lines: u8,
    seed: u64,
) -> Opening {
    let mut opening = opening(opening_rule, lines);
    while let Some(step) = opening.step() {
        let decision = decide_with(session, &opening, rule, &nodes(1_000), seed);
        assert!((0.0..=1.0).contains(&decision.black));
        for act in decision.acts {
            opening.act(step.actor, act).unwrap_or_else(|refusal| {
                panic!("{rule} {opening_rule} {lines}, seed {seed}: {refusal}")
            });
        }
        if let Some(reply) = decision.reply {
            assert_eq!(opening.step(), None, "a reply belongs to ordinary play");
            assert_eq!(opening.player(opening.to_move()), step.actor, "the reply is his own");
            assert!(opening.game(rule).board().is_free(reply));
        }
    }
    opening
}

#[test]
fn every_rule_and_board_is_opened_legally() {
    for rule in Rule::ALL {
        let mut session = session();
        for (seed, lines) in [5, 6, 7, 9, 15, 20, 21].into_iter().enumerate() {
            let suits = |opening: &OpeningRule| opening.suits(Size::new(lines).unwrap());
            for opening in OpeningRule::ALL.into_iter().filter(suits) {
                open(&mut session, rule, opening, lines, seed as u64);
            }
        }
    }
}

#[test]
fn all_stones_before_the_others_turn_come_at_once() {
    for (rule, acts) in [(OpeningRule::Rif, 3), (OpeningRule::Soosyrv8, 3), (OpeningRule::Pro, 1)] {
        let decision = decide(&opening(rule, 15), Rule::Renju, &nodes(3_000), 4);
        assert_eq!(decision.acts.len(), acts, "{rule}");
        assert_eq!(decision.acts[0], Act::Place("h8".parse().unwrap()));
    }
    let named = decide(&opening(OpeningRule::Yamaguchi, 15), Rule::Renju, &nodes(3_000), 4);
    assert!(matches!(named.acts[..], [_, _, _, Act::Declare(1..=12)]), "{:?}", named.acts);
    let fourth = opening_after(OpeningRule::Soosyrv8, 15, "h8 h9 i9 stay");
    let declared = decide(&fourth, Rule::Renju, &nodes(6_000), 4);
    assert!(matches!(declared.acts[..], [Act::Place(_), Act::Declare(1..=8)]));
}

#[test]
fn a_number_alone_is_declared() {
    for (rule, acts) in
        [(OpeningRule::Yamaguchi, "h8 h9 i9"), (OpeningRule::Soosyrv8, "h8 h9 i9 stay g7")]
    {
        let declared = decide(&opening_after(rule, 15, acts), Rule::Renju, &nodes(6_000), 4);
        assert!(matches!(declared.acts[..], [Act::Declare(1..=12)]), "{:?}", declared.acts);
    }
}

#[test]
fn as_many_fifth_moves_are_offered_as_were_declared_and_no_two_are_the_same() {
    // The stones are symmetric, so that half of the board repeats the other.
    let symmetric = "h8 h9 h10 8 stay h11";
    let eight = opening_after(OpeningRule::Yamaguchi, 15, symmetric);
    let two = opening_after(OpeningRule::Rif, 15, "h8 h9 h10 stay h11");
    let rest = opening_after(OpeningRule::Yamaguchi, 15, "h8 h9 h10 8 stay h11 i9 j8 g7");
    for (mut opening, count) in [(eight, 8), (two, 2), (rest, 5)] {
        let black = opening.step().unwrap().actor;
        let offered = decide(&opening, Rule::Renju, &nodes(6_000), 4);
        assert_eq!(offered.acts.len(), count);
        for act in offered.acts {
            opening.act(black, act).expect("an offer unlike all others");
        }
        assert_eq!(opening.step().unwrap().actor, !black, "White keeps one of them");
    }
}

#[test]
fn a_single_fifth_move_is_simply_played() {
    let opening = opening_after(OpeningRule::Soosyrv8, 15, "h8 h9 i9 stay g7 1 stay");
    let decision = decide(&opening, Rule::Renju, &nodes(6_000), 4);
    assert!(matches!(decision.acts[..], [Act::Place(_)]), "{:?}", decision.acts);
}

#[test]
fn white_keeps_the_fifth_move_that_is_worst_for_black() {
    // Black has two stones in the middle. The corner adds nothing to them.
    let opening = opening_after(OpeningRule::Rif, 15, "h8 h9 i9 stay a15 g7 a1");
    let kept = decide(&opening, Rule::Renju, &nodes(20_000), 1);
    assert_eq!(kept.acts, [Act::Choose(Choice::Keep("a1".parse().unwrap()))]);
    assert!(kept.reply.is_some(), "White goes on with the sixth move");
}

#[test]
fn black_offers_ten_where_even_the_worst_of_them_is_good() {
    // White's stones lie as far off as the squares allow.
    let strong = opening_after(OpeningRule::Taraguchi10, 15, "h8 stay g7 stay h9 stay e11");
    let decision = decide(&strong, Rule::Freestyle, &nodes(40_000), 1);
    assert_eq!(decision.acts[0], Act::Choose(Choice::OfferTen));
    assert_eq!(decision.acts.len(), 11);
    assert!(decision.black > 0.5, "{}", decision.black);
}

#[test]
fn the_third_move_of_pro_lies_outside_the_square() {
    for (rule, square) in [(OpeningRule::Pro, 2), (OpeningRule::LongPro, 3)] {
        for seed in 0..3 {
            let opening = open(&mut session(), Rule::Standard, rule, 15, seed);
            let [_, _, third] = opening.stones() else { panic!("three stones") };
            let off = third.x().abs_diff(7).max(third.y().abs_diff(7));
            assert!(off > square, "{third}");
        }
    }
}

#[test]
fn more_fifth_moves_are_worth_less_to_black() {
    let chance = |number: u8| {
        let acts = format!("h8 h9 i9 stay g7 {number} stay");
        decide(&opening_after(OpeningRule::Soosyrv8, 15, &acts), Rule::Renju, &nodes(20_000), 1)
            .black
    };
    assert!(chance(8) < chance(1), "{} {}", chance(8), chance(1));
}

#[test]
fn proposals_depend_on_the_seed_and_on_nothing_else() {
    let propose = |opening_rule, seed| {
        decide(&opening(opening_rule, 15), Rule::Standard, &nodes(3_000), seed).acts
    };
    for rule in [OpeningRule::SwapFirst, OpeningRule::Swap2] {
        assert_eq!(propose(rule, 3), propose(rule, 3));
    }
    let proposals: HashSet<_> = (0..6).map(|seed| propose(OpeningRule::Swap2, seed)).collect();
    assert_eq!(proposals.len(), 6);
    let firsts: Vec<_> = (0..6).map(|seed| propose(OpeningRule::SwapFirst, seed)).collect();
    assert!(firsts.iter().any(|first| *first != firsts[0]), "{firsts:?}");
}

#[test]
fn stones_of_a_proposal_lie_near_each_other() {
    for seed in 0..4 {
        let proposal =
            decide(&opening(OpeningRule::Swap2, 20), Rule::Freestyle, &nodes(3_000), seed);
        let stones: Vec<Point> = proposal
            .acts
            .iter()
            .map(|act| match act {
                Act::Place(point) => *point,
                other => panic!("{other} is no stone"),
            })
            .collect();
        let near = |a: Point, b: Point| a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y())) <= 4;
        assert_eq!(stones.len(), 3);
        assert!(near(stones[0], stones[1]));
        assert!(near(stones[0], stones[2]) || near(stones[1], stones[2]));
    }
}

#[test]
fn a_side_that_is_clearly_better_is_taken() {
    // Black in the middle with two stones, White in the corner.
    let strong = opening_after(OpeningRule::Swap2, 15, "h8 a1 h9");
    let taken = decide(&strong, Rule::Freestyle, &nodes(20_000), 1);
    assert_eq!(taken.acts, [Act::Choose(Choice::TakeBlack)]);
    assert!(taken.black > 0.6, "{}", taken.black);
    assert_eq!(taken.reply, None, "the other side moves");
    // Black in two corners, White in the middle and to move.
    let weak = opening_after(OpeningRule::Swap2, 15, "a1 h8 o15");
    let stayed = decide(&weak, Rule::Freestyle, &nodes(20_000), 1);
    assert_eq!(stayed.acts, [Act::Choose(Choice::StayWhite)]);
    assert!(stayed.reply.is_some(), "White goes on with his fourth move");
}

#[test]
fn where_no_side_is_better_two_more_stones_are_put() {
    let placed = (0..20).find_map(|seed| {
        let mut opening = opening(OpeningRule::Swap2, 15);
        let proposal = decide(&opening, Rule::Standard, &nodes(3_000), seed);
        for act in proposal.acts {
            opening.act(Player::First, act).unwrap();
        }
        let answer = decide(&opening, Rule::Standard, &nodes(3_000), seed);
        let places = answer.acts[0] == Act::Choose(Choice::PlaceTwo);
        for act in answer.acts {
            opening.act(Player::Second, act).unwrap();
        }
        places.then_some((opening, answer.reply))
    });
    let (opening, reply) = placed.expect("among our own proposals some are even");
    assert_eq!(opening.stones().len(), 5);
    assert_eq!(opening.step().unwrap().text, "swap2.choose-side");
    assert_eq!(reply, None, "the other side chooses first");
}

#[test]
fn after_five_stones_the_first_player_takes_the_better_side() {
    let strong = "h8 a1 h9 place-two o1 i8";
    for (stones, choice) in
        [(strong, Choice::TakeBlack), ("a1 h8 o15 place-two h9 a15", Choice::TakeWhite)]
    {
        let opening = opening_after(OpeningRule::Swap2, 15, stones);
        assert_eq!(opening.step().unwrap().actor, Player::First);
        let decision = decide(&opening, Rule::Renju, &nodes(20_000), 1);
        assert_eq!(decision.acts, [Act::Choose(choice)]);
        assert_eq!(decision.reply.is_some(), choice == Choice::TakeWhite);
    }
}

#[test]
fn a_first_stone_in_the_middle_is_taken_and_one_in_the_corner_is_not() {
    for (stone, choice) in [("h8", Choice::TakeBlack), ("a1", Choice::StayWhite)] {
        let opening = opening_after(OpeningRule::SwapFirst, 15, stone);
        let decision = decide(&opening, Rule::Freestyle, &nodes(20_000), 1);
        assert_eq!(decision.acts, [Act::Choose(choice)], "{stone}");
    }
}

#[test]
fn balance_comes_near_what_is_wanted() {
    let position = game(Rule::Freestyle, 15, "h8 h9 k5");
    let mut session = session();
    for count in [1, 2] {
        for bias in [-100, 0, 100] {
            let (stones, verdict) = balance(&mut session, &position, (count, bias), &nodes(60_000));
            assert_eq!(stones.len(), count);
            let off = verdict.map(|verdict| (verdict.number() - bias).abs());
            assert!(off.is_some_and(|off| off <= 60), "{count} stones, {bias}: {verdict:?}");
        }
    }
}

#[test]
fn balance_keeps_to_the_points_that_limits_leave() {
    let position = game(Rule::Renju, 15, "h8 i9 g7");
    let only: Vec<Point> = ["j8", "f6", "c3"].map(|name| name.parse().unwrap()).to_vec();
    let mut session = session();
    let limits = Limits { only: only.clone(), exclude: vec![only[0]], ..nodes(2_000) };
    let (stones, _) = balance(&mut session, &position, (2, 0), &limits);
    assert!(stones.len() == 2 && stones.iter().all(|stone| only[1..].contains(stone)));
    let none = Limits { only: vec![only[0]], exclude: vec![only[0]], ..nodes(2_000) };
    assert_eq!(balance(&mut session, &position, (1, 0), &none), (Vec::new(), None));
}

#[test]
fn a_balance_ends_no_game_and_makes_no_foul() {
    // Black could make five at once.
    let open = game(Rule::Freestyle, 15, "h8 h9 i8 i9 j8 j9 k8 k9");
    let mut session = session();
    let (stones, _) = balance(&mut session, &open, (1, 30_000), &nodes(5_000));
    assert!(!["g8", "l8"].contains(&stones[0].to_string().as_str()), "{stones:?}");
    let foul = game(Rule::Renju, 15, "g8 a1 i8 a3 h7 a5 h9 a7");
    let limits = Limits { only: vec!["h8".parse().unwrap()], ..nodes(1_000) };
    assert_eq!(foul.to_move(), Side::Black);
    assert_eq!(balance(&mut session, &foul, (1, 0), &limits), (Vec::new(), None));
}

#[test]
fn a_stop_and_a_time_of_nothing_still_give_an_answer() {
    let stop = Stop::new();
    stop.stop();
    let at_once = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    for (rule, acts) in [
        (OpeningRule::Swap2, ""),
        (OpeningRule::Swap2, "h8 h9 j6"),
        (OpeningRule::Swap2, "h8 h9 j6 place-two j7 i8"),
        (OpeningRule::Pro, "h8"),
        (OpeningRule::Yamaguchi, ""),
        (OpeningRule::Yamaguchi, "h8 h9 i9 12 swap g7"),
        (OpeningRule::Soosyrv8, "h8 h9 i9 swap"),
        (OpeningRule::Soosyrv8, "h8 h9 i9 swap g7 2 stay j7 k8"),
        (OpeningRule::Taraguchi10, "h8 stay h9 stay h10 stay h11"),
    ] {
        let opening = opening_after(rule, 15, acts);
        let mut session = session();
        for (limits, stop) in [(&Limits::default(), &stop), (&at_once, &Stop::new())] {
            let answer = ask(&mut session, step(&opening, Rule::Standard), limits, 2, stop);
            let (mut opening, actor) = (opening.clone(), opening.step().unwrap().actor);
            for act in answer.unwrap().opening.unwrap().acts {
                opening.act(actor, act).expect("a legal act");
            }
        }
    }
}

#[test]
fn an_opening_that_is_over_has_no_step() {
    let none = step(&opening(OpeningRule::None, 15), Rule::Renju);
    let refused = ask(&mut session(), none, &nodes(100), 2, &Stop::new()).unwrap_err();
    assert_eq!(refused, AskError::CannotOpen(CannotOpen::Over));
}
