//! `tengen tune`: search parameters, tuned by games.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use tengen_arena::{Entrant, Finish, Match, Openings, Pairing, PlayerSpec, TimeControl};
use tengen_core::{Rule, Size};
use tengen_engine::{Params, Stop};
use tengen_player::SharedData;
use tengen_train::{Spsa, SpsaParam};

use crate::progress::Shown;
use crate::{interrupt, machine, openings, options, output};

/// Tune search parameters by self-play games (SPSA)
///
/// Each step perturbs all parameters at random, up in one set and down in the other, lets both sets
/// play each other, and moves towards the better one; perturbations and steps get smaller towards the
/// end. Every step is a line of the log: after an interruption or a kill the same command resumes. The
/// result is a proposal: let it play a match against the parameters it started from.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen tune tune.jsonl --param lmp_base --param lmr_scale=30 --steps 2000 --nodes 3000 --size 20\n  \
    tengen tune --list")]
pub(crate) struct Tune {
    /// The log of all steps
    #[arg(required_unless_present = "list")]
    log: Option<PathBuf>,

    /// A parameter to tune, and its perturbation at the last step [default: a tenth of its range]; may
    /// be repeated
    #[arg(long = "param", value_name = "NAME[=C_END]", required_unless_present = "list")]
    params: Vec<String>,

    /// List all parameters with their values and ranges
    #[arg(long)]
    list: bool,

    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,

    /// Openings a step, each played with both colours
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,

    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// Time a move [default: 50 unless nodes are given]
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// Openings: a file of positions or a table [default: random stones]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// RNG seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    threads: Option<usize>,
}

/// A line of the log.
#[derive(Serialize, Deserialize)]
struct Step {
    step: u64,
    /// The result of the first set, −1 to 1.
    #[serde(alias = "better")]
    result: f64,
    /// The values after it.
    values: Vec<f64>,
}

/// The first line of the log: what must be the same for it to be resumed.
#[derive(Serialize, Deserialize, PartialEq)]
struct Head {
    params: Vec<String>,
    steps: u64,
    pairs: u64,
    nodes: Option<u64>,
    time: Option<u64>,
    rule: String,
    size: u8,
    openings: Option<String>,
    seed: u64,
}

