//! Else moves on boards of some size, reply by reply, against trying everything.

#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use tengen_core::{Game, Outcome, Point, Rule};
use tengen_proof::{OtherwiseFault, Reason, check};
use tengen_test_support::environment::number;
use tengen_test_support::proof::sketch::{Node, Sketch};
use tengen_test_support::proof::small::{answers, position};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 40;

#[test]
fn an_else_move_answers_what_it_answers_when_all_is_tried() {
    let mut rng = fastrand::Rng::with_seed(7);
    let positions = number("TENGEN_POSITIONS", POSITIONS);
    for rule in Rule::ALL {
        let mut counts = Counts::default();
        for _ in 0..positions {
            let game = position(&mut rng, rule, 8..=11, 15..=40);
            let wins = |point| game.clone().play(point).unwrap().and_then(Outcome::winner);
            if game.board().free_points().all(|p| wins(p) != Some(game.to_move())) {
                let threats = game.board().free_points().filter(|&point| threatens(&game, point));
                threats.for_each(|point| compare(&game, point, &mut counts));
            }
        }
        println!("{rule}: {counts:?}");
        let Counts { answered, unanswered, stopped, counter_fives } = counts;
        assert!(answered > 500 && unanswered > 500 && stopped > 100 && counter_fives > 50);
    }
}

#[derive(Debug, Default)]
struct Counts {
    answered: usize,
    unanswered: usize,
    stopped: usize,
    counter_fives: usize,
}

/// Whether the side that is not to move could make five after one more move there, or with it.
fn threatens(game: &Game, point: Point) -> bool {
    let mut game = game.clone();
    game.pass().unwrap();
    let attacker = game.to_move();
    let wins = |outcome: Option<Outcome>| outcome.and_then(Outcome::winner) == Some(attacker);
    if game.play(point).unwrap().is_some() {
        return wins(game.outcome());
    }
    game.pass().unwrap();
    game.board().free_points().any(|five| wins(game.clone().play(five).unwrap()))
}

/// The checker complains of exactly those replies that the move does not answer.
fn compare(game: &Game, otherwise: Point, counts: &mut Counts) {
    let (attacker, board) = (!game.to_move(), game.board());
    let replies: Vec<Point> = board.free_points().collect();
    let unanswered = replies.iter().filter(|&&reply| !answers(game, reply, otherwise, attacker));
    let unanswered: Vec<Point> = unanswered.copied().collect();
    counts.answered += replies.len() - unanswered.len();
    counts.unanswered += unanswered.len();
    let complaint = |listed: &[Point]| {
        // What answers the listed replies is looked at later.
        let dummy = Node { point: Some(otherwise), ..Node::default() };
        let root = Node {
            point: None,
            replies: listed.iter().map(|&reply| (reply, 0)).collect(),
            otherwise: Some(otherwise),
        };
        let sketch = if listed.is_empty() { vec![root] } else { vec![dummy, root] };
        match check(&Sketch(sketch).proof(game.rule(), board.clone(), attacker), u64::MAX) {
            Err(refusal) => match refusal.reason {
                Reason::Otherwise { reply, fault, .. } if refusal.line.is_empty() => {
                    Some((reply, fault))
                }
                _ => None,
            },
            Ok(_) => None,
        }
    };
    assert_eq!(complaint(&unanswered), None, "{otherwise} in {game:?}");
    for &left_out in &unanswered {
        let listed = unanswered.iter().copied().filter(|&reply| reply != left_out);
        let (reply, fault) = complaint(&listed.collect::<Vec<_>>())
            .unwrap_or_else(|| panic!("{otherwise} against {left_out} in {game:?}"));
        assert_eq!(reply, left_out);
        counts.stopped += usize::from(matches!(fault, OtherwiseFault::Stopped(_)));
        counts.counter_fives += usize::from(matches!(fault, OtherwiseFault::CounterFive(_)));
    }
}
