//! Retrying a mistake: a move is as good as the best one, or it is not.

use tengen_core::{Game, Point};
use tengen_player::{EngineOptions, Limits, Request, Verdict, Want};
use tengen_review::{Found, JudgedMove, Plan};

use super::{Reviewed, Reviews, view};
use crate::app::App;
use crate::clients::ClientId;
use crate::wire::{FromServer, Problem, ProblemCode, ReviewTried, ReviewTry, Score};

impl Reviews {
    /// Tries a move in place of a mistake. The answer is sent, at once or when the move was searched.
    pub(crate) fn retry(
        &self,
        app: &App,
        client: ClientId,
        message: Option<u32>,
        retry: &ReviewTry,
    ) -> Result<(), Problem> {
        let Reviewed { line, review, .. } =
            Reviews::stored(app, crate::games::number(&retry.game)?)?;
        let none = || Problem::new(ProblemCode::NotNow, "this move was not judged");
        let judged = review.moves.get(retry.ply as usize).ok_or_else(none)?;
        let best = judged.best.clone().ok_or_else(none)?;
        let (point, side, game) = (retry.point.0, judged.side, line.position(judged.ply).clone());
        let known =
            known(judged, point).map_or_else(|| final_verdict(&game, point), |f| Ok(Some(f)))?;
        let (clients, retry) = (app.clients.clone(), retry.clone());
        let tell = move |found: &Found| {
            let tried = ReviewTried {
                game: retry.game,
                ply: retry.ply,
                point: retry.point,
                accepted: tengen_review::accepts(&best, found),
                score: Score::of(found.verdict, side),
                line: view::names(&found.line),
            };
            clients.send(client, message, FromServer::ReviewTried(tried));
        };
        match known {
            Some(found) => tell(&found),
            None => search(app, game, point, tell)?,
        }
        Ok(())
    }
}

/// What the review knows of a move already.
fn known(judged: &JudgedMove, point: Point) -> Option<Found> {
    let mut known = [&judged.best, &judged.played].into_iter().flatten();
    known.find(|found| found.line.first() == Some(&point)).cloned()
}

/// What a move leads to if it ends the game.
pub(crate) fn final_verdict(game: &Game, point: Point) -> Result<Option<Found>, Problem> {
    let (side, mut after) = (game.to_move(), game.clone());
    let verdict = after.play(point)?.map(|outcome| match outcome.winner() {
        Some(winner) if winner == side => Verdict::Wins { plies: 1 },
        Some(_) => Verdict::Loses { plies: 1 },
        None => Verdict::Unclear { centi: 0 },
    });
    Ok(verdict.map(|verdict| Found { verdict, line: vec![point] }))
}

/// Searches a move as closely as the check of a quick review.
pub(crate) fn search(
    app: &App,
    game: Game,
    point: Point,
    tell: impl FnOnce(&Found) + Send + 'static,
) -> Result<(), Problem> {
    let nodes = Some(Plan::new(tengen_review::Depth::Quick).check_nodes());
    let limits = Limits { nodes, only: vec![point], ..Limits::default() };
    let options = EngineOptions { memory: 32 << 20, ..EngineOptions::default() };
    let request = Request { limits, options, ..Request::new(game, Want::Hint) };
    app.games.ask_aside(request, move |answer| {
        let Ok(answer) = answer else { return };
        if let Some(verdict) = answer.verdict {
            tell(&Found { verdict, line: answer.line });
        }
    })
}
