//! Players who say that they win, rightly and wrongly.

use tengen_arena::{
    Checked, Claim, Failure, Match, MatchResult, Openings, Player, PlayerSpec, TimeControl, Turn,
};
use tengen_core::{Game, Point, Rule, Side, Size};
use tengen_engine::{Stop, Verdict};
use tengen_test_support::arena::{between, duel, run};

/// Plays the first free point and always says the same.
struct Boaster(Verdict);

impl Player for Boaster {
    fn begin(&mut self, _: &Game, _: &TimeControl, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Turn, _: &Stop) -> Result<Point, Failure> {
        let free = game.board().free_points().next();
        free.ok_or_else(|| Failure::Answer("the board is full".to_owned()))
    }

    fn verdict(&self) -> Option<Verdict> {
        Some(self.0)
    }
}

fn play(mut games: Match<'_>) -> MatchResult {
    games.check_claims = true;
    run(&games)
}

fn claims(result: &MatchResult) -> Option<Checked> {
    result.encounters[0].claims()
}

#[test]
fn what_is_not_true_is_refuted() {
    let openings = Openings::random(Rule::Freestyle, Size::default(), 1, 1);
    let boaster = |_| Ok(Box::new(Boaster(Verdict::Wins { plies: 1 })) as Box<dyn Player>);
    let modest = |_| Ok(Box::new(Boaster(Verdict::Unclear { centi: 0 })) as Box<dyn Player>);
    let mut games = duel(Box::new(boaster), Box::new(modest), &openings);
    games.adjudication.draw_after = Some(12);
    let claims = claims(&play(games)).unwrap();
    assert!(claims.checked > 4, "{claims:?}");
    assert_eq!((claims.undecided, claims.refuted.len()), (0, claims.checked));
    let first = &claims.refuted[0];
    assert_eq!((first.rule.as_str(), first.size), ("freestyle", 15));
    assert!(first.claim.ends_with(" wins in 1"), "{first:?}");
}

#[test]
fn our_engine_wins_where_it_says_so() {
    let (ours, random): (PlayerSpec, PlayerSpec) =
        ("tengen:depth=3,memory=1".parse().unwrap(), "random".parse().unwrap());
    for rule in Rule::ALL {
        let openings = Openings::random(rule, Size::default(), 1, 1);
        let games = between(&ours, &random, &openings);
        let result = play(games);
        let claims = claims(&result).unwrap();
        assert!(claims.checked > 1, "{rule}: {claims:?}");
        assert_eq!((claims.undecided, claims.refuted.as_slice()), (0, &[][..]), "{rule}");
        // A log gives back what a game says.
        let records = &result.encounters[0].records;
        let text = serde_json::to_string(records).unwrap();
        let again: Vec<tengen_arena::GameRecord> = serde_json::from_str(&text).unwrap();
        assert_eq!(again, *records);
    }
}

#[test]
fn nothing_is_checked_unless_asked_for() {
    let random: PlayerSpec = "random".parse().unwrap();
    let openings = Openings::random(Rule::Freestyle, Size::MIN, 1, 1);
    let games = between(&random, &random, &openings);
    assert_eq!(claims(&run(&games)), None);
}

#[test]
fn a_lost_position_is_a_claim_for_the_other_side() {
    let game = Game::new(Size::default(), Rule::Renju);
    let claim = Claim::of(&game, Verdict::Loses { plies: 2 }).unwrap();
    assert_eq!((claim.winner, claim.plies), (Side::White, 2));
}
