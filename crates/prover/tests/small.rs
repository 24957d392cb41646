//! The prover against trying everything, on boards that are small enough.

use std::time::Duration;

use tengen_core::{Rule, Side};
use tengen_engine::Stop;
use tengen_proof::check_certificate;
use tengen_prover::{Claim, Options, Prover, Status};
use tengen_test_support::environment::number;
use tengen_test_support::proof::small::{Minimax, position};

/// Positions of each rule, unless `TENGEN_POSITIONS` says otherwise.
const POSITIONS: usize = 25;

#[test]
fn what_is_proved_is_won() {
    for rule in Rule::ALL {
        let mut rng = fastrand::Rng::with_seed(70 + u64::from(rule.code()));
        let (mut won, mut proved) = (0, 0);
        for _ in 0..number("TENGEN_POSITIONS", POSITIONS) {
            let mut game = position(&mut rng, rule, 5..=6, 6..=11);
            let (board, to_move) = (game.board().clone(), game.to_move());
            let attacker = Side::BOTH[rng.usize(..2)];
            let is_won = Minimax::default().wins(&mut game, attacker);
            won += usize::from(is_won);
            let mut prover = Prover::new(Claim { rule, board: board.clone(), to_move, attacker });
            let options = Options {
                memory: 4 << 20,
                time: Some(Duration::from_millis(300)),
                ..Options::default()
            };
            let status = prover.run(&options, &Stop::new(), &mut |_| {}).unwrap();
            if status == Status::Proved {
                assert!(is_won, "{rule}, {attacker} attacks, {to_move} to move:\n{board:?}");
                proved += 1;
                prover.certificates(4 << 20, &|_| true, &mut |_| {}, &mut |reply, certificate| {
                    let certificate = certificate.unwrap_or_else(|gap| panic!("{reply}: {gap}"));
                    check_certificate(&certificate, u64::MAX).unwrap();
                    true
                });
            }
        }
        assert!(proved > 0, "{rule}: none of {won}");
    }
}
