use tengen_core::{Board, ImageKeys, Move, Side, Size};

use super::super::line::made;
use super::*;

fn line(rule: Rule, result: Option<Winner>, moves: &[&str]) -> Line {
    let mut images = ImageKeys::of(&Board::new(Size::default()), Side::Black);
    let moves = moves.iter().map(|name| Move::Stone(name.parse().unwrap()));
    Line { rule, result, steps: moves.filter_map(|action| made(&mut images, action)).collect() }
}

/// How often each move follows some others, most frequent first.
fn after(index: &Index, moves: &[&str]) -> Vec<(u32, u32)> {
    let mut images = ImageKeys::of(&Board::new(Size::default()), Side::Black);
    moves.iter().for_each(|name| images.play(name.parse().unwrap()));
    let tally = index.look_up(images.key(), Rule::Renju);
    let mut counts: Vec<(u32, u32)> =
        tally.into_values().map(|count| (count.games, count.black)).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

#[test]
fn games_are_counted_under_all_symmetries_and_their_own_rule() {
    let mut index = Index::default();
    index.put(1, &line(Rule::Renju, Some(Winner::Black), &["h8", "i9", "j10"]));
    index.put(2, &line(Rule::Renju, None, &["h8", "g7", "h9"]));
    index.put(3, &line(Rule::Renju, None, &["h8", "h9"]));
    index.put(4, &line(Rule::Freestyle, None, &["h8", "h9"]));
    for _ in 0..2 {
        assert_eq!(after(&index, &[]), [(3, 1)]);
        assert_eq!(after(&index, &["h8"]), [(2, 1), (1, 0)]);
        assert_eq!(after(&index, &["h8", "g9"]), [(1, 1), (1, 0)]);
        index.settle();
    }
}

#[test]
fn a_new_version_takes_the_place_of_the_old_one_and_a_deleted_game_goes() {
    let mut index = Index::default();
    for length in 1..=3 {
        index.put(7, &line(Rule::Renju, None, &["h8", "i9", "j10"][..length]));
        index.put(8, &line(Rule::Renju, None, &["h8", "i9"]));
    }
    assert_eq!(after(&index, &[]), [(2, 0)]);
    assert_eq!(after(&index, &["h8", "i9"]), [(1, 0)]);
    index.settle();
    assert_eq!((index.slots.len(), index.sorted.len(), index.fresh.len()), (2, 5, 0));
    index.remove(7);
    assert_eq!(after(&index, &[]), [(1, 0)]);
    assert_eq!(after(&index, &["h8", "i9"]), []);
    index.settle();
    assert_eq!((index.slots.len(), index.sorted.len()), (1, 2));
}

#[test]
fn saving_a_game_again_and_again_takes_no_more_room() {
    let mut index = Index::default();
    let played = line(Rule::Renju, None, &["h8", "i9", "j10", "a1", "b1", "c1"]);
    for _ in 0..5000 {
        index.put(1, &played);
    }
    assert!(index.fresh.len() <= FRESH && index.slots.len() <= FRESH);
    assert_eq!(after(&index, &[]), [(1, 0)]);
}
