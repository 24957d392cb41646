//! Evaluation and policy, which are computed incrementally, equal the sums over their features.

use std::sync::Arc;

use tengen_core::{Board, Rule, Side, Size};
use tengen_engine::{PatternTables, PolicyFeature, Position, ValueFeature, Weights};

/// Random weights, different for both sides, so that a wrong weight shows; small enough that no sum
/// leaves the range of estimates.
fn random_weights(rng: &mut fastrand::Rng) -> Weights {
    let mut weights = Weights::built_in(Rule::Freestyle);
    for side in Side::BOTH {
        let weights = weights.of_mut(side);
        ValueFeature::all().for_each(|feature| *feature.weight_mut(weights) = rng.i16(-20..20));
        PolicyFeature::all().for_each(|feature| *feature.weight_mut(weights) = rng.i16(-900..900));
    }
    weights
}

/// Random stones: shapes of all kinds, fives and rows that are too long among them.
fn random_position(rng: &mut fastrand::Rng, tables: Arc<PatternTables>) -> Position {
    let size = Size::new(rng.u8(5..=22)).unwrap();
    let mut board = Board::new(size);
    for _ in 0..rng.usize(..size.area() / 3) {
        let free: Vec<_> = board.free_points().collect();
        board.place(free[rng.usize(..free.len())], [Side::Black, Side::White][rng.usize(..2)]);
    }
    let side = [Side::Black, Side::White][rng.usize(..2)];
    let mut position = Position::from_board(&board, side, tables);
    // Moves that were played, which the policy knows, and those before, which it does not.
    for _ in 0..rng.usize(..3) {
        let free: Vec<_> = size.points().filter(|&point| position.is_free(point)).collect();
        position.play(free[rng.usize(..free.len())]);
    }
    position
}

#[test]
fn value_and_policy_are_the_sums_of_their_features() {
    let mut rng = fastrand::Rng::with_seed(21);
    for rule in Rule::ALL {
        let mut weights = random_weights(&mut rng);
        let tables = Arc::new(PatternTables::with_weights(rule, &weights));
        for _ in 0..60 {
            let position = random_position(&mut rng, tables.clone());
            let value: i32 = position
                .value_features()
                .into_iter()
                .map(|(side, feature, times)| {
                    times * i32::from(*feature.weight_mut(weights.of_mut(side)))
                })
                .sum();
            assert_eq!(position.evaluate().number(), value, "{rule} {position:?}");
            for point in position.size().points().filter(|&point| position.is_free(point)) {
                let policy: i32 = position
                    .policy_features(point)
                    .map(|(side, feature)| i32::from(*feature.weight_mut(weights.of_mut(side))))
                    .sum();
                assert_eq!(position.candidate(point).policy, policy, "{rule} {point} {position:?}");
            }
        }
    }
}

#[test]
fn every_feature_of_a_position_is_listed() {
    let value: Vec<ValueFeature> = ValueFeature::all().collect();
    let policy: Vec<PolicyFeature> = PolicyFeature::all().collect();
    let mut rng = fastrand::Rng::with_seed(22);
    for rule in Rule::ALL {
        let tables = Arc::new(PatternTables::new(rule));
        for _ in 0..20 {
            let position = random_position(&mut rng, tables.clone());
            for (_, feature, _) in position.value_features() {
                assert!(value.contains(&feature), "{rule} {feature:?}");
            }
            for point in position.size().points().filter(|&point| position.is_free(point)) {
                for (_, feature) in position.policy_features(point) {
                    assert!(policy.contains(&feature), "{rule} {feature:?}");
                }
            }
        }
    }
}
