//! The user's own mistakes as puzzles, tried again after a day, then three, a week and three weeks.

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Move, Point, Side};
use tengen_formats::{Editor, NodeId, Record};
use tengen_review::{Found, JudgedMove, Label, Reason};

use super::Tell;
use crate::app::App;
use crate::facts;
use crate::reviews::{Reviewed, Reviews, StoredFound, final_verdict, search};
use crate::store::now;
use crate::wire::{
    FromServer, OwnPuzzle, OwnSaved, PointName, Position, Problem, ProblemCode, PuzzleKind,
    PuzzlePlayer, PuzzleProgress, PuzzleShown, PuzzleSolution, PuzzleSummary, PuzzleTried,
    PuzzleTry, PuzzleVerdict,
};

/// A mistake, as the database keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mistake {
    /// The game and the place in it, from 0.
    game: u64,
    ply: u32,
    /// The position before the mistake.
    pos: Position,
    /// The move that was played.
    played: PointName,
    /// The best move, with its line and what it leads to.
    best: StoredFound,
    /// When it was saved, and when it is due, in milliseconds since 1970.
    saved: u64,
    due: u64,
    /// How often in a row it was solved in time.
    step: u32,
    #[serde(default)]
    deleted: Option<u64>,
}

/// Days until a mistake comes again, after each time it was solved.
const DAYS: [u64; 4] = [1, 3, 7, 21];
const A_DAY: u64 = 24 * 60 * 60 * 1000;
/// How much chance a mistake must have given away, if nothing about it is proved.
const CLEARLY: f64 = 0.15;
/// How long a deleted one can be brought back.
const RESTORABLE_MS: u64 = 60_000;

impl Mistake {
    /// It was tried: solved in time it comes later and later, failed it comes tomorrow.
    fn tried(&mut self, is_solved: bool, now: u64) {
        match is_solved {
            // Who practises before the time learns nothing about the memory.
            true if self.due > now => return,
            true => self.step += 1,
            false => self.step = 0,
        }
        let days = DAYS[(self.step.saturating_sub(1) as usize).min(DAYS.len() - 1)];
        self.due = now + days * A_DAY;
    }

    fn game(&self) -> Result<Game, Problem> {
        facts::game(&self.pos)
    }

    fn shown(&self, id: u64) -> Result<OwnPuzzle, Problem> {
        let game = self.game()?;
        let stones = |side| game.board().stones(side).map(PointName).collect();
        Ok(OwnPuzzle {
            id: name(id),
            game: self.game.to_string(),
            ply: self.ply,
            rule: self.pos.rule,
            size: self.pos.size,
            side: game.to_move().into(),
            played: self.played,
            stones: (stones(Side::Black), stones(Side::White)),
            saved: self.saved,
            due: self.due,
            is_due: self.due <= now(),
            step: self.step,
        })
    }
}

fn name(id: u64) -> String {
    format!("m{id}")
}

/// The number of a mistake, if a name is that of one.
pub(super) fn number(id: &str) -> Option<u64> {
    id.strip_prefix('m').and_then(|number| number.parse().ok())
}

/// All that are not deleted, those that are due longest first.
pub(crate) fn own_list(app: &App) -> Result<Vec<OwnPuzzle>, Problem> {
    let mut all = app.store.mistakes()?;
    all.retain(|(_, mistake)| mistake.deleted.is_none());
    all.sort_by_key(|(id, mistake)| (mistake.due, *id));
    // One that cannot be read any more is left out: the others are whole.
    Ok(all.iter().filter_map(|(id, mistake)| mistake.shown(*id).ok()).collect())
}

fn find(app: &App, id: u64) -> Result<Mistake, Problem> {
    let found = app.store.mistakes()?.into_iter().find(|(one, _)| *one == id);
    let mistake = found.map(|(_, mistake)| mistake).filter(|mistake| mistake.deleted.is_none());
    let none = || Problem::new(ProblemCode::NotFound, format!("there is no puzzle {}", name(id)));
    mistake.ok_or_else(none)
}

