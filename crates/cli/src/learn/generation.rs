//! One generation: games, training, matches. Each resumes where it was.

use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use serde_json::json;
use tengen_arena::{
    Encounter, Entrant, Finish, Log, Match, Pairing, PlayerSpec, Sprt, SprtVerdict, TimeControl,
};
use tengen_core::Size;
use tengen_engine::{EngineOptions, Stop};
use tengen_player::SharedData;
use tengen_train::{
    Dataset, DatasetConfig, Epoch, FitConfig, OpeningConfig, Run, Selfplay, SelfplayEvent,
    TrainConfig,
};

use super::Learn;
use super::history::{History, Met, Outcome};
use crate::progress::Shown;
use crate::{checkpoint, games, options, output};

/// Plays, trains and matches; none if it was stopped.
pub(super) fn run(
    learn: &Learn,
    number: u32,
    history: &History,
    stop: &Stop,
) -> anyhow::Result<Option<Outcome>> {
    let parent = history.best();
    let mut seconds = [0; 3];
    let mut since = Instant::now();
    let mut lap =
        |n: usize| seconds[n] = std::mem::replace(&mut since, Instant::now()).elapsed().as_secs();
    for &size in &learn.sizes {
        play(learn, number, parent, size, stop)?;
    }
    lap(0);
    if stop.is_stopped() {
        return Ok(None);
    }
    let (dataset, games) = dataset(learn, number)?;
    let start = options::weights(&learn.weights(parent))?;
    let mut shown = Shown::endless("epochs");
    let mut epochs = 0;
    let out = learn.weights(number);
    let run = checkpoint::train(&out, &dataset, &config(learn), &start, stop, |_, epoch| {
        let Epoch { train_loss, validation_loss, .. } = epoch;
        epochs += 1;
        shown.update(
            epochs,
            format!(
                "generation {number}: train loss {train_loss:.4}, validation loss {validation_loss:.4}"
            ),
        );
        Ok(())
    })?;
    shown.finish();
    if stop.is_stopped() {
        return Ok(None);
    }
    write(learn, number, &run)?;
    lap(1);
    let Some((matches, kept)) = meet_parent(learn, number, parent, stop)? else { return Ok(None) };
    let first = match kept && parent != 0 {
        true => meet_first(learn, number, stop)?,
        false => Vec::new(),
    };
    lap(2);
    let ends = |curve: &[Epoch]| {
        let best = curve.iter().map(|epoch| epoch.validation_loss).fold(f64::INFINITY, f64::min);
        [curve[0].validation_loss, best]
    };
    Ok((!stop.is_stopped()).then(|| Outcome {
        number,
        parent,
        games,
        positions: dataset.positions().0 as u64,
        value: ends(&run.value),
        policy: ends(&run.policy),
        matches,
        kept,
        first,
        seconds,
    }))
}

fn play(learn: &Learn, number: u32, parent: u32, size: Size, stop: &Stop) -> anyhow::Result<()> {
    let weights = Some(options::weights(&learn.weights(parent))?);
    let usual = Selfplay::default();
    let selfplay = Selfplay {
        rule: learn.rule,
        size,
        nodes: learn.nodes,
        seed: learn.seed + number,
        openings: OpeningConfig { nodes: 3 * learn.nodes, ..usual.openings },
        engine: EngineOptions { weights, ..usual.engine },
        ..usual
    };
    let mut shown = Shown::of(u64::from(learn.games), "games");
    let mut count = 0;
    let file = learn.file_of_games(number, size);
    selfplay.fill(&file, learn.games, learn.threads(), stop, |event| {
        count += match event {
            SelfplayEvent::Resumed(games) => games as u64,
            SelfplayEvent::Played { .. } => 1,
        };
        shown.update(count, format!("generation {number} on {} lines", size.lines()));
    })?;
    shown.finish();
    Ok(())
}

fn config(learn: &Learn) -> TrainConfig {
    let (threads, seed) = (learn.threads(), u64::from(learn.seed));
    let fit = |config: FitConfig| FitConfig { threads, seed, ..config };
    let usual = TrainConfig::default();
    TrainConfig { value: fit(usual.value), policy: fit(usual.policy) }
}

