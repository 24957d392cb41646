//! The engine with its solver: what it avoids, and what it plays once a win is proved.

use tengen_core::{Game, Outcome, Point, Rule};
use tengen_engine::{Limits, Params, SolverLimits, SolverVerdict, Stop, Verdict};
use tengen_proof::Follower;

use crate::checked_solver::{CheckedSolver, vcf};
use crate::positions::{rows, seeded_rng, turned};
use tengen_test_support::engine::engine;
use tengen_test_support::environment::number;
use tengen_test_support::game::{game, text};

/// Positions for each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 15;

/// Nodes within which a VCF counts as seen.
const SEEN: u64 = 7_000;

#[test]
fn no_move_that_allows_a_vcf_is_played_while_another_is_left() {
    for rule in Rule::ALL {
        let positions = number("TENGEN_POSITIONS", POSITIONS);
        let mut rng = seeded_rng(8, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 22);
        let mut engine = engine(Params::default());
        let (mut asked, mut hopeless, mut lost, mut far) = (0, 0, 0, 0);
        while asked < positions {
            let game = rows(&mut rng, rule, 10..=15, 4..=8);
            let is_won = matches!(solver.solve(&game, &vcf()), SolverVerdict::Win { .. });
            // Short wins are seen by the main search as well.
            let threat = solver.solve(&turned(&game), &vcf());
            if is_won || !matches!(threat, SolverVerdict::Win { plies: 7.. }) {
                continue;
            }
            let stops = solver.defend(&game, &vcf());
            assert!(stops.complete, "{}", text(&game));
            if stops.moves.is_empty() {
                hopeless += 1;
                continue;
            }
            asked += 1;
            // Few nodes, so that the main search alone would often miss it.
            let limits = Limits { nodes: Some(rng.u64(100..2_000)), ..Limits::default() };
            engine.forget();
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
            let best = report.best().expect("there is a move");
            // A move that stops the VCF may lose too, and then the longest resistance counts.
            let is_lost = report.pvs[0].verdict.seems_lost();
            lost += usize::from(is_lost);
            let holds = stops.moves.iter().any(|&(point, _)| point == best);
            // Some wins take longer to see than the engine looks at the end of a search.
            let is_far = !holds && !is_seen(&game, best, &mut solver);
            far += usize::from(is_far && !is_lost);
            assert!(holds || is_lost || is_far, "{best} loses to a VCF\n{}", text(&game));
        }
        println!(
            "{rule}: {asked} positions, {lost} of them lost anyway, {far} with a loss out of sight, beside {hopeless} without a stop"
        );
        assert!(far * 50 <= asked, "too much is out of sight");
        assert!(lost * 2 < asked, "these positions tell little");
    }
}

#[test]
fn a_proved_win_is_played_to_its_end_without_a_search() {
    for rule in Rule::ALL {
        let wanted = number("TENGEN_POSITIONS", POSITIONS);
        let mut rng = seeded_rng(9, rule);
        let mut solver = CheckedSolver::new(rule, 1 << 22);
        let (mut wins, mut games) = (0, 0);
        while wins < wanted {
            let game = rows(&mut rng, rule, 10..=15, 4..=7);
            let limits = SolverLimits { nodes: Some(20_000), ..SolverLimits::default() };
            let solution = solver.solve_until(&game, &limits, &Stop::new());
            if let Some(proof) = solution.proof.filter(|proof| proof.plies() > 3) {
                wins += 1;
                games += play_out(&mut game.clone(), &mut Follower::new(proof), &mut rng);
            }
        }
        println!("{rule}: {wins} proved wins, played out in {games} games");
    }
}

