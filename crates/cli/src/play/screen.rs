//! What is seen: the board in colour on a terminal, plain letters elsewhere.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

use anstream::{AutoStream, ColorChoice};
use clap::builder::styling::{Ansi256Color, Color, Style};
use tengen_core::{Game, Move, Point, Side};

use crate::output;

/// Where the game is shown.
pub(super) struct Screen {
    /// `NO_COLOR` and whatever is no terminal want plain letters.
    in_colour: bool,
    /// Whether somebody types at a terminal and wants to be asked.
    prompts: bool,
    /// Whether thoughts can be shown on a line that is then wiped.
    shows_thoughts: bool,
}

/// What lies on a point, and how it came there.
#[derive(Clone, Copy)]
struct Spot {
    stone: Option<Side>,
    is_last: bool,
    is_winning: bool,
    is_forbidden: bool,
}

impl Screen {
    pub(super) fn new() -> Screen {
        let stdout = io::stdout();
        let in_colour = AutoStream::choice(&stdout) != ColorChoice::Never;
        let prompts = stdout.is_terminal() && io::stdin().is_terminal();
        Screen { in_colour, prompts, shows_thoughts: io::stderr().is_terminal() }
    }

    /// A line of text.
    pub(super) fn say(&self, text: &str) -> anyhow::Result<()> {
        print(&format!("{text}\n"))
    }

    /// Asks a side for its move.
    pub(super) fn prompt(&self, side: Side) -> anyhow::Result<()> {
        if self.prompts { print(&format!("{side}> ")) } else { Ok(()) }
    }

    /// Ends the line of a prompt that was not answered.
    pub(super) fn leave_prompt(&self) -> anyhow::Result<()> {
        if self.prompts { print("\n") } else { Ok(()) }
    }

    /// Shows what the engine thinks just now.
    pub(super) fn thinking(&self, text: &str) {
        if self.shows_thoughts {
            eprint!("\r\x1b[K{text}");
        }
    }

    /// Wipes the engine's last thought.
    pub(super) fn thought(&self) {
        if self.shows_thoughts {
            eprint!("\r\x1b[K");
        }
    }

    /// The board, with the last move, a winning row and what is forbidden now.
    pub(super) fn board(&self, game: &Game) -> anyhow::Result<()> {
        print(&drawn(game, self.in_colour))
    }
}

fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    output::finished(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
}

fn drawn(game: &Game, in_colour: bool) -> String {
    let rows = game.winning_rows();
    let is_open = game.outcome().is_none();
    let spot = |point: Point| Spot {
        stone: game.board().at(point),
        is_last: game.moves().last() == Some(&Move::Stone(point)),
        is_winning: rows.iter().any(|row| row.contains(&point)),
        is_forbidden: is_open && game.board().is_free(point) && game.is_forbidden(point),
    };
    let mut text = String::new();
    for y in (0..game.size().lines()).rev() {
        let _ = write!(text, "{:2}", y + 1);
        for point in game.size().points().filter(|point| point.y() == y) {
            match in_colour {
                true => spot(point).paint(&mut text),
                false => {
                    let _ = write!(text, " {}", spot(point).letter());
                }
            }
        }
        text.push('\n');
    }
    let columns = (0..game.size().lines()).map(|x| format!(" {}", (b'a' + x) as char));
    let _ = writeln!(text, "  {}", columns.collect::<String>());
    text
}

impl Spot {
    /// `x` and `o`, large for the last move and a winning row; `!` is forbidden.
    fn letter(self) -> char {
        let letter = match self.stone {
            Some(Side::Black) => 'x',
            Some(Side::White) => 'o',
            None if self.is_forbidden => '!',
            None => '.',
        };
        if self.is_last || self.is_winning { letter.to_ascii_uppercase() } else { letter }
    }

    /// Stones on wood; the last move and a winning row lie on other ground.
    fn paint(self, text: &mut String) {
        const WOOD: u8 = 179;
        let ground = match self {
            Spot { is_winning: true, .. } => 167,
            Spot { is_last: true, .. } => 229,
            _ => WOOD,
        };
        let (sign, ink) = match self.stone {
            Some(Side::Black) => ('●', 16),
            Some(Side::White) => ('●', 231),
            None if self.is_forbidden => ('×', 160),
            None => ('·', 94),
        };
        let style = |ground: u8, ink: u8| {
            let colour = |number: u8| Some(Color::Ansi256(Ansi256Color(number)));
            Style::new().bg_color(colour(ground)).fg_color(colour(ink))
        };
        let (gap, point) = (style(WOOD, ink), style(ground, ink));
        let _ = write!(text, "{gap} {gap:#}{point}{sign}{point:#}");
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Size};

    use super::*;

    fn game(rule: Rule, moves: &str) -> Game {
        let rows = tengen_formats::Rows::Bottom;
        tengen_formats::parse_position(moves, Size::new(9).unwrap(), rule, rows).unwrap()
    }

    #[test]
    fn plain_boards_show_the_last_move_the_five_and_what_is_forbidden() {
        let text = drawn(&game(Rule::Renju, "d5a1f5a3e4a5e6a7"), false);
        assert!(text.contains(" 5 o . . x ! x . . .\n"), "{text}");
        assert!(text.contains(" 7 O . ."), "{text}");
        let text = drawn(&game(Rule::Freestyle, "a1a2b1b2c1c2d1d2e1"), false);
        assert!(text.contains(" 2 o o o o . ") && text.contains(" 1 X X X X X ."), "{text}");
        assert!(text.is_ascii());
    }

    #[test]
    fn coloured_boards_end_every_colour_they_begin() {
        let text = drawn(&game(Rule::Freestyle, "e5e6"), true);
        assert_eq!(text.matches("\x1b[0m").count(), 2 * 81);
        assert_eq!(text.matches('●').count(), 2);
    }
}
