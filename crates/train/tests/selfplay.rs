//! Games of self-play are legal, end as they say, and can be repeated.

use std::collections::HashSet;

use tengen_core::{Rule, Size};
use tengen_engine::Stop;
use tengen_train::{Ending, Record, Selfplay};

fn games(plan: &Selfplay, count: u32, threads: usize, played: &[u32]) -> Vec<Record> {
    let mut games = Vec::new();
    let played = HashSet::from_iter(played.iter().copied());
    plan.run(count, threads, &played, &Stop::new(), |game| games.push(game));
    games.sort_by_key(|game| game.number);
    games
}

fn plan(rule: Rule, lines: u8) -> Selfplay {
    Selfplay { rule, size: Size::new(lines).unwrap(), nodes: 60, ..Selfplay::default() }
}

#[test]
fn games_are_legal_and_end_as_they_say() {
    let mut endings = [0; 3];
    for (rule, lines) in Rule::ALL.into_iter().zip([15, 9, 15, 20, 12]) {
        for record in games(&plan(rule, lines), 6, 1, &[]) {
            endings[record.ending as usize] += 1;
            let side = record.replay().unwrap().to_move();
            let mut game = record.replay().unwrap();
            match record.ending {
                Ending::Board => assert_eq!(game.outcome().unwrap().winner(), record.winner),
                Ending::Proven => {
                    // The side that moved last said so; after its move it is the other's turn.
                    let score = record.moves.last().unwrap().score;
                    assert!(score.abs() >= Record::PROVEN);
                    assert_eq!(record.winner, Some(if score > 0 { !side } else { side }));
                }
                Ending::Even => assert_eq!(record.winner, None),
            }
            game.undo();
            assert_eq!(game.outcome(), None, "the game was over before");
            assert!((2..=8).contains(&record.opening.len()));
        }
    }
    assert_eq!(endings.iter().sum::<usize>(), 30);
    assert!(
        endings[Ending::Board as usize] > 0 && endings[Ending::Proven as usize] > 0,
        "{endings:?}"
    );
}

#[test]
fn a_game_is_the_same_on_any_thread_and_after_an_interruption() {
    let plan = plan(Rule::Freestyle, 15);
    let all = games(&plan, 8, 1, &[]);
    assert_eq!(all.len(), 8);
    assert_eq!(games(&plan, 8, 3, &[]), all);
    let rest = games(&plan, 8, 2, &[0, 1, 2, 5]);
    let left: Vec<Record> =
        all.iter().filter(|game| ![0, 1, 2, 5].contains(&game.number)).cloned().collect();
    assert_eq!(rest, left);
}

#[test]
fn seeds_differ() {
    let one = games(&plan(Rule::Freestyle, 15), 3, 1, &[]);
    let two = games(&Selfplay { seed: 2, ..plan(Rule::Freestyle, 15) }, 3, 1, &[]);
    assert_eq!((one.len(), two.len()), (3, 3));
    assert!(one.iter().zip(&two).all(|(one, two)| one.fingerprint() != two.fingerprint()));
}

#[test]
fn a_mirrored_game_counts_as_the_same() {
    let game = games(&plan(Rule::Freestyle, 15), 1, 1, &[]).remove(0);
    let mut mirrored = game.clone();
    let mirror = tengen_core::Symmetry::ALL[5];
    let turn = |point| mirror.apply(point, game.size);
    mirrored.opening.iter_mut().for_each(|point| *point = turn(*point));
    mirrored.moves.iter_mut().for_each(|one| one.point = turn(one.point));
    assert_ne!(game, mirrored);
    assert_eq!(game.fingerprint(), mirrored.fingerprint());
    mirrored.moves.swap(0, 2);
    assert_ne!(game.fingerprint(), mirrored.fingerprint());
}