/// What this generation trains on, and how many games of its own there are.
fn dataset(learn: &Learn, number: u32) -> anyhow::Result<(Dataset, u64)> {
    let config = DatasetConfig { lambda: learn.lambda, ..DatasetConfig::default() };
    let mut dataset = Dataset::new(learn.rule, config);
    let mut count = 0;
    let oldest = (number + 1).saturating_sub(learn.window.max(1)).max(1);
    for generation in oldest..=number {
        for &size in &learn.sizes {
            for record in games::read(&learn.file_of_games(generation, size))? {
                count += u64::from(generation == number);
                dataset.add(&record?);
            }
        }
    }
    Ok((dataset, count))
}

fn write(learn: &Learn, number: u32, run: &Run) -> anyhow::Result<()> {
    let head = format!("# {}, generation {number} of `tengen learn`\n", learn.rule);
    output::write(&learn.weights(number), (head + &run.weights.to_string()).as_bytes())
}

/// A match on every size; kept if the SPRT passes on one and fails on none.
fn meet_parent(
    learn: &Learn,
    number: u32,
    parent: u32,
    stop: &Stop,
) -> anyhow::Result<Option<(Vec<Met>, bool)>> {
    let mut met = Vec::new();
    let mut verdicts = Vec::new();
    for &size in &learn.sizes {
        let pair = [number, parent];
        let Some(encounter) = meet(learn, pair, size, learn.match_games, Some(learn.sprt), stop)?
        else {
            return Ok(None);
        };
        verdicts.push(learn.sprt.verdict(learn.sprt.llr(&encounter.counts.pairs)));
        met.push(summary(size, &encounter)?);
    }
    let kept = verdicts.contains(&SprtVerdict::Passed) && !verdicts.contains(&SprtVerdict::Failed);
    Ok(Some((met, kept)))
}

fn meet_first(learn: &Learn, number: u32, stop: &Stop) -> anyhow::Result<Vec<Met>> {
    let mut met = Vec::new();
    for &size in &learn.sizes {
        if let Some(encounter) = meet(learn, [number, 0], size, learn.first_games, None, stop)? {
            met.push(summary(size, &encounter)?);
        }
    }
    Ok(met)
}

/// Two generations at equal time; none if it was stopped.
fn meet(
    learn: &Learn,
    [a, b]: [u32; 2],
    size: Size,
    games: usize,
    sprt: Option<Sprt>,
    stop: &Stop,
) -> anyhow::Result<Option<Encounter>> {
    let player = |generation: u32| -> anyhow::Result<PlayerSpec> {
        let path = learn.weights(generation);
        let path = path.to_str().context("the folder's name is no text")?;
        Ok(format!("tengen:eval={path},name=generation-{generation}").parse()?)
    };
    let players = [player(a)?, player(b)?];
    let openings = learn.read_openings(size, games, u64::from(learn.seed))?;
    let common = TimeControl {
        turn: Some(Duration::from_millis(learn.time)),
        tolerance: Duration::from_secs(10),
        ..TimeControl::default()
    };
    let conditions = json!({
        "rule": learn.rule.name(), "size": size.lines(), "time": learn.time,
        "openings": format!("{:016x}", openings.digest()),
    });
    let path = learn.folder.join(format!("match-{a}-{b}-{}.jsonl", size.lines()));
    let opened = Log::open(&path, &conditions);
    let (mut log, played) = opened.with_context(|| path.display().to_string())?;
    let shared = SharedData::default();
    let entrants = players.iter().map(|player| Entrant::of(player, &common, &shared)).collect();
    let mut games_to_play = Match::new(entrants, Pairing::RoundRobin, &openings);
    games_to_play.games = games;
    games_to_play.concurrency = learn.threads();
    games_to_play.sprt = sprt;
    let mut shown = Shown::of(games as u64, "games");
    let result = games_to_play.run(played, Some(&mut log), stop, &mut |progress| {
        let encounter = &progress.encounters[0];
        let elo = encounter
            .elo()
            .map_or_else(String::new, |elo| format!("{:+.0} ± {:.0}", elo.elo, elo.error));
        shown.update(
            encounter.counts.games(),
            format!("generation {a} against {b} on {} lines: {elo}", size.lines()),
        );
    });
    shown.finish();
    let mut result = result.map_err(|error| anyhow!("{error}"))?;
    Ok((result.finish != Finish::Stopped).then(|| result.encounters.remove(0)))
}

fn summary(size: Size, encounter: &Encounter) -> anyhow::Result<Met> {
    let elo = encounter.elo().context("no game was played")?;
    Ok(Met {
        size: size.lines(),
        games: encounter.counts.games(),
        score: elo.score,
        elo: (elo.elo.is_finite() && elo.error.is_finite()).then_some([elo.elo, elo.error]),
    })
}
