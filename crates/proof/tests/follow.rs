//! Proofs that are played in games, and games that leave them.

use std::sync::Arc;

use tengen_core::{Game, Point, Rule, Side};
use tengen_proof::{Follower, LeftProof};
use tengen_test_support::picture::Picture;
use tengen_test_support::proof::small::game_on;

use Side::{Black, White};

fn picture() -> Picture {
    Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . F x x x G H .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . D B x x x A C .
         . . . . . . . . .
         Z . . . . . . . O",
    )
}

/// White is to move against two threes.
fn start() -> (Picture, Follower, Game) {
    let picture = picture();
    let tree = "[A>G[F>H *F] B>G[F>H *F] C>G[F>H *F] *A]";
    let proof = picture.proof(Rule::Freestyle, Black, tree);
    let game = game_on(proof.board(), proof.rule(), proof.to_move()).unwrap();
    (picture, Follower::new(Arc::new(proof)), game)
}

fn play(game: &mut Game, points: &[Point]) {
    for &point in points {
        game.play(point).unwrap();
    }
}

#[test]
fn listed_replies_else_moves_and_the_last_five() {
    let (picture, follower, _) = start();
    let point = |mark| picture.point(mark);
    assert_eq!(follower.next_move(), None, "White is to move");
    // A listed reply, its attack, and the else move that makes five.
    let mut listed = follower.clone();
    listed.reply(point('B')).unwrap();
    assert_eq!(listed.next_move(), Some(point('G')));
    listed.reply(point('Z')).unwrap();
    assert_eq!(listed.next_move(), Some(point('F')));
    assert_eq!(listed.reply(point('H')), Err(LeftProof::Over), "five ends the game");
    // An else move that threatens, and the five that is left.
    for (stop, five) in [('B', 'C'), ('C', 'B')] {
        let mut other = follower.clone();
        other.reply(point('Z')).unwrap();
        assert_eq!(other.next_move(), Some(point('A')));
        other.reply(point(stop)).unwrap();
        assert_eq!(other.next_move(), Some(point(five)));
    }
}

#[test]
fn a_game_is_caught_up_with() {
    let (picture, mut follower, mut game) = start();
    let point = |mark| picture.point(mark);
    assert_eq!(follower.catch_up(&game), Ok(None));
    play(&mut game, &[point('Z')]);
    assert_eq!(follower.catch_up(&game), Ok(Some(point('A'))));
    assert_eq!(follower.catch_up(&game), Ok(Some(point('A'))), "nothing happened since");
    play(&mut game, &[point('A')]);
    assert_eq!(follower.catch_up(&game), Ok(None), "White is to move");
    play(&mut game, &[point('B')]);
    assert_eq!(follower.catch_up(&game), Ok(Some(point('C'))));
}

#[test]
fn a_game_that_goes_elsewhere_has_left_the_proof() {
    let (picture, follower, game) = start();
    let point = |mark| picture.point(mark);
    let left = |moves: &[char]| {
        let (mut follower, mut game) = (follower.clone(), game.clone());
        follower.reply(point('Z')).unwrap();
        play(&mut game, &moves.iter().map(|&mark| point(mark)).collect::<Vec<_>>());
        assert_eq!(follower.catch_up(&game), Err(LeftProof::OtherPosition), "{moves:?}");
        assert_eq!(follower.next_move(), None);
        assert_eq!(follower.reply(point('B')), Err(LeftProof::Before));
        assert_eq!(follower.catch_up(&game), Err(LeftProof::Before));
    };
    // Another move of Black's, two moves at once, a move taken back, and another game.
    left(&['Z', 'D']);
    left(&['Z', 'D', 'B']);
    left(&['Z', 'A', 'B', 'C']);
    left(&[]);
    left(&['D']);

    let mut follower = follower;
    let other_rule = game_on(game.board(), Rule::Caro, White).unwrap();
    assert_eq!(follower.clone().catch_up(&other_rule), Err(LeftProof::OtherPosition));
    let other_turn = game_on(game.board(), Rule::Freestyle, Black).unwrap();
    assert_eq!(follower.clone().catch_up(&other_turn), Err(LeftProof::OtherPosition));
    let occupied = point('O');
    assert_eq!(follower.reply(occupied), Err(LeftProof::Occupied(occupied)));
}

#[test]
fn a_proof_that_was_never_checked_is_left_where_it_has_no_move() {
    let picture = picture();
    let point = |mark| picture.point(mark);
    let follower = |tree| Follower::new(Arc::new(picture.proof(Rule::Freestyle, Black, tree)));
    assert_eq!(follower("O").next_move(), None);
    let mut taken = follower("[B>B *A]");
    assert_eq!(taken.clone().reply(point('B')), Err(LeftProof::NotAnswered(point('B'))));
    assert_eq!(taken.reply(point('A')), Err(LeftProof::NotAnswered(point('A'))));
    assert_eq!(follower("A").reply(point('Z')), Err(LeftProof::NotAnswered(point('Z'))));
    assert_eq!(follower("A[*B]").reply(point('A')), Err(LeftProof::Occupied(point('A'))));
    let mut harmless = follower("[*D]");
    harmless.reply(point('B')).unwrap();
    assert_eq!(harmless.reply(point('Z')), Err(LeftProof::NotAnswered(point('Z'))));
}
