//! Moves as text: `h8i9--`, and set-ups `b=h8;w=i9;t=b;m=j7`.

use tengen_core::{Board, Game, IllegalMove, IllegalSetup, Move, Point, Rule, Side, Size};

use crate::error::{Fault, excerpt};
use crate::record::{LineOfPlay, Setup};
use crate::{EditError, Editor};

/// Which edge row 1 lies on, in texts that name points by letter and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    /// Row 1 at the bottom, as on paper and in this project.
    #[default]
    Bottom,
    /// Row 1 at the top, as other programs' pos files have it.
    Top,
}

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct PositionError {
    /// Where, in characters from one.
    pub column: usize,
    /// What is wrong there.
    pub problem: String,
}

/// Reads a position as users type it: moves in turn (`h8i9i7`, `--` passes), or a set-up
/// (`b=h8i9;w=g7j10;t=b`, moves after it as `;m=…`). Blanks and move numbers (`1.h8 2.i9`) may
/// stand between moves.
///
/// ```
/// # use tengen_core::{Rule, Side, Size};
/// # use tengen_formats::{Rows, parse_position};
/// let game = parse_position("b=h8i9;w=g7;t=w", Size::default(), Rule::Renju, Rows::Bottom)?;
/// assert_eq!(game.to_move(), Side::White);
/// let error = parse_position("h8zz", Size::default(), Rule::Renju, Rows::Bottom).unwrap_err();
/// assert_eq!(error.to_string(), "column 3: 'zz' is not a point");
/// # Ok::<(), tengen_formats::PositionError>(())
/// ```
///
/// # Errors
/// If the text is malformed, a stone is off the board or on another, a set-up is already won, or
/// a move comes after the game's end.
pub fn parse_position(
    text: &str,
    size: Size,
    rule: Rule,
    rows: Rows,
) -> Result<Game, PositionError> {
    let at = |fault: Fault| PositionError {
        column: 1 + text.get(..fault.byte).unwrap_or(text).chars().count(),
        problem: fault.problem,
    };
    let line = Line::parse(text, size, rows).map_err(at)?;
    line.game(size, rule).map_err(at)
}

/// The position as text, in the form that [`parse_position`] reads and every command prints.
///
/// ```
/// # use tengen_core::{Rule, Size};
/// # use tengen_formats::{Rows, parse_position, position_text};
/// let game = parse_position("H8 I9 --", Size::default(), Rule::Renju, Rows::Bottom)?;
/// assert_eq!(position_text(&game, Rows::Bottom), "h8i9--");
/// # Ok::<(), tengen_formats::PositionError>(())
/// ```
pub fn position_text(game: &Game, rows: Rows) -> String {
    text(game.start(), game.first_to_move(), game.moves().iter().copied(), rows)
}

/// A line of play as text, in the same form.
pub(crate) fn line_text(line: &LineOfPlay, rows: Rows) -> String {
    text(&line.start, line.first_to_move, line.moves.iter().map(|m| m.1), rows)
}

fn text(
    start: &Board,
    first_to_move: Side,
    moves: impl Iterator<Item = Move>,
    rows: Rows,
) -> String {
    let name = |point: Point| match rows {
        Rows::Bottom => point.to_string(),
        Rows::Top => point.flipped(start.size()).to_string(),
    };
    let moves = moves.map(|action| match action {
        Move::Stone(point) => name(point),
        Move::Pass => action.to_string(),
    });
    let moves: String = moves.collect();
    if start.stone_count() == 0 && first_to_move == Side::Black {
        return moves;
    }
    let stones = |side| start.stones(side).map(name).collect::<String>();
    let (black, white) = (stones(Side::Black), stones(Side::White));
    let moves = if moves.is_empty() { moves } else { format!(";m={moves}") };
    format!("b={black};w={white};t={}{moves}", letter(first_to_move))
}

/// A position that was read, with the byte at which each part stands.
pub(crate) struct Line {
    setup: Option<Start>,
    moves: Vec<(usize, Move)>,
}

struct Start {
    stones: Vec<(usize, Point, Side)>,
    to_move: Side,
}

