//! False proofs written by hand, each refused for the right reason.

use tengen_core::{Rule, Side, Size};
use tengen_proof::{OtherwiseFault, ProofBuilder, Reason, check};
use tengen_test_support::picture::Picture;
use tengen_test_support::proof::fixtures::{
    ENOUGH, TWO_THREES, accept, fault, otherwise, three, two_threes,
};

use Side::{Black, White};

#[test]
fn all_replies_are_listed_where_there_is_no_else_move() {
    let picture = three();
    let (line, reason) = fault(&picture.proof(Rule::Freestyle, Black, "A[E>B]"));
    let a1 = Size::default().points().next().unwrap();
    assert_eq!((line.as_str(), reason), ("f4", Reason::NotAnswered(a1)));
}

#[test]
fn the_else_move_can_be_taken() {
    let picture = three();
    for rule in Rule::ALL {
        let (line, reason) = fault(&picture.proof(rule, Black, "A[*E]"));
        assert_eq!(line, "f4");
        assert_eq!(reason, otherwise(&picture, 'E', 'E', OtherwiseFault::Taken));
    }
}

#[test]
fn the_else_move_must_win() {
    let picture = two_threes();
    let without = |reply: char| {
        let tree = TWO_THREES.replace(&format!("{reply}>G[F>H *F]"), "");
        picture.proof(Rule::Freestyle, Black, &tree)
    };
    for (reply, stop) in [('B', 'C'), ('C', 'B')] {
        let (line, reason) = fault(&without(reply));
        assert_eq!(line, "");
        let stopped = OtherwiseFault::Stopped(picture.point(stop));
        assert_eq!(reason, otherwise(&picture, 'A', reply, stopped));
    }
    // Where five needs an open end, a stone beside the row is enough.
    accept(&without('D'));
    let tree = TWO_THREES.replace("D>G[F>H *F]", "");
    for rule in [Rule::Caro, Rule::CaroExact] {
        let (_, reason) = fault(&picture.proof(rule, Black, &tree));
        let stopped = OtherwiseFault::Stopped(picture.point('C'));
        assert_eq!(reason, otherwise(&picture, 'A', 'D', stopped));
    }
    // A move that threatens nothing.
    let (_, reason) = fault(&picture.proof(Rule::Freestyle, Black, "[*I]"));
    assert!(matches!(reason, Reason::Otherwise { fault: OtherwiseFault::Harmless, .. }));
}

#[test]
fn a_four_of_the_defender_comes_before_threats() {
    let picture = Picture::read(
        "x o o o K L . . .
         . . . . . . . . .
         . . F x x x G H .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . D B x x x A C I
         . . . . . . . . .
         . . . . . . . . .",
    );
    for rule in Rule::ALL {
        let (line, reason) = fault(&picture.proof(rule, Black, TWO_THREES));
        assert_eq!(line, "", "{rule}");
        let five = picture.point('L');
        assert_eq!(reason, otherwise(&picture, 'A', 'K', OtherwiseFault::CounterFive(five)));
    }
}

#[test]
fn a_five_of_the_defender_comes_first() {
    let picture = Picture::read(
        "x o o o o L .
         . . . . . . .
         . . . . . . .
         . E x x x A B
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    for rule in Rule::ALL {
        let (line, reason) = fault(&picture.proof(rule, Black, "A[E>B *E]"));
        assert_eq!((line.as_str(), reason), ("f4", Reason::CounterFive(picture.point('L'))));
        accept(&picture.proof(rule, White, "L"));
    }
}

#[test]
fn moves_are_on_free_points_and_replies_are_listed_once() {
    let picture = three();
    let point = |mark| picture.point(mark);
    let cases = [
        ("X[E>B *E]", "", Reason::Occupied(point('X'))),
        ("O", "", Reason::Occupied(point('O'))),
        ("A[E>A *E]", "f4 b4", Reason::Occupied(point('A'))),
        ("A[E>E *E]", "f4 b4", Reason::Occupied(point('E'))),
        ("A[E>B E>B *E]", "f4", Reason::ReplyTwice(point('E'))),
        ("A[E>B A>B *E]", "f4", Reason::ReplyOccupied(point('A'))),
        ("A[E>B O>B *E]", "f4", Reason::ReplyOccupied(point('O'))),
        ("A[E>B *X]", "f4", Reason::OtherwiseOccupied(point('X'))),
        ("A[E>B *A]", "f4", Reason::OtherwiseOccupied(point('A'))),
    ];
    for (tree, line, reason) in cases {
        let refused = fault(&picture.proof(Rule::Freestyle, Black, tree));
        assert_eq!(refused, (line.to_owned(), reason), "{tree}");
    }
    // Nothing follows a five.
    let refused = fault(&picture.proof(Rule::Freestyle, Black, "A[E>B[*A] *E]"));
    assert_eq!(refused, ("f4 b4".to_owned(), Reason::FiveGoesOn(point('B'))));
}

#[test]
fn a_shared_attack_stands_for_one_position() {
    let picture = two_threes();
    let point = |mark| picture.point(mark);
    let mut builder = ProofBuilder::new(Rule::Freestyle, picture.board(), Black);
    let five = builder.add(point('H'), &[], None);
    let four = builder.add(point('G'), &[(point('F'), five)], Some(point('F')));
    let replies = ['A', 'B', 'C'].map(|mark| (point(mark), four));
    let proof = builder.finish_defence(&replies, Some(point('A')));
    let refusal = check(&proof, ENOUGH).unwrap_err();
    // The stones differ, though the same moves would win.
    assert_eq!((refusal.line, refusal.attack), (vec![point('B')], four));
    assert_eq!(refusal.reason, Reason::OtherPosition);
}

#[test]
fn a_game_that_is_over_is_not_won_again() {
    let won = Picture::read(
        "o o o o A . .
         . . . . . . .
         . . . . . . .
         x x x x X . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    for rule in Rule::ALL {
        for tree in ["A", "[*A]"] {
            let (_, reason) = fault(&won.proof(rule, White, tree));
            assert!(matches!(reason, Reason::AlreadyWon(Black, _)), "{reason}");
        }
    }
}

#[test]
fn the_budget_is_kept() {
    let proof = two_threes().proof(Rule::Freestyle, Black, TWO_THREES);
    let positions = check(&proof, ENOUGH).unwrap().positions;
    assert_eq!(check(&proof, positions).unwrap().positions, positions);
    for budget in [0, 1, positions - 1] {
        assert_eq!(check(&proof, budget).unwrap_err().reason, Reason::Budget(budget));
    }
}

#[test]
fn a_refusal_is_one_sentence_with_its_place() {
    let picture = two_threes();
    let tree = TWO_THREES.replace("B>G[F>H *F]", "B>G[*F]");
    let refusal = check(&picture.proof(Rule::Freestyle, Black, &tree), ENOUGH).unwrap_err();
    let text = "after c3 g7 (attack 2): the else move c7 does not answer the reply c7, which \
                takes its point";
    assert_eq!(refusal.to_string(), text);
}