/// Saves the clear mistakes of a reviewed game, of one side or of both.
pub(crate) fn save_mistakes(app: &App, game: u64, side: Option<Side>) -> Result<OwnSaved, Problem> {
    let Reviewed { line, review, .. } = Reviews::stored(app, game)?;
    let mut known = app.store.mistakes()?;
    known.retain(|(_, mistake)| mistake.deleted.is_none());
    let (mut fresh, mut repeated) = (Vec::new(), Vec::new());
    let now = now();
    let own = |judged: &&JudgedMove| side.is_none_or(|side| side == judged.side);
    for judged in review.moves.iter().filter(own) {
        let Some((played, best)) = puzzle_of(judged) else { continue };
        let pos = facts::position(line.position(judged.ply));
        if let Some((id, _)) = known.iter().find(|(_, mistake)| mistake.pos == pos) {
            repeated.push(*id);
            continue;
        }
        let ply = judged.ply as u32;
        let (saved, due) = (now, now);
        let (played, best) = (played.into(), best.into());
        fresh.push(Mistake { game, ply, pos, played, best, saved, due, step: 0, deleted: None });
    }
    let added = app.store.add_mistakes(&fresh)?;
    let first = fresh.first().map(|_| added).or(repeated.first().copied()).map(name);
    Ok(OwnSaved { saved: fresh.len() as u32, known: repeated.len() as u32, first })
}

/// The move that was played and the best one, if it was a mistake that is worth a puzzle.
fn puzzle_of(judged: &JudgedMove) -> Option<(Point, &Found)> {
    let Move::Stone(played) = judged.action else { return None };
    let is_mistake = matches!(judged.judgement.label, Label::Mistake | Label::Blunder);
    let is_proved = matches!(judged.judgement.reason, Some(Reason::MissedWin | Reason::Losing));
    let best = judged.better()?;
    (is_mistake && (is_proved || judged.loss >= CLEARLY)).then_some((played, best))
}

/// A mistake as a puzzle: nothing of the better move.
pub(super) fn show(app: &App, id: u64) -> Result<PuzzleShown, Problem> {
    let mistake = find(app, id)?;
    let own = mistake.shown(id)?;
    Ok(PuzzleShown {
        summary: PuzzleSummary {
            id: name(id),
            kind: PuzzleKind::Best,
            rule: own.rule,
            size: own.size,
            side: own.side,
            stones: 0,
            rating: None,
            state: PuzzleProgress::New,
        },
        pos: mistake.pos,
        source: String::new(),
        own: Some(own),
    })
}

/// The position of a mistake and its best move.
pub(super) fn answer(app: &App, id: u64) -> Result<(Game, Point), Problem> {
    let mistake = find(app, id)?;
    let best = Found::from(&mistake.best);
    let none = || Problem::new(ProblemCode::Internal, "this mistake has no better move");
    Ok((mistake.game()?, *best.line.first().ok_or_else(none)?))
}

/// Whether a move is nearly as good as the best: searched like a mistake that is retried in its review.
pub(super) fn try_move(app: &App, id: u64, tried: &PuzzleTry, tell: Tell) -> Result<(), Problem> {
    let mistake = find(app, id)?;
    let [point] = tried.moves[..] else {
        return Err(Problem::new(ProblemCode::BadMessage, "a mistake is mended by one move"));
    };
    let (game, best) = (mistake.game()?, Found::from(&mistake.best));
    let known = match best.line.first() == Some(&point.0) {
        true => Some(best.clone()),
        false => final_verdict(&game, point.0)?,
    };
    let (inside, tried) = (app.clone(), tried.clone());
    let done = move |found: &Found| {
        let is_solved = tengen_review::accepts(&best, found);
        let told = remember(&inside, id, is_solved).map(|player| {
            let refutation = if is_solved { &[][..] } else { found.line.get(1..).unwrap_or(&[]) };
            FromServer::PuzzleTried(PuzzleTried {
                puzzle: tried.puzzle,
                moves: tried.moves,
                verdict: if is_solved { PuzzleVerdict::Correct } else { PuzzleVerdict::Fails },
                solved: is_solved,
                reply: None,
                refutation: facts::names(&refutation[..refutation.len().min(5)]),
                player,
                change: None,
            })
        });
        tell(told);
    };
    match known {
        Some(found) => done(&found),
        None => search(app, game, point.0, done)?,
    }
    Ok(())
}

fn remember(app: &App, id: u64, is_solved: bool) -> Result<PuzzlePlayer, Problem> {
    let now = now();
    app.store.change_mistake(id, |mistake| mistake.tried(is_solved, now))?;
    Ok(app.store.puzzle_player()?.into())
}

/// The better move and its line. Who looks has not solved it.
pub(super) fn solution(app: &App, id: u64) -> Result<PuzzleSolution, Problem> {
    let mistake = find(app, id)?;
    let player = match mistake.due <= now() {
        true => remember(app, id, false)?,
        false => app.store.puzzle_player()?.into(),
    };
    let best = Found::from(&mistake.best);
    Ok(PuzzleSolution {
        puzzle: name(id),
        answers: facts::names(&best.line[..best.line.len().min(1)]),
        line: facts::names(&best.line),
        threat: Vec::new(),
        player,
        change: None,
    })
}

