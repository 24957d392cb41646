//! What a move does in a puzzle: whether it still wins against every reply, how long that takes, and which reply
//! holds out longest.

use tengen_core::{Game, Point};
use tengen_engine::{Position, Threat};

use super::solver::{PuzzleSolver, Reach, Win, fives, legal_moves};
use crate::puzzle_set::PackedPuzzle;
use crate::wire::{Problem, PuzzleKind, PuzzleVerdict};

/// What a move of an attacker does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Attack {
    /// It wins.
    Wins {
        /// Plies up to the five, the move included.
        plies: u32,
        /// The reply that holds out longest; none if the move makes five.
        reply: Option<Point>,
    },
    /// Nobody has shown that it wins.
    Fails {
        /// The reply that stops it, and what may follow.
        refutation: Vec<Point>,
    },
}

/// What a move is, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    pub(super) verdict: PuzzleVerdict,
    pub(super) is_solved: bool,
    pub(super) reply: Option<Point>,
    pub(super) refutation: Vec<Point>,
}

impl Judged {
    fn fails(refutation: Vec<Point>) -> Judged {
        Judged { verdict: PuzzleVerdict::Fails, is_solved: false, reply: None, refutation }
    }

    fn solved(verdict: PuzzleVerdict) -> Judged {
        Judged { verdict, is_solved: true, reply: None, refutation: Vec::new() }
    }
}

/// Of replies that hold out equally long, so many are compared.
const MOST_TIED: usize = 4;
/// Wins by threats are as short as they were found: so much longer is no worse.
const SLACK: u32 = 2;
/// Stones of a refutation that are shown.
const SHOWN: usize = 9;

/// Judges the last of these moves, which begin at the puzzle's position.
pub(super) fn judge(
    puzzle: &PackedPuzzle,
    moves: &[Point],
    solver: &mut PuzzleSolver,
) -> Result<Judged, Problem> {
    let mut game = puzzle.game.clone();
    let (&last, before) = moves.split_last().ok_or_else(no_move)?;
    for &point in before {
        game.play(point)?;
    }
    // What cannot be played is no try.
    game.clone().play(last)?;
    match puzzle.kind {
        PuzzleKind::Defence => Ok(defence(puzzle, &game, last, solver)),
        _ => Ok(attack_in(puzzle, &game, moves, solver)),
    }
}

fn no_move() -> Problem {
    Problem::new(crate::wire::ProblemCode::BadMessage, "there is no move to try")
}

/// A defence is one move: afterwards nothing is forced.
fn defence(puzzle: &PackedPuzzle, game: &Game, point: Point, solver: &mut PuzzleSolver) -> Judged {
    if puzzle.answers.contains(&point) {
        return Judged::solved(PuzzleVerdict::Correct);
    }
    let mut after = game.clone();
    let _ = after.play(point);
    // A four that only wins time: its stop is the answer, and the win is still there.
    if let Some(&stop) = fives(&after, !after.to_move()).first() {
        return Judged::fails(vec![stop]);
    }
    let win =
        solver.win(&after, Reach::Threats).map_or_else(|| puzzle.line.clone(), |win| win.line);
    Judged::fails(shown(win))
}

fn attack_in(
    puzzle: &PackedPuzzle,
    game: &Game,
    moves: &[Point],
    solver: &mut PuzzleSolver,
) -> Judged {
    let reach = reach_of(puzzle.kind);
    let point = moves[moves.len() - 1];
    let is_first = moves.len() == 1;
    let follows_line = puzzle.line.starts_with(moves);
    // Wins by any moves are too long to be searched at every step where the line is known.
    if puzzle.kind == PuzzleKind::Win && follows_line && moves.len() < puzzle.line.len() {
        let reply = puzzle.line.get(moves.len()).copied();
        return Judged { reply, is_solved: false, ..Judged::solved(PuzzleVerdict::Correct) };
    }
    let is_answer = is_first && puzzle.answers.contains(&point);
    let (plies, reply) = match attack(game, point, reach, solver) {
        Attack::Wins { plies, reply } => (plies, reply),
        // It was proved with more work than there is here: it counts, and the rest is not asked for.
        Attack::Fails { .. } if is_answer => return Judged::solved(PuzzleVerdict::Correct),
        Attack::Fails { refutation } => return Judged::fails(shown(refutation)),
    };
    let shortest = match is_first {
        true => puzzle.length,
        false => solver.win(game, reach).map_or(plies, |win| win.plies),
    };
    let slack = if matches!(puzzle.kind, PuzzleKind::Vcf | PuzzleKind::Trap) { 0 } else { SLACK };
    let is_best = follows_line || plies <= shortest + slack;
    let is_correct = is_best && (!is_first || is_answer);
    let verdict = if is_correct { PuzzleVerdict::Correct } else { PuzzleVerdict::AlsoWins };
    Judged { reply, is_solved: reply.is_none(), ..Judged::solved(verdict) }
}

