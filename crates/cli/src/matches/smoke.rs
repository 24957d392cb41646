//! `tengen match --smoke`: short games of our engine that must not fail.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, anyhow};
use serde_json::json;
use tengen_arena::{
    BrainPlayer, BrainSettings, Checked, Ending, EnginePlayer, EngineSettings, Entrant, GameRecord,
    Match, Openings, Pairing, Player, StartError, TimeControl,
};
use tengen_core::{Rule, Size};
use tengen_player::{EngineOptions, SharedData, Stop};

use super::summary::Claims;
use crate::output;

/// Every rule on the usual board, and the smallest and largest boards.
fn boards() -> impl Iterator<Item = (Rule, u8)> {
    let usual = Rule::ALL.into_iter().map(|rule| (rule, 15));
    let special =
        [(Rule::Freestyle, 20), (Rule::Freestyle, 5), (Rule::Renju, 6), (Rule::Renju, 22)];
    usual.chain(special)
}

/// Enough to be a game, short enough to be quick.
const STONES: usize = 60;
const TURN: Duration = Duration::from_millis(10);
/// Machines that test are busy, and some are slow.
const TOLERANCE: Duration = Duration::from_secs(20);

/// Our engine in this process against our brain in its own, two games on each board.
pub(super) fn run(concurrency: usize, json: bool, stop: &Stop) -> anyhow::Result<ExitCode> {
    let program = std::env::current_exe().context("where is this program?")?;
    let brain = BrainSettings {
        program,
        arguments: vec!["brain".to_owned()],
        memory: Some(32 << 20),
        ..BrainSettings::default()
    };
    let (mut games, mut failures, mut claims) = (0, 0, Vec::new());
    for (rule, lines) in boards() {
        let size = Size::new(lines).unwrap_or_default();
        for record in pair(rule, size, &brain, concurrency, stop)? {
            games += 1;
            let fails = !record.ending.is_regular() || record.ending == Ending::Forbidden;
            failures += usize::from(fails);
            claims.extend(record.claims.clone());
            if json {
                output::print(&(serde_json::to_string(&record)? + "\n"))?;
            } else if fails {
                let detail = record.detail.unwrap_or_default();
                eprintln!(
                    "{rule} on {size} lines: {:?} {detail}: {}",
                    record.ending, record.position
                );
            }
        }
    }
    let claims = Claims::of(Checked::sum(&claims));
    failures += claims.refuted();
    let is_whole = games == 2 * boards().count();
    output::print(&match json {
        true => {
            json!({ "games": games, "failures": failures, "claims": claims }).to_string() + "\n"
        }
        false => format!("{games} games, {failures} failures\n{claims}"),
    })?;
    Ok(if failures == 0 && is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn pair(
    rule: Rule,
    size: Size,
    brain: &BrainSettings,
    concurrency: usize,
    stop: &Stop,
) -> anyhow::Result<Vec<GameRecord>> {
    let openings = Openings::random(rule, size, 1, u64::from(size.lines()));
    let options = EngineOptions { memory: 4 << 20, ..EngineOptions::default() };
    let settings = EngineSettings { options, ..EngineSettings::default() };
    let shared = SharedData::default();
    let ours =
        move |_| Ok(Box::new(EnginePlayer::new(settings.clone(), &shared)) as Box<dyn Player>);
    let theirs = |_| -> Result<Box<dyn Player>, StartError> {
        Ok(Box::new(BrainPlayer::new(brain.clone())?))
    };
    let time = TimeControl::per_turn(TURN, TOLERANCE);
    let entrants = vec![
        Entrant::new("engine", Box::new(ours), time),
        Entrant::new("brain", Box::new(theirs), time),
    ];
    let mut games = Match::new(entrants, Pairing::RoundRobin, &openings);
    games.adjudication.draw_after = Some(STONES);
    games.concurrency = concurrency;
    games.check_claims = true;
    let result = games.run(Vec::new(), None, stop, &mut |_| {});
    let result = result.map_err(|error| anyhow!("{error}"))?;
    Ok(result.records().cloned().collect())
}
