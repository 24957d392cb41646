//! `tengen opening`: what the engine does in a step of an opening.

use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tengen_core::opening::{Act, Opening as Steps};
use tengen_core::{OpeningRule, Rule, Size};
use tengen_formats::{Rows, position_text};
use tengen_player::{Ask, Decision, Request, Session, SharedData, Want};

mod word;

pub(crate) use word::Word;

use crate::options::{self, SearchOptions};
use crate::{interrupt, output};

/// Propose fair openings, or answer a proposal
///
/// Without acts the engine places the first stones of the opening rule so that neither side is
/// better. After acts (points, choices and numbers, in order) it says what it does next: a choice,
/// stones, how many fifth moves there will be, which it offers or keeps, and the move it goes on with.
/// Every seed gives another opening.
///
/// The opening rules: swap-first, swap, swap2, pro, long-pro, rif, yamaguchi, soosyrv8, taraguchi10.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen opening                                # three stones for swap2\n  \
    tengen opening h8 h9 j6 --rule standard       # what to do about these\n  \
    tengen opening h8 h9 j6 place-two i7 g9       # which side to take after five\n  \
    tengen opening --opening soosyrv8 --rule renju h8 h9 i9 stay   # a fourth move, and how many fifth moves\n  \
    tengen opening --opening rif --rule renju h8 h9 i9 stay g7 i7 j8   # which of i7 and j8 to keep\n  \
    tengen opening --count 40 > fair.pos          # for tengen match --openings --rows bottom")]
pub(crate) struct Opening {
    /// The steps so far: points (h8), numbers of fifth moves (3) and choices (stay-white, take-black,
    /// take-white, place-two, swap, stay, offer-ten)
    #[arg(value_name = "ACT")]
    acts: Vec<Word>,

    /// The opening rule
    #[arg(long, value_name = "NAME", default_value = "swap2")]
    opening: OpeningRule,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// Seed of random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many answers, with the seeds that follow
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,

    #[command(flatten)]
    search: SearchOptions,

    /// One JSON object an answer
    #[arg(long)]
    json: bool,
}

impl Opening {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let steps = self.steps()?;
        let mut session = Session::new(&SharedData::default());
        let stop = interrupt::stop_on_interrupt()?;
        let request = Request {
            limits: self.search.limits(),
            options: self.search.engine(),
            ..Request::new(steps.game(self.rule), Want::Opening(steps.clone()))
        };
        for seed in (self.seed..).take(usize::try_from(self.count)?) {
            // What a seed gives does not depend on the seeds before it.
            if seed > self.seed {
                session.forget();
            }
            let begun = Instant::now();
            let request = Request { seed: Some(seed), ..request.clone() };
            let answer = session.ask(&request, &stop, &mut |_| {})?;
            let decision = answer.opening.context("the opening is over")?;
            let text = match self.json {
                true => {
                    let ms = begun.elapsed().as_secs_f64() * 1000.0;
                    serde_json::to_string(&View::of(&steps, self.rule, seed, &decision, ms))?
                }
                false => told(&decision),
            };
            output::print(&(text + "\n"))?;
            if stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    /// The opening after the acts given.
    fn steps(&self) -> anyhow::Result<Steps> {
        let mut steps = Steps::new(self.opening, self.size)?;
        for (number, word) in (1..).zip(&self.acts) {
            let place = || format!("act {number}, {word}");
            let step = steps.step().context("the opening is over").with_context(place)?;
            steps.act(step.actor, word.act(&step.action)).with_context(place)?;
        }
        Ok(steps)
    }
}

/// A decision as a user would type it; stones alone are a line of a pos file.
fn told(decision: &Decision) -> String {
    let mut told = String::new();
    let mut follows_stone = false;
    for act in &decision.acts {
        let is_stone = matches!(act, Act::Place(_));
        let is_joined = told.is_empty() || is_stone && follows_stone;
        if !is_joined {
            told.push(' ');
        }
        told += &Word::of(*act).to_string();
        follows_stone = is_stone;
    }
    match decision.reply {
        Some(reply) => format!("{told} {reply}"),
        None => told,
    }
}

/// A decision, as JSON.
#[derive(Serialize)]
struct View {
    position: String,
    rule: &'static str,
    size: u8,
    opening: &'static str,
    /// The step that was asked for.
    step: &'static str,
    seed: u64,
    acts: Vec<String>,
    reply: Option<String>,
    /// Black's chance to win afterwards.
    black: f64,
    nodes: u64,
    ms: f64,
}

impl View {
    fn of(steps: &Steps, rule: Rule, seed: u64, decision: &Decision, ms: f64) -> View {
        View {
            position: position_text(&steps.game(rule), Rows::Bottom),
            rule: rule.name(),
            size: steps.size().lines(),
            opening: steps.rule().name(),
            step: steps.step().map_or("", |step| step.text),
            seed,
            acts: decision.acts.iter().map(|&act| Word::of(act).to_string()).collect(),
            reply: decision.reply.map(|point| point.to_string()),
            black: decision.black,
            nodes: decision.nodes,
            ms,
        }
    }
}
