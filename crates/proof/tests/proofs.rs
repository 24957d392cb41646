//! Proofs written by hand: true ones, and false ones that are refused for the right reason.

mod common;

use common::Picture;
use tengen_core::{Rule, Side, Size};
use tengen_proof::{OtherwiseFault, Proof, ProofBuilder, Reason, check};

use Side::{Black, White};

const ENOUGH: u64 = 100_000;

fn accept(proof: &Proof) {
    let checked = check(proof, ENOUGH);
    assert!(checked.is_ok(), "{}: {}", proof.rule(), checked.unwrap_err());
}

/// The fault of a proof, and the line to it.
fn fault(proof: &Proof) -> (String, Reason) {
    let refusal = check(proof, ENOUGH).expect_err("a false proof");
    let line: Vec<String> = refusal.line.iter().map(ToString::to_string).collect();
    (line.join(" "), refusal.reason)
}

fn otherwise(picture: &Picture, otherwise: char, reply: char, fault: OtherwiseFault) -> Reason {
    Reason::Otherwise { otherwise: picture.point(otherwise), reply: picture.point(reply), fault }
}

fn three() -> Picture {
    Picture::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . E x X x A B
         . . . . . . .
         o . . O . . o
         . . . . . . .",
    )
}

/// Two threes: one of them stays open whatever White plays.
fn two_threes() -> Picture {
    Picture::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . F x x x G H .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . D B x x x A C I
         . . . . . . . . .
         . . . . . . . . .",
    )
}

const TWO_THREES: &str = "[A>G[F>H *F] B>G[F>H *F] C>G[F>H *F] D>G[F>H *F] I>G[F>H *F] *A]";

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
