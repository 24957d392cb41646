//! From a manager's lines to commands.

use crate::block::Block;
use crate::spot::numbers;
use crate::words::{Form, command, excerpt, form};
use crate::{Command, Info};

/// A known command that cannot be obeyed: what `ERROR` says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadCommand {
    // Piskvork offers a board of 20 lines when it reads the number.
    /// A board that is not supported.
    #[error("boards have 5 to 22 lines, for example 15 or 20")]
    Size,
    /// A board that is not square.
    #[error("only square boards are supported")]
    Rectangle,
    /// No point where one belongs.
    #[error("'{0}' is not a point x,y")]
    Spot(String),
    /// A line of a block that is no stone.
    #[error("'{0}' is not a stone x,y,1 or x,y,2")]
    Stone(String),
    /// No number where one belongs.
    #[error("'{0}' is not a number")]
    Number(String),
    /// A block with more lines than any board has points.
    #[error("a block has at most {most} stones or points", most = crate::block::MOST)]
    Long,
    /// Commands that came faster than they could be obeyed.
    #[error("{0} commands were left out: too many at once")]
    LeftOut(usize),
}

/// Reads commands line by line; a `BOARD` block takes several lines or stands on one.
#[derive(Clone, Debug, Default)]
pub struct CommandReader {
    open: Open,
}

/// What the lines before have left open.
#[derive(Clone, Debug, Default)]
enum Open {
    #[default]
    Nothing,
    /// A block whose `DONE` has not come yet.
    Block(Block),
    /// A command that is not known, so that nobody knows whether data follow.
    Foreign,
    /// A command that is not known and names a file on the next line.
    File,
}

impl CommandReader {
    /// Takes a line without its end; gives the commands that it completes, mostly one or none.
    pub fn line(&mut self, line: &str) -> Vec<Result<Command, BadCommand>> {
        let mut commands = Vec::new();
        let mut rest = Some(line);
        while let Some(text) = rest.take() {
            let Some((word, value)) = first_word(text) else { break };
            let form = form(&word);
            rest = match (std::mem::take(&mut self.open), &form) {
                // Settings come at any time.
                (open @ Open::Block(_), Some(Form::Line)) if word == "INFO" => {
                    self.open = open;
                    commands.push(command(&word, value));
                    None
                }
                (Open::Block(block), None) => self.block_line(block, text, &mut commands),
                (Open::Foreign, None) if word != "DONE" && numbers(text).is_some() => {
                    self.open = Open::Foreign;
                    None
                }
                (Open::File, None) => None,
                // A manager that begins another command does not wait for the block any more.
                (_, form) => self.begin(&word, value, form.as_ref(), &mut commands),
            };
        }
        commands
    }

    /// Whether a block has begun whose end has not come yet.
    pub fn is_in_block(&self) -> bool {
        matches!(self.open, Open::Block(_))
    }

    /// Begins a command; gives what follows its block on the same line.
    fn begin<'a>(
        &mut self,
        word: &str,
        value: &'a str,
        form: Option<&Form>,
        commands: &mut Vec<Result<Command, BadCommand>>,
    ) -> Option<&'a str> {
        match form {
            Some(&Form::Stones(make)) => self.block_line(Block::of_stones(make), value, commands),
            Some(&Form::Spots(make)) => self.block_line(Block::of_spots(make), value, commands),
            Some(Form::Line) => {
                commands.push(command(word, value));
                None
            }
            Some(Form::File) => {
                self.open = Open::File;
                commands.push(Ok(Command::Unknown(word.to_owned())));
                None
            }
            // The end of a block that was given up.
            None if word == "DONE" => None,
            None => {
                self.open = Open::Foreign;
                commands.push(Ok(Command::Unknown(excerpt(word))));
                None
            }
        }
    }

    /// Takes data; gives what follows the `DONE`.
    fn block_line<'a>(
        &mut self,
        mut block: Block,
        line: &'a str,
        commands: &mut Vec<Result<Command, BadCommand>>,
    ) -> Option<&'a str> {
        let done = line.split_whitespace().find(|word| word.eq_ignore_ascii_case("done"));
        let Some(done) = done else {
            block.take(line);
            self.open = Open::Block(block);
            return None;
        };
        let at = done.as_ptr() as usize - line.as_ptr() as usize;
        block.take(&line[..at]);
        commands.push(block.finish());
        Some(&line[at + done.len()..])
    }
}