/// Which moves the win of a kind may use.
pub(super) fn reach_of(kind: PuzzleKind) -> Reach {
    match kind {
        PuzzleKind::Win => Reach::AnyMoves,
        _ => Reach::Threats,
    }
}

/// What a legal move of an attacker does.
pub(super) fn attack(game: &Game, point: Point, reach: Reach, solver: &mut PuzzleSolver) -> Attack {
    let attacker = game.to_move();
    let mut after = game.clone();
    match after.play(point) {
        Ok(Some(outcome)) if outcome.winner() == Some(attacker) => {
            return Attack::Wins { plies: 1, reply: None };
        }
        Ok(None) => {}
        _ => return Attack::Fails { refutation: Vec::new() },
    }
    if let Some(&five) = fives(&after, !attacker).first() {
        return Attack::Fails { refutation: vec![five] };
    }
    let ends = fives(&after, attacker);
    let stops: Vec<Point> =
        ends.iter().copied().filter(|&point| !after.is_forbidden(point)).collect();
    match (&ends[..], &stops[..]) {
        ([], _) => against_all(&after, reach, solver),
        ([_], [stop]) => against(&after, &[*stop], reach, solver),
        // Two ends, or one that is forbidden: whatever is played, five follows.
        (_, stops) => {
            let reply =
                stops.first().copied().or_else(|| legal_moves(&after, &[]).first().copied());
            Attack::Wins { plies: 3, reply }
        }
    }
}

/// Whether the side that has just moved wins against every legal reply.
fn against_all(after: &Game, reach: Reach, solver: &mut PuzzleSolver) -> Attack {
    let mut passed = after.clone();
    // Who has nothing to threaten wins nothing by force.
    let threat = passed.pass().ok().and_then(|()| solver.win(&passed, Reach::Threats));
    let Some(threat) = threat else {
        return Attack::Fails { refutation: likely_reply(after, solver) };
    };
    against(after, &legal_moves(after, &threat.line), reach, solver)
}

/// What somebody would play where nothing is forced: a four or three of his own, if he has one.
fn likely_reply(after: &Game, solver: &PuzzleSolver) -> Vec<Point> {
    let position = Position::of(after, solver.tables().tables(after.rule()));
    let points = legal_moves(after, &[]);
    let best = points.into_iter().max_by_key(|&point| position.candidate(point).policy);
    best.into_iter().collect()
}

/// Whether it wins against these replies, the likely ones first.
fn against(after: &Game, replies: &[Point], reach: Reach, solver: &mut PuzzleSolver) -> Attack {
    let mut longest: Vec<(Point, Win)> = Vec::new();
    for &reply in replies {
        let mut next = after.clone();
        let is_over = next.play(reply).map_or(true, |outcome| outcome.is_some());
        let win = if is_over { None } else { solver.win(&next, reach) };
        let Some(win) = win else { return Attack::Fails { refutation: vec![reply] } };
        let most = longest.first().map_or(0, |(_, win)| win.plies);
        if win.plies > most {
            longest.clear();
        }
        if win.plies >= most {
            longest.push((reply, win));
        }
    }
    let Some((_, win)) = longest.first() else { return Attack::Fails { refutation: Vec::new() } };
    let plies = win.plies + 2;
    let tied: Vec<Point> = longest.iter().take(MOST_TIED).map(|&(reply, _)| reply).collect();
    let reply = hardest(after, &tied, solver);
    Attack::Wins { plies, reply }
}

/// The reply that leaves the fewest fours that win.
fn hardest(after: &Game, tied: &[Point], solver: &mut PuzzleSolver) -> Option<Point> {
    if let [only] = tied {
        return Some(*only);
    }
    let count = |&reply: &Point| {
        let mut next = after.clone();
        let _ = next.play(reply);
        winning_fours(&next, solver)
    };
    tied.iter().copied().min_by_key(count)
}

/// How many fours of the side to move begin a win by fours.
fn winning_fours(game: &Game, solver: &mut PuzzleSolver) -> usize {
    let side = game.to_move();
    let position = Position::of(game, solver.tables().tables(game.rule()));
    let makes_four = |point: &Point| position.threat(*point, side) >= Threat::Four;
    let fours: Vec<Point> = legal_moves(game, &[]).into_iter().filter(makes_four).collect();
    let mut wins = |point: &Point| {
        let mut after = game.clone();
        if after.play(*point).map_or(true, |outcome| outcome.is_some()) {
            return true;
        }
        match fives(&after, side)[..] {
            [stop] if !after.is_forbidden(stop) => {
                after.play(stop).is_ok_and(|outcome| outcome.is_none())
                    && solver.fours(&after).is_some()
            }
            [] => false,
            _ => true,
        }
    };
    fours.iter().filter(|point| wins(point)).count()
}

