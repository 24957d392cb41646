//! A scoreboard as messages have it.

use tengen_arena::{
    Contestant, Encounter, Finish, GameRecord, Points, SprtCourse, SprtVerdict, Usage,
};
use tengen_core::{Rule, Side, Size};
use tengen_formats::{Rows, parse_position};
use tengen_server::position;
use tengen_server::wire::{
    WatchEncounter, WatchFinish, WatchGame, WatchPlayer, WatchSprt, WatchState, WatchVerdict,
};

use super::Board;
use crate::matches::standings;

/// Points of a graph, at most: a longer test is shown with gaps.
const MOST_LLRS: usize = 400;

impl Board {
    pub(super) fn state(&self, latest: u32) -> WatchState {
        let terms = &self.terms;
        let elapsed = self.began.elapsed();
        let fresh = self.ended.len().saturating_sub(self.before);
        let per_ms = (fresh > 0).then(|| fresh as f64 / elapsed.as_millis().max(1) as f64);
        let left = terms.games.map(|games| games.saturating_sub(self.ended.len()));
        let is_over = self.finish.is_some() || self.problem.is_some();
        let remaining = per_ms.zip(left).filter(|_| !is_over);
        WatchState {
            log: self.log.clone(),
            rule: terms.rule.into(),
            size: terms.size.lines(),
            opening: terms.opening.into(),
            move_ms: terms.move_ms,
            game_ms: terms.game_ms,
            players: self.players(),
            encounters: self.encounters.iter().map(encounter).collect(),
            sprt: self.course.as_ref().map(|course| self.sprt(course)),
            live: self.live.values().cloned().collect(),
            played: self.ended.len() as u32,
            games: terms.games.map(|games| games as u32),
            latest: self.games(self.ended.len() as u32, latest),
            elapsed_ms: elapsed.as_millis() as u64,
            games_per_hour: per_ms.map(|rate| rate * 3_600_000.0),
            remaining_ms: remaining.map(|(rate, left)| (left as f64 / rate) as u64),
            finish: self.finish.map(|finish| match finish {
                Finish::Complete => WatchFinish::Complete,
                Finish::Decided => WatchFinish::Decided,
                Finish::Stopped => WatchFinish::Stopped,
            }),
            problem: self.problem.clone(),
        }
    }

    /// Games that ended before the one of this number, the newest first.
    pub(super) fn games(&self, before: u32, most: u32) -> Vec<WatchGame> {
        let numbered = (0..).zip(&self.ended).take(before as usize);
        let newest: Vec<_> = numbered.collect();
        newest.into_iter().rev().take(most as usize).map(|(n, record)| game(n, record)).collect()
    }

    /// Two players in their order, more with the best first, and those who have not met anybody yet.
    fn players(&self) -> Vec<WatchPlayer> {
        let anchor = self.terms.anchor.as_ref().map(|(name, elo)| (name.as_str(), *elo));
        let mut standings = standings::best_first(&self.encounters, anchor);
        let are_many = standings.len().max(self.terms.players.len()) > 2;
        if let ([encounter], false) = (self.encounters.as_slice(), are_many) {
            standings.sort_by_key(|one| one.name != encounter.a);
        }
        let text = |name: &str| {
            let known = self.terms.players.iter().find(|(known, _)| known == name);
            known.map_or_else(String::new, |(_, text)| text.clone())
        };
        let finite = |number: f64| Some(number).filter(|number| are_many && number.is_finite());
        let mut players: Vec<WatchPlayer> = standings
            .into_iter()
            .map(|one| WatchPlayer {
                text: text(&one.name),
                games: one.games as u32,
                score: one.score(),
                elo: finite(one.rating.elo).filter(|_| one.games > 0),
                elo_error: finite(one.rating.error).filter(|_| one.games > 0),
                move_ms: one.usage.mean(),
                nps: one.usage.nps(),
                name: one.name,
            })
            .collect();
        for (name, text) in &self.terms.players {
            if !players.iter().any(|player| player.name == *name) {
                players.push(unmet(name, text));
            }
        }
        players
    }

    /// While games are played, pairs count in their order, as the test takes them.
    fn sprt(&self, course: &SprtCourse) -> WatchSprt {
        let (sprt, llrs) = (course.sprt(), course.llrs());
        let all = self.encounters.first().map(|one| sprt.llr(&one.counts.pairs));
        let ended = all.filter(|_| self.finish.is_some());
        let llr = ended.or_else(|| llrs.last().copied()).unwrap_or(0.0);
        let step = llrs.len().div_ceil(MOST_LLRS).max(1);
        let is_kept = |&(n, _): &(usize, f64)| n % step == 0 || n == llrs.len();
        let kept = (1..).zip(llrs.iter().copied()).filter(is_kept);
        let (at, llrs) = kept.map(|(n, llr)| (2 * n as u32, llr)).unzip();
        WatchSprt {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            lower: sprt.lower(),
            upper: sprt.upper(),
            llr,
            verdict: match sprt.verdict(llr) {
                SprtVerdict::Passed => WatchVerdict::Passed,
                SprtVerdict::Failed => WatchVerdict::Failed,
                SprtVerdict::Undecided => WatchVerdict::Undecided,
            },
            llrs,
            at,
        }
    }
}

fn unmet(name: &str, text: &str) -> WatchPlayer {
    WatchPlayer {
        name: name.to_owned(),
        text: text.to_owned(),
        games: 0,
        score: None,
        elo: None,
        elo_error: None,
        move_ms: Usage::default().mean(),
        nps: None,
    }
}

fn encounter(met: &Encounter) -> WatchEncounter {
    let count = |points| met.records.iter().filter(|game| game.result == points).count() as u32;
    let finite = |number: f64| Some(number).filter(|number| number.is_finite());
    let elo = met.elo();
    WatchEncounter {
        a: met.a.clone(),
        b: met.b.clone(),
        games: met.records.len() as u32,
        wins: count(Points::Win),
        draws: count(Points::Draw),
        losses: count(Points::Loss),
        score: elo.map(|elo| elo.score),
        elo: elo.and_then(|elo| finite(elo.elo)),
        elo_error: elo.and_then(|elo| finite(elo.error)),
        los: elo.map(|elo| elo.los),
        pairs: met.counts.pairs,
    }
}

fn game(number: u32, record: &GameRecord) -> WatchGame {
    let (rule, size): (Rule, Size) =
        (record.rule.parse().unwrap_or_default(), Size::new(record.size).unwrap_or_default());
    let read = |text: &str| parse_position(text, size, rule, Rows::Bottom).ok();
    let name = |player| match player {
        Contestant::A => record.a.clone(),
        Contestant::B => record.b.clone(),
    };
    let moves = read(&record.position);
    let opening = read(&record.opening).map_or(0, |opening| opening.moves().len());
    let winner = record.winner.map(|winner| match winner == record.black {
        true => Side::Black.into(),
        false => Side::White.into(),
    });
    let ending = serde_json::to_value(record.ending).unwrap_or_default();
    WatchGame {
        number,
        game: record.game as u32,
        black: name(record.black),
        white: name(record.white),
        winner,
        ending: ending.as_str().unwrap_or_default().to_owned(),
        detail: record.detail.clone(),
        pos: position(&moves.unwrap_or_else(|| tengen_core::Game::new(size, rule))),
        opening: opening as u32,
    }
}
