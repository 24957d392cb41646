//! The puzzles that ship: enough of them, of every rule and kind, and what their proofs show.
//!
//! They lie in the repository, not in the package of the crate: without them these tests say so and end.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use tengen_core::{Point, Rule};
use tengen_engine::Stop;
use tengen_proof::{Proof, ProofBuilder};
use tengen_train::puzzles::{CheckError, Checker, Kind, Puzzle, check_proof, first_repeated, read};
use tengen_train::{Reader, Record};

fn data(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder)
}

/// The puzzles of each rule; none in the package of the crate.
fn files() -> Option<Vec<(Rule, Vec<Puzzle>)>> {
    // In the repository the folder must be there.
    let is_repository = data("rules").exists();
    if !is_repository {
        #[allow(clippy::print_stderr, reason = "a test that does nothing says so")]
        {
            eprintln!("SKIPPED: the puzzles are in the repository, which is not here");
        }
        return None;
    }
    let puzzles = |rule: Rule| {
        let path = data("puzzles").join(format!("{rule}.jsonl"));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    Some(Rule::ALL.map(|rule| (rule, puzzles(rule))).into())
}

fn puzzles() -> Option<Vec<Puzzle>> {
    Some(files()?.into_iter().flat_map(|(_, puzzles)| puzzles).collect())
}

/// The one that took the solver the fewest nodes, so that its check is quick.
fn easiest(puzzles: &[Puzzle], kind: Kind) -> &Puzzle {
    let of_kind = puzzles.iter().filter(|one| one.kind == kind);
    of_kind.min_by_key(|one| one.nodes).expect("there is one of every kind")
}

#[test]
fn every_line_is_a_puzzle_of_its_file_and_read_again_the_same() {
    let Some(files) = files() else { return };
    for (rule, puzzles) in files {
        for puzzle in &puzzles {
            assert_eq!(puzzle.game.rule(), rule);
            assert_eq!(Puzzle::parse(&puzzle.to_line()).as_ref(), Ok(puzzle));
        }
        assert_eq!(first_repeated(&puzzles), None, "{rule}");
    }
}

/// What the set lacks: few games of these rules are played, and such puzzles are rare in them.
const MISSING: [(Rule, Kind); 2] = [(Rule::Caro, Kind::Win), (Rule::CaroExact, Kind::Win)];

#[test]
fn there_are_enough_of_every_rule_and_kind() {
    let Some(puzzles) = puzzles() else { return };
    assert!(puzzles.len() >= 1000, "{}", puzzles.len());
    assert!(puzzles.iter().all(|one| one.rating.is_some()), "`tengen puzzles rate` is to be run");
    let mut counts: BTreeMap<(Rule, Kind), usize> = BTreeMap::new();
    puzzles.iter().for_each(|one| *counts.entry((one.game.rule(), one.kind)).or_default() += 1);
    for rule in Rule::ALL {
        for kind in Kind::ALL {
            let is_there = counts.contains_key(&(rule, kind));
            let can_be = kind != Kind::Trap || rule == Rule::Renju;
            let is_missing = MISSING.contains(&(rule, kind));
            assert_eq!(is_there, can_be && !is_missing, "{rule} {kind}");
        }
    }
}

#[test]
fn ratings_spread_from_beginners_to_the_best_level() {
    let Some(puzzles) = puzzles() else { return };
    let rated = |low: u32, high: u32| {
        let within = |one: &&Puzzle| one.rating.is_some_and(|rating| (low..high).contains(&rating));
        puzzles.iter().filter(within).count()
    };
    let shares = [rated(200, 1000), rated(1000, 1500), rated(1500, 2000), rated(2000, 3001)];
    assert!(shares.iter().all(|&count| count >= puzzles.len() / 50), "{shares:?}");
}

#[test]
fn they_are_of_many_lengths_and_for_both_sides() {
    let Some(puzzles) = puzzles() else { return };
    for kind in Kind::ALL {
        let of_kind: Vec<&Puzzle> = puzzles.iter().filter(|one| one.kind == kind).collect();
        let lengths: HashSet<u32> = of_kind.iter().map(|one| one.length).collect();
        assert!(lengths.len() >= 3, "{kind}: {lengths:?}");
        let sides: HashSet<String> = of_kind.iter().map(|one| one.side().to_string()).collect();
        assert_eq!(sides.len(), if kind == Kind::Trap { 1 } else { 2 }, "{kind}");
    }
    let alone = puzzles.iter().filter(|one| one.answers.len() == 1).count();
    assert!(2 * alone > puzzles.len(), "most have one answer, not {alone}");
}

/// By the rules alone, without a search. Proofs of wins by any moves are long, so every third of them is checked here;
/// `tengen puzzles check` does it for all.
#[test]
fn proofs_are_accepted_and_have_the_length_and_line_of_their_puzzles() {
    let Some(puzzles) = puzzles() else { return };
    let (long, short): (Vec<_>, Vec<_>) = puzzles.iter().partition(|one| one.kind == Kind::Win);
    for puzzle in short.into_iter().chain(long.into_iter().step_by(3)) {
        if let Err(error) = check_proof(puzzle) {
            panic!("{} {}: {error}", puzzle.game.rule(), puzzle.source.number);
        }
    }
}

/// What no proof shows, of the easiest of every kind; `tengen puzzles check` does it for all.
#[test]
fn a_sample_is_what_it_says() {
    let Some(puzzles) = puzzles() else { return };
    let mut checker = Checker::new(Stop::new());
    for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Win) {
        let puzzle = easiest(&puzzles, kind);
        if let Err(error) = checker.check(puzzle) {
            panic!("{kind} {}: {error}", puzzle.source.number);
        }
    }
}

