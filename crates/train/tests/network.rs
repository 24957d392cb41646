//! Networks: training is repeatable, and whole numbers say what the floats say.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::{Board, Rule, Side};
use tengen_engine::{Network, PatternTables, Position, Score, Stop};
use tengen_train::{
    DatasetConfig, NetworkConfig, NetworkData, NetworkTrainer, Record, Selfplay, reference_policy,
    reference_value, unsettled_positions,
};

fn games(rule: Rule, count: u32) -> Vec<Record> {
    let plan = Selfplay { rule, nodes: 60, ..Selfplay::default() };
    let mut games = Vec::new();
    plan.run(count, 2, &HashSet::new(), &Stop::new(), |game| games.push(game));
    games.sort_by_key(|game| game.number);
    games
}

/// Every fourth game is for validation.
fn data(rule: Rule, games: &[Record]) -> NetworkData {
    let config = DatasetConfig { validation_every: 4, ..DatasetConfig::default() };
    let mut data = NetworkData::new(rule, config);
    games.iter().for_each(|game| data.add(game));
    data
}

fn config(epochs: usize, threads: usize) -> NetworkConfig {
    let usual = NetworkConfig::default();
    NetworkConfig { learning_rate: 0.01, epochs, threads, batch_size: 100, ..usual }
}

fn trained(data: &NetworkData, config: NetworkConfig) -> NetworkTrainer<'_> {
    let mut trainer = NetworkTrainer::new(data, config);
    while !trainer.is_done() {
        trainer.advance();
    }
    trainer
}

/// Calls `see` for some positions of games.
fn some_positions(rule: Rule, games: &[Record], mut see: impl FnMut(&Position)) {
    let tables = Arc::new(PatternTables::new(rule));
    let mut number = 0;
    for game in games.iter().take(8) {
        unsettled_positions(game, &tables, |sample| {
            number += 1;
            if number % 5 == 0 {
                see(sample.position);
            }
        });
    }
}

#[test]
fn a_run_begins_with_the_classical_value_and_policy() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let games = games(rule, 8);
        let data = data(rule, &games);
        let network = NetworkTrainer::new(&data, config(1, 1)).network();
        assert_ne!(network, Network::neutral(rule), "it is ready to learn");
        some_positions(rule, &games, |position| {
            assert_eq!(reference_value(&network, position), position.evaluate().number());
            for point in position.candidates().into_iter().take(3) {
                let classical = position.candidate(point).policy;
                assert_eq!(reference_policy(&network, position, point), classical);
            }
        });
    }
}

#[test]
fn the_loss_falls_and_whole_numbers_say_what_floats_say() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let data = data(rule, &games(rule, 40));
        let trainer = trained(&data, config(12, 2));
        for curve in trainer.curves() {
            let (first, last) = (curve[0].train_loss, curve.last().unwrap().train_loss);
            assert!(last < first - 0.02, "{rule}: {first} to {last}");
        }
        let float = trainer.validation_losses();
        let whole = trainer.whole_losses(&trainer.network());
        assert!((float.value - whole.value).abs() < 0.002, "{rule}: {float:?} {whole:?}");
        assert!((float.policy - whole.policy).abs() < 0.01, "{rule}: {float:?} {whole:?}");
    }
}

#[test]
fn a_run_that_starts_from_a_network_begins_where_it_ended() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let games = games(rule, 40);
        let (first, all) = (data(rule, &games[..20]), data(rule, &games));
        let network = trained(&first, config(6, 2)).network();
        let again = NetworkTrainer::starting_from(&all, config(2, 2), &network).unwrap();
        assert!(again.network() == network, "{rule}: nothing is lost on the way");
        let (float, whole) = (again.validation_losses(), again.whole_losses(&network));
        assert!((float.value - whole.value).abs() < 0.002, "{rule}: {float:?} {whole:?}");
        assert!((float.policy - whole.policy).abs() < 0.01, "{rule}: {float:?} {whole:?}");
    }
    let data = data(Rule::Renju, &games(Rule::Renju, 8));
    let other = Network::neutral(Rule::Caro);
    let error = NetworkTrainer::starting_from(&data, config(1, 1), &other).unwrap_err();
    assert_eq!(error.to_string(), "the network was made for caro, not for renju");
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let data = data(Rule::Freestyle, &games(Rule::Freestyle, 16));
    let whole = trained(&data, config(3, 1)).checkpoint();
    assert!(trained(&data, config(3, 3)).checkpoint() == whole, "threads changed something");
    // Stopped and resumed after every second step: in the middle of epochs, and at their ends.
    let mut kept = NetworkTrainer::new(&data, config(3, 2)).checkpoint();
    loop {
        let mut trainer = NetworkTrainer::resume(&data, config(3, 2), &kept).unwrap();
        if trainer.is_done() {
            break;
        }
        trainer.advance();
        if !trainer.is_done() {
            trainer.advance();
        }
        kept = trainer.checkpoint();
    }
    assert!(kept == whole, "an interruption changed something");
    assert!(NetworkTrainer::resume(&data, config(3, 2), &kept[..kept.len() - 4]).is_none());
}

