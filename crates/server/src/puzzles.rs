//! Puzzles: which there are, what a move in them does, and how well the user solves them.
//!
//! In reading order: [`crate::puzzle_set`] (those that ship), `judge` (a move, with `solver`), `rating` and this file
//! (what is remembered), `own` (mistakes of the user's own).
//!
//! Nothing that is sent before a puzzle is solved or given up helps to solve it.

mod judge;
mod own;
mod rating;
mod solver;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Point};
use tengen_engine::Position;

use crate::app::App;
use crate::clients::ClientId;
use crate::facts;
use crate::puzzle_set::{PackedPuzzle, PuzzleSet};
use crate::wire::{
    FromServer, PointName, Problem, ProblemCode, PuzzleFilter, PuzzleHint, PuzzleHintAsk,
    PuzzleKind, PuzzleList, PuzzlePlayer, PuzzleProgress, PuzzleShown, PuzzleSolution,
    PuzzleSummary, PuzzleTried, PuzzleTry, PuzzleVerdict,
};

use judge::{judge, reach_of};
pub(crate) use own::{Mistake, delete, export, own_list, restore, save_mistakes};
pub(crate) use rating::Player;
use solver::PuzzleSolver;

/// How it went with a puzzle, as the database keeps it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Attempts {
    state: PuzzleProgress,
    /// Whether the first try was decided: the rating changes once.
    is_decided: bool,
}

/// Of the puzzles nearest to the user's rating one of so many is the next.
const NEAREST: usize = 12;
/// How far around the point a hint points.
const AREA: i32 = 2;

/// Hears the answer, at once or later.
pub(crate) type Tell = Box<dyn FnOnce(Result<FromServer, Problem>) + Send>;

/// Does something that may take a while, and sends the answer.
pub(crate) fn later(
    app: &App,
    client: ClientId,
    id: Option<u32>,
    work: impl FnOnce(&App, Tell) -> Result<(), Problem> + Send + 'static,
) {
    app.games.make_room();
    let inside = app.clone();
    app.runtime.spawn_blocking(move || {
        let clients = inside.clients.clone();
        let tell: Tell = Box::new(move |answer| {
            clients.send(client, id, answer.unwrap_or_else(FromServer::Error));
        });
        if let Err(problem) = work(&inside, tell) {
            inside.clients.send(client, id, FromServer::Error(problem));
        }
    });
}

// ---------------------------------------------------------------- lists

/// The puzzles that are wanted, the easiest first, and the next one.
pub(crate) fn list(app: &App, filter: &PuzzleFilter) -> Result<PuzzleList, Problem> {
    let attempts = app.store.attempts()?;
    let player = PuzzlePlayer::from(app.store.puzzle_player()?);
    let set = PuzzleSet::shipped();
    let mut puzzles: Vec<PuzzleSummary> = set
        .puzzles
        .iter()
        .map(|(id, puzzle)| summary(id, puzzle, &attempts))
        .filter(|summary| is_wanted(summary, filter))
        .collect();
    puzzles.sort_by_key(|summary| summary.rating);
    let next = next(&puzzles, player.rating, filter.after.as_deref());
    let own = own_list(app)?;
    Ok(PuzzleList {
        total: set.puzzles.len() as u32,
        next,
        puzzles,
        player,
        own: own.len() as u32,
        due: own.iter().filter(|one| one.is_due).count() as u32,
    })
}

fn is_wanted(summary: &PuzzleSummary, filter: &PuzzleFilter) -> bool {
    let rating = summary.rating.unwrap_or_default();
    filter.kind.is_none_or(|kind| kind == summary.kind)
        && filter.rule.is_none_or(|rule| rule == summary.rule)
        && filter.side.is_none_or(|side| side == summary.side)
        && filter.low.is_none_or(|low| rating >= low)
        && filter.high.is_none_or(|high| rating <= high)
        && (filter.unsolved != Some(true) || summary.state != PuzzleProgress::Solved)
}

