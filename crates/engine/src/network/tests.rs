//! Features kept while stones come and go, against features computed afresh.

use std::sync::Arc;

use tengen_core::{BySide, Rule, Side, Size};

use super::accumulator::Accumulator;
use super::layout::{Dense, Layout};
use super::{Head, Network, NetworkError};
use crate::{PatternTables, Position};

/// A network of random numbers, large ones among them.
fn random(rule: Rule, seed: u64) -> Network {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut network = Network::neutral(rule);
    for row in &mut network.rows {
        row.iter_mut().for_each(|number| *number = rng.i16(-400..400));
    }
    let mut head = || {
        let mut head = Head::neutral();
        head.visit(&mut |number, most| {
            *number = if rng.u8(..) == 0 { most } else { rng.i16(-60..60) };
        });
        head.third_bias = rng.i32(-1_000_000..1_000_000);
        head
    };
    network.heads = BySide::new(head(), head());
    network
}

fn position(rule: Rule, lines: u8, network: &Network) -> Position {
    let tables = Arc::new(PatternTables::new(rule).with_network(Some(network)));
    Position::new(Size::new(lines).unwrap(), tables).with_features()
}

/// All that the network says of a position.
fn said(position: &mut Position) -> (i32, Vec<i32>) {
    let value = position.value_by_network().number();
    let ranking = position.ranking().unwrap();
    let mut moves = Vec::new();
    position.add_all(&mut moves);
    (value, moves.into_iter().map(|one| position.policy_by_network(&ranking, one)).collect())
}

#[test]
fn features_are_the_same_however_the_stones_came() {
    for (rule, lines) in
        [(Rule::Freestyle, 15), (Rule::Renju, 15), (Rule::Standard, 22), (Rule::Caro, 6)]
    {
        let network = random(rule, u64::from(lines));
        let mut position = position(rule, lines, &network);
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut depth, mut looks) = (0, 0);
        for _ in 0..1500 {
            let free: Vec<_> = position.size().points().filter(|&p| position.is_free(p)).collect();
            // Far apart and near, forth and back, with passes, and with looks only now and then.
            if depth > 0 && (free.len() < 4 || rng.u8(..5) < 2) {
                position.undo();
                depth -= 1;
            } else if rng.u8(..12) == 0 {
                position.pass();
                depth += 1;
            } else {
                position.play(free[rng.usize(..free.len())]);
                depth += 1;
            }
            if rng.u8(..3) == 0 {
                looks += 1;
                let (value, policy) = said(&mut position);
                let mut afresh = position.clone().with_features();
                assert_eq!((value, policy), said(&mut afresh), "{rule} {lines}");
            }
        }
        assert!(looks > 300);
    }
}

#[test]
fn both_ways_to_compute_give_the_same() {
    let network = random(Rule::Freestyle, 3);
    let layout = Arc::new(Layout::new(&network));
    let empty = || Accumulator::new(layout.clone(), Size::default(), std::iter::empty());
    let (mut fast, mut plain) = (empty(), empty());
    let mut rng = fastrand::Rng::with_seed(5);
    let mut points: Vec<_> = Size::default().points().collect();
    rng.shuffle(&mut points);
    for (n, &point) in points[..150].iter().enumerate() {
        let side = Side::BOTH[n % 2];
        // This way asks the machine what it can do; the other does not.
        fast.play(point, side);
        fast.sync();
        plain.add_plain(point, side);
        assert_eq!(fast.pool(), plain.pool());
    }
    for &point in &points {
        assert_eq!(fast.point(point), plain.point(point));
    }
    for n in 0..100 {
        // The largest numbers there are come first.
        let inputs: [i16; Network::CHANNELS] = match n {
            0 => [Network::MAX_INPUT as i16; Network::CHANNELS],
            1 => [-Network::MAX_INPUT as i16; Network::CHANNELS],
            _ => std::array::from_fn(|_| rng.i16(-4095..=4095)),
        };
        let weights = [[Network::MAX_WEIGHT; Network::CHANNELS]; Network::HIDDEN];
        for weights in [&network.heads[Side::Black].first, &weights] {
            let layer = Dense::new(weights);
            let sums: Vec<i32> = (weights.iter())
                .map(|row| {
                    row.iter().zip(&inputs).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum()
                })
                .collect();
            assert_eq!(layer.sums(&inputs)[..], sums);
            assert_eq!(layer.sums_plain(&inputs)[..], sums);
        }
    }
}

#[test]
fn a_neutral_network_changes_nothing() {
    let neutral = Network::neutral(Rule::Freestyle);
    let mut position = position(Rule::Freestyle, 15, &neutral);
    for point in ["h8", "i9", "h9", "h7", "g8", "k11"] {
        position.play(point.parse().unwrap());
        assert_eq!(position.value_by_network(), position.evaluate());
        let ranking = position.ranking().unwrap();
        let mut moves = Vec::new();
        position.add_all(&mut moves);
        for one in moves {
            assert_eq!(position.policy_by_network(&ranking, one), one.policy);
        }
    }
}

#[test]
fn a_file_holds_the_network_and_damage_is_found() {
    let network = random(Rule::Renju, 11);
    let bytes = network.to_bytes();
    assert_eq!(bytes.len(), 1_443_652);
    assert_eq!(Network::from_bytes(&bytes).as_ref(), Ok(&network));
    assert_eq!(Network::from_bytes(b"something else"), Err(NetworkError::Magic));
    let short = Network::from_bytes(&bytes[..bytes.len() - 1]);
    assert!(matches!(short, Err(NetworkError::Length { .. })));
    let mut later = bytes.clone();
    later[8] = 9;
    assert_eq!(Network::from_bytes(&later), Err(NetworkError::Version(9)));
    for place in [12, 777_777, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 64;
        assert_eq!(Network::from_bytes(&damaged), Err(NetworkError::Checksum), "{place}");
    }
    let mut large = network;
    large.rows[5][7] = Network::MAX_ROW + 1;
    let refused = Network::from_bytes(&large.to_bytes());
    assert_eq!(refused, Err(NetworkError::Range(5 * 32 + 7 + 1)));
}
