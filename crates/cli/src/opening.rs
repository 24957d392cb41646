//! `tengen opening`: what the engine does in a step of an opening.

use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tengen_core::opening::{Act, Choice, Opening as Steps};
use tengen_core::{OpeningRule, Rule, Size};
use tengen_formats::{Rows, position_text};
use tengen_player::{Ask, Decision, Request, Session, SharedData, Want, plays_opening};

use crate::options::{self, SearchOptions};
use crate::{interrupt, output};

/// Propose fair openings, or answer a proposal
///
/// Without acts the engine places the first stones of the opening rule so that neither side is
/// better. After acts (points and choices, in order) it says what it does next: a choice, stones,
/// and the move it goes on with. Every seed gives another opening.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen opening                                # three stones for swap2\n  \
    tengen opening h8 h9 j6 --rule standard       # what to do about these\n  \
    tengen opening h8 h9 j6 place-two i7 g9       # which side to take after five\n  \
    tengen opening --count 40 > fair.pos          # for tengen match --openings --rows bottom")]
pub(crate) struct Opening {
    /// The steps so far: points (h8) and choices (stay-white, take-black, place-two)
    #[arg(value_name = "ACT", value_parser = act)]
    acts: Vec<Act>,

    /// The opening rule: swap-first, swap or swap2
    #[arg(long, value_name = "NAME", default_value = "swap2", value_parser = opening_rule)]
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
        for (number, &act) in (1..).zip(&self.acts) {
            let place = || format!("act {number}, {act}");
            let step = steps.step().context("the opening is over").with_context(place)?;
            steps.act(step.actor, act).with_context(place)?;
        }
        Ok(steps)
    }
}

/// A decision as a user would type it; stones alone are a line of a pos file.
fn told(decision: &Decision) -> String {
    let is_stone = |act: &&Act| matches!(act, Act::Place(_));
    let choices = decision.acts.iter().filter(|act| !is_stone(act)).map(word);
    let stones: String = decision.acts.iter().filter(is_stone).map(word).collect();
    let reply = decision.reply.map(|point| point.to_string());
    let words = choices.chain(Some(stones).filter(|stones| !stones.is_empty())).chain(reply);
    words.collect::<Vec<String>>().join(" ")
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
            acts: decision.acts.iter().map(word).collect(),
            reply: decision.reply.map(|point| point.to_string()),
            black: decision.black,
            nodes: decision.nodes,
            ms,
        }
    }
}

/// An act as users type it.
fn word(act: &Act) -> String {
    match act {
        Act::Place(point) => point.to_string(),
        Act::Choose(choice) => choice.to_string(),
        Act::Declare(number) => number.to_string(),
    }
}

fn act(text: &str) -> Result<Act, String> {
    match text.parse::<Choice>() {
        Ok(Choice::Keep(point)) => Ok(Act::Place(point)),
        Ok(choice) => Ok(Act::Choose(choice)),
        Err(error) => Err(error.to_string()),
    }
}

/// The opening rules that the engine plays.
fn opening_rule(text: &str) -> Result<OpeningRule, String> {
    let rule = text.parse::<OpeningRule>().map_err(|error| error.to_string())?;
    match plays_opening(rule) && rule != OpeningRule::None {
        true => Ok(rule),
        false => {
            Err(format!("the engine does not play {rule}; it plays swap-first, swap and swap2"))
        }
    }
}
