//! What people type.

use std::path::PathBuf;

use clap::ValueEnum;
use tengen_core::{Move, Point};
use tengen_player::Level;

use super::seats::Seats;

/// A typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Move(Move),
    Undo,
    Hint,
    /// Without a level: which one is it?
    Level(Option<Level>),
    Side(Seats),
    Swap,
    New,
    Save(PathBuf),
    Show,
    Help,
    Quit,
}

/// What `help` says.
pub(super) const HELP: &str = "  h8            play there; rows count from the bottom
  undo          take your last move back, and the answer to it
  hint          what the engine would play
  level 7       how strong the engine plays, 1 to 10; level alone tells
  side white    what you play: black, white, both or none
  swap          change sides
  new           begin again on the empty board
  save x.sgf    save the game; also .psq, .pos and .json
  show          draw the board
  pass          leave the turn to the other side
  quit          leave; the game is printed, to go on with";

impl Command {
    /// Reads a line; none if it is blank.
    pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word.to_ascii_lowercase().as_str() {
            "" => return Ok(None),
            "level" if rest.is_empty() => Command::Level(None),
            "level" => Command::Level(Some(rest.parse()?)),
            "side" => {
                let seats = Seats::from_str(rest, true);
                Command::Side(seats.map_err(|_| "side is black, white, both or none".to_owned())?)
            }
            "save" if rest.is_empty() => return Err("save wants a name, such as x.sgf".to_owned()),
            "save" => Command::Save(rest.into()),
            word if rest.is_empty() => Command::parse_word(word).ok_or_else(|| unknown(line))?,
            _ => return Err(unknown(line)),
        };
        Ok(Some(command))
    }

    /// A line of one word.
    fn parse_word(word: &str) -> Option<Command> {
        Some(match word {
            "undo" | "u" => Command::Undo,
            "hint" => Command::Hint,
            "swap" => Command::Swap,
            "new" => Command::New,
            "show" => Command::Show,
            "pass" | "--" => Command::Move(Move::Pass),
            "help" | "?" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            point => Command::Move(Move::Stone(point.parse::<Point>().ok()?)),
        })
    }
}

fn unknown(line: &str) -> String {
    // Whatever was typed is shown without its control characters.
    let start: String = line.chars().take(20).flat_map(char::escape_debug).collect();
    format!("'{start}' is neither a point nor a command; help lists them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_any_case_and_with_blanks() {
        let stone = Command::Move(Move::Stone("h8".parse().unwrap()));
        assert_eq!(Command::parse(" H8 \t"), Ok(Some(stone)));
        assert_eq!(Command::parse("Side  WHITE"), Ok(Some(Command::Side(Seats::White))));
        assert_eq!(
            Command::parse("save My Game.sgf"),
            Ok(Some(Command::Save("My Game.sgf".into())))
        );
        assert_eq!(Command::parse("  "), Ok(None));
    }

    #[test]
    fn nonsense_is_refused_in_a_sentence() {
        for line in
            ["h0", "h8 i9", "undo 3", "level x", "level 11", "side", "save", "\u{1b}[2J", "é"]
        {
            let refusal = Command::parse(line).unwrap_err();
            assert!(!refusal.contains('\u{1b}') && refusal.len() < 100, "{refusal}");
        }
    }
}
