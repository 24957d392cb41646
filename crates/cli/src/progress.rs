//! Progress of long jobs, on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::output;

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(15);

/// How such a line begins, so that readers can tell it from notices.
const LINE: &str = "progress: ";

/// A bar on a terminal, a line now and then elsewhere.
pub(crate) struct Shown {
    bar: ProgressBar,
    things: &'static str,
    last: Instant,
}

impl Shown {
    /// A job of this many things.
    pub(crate) fn of(count: u64, things: &'static str) -> Shown {
        let bar = ProgressBar::new(count);
        Shown::with(bar, things, "{bar:24} {pos}/{len} {prefix}  {msg}  {eta} left")
    }

    /// A job of an unknown number of things.
    pub(crate) fn endless(things: &'static str) -> Shown {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        Shown::with(bar, things, "{spinner} {pos} {prefix}  {msg}  {elapsed}")
    }

    fn with(bar: ProgressBar, things: &'static str, template: &str) -> Shown {
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_prefix(things);
        Shown { bar: bar.with_finish(ProgressFinish::AndClear), things, last: Instant::now() }
    }

    /// What is done so far says nothing about how long the rest takes.
    pub(crate) fn reset_eta(&self) {
        self.bar.reset_eta();
    }

    /// Shows how many are done, with a text.
    pub(crate) fn update(&mut self, done: u64, text: String) {
        if self.bar.is_hidden() && self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            let all = self.bar.length().map(|count| format!("/{count}")).unwrap_or_default();
            eprintln!("{LINE}{done}{all} {}  {text}", self.things);
        }
        self.bar.set_position(done);
        self.bar.set_message(text);
    }

    /// Prints a result without spoiling the bar.
    pub(crate) fn print(&self, text: &str) -> anyhow::Result<()> {
        self.bar.suspend(|| output::print(text))
    }

    /// Prints a notice on standard error, likewise.
    pub(crate) fn warn(&self, text: &str) {
        self.bar.suspend(|| eprintln!("{text}"));
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
