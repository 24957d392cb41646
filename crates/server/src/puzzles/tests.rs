//! Puzzles with a server around them: what is told, and what is remembered.

use std::collections::HashSet;
use std::sync::mpsc;

use super::*;
use crate::app::Options;

/// A server in a folder of its own. The runtime must outlive it.
struct House {
    app: App,
    _folder: tempfile::TempDir,
    _runtime: tokio::runtime::Runtime,
}

impl House {
    fn new() -> House {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let app = {
            let _inside = runtime.enter();
            App::start(&Options::new(folder.path())).unwrap()
        };
        House { app, _folder: folder, _runtime: runtime }
    }

    fn tried(&self, id: &str, moves: &[Point]) -> PuzzleTried {
        let (sender, told) = mpsc::channel();
        let tell: Tell = Box::new(move |answer| sender.send(answer).unwrap());
        let tried = PuzzleTry { puzzle: id.to_owned(), moves: facts::names(moves) };
        try_move(&self.app, &tried, tell).unwrap();
        match told.recv().unwrap().unwrap() {
            FromServer::PuzzleTried(tried) => tried,
            other => panic!("{other:?}"),
        }
    }

    fn hinted(&self, id: &str, step: u32) -> PuzzleHint {
        let (sender, told) = mpsc::channel();
        let tell: Tell = Box::new(move |answer| sender.send(answer).unwrap());
        hint(&self.app, &PuzzleHintAsk { puzzle: id.to_owned(), moves: Vec::new(), step }, tell)
            .unwrap();
        match told.recv().unwrap().unwrap() {
            FromServer::PuzzleHint(hint) => hint,
            other => panic!("{other:?}"),
        }
    }
}

/// The shortest win by fours.
fn easy() -> (&'static str, &'static PackedPuzzle) {
    let all = PuzzleSet::shipped().puzzles.iter();
    let fours = all.filter(|(_, puzzle)| puzzle.kind == PuzzleKind::Vcf);
    let (id, puzzle) = fours.min_by_key(|(id, puzzle)| (puzzle.length, id)).unwrap();
    (id, puzzle)
}

/// A free corner that solves nothing.
fn wrong(puzzle: &PackedPuzzle) -> Point {
    let free = puzzle.game.board().free_points();
    free.into_iter().find(|point| !puzzle.line.contains(point)).unwrap()
}

/// Plays a puzzle to its end with the moves of the solver.
fn solve(house: &House, id: &str, puzzle: &PackedPuzzle) -> PuzzleTried {
    let mut moves = vec![puzzle.line[0]];
    loop {
        let tried = house.tried(id, &moves);
        assert_ne!(tried.verdict, PuzzleVerdict::Fails, "{id} {moves:?}");
        let Some(reply) = tried.reply else { return tried };
        moves.push(reply.0);
        let names = facts::names(&moves);
        let (_, next) = right_move(&house.app, puzzle, &names).unwrap();
        moves.push(next);
    }
}

#[test]
fn lists_hold_what_the_filter_asks_for_the_easiest_first() {
    let house = House::new();
    let all = list(&house.app, &PuzzleFilter::default()).unwrap();
    assert_eq!(all.puzzles.len(), all.total as usize);
    assert!(all.puzzles.is_sorted_by_key(|one| one.rating));
    let filter = PuzzleFilter {
        kind: Some(PuzzleKind::Vct),
        rule: Some(tengen_core::Rule::Standard.into()),
        side: Some(tengen_core::Side::Black.into()),
        low: Some(500),
        high: Some(2500),
        ..PuzzleFilter::default()
    };
    let some = list(&house.app, &filter).unwrap();
    assert!(!some.puzzles.is_empty() && some.puzzles.len() < all.puzzles.len());
    for one in &some.puzzles {
        assert_eq!(
            (one.kind, one.rule, one.side),
            (PuzzleKind::Vct, filter.rule.unwrap(), filter.side.unwrap())
        );
        assert!((500..=2500).contains(&one.rating.unwrap()));
    }
    assert!(some.puzzles.iter().any(|one| Some(&one.id) == some.next.as_ref()));
}

#[test]
fn the_next_one_is_another_and_not_solved() {
    let house = House::new();
    let (id, puzzle) = easy();
    solve(&house, id, puzzle);
    let filter = PuzzleFilter { unsolved: Some(true), ..PuzzleFilter::default() };
    let open = list(&house.app, &filter).unwrap();
    assert_eq!(open.puzzles.len() + 1, open.total as usize);
    let mut seen = HashSet::new();
    for _ in 0..20 {
        let after = Some(open.puzzles[0].id.clone());
        let filter = PuzzleFilter { after: after.clone(), ..PuzzleFilter::default() };
        let next = list(&house.app, &filter).unwrap().next;
        assert!(next.is_some() && next != after && next.as_deref() != Some(id));
        seen.insert(next);
    }
    assert!(seen.len() > 1, "it is drawn at random");
}

