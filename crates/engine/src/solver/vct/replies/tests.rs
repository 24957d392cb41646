//! After every reply that is not listed, the attacker still has a VCF, and a short enough one.

use std::sync::Arc;

use tengen_core::{Rule, Side};

use super::*;
use crate::PatternTables;
use crate::solver::test_boards::random_board;

/// Checks the replies in one position. Returns whether there was a threat without a five.
fn check(position: &mut Position, vcf: &mut VcfSolver) -> bool {
    let attacker = !position.to_move();
    let quiet = Side::BOTH.iter().all(|&side| position.count(side, Threat::Five) == 0);
    let mut budget = Budget::new(200_000, &|| false);
    let found = find_replies(position, vcf, u64::MAX, &mut budget);
    let Ok(Replies::Listed { points, else_plies }) = found else { return false };
    let size = position.size();
    for reply in size.points().filter(|reply| !points.contains(reply)) {
        if !position.is_free(reply) || !position.is_legal(reply) {
            continue;
        }
        position.play(reply);
        let max_moves = else_plies / 2;
        let found = vcf.solve(position, max_moves, &mut Budget::new(200_000, &|| false));
        let wins = !matches!(found, Ok(VcfResult::Fail { .. }));
        if !wins {
            position.undo();
            let stones = Side::BOTH.map(|side| {
                let own = size.points().filter(|&point| position.at(point) == Some(side));
                own.map(|point| point.to_string()).collect::<String>()
            });
            let rule = position.rule();
            panic!(
                "{attacker} fails after {reply}: {rule} size {size} {}/{}",
                stones[0], stones[1]
            );
        }
        position.undo();
    }
    quiet
}

#[test]
fn replies_that_are_not_listed_lose() {
    let tries = std::env::var("TENGEN_POSITIONS");
    let tries = tries.map_or(1_500, |text| text.parse().expect("a number"));
    for rule in Rule::ALL {
        let mut rng = fastrand::Rng::with_seed(rule.code().into());
        let tables = Arc::new(PatternTables::new(rule));
        let mut vcf = VcfSolver::new(1 << 20);
        let mut threats = 0;
        for _ in 0..tries {
            let board = random_board(&mut rng);
            let won = |side| board.stones(side).any(|point| board.wins(point, side, rule));
            if Side::BOTH.into_iter().any(won) {
                continue;
            }
            for side in Side::BOTH {
                let mut position = Position::from_board(&board, side, tables.clone());
                threats += usize::from(check(&mut position, &mut vcf));
            }
        }
        assert!(threats * 10 > tries, "{rule}: only {threats} threats");
    }
}
