//! Claims that hold and claims that only look as if they did.

use tengen_core::{Game, Rule, Side, Size};
use tengen_proof::{Replay, replay};
use tengen_test_support::game::points;
use tengen_test_support::picture::Picture;
use tengen_test_support::proof::fixtures::ENOUGH;

/// Claims about a picture, whose marks name the moves.
struct Claims(Picture);

impl Claims {
    fn read(picture: &str) -> Claims {
        Claims(Picture::read(picture))
    }

    /// The claim that `attacker` wins in `plies`, with the moves named by `script` in this order.
    fn judge(&self, rule: Rule, attacker: Side, plies: u32, script: &str) -> Replay {
        let to_move = if plies % 2 == 1 { attacker } else { !attacker };
        let mut script = script.chars();
        let mut oracle = |_: &Game, _| script.next().map(|mark| self.0.point(mark));
        replay(&self.0.game(rule, to_move), attacker, plies, &mut oracle, ENOUGH)
    }

    fn holds(&self, rule: Rule, attacker: Side, plies: u32, script: &str) {
        let judged = self.judge(rule, attacker, plies, script);
        assert!(matches!(judged, Replay::Holds { .. }), "{rule}: {judged:?}");
    }

    /// The line that refutes the claim, as names.
    fn refuted(&self, rule: Rule, attacker: Side, plies: u32, script: &str) -> String {
        match self.judge(rule, attacker, plies, script) {
            Replay::Refuted { line } => {
                line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
            }
            other => panic!("{rule}: {other:?}"),
        }
    }
}

#[test]
fn a_five_wins_at_once() {
    let four = Claims::read(
        "o o o o . . .
         . . . . . . .
         . . . . . . .
         o x x x x . .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    for rule in Rule::ALL {
        four.holds(rule, Side::Black, 1, "");
        four.holds(rule, Side::White, 1, "");
    }
}

#[test]
fn an_open_four_cannot_be_stopped_but_needs_its_plies() {
    let three = Claims::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . x x x . .
         . . . . . . .
         o . . o . . o
         . . . . . . .",
    );
    for rule in Rule::ALL {
        three.holds(rule, Side::Black, 3, "");
        assert_eq!(three.refuted(rule, Side::Black, 1, ""), "");
        // Who is to move against the three closes one of its ends.
        assert_eq!(three.refuted(rule, Side::Black, 2, ""), "a1");
    }
}

#[test]
fn a_four_of_the_defender_comes_first() {
    let race = Claims::read(
        ". . . . . . .
         x o o o o . .
         . . . . . . .
         . . x x x x .
         . . . . . . .
         . . . . . . .
         . . . . . . .",
    );
    assert_eq!(race.refuted(Rule::Freestyle, Side::Black, 2, ""), "f6");
    // With Black to move his five is first.
    race.holds(Rule::Freestyle, Side::Black, 1, "");
}

#[test]
fn a_counter_four_takes_the_point_that_wins() {
    // White makes a four at C, Black has to answer at D, and White is to move against the three
    // again: the second stone closes it.
    let near_miss = Claims::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . x x x . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         x o o o C D . . .",
    );
    assert!(near_miss.refuted(Rule::Freestyle, Side::Black, 4, "D").starts_with("e1 f1"));
    near_miss.holds(Rule::Freestyle, Side::Black, 3, "");
}

#[test]
fn a_row_of_six_wins_only_where_the_rule_says_so() {
    let gap = Claims::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         x x x . x x .
         . . . . . . .
         . . . . . . .
         o o . o . o .",
    );
    for rule in [Rule::Freestyle, Rule::Caro] {
        gap.holds(rule, Side::Black, 1, "");
    }
    for rule in [Rule::Standard, Rule::Renju, Rule::CaroExact] {
        assert_eq!(gap.refuted(rule, Side::Black, 1, ""), "");
    }
    // The same row of White's wins in renju.
    let white = Claims(gap.0.swapped());
    white.holds(Rule::Renju, Side::White, 1, "");
}

#[test]
fn a_four_whose_end_makes_six_is_not_open() {
    let dead_end = Claims::read(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         x . A x x x . o
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . o . o . o .",
    );
    dead_end.holds(Rule::Freestyle, Side::Black, 3, "");
    assert_eq!(dead_end.refuted(Rule::Standard, Side::Black, 3, "A"), "c5 g5");
}

