//! The table of labels: from what the searches say of a move to what a review calls it.

use tengen_player::Verdict;

use crate::Found;

/// What a review calls a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// Not searched, or not with the whole budget.
    NotJudged,
    /// The mover was already lost: nothing to blame.
    Lost,
    /// The only move that does not lose at once.
    Forced,
    /// A move of a named opening.
    Book,
    /// As good as any.
    Best,
    /// Nearly as good.
    Good,
    /// A little worse.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// Much worse.
    Blunder,
}

/// Why a move got its label, where the winning chance alone does not say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// Black played a forbidden point.
    Forbidden,
    /// It wins, but later than it could.
    Slower,
    /// There was a proven win, and this move has none.
    MissedWin,
    /// It loses by force, and another move did not.
    Losing,
}

/// A label with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Judgement {
    /// The label.
    pub label: Label,
    /// Why, where it needs a word.
    pub reason: Option<Reason>,
}

/// What is known of a move, for its mover. Both verdicts come from the same position and budget.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// Of the best move.
    pub best: Verdict,
    /// Of the move played.
    pub played: Verdict,
    /// The engine would have played the same.
    pub is_choice: bool,
    /// It is the only move that does not lose at once.
    pub is_forced: bool,
    /// Black played a forbidden point.
    pub is_forbidden: bool,
    /// The move belongs to an opening that has a name.
    pub is_named: bool,
    /// There is a better line to show.
    pub has_better: bool,
}

/// The thresholds of the table, in winning chance from 0 to 1 unless they say otherwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thresholds {
    /// A win that is at most this many plies longer than the shortest one is as good.
    pub slower_plies: u32,
    /// A missed win is a blunder below the first chance, a mistake below the second.
    pub missed_win: [f64; 2],
    /// A losing move is an inaccuracy below the first chance before it, a mistake below the second.
    pub losing: [f64; 2],
    /// Losses of chance: up to the first a move is best, below the others good, an inaccuracy, a mistake.
    pub loss: [f64; 4],
    /// Who retries a mistake may lose this much against the best move.
    pub retry: f64,
    /// A loss of this much makes a move worth nothing for accuracy.
    pub worthless: f64,
}

/// The one table of thresholds; the app's help shows it.
pub const THRESHOLDS: Thresholds = Thresholds {
    slower_plies: 4,
    missed_win: [0.75, 0.90],
    losing: [0.10, 0.25],
    loss: [0.02, 0.05, 0.10, 0.20],
    retry: 0.03,
    worthless: 0.30,
};

impl Evidence {
    /// The chance that the move gave away.
    pub fn loss(&self) -> f64 {
        (self.best.win_rate() - self.played.win_rate()).max(0.0)
    }
}

/// The judgement of a move; without evidence it is not judged. The first row that fits decides.
pub fn judge(evidence: Option<&Evidence>) -> Judgement {
    use Verdict::{Loses, Wins};
    let plain = |label| Judgement { label, reason: None };
    let because = |label, reason| Judgement { label, reason: Some(reason) };
    // 1. The budget was not reached.
    let Some(evidence) = evidence else { return plain(Label::NotJudged) };
    let (before, after) = (evidence.best.win_rate(), evidence.played.win_rate());
    let loss = evidence.loss();
    let judgement = match (evidence.best, evidence.played) {
        // 2. Lost before: no label.
        (Loses { .. }, _) => plain(Label::Lost),
        // 3. A foul.
        _ if evidence.is_forbidden => because(Label::Blunder, Reason::Forbidden),
        // 4. The only move that does not lose at once.
        _ if evidence.is_forced => plain(Label::Forced),
        // 5. Won before and after.
        (Wins { plies: shortest }, Wins { plies })
            if plies <= shortest + THRESHOLDS.slower_plies =>
        {
            plain(Label::Best)
        }
        (Wins { .. }, Wins { .. }) => because(Label::Good, Reason::Slower),
        // 6. A missed win.
        (Wins { .. }, _) => {
            let by_chance = [Label::Blunder, Label::Mistake, Label::Inaccuracy];
            because(step(after, THRESHOLDS.missed_win, by_chance), Reason::MissedWin)
        }
        // 7. A losing move.
        (_, Loses { .. }) => {
            let by_chance = [Label::Inaccuracy, Label::Mistake, Label::Blunder];
            because(step(before, THRESHOLDS.losing, by_chance), Reason::Losing)
        }
        // A move of a named opening, if it is good.
        _ if evidence.is_named && loss < THRESHOLDS.loss[1] => plain(Label::Book),
        // 8. The engine's choice, or as good.
        _ if evidence.is_choice || loss <= THRESHOLDS.loss[0] => plain(Label::Best),
        // 9 to 12. The larger the loss, the harder the word.
        _ => {
            let [_, good, inaccuracy, mistake] = THRESHOLDS.loss;
            let by_loss = [Label::Good, Label::Inaccuracy, Label::Mistake, Label::Blunder];
            plain(step(loss, [good, inaccuracy, mistake], by_loss))
        }
    };
    // A reproach needs its proof: a foul is one by itself, anything else the better line.
    let is_shown = evidence.has_better || evidence.is_forbidden || !judgement.label.is_reproach();
    if is_shown { judgement } else { plain(Label::NotJudged) }
}

