//! The puzzles that ship: enough of them, of every rule and kind, and a sample of them is checked.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use tengen_core::Rule;
use tengen_engine::Stop;
use tengen_train::puzzles::{Certifier, Kind, Puzzle, check, first_repeated, read};
use tengen_train::{Reader, Record};

fn data(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder)
}

/// All files of puzzles: the rule they are named after, and their text.
fn files() -> Vec<(Rule, String)> {
    let folder = data("puzzles");
    let text = |rule: Rule| std::fs::read_to_string(folder.join(format!("{rule}.jsonl"))).unwrap();
    Rule::ALL.map(|rule| (rule, text(rule))).into()
}

fn puzzles() -> Vec<Puzzle> {
    files().iter().flat_map(|(_, text)| read(text).unwrap()).collect()
}

#[test]
fn every_line_is_a_puzzle_of_its_file_and_is_written_the_same() {
    for (rule, text) in files() {
        let puzzles = read(&text).unwrap();
        for (line, puzzle) in text.lines().zip(&puzzles) {
            assert_eq!(puzzle.to_line(), line);
            assert_eq!(puzzle.game.rule(), rule);
        }
        assert_eq!(first_repeated(&puzzles), None, "{rule}");
    }
}

#[test]
fn there_are_enough_of_every_rule_and_kind() {
    let puzzles = puzzles();
    assert!(puzzles.len() >= 400, "{}", puzzles.len());
    let mut counts: BTreeMap<(Rule, Kind), usize> = BTreeMap::new();
    puzzles.iter().for_each(|one| *counts.entry((one.game.rule(), one.kind)).or_default() += 1);
    let wanted = |rule, kind| kind != Kind::Trap || rule == Rule::Renju;
    for rule in Rule::ALL {
        for kind in Kind::ALL.into_iter().filter(|&kind| wanted(rule, kind)) {
            let count = counts.get(&(rule, kind)).copied().unwrap_or(0);
            assert!(count >= 10, "{rule} {kind}: {count}");
        }
    }
}

#[test]
fn they_are_of_many_lengths_and_for_both_sides() {
    let puzzles = puzzles();
    for kind in Kind::ALL {
        let of_kind: Vec<&Puzzle> = puzzles.iter().filter(|one| one.kind == kind).collect();
        let lengths: HashSet<u32> = of_kind.iter().map(|one| one.length).collect();
        assert!(lengths.len() >= 4, "{kind}: {lengths:?}");
        let sides: HashSet<String> = of_kind.iter().map(|one| one.side().to_string()).collect();
        assert_eq!(sides.len(), if kind == Kind::Trap { 1 } else { 2 }, "{kind}");
    }
    let alone = puzzles.iter().filter(|one| one.answers.len() == 1).count();
    assert!(2 * alone > puzzles.len(), "most have one answer, not {alone}");
}

/// The easiest of every rule and kind, so that a slow build can check them.
#[test]
fn a_sample_is_what_it_says() {
    let mut easiest: HashMap<(Rule, Kind), Puzzle> = HashMap::new();
    for puzzle in puzzles() {
        let key = (puzzle.game.rule(), puzzle.kind);
        if easiest.get(&key).is_none_or(|known| puzzle.nodes < known.nodes) {
            easiest.insert(key, puzzle);
        }
    }
    let mut certifier = Certifier::new(Stop::new());
    for puzzle in easiest.values() {
        if let Err(error) = check(puzzle, &mut certifier) {
            panic!("{}\n{error}", puzzle.to_line());
        }
    }
}

#[test]
fn a_puzzle_that_says_otherwise_fails() {
    let puzzles = puzzles();
    let easiest = |kind| puzzles.iter().filter(|one| one.kind == kind).min_by_key(|one| one.nodes);
    let mut certifier = Certifier::new(Stop::new());
    let fours = easiest(Kind::Vcf).unwrap();
    let mut said = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = fours.clone();
        change(&mut puzzle);
        check(&puzzle, &mut certifier).unwrap_err().to_string()
    };
    let length = fours.length;
    assert_eq!(
        said(&|puzzle| puzzle.length += 2),
        format!("the win takes {length} plies, not {}", length + 2)
    );
    assert_eq!(
        said(&|puzzle| puzzle.least += 2),
        format!(
            "that no win takes fewer than {} plies was not shown, only of {length}",
            length + 2
        )
    );
    assert!(said(&|puzzle| puzzle.answers.clear()).starts_with("the answers are "));
    assert_eq!(
        said(&|puzzle| puzzle.kind = Kind::Vct),
        "this is no puzzle of its kind: there is a win by fours"
    );
}

/// Those of caro-exact come from games that are made by a command (`docs/puzzles.md`) and do not ship.
#[test]
fn puzzles_stand_in_the_games_that_they_name() {
    let mut games: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles().into_iter().filter(|one| one.game.rule() == Rule::Renju) {
        games.entry(puzzle.source.games.clone()).or_default().push(puzzle);
    }
    assert!(!games.is_empty());
    for (name, puzzles) in games {
        let reader = Reader::open(&data("selfplay").join(name)).unwrap();
        let records: HashMap<(u32, u32), Record> =
            reader.map(Result::unwrap).map(|game| ((game.seed, game.number), game)).collect();
        for puzzle in puzzles {
            let source = &puzzle.source;
            let mut game = records[&(source.seed, source.number)].replay().unwrap();
            while game.moves().len() > source.ply as usize {
                game.undo();
            }
            assert_eq!(game, puzzle.game, "{}", puzzle.to_line());
        }
    }
}