/// One that is not solved and about as hard as the user is good; if all are solved, any other.
fn next(puzzles: &[PuzzleSummary], rating: f64, after: Option<&str>) -> Option<String> {
    let others = || puzzles.iter().filter(|one| after != Some(one.id.as_str()));
    let mut open: Vec<&PuzzleSummary> =
        others().filter(|one| one.state != PuzzleProgress::Solved).collect();
    if open.is_empty() {
        open = others().collect();
    }
    let far = |one: &PuzzleSummary| (f64::from(one.rating.unwrap_or_default()) - rating).abs();
    open.sort_by(|one, other| far(one).total_cmp(&far(other)));
    open.truncate(NEAREST);
    fastrand::choice(open).map(|one| one.id.clone())
}

fn summary(id: &str, puzzle: &PackedPuzzle, attempts: &HashMap<String, Attempts>) -> PuzzleSummary {
    let game = &puzzle.game;
    PuzzleSummary {
        id: id.to_owned(),
        kind: puzzle.kind,
        rule: game.rule().into(),
        size: game.size().lines(),
        side: game.to_move().into(),
        stones: if puzzle.kind == PuzzleKind::Defence { 0 } else { puzzle.length.div_ceil(2) },
        rating: Some(puzzle.rating),
        state: attempts.get(id).map_or(PuzzleProgress::New, |attempts| attempts.state),
    }
}

/// A puzzle as it is set.
pub(crate) fn show(app: &App, id: &str) -> Result<PuzzleShown, Problem> {
    if let Some(number) = own::number(id) {
        return own::show(app, number);
    }
    let puzzle = shipped(id)?;
    Ok(PuzzleShown {
        summary: summary(id, puzzle, &app.store.attempts()?),
        pos: facts::position(&puzzle.game),
        source: puzzle.source.clone(),
        own: None,
    })
}

fn shipped(id: &str) -> Result<&'static PackedPuzzle, Problem> {
    let none = || Problem::new(ProblemCode::NotFound, format!("there is no puzzle {id}"));
    PuzzleSet::shipped().get(id).ok_or_else(none)
}

// ---------------------------------------------------------------- playing

/// What a move does. A failure or a solution is remembered before anybody hears of it.
pub(crate) fn try_move(app: &App, tried: &PuzzleTry, tell: Tell) -> Result<(), Problem> {
    if let Some(number) = own::number(&tried.puzzle) {
        return own::try_move(app, number, tried, tell);
    }
    let puzzle = shipped(&tried.puzzle)?;
    let moves: Vec<Point> = tried.moves.iter().map(|point| point.0).collect();
    let judged = judge(puzzle, &moves, &mut PuzzleSolver::new(app.shared.tables.clone()))?;
    let decided = match (judged.verdict, judged.is_solved) {
        (PuzzleVerdict::Fails, _) => decide(app, &tried.puzzle, false)?,
        (_, true) => decide(app, &tried.puzzle, true)?,
        _ => Decided { player: app.store.puzzle_player()?.into(), change: None },
    };
    tell(Ok(FromServer::PuzzleTried(PuzzleTried {
        puzzle: tried.puzzle.clone(),
        moves: tried.moves.clone(),
        verdict: judged.verdict,
        solved: judged.is_solved,
        reply: judged.reply.map(Into::into),
        refutation: facts::names(&judged.refutation),
        player: decided.player,
        change: decided.change,
    })));
    Ok(())
}

/// How well the user does, and whether that just changed.
struct Decided {
    player: PuzzlePlayer,
    change: Option<i32>,
}