#[test]
fn in_caro_a_stone_at_the_far_end_spoils_a_five() {
    let far = Claims::read(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         o . x x x A . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    far.holds(Rule::Freestyle, Side::Black, 3, "");
    // g5 takes one five and closes the second end of the other.
    for rule in [Rule::Caro, Rule::CaroExact] {
        assert!(far.refuted(rule, Side::Black, 3, "A").starts_with("f5 g5"), "{rule}");
    }
}

#[test]
fn black_may_not_win_by_a_forbidden_point() {
    // One stone at A makes two fours, each with one end.
    let fours = Claims::read(
        ". . . . . . . . .
         . . . . o . . . .
         . . . . x . . . .
         . . . . x . . . .
         . . . . x . . . .
         o x x x A . . . .
         . . . . . . . . .
         . . . . . . . . .
         o . o . o . o . .",
    );
    fours.holds(Rule::Freestyle, Side::Black, 3, "");
    assert_eq!(fours.refuted(Rule::Renju, Side::Black, 3, "A"), "e4");
}

#[test]
fn white_wins_where_the_only_block_is_forbidden() {
    // White's four has its five at F alone, and there Black would make two threes.
    let trap = Claims::read(
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . x . x . . .
         . . . . . x x . . . .
         x o o o A F . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    trap.holds(Rule::Renju, Side::White, 3, "");
    for rule in [Rule::Freestyle, Rule::Standard] {
        assert_eq!(trap.refuted(rule, Side::White, 3, "A"), "e5 f5");
    }
}

#[test]
fn a_four_with_a_three_wins_in_five_plies() {
    // A makes a four and a three; White must answer at B, then Black makes the open four.
    let four_three = Claims::read(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . x . . . .
         . . . . x . . . .
         o x x x A B . . .
         . . . . . . . . .
         . . . . . . . . .
         o . . . . . o . .",
    );
    for rule in Rule::ALL {
        four_three.holds(rule, Side::Black, 5, "AA");
        assert!(four_three.refuted(rule, Side::Black, 3, "A").starts_with("e4"), "{rule}");
        // The four first without the three.
        assert!(four_three.refuted(rule, Side::Black, 5, "BB").starts_with("f4 e4"), "{rule}");
    }
}

#[test]
fn a_block_that_makes_a_four_breaks_the_attack() {
    // As above, but White's answer at B makes a four of his own, which Black has to block at C:
    // then White is to move against the three.
    let answered = Claims::read(
        ". . . . . . . . .
         . . . . . x . . .
         . . . . . o . . .
         . . . . x o . . .
         . . . . x o . . .
         o x x x A B . . .
         . . . . . C . . .
         . . . . . . . . .
         o . . . . . o . .",
    );
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let line = answered.refuted(rule, Side::Black, 5, "AC");
        assert!(line.starts_with("e4 f4 f3"), "{rule}: {line}");
    }
}

#[test]
fn a_full_board_is_no_win() {
    // Black makes a four, and White's block fills the board.
    let full = Claims::read(
        "x x x . A
         o o x x o
         x x o o x
         o o x x o
         x o o x o",
    );
    for rule in Rule::ALL {
        assert_eq!(full.refuted(rule, Side::Black, 9, "A"), "e5 d5", "{rule}");
    }
}

#[test]
fn what_is_not_known_is_undecided() {
    let two = Claims::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . x x . . .
         . . . . . . .
         . . . . . . .
         o . o . o . o",
    );
    assert_eq!(two.judge(Rule::Freestyle, Side::Black, 5, ""), Replay::Undecided);
    let game = two.0.game(Rule::Freestyle, Side::White);
    let small = replay(&game, Side::Black, 6, &mut |_, _| None, 10);
    assert_eq!(small, Replay::Undecided);
}

#[test]
fn bad_moves_of_the_oracle_refute_its_claim() {
    let two = Claims::read(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . x x . . .
         . . . . . . .
         . . . . . . .
         o . o . o . o",
    );
    let game = two.0.game(Rule::Freestyle, Side::Black);
    for point in points("c4 a1 h8 v22") {
        let judged = replay(&game, Side::Black, 5, &mut |_, _| Some(point), ENOUGH);
        assert_eq!(judged, Replay::Refuted { line: vec![point] });
    }
}

#[test]
fn nobody_wins_a_game_that_is_over() {
    let mut game = Game::new(Size::MIN, Rule::Freestyle);
    for point in ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"] {
        game.play(point.parse().unwrap()).unwrap();
    }
    for side in Side::BOTH {
        let judged = replay(&game, side, 9, &mut |_, _| None, ENOUGH);
        assert_eq!(judged, Replay::Refuted { line: Vec::new() });
    }
}
