//! Every parameter at the ends of its range: what the search then calls proven is still true, and
//! each switch changes something.

use std::sync::Arc;

use tengen_core::{Game, Rule, Side};
use tengen_engine::{
    Algorithm, Engine, EngineOptions, Limits, Network, NetworkChoice, Params, Report, Stop, Verdict,
};
use tengen_test_support::engine::engine;
use tengen_test_support::game::game;

/// Positions with and without a win in sight.
fn positions() -> [Game; 4] {
    [
        game(Rule::Freestyle, 15, "h8 g8 h10 i9 i10 g10 h11 h9 j9 g12 f11 i11"),
        game(Rule::Freestyle, 20, "e2 f2 h3 g3 g6 h5 f9"),
        game(Rule::Standard, 15, "h8 h7 j6 i7 f7"),
        game(Rule::Renju, 15, "h8 g7 f10 i7 f7 f8 h6 h9 i6 g6 g9 e11 j7 k8 j5 h7 k6 j6"),
    ]
}

/// A network that says something, true or not.
fn random_network() -> NetworkChoice {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut network = Network::neutral(Rule::Freestyle);
    let rows = network.rows.as_flattened_mut();
    rows.iter_mut().for_each(|number| *number = rng.i16(-200..200));
    for side in Side::BOTH {
        let head = &mut network.heads[side];
        let layers =
            [head.first.as_flattened_mut(), head.second.as_flattened_mut(), &mut head.third];
        let numbers = layers.into_iter().flatten();
        numbers.for_each(|number| *number = rng.i16(-60..60));
    }
    NetworkChoice::Given(Arc::new(network))
}

fn searched(params: Params, algorithm: Algorithm, network: &NetworkChoice, game: &Game) -> Report {
    // MCTS reports depths long before it has visited anything twice.
    let depth = (algorithm == Algorithm::AlphaBeta).then_some(8);
    let limits = Limits { depth, nodes: Some(60_000), ..Limits::default() };
    let network = network.clone();
    let options = EngineOptions { algorithm, network, ..engine(params).options().clone() };
    Engine::new(options).search(game, &limits, &Stop::new(), &mut |_| {})
}

/// Whether two verdicts cannot both be true.
fn contradict(one: Verdict, other: Verdict) -> bool {
    matches!(
        (one, other),
        (Verdict::Wins { .. }, Verdict::Loses { .. })
            | (Verdict::Loses { .. }, Verdict::Wins { .. })
    )
}

#[test]
fn every_switch_works_and_none_makes_a_verdict_false() {
    let random = random_network();
    for (name, default, range) in Params::default().list() {
        // The parameters of MCTS change nothing elsewhere.
        let algorithm = match name.starts_with("mcts_") {
            true => Algorithm::Mcts,
            false => Algorithm::AlphaBeta,
        };
        // Those of the network too.
        let network = if name.starts_with("network_") { &random } else { &NetworkChoice::None };
        let mut differs = false;
        for game in positions() {
            let usual = searched(Params::default(), algorithm, network, &game);
            // Some are off at the low end and out of reach at the high one.
            for value in [*range.start(), range.start() + 1, *range.end()] {
                let mut params = Params::default();
                params.set(name, value).unwrap();
                let report = searched(params, algorithm, network, &game);
                let best = report.best().expect("there is a move");
                assert!(game.clone().play(best).is_ok(), "{name}={value}: {best}");
                let (now, before) = (report.pvs[0].verdict, usual.pvs[0].verdict);
                assert!(!contradict(now, before), "{name}={value}: {now:?}, else {before:?}");
                differs |=
                    value != default && (report.nodes, &report.pvs) != (usual.nodes, &usual.pvs);
            }
        }
        assert!(differs, "{name} changes nothing");
    }
}
