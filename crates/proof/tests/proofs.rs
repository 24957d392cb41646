//! Proofs written by hand under the rules that differ: what wins under one is refused under another.

use tengen_core::{Rule, Side};
use tengen_proof::{OtherwiseFault, Reason};
use tengen_test_support::picture::Picture;
use tengen_test_support::proof::fixtures::{
    TWO_THREES, accept, fault, otherwise, three, two_threes,
};

use Side::{Black, White};

#[test]
fn a_five_and_an_open_four_win_under_all_rules() {
    let (three, open) = (three(), "A[E>B *E]");
    let four = Picture::read(
        "o o o o . . .
         . . . . . . .
         . . . . . . .
         o x x x x A .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    for rule in Rule::ALL {
        accept(&four.proof(rule, Black, "A"));
        let proof = three.proof(rule, Black, open);
        accept(&proof);
        assert_eq!((proof.to_move(), proof.plies()), (Black, 3));
        assert_eq!(proof.main_line(), ['A', 'E', 'B'].map(|mark| three.point(mark)));
    }
}

#[test]
fn an_else_move_may_win_by_its_threats() {
    let picture = two_threes();
    for rule in Rule::ALL {
        let proof = picture.proof(rule, Black, TWO_THREES);
        accept(&proof);
        assert_eq!((proof.to_move(), proof.plies()), (White, 4));
        assert_eq!(proof.main_line().len(), 4);
    }
}

#[test]
fn six_is_not_five_everywhere() {
    let gap = Picture::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         x x x A x x .
         . . . . . . .
         . . . . . . .
         B o . o . o .",
    );
    let (a, b) = (gap.point('A'), gap.point('B'));
    for rule in [Rule::Freestyle, Rule::Caro] {
        accept(&gap.proof(rule, Black, "A"));
    }
    for rule in [Rule::Standard, Rule::CaroExact] {
        let refused = fault(&gap.proof(rule, Black, "A"));
        assert_eq!(refused, ("d4".to_owned(), Reason::NotAnswered(b)));
    }
    let refused = fault(&gap.proof(Rule::Renju, Black, "A"));
    assert_eq!(refused, (String::new(), Reason::Forbidden(a)));
}

#[test]
fn forbidden_attacks_are_no_attacks() {
    let fours = Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . x . . . .
         . . . . x . . . .
         o x x x A F . . .
         . . . . x . . . .
         . . . . B . . . .
         . . . . o . . . .
         . . . . . . . . .",
    );
    let tree = "A[F>B *F]";
    let refused = fault(&fours.proof(Rule::Renju, Black, tree));
    assert_eq!(refused, (String::new(), Reason::Forbidden(fours.point('A'))));
    accept(&fours.proof(Rule::Standard, Black, tree));
    // The same as an else move.
    let (_, reason) = fault(&fours.proof(Rule::Renju, Black, "[*A]"));
    assert!(matches!(reason, Reason::Otherwise { fault: OtherwiseFault::Forbidden, .. }));
}

/// White's fours at A and B are stopped only where Black would make six.
fn forbidden_stops() -> Picture {
    Picture::read(
        ". . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .
         x o o o B V . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . . . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .
         x o o o A W . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .
         . . . . . x . . . . . . . . .",
    )
}

#[test]
fn a_stop_that_is_forbidden_is_none() {
    let picture = forbidden_stops();
    let single = "A[*W]";
    accept(&picture.proof(Rule::Renju, White, single));
    let (line, reason) = fault(&picture.proof(Rule::Standard, White, single));
    assert_eq!(line, "e4");
    assert_eq!(reason, otherwise(&picture, 'W', 'W', OtherwiseFault::Taken));
    // Where six wins, it is Black who wins.
    let (_, reason) = fault(&picture.proof(Rule::Freestyle, White, single));
    assert!(matches!(reason, Reason::CounterFive(_)));
    // One threat is enough if its stop is forbidden.
    let threat = "[A>B[*V] *A]";
    let proof = picture.proof(Rule::Renju, White, threat);
    accept(&proof);
    assert_eq!(proof.plies(), 4);
    let (_, reason) = fault(&picture.proof(Rule::Standard, White, threat));
    let stopped = OtherwiseFault::Stopped(picture.point('W'));
    assert!(matches!(reason, Reason::Otherwise { fault, .. } if fault == stopped));
}

#[test]
fn a_side_with_nothing_but_forbidden_points_has_lost() {
    let picture = Picture::read(
        "o o x x o o
         o o x x o o
         x x o o x x
         x x o o x x
         o x x o x x
         x x x W x x",
    );
    let proof = picture.proof(Rule::Renju, White, "[]");
    accept(&proof);
    assert!(proof.main_line().is_empty());
    // Elsewhere the last stone makes a draw.
    let refused = fault(&picture.proof(Rule::Standard, White, "[]"));
    assert_eq!(refused.1, Reason::NotAnswered(picture.point('W')));
    let refused = fault(&picture.proof(Rule::Standard, White, "W"));
    assert_eq!(refused, ("d1".to_owned(), Reason::FullBoard));
}

#[test]
fn open_fours_can_have_dead_ends() {
    let caged = Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         o E x x x A B o .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let tree = "A[E>B *E]";
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        accept(&caged.proof(rule, Black, tree));
    }
    for rule in [Rule::Caro, Rule::CaroExact] {
        // A stone at B stops both ends of the five at E.
        let (line, reason) = fault(&caged.proof(rule, Black, tree));
        assert_eq!(line, "f6");
        assert_eq!(reason, otherwise(&caged, 'E', 'B', OtherwiseFault::Harmless));
        // And the five at B is no answer either.
        let (line, _) = fault(&caged.proof(rule, Black, "A[B>E E>B *E]"));
        assert!(line.starts_with("f6 g6"), "{line}");
    }
    let long = Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         x E x x x A B . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let tree = "A[B>E *B]";
    accept(&long.proof(Rule::Freestyle, Black, tree));
    accept(&long.proof(Rule::Caro, Black, tree));
    for rule in [Rule::Standard, Rule::CaroExact] {
        let (line, reason) = fault(&long.proof(rule, Black, tree));
        assert_eq!(line, "f6 g6 b6");
        assert!(matches!(reason, Reason::NotAnswered(_)));
    }
    let (line, reason) = fault(&long.proof(Rule::Renju, Black, tree));
    assert_eq!((line.as_str(), reason), ("f6 g6", Reason::Forbidden(long.point('E'))));
}