#[test]
fn a_puzzle_that_says_otherwise_is_refused() {
    let Some(puzzles) = puzzles() else { return };
    let mut checker = Checker::new(Stop::new());
    for kind in [Kind::Vcf, Kind::Defence] {
        let puzzle = easiest(&puzzles, kind);
        let answers = &puzzle.answers;
        let free = puzzle.game.board().free_points().find(|point| !answers.contains(point));
        let mut altered = puzzle.clone();
        altered.answers.insert(0, free.unwrap());
        altered.answers.sort_unstable();
        let stated = altered.answers.clone();
        let error = checker.check(&altered).unwrap_err();
        assert_eq!(error, CheckError::Answers { stated, found: answers.clone() }, "{kind}");
    }
    let mut longer = easiest(&puzzles, Kind::Vct).clone();
    longer.length += 2;
    let (stated, proved) = (longer.length, longer.length - 2);
    assert_eq!(checker.check(&longer), Err(CheckError::Proved { stated, proved }));
}

/// The proof without the first reply that is listed for its first move.
fn without_a_reply(proof: &Proof) -> Proof {
    let mut builder = ProofBuilder::new(proof.rule(), proof.board().clone(), proof.attacker());
    let mut ids = Vec::new();
    for (id, attack) in proof.attacks() {
        let point = attack.point.unwrap();
        let dropped = usize::from(id == proof.root());
        let replies: Vec<_> = attack.replies[dropped..]
            .iter()
            .map(|&(reply, answer)| (reply, ids[answer.index()]))
            .collect();
        ids.push(builder.add(point, &replies, attack.otherwise));
    }
    builder.finish(ids[proof.root().index()])
}

#[test]
fn a_proof_that_leaves_a_reply_out_is_refused() {
    let Some(puzzles) = puzzles() else { return };
    for kind in Kind::ALL {
        let mut altered = easiest(&puzzles, kind).clone();
        altered.proof = Arc::new(without_a_reply(&altered.proof));
        let error = check_proof(&altered).unwrap_err();
        assert!(matches!(error, CheckError::Refused(_)), "{kind}: {error}");
    }
}

#[test]
fn puzzles_stand_in_the_games_that_they_name() {
    let Some(puzzles) = puzzles() else { return };
    let mut of_file: BTreeMap<String, Vec<Puzzle>> = BTreeMap::new();
    for puzzle in puzzles {
        of_file.entry(puzzle.source.games.clone()).or_default().push(puzzle);
    }
    for (name, puzzles) in of_file {
        let mut records: HashMap<(u32, u32), Vec<Record>> =
            puzzles.iter().map(|one| ((one.source.seed, one.source.number), Vec::new())).collect();
        let reader = Reader::open(&data("puzzles/games").join(&name));
        for game in reader.unwrap_or_else(|error| panic!("{name}: {error}")).map(Result::unwrap) {
            if let Some(games) = records.get_mut(&(game.seed, game.number)) {
                games.push(game);
            }
        }
        for puzzle in puzzles {
            let source = &puzzle.source;
            // A file that was joined from two runs has some numbers twice.
            let is_in = |record: &Record| {
                let mut game = record.replay().unwrap();
                while game.moves().len() > source.ply as usize {
                    game.undo();
                }
                game == puzzle.game
            };
            let games = &records[&(source.seed, source.number)];
            assert!(games.iter().any(is_in), "{name} {}", source.number);
        }
    }
}

/// Answers of wins by any moves are tried again with more nodes than they were found with.
#[test]
fn an_answer_that_was_not_proved_is_named() {
    let Some(puzzles) = puzzles() else { return };
    let wins = puzzles.iter().filter(|one| one.kind == Kind::Win && one.answers.len() == 1);
    let mut altered = wins.min_by_key(|one| one.nodes).expect("there is one").clone();
    // A far corner threatens nothing.
    let is_free = |point: &Point| altered.game.board().is_free(*point);
    let corner = ["a1", "o1", "a15", "o15"].map(|name| name.parse().unwrap());
    let corner = corner.into_iter().find(is_free).expect("a corner is free");
    altered.answers.push(corner);
    altered.answers.sort_unstable();
    let error = Checker::new(Stop::new()).check(&altered).unwrap_err();
    assert_eq!(error, CheckError::Answer(corner));
}
