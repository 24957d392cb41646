//! A line of a proof as steps with their meaning: what each stone makes, and how it can be answered.

use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{Position, SharedTables, Threat as Shape};

use super::guide::Guide;
use crate::facts::{forbidden_at, must, names, threat_at};
use crate::wire::{ExplainStep, Forbidden, PointName, Problem, ProblemCode, Threat, ThreatKind};

/// Other replies that are named at a step.
const MOST_OTHERS: usize = 40;

/// The line of a guide through these moves, of which the last is a reply of the defender.
pub(crate) fn line(
    guide: &Guide,
    moves: &[Point],
    tables: &SharedTables,
) -> Result<Vec<ExplainStep>, Problem> {
    let not_there = || Problem::new(ProblemCode::BadPosition, "the proof does not have this line");
    let mut game = guide.start().ok_or_else(not_there)?;
    let whole = whole_line(guide, &game, moves).ok_or_else(not_there)?;
    let attacker = guide.attacker();
    let mut walk = guide.walk();
    let mut steps: Vec<ExplainStep> = Vec::new();
    for point in whole {
        let side = game.to_move();
        let mut step = before(&game, point, side, tables);
        if side == attacker {
            game.play(point).map_err(|_| not_there())?;
            if game.outcome().is_none() {
                answer(&mut step, &game, tables);
            }
            let is_over = step.answers.is_empty() && !step.forbidden.is_empty();
            steps.push(step);
            // The only answer is forbidden: that is the win.
            if is_over {
                break;
            }
        } else {
            let asked = steps.last().map_or(&[][..], |step| &step.answers[..]);
            (step.others, step.other_count) = others(&game, point, asked, walk.listed_replies());
            walk.reply(point);
            game.play(point).map_err(|_| not_there())?;
            steps.push(step);
        }
    }
    Ok(steps)
}

/// The moves that are asked for and how they go on.
fn whole_line(guide: &Guide, start: &Game, moves: &[Point]) -> Option<Vec<Point>> {
    let mut walk = guide.walk();
    let (mut game, mut whole) = (start.clone(), Vec::new());
    for &point in moves {
        if game.to_move() == guide.attacker() {
            (walk.next_move() == Some(point)).then_some(())?;
        } else {
            let is_free = game.size().contains(point) && game.board().is_free(point);
            (is_free && walk.reply(point)).then_some(())?;
        }
        game.play(point).ok()?;
        whole.push(point);
    }
    let ends_with_reply = moves.is_empty() || game.to_move() == guide.attacker();
    whole.extend(walk.line());
    ends_with_reply.then_some(whole)
}

/// What a stone makes, as far as the stones before it tell.
fn before(game: &Game, point: Point, side: Side, tables: &SharedTables) -> ExplainStep {
    let position = Position::of(game, tables.tables(game.rule()));
    let threat = threat_at(&position, game.board(), point, side);
    let (makes, lines) = match threat {
        Some(Threat { kind, lines, .. }) => (Some(kind), lines),
        None => (None, Vec::new()),
    };
    ExplainStep {
        point: point.into(),
        side: side.into(),
        makes,
        lines,
        blocks: position.threat(point, !side) == Shape::Five,
        answers: Vec::new(),
        forbidden: Vec::new(),
        others: Vec::new(),
        other_count: 0,
    }
}

/// How a stone of the attacker, which lies on the board, can be answered.
fn answer(step: &mut ExplainStep, game: &Game, tables: &SharedTables) {
    let Some(kind) = step.makes else { return };
    let position = Position::of(game, tables.tables(game.rule()));
    let is_four = !matches!(kind, ThreatKind::OpenThree | ThreatKind::DoubleThree);
    // Under caro a five can be stopped at its ends too.
    let stops = match is_four && !matches!(game.rule(), Rule::Caro | Rule::CaroExact) {
        true => completions(step),
        false => must(&position),
    };
    let barred = |point: &PointName| forbidden_at(game, point.0);
    let (legal, illegal): (Vec<PointName>, Vec<PointName>) =
        stops.into_iter().partition(|point| barred(point).is_none());
    step.answers = legal;
    step.forbidden = illegal.iter().filter_map(barred).collect::<Vec<Forbidden>>();
}

/// Where the fours of a step become fives.
fn completions(step: &ExplainStep) -> Vec<PointName> {
    let fours = step.lines.iter().filter(|line| line.shape.ends_with("four"));
    let mut points: Vec<Point> =
        fours.flat_map(|line| line.completes.iter().map(|point| point.0)).collect();
    points.sort_unstable();
    points.dedup();
    names(&points)
}

/// Replies besides this one that have refutations of their own, or answer what was threatened.
fn others(
    game: &Game,
    reply: Point,
    asked: &[PointName],
    listed: Vec<Point>,
) -> (Vec<PointName>, u32) {
    let mut points = listed;
    points.extend(asked.iter().map(|point| point.0));
    points.sort_unstable();
    points.dedup();
    points.retain(|&point| {
        point != reply && game.board().is_free(point) && forbidden_at(game, point).is_none()
    });
    let count = points.len() as u32;
    points.truncate(MOST_OTHERS);
    (names(&points), count)
}
