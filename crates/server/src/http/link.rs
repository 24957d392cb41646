//! Position links: `?r=renju&n=15&m=h8i9&at=1`, set-ups with `b`, `w` and `t`.

use serde::Deserialize;
use tengen_core::{Game, Rule};
use tengen_formats::{Rows, parse_position};

use crate::facts;
use crate::wire::{Problem, ProblemCode};

/// The position of a link.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Link {
    r: Option<String>,
    n: Option<u8>,
    m: Option<String>,
    b: Option<String>,
    w: Option<String>,
    t: Option<String>,
    at: Option<usize>,
}

impl Link {
    /// A link that somebody pasted: an address with a question mark in it.
    pub(super) fn read(text: &str) -> Option<Result<Link, Problem>> {
        let text = text.trim();
        let is_link =
            text.starts_with("http://") || text.starts_with("https://") || text.starts_with('/');
        let (_, query) =
            text.split_once('?').filter(|_| is_link && !text.contains(char::is_whitespace))?;
        let uri: Result<axum::http::Uri, _> = format!("/?{query}").parse();
        let wrong = |error: &dyn std::fmt::Display| {
            Problem::new(ProblemCode::BadFile, format!("this is not a link of Tengen: {error}"))
        };
        Some(uri.map_err(|e| wrong(&e)).and_then(|uri| {
            let query = axum::extract::Query::<Link>::try_from_uri(&uri);
            query.map(|query| query.0).map_err(|e| wrong(&e))
        }))
    }

    /// The game of the link, with all of its moves.
    pub(super) fn whole_game(&self) -> Result<Game, Problem> {
        let bad = |text: String| Problem::new(ProblemCode::BadPosition, text);
        let rule = self.r.as_deref().map_or(Ok(Rule::default()), str::parse);
        let rule = rule.map_err(|error| bad(format!("r: {error}")))?;
        let size = facts::size(self.n.unwrap_or(15)).map_err(|p| bad(format!("n: {}", p.text)))?;
        let moves = self.m.as_deref().unwrap_or("");
        let has_setup = self.b.is_some() || self.w.is_some() || self.t.is_some();
        let text = match has_setup {
            false => moves.to_owned(),
            true => format!(
                "b={};w={};t={}{}{moves}",
                self.b.as_deref().unwrap_or(""),
                self.w.as_deref().unwrap_or(""),
                self.t.as_deref().unwrap_or("b"),
                if moves.is_empty() { "" } else { ";m=" },
            ),
        };
        if text.is_empty() {
            return Ok(Game::new(size, rule));
        }
        parse_position(&text, size, rule, Rows::Bottom).map_err(|error| bad(error.to_string()))
    }

    /// The game as the link shows it: up to its move.
    pub(super) fn game(&self) -> Result<Game, Problem> {
        let mut game = self.whole_game()?;
        while self.at.is_some_and(|at| at < game.moves().len()) {
            game.undo();
        }
        Ok(game)
    }
}