impl Start {
    /// Where the point is named for the last time.
    fn place_of(&self, point: Point) -> usize {
        self.stones.iter().rev().find(|stone| stone.1 == point).map_or(0, |stone| stone.0)
    }
}

impl Line {
    fn parse(text: &str, size: Size, rows: Rows) -> Result<Line, Fault> {
        let (line, fault) = Line::read(text, size, rows);
        fault.map_or(Ok(line), Err)
    }

    /// As much as can be read, and what is wrong after it. A set-up is whole or nothing.
    pub(crate) fn read(text: &str, size: Size, rows: Rows) -> (Line, Option<Fault>) {
        let reader = Reader { text, size, rows };
        if text.contains('=') {
            return match reader.setup() {
                Ok(line) => (line, None),
                Err(fault) => (Line { setup: None, moves: Vec::new() }, Some(fault)),
            };
        }
        let (moves, fault) = reader.moves_before_fault(0, text.len());
        (Line { setup: None, moves }, fault)
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.setup.is_none() && self.moves.is_empty()
    }

    fn game(&self, size: Size, rule: Rule) -> Result<Game, Fault> {
        let mut game = match &self.setup {
            None => Game::new(size, rule),
            Some(start) => {
                let stones = start.stones.iter().map(|&(_, point, side)| (point, side));
                let place = |error: &IllegalSetup| match *error {
                    IllegalSetup::Twice(point) | IllegalSetup::OffBoard(point) => {
                        start.place_of(point)
                    }
                    IllegalSetup::AlreadyWon(..) => 0,
                };
                Game::from_setup(size, rule, stones, start.to_move)
                    .map_err(|error| Fault::new(place(&error), error))?
            }
        };
        for &(byte, action) in &self.moves {
            game.make(action).map_err(|error: IllegalMove| Fault::new(byte, error))?;
        }
        Ok(game)
    }

    /// Adds the position to a record that has nothing yet.
    pub(crate) fn record(&self, editor: &mut Editor) -> Result<(), Fault> {
        let mut side = Side::Black;
        if let Some(start) = &self.setup {
            side = start.to_move;
            let stones: Vec<_> = start.stones.iter().map(|&(_, p, side)| (p, side)).collect();
            if stones.is_empty() && side == Side::Black {
                // The empty board, spelled out.
                return self.record_moves(editor, side);
            }
            let setup = Setup { stones, to_move: Some(side), ..Setup::default() };
            editor.set_up(setup).map_err(|error| match error {
                EditError::Occupied(point) => {
                    Fault::new(start.place_of(point), IllegalSetup::Twice(point))
                }
                _ => Fault::new(0, error),
            })?;
        }
        self.record_moves(editor, side)
    }

    fn record_moves(&self, editor: &mut Editor, mut side: Side) -> Result<(), Fault> {
        for &(byte, action) in &self.moves {
            editor.play(side, action).map_err(|error| Fault::new(byte, error))?;
            side = !side;
        }
        Ok(())
    }
}

struct Reader<'a> {
    text: &'a str,
    size: Size,
    rows: Rows,
}