#[test]
fn nothing_that_is_shown_before_gives_the_solution_away() {
    let house = House::new();
    let (id, puzzle) = easy();
    let shown = serde_json::to_value(show(&house.app, id).unwrap()).unwrap();
    let fields = |value: &serde_json::Value| -> Vec<String> {
        let mut names: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        names.sort();
        names
    };
    assert_eq!(fields(&shown), ["pos", "source", "summary"]);
    let known = ["id", "kind", "rating", "rule", "side", "size", "state", "stones"];
    assert_eq!(fields(&shown["summary"]), known);
    let moves = shown["pos"]["moves"].as_array().unwrap();
    let answer = puzzle.answers[0].to_string();
    assert!(moves.iter().all(|action| action != answer.as_str()));
    let first = house.hinted(id, 1);
    assert!(first.area.is_none() && first.point.is_none());
    let second = house.hinted(id, 2);
    assert!(second.area.is_some() && second.point.is_none());
    assert_eq!((first.change, second.change), (None, None), "such hints are free");
}

#[test]
fn a_puzzle_is_played_to_the_five_and_counts_once() {
    let house = House::new();
    let (id, puzzle) = easy();
    let tried = solve(&house, id, puzzle);
    assert!(tried.solved && tried.change.unwrap() > 0);
    assert_eq!((tried.player.streak, tried.player.solved), (1, 1));
    assert_eq!(show(&house.app, id).unwrap().summary.state, PuzzleProgress::Solved);
    let again = solve(&house, id, puzzle);
    assert!(again.solved && again.change.is_none());
    assert_eq!(again.player, tried.player);
    // Looking at the solution afterwards costs nothing.
    let shown = solution(&house.app, id).unwrap();
    assert_eq!((shown.change, shown.player), (None, tried.player));
    assert_eq!(shown.line, facts::names(&puzzle.line));
}

#[test]
fn the_first_failure_decides_and_a_second_try_is_possible() {
    let house = House::new();
    let (id, puzzle) = easy();
    let failed = house.tried(id, &[wrong(puzzle)]);
    assert_eq!((failed.verdict, failed.solved), (PuzzleVerdict::Fails, false));
    assert!(failed.change.unwrap() < 0);
    assert_eq!(show(&house.app, id).unwrap().summary.state, PuzzleProgress::Failed);
    let solved = solve(&house, id, puzzle);
    assert!(solved.solved && solved.change.is_none());
    assert_eq!(solved.player.rating, failed.player.rating);
    assert_eq!((solved.player.streak, solved.player.failed), (0, 1));
    assert_eq!(show(&house.app, id).unwrap().summary.state, PuzzleProgress::Solved);
}

#[test]
fn who_asks_for_the_point_or_the_solution_gives_the_rating_up() {
    let house = House::new();
    let (id, puzzle) = easy();
    let hint = house.hinted(id, 3);
    assert_eq!(hint.point, Some(puzzle.line[0].into()));
    assert!(hint.change.unwrap() < 0);
    let (other, _) = PuzzleSet::shipped().puzzles.iter().find(|(one, _)| one != id).unwrap();
    assert!(solution(&house.app, other).unwrap().change.unwrap() < 0);
    assert_eq!(show(&house.app, other).unwrap().summary.state, PuzzleProgress::Failed);
}

#[test]
fn what_was_reached_is_there_after_a_restart() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let _inside = runtime.enter();
    let folder = tempfile::tempdir().unwrap();
    let (id, _) = easy();
    let app = App::start(&Options::new(folder.path())).unwrap();
    let before = decide(&app, id, true).unwrap();
    drop(app);
    let app = App::start(&Options::new(folder.path())).unwrap();
    assert_eq!(PuzzlePlayer::from(app.store.puzzle_player().unwrap()), before.player);
    assert_eq!(show(&app, id).unwrap().summary.state, PuzzleProgress::Solved);
}

#[test]
fn every_answer_of_a_sample_is_accepted_and_another_move_is_not_called_correct() {
    let house = House::new();
    let kinds = [PuzzleKind::Vcf, PuzzleKind::Vct, PuzzleKind::Defence, PuzzleKind::Trap];
    for kind in kinds {
        let of_kind = PuzzleSet::shipped().puzzles.iter().filter(|(_, one)| one.kind == kind);
        let mut of_kind: Vec<_> = of_kind.collect();
        of_kind.sort_by_key(|(id, puzzle)| (puzzle.length, id));
        for (id, puzzle) in of_kind.into_iter().take(2) {
            for &answer in &puzzle.answers {
                let tried = house.tried(id, &[answer]);
                assert_ne!(tried.verdict, PuzzleVerdict::Fails, "{id} {kind} {answer}");
            }
            let tried = house.tried(id, &[wrong(puzzle)]);
            assert_ne!(tried.verdict, PuzzleVerdict::Correct, "{id} {kind}");
        }
    }
}

#[test]
fn a_puzzle_that_is_not_there_is_named() {
    let house = House::new();
    assert_eq!(show(&house.app, "nothing").unwrap_err().text, "there is no puzzle nothing");
    assert_eq!(show(&house.app, "m7").unwrap_err().text, "there is no puzzle m7");
}
