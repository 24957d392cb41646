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

/// An opening after these acts: points, or the names of choices.
fn opening_after(rule: OpeningRule, lines: u8, acts: &str) -> Opening {
    let mut opening = opening(rule, lines);
    for word in acts.split_whitespace() {
        let actor = opening.step().expect("the opening goes on").actor;
        let act = match word.parse::<Choice>().expect("a choice or a point") {
            Choice::Keep(point) => Act::Place(point),
            choice => Act::Choose(choice),
        };
        opening.act(actor, act).expect("a legal act");
    }
    opening
}

/// Lets an engine open a game against itself.
fn open(session: &mut Session, rule: Rule, opening_rule: OpeningRule, lines: u8, seed: u64) {
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
}

#[test]
fn every_rule_and_board_is_opened_legally() {
    let openings = [OpeningRule::SwapFirst, OpeningRule::Swap, OpeningRule::Swap2];
    for rule in Rule::ALL {
        let mut session = session();
        for (seed, lines) in [5, 6, 9, 15, 20, 22].into_iter().enumerate() {
            for opening in openings {
                open(&mut session, rule, opening, lines, seed as u64);
            }
        }
    }
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
    for acts in ["", "h8 h9 j6", "h8 h9 j6 place-two j7 i8"] {
        let opening = opening_after(OpeningRule::Swap2, 15, acts);
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
fn what_it_cannot_do_is_said() {
    let refused = |rule| {
        let step = step(&opening(rule, 15), Rule::Renju);
        ask(&mut session(), step, &nodes(100), 2, &Stop::new()).unwrap_err()
    };
    let unknown = CannotOpen::Unknown(OpeningRule::Rif);
    assert_eq!(refused(OpeningRule::Rif), AskError::CannotOpen(unknown));
    assert_eq!(refused(OpeningRule::None), AskError::CannotOpen(CannotOpen::Over));
}