impl Reader<'_> {
    /// `b=…;w=…;t=…;m=…`, in any order, each at most once.
    fn setup(&self) -> Result<Line, Fault> {
        let mut stones = Vec::new();
        let mut to_move = None;
        let mut moves = Vec::new();
        let mut seen = Vec::new();
        let mut start = 0;
        for part in self.text.split(';') {
            let end = start + part.len();
            let lead = start + (part.len() - part.trim_start().len());
            let Some((key, value)) = part.split_once('=') else {
                return Err(Fault::new(lead, format!("{} has no '='", excerpt(part.trim()))));
            };
            let key = key.trim().to_ascii_lowercase();
            if seen.contains(&key) {
                return Err(Fault::new(lead, format!("'{key}=' stands here a second time")));
            }
            let from = end - value.len();
            match key.as_str() {
                "b" => stones.extend(self.stones(from, end, Side::Black)?),
                "w" => stones.extend(self.stones(from, end, Side::White)?),
                "t" => to_move = Some(side(value).ok_or_else(|| not_a_side(from, value))?),
                "m" => moves = self.moves(from, end)?,
                _ => {
                    let known = "a set-up has b=, w=, t= and m=";
                    return Err(Fault::new(lead, format!("{} is unknown: {known}", excerpt(&key))));
                }
            }
            seen.push(key);
            start = end + 1;
        }
        let Some(to_move) = to_move else {
            return Err(Fault::new(self.text.len(), "t=b or t=w is missing: who moves next?"));
        };
        Ok(Line { setup: Some(Start { stones, to_move }), moves })
    }

    fn stones(
        &self,
        from: usize,
        to: usize,
        side: Side,
    ) -> Result<Vec<(usize, Point, Side)>, Fault> {
        let moves = self.moves(from, to)?.into_iter();
        moves
            .map(|(byte, action)| match action {
                Move::Stone(point) => Ok((byte, point, side)),
                Move::Pass => Err(Fault::new(byte, "a set-up has stones only, no pass")),
            })
            .collect()
    }

    /// The moves in `from..to` of the text.
    fn moves(&self, from: usize, to: usize) -> Result<Vec<(usize, Move)>, Fault> {
        let (moves, fault) = self.moves_before_fault(from, to);
        fault.map_or(Ok(moves), Err)
    }

    /// The same up to the first thing that is no move.
    fn moves_before_fault(&self, from: usize, to: usize) -> (Vec<(usize, Move)>, Option<Fault>) {
        let mut moves = Vec::new();
        let mut at = from;
        while at < to {
            let rest = &self.text[at..to];
            let blank = rest.len() - rest.trim_start().len();
            if blank > 0 {
                at += blank;
            } else if let Some(number) = move_number(rest) {
                at += number;
            } else if rest.starts_with("--") {
                moves.push((at, Move::Pass));
                at += 2;
            } else {
                let length = token_length(rest);
                match self.point(&rest[..length]) {
                    Ok(point) => moves.push((at, Move::Stone(point))),
                    Err(problem) => return (moves, Some(Fault::new(at, problem))),
                }
                at += length;
            }
        }
        (moves, None)
    }

    fn point(&self, token: &str) -> Result<Point, String> {
        let point: Point =
            token.parse().map_err(|_| format!("{} is not a point", excerpt(token)))?;
        if !self.size.contains(point) {
            return Err(format!("{point} is off the board of {0}×{0}", self.size));
        }
        Ok(match self.rows {
            Rows::Bottom => point,
            Rows::Top => point.flipped(self.size),
        })
    }
}

/// How much of the text one point takes: a letter and up to two digits, or what stands in its
/// place up to the next blank.
fn token_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = bytes.iter().skip(1).take(2).take_while(|b| b.is_ascii_digit()).count();
    if bytes[0].is_ascii_alphabetic() && digits > 0 {
        return 1 + digits;
    }
    let end = text.char_indices().skip(1).find(|(_, c)| c.is_whitespace() || *c == ';');
    end.map_or(text.len(), |end| end.0)
}

/// The length of a move number (`12.`) at the start of the text.
fn move_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && text[digits..].starts_with('.')).then_some(digits + 1)
}

fn side(text: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|&side| {
        let text = text.trim();
        text.eq_ignore_ascii_case(letter(side)) || text.eq_ignore_ascii_case(&side.to_string())
    })
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::Black => "b",
        Side::White => "w",
    }
}

fn not_a_side(byte: usize, text: &str) -> Fault {
    Fault::new(byte, format!("{} is neither b nor w", excerpt(text)))
}

/// Whether a text starts as a position does.
pub(crate) fn looks_like_position(text: &str) -> bool {
    let bytes = text.as_bytes();
    let key = text.len() >= 2 && b"bwtmBWTM".contains(&bytes[0]) && bytes[1] == b'=';
    let point = text.len() >= 2 && bytes[0].is_ascii_alphabetic() && bytes[1].is_ascii_digit();
    key || point || text.starts_with("--")
}

/// Whether a text starts with a move number and a move.
pub(crate) fn looks_numbered(text: &str) -> bool {
    move_number(text).is_some_and(|length| looks_like_position(text[length..].trim_start()))
}