/// Deletes a mistake, which can be brought back for a while.
pub(crate) fn delete(app: &App, id: &str) -> Result<(), Problem> {
    let id = own_number(id)?;
    find(app, id)?;
    let now = now();
    app.store.change_mistake(id, |mistake| mistake.deleted = Some(now))?;
    let is_old = |mistake: &Mistake| mistake.deleted.is_some_and(|at| at + RESTORABLE_MS < now);
    let all = app.store.mistakes()?;
    let old: Vec<u64> = all.iter().filter(|(_, one)| is_old(one)).map(|(id, _)| *id).collect();
    app.store.forget_mistakes(&old)
}

/// Brings a deleted mistake back.
pub(crate) fn restore(app: &App, id: &str) -> Result<(), Problem> {
    app.store.change_mistake(own_number(id)?, |mistake| mistake.deleted = None)
}

fn own_number(id: &str) -> Result<u64, Problem> {
    let none = || Problem::new(ProblemCode::NotFound, format!("{id} is no mistake of yours"));
    number(id).ok_or_else(none)
}

/// All mistakes as records: the game up to the mistake, then the better line, and what was played beside it.
pub(crate) fn export(app: &App) -> Result<Vec<Record>, Problem> {
    let mut all = app.store.mistakes()?;
    all.retain(|(_, mistake)| mistake.deleted.is_none());
    all.iter().map(|(_, mistake)| record(mistake)).collect()
}

fn record(mistake: &Mistake) -> Result<Record, Problem> {
    let game = mistake.game()?;
    let broken = |error| Problem::new(ProblemCode::Internal, error);
    let start = Record::of(&game);
    let at: NodeId = start.main_end();
    let mut editor = Editor::on(start, at);
    let mut side = game.to_move();
    for point in Found::from(&mistake.best).line {
        editor.play(side, Move::Stone(point)).map_err(broken)?;
        side = !side;
    }
    editor.climb_to(at).map_err(broken)?;
    let played = editor.play(game.to_move(), Move::Stone(mistake.played.0)).map_err(broken)?;
    let mut record = editor.finish();
    record.annotate(played, |notes| notes.comment = "played".to_owned());
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{MoveName, RuleName};
    use tengen_core::Rule;
    use tengen_player::Verdict;

    fn mistake() -> Mistake {
        let moves = ["h8", "i9", "h9"].map(|name| MoveName(Move::Stone(name.parse().unwrap())));
        let pos = Position {
            rule: RuleName(Rule::Freestyle),
            size: 15,
            setup: None,
            moves: moves.into(),
        };
        let line = vec!["h10".parse().unwrap(), "h11".parse().unwrap()];
        let best = Found { verdict: Verdict::Wins { plies: 9 }, line };
        let played = PointName("a1".parse().unwrap());
        let best = (&best).into();
        Mistake { game: 1, ply: 3, pos, played, best, saved: 0, due: 0, step: 0, deleted: None }
    }

    #[test]
    fn what_is_solved_in_time_comes_after_one_three_seven_and_twenty_one_days() {
        let mut mistake = mistake();
        let mut time = 1000;
        for days in [1, 3, 7, 21, 21] {
            mistake.tried(true, time);
            assert_eq!(mistake.due, time + days * A_DAY);
            time = mistake.due;
        }
        assert_eq!(mistake.step, 5);
    }

    #[test]
    fn what_is_practised_early_keeps_its_time_and_what_fails_comes_tomorrow() {
        let mut mistake = mistake();
        mistake.tried(true, 1000);
        mistake.tried(true, 2000);
        assert_eq!((mistake.step, mistake.due), (1, 1000 + A_DAY));
        mistake.tried(false, 3000);
        assert_eq!((mistake.step, mistake.due), (0, 3000 + A_DAY));
    }

    #[test]
    fn an_exported_mistake_has_the_better_line_first_and_the_mistake_beside_it() {
        let record = record(&mistake()).unwrap();
        assert_eq!((record.move_count(), record.variation_count()), (6, 1));
        let line = record.line_to(record.main_end());
        assert_eq!(line.moves.len(), 5);
    }

    #[test]
    fn names_of_mistakes_and_of_puzzles_differ() {
        assert_eq!(number("m12"), Some(12));
        assert_eq!((number("m"), number("12"), number("mx")), (None, None, None));
    }
}
