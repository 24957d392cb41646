//! Training: the examples see what the engine sees, gradients are right, and the loss falls.

use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::{Rule, Side};
use tengen_engine::{PatternCode, PatternTables, Stop, Threat, Weights};
use tengen_train::{
    Blocks, Checkpoint, Dataset, DatasetConfig, Examples, FitConfig, PolicyExamples, Record,
    Selfplay, TrainConfig, ValueExamples, fit, quiet_positions, train, unsettled_positions,
};

fn games(rule: Rule, count: u32) -> Vec<Record> {
    let plan = Selfplay { rule, nodes: 60, ..Selfplay::default() };
    let mut games = Vec::new();
    plan.run(count, 2, &HashSet::new(), &Stop::new(), |game| games.push(game));
    games.sort_by_key(|game| game.number);
    games
}

/// Weights without any order, so that a wrong index shows; the same for both sides unless the rule
/// treats them differently.
fn odd_weights(blocks: Blocks) -> Weights {
    let mut odd = Weights::built_in(Rule::Freestyle);
    for side in Side::BOTH {
        let apart = if blocks == Blocks::PerSide { side as u64 } else { 0 };
        let mut rng = fastrand::Rng::with_seed(9 + apart);
        let odd = odd.of_mut(side);
        for (code, shapes) in PatternCode::all() {
            let code = odd.code_mut(code);
            code.value += rng.i16(-3..3);
            // A point that threatens nothing has no tempo.
            let none = Threat::of(shapes, false) == Threat::None;
            code.tempo = if none { 0 } else { rng.i16(-3..3) };
            code.attack = (code.attack + rng.i16(-40..40)).min(3000);
            code.defence = (code.defence + rng.i16(-40..40)).min(3000);
        }
        let (threats, policy) = (&mut odd.threats, &mut odd.policy);
        let rows = [
            threats.pairs.as_flattened_mut(),
            threats.counts.as_flattened_mut().as_flattened_mut(),
            policy.pairs.as_flattened_mut(),
            &mut policy.last,
            &mut policy.before,
        ];
        rows.into_iter().flatten().for_each(|number| *number = rng.i16(-90..90));
    }
    odd
}

#[test]
fn the_examples_see_what_the_engine_sees() {
    for rule in [Rule::Freestyle, Rule::Renju, Rule::Caro] {
        let blocks = Blocks::of(rule);
        let odd = odd_weights(blocks);
        let tables = Arc::new(PatternTables::with_weights(rule, &odd));
        let (mut value, mut policy) = (ValueExamples::new(blocks), PolicyExamples::new(blocks));
        let (mut estimates, mut orders) = (Vec::new(), Vec::new());
        for record in games(rule, 12) {
            quiet_positions(&record, &tables, |sample| {
                value.add(sample, 0.0);
                policy.add(sample);
                estimates.push((sample.position.evaluate().number(), sample.result));
                let of = |point| sample.position.candidate(point).policy;
                let all: Vec<i32> = sample.position.candidates().into_iter().map(of).collect();
                orders.push((of(sample.played.point), all));
            });
        }
        let weights = value.read(&odd);
        assert!(estimates.len() > 100, "{} positions tell little", estimates.len());
        for (n, (estimate, result)) in estimates.into_iter().enumerate() {
            let chance = 1.0 / (1.0 + (-estimate as f64 / 200.0).exp());
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            let result = f64::from(result);
            let loss = -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln());
            let said = f64::from(value.loss(n, &weights, None));
            assert!((said - loss).abs() < 1e-2 * loss.max(0.1), "{said} is not {loss}");
        }
        let weights = policy.read(&odd);
        assert_eq!(policy.count(), orders.len(), "every chosen move is a candidate here");
        for (n, (chosen, all)) in orders.into_iter().enumerate() {
            let total: f64 = all.iter().map(|&one| (f64::from(one - chosen) / 100.0).exp()).sum();
            let said = f64::from(policy.loss(n, &weights, None));
            assert!((said - total.ln()).abs() < 1e-3 * total.ln().max(1.0), "{said}");
        }
    }
}

#[test]
fn quiet_positions_are_some_of_those_that_a_search_evaluates() {
    let tables = Arc::new(PatternTables::new(Rule::Freestyle));
    let (mut quiet, mut unsettled) = (Vec::new(), Vec::new());
    for record in games(Rule::Freestyle, 20) {
        quiet_positions(&record, &tables, |sample| quiet.push(sample.position.key()));
        unsettled_positions(&record, &tables, |sample| {
            let (own, enemy) = (sample.position.to_move(), !sample.position.to_move());
            assert_eq!(sample.position.count(own, Threat::OpenFour), 0);
            assert_eq!(sample.position.count(enemy, Threat::Five), 0);
            unsettled.push((sample.position.key(), sample.position.count(enemy, Threat::OpenFour)));
        });
    }
    let rest: Vec<u64> =
        unsettled.iter().filter(|(_, fours)| *fours == 0).map(|(key, _)| *key).collect();
    assert_eq!(quiet, rest);
    assert!(unsettled.len() > rest.len(), "in some of them an open four is threatened");
}

fn assert_gradient(examples: &impl Examples, weights: &[f32]) {
    let mut slopes = 0;
    for example in (0..examples.count()).step_by(17).take(10) {
        let mut gradient = vec![0.0; weights.len()];
        examples.loss(example, weights, Some(&mut gradient));
        let touched: Vec<usize> = (0..weights.len()).filter(|&n| gradient[n] != 0.0).collect();
        for &index in touched.iter().take(40) {
            slopes += 1;
            let mut moved = weights.to_vec();
            let at = |moved: &[f32]| f64::from(examples.loss(example, moved, None));
            moved[index] = weights[index] + 1e-2;
            let above = at(&moved);
            moved[index] = weights[index] - 1e-2;
            let slope = (above - at(&moved)) / 2e-2;
            let said = f64::from(gradient[index]);
            assert!((slope - said).abs() < 0.02 * said.abs().max(1.0), "{slope} is not {said}");
        }
    }
    assert!(slopes > 50, "only {slopes} were looked at");
}

