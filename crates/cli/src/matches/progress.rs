//! How far a match is, on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tengen_arena::{Elo, Progress, Sprt};

/// Where there is no terminal a line comes so often.
const EVERY: Duration = Duration::from_secs(15);

/// A bar on a terminal, a line now and then elsewhere.
pub(super) struct Shown {
    bar: ProgressBar,
    games: u64,
    sprt: Option<Sprt>,
    last: Instant,
}

impl Shown {
    pub(super) fn new(games: u64, sprt: Option<Sprt>) -> Shown {
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games  {msg}  {eta} left");
        let bar = ProgressBar::new(games);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Shown { bar, games, sprt, last: Instant::now() }
    }

    pub(super) fn update(&mut self, progress: &Progress<'_>) {
        let played = progress.records.len() as u64;
        if progress.latest.is_none() {
            // Games of a log say nothing of how long a game takes.
            self.bar.reset_eta();
        }
        let text = self.text(progress);
        self.bar.set_position(played);
        self.bar.set_message(text.clone());
        if self.bar.is_hidden() && self.last.elapsed() >= EVERY {
            self.last = Instant::now();
            eprintln!("{played}/{} games  {text}", self.games);
        }
    }

    fn text(&self, progress: &Progress<'_>) -> String {
        let Some(elo) = Elo::of(&progress.counts) else { return String::new() };
        let llr = self.sprt.map(|sprt| {
            format!(
                "  llr {:.2} [{:.2}, {:.2}]",
                sprt.llr(&progress.counts.pairs),
                sprt.lower(),
                sprt.upper()
            )
        });
        let score = 100.0 * elo.score;
        // Who has won everything so far is stronger by no number.
        let is_finite = elo.elo.is_finite() && elo.error.is_finite();
        let elo = is_finite.then(|| format!("  elo {:+.0} ± {:.0}", elo.elo, elo.error));
        format!("{score:.1} %{}{}", elo.unwrap_or_default(), llr.unwrap_or_default())
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