/// The first word in upper case and the rest, both trimmed; none for an empty line.
fn first_word(line: &str) -> Option<(String, &str)> {
    // Some programs begin with the mark of UTF-8.
    let line = line.trim_start_matches('\u{feff}').trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (!word.is_empty()).then(|| (word.to_ascii_uppercase(), rest.trim()))
}

/// A setting from the rest of an `INFO` line.
pub(crate) fn info(rest: &str) -> Info {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Info::parse(key, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Balanced, Owner, Spot, Stone};
    use std::slice::from_ref;
    use tengen_core::Size;

    #[test]
    fn a_block_without_end_keeps_no_more_than_a_board_has() {
        let text = format!("BOARD\n{}DONE\nABOUT\n", "1,1,1\n".repeat(2000));
        assert_eq!(commands(&text), [Err(BadCommand::Long), Ok(Command::About)]);
    }

    fn commands(text: &str) -> Vec<Result<Command, BadCommand>> {
        let mut reader = CommandReader::default();
        text.lines().flat_map(|line| reader.line(line)).collect()
    }

    fn stone(x: u32, y: u32, owner: Owner) -> Stone {
        Stone { spot: Spot { x, y }, owner }
    }

    fn unknown(word: &str) -> Result<Command, BadCommand> {
        Ok(Command::Unknown(word.to_owned()))
    }

    #[test]
    fn case_and_blanks_do_not_matter() {
        let turn = Ok(Command::Turn(Spot { x: 7, y: 8 }));
        for text in ["TURN 7,8", "turn 7,8", "  Turn\t7 , 8  ", "\u{feff}turn 7,8"] {
            assert_eq!(commands(text), from_ref(&turn), "{text}");
        }
        assert_eq!(commands("\n  \n\t\n"), []);
    }

    #[test]
    fn sizes_come_in_several_forms() {
        let fifteen = Ok(Command::Start(Size::default()));
        for text in ["START 15", "start 15 15", "START 15,15", "RECTSTART 15,15"] {
            assert_eq!(commands(text), from_ref(&fifteen), "{text}");
        }
        for text in ["START", "START 4", "START 23", "START 300", "START x", "START -15"] {
            assert_eq!(commands(text), [Err(BadCommand::Size)], "{text}");
        }
        assert_eq!(commands("RECTSTART 15,20"), [Err(BadCommand::Rectangle)]);
        assert_eq!(commands("START 15 20"), [Err(BadCommand::Rectangle)]);
    }

    #[test]
    fn a_board_stands_on_one_line_or_on_many() {
        let stones = vec![stone(7, 7, Owner::Own), stone(8, 8, Owner::Opponent)];
        let board = Ok(Command::Board(stones));
        for text in [
            "BOARD\n7,7,1\n8,8,2\nDONE",
            "board\n\n 7 , 7 , 1\n8,8,2 \n done ",
            "BOARD 7,7,1 8,8,2 DONE",
            "board 7,7,1\n8,8,2 done",
        ] {
            assert_eq!(commands(text), from_ref(&board), "{text}");
        }
        assert_eq!(commands("BOARD\nDONE"), [Ok(Command::Board(vec![]))]);
    }

    #[test]
    fn what_follows_a_block_on_its_line_is_a_command() {
        let board = || Ok(Command::SetBoard(vec![stone(7, 7, Owner::Own)]));
        let text = "yxboard 7,7,1 done yxnbest 3\nyxboard\n7,7,1 done yxbalanceone -20";
        let balance = Command::Balance { moves: Balanced::One, value: -20 };
        assert_eq!(commands(text), [board(), Ok(Command::Best(3)), board(), Ok(balance)]);
    }

    #[test]
    fn blocks_of_points_take_an_optional_third_number() {
        let spots = vec![Spot { x: 7, y: 7 }, Spot { x: 8, y: 6 }];
        for text in [
            "SWAP2BOARD\n7,7\n8,6\nDONE",
            "swap2board\n7, 7\n8 6 2\ndone",
            "SWAP2BOARD 7,7 8,6 DONE",
            "SWAP2BOARD 7,7,1 8 , 6,2 DONE",
        ] {
            assert_eq!(commands(text), [Ok(Command::Swap2Board(spots.clone()))], "{text}");
        }
        let bad = |text: &str| Err(BadCommand::Spot(text.to_owned()));
        assert_eq!(commands("SWAP2BOARD\n7\nDONE"), [bad("7")]);
        assert_eq!(commands("YXBLOCK\n7,7,1,1\nDONE"), [bad("7,7,1,1")]);
        assert_eq!(commands("YXBLOCK\n7,7 8\nDONE"), [bad("7,7 8")]);
    }

    #[test]
    fn a_bad_block_gives_one_error_at_its_end() {
        let bad = |text: &str| Err(BadCommand::Stone(text.to_owned()));
        let text = "BOARD\n7,7\nnonsense\n8,8,2\nDONE\nABOUT";
        assert_eq!(commands(text), [bad("7,7"), Ok(Command::About)]);
        assert_eq!(commands("BOARD\n7,7,4\nDONE"), [bad("7,7,4")]);
    }

    #[test]
    fn a_command_gives_an_open_block_up_but_a_setting_does_not() {
        assert_eq!(commands("BOARD\n7,7,1\nEND"), [Ok(Command::End)]);
        assert_eq!(commands("BOARD\n7,7,1\nBOARD\nDONE"), [Ok(Command::Board(vec![]))]);
        assert_eq!(commands("BOARD\n7,7,1\nABOUT\nDONE"), [Ok(Command::About)]);
        let rule = Ok(Command::Info(Info::Rule(tengen_core::Rule::Renju)));
        let board = Ok(Command::Board(vec![stone(7, 7, Owner::Own)]));
        assert_eq!(commands("BOARD\n7,7,1\nINFO rule 4\nDONE"), [rule, board]);
    }

    #[test]
    fn what_is_not_known_is_named_once() {
        assert_eq!(commands("hello world"), [unknown("HELLO")]);
        assert_eq!(
            commands("PROBOARD\n7,7\n8,8\nDONE\n7,7\nEND"),
            [unknown("PROBOARD"), unknown("7,7"), Ok(Command::End)]
        );
        let text = "yxsetdatabase\nC:\\my games\\a.db\nyxsavedatabase\nABOUT";
        let expected = [unknown("YXSETDATABASE"), unknown("YXSAVEDATABASE"), Ok(Command::About)];
        assert_eq!(commands(text), expected);
        let long = "x".repeat(100_000);
        assert_eq!(commands(&long), [unknown(&"X".repeat(30))]);
    }

    #[test]
    fn arguments_that_are_missing_or_wrong_are_refused() {
        let number = |text: &str| Err(BadCommand::Number(text.to_owned()));
        let spot = |text: &str| Err(BadCommand::Spot(text.to_owned()));
        for (text, fault) in [
            ("TURN", spot("")),
            ("TURN 7", spot("7")),
            ("TAKEBACK x,y", spot("x,y")),
            ("PLAY 1,2,3", spot("1,2,3")),
            ("YXNBEST", number("")),
            ("YXNBEST -1", number("-1")),
            ("YXBALANCEONE x", number("x")),
        ] {
            assert_eq!(commands(text), [fault], "{text}");
        }
        // No value means an even game.
        let even = Command::Balance { moves: Balanced::Two, value: 0 };
        assert_eq!(commands("YXBALANCETWO"), [Ok(even)]);
    }

    #[test]
    fn the_rest_of_the_line_is_the_value() {
        let folder = Info::Other { key: "folder".to_owned(), value: "C:\\My  Games".to_owned() };
        assert_eq!(commands("INFO Folder C:\\My  Games "), [Ok(Command::Info(folder))]);
        let nothing = Info::Other { key: String::new(), value: String::new() };
        assert_eq!(commands("INFO"), [Ok(Command::Info(nothing))]);
    }
}
