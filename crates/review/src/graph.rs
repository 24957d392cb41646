//! The graph of a review: winning chances, and a dot for every move that is blamed.

use tengen_core::Side;
use tengen_formats::Record;
use tengen_picture::{Dot, Graph};

use crate::{Label, Review};

/// The graph of a review under the names of the players.
pub fn graph(record: &Record, review: &Review) -> Graph {
    let dot = |label| match label {
        Label::Inaccuracy => Some(Dot::Inaccuracy),
        Label::Mistake => Some(Dot::Mistake),
        Label::Blunder => Some(Dot::Blunder),
        _ => None,
    };
    let dots = review.moves.iter();
    let dots = dots.filter_map(|judged| Some((judged.ply + 1, dot(judged.judgement.label)?)));
    let players = &record.info.players;
    let names = [&players[Side::Black], &players[Side::White]];
    let caption = match names.iter().all(|name| name.is_empty()) {
        true => String::new(),
        false => names.map(String::as_str).join(" – "),
    };
    Graph { chances: review.chances.clone(), dots: dots.collect(), caption }
}
