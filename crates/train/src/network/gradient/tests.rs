use std::collections::HashSet;
use std::sync::Arc;

use tengen_core::Rule;
use tengen_engine::{PatternTables, Stop};

use super::*;
use crate::network::data::Samples;
use crate::{Selfplay, unsettled_positions};

/// Positions of short games, every so-manieth.
fn samples(rule: Rule) -> Samples {
    let plan = Selfplay { rule, nodes: 60, ..Selfplay::default() };
    let tables = Arc::new(PatternTables::new(rule));
    let (mut samples, mut number) = (Samples::default(), 0);
    let mut games = Vec::new();
    plan.run(6, 2, &HashSet::new(), &Stop::new(), |game| games.push(game));
    games.sort_by_key(|game| game.number);
    for game in games {
        unsettled_positions(&game, &tables, |sample| {
            number += 1;
            if number % 9 == 0 {
                samples.add(sample, 0.7);
            }
        });
    }
    samples
}

/// Weights without any order, none of them zero.
fn odd_model(blocks: Blocks) -> Model {
    let mut rng = fastrand::Rng::with_seed(5);
    let mut model = Model::neutral(blocks, 1);
    for slice in model.slices() {
        slice.iter_mut().for_each(|number| *number += rng.f32() * 0.2 - 0.1);
    }
    model
}

const SHARES: Shares = Shares { value: 1.0, policy: 0.2 };

fn loss(merged: &Merged, model: &Model, samples: &Samples) -> f64 {
    let (mut sums, mut scratch) = (Sums::default(), Scratch::new());
    for n in 0..samples.len() {
        merged.run(model, samples.get(n), &mut scratch, &mut sums, None);
    }
    sums.value + 0.2 * sums.policy
}

#[test]
fn gradients_are_slopes() {
    const STEP: f32 = 1e-3;
    for rule in [Rule::Freestyle, Rule::Renju] {
        let samples = samples(rule);
        assert!(samples.len() > 10, "{} positions tell little", samples.len());
        let blocks = Blocks::of(rule);
        let mut model = odd_model(blocks);
        let mut merged = Merged::new(blocks, samples.sizes());
        merged.update(&model);
        let (mut gradient, mut scratch) = (Gradient::new(&merged), Scratch::new());
        let mut sums = Sums::default();
        for n in 0..samples.len() {
            let into = Some((&mut gradient, SHARES));
            merged.run(&model, samples.get(n), &mut scratch, &mut sums, into);
        }
        merged.finish(&mut gradient);
        // The three tables are looked at one by one, and so is every field of the heads.
        let heads = model.heads.len();
        let lengths = ROWS.map(|rows| rows * heads * HALF);
        let slopes: Vec<Vec<f32>> =
            gradient.model.slices().into_iter().map(|slice| slice.to_vec()).collect();
        let mut places = Vec::new();
        for (n, slice) in slopes.iter().enumerate() {
            let pieces = if n == 0 { lengths.to_vec() } else { vec![slice.len()] };
            let mut from = 0;
            for piece in pieces {
                let mut found: Vec<usize> = (from..from + piece).collect();
                found.sort_by(|&a, &b| slice[b].abs().total_cmp(&slice[a].abs()));
                assert!(slice[found[0]] != 0.0, "nothing learns in slice {n} from {from}");
                places.extend(found.into_iter().step_by(7).take(6).map(|place| (n, place)));
                from += piece;
            }
        }
        for (n, place) in places {
            let mut at = |by: f32| {
                let before = model.slices()[n][place];
                model.slices()[n][place] = before + by;
                merged.update(&model);
                let loss = loss(&merged, &model, &samples);
                model.slices()[n][place] = before;
                loss
            };
            let slope = (at(STEP) - at(-STEP)) / f64::from(2.0 * STEP);
            let said = f64::from(slopes[n][place]);
            let far = (slope - said).abs();
            assert!(far < 0.02 * said.abs() + 0.01, "{n} {place}: {slope} is not {said}");
        }
    }
}