#[test]
fn gradients_are_slopes() {
    let tables = Arc::new(PatternTables::new(Rule::Freestyle));
    let blocks = Blocks::Shared;
    let (mut value, mut policy) = (ValueExamples::new(blocks), PolicyExamples::new(blocks));
    for record in games(Rule::Freestyle, 10) {
        quiet_positions(&record, &tables, |sample| {
            value.add(sample, 0.5);
            policy.add(sample);
        });
    }
    let odd = odd_weights(blocks);
    assert_gradient(&value, &value.read(&odd));
    assert_gradient(&policy, &policy.read(&odd));
}

/// Points of a straight line, learned as such.
struct Straight;

impl Examples for Straight {
    fn count(&self) -> usize {
        1000
    }

    fn loss(&self, example: usize, weights: &[f32], gradient: Option<&mut [f32]>) -> f32 {
        let x = example as f32 / 1000.0;
        let off = weights[0] + weights[1] * x - (3.0 - 2.0 * x);
        if let Some(gradient) = gradient {
            gradient[0] += off;
            gradient[1] += off * x;
        }
        off * off / 2.0
    }
}

#[test]
fn a_fit_finds_a_known_answer() {
    let config =
        FitConfig { learning_rate: 0.05, epochs: 400, batch_size: 100, ..FitConfig::default() };
    let state = fit(&[0.0, 0.0], &Straight, &Straight, &config, None, |_| true);
    let (weights, curve) = (&state.best, &state.curve);
    assert!((weights[0] - 3.0).abs() < 0.05 && (weights[1] + 2.0).abs() < 0.1, "{weights:?}");
    assert!(curve.last().unwrap().validation_loss < curve[0].validation_loss / 100.0);
}

/// Every fourth game is for validation.
fn dataset(games: &[Record]) -> Dataset {
    let config = DatasetConfig { validation_every: 4, ..DatasetConfig::default() };
    let mut dataset = Dataset::new(Rule::Freestyle, config);
    games.iter().for_each(|game| dataset.add(game));
    dataset
}

#[test]
fn the_loss_falls_and_threads_do_not_matter() {
    let games = games(Rule::Freestyle, 60);
    let train = |threads: usize| {
        let mut config = TrainConfig::default();
        config.value = FitConfig { epochs: 4, batch_size: 600, threads, ..config.value };
        config.policy = FitConfig { epochs: 4, batch_size: 600, threads, ..config.policy };
        let mut dataset = dataset(&games);
        let before = dataset.positions();
        games.iter().for_each(|game| dataset.add(game));
        assert_eq!(dataset.positions(), before, "no position counts twice");
        let start = Weights::built_in(Rule::Freestyle);
        train(&dataset, &config, &start, Checkpoint::default(), |_, _| true)
    };
    let (one, three) = (train(1), train(3));
    assert_eq!(one.weights, three.weights);
    assert_eq!((&one.value, &one.policy), (&three.value, &three.policy));
    for curve in [&one.value, &one.policy] {
        assert!(curve.last().unwrap().train_loss < curve[0].train_loss, "{curve:?}");
    }
    assert_ne!(one.weights, Weights::built_in(Rule::Freestyle));
}

/// Stopped after every epoch and written down in between, a run ends with the same weights.
#[test]
fn an_interrupted_run_resumes_where_it_was() {
    let mut config = TrainConfig::default();
    config.value = FitConfig { epochs: 3, batch_size: 300, ..config.value };
    config.policy = FitConfig { epochs: 3, batch_size: 300, ..config.policy };
    let dataset = dataset(&games(Rule::Freestyle, 40));
    let start = Weights::built_in(Rule::Freestyle);
    let mut epochs = 0;
    let whole = train(&dataset, &config, &start, Checkpoint::default(), |_, _| {
        epochs += 1;
        true
    });
    let (mut kept, mut calls) = (Checkpoint::default(), 0);
    let parts = loop {
        calls += 1;
        let mut stopped = false;
        let run = train(&dataset, &config, &start, kept.clone(), |_, checkpoint| {
            let text = serde_json::to_string(checkpoint).unwrap();
            kept = serde_json::from_str(&text).unwrap();
            stopped = true;
            false
        });
        if !stopped {
            break run;
        }
    };
    assert_eq!(
        (parts.weights, parts.value, parts.policy),
        (whole.weights, whole.value, whole.policy)
    );
    assert_eq!(calls, epochs + 1, "each call made one epoch");
}

#[test]
fn weights_that_are_written_are_read_again() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let blocks = Blocks::of(rule);
        let odd = odd_weights(blocks);
        let mut taken = Weights::built_in(Rule::Freestyle);
        let (value, policy) = (ValueExamples::new(blocks), PolicyExamples::new(blocks));
        value.write(&mut taken, &value.read(&odd));
        policy.write(&mut taken, &policy.read(&odd));
        for (code, _) in PatternCode::all() {
            for side in Side::BOTH {
                assert_eq!(taken.of(side).code(code), odd.of(side).code(code));
            }
        }
        for side in Side::BOTH {
            let (taken, odd) = (taken.of(side), odd.of(side));
            assert_eq!(taken.policy, odd.policy);
            assert_eq!(taken.threats.pairs, odd.threats.pairs);
        }
    }
}