impl Tune {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let Some(log) = self.log.as_ref().filter(|_| !self.list) else { return list() };
        let stop = interrupt::stop_on_interrupt()?;
        let openings = self.read_openings()?;
        let mut spsa = Spsa::new(self.spsa_params()?, self.steps, self.seed);
        self.resume(log, &openings, &mut spsa).with_context(|| log.display().to_string())?;
        let mut file = OpenOptions::new().append(true).open(log)?;
        let mut shown = Shown::of(self.steps, "steps");
        while spsa.done() < self.steps {
            let Some(result) = self.play(&spsa, &openings, &stop)? else { break };
            spsa.update(result);
            let values = spsa.params().iter().map(|param| param.value).collect();
            let step = Step { step: spsa.done(), result, values };
            writeln!(file, "{}", serde_json::to_string(&step)?)?;
            shown.update(spsa.done(), text(&spsa));
        }
        shown.finish();
        let rest =
            if spsa.done() < self.steps { "; interrupted, run it again to resume" } else { "" };
        output::print(&format!("{} steps: {}{rest}\n", spsa.done(), text(&spsa)))
    }

    fn spsa_params(&self) -> anyhow::Result<Vec<SpsaParam>> {
        let known = Params::default().list();
        let param = |text: &String| {
            let (name, c_end) = match text.split_once('=') {
                Some((name, c_end)) => (name, Some(c_end)),
                None => (text.as_str(), None),
            };
            let found = known.iter().find(|(one, ..)| *one == name);
            let (_, value, range) =
                found.ok_or_else(|| anyhow!("there is no parameter '{name}'; see --list"))?;
            let (low, high) = (f64::from(*range.start()), f64::from(*range.end()));
            let c_end = match c_end {
                Some(text) => {
                    text.parse().map_err(|_| anyhow!("{name}: '{text}' is no perturbation"))?
                }
                None => (high - low) / 10.0,
            };
            ensure!(c_end > 0.0, "{name}: the perturbation must be positive");
            let (name, value) = (name.to_owned(), f64::from(*value));
            Ok(SpsaParam { name, value, range: (low, high), c_end })
        };
        self.params.iter().map(param).collect()
    }

    /// Resumes from the log, or begins it. A truncated last line is dropped.
    fn resume(&self, log: &PathBuf, openings: &Openings, spsa: &mut Spsa) -> anyhow::Result<()> {
        let head = self.head(openings);
        let text = match std::fs::read_to_string(log) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let mut whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let mut kept = serde_json::to_string(&head)? + "\n";
        if let Some(first) = whole.next() {
            let before: Head = serde_json::from_str(first).context("line 1 is no head of a log")?;
            if before != head {
                bail!("this log was made with other options: {}", first.trim_end());
            }
        }
        for (number, line) in (2..).zip(whole) {
            let step: Step =
                serde_json::from_str(line).with_context(|| format!("line {number} is no step"))?;
            ensure!(
                step.step == spsa.done() + 1 && step.values.len() == spsa.params().len(),
                "line {number} is not the next step"
            );
            spsa.resume(step.step, &step.values);
            kept += line;
        }
        output::write(log, kept.as_bytes())
    }

    fn head(&self, openings: &Openings) -> Head {
        Head {
            params: self.params.clone(),
            steps: self.steps,
            pairs: self.pairs,
            nodes: self.nodes,
            time: self.time,
            rule: self.rule.name().to_owned(),
            size: self.size.lines(),
            openings: self.openings.as_ref().map(|_| format!("{:016x}", openings.digest())),
            seed: self.seed,
        }
    }

    fn read_openings(&self) -> anyhow::Result<Openings> {
        let games = 2 * (self.steps * self.pairs) as usize;
        openings::shuffled(self.openings.as_deref(), self.rule, self.size, games, self.seed)
    }

    /// Lets both sets of a step play each other and returns the first one's result; none if it was
    /// stopped.
    fn play(&self, spsa: &Spsa, all: &Openings, stop: &Stop) -> anyhow::Result<Option<f64>> {
        let names: Vec<&str> = spsa.params().iter().map(|param| param.name.as_str()).collect();
        let player = |name: &str, set: &[f64]| -> anyhow::Result<PlayerSpec> {
            let values =
                names.iter().zip(set).map(|(name, value)| format!(",{name}={}", value.round()));
            let nodes = self.nodes.map(|nodes| format!(",nodes={nodes}")).unwrap_or_default();
            Ok(format!("tengen:name={name}{nodes}{}", values.collect::<String>()).parse()?)
        };
        let [one, two] = spsa.perturbed();
        let players = [player("one", &one)?, player("two", &two)?];
        let first = (spsa.done() * self.pairs) as usize;
        let openings = (0..self.pairs as usize).map(|n| all.of_game(2 * (first + n)).clone());
        let openings = Openings::of(openings.collect()).context("there are no openings")?;
        let turn = self.time.or(self.nodes.is_none().then_some(50)).map(Duration::from_millis);
        let common =
            TimeControl { turn, tolerance: Duration::from_secs(10), ..TimeControl::default() };
        let shared = SharedData::default();
        let entrants = players.iter().map(|player| Entrant::of(player, &common, &shared)).collect();
        let mut games = Match::new(entrants, Pairing::RoundRobin, &openings);
        games.games = 2 * self.pairs as usize;
        games.concurrency = self.threads.unwrap_or_else(machine::cores);
        let result = games.run(Vec::new(), None, stop, &mut |_| {});
        let result = result.map_err(|error| anyhow!("{error}"))?;
        if result.finish == Finish::Stopped {
            return Ok(None);
        }
        let elo = result.encounters[0].elo().context("no game was played")?;
        Ok(Some(2.0 * elo.score - 1.0))
    }
}

fn text(spsa: &Spsa) -> String {
    let one = |param: &SpsaParam| format!("{} {:.1}", param.name, param.value);
    spsa.params().iter().map(one).collect::<Vec<_>>().join(", ")
}

fn list() -> anyhow::Result<()> {
    Params::default().list().iter().try_for_each(|(name, value, range)| {
        output::print(&format!("{name} {value} ({} to {})\n", range.start(), range.end()))
    })
}
