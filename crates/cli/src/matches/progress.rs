//! Progress of a match.

use tengen_arena::{Encounter, Progress, Sprt};

use super::standings;
use crate::progress;

/// The games so far, and their statistics.
pub(super) struct Shown {
    games: progress::Shown,
    sprt: Option<Sprt>,
}

impl Shown {
    pub(super) fn new(games: u64, sprt: Option<Sprt>) -> Shown {
        Shown { games: progress::Shown::of(games, "games"), sprt }
    }

    pub(super) fn update(&mut self, progress: &Progress<'_>) {
        if progress.latest.is_none() {
            // Games of a log do not say how long a game takes.
            self.games.reset_eta();
        }
        let text = match progress.encounters {
            [encounter] => self.of_two(encounter),
            encounters => of_many(encounters),
        };
        self.games.update(progress.played as u64, text);
    }

    fn of_two(&self, encounter: &Encounter) -> String {
        let Some(elo) = encounter.elo() else { return String::new() };
        let llr = self.sprt.map(|sprt| {
            format!(
                "  llr {:.2} [{:.2}, {:.2}]",
                sprt.llr(&encounter.counts.pairs),
                sprt.lower(),
                sprt.upper()
            )
        });
        let score = 100.0 * elo.score;
        // A player that has won everything so far has no finite Elo.
        let is_finite = elo.elo.is_finite() && elo.error.is_finite();
        let elo = is_finite.then(|| format!("  elo {:+.0} ± {:.0}", elo.elo, elo.error));
        format!("{score:.1} %{}{}", elo.unwrap_or_default(), llr.unwrap_or_default())
    }

    pub(super) fn finish(&self) {
        self.games.finish();
    }
}

/// The leaders.
fn of_many(encounters: &[Encounter]) -> String {
    let leaders = standings::best_first(encounters, None);
    let leaders = leaders.iter().filter(|standing| standing.games > 0).take(3);
    let shown: Vec<String> =
        leaders.map(|leader| format!("{} {:+.0}", leader.name, leader.rating.elo)).collect();
    shown.join(", ")
}
