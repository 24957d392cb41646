//! The summary of a match, for people and as JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use tengen_arena::{
    Checked, Contestant, Encounter, Finish, GameRecord, Points, PonderStats, RefutedClaim, Sprt,
    SprtVerdict, Usage,
};

/// The results of two players' games.
#[derive(Serialize)]
pub(super) struct Summary {
    a: String,
    b: String,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    score: Option<f64>,
    /// Null if it is infinite; so is the error.
    elo: Option<f64>,
    elo_error: Option<f64>,
    los: Option<f64>,
    sprt: Option<Test>,
    /// Pairs of games by the half points of A: none, one, two, three, four.
    pairs: [u64; 5],
    endings: BTreeMap<String, usize>,
    a_time: Times,
    b_time: Times,
    /// Null for a player that does not ponder.
    a_ponder: Option<Ponder>,
    b_ponder: Option<Ponder>,
    finish: &'static str,
    /// Null if claims were not checked.
    claims: Option<Claims>,
}

/// The state of the SPRT.
#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

/// What became of the wins and losses that players called proven.
#[derive(Serialize)]
pub(super) struct Claims {
    checked: usize,
    undecided: usize,
    refuted: usize,
    /// The games have them in JSON.
    #[serde(skip)]
    faults: Vec<RefutedClaim>,
}

/// Time a player used, in milliseconds a move.
#[derive(Serialize)]
struct Times {
    mean: f64,
    most: f64,
}

/// What pondering was worth: milliseconds and depth of a move after a ponder hit and after a miss.
#[derive(Serialize)]
struct Ponder {
    moves: u64,
    hits: f64,
    hit_millis: f64,
    hit_depth: f64,
    miss_millis: f64,
    miss_depth: f64,
}

impl Ponder {
    fn of(seen: PonderStats) -> Ponder {
        let PonderStats { hits, misses } = seen;
        Ponder {
            moves: hits.moves + misses.moves,
            hits: seen.rate(),
            hit_millis: hits.mean(),
            hit_depth: hits.depth(),
            miss_millis: misses.mean(),
            miss_depth: misses.depth(),
        }
    }
}

impl fmt::Display for Ponder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ponder { moves, hits, hit_millis, hit_depth, miss_millis, miss_depth } = self;
        write!(f, "{:.1} % of {moves} replies expected; ", 100.0 * hits)?;
        write!(f, "then {hit_millis:.1} ms and depth {hit_depth:.1} a move, ")?;
        write!(f, "else {miss_millis:.1} ms and depth {miss_depth:.1}")
    }
}

impl Summary {
    pub(super) fn of(played: &Encounter, finish: Finish, sprt: Option<&Sprt>) -> Summary {
        let elo = played.elo();
        let count = |points| played.records.iter().filter(|game| game.result == points).count();
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let mut endings = BTreeMap::new();
        for game in &played.records {
            *endings.entry(ending(game)).or_default() += 1;
        }
        Summary {
            a: played.a.clone(),
            b: played.b.clone(),
            games: played.records.len(),
            wins: count(Points::Win),
            draws: count(Points::Draw),
            losses: count(Points::Loss),
            score: elo.map(|elo| elo.score),
            elo: elo.and_then(|elo| finite(elo.elo)),
            elo_error: elo.and_then(|elo| finite(elo.error)),
            los: elo.map(|elo| elo.los),
            sprt: sprt.map(|sprt| Test::of(sprt, &played.counts.pairs)),
            pairs: played.counts.pairs,
            endings,
            a_time: Times::of(&Usage::of(&played.a, &played.records)),
            b_time: Times::of(&Usage::of(&played.b, &played.records)),
            a_ponder: PonderStats::of(&played.a, &played.records).map(Ponder::of),
            b_ponder: PonderStats::of(&played.b, &played.records).map(Ponder::of),
            finish: finish_name(finish),
            claims: played.claims().map(Claims::of),
        }
    }
}

/// How a game ended, and for failures whose it was.
fn ending(game: &GameRecord) -> String {
    // The name that its JSON has.
    let name = serde_json::to_value(game.ending).unwrap_or_default();
    let name = name.as_str().unwrap_or_default();
    match game.winner {
        Some(Contestant::A) if !game.ending.is_regular() => format!("{name} of b"),
        Some(Contestant::B) if !game.ending.is_regular() => format!("{name} of a"),
        _ => name.to_owned(),
    }
}