/// A puzzle was solved, or not: the first time that decides the rating.
fn decide(app: &App, id: &str, is_solved: bool) -> Result<Decided, Problem> {
    let rating = shipped(id)?.rating;
    app.store.change_attempts(id, |attempts, player| {
        let change = (!attempts.is_decided).then(|| player.decided(rating, is_solved));
        attempts.is_decided = true;
        attempts.state = match (attempts.state, is_solved) {
            (PuzzleProgress::Solved, _) | (_, true) => PuzzleProgress::Solved,
            _ => PuzzleProgress::Failed,
        };
        Decided { player: (*player).into(), change }
    })
}

/// A hint. The first two steps cost nothing; the point is the solution, or a part of it.
pub(crate) fn hint(app: &App, ask: &PuzzleHintAsk, tell: Tell) -> Result<(), Problem> {
    let step = ask.step.clamp(1, 3);
    let (game, point) = match own::number(&ask.puzzle) {
        Some(number) => own::answer(app, number)?,
        None => right_move(app, shipped(&ask.puzzle)?, &ask.moves)?,
    };
    let gives_away = step == 3 && own::number(&ask.puzzle).is_none();
    let decided = match gives_away {
        true => decide(app, &ask.puzzle, false)?,
        false => Decided { player: app.store.puzzle_player()?.into(), change: None },
    };
    let position = Position::of(&game, app.shared.tables.tables(game.rule()));
    let threat = facts::threat_at(&position, game.board(), point, game.to_move());
    let corner = |by: i32| PointName::from(near(&game, point, by));
    tell(Ok(FromServer::PuzzleHint(PuzzleHint {
        puzzle: ask.puzzle.clone(),
        step,
        threat: threat.map(|threat| threat.kind),
        area: (step >= 2).then(|| (corner(-AREA), corner(AREA))),
        point: (step >= 3).then(|| point.into()),
        player: decided.player,
        change: decided.change,
    })));
    Ok(())
}

/// A point so many lines up and to the right, or as far as the board goes.
fn near(game: &Game, point: Point, by: i32) -> Point {
    let last = i32::from(game.size().lines()) - 1;
    let reach = |at: u8| (i32::from(at) + by).clamp(0, last) - i32::from(at);
    point.moved(reach(point.x()), reach(point.y()), game.size()).unwrap_or(point)
}

/// The position after these moves, and a move that is right there.
fn right_move(
    app: &App,
    puzzle: &PackedPuzzle,
    moves: &[PointName],
) -> Result<(Game, Point), Problem> {
    let mut game = puzzle.game.clone();
    for point in moves {
        game.play(point.0)?;
    }
    let none = || Problem::new(ProblemCode::NotNow, "nobody knows a good move here");
    let moves: Vec<Point> = moves.iter().map(|point| point.0).collect();
    let known = match puzzle.kind {
        PuzzleKind::Defence => puzzle.answers.first().filter(|_| moves.is_empty()),
        _ => puzzle.line.get(moves.len()).filter(|_| puzzle.line.starts_with(&moves)),
    };
    let found = match known {
        Some(&point) => Some(point),
        None => {
            let mut solver = PuzzleSolver::new(app.shared.tables.clone());
            solver.win(&game, reach_of(puzzle.kind)).and_then(|win| win.line.first().copied())
        }
    };
    Ok((game, found.ok_or_else(none)?))
}

/// The solution. Who asks before it is solved gives it up.
pub(crate) fn solution(app: &App, id: &str) -> Result<PuzzleSolution, Problem> {
    if let Some(number) = own::number(id) {
        return own::solution(app, number);
    }
    let puzzle = shipped(id)?;
    let decided = decide(app, id, false)?;
    let is_defence = puzzle.kind == PuzzleKind::Defence;
    let (line, threat) = match is_defence {
        true => (puzzle.answers[..1].to_vec(), puzzle.line.clone()),
        false => (puzzle.line.clone(), Vec::new()),
    };
    Ok(PuzzleSolution {
        puzzle: id.to_owned(),
        answers: facts::names(&puzzle.answers),
        line: facts::names(&line),
        threat: facts::names(&threat),
        player: decided.player,
        change: decided.change,
    })
}
