//! Ratings: one number for each of many players, from all games together.
//!
//! The model of Zermelo, Bradley and Terry: who is stronger by d Elo expects 1 / (1 + 10^(-d/400))
//! of the points. The ratings are those under which the results are likeliest, with a draw as half a
//! win and half a loss; they are found all at once. Where a player has won or lost everything no
//! ratings are likeliest, so that each encounter may be given a share of a game that was drawn.

use crate::elo::{DEVIATIONS_95, score_of};

/// The results of two players against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The first player's place in the list.
    pub a: usize,
    /// The second player's.
    pub b: usize,
    /// Points of the first player.
    pub points: f64,
    /// Games.
    pub games: f64,
}

/// A player's rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Half of the 95 % interval of the difference to the anchor; infinite if nothing ties the
    /// player to it.
    pub error: f64,
}

/// Elo for one unit of the natural logarithm of the odds.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method needs a handful of steps; far apart players a few more.
const MOST_STEPS: usize = 200;
/// No step moves a rating further, so that the first ones do not overshoot.
const LONGEST_STEP: f64 = 2.0;

/// The likeliest ratings of the players, of whom `anchor` has the rating `elo`. `drawn` games are
/// added to each meeting. Players that no meetings tie to the anchor cannot be rated: they get its
/// rating, with an infinite error.
///
/// ```
/// # use tengen_arena::{Meeting, ratings};
/// // 30 of 40 points are 400 log10(3) = 190.85 Elo.
/// let meeting = Meeting { a: 0, b: 1, points: 30.0, games: 40.0 };
/// let found = ratings(2, &[meeting], 1, 1000.0, 0.0);
/// assert!((found[0].elo - 1190.85).abs() < 0.01 && found[1].elo == 1000.0);
/// ```
pub fn ratings(
    players: usize,
    meetings: &[Meeting],
    anchor: usize,
    elo: f64,
    drawn: f64,
) -> Vec<Rating> {
    let meetings: Vec<Meeting> = meetings
        .iter()
        .filter(|meeting| meeting.games > 0.0 && meeting.a != meeting.b)
        .map(|m| Meeting { points: m.points + drawn / 2.0, games: m.games + drawn, ..*m })
        .collect();
    let tied = tied(players, &meetings, anchor);
    let pinned: Vec<bool> = (0..players).map(|p| p == anchor || !tied[p]).collect();
    let mut units = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let Slope { gradient, mut curvature } = slope(&units, &meetings, &pinned);
        let Some(step) = solve(&mut curvature, gradient) else { break };
        let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
        units.iter_mut().zip(&step).for_each(|(unit, part)| *unit += scale * part);
        if longest < 1e-12 {
            break;
        }
    }
    let errors = errors(&units, &meetings, &pinned);
    let rating = |player: usize| Rating {
        elo: elo + ELO_PER_UNIT * (units[player] - units[anchor]),
        error: if tied[player] { errors[player] } else { f64::INFINITY },
    };
    (0..players).map(rating).collect()
}

/// The first and second derivatives of the likelihood's logarithm.
struct Slope {
    gradient: Vec<f64>,
    /// With the sign turned.
    curvature: Vec<Vec<f64>>,
}

fn slope(units: &[f64], meetings: &[Meeting], pinned: &[bool]) -> Slope {
    let mut gradient = vec![0.0; units.len()];
    let mut curvature = vec![vec![0.0; units.len()]; units.len()];
    for &Meeting { a, b, points, games } in meetings {
        let expected = score_of(ELO_PER_UNIT * (units[a] - units[b]));
        let surplus = points - games * expected;
        gradient[a] += surplus;
        gradient[b] -= surplus;
        let information = games * expected * (1.0 - expected);
        curvature[a][a] += information;
        curvature[b][b] += information;
        curvature[a][b] -= information;
        curvature[b][a] -= information;
    }
    for player in 0..units.len() {
        if pinned[player] {
            curvature.iter_mut().for_each(|row| row[player] = 0.0);
            curvature[player] = vec![0.0; units.len()];
            curvature[player][player] = 1.0;
            gradient[player] = 0.0;
        }
    }
    Slope { gradient, curvature }
}

/// Half of the 95 % intervals, from the curvature of the likelihood.
fn errors(units: &[f64], meetings: &[Meeting], pinned: &[bool]) -> Vec<f64> {
    let deviation = |player: usize| {
        let Slope { mut curvature, .. } = slope(units, meetings, pinned);
        let mut unit = vec![0.0; units.len()];
        unit[player] = 1.0;
        let variance = solve(&mut curvature, unit).map_or(f64::INFINITY, |column| column[player]);
        DEVIATIONS_95 * ELO_PER_UNIT * variance.sqrt()
    };
    (0..units.len()).map(|p| if pinned[p] { 0.0 } else { deviation(p) }).collect()
}

/// Whom meetings tie to the anchor, directly or through others.
fn tied(players: usize, meetings: &[Meeting], anchor: usize) -> Vec<bool> {
    let mut tied = vec![false; players];
    tied[anchor] = true;
    for _ in 0..players {
        for meeting in meetings {
            let either = tied[meeting.a] || tied[meeting.b];
            (tied[meeting.a], tied[meeting.b]) = (either, either);
        }
    }
    tied
}

