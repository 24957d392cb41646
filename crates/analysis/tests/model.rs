//! The database against a map in memory: symmetries, merges, outranking, forgetting.

use std::collections::HashMap;

use proptest::prelude::*;
use tengen_analysis::{
    Claim, Database, Entry, Filter, Imported, Item, Key, Placed, Position, Question, Source,
    from_line, to_line,
};
use tengen_core::{Game, Point, Rule, Size, Symmetry};

/// The positions of the test: few, so that entries meet. All of them lack symmetries of their own.
fn position(number: usize) -> Position {
    let rule = [Rule::Freestyle, Rule::Renju][number % 2];
    let size = Size::new([15, 20][number / 2 % 2]).unwrap();
    let mut game = Game::new(size, rule);
    for point in ["h8", "i8", "h10", ["j11", "k9", "c4"][number / 4 % 3]] {
        game.play(point.parse().unwrap()).unwrap();
    }
    Position::of(&game)
}

const POSITIONS: usize = 12;

#[derive(Clone, Debug)]
enum Step {
    Put { position: usize, image: usize, entry: Entry },
    Answer { position: usize, image: usize, entry: Entry },
    Forget { position: usize, image: usize },
    ForgetSource(Source),
}

fn entry() -> impl Strategy<Value = Entry> {
    let claim = prop_oneof![
        (1u32..20).prop_map(|plies| Claim::Wins { plies }),
        (1u32..20).prop_map(|plies| Claim::LikelyLoss { plies }),
        (-500i32..500).prop_map(|centi| Claim::Estimate { centi }),
    ];
    let point = (0u8..3, 0u8..3).prop_map(|(x, y)| Point::new(x, y).unwrap());
    (proptest::option::of(claim), point, 0u32..6, 0u64..100, 0usize..4).prop_map(
        |(claim, point, depth, nodes, source)| {
            let source = Source::ALL[source];
            let hint = Entry::hint(vec![point], "model");
            Entry { claim, depth, nodes, source, date: 7, ..hint }
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    let at = (0..POSITIONS, 0usize..8);
    prop_oneof![
        8 => (at.clone(), entry()).prop_map(|((position, image), entry)| Step::Put { position, image, entry }),
        3 => (at.clone(), entry()).prop_map(|((position, image), entry)| Step::Answer { position, image, entry }),
        1 => at.prop_map(|(position, image)| Step::Forget { position, image }),
        1 => (0usize..4).prop_map(|source| Step::ForgetSource(Source::ALL[source])),
    ]
}

/// What the database should hold, with points as they lie in the first image of each position.
#[derive(Default)]
struct Model {
    best: HashMap<usize, Entry>,
    answers: HashMap<usize, Entry>,
}

fn question() -> Question {
    Question::of("best, 100 nodes")
}

/// The entry as somebody sees it who looks at the position so.
fn seen(entry: &Entry, symmetry: Symmetry, size: Size) -> Entry {
    let line = entry.line.iter().map(|&point| symmetry.apply(point, size)).collect();
    Entry { line, ..entry.clone() }
}

fn run(database: &Database, model: &mut Model, step: &Step) {
    let image_of = |number: usize, image: usize| position(number).image(Symmetry::ALL[image]);
    match step {
        Step::Put { position: number, image, entry } => {
            let turned = image_of(*number, *image);
            let written = database
                .put(&turned, seen(entry, Symmetry::ALL[*image], turned.size()), None)
                .unwrap();
            // The model ranks what is stored; both lie in the same image.
            let stored = |entry: &Entry| {
                let placed = Placed::of(&position(*number));
                seen(entry, placed.symmetry(), turned.size())
            };
            let known = model.best.get(number);
            let is_better = known.is_none_or(|known| stored(entry).outranks(&stored(known)));
            assert_eq!(written.outranked == 0, is_better);
            if is_better {
                model.best.insert(*number, entry.clone());
            }
        }
        Step::Answer { position: number, image, entry } => {
            let turned = image_of(*number, *image);
            let entry_there = seen(entry, Symmetry::ALL[*image], turned.size());
            let item = Item {
                position: turned,
                question: Some(question()),
                entry: entry_there,
                proof: None,
            };
            database.write(&[item]).unwrap();
            model.answers.insert(*number, entry.clone());
        }
        Step::Forget { position: number, image } => {
            let count = database.forget(&image_of(*number, *image)).unwrap();
            let (best, answer) = (model.best.remove(number), model.answers.remove(number));
            assert_eq!(count, u64::from(best.is_some()) + u64::from(answer.is_some()));
        }
        Step::ForgetSource(source) => {
            let filter = Filter { source: Some(*source), ..Filter::default() };
            let before = model.best.len() + model.answers.len();
            model.best.retain(|_, entry| entry.source != *source);
            model.answers.retain(|_, entry| entry.source != *source);
            let after = model.best.len() + model.answers.len();
            assert_eq!(database.forget_all(&filter).unwrap(), (before - after) as u64);
        }
    }
}

fn compare(database: &Database, model: &Model, image: usize) {
    for number in 0..POSITIONS {
        let symmetry = Symmetry::ALL[image];
        let turned = position(number).image(symmetry);
        let found = database.get(&turned).unwrap().map(|known| known.entry);
        let expected = model.best.get(&number).map(|entry| seen(entry, symmetry, turned.size()));
        assert_eq!(found, expected, "position {number} in image {image}");
        let found = database.answer(&turned, &question()).unwrap().map(|known| known.entry);
        let expected = model.answers.get(&number).map(|entry| seen(entry, symmetry, turned.size()));
        assert_eq!(found, expected, "answer {number} in image {image}");
    }
    let stat = database.stat().unwrap();
    assert_eq!(stat.positions.values().sum::<u64>(), model.best.len() as u64);
    assert_eq!(stat.answers, model.answers.len() as u64);
    assert!(stat.unreadable.is_empty());
}

/// All rows, by key and question.
fn rows(database: &Database) -> Vec<String> {
    let mut rows = Vec::new();
    database
        .for_each(|row| {
            rows.push(to_line(&row.unwrap()));
            true
        })
        .unwrap();
    rows
}

/// Everything that one database knows, in another.
fn merge(into: &Database, lines: &[String]) {
    let read: Vec<Imported> =
        lines.iter().map(|line| from_line(line).unwrap().expect("an entry")).collect();
    let items: Vec<Item<'_>> = read
        .iter()
        .map(|one| Item {
            position: one.position.clone(),
            question: one.question.clone(),
            entry: one.entry.clone(),
            proof: one.proof.as_ref(),
        })
        .collect();
    into.write(&items).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn whatever_is_done_the_database_is_as_a_map(
        steps in proptest::collection::vec(step(), 0..40), image in 0usize..8
    ) {
        let (database, mut model) = (Database::in_memory().unwrap(), Model::default());
        steps.iter().for_each(|step| run(&database, &mut model, step));
        compare(&database, &model, image);
    }

    #[test]
    fn databases_that_are_merged_are_the_same_in_every_order(
        one in proptest::collection::vec((0..POSITIONS, entry()), 0..20),
        two in proptest::collection::vec((0..POSITIONS, entry()), 0..20),
    ) {
        let filled = |entries: &[(usize, Entry)]| {
            let database = Database::in_memory().unwrap();
            for (number, entry) in entries {
                database.put(&position(*number), entry.clone(), None).unwrap();
            }
            database
        };
        let (one, two) = (filled(&one), filled(&two));
        let (of_one, of_two) = (rows(&one), rows(&two));
        merge(&one, &of_two);
        merge(&two, &of_one);
        prop_assert_eq!(rows(&one), rows(&two));
        // Once more changes nothing.
        let before = rows(&one);
        merge(&one, &of_two);
        prop_assert_eq!(rows(&one), before);
    }

    #[test]
    fn what_is_exported_is_imported_again(steps in proptest::collection::vec(step(), 0..30)) {
        let (database, mut model) = (Database::in_memory().unwrap(), Model::default());
        steps.iter().for_each(|step| run(&database, &mut model, step));
        let again = Database::in_memory().unwrap();
        merge(&again, &rows(&database));
        compare(&again, &model, 0);
    }
}

#[test]
fn the_positions_of_this_test_are_all_different() {
    let mut keys: Vec<Key> =
        (0..POSITIONS).map(|number| Placed::of(&position(number)).key().clone()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), POSITIONS);
}