fn shown(mut line: Vec<Point>) -> Vec<Point> {
    line.truncate(SHOWN);
    line
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};
    use tengen_engine::SharedTables;
    use tengen_formats::{Rows, parse_position};

    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn points(names: &[&str]) -> Vec<Point> {
        names.iter().map(|name| point(name)).collect()
    }

    fn puzzle(
        kind: PuzzleKind,
        rule: Rule,
        text: &str,
        answers: &[&str],
        line: &[&str],
    ) -> PackedPuzzle {
        let game = parse_position(text, Size::default(), rule, Rows::Bottom).unwrap();
        let (answers, line) = (points(answers), points(line));
        let length = line.len() as u32;
        PackedPuzzle { kind, game, rating: 1000, length, answers, line, source: String::new() }
    }

    fn judged(puzzle: &PackedPuzzle, moves: &[&str]) -> Judged {
        judge(puzzle, &points(moves), &mut PuzzleSolver::new(SharedTables::default())).unwrap()
    }

    /// Black k8 makes a four and an open three.
    fn four_three() -> PackedPuzzle {
        let line = ["k8", "l8", "k11", "k7", "k12"];
        let text = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";
        puzzle(PuzzleKind::Vcf, Rule::Freestyle, text, &["k8"], &line)
    }

    #[test]
    fn the_answer_is_correct_and_the_forced_stop_follows() {
        let first = judged(&four_three(), &["k8"]);
        assert_eq!((first.verdict, first.is_solved), (PuzzleVerdict::Correct, false));
        assert_eq!(first.reply, Some(point("l8")));
        let open_four = judged(&four_three(), &["k8", "l8", "k11"]);
        assert_eq!(open_four.verdict, PuzzleVerdict::Correct);
        assert!(open_four.reply.is_some() && !open_four.is_solved);
        let reply = open_four.reply.unwrap().to_string();
        let five = if reply == "k7" { "k12" } else { "k7" };
        let last = judged(&four_three(), &["k8", "l8", "k11", &reply, five]);
        assert_eq!((last.verdict, last.is_solved), (PuzzleVerdict::Correct, true));
    }

    #[test]
    fn a_move_without_a_threat_fails_and_shows_a_reply() {
        let quiet = puzzle(PuzzleKind::Vcf, Rule::Freestyle, "h8i9", &["j10"], &["j10"]);
        let judged = judged(&quiet, &["a15"]);
        assert_eq!(judged.verdict, PuzzleVerdict::Fails);
        assert!(!judged.refutation.is_empty());
    }

    #[test]
    fn a_four_that_gives_the_win_away_fails_with_its_stop() {
        // The three h8 i8 j8 is stopped at g8: a four there alone leaves nothing.
        let lonely = puzzle(
            PuzzleKind::Vcf,
            Rule::Freestyle,
            "b=h8i8j8c3d4;w=a1a3a5g8;t=b",
            &["e5"],
            &["e5"],
        );
        let judged = judged(&lonely, &["k8"]);
        assert_eq!(judged.verdict, PuzzleVerdict::Fails);
        assert_eq!(judged.refutation, points(&["l8"]));
    }

    #[test]
    fn another_way_to_win_is_accepted_with_a_word_that_there_is_a_shorter_one() {
        // Besides k8 there is a second three, d4 d5 d6: d7 makes an open four, which wins as well.
        let both = PackedPuzzle {
            answers: points(&["k8"]),
            ..puzzle(
                PuzzleKind::Vct,
                Rule::Freestyle,
                "b=h8i8j8k9k10c3c4;w=a1a3a5g8n1n3;t=b",
                &["k8"],
                &["k8", "l8", "k11", "k7", "k12"],
            )
        };
        // A three that threatens an open four beside the win that is there already.
        let judged = judged(&both, &["c5"]);
        assert_eq!(judged.verdict, PuzzleVerdict::AlsoWins);
        assert!(judged.reply.is_some());
    }

    #[test]
    fn who_lets_the_other_side_make_five_fails_at_once() {
        let open =
            puzzle(PuzzleKind::Vct, Rule::Freestyle, "b=h8i8j8c1;w=a1a2a3a4;t=b", &["a5"], &["a5"]);
        assert_eq!(judged(&open, &["k8"]).refutation, points(&["a5"]));
    }

    #[test]
    fn a_defence_is_solved_by_its_answers_alone() {
        // White threatens four and three at k8.
        let line = ["k8", "l8", "k11", "k7", "k12"];
        let text = "b=a1a3a5g8;w=h8i8j8k9k10;t=b";
        let stop = puzzle(PuzzleKind::Defence, Rule::Freestyle, text, &["k8"], &line);
        let right = judged(&stop, &["k8"]);
        assert_eq!((right.verdict, right.is_solved), (PuzzleVerdict::Correct, true));
        let wrong = judged(&stop, &["b1"]);
        assert_eq!(wrong.verdict, PuzzleVerdict::Fails);
        assert_eq!(wrong.refutation.first(), Some(&point("k8")));
    }

    #[test]
    fn a_point_that_cannot_be_played_is_no_try() {
        let mut solver = PuzzleSolver::new(SharedTables::default());
        assert!(judge(&four_three(), &points(&["h8"]), &mut solver).is_err());
        assert!(judge(&four_three(), &[], &mut solver).is_err());
    }
}
