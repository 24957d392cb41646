//! A game with planted mistakes gets exactly the labels that it has to get.

use tengen_core::{Game, Rule, Size};
use tengen_player::{Session, SharedData, Stop};
use tengen_review::{Depth, Findings, Label, Line, Plan, Reason, Review, TurningPoint, review};
use tengen_test_support::game::points;

/// A planted move: its number, label and reason.
type Planted = (usize, String, String);

/// The game, and its planted moves.
fn planted() -> (Line, Vec<Planted>) {
    let mut lines = include_str!("planted.txt").lines().filter(|line| !line.starts_with('#'));
    let line = played(lines.next().unwrap());
    let planted = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        (words[0].parse().unwrap(), words[1].to_owned(), words[2].to_owned())
    };
    (line, lines.map(planted).collect())
}

fn played(moves: &str) -> Line {
    let mut game = Game::new(Size::default(), Rule::Freestyle);
    for point in points(moves) {
        game.play(point).unwrap();
    }
    Line::of(&game)
}

fn searched(line: &Line, plan: &Plan, stop: &Stop, mut stop_at: usize) -> Findings {
    let shared = SharedData::default();
    let session = || Box::new(Session::new(&shared)) as _;
    let on_event = &mut |_: &Findings, _: &_| {
        stop_at = stop_at.saturating_sub(1);
        if stop_at == 0 {
            stop.stop();
        }
    };
    review(line, plan, &session, stop, on_event).unwrap()
}

#[test]
fn planted_mistakes_a_missed_win_a_forced_and_a_lost_move_get_exactly_those_labels() {
    let (line, expected) = planted();
    let findings = searched(&line, &Plan::new(Depth::Quick), &Stop::new(), usize::MAX);
    let review = Review::of(&line, &findings, None);
    let is_plain = |label| matches!(label, Label::Best | Label::Good);
    let labels: Vec<Planted> = review.moves[expected[0].0 - 1..]
        .iter()
        .filter(|judged| !is_plain(judged.judgement.label))
        .map(|judged| {
            let reason = judged.judgement.reason.map_or("-", Reason::name).to_owned();
            (judged.ply + 1, judged.judgement.label.name().to_owned(), reason)
        })
        .collect();
    assert_eq!(labels, expected, "{}", tengen_review::report(&line, &review));
    for judged in review.moves.iter().filter(|judged| judged.judgement.label.is_reproach()) {
        assert!(judged.better().is_some_and(|better| !better.line.is_empty()), "{judged:?}");
    }
    let kinds: Vec<&str> = review
        .turning_points
        .iter()
        .map(|point| match point {
            TurningPoint::MissedWin { .. } => "missed win",
            TurningPoint::LastChance { .. } => "last chance",
            TurningPoint::NoReturn { .. } => "no return",
        })
        .collect();
    assert_eq!(kinds, ["missed win", "last chance", "no return"]);
    assert!(review.is_complete);
}

#[test]
fn the_block_of_a_four_is_forced() {
    let line = played("h8g8i8i9j8k7k8l8");
    let plan = Plan { nodes: 2_000, ..Plan::new(Depth::Quick) };
    let findings = searched(&line, &plan, &Stop::new(), usize::MAX);
    let review = Review::of(&line, &findings, None);
    assert_eq!(review.moves[7].judgement.label, Label::Forced);
}

#[test]
fn a_stop_keeps_what_is_found_and_the_rest_is_not_judged() {
    let (line, _) = planted();
    let plan = Plan { nodes: 1_000, ..Plan::new(Depth::Quick) };
    let stop = Stop::new();
    let findings = searched(&line, &plan, &stop, 3);
    let review = Review::of(&line, &findings, None);
    assert!(!review.is_complete && findings.searched() >= 3);
    assert!(review.moves.iter().any(|judged| judged.judgement.label == Label::NotJudged));
    // What was found stays; the rest is searched.
    let (shared, begun) = (SharedData::default(), findings.searched());
    let session = || Box::new(Session::new(&shared)) as _;
    let mut asked = 0;
    let done = findings
        .complete(&line, &plan, &session, &Stop::new(), &mut |_, progress| {
            asked += usize::from(progress.total > 0);
        })
        .unwrap();
    assert!(done.is_complete && done.searched() > begun && asked > 0);
}