/// Whether a move that is tried in place of a mistake is as good as the best one, or nearly.
pub fn accepts(best: &Found, tried: &Found) -> bool {
    best.verdict.win_rate() - tried.verdict.win_rate() <= THRESHOLDS.retry
}

/// The label of the first bound that a value is below, or the last label.
fn step<const N: usize, const M: usize>(value: f64, bounds: [f64; N], labels: [Label; M]) -> Label {
    let place = bounds.iter().position(|&bound| value < bound);
    labels[place.unwrap_or(M - 1)]
}

impl Label {
    /// All labels.
    pub const ALL: [Label; 9] = [
        Label::NotJudged,
        Label::Lost,
        Label::Forced,
        Label::Book,
        Label::Best,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];

    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Label::NotJudged => "not-judged",
            Label::Lost => "lost",
            Label::Forced => "forced",
            Label::Book => "book",
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }

    /// The sign beside the move.
    pub const fn sign(self) -> &'static str {
        match self {
            Label::Forced => "□",
            Label::Best => "✓",
            Label::Inaccuracy => "?!",
            Label::Mistake => "?",
            Label::Blunder => "??",
            Label::NotJudged => "–",
            Label::Lost | Label::Book | Label::Good => "",
        }
    }

    /// Whether it blames the mover.
    pub const fn is_reproach(self) -> bool {
        matches!(self, Label::Inaccuracy | Label::Mistake | Label::Blunder)
    }

    /// Whether it counts as a mistake to learn from.
    pub const fn is_mistake(self) -> bool {
        matches!(self, Label::Mistake | Label::Blunder)
    }

    /// Whether the move counts for accuracy.
    const fn counts(self) -> bool {
        !matches!(self, Label::NotJudged | Label::Lost | Label::Forced)
    }
}

impl Reason {
    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Forbidden => "forbidden",
            Reason::Slower => "slower",
            Reason::MissedWin => "missed-win",
            Reason::Losing => "losing",
        }
    }
}