/// Solves linear equations by elimination; none if they have no single solution.
fn solve(matrix: &mut [Vec<f64>], mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for column in 0..size {
        let largest =
            |a: &usize, b: &usize| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs());
        let pivot = (column..size).max_by(largest)?;
        if matrix[pivot][column].abs() < 1e-12 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = matrix.split_at_mut(column + 1);
        let row = &above[column];
        for (offset, other) in below.iter_mut().enumerate() {
            let factor = other[column] / row[column];
            other.iter_mut().zip(row).for_each(|(cell, value)| *cell -= factor * value);
            right[column + 1 + offset] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|later| matrix[column][later] * right[later]).sum();
        right[column] = (right[column] - known) / matrix[column][column];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(a: usize, b: usize, points: f64, games: f64) -> Meeting {
        Meeting { a, b, points, games }
    }

    fn close(value: f64, expected: f64, digits: i32) {
        let most = 0.500_001 * 10_f64.powi(-digits);
        assert!((value - expected).abs() <= most, "{value} is not {expected}");
    }

    /// By hand: 3 : 1 between neighbours is 400 log10 3 = 190.85 Elo each, and 9 : 1 between the outer
    /// two fits it exactly, since odds multiply.
    #[test]
    fn results_that_fit_a_scale_give_that_scale() {
        let meetings =
            [meeting(0, 1, 75.0, 100.0), meeting(1, 2, 30.0, 40.0), meeting(0, 2, 9.0, 10.0)];
        let found = ratings(3, &meetings, 2, 0.0, 0.0);
        close(found[0].elo, 381.70, 2);
        close(found[1].elo, 190.85, 2);
        assert_eq!(found[2], Rating { elo: 0.0, error: 0.0 });
    }

    /// By hand, for one meeting: the information of n games at p is n p (1 - p), so that the error is
    /// 1.95996 × 173.718 / sqrt(100 × 0.75 × 0.25) = 78.631 Elo.
    #[test]
    fn the_error_is_that_of_the_information() {
        let found = ratings(2, &[meeting(0, 1, 75.0, 100.0)], 1, 0.0, 0.0);
        close(found[0].error, 78.631, 3);
    }

    /// By hand: two steps of 100 even games each. The variances of the steps add: the error of the
    /// far end is sqrt 2 times that of one step, 1.95996 × 173.718 / 5 = 68.096.
    #[test]
    fn errors_grow_with_the_distance_from_the_anchor() {
        let even = [meeting(0, 1, 50.0, 100.0), meeting(1, 2, 50.0, 100.0)];
        let found = ratings(3, &even, 2, 500.0, 0.0);
        close(found[1].error, 68.096, 3);
        close(found[0].error, 68.096 * 2_f64.sqrt(), 3);
        close(found[0].elo, 500.0, 6);
    }

    /// A cycle in which everybody beats the next 2 : 1 leaves all equal.
    #[test]
    fn a_cycle_of_equal_wins_is_even() {
        let cycle =
            [meeting(0, 1, 20.0, 30.0), meeting(1, 2, 20.0, 30.0), meeting(2, 0, 20.0, 30.0)];
        assert!(ratings(3, &cycle, 0, 0.0, 0.0).iter().all(|rating| rating.elo.abs() < 1e-6));
    }

    /// The likelihood is largest where everybody's points are those expected: Zermelo's equations.
    #[test]
    fn everybody_scores_what_the_ratings_expect() {
        let meetings = [
            meeting(0, 1, 11.5, 20.0),
            meeting(0, 2, 15.0, 20.0),
            meeting(1, 3, 16.5, 24.0),
            meeting(2, 3, 7.0, 20.0),
            meeting(1, 2, 9.0, 20.0),
        ];
        let found = ratings(4, &meetings, 1, 1000.0, 0.0);
        for player in 0..4 {
            let (mut points, mut expected) = (0.0, 0.0);
            for m in &meetings {
                let share = score_of(found[m.a].elo - found[m.b].elo);
                if player == m.a {
                    points += m.points;
                    expected += m.games * share;
                } else if player == m.b {
                    points += m.games - m.points;
                    expected += m.games * (1.0 - share);
                }
            }
            close(expected, points, 6);
        }
    }

    /// By hand: 40 of 40 with one drawn game added are 40.5 of 41, odds of 81 : 1, 763.4 Elo.
    #[test]
    fn who_has_won_everything_is_rated_with_the_help_of_a_draw() {
        let found = ratings(2, &[meeting(0, 1, 40.0, 40.0)], 1, 0.0, 1.0);
        close(found[0].elo, 763.39, 2);
        assert!(found[0].error > 300.0 && found[0].error.is_finite());
        assert!(ratings(2, &[meeting(0, 1, 40.0, 40.0)], 1, 0.0, 0.0)[0].elo > 2000.0);
    }

    #[test]
    fn nothing_ties_strangers_to_the_anchor() {
        let found =
            ratings(4, &[meeting(0, 1, 10.0, 20.0), meeting(2, 3, 15.0, 20.0)], 0, 7.0, 0.0);
        assert_eq!((found[0].elo, found[0].error), (7.0, 0.0));
        assert!(found[1].error.is_finite());
        assert_eq!((found[2].error, found[3].error), (f64::INFINITY, f64::INFINITY));
    }
}