impl Test {
    fn of(sprt: &Sprt, pairs: &[u64; 5]) -> Test {
        let llr = sprt.llr(pairs);
        Test {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            llr,
            lower: sprt.lower(),
            upper: sprt.upper(),
            verdict: match sprt.verdict(llr) {
                SprtVerdict::Passed => "passed",
                SprtVerdict::Failed => "failed",
                SprtVerdict::Undecided => "undecided",
            },
        }
    }
}

impl Claims {
    pub(super) fn of(claims: Checked) -> Claims {
        let Checked { checked, undecided, refuted } = claims;
        Claims { checked, undecided, refuted: refuted.len(), faults: refuted }
    }

    pub(super) fn refuted(&self) -> usize {
        self.refuted
    }
}

impl fmt::Display for Claims {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Claims { checked, undecided, refuted, faults } = self;
        writeln!(f, "claims: {checked} checked, {undecided} undecided, {refuted} refuted")?;
        for RefutedClaim { position, rule, size, claim, line } in faults {
            let line = line.join(" ");
            writeln!(f, "false claim at {position} ({rule}, {size} lines): {claim}; but {line}")?;
        }
        Ok(())
    }
}

impl Times {
    fn of(usage: &Usage) -> Times {
        Times { mean: usage.mean(), most: usage.most }
    }
}

/// Why a match ended, in one word.
pub(super) fn finish_name(finish: Finish) -> &'static str {
    match finish {
        Finish::Complete => "complete",
        Finish::Decided => "decided",
        Finish::Stopped => "stopped",
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { a, b, games, wins, draws, losses, .. } = self;
        let end = if self.finish == "stopped" { ", stopped early" } else { "" };
        writeln!(f, "A: {a}\nB: {b}\n{games} games{end}: +{wins} ={draws} -{losses} for A")?;
        let (Some(score), Some(los)) = (self.score, self.los) else { return Ok(()) };
        let signed = |n: Option<f64>| n.map_or("beyond measure".to_owned(), |n| format!("{n:+.1}"));
        let plain = |n: Option<f64>| n.map_or("?".to_owned(), |n| format!("{n:.1}"));
        let (elo, error) = (signed(self.elo), plain(self.elo_error));
        let (score, los) = (100.0 * score, 100.0 * los);
        writeln!(f, "score {score:.1} %, elo {elo} ± {error} (95 %), los {los:.1} %")?;
        writeln!(f, "pairs with 0, ½, 1, 1½, 2 points: {:?}", self.pairs)?;
        if let Some(Test { elo0, elo1, llr, lower, upper, verdict }) = &self.sprt {
            writeln!(
                f,
                "sprt [{elo0}, {elo1}] {verdict}: llr {llr:.2} of {lower:.2} to {upper:.2}"
            )?;
        }
        let endings = self.endings.iter().map(|(ending, count)| format!("{ending} {count}"));
        writeln!(f, "endings: {}", endings.collect::<Vec<_>>().join(", "))?;
        let (a, b) = (&self.a_time, &self.b_time);
        write!(f, "milliseconds a move: A {:.1}, at most {:.1}; ", a.mean, a.most)?;
        writeln!(f, "B {:.1}, at most {:.1}", b.mean, b.most)?;
        for (name, ponder) in [("A", &self.a_ponder), ("B", &self.b_ponder)] {
            if let Some(ponder) = ponder {
                writeln!(f, "pondering of {name}: {ponder}")?;
            }
        }
        self.claims.as_ref().map_or(Ok(()), |claims| claims.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_false_claim_is_shown_with_its_position() {
        let refuted = RefutedClaim {
            position: "h8i9".to_owned(),
            rule: "renju".to_owned(),
            size: 15,
            claim: "black wins in 3".to_owned(),
            line: vec!["h9".to_owned(), "h10".to_owned()],
        };
        let claims = Claims::of(Checked { checked: 7, undecided: 1, refuted: vec![refuted] });
        assert_eq!(
            claims.to_string(),
            "claims: 7 checked, 1 undecided, 1 refuted\n\
             false claim at h8i9 (renju, 15 lines): black wins in 3; but h9 h10\n"
        );
    }
}