/// The accuracy of moves with these labels and losses, 0 to 100; none if no move counts.
pub(crate) fn accuracy(moves: impl Iterator<Item = (Label, f64)>) -> Option<f64> {
    let worth = |loss: f64| (1.0 - loss / THRESHOLDS.worthless).max(0.0);
    let counted = moves.filter(|(label, _)| label.counts());
    let (count, sum) =
        counted.fold((0, 0.0), |(count, sum), (_, loss)| (count + 1, sum + worth(loss)));
    (count > 0).then(|| 100.0 * sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{LikelyLoss, Loses, Unclear, Wins};

    /// An estimate with about this winning chance.
    fn chance(rate: f64) -> Verdict {
        Unclear { centi: (200.0 * (rate / (1.0 - rate)).ln()).round() as i32 }
    }

    fn evidence(best: Verdict, played: Verdict) -> Evidence {
        Evidence {
            best,
            played,
            is_choice: false,
            is_forced: false,
            is_forbidden: false,
            is_named: false,
            has_better: true,
        }
    }

    fn label(best: Verdict, played: Verdict) -> (Label, Option<Reason>) {
        let Judgement { label, reason } = judge(Some(&evidence(best, played)));
        (label, reason)
    }

    #[test]
    fn row_1_what_was_not_searched_is_not_judged() {
        assert_eq!(judge(None), Judgement { label: Label::NotJudged, reason: None });
    }

    #[test]
    fn row_2_nobody_is_blamed_in_a_lost_position_whatever_he_plays() {
        let lost = Loses { plies: 6 };
        for played in [lost, Loses { plies: 2 }, chance(0.1)] {
            assert_eq!(label(lost, played), (Label::Lost, None));
        }
        let foul = Evidence { is_forbidden: true, ..evidence(lost, Loses { plies: 0 }) };
        assert_eq!(judge(Some(&foul)).label, Label::Lost);
        // An estimate is no proof, however bad it looks.
        assert_ne!(label(LikelyLoss { plies: 8 }, LikelyLoss { plies: 2 }).0, Label::Lost);
    }

    #[test]
    fn row_3_a_foul_is_a_blunder_and_needs_no_better_line() {
        let foul = Evidence {
            is_forbidden: true,
            has_better: false,
            ..evidence(chance(0.5), Loses { plies: 1 })
        };
        let blunder = Judgement { label: Label::Blunder, reason: Some(Reason::Forbidden) };
        assert_eq!(judge(Some(&foul)), blunder);
    }

    #[test]
    fn row_4_a_forced_move_is_forced_even_if_it_loses() {
        for played in [chance(0.4), Loses { plies: 8 }] {
            let forced = Evidence { is_forced: true, ..evidence(chance(0.6), played) };
            assert_eq!(judge(Some(&forced)), Judgement { label: Label::Forced, reason: None });
        }
    }

    #[test]
    fn row_5_a_win_is_best_if_it_is_short_enough() {
        assert_eq!(label(Wins { plies: 5 }, Wins { plies: 9 }), (Label::Best, None));
        assert_eq!(
            label(Wins { plies: 5 }, Wins { plies: 11 }),
            (Label::Good, Some(Reason::Slower))
        );
    }

    #[test]
    fn row_6_a_missed_win_weighs_by_what_is_left() {
        for (left, expected) in
            [(0.74, Label::Blunder), (0.89, Label::Mistake), (0.91, Label::Inaccuracy)]
        {
            assert_eq!(label(Wins { plies: 7 }, chance(left)), (expected, Some(Reason::MissedWin)));
        }
        let thrown = label(Wins { plies: 7 }, Loses { plies: 4 });
        assert_eq!(thrown, (Label::Blunder, Some(Reason::MissedWin)));
    }

    #[test]
    fn row_7_a_losing_move_weighs_by_what_there_was() {
        for (before, expected) in
            [(0.09, Label::Inaccuracy), (0.24, Label::Mistake), (0.26, Label::Blunder)]
        {
            assert_eq!(label(chance(before), Loses { plies: 8 }), (expected, Some(Reason::Losing)));
        }
    }

    #[test]
    fn row_8_the_engines_choice_and_what_is_as_good_is_best() {
        assert_eq!(label(chance(0.60), chance(0.59)), (Label::Best, None));
        let choice = Evidence { is_choice: true, ..evidence(chance(0.60), chance(0.40)) };
        assert_eq!(judge(Some(&choice)).label, Label::Best);
    }

    #[test]
    fn rows_9_to_12_grow_with_the_loss() {
        for (after, expected) in [
            (0.56, Label::Good),
            (0.52, Label::Inaccuracy),
            (0.45, Label::Mistake),
            (0.38, Label::Blunder),
        ] {
            assert_eq!(label(chance(0.60), chance(after)), (expected, None), "{after}");
        }
    }

    #[test]
    fn good_moves_of_a_named_opening_are_book() {
        let named = |after| Evidence { is_named: true, ..evidence(chance(0.6), chance(after)) };
        assert_eq!(judge(Some(&named(0.57))).label, Label::Book);
        assert_eq!(judge(Some(&named(0.45))).label, Label::Mistake);
    }

    #[test]
    fn a_move_is_never_blamed_without_a_better_line() {
        for (best, played) in [
            (chance(0.9), chance(0.2)),
            (Wins { plies: 5 }, chance(0.5)),
            (chance(0.5), Loses { plies: 4 }),
        ] {
            let bare = Evidence { has_better: false, ..evidence(best, played) };
            assert_eq!(judge(Some(&bare)).label, Label::NotJudged);
        }
    }

    #[test]
    fn a_move_that_looks_better_than_the_best_loses_nothing() {
        assert_eq!(evidence(chance(0.4), chance(0.6)).loss(), 0.0);
        assert_eq!(label(chance(0.4), chance(0.6)), (Label::Best, None));
    }

    #[test]
    fn a_retry_may_lose_three_points_of_a_hundred() {
        let found = |verdict| Found { verdict, line: Vec::new() };
        let best = found(chance(0.60));
        assert!(accepts(&best, &found(chance(0.58))) && accepts(&best, &found(chance(0.7))));
        assert!(!accepts(&best, &found(chance(0.56))));
    }

    #[test]
    fn accuracy_is_the_mean_of_what_unforced_moves_kept() {
        let moves = [
            (Label::Best, 0.0),
            (Label::Blunder, 0.3),
            (Label::Mistake, 0.15),
            (Label::Forced, 0.3),
            (Label::Lost, 0.0),
            (Label::NotJudged, 0.0),
        ];
        assert_eq!(accuracy(moves.into_iter()).map(f64::round), Some(50.0));
        assert_eq!(accuracy([(Label::Forced, 0.0)].into_iter()), None);
    }
}
