//! Records between the wire and the file formats, by way of the app's own JSON, which holds
//! everything.

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Move, Side};
use tengen_formats::{Format, ReadOptions, Record, Rows, read, write};

use crate::wire::{
    Algorithm, Ending, GameRecord, GameState, How, Problem, ProblemCode, Reason, Seat, Winner,
};

/// A file of the app's own JSON.
#[derive(Serialize, Deserialize)]
struct JsonFile {
    format: String,
    version: u32,
    games: Vec<GameRecord>,
}

/// Records as messages have them.
pub(crate) fn to_wire(records: &[Record]) -> Result<Vec<GameRecord>, Problem> {
    let internal = |error: &dyn std::fmt::Display| Problem::new(ProblemCode::Internal, error);
    let written = write(records, Format::Json, Rows::Bottom).map_err(|e| internal(&e))?;
    let file: JsonFile = serde_json::from_slice(&written.bytes).map_err(|e| internal(&e))?;
    Ok(file.games)
}

/// Records of a message, checked as those of a file are.
pub(crate) fn from_wire(games: &[GameRecord]) -> Result<Vec<Record>, Problem> {
    let file = JsonFile { format: "tengen".to_owned(), version: 1, games: games.to_vec() };
    let text = serde_json::to_vec(&file).expect("records can be written as JSON");
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    let reading = read(&text, &options);
    reading
        .map(|reading| reading.records)
        .map_err(|error| Problem::new(ProblemCode::BadFile, error.problem))
}

/// One record of a message.
pub(crate) fn one_from_wire(game: &GameRecord) -> Result<Record, Problem> {
    let nothing = || Problem::new(ProblemCode::BadFile, "there is no record");
    from_wire(std::slice::from_ref(game))?.into_iter().next().ok_or_else(nothing)
}

/// The record of a game played here.
pub(crate) fn of_game(game: &Game, state: &GameState, date: &str) -> GameRecord {
    let mut record = to_wire(&[Record::of(game)])
        .ok()
        .and_then(|records| records.into_iter().next())
        .expect("the record of a game can be written");
    record.black = Some(seat_name(&state.seats.black));
    record.white = Some(seat_name(&state.seats.white));
    record.date = Some(date.to_owned()).filter(|date| !date.is_empty());
    record.ending = state.result.as_ref().map(|result| {
        let how = match result.reason {
            Reason::Resignation => How::Resignation,
            Reason::Time => How::Time,
            Reason::Forfeit => How::Forfeit,
            _ => How::Play,
        };
        match result.winner.map(|side| side.0) {
            Some(Side::Black) => Ending::Black(how),
            Some(Side::White) => Ending::White(how),
            None => Ending::Drawn,
        }
    });
    let played = record.nodes.iter_mut().filter(|node| node.action.is_some());
    for (node, played) in played.zip(&state.moves) {
        node.ms = Some(played.ms);
    }
    record
}

/// A player's name as lists and files show it.
pub(crate) fn seat_name(seat: &Seat) -> String {
    match seat {
        Seat::Person { name } => name.clone().unwrap_or_else(|| "Player".to_owned()),
        Seat::Engine { level, algorithm: Some(Algorithm::Mcts), .. } => {
            format!("Tengen level {level} (MCTS)")
        }
        Seat::Engine { level, .. } => format!("Tengen level {level}"),
    }
}

/// What a list shows of a record: moves of the main line, stones at its end, who won.
pub(crate) struct Glance {
    pub(crate) moves: u32,
    pub(crate) stones: (Vec<crate::wire::PointName>, Vec<crate::wire::PointName>),
    pub(crate) result: Option<Winner>,
}

/// Looks at the main line of a record.
pub(crate) fn glance(record: &Record) -> Glance {
    let line = record.line_to(record.main_end());
    let mut board = line.start.clone();
    let mut side = line.first_to_move;
    for &(_, action) in &line.moves {
        if let Move::Stone(point) = action
            && board.is_free(point)
        {
            board.place(point, side);
        }
        side = !side;
    }
    let stones = |side| board.stones(side).map(Into::into).collect();
    let result = result_of(record);
    Glance {
        moves: line.moves.len() as u32,
        stones: (stones(Side::Black), stones(Side::White)),
        result,
    }
}

/// Who won, if the record says so.
pub(crate) fn result_of(record: &Record) -> Option<Winner> {
    match record.info.ending? {
        tengen_formats::Ending::Won(Side::Black, _) => Some(Winner::Black),
        tengen_formats::Ending::Won(Side::White, _) => Some(Winner::White),
        tengen_formats::Ending::Drawn => Some(Winner::Draw),
        _ => None,
    }
}

/// The game at the end of a record's main line, or as far as the rule lets it come.
pub(crate) fn main_game(record: &Record) -> Result<Game, Problem> {
    let rule = record.rule.unwrap_or_default();
    let bad = |error| Problem::new(ProblemCode::BadPosition, error);
    record.game_at(record.main_end(), rule).map_err(bad)
}