#[test]
fn a_loss_of_one_other_move_is_not_reported_for_all() {
    // The best move is given up because it loses to a VCT; another is known to lose in 6 plies.
    let moves = "m10 m9 l9 n11 l8 l11 k10 l10 k11 m8 k9 k8 j10 i11 j11 l12 i10 l13 l14 j9 h9 g8 k13 \
                 k12 k14 i12 j12 j14 k15 j16 m15 n16 m14 j18 m16 m17 n15";
    let game = game(Rule::Renju, 22, moves);
    for nodes in (11_000..19_000).step_by(1_000) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine(Params::default()).search(&game, &limits, &Stop::new(), &mut |_| {});
        // After j15 nobody is known to win in fewer than 7 plies.
        let verdict = report.pvs[0].verdict;
        assert!(!matches!(verdict, Verdict::Loses { plies: ..8 }), "{nodes} nodes: {verdict:?}");
    }
}

/// Whether the enemy's VCF after a move is found within few nodes.
fn is_seen(game: &Game, point: Point, solver: &mut CheckedSolver) -> bool {
    let mut after = game.clone();
    after.play(point).unwrap();
    let limits = SolverLimits { nodes: Some(SEEN), ..vcf() };
    matches!(solver.fresh().solve(&after, &limits), SolverVerdict::Win { .. })
}

/// Plays every reply that has an answer of its own and a few others, to the five; how many games
/// that were.
fn play_out(game: &mut Game, follower: &mut Follower, rng: &mut fastrand::Rng) -> usize {
    let point = follower.next_move().expect("the attacker has a move");
    assert!(!game.is_forbidden(point));
    if let Some(outcome) = game.play(point).unwrap() {
        assert!(matches!(outcome, Outcome::Win(..)), "{outcome:?}");
        game.undo();
        return 1;
    }
    let free: Vec<_> = game.board().free_points().collect();
    let mut games = 0;
    for reply in free {
        // Replies without an answer of their own are many and alike.
        let own = follower.has_answer(reply);
        if game.is_forbidden(reply) || !own && rng.u8(..40) > 0 {
            continue;
        }
        let mut next = follower.clone();
        next.reply(reply).unwrap();
        assert_eq!(game.play(reply).unwrap(), None, "the defender does not win");
        games += play_out(game, &mut next, rng);
        game.undo();
    }
    game.undo();
    games
}

#[test]
fn the_engine_follows_its_proof_and_notices_when_the_game_leaves_it() {
    let mut solver = CheckedSolver::new(Rule::Freestyle, 1 << 22);
    let mut rng = seeded_rng(10, Rule::Freestyle);
    let (mut followed, mut played) = (0, 0);
    while followed < 10 {
        let game = rows(&mut rng, Rule::Freestyle, 15..=15, 4..=7);
        let limits = SolverLimits { nodes: Some(20_000), ..SolverLimits::default() };
        let solution = solver.solve_until(&game, &limits, &Stop::new());
        if !matches!(solution.verdict, SolverVerdict::Win { plies: 9.. }) {
            continue;
        }
        let mut engine = engine(Params::default());
        let limits = Limits { nodes: Some(400_000), ..Limits::default() };
        let first = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
        if first.proof.is_none() {
            // The main search was quicker.
            continue;
        }
        followed += 1;
        // Some other game in between: the engine searches it.
        engine.search(&turned(&game), &limits, &Stop::new(), &mut |_| {});
        let first = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
        assert!(first.nodes > 0, "it has left the proof");
        if first.proof.is_none() {
            continue;
        }
        played += 1;
        let mut game = game.clone();
        game.play(first.best().unwrap()).unwrap();
        while game.outcome().is_none() {
            let free: Vec<_> = game.board().free_points().collect();
            game.play(free[rng.usize(..free.len())]).unwrap();
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
            assert_eq!(report.nodes, 0, "a proved win needs no search\n{}", text(&game));
            assert!(matches!(report.pvs[0].verdict, Verdict::Wins { .. }));
            game.play(report.best().unwrap()).unwrap();
        }
        assert!(matches!(game.outcome(), Some(Outcome::Win(..))));
    }
    assert!(played > 0);
}
