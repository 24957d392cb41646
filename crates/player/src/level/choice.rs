//! How a level chooses its move.

use fastrand::Rng;
use tengen_core::{Game, Point};
use tengen_engine::{Bucket, Limits, Position, Pv, Report, Verdict};

use super::Level;
use crate::Source;

/// What a level does about a position.
#[derive(Debug)]
pub(crate) enum Plan {
    /// It plays without a search.
    Play(Point, Source),
    /// It searches, and then chooses among lines that give away no more winning chance than `slack`.
    Search { limits: Limits, slack: f64 },
}

impl Level {
    /// What it does about a position, within these limits; nodes that they name count instead of the
    /// level's.
    pub(crate) fn plan(
        self,
        game: &Game,
        position: &Position,
        limits: &Limits,
        rng: &mut Rng,
    ) -> Plan {
        let strength = self.strength(game.moves().len());
        if rng.f64() < strength.careless
            && let Some(point) = glance(position, rng)
        {
            return Plan::Play(point, Source::Level);
        }
        // A forced reply is played without delay.
        let forced = forced(position);
        if let [only] = forced[..] {
            return Plan::Play(only, Source::Forced);
        }
        let has_clock = limits.time.is_some() || limits.clock.is_some() || limits.depth.is_some();
        let own = (self != Level::BEST || !has_clock).then_some(strength.nodes);
        let nodes = limits.nodes.or(own);
        let limits = Limits { nodes, multipv: strength.lines, only: forced, ..limits.clone() };
        Plan::Search { limits, slack: strength.slack }
    }
}

/// A line of a report, at random among those that are good enough. None if it has none.
pub(crate) fn choose(
    slack: f64,
    report: &Report,
    game: &Game,
    rng: &mut Rng,
) -> Option<(Vec<Point>, Verdict)> {
    let near = nearly_best(slack, report, game);
    let chosen = (!near.is_empty()).then(|| near[rng.usize(..near.len())])?;
    Some((chosen.moves.clone(), chosen.verdict))
}

/// A move drawn at random by the policy, without any search.
fn glance(position: &Position, rng: &mut Rng) -> Option<Point> {
    let points = position.candidates().into_iter().filter(|&point| position.is_legal(point));
    let candidates: Vec<_> = points.map(|point| position.candidate(point)).collect();
    let most = candidates.iter().map(|candidate| candidate.policy).max()?;
    let weight = |policy: i32| (f64::from(policy - most) / 100.0).exp();
    let total: f64 = candidates.iter().map(|candidate| weight(candidate.policy)).sum();
    let mut left = rng.f64() * total;
    let chosen = candidates.iter().find(|candidate| {
        left -= weight(candidate.policy);
        left <= 0.0
    });
    chosen.or(candidates.first()).map(|candidate| candidate.point)
}

/// What a five leaves: the five itself, or its blocks.
fn forced(position: &Position) -> Vec<Point> {
    let buckets = position.buckets();
    let urgent = buckets.iter().find(|(bucket, moves)| {
        matches!(bucket, Bucket::Fives | Bucket::FiveBlocks) && !moves.is_empty()
    });
    urgent.map_or_else(Vec::new, |(_, moves)| moves.iter().map(|one| one.point).collect())
}

/// The lines of a report that are nearly as good as the best, the best first. Who can win wins,
/// nobody chooses to lose, and after the first moves no stone lies far from all others.
fn nearly_best<'a>(slack: f64, report: &'a Report, game: &Game) -> Vec<&'a Pv> {
    let is_sound = |line: &&Pv| line.moves.first().is_some_and(|&point| !game.is_forbidden(point));
    let mut lines: Vec<&Pv> = report.pvs.iter().filter(is_sound).collect();
    let Some(&best) = lines.first() else { return lines };
    let is_near = |line: &Pv| {
        let is_close = best.verdict.win_rate() - line.verdict.win_rate() <= slack;
        let has_neighbour = game.moves().len() < 4 || has_neighbour(game, line.moves[0]);
        !line.verdict.is_proven() && is_close && has_neighbour
    };
    // A depth that was not finished knows the worth of its best move alone.
    let has_choice = report.depth > 0 && !best.verdict.is_proven();
    lines.retain(|line| has_choice && is_near(line));
    if lines.is_empty() { vec![best] } else { lines }
}

/// Whether a stone lies within three lines.
fn has_neighbour(game: &Game, point: Point) -> bool {
    let board = game.board();
    let near = |dx: i32, dy: i32| {
        point.moved(dx, dy, board.size()).is_some_and(|other| board.at(other).is_some())
    };
    (-3..=3).any(|dx| (-3..=3).any(|dy| near(dx, dy)))
}

/// A free point that is not forbidden, or a free point where all are.
pub fn any_move(game: &Game) -> Option<Point> {
    let mut free = game.board().free_points();
    let sound = free.find(|&point| !game.is_forbidden(point));
    sound.or_else(|| game.board().free_points().next())
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;

    #[test]
    fn weaker_levels_accept_worse_moves_but_never_a_lost_or_lonely_one() {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for point in ["h8", "i9", "g7", "j10", "i7", "g9", "h10"] {
            game.play(point.parse().unwrap()).unwrap();
        }
        let line =
            |point: &str, verdict| Pv { moves: vec![point.parse().unwrap()], verdict, nodes: 0 };
        let unclear = |centi| Verdict::Unclear { centi };
        let pvs = vec![
            line("h9", unclear(40)),
            line("h7", unclear(30)),
            line("i10", unclear(-20)),
            line("a1", unclear(39)),
            line("f6", Verdict::Loses { plies: 4 }),
        ];
        let report = Report { pvs, depth: 3, ..Report::default() };
        let near = |level: u8| {
            let slack = Level(level).strength(game.moves().len()).slack;
            let near = nearly_best(slack, &report, &game);
            near.iter().map(|line| line.moves[0].to_string()).collect::<Vec<_>>()
        };
        assert_eq!(near(1), ["h9", "h7", "i10"]);
        assert_eq!(near(6), ["h9", "h7"]);
        assert_eq!(near(10), ["h9"]);
    }
}
