//! `tengen train`: numbers of the engine, learned from games.

mod curve;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use tengen_core::Rule;
use tengen_engine::Weights;
use tengen_train::{Course, FitPlan, Round, Subject, TrainPlan};

use crate::progress::Shown;
use crate::{games, interrupt, lesson, options, output};

/// Learn the numbers of the evaluation and of the order of moves from games of self-play
///
/// The evaluation is fitted to a blend of what the searches said and how the games ended, the order
/// of moves to the moves that the searches chose. One game of twenty is held back, and learning ends
/// when the loss on those does not fall any more. The same games, options and seed give the same
/// numbers. Interrupted or killed, the same command goes on with the round it was at.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen train games.tgg --out learned.txt\n  \
    tengen match --a tengen:eval=learned.txt --b tengen --size 20 --time 100 --sprt 0,20")]
pub(crate) struct Train {
    /// Files of games, all of one rule
    #[arg(required = true)]
    games: Vec<PathBuf>,

    /// Where the numbers go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Numbers to begin with instead of those that come with the engine
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// How much of what is learned is the search's word, 0 to 1; the rest is the game's result
    #[arg(long, value_name = "SHARE", default_value_t = 0.7)]
    blend: f32,

    /// The most rounds through all positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    rounds: usize,

    /// How strongly the numbers of the evaluation are pulled towards those they began with
    #[arg(long, value_name = "STRENGTH", default_value_t = 1e-6)]
    pull: f32,

    /// Where the dice begin that shuffle the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw the losses into an SVG file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Threads that work [default: one for every core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Train {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        output::check_place(&self.out)?;
        let stop = interrupt::stop_on_interrupt()?;
        let (rule, course) = self.read()?;
        let start = match &self.from {
            Some(path) => options::weights(path)?.as_ref().clone(),
            None => Weights::built_in(rule),
        };
        let (learn, hold) = course.positions();
        output::print(&format!("{rule}: {learn} positions to learn from, {hold} held back\n"))?;
        let since = Instant::now();
        let mut rounds = 0;
        let plan = self.plan();
        let lesson = lesson::learn(&self.out, &course, &plan, &start, &stop, |subject, round| {
            rounds += 1;
            print(subject, round)
        })?;
        let speed = (rounds * learn) as f64 / since.elapsed().as_secs_f64() * 60.0 / 1e6;
        let text = format!("# {rule}, learned by `tengen train`\n{}", lesson.numbers);
        output::write(&self.out, text.as_bytes())?;
        if let Some(path) = &self.picture {
            output::write(path, curve::draw(&lesson).as_bytes())?;
        }
        let rest = if stop.is_stopped() { "; interrupted, start it again to go on" } else { "" };
        output::print(&format!("{speed:.1} million positions a minute{rest}\n"))
    }

    /// Reads all games.
    fn read(&self) -> anyhow::Result<(Rule, Course)> {
        let mut course: Option<(Rule, Course)> = None;
        let mut shown = Shown::endless("games");
        let mut count = 0;
        for path in &self.games {
            for record in games::read(path)? {
                let record = record?;
                let (rule, course) = course
                    .get_or_insert_with(|| (record.rule, Course::new(record.rule, self.plan())));
                if *rule != record.rule {
                    bail!("{}: a game of {} after games of {rule}", path.display(), record.rule);
                }
                course.add(&record);
                count += 1;
                shown.update(count, format!("{} positions", course.positions().0));
            }
        }
        shown.finish();
        course.context("there are no games")
    }

    fn plan(&self) -> TrainPlan {
        let threads = self.threads.unwrap_or_else(options::cores);
        let usual = TrainPlan::default();
        let fit = |plan: FitPlan| FitPlan { rounds: self.rounds, threads, seed: self.seed, ..plan };
        TrainPlan {
            blend: self.blend,
            value: fit(FitPlan { pull: self.pull, ..usual.value }),
            order: fit(usual.order),
            ..usual
        }
    }
}

fn print(subject: Subject, round: Round) -> anyhow::Result<()> {
    let name = match subject {
        Subject::Value => "value",
        Subject::Order => "order",
    };
    let Round { number, learned, held_back } = round;
    output::print(&format!("{name} {number:3}  learned {learned:.5}  held back {held_back:.5}\n"))
}