#[test]
fn colours_are_worth_the_same_where_both_sides_share_their_weights() {
    let rule = Rule::Freestyle;
    let games = games(rule, 16);
    let data = data(rule, &games);
    let network = trained(&data, config(4, 2)).network();
    let mut unlike = 0;
    some_positions(rule, &games, |position| {
        let (mut same, mut other) = (Board::new(position.size()), Board::new(position.size()));
        for point in position.size().points() {
            if let Some(side) = position.at(point) {
                same.place(point, side);
                other.place(point, !side);
            }
        }
        let tables = position.shared_tables();
        let mover = position.to_move();
        let same = Position::from_board(&same, mover, tables.clone());
        let turned = Position::from_board(&other, !mover, tables);
        assert_eq!(reference_value(&network, &same), reference_value(&network, &turned));
        for point in same.candidates().into_iter().take(3) {
            let policy = reference_policy(&network, &same, point);
            assert_eq!(policy, reference_policy(&network, &turned, point));
        }
        unlike += u32::from(reference_value(&network, &same) != same.evaluate().number());
        assert!(Side::BOTH.contains(&mover));
    });
    assert!(unlike > 10, "the network learned something");
}

/// Numbers as large as a file may have them, now and then.
fn wild_network(rule: Rule) -> Network {
    let mut rng = fastrand::Rng::with_seed(4);
    let mut network = Network::neutral(rule);
    let mut wild = |numbers: &mut [i16], usual: i16, most: i16| {
        for number in numbers {
            *number = match rng.u8(..) {
                0 => most,
                1 => -most,
                _ => rng.i16(-usual..usual),
            };
        }
    };
    wild(network.rows.as_flattened_mut(), 300, Network::MAX_ROW);
    for side in Side::BOTH {
        let head = &mut network.heads[side];
        let most = Network::MAX_WEIGHT;
        wild(head.first.as_flattened_mut(), 60, most);
        wild(&mut head.classical, 60, most);
        wild(head.threats.as_flattened_mut().as_flattened_mut().as_flattened_mut(), 60, most);
        wild(&mut head.first_bias, 60, most);
        wild(head.second.as_flattened_mut(), 60, most);
        wild(&mut head.second_bias, 60, most);
        wild(&mut head.third, 60, most);
        wild(head.policy.as_flattened_mut(), 60, most);
        wild(&mut head.policy_bias, 60, most);
        wild(&mut head.last, 60, most);
        wild(&mut head.before, 60, most);
        head.third_bias = 123_456;
        head.value_share = 200;
        head.policy_share = 300;
    }
    network
}

#[test]
fn the_engine_says_exactly_what_the_reference_says() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let games = games(rule, 6);
        let network = wild_network(rule);
        let tables = Arc::new(PatternTables::new(rule).with_network(Some(&network)));
        let (mut looks, mut values) = (0, HashSet::new());
        for game in &games {
            let mut position = Position::new(game.size, tables.clone()).with_features();
            let moves = game.opening.iter().copied().chain(game.moves.iter().map(|one| one.point));
            for (number, point) in moves.enumerate() {
                // What is asked only now and then must be the same.
                if number % 3 == 1 {
                    looks += 1;
                    let expected = Score::estimate(reference_value(&network, &position));
                    assert_eq!(position.value_by_network(), expected, "{rule}, move {number}");
                    values.insert(expected.number());
                    for one in position.policies_by_network() {
                        assert_eq!(one.policy, reference_policy(&network, &position, one.point));
                    }
                }
                position.play(point);
            }
        }
        assert!(looks > 30 && values.len() > 20, "{rule}: {looks} looks, {} values", values.len());
    }
}
