//! From a manager's lines to commands.

use tengen_core::Size;

use crate::spot::numbers;
use crate::{Command, Info, Owner, Stone};

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
}

/// Reads commands line by line; a `BOARD` block takes several lines or stands on one.
#[derive(Clone, Debug, Default)]
pub struct CommandReader {
    block: Option<Block>,
}

/// A block whose `DONE` has not come yet.
#[derive(Clone, Debug)]
struct Block {
    /// The command that began it.
    kind: Kind,
    stones: Vec<Stone>,
    /// The first bad line. The rest is read on, so that there is one answer to the whole block.
    fault: Option<BadCommand>,
}

#[derive(Clone, Debug)]
enum Kind {
    Board,
    /// A command that is not known but is known to bring a block.
    Foreign(String),
}

impl CommandReader {
    /// Takes a line without its end; gives a command when one is complete.
    pub fn line(&mut self, line: &str) -> Option<Result<Command, BadCommand>> {
        let (word, rest) = first_word(line)?;
        let is_data = word == "DONE" || !is_command(&word);
        if let Some(block) = self.block.take_if(|_| is_data) {
            return self.block_line(block, line);
        }
        // A manager that begins another command does not wait for the block any more.
        self.block = None;
        let kind = match word.as_str() {
            "BOARD" => Kind::Board,
            _ if BLOCKS.contains(&word.as_str()) => Kind::Foreign(word),
            // The end of a block that was given up.
            "DONE" => return None,
            _ => return Some(command(&word, rest)),
        };
        self.block_line(Block { kind, stones: Vec::new(), fault: None }, rest)
    }

    /// Whether a block has begun whose end has not come yet.
    pub fn is_in_block(&self) -> bool {
        self.block.is_some()
    }

    fn block_line(&mut self, mut block: Block, line: &str) -> Option<Result<Command, BadCommand>> {
        let done = line.split_whitespace().find(|word| word.eq_ignore_ascii_case("done"));
        let end = done.map_or(line.len(), |done| done.as_ptr() as usize - line.as_ptr() as usize);
        block.take(&line[..end]);
        if done.is_some() {
            return Some(block.finish());
        }
        self.block = Some(block);
        None
    }
}

impl Block {
    /// Takes the stones of a line, of which there may be several.
    fn take(&mut self, text: &str) {
        let stone = |&[x, y, field]: &[u32; 3]| {
            Some(Stone { spot: crate::Spot { x, y }, owner: Owner::from_field(field)? })
        };
        let stones = numbers(text).and_then(|numbers| {
            let (stones, rest) = numbers.as_chunks::<3>();
            if !rest.is_empty() {
                return None;
            }
            stones.iter().map(stone).collect::<Option<Vec<_>>>()
        });
        match stones {
            Some(stones) => self.stones.extend(stones),
            None => self.fault = self.fault.take().or(Some(BadCommand::Stone(excerpt(text)))),
        }
    }

    fn finish(self) -> Result<Command, BadCommand> {
        match (self.kind, self.fault) {
            (Kind::Foreign(word), _) => Ok(Command::Unknown(word)),
            (Kind::Board, Some(fault)) => Err(fault),
            (Kind::Board, None) => Ok(Command::Board(self.stones)),
        }
    }
}

/// Commands that are not supported but bring lines of data up to `DONE`.
const BLOCKS: [&str; 5] = ["SWAP2BOARD", "YXBOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH"];

/// Commands of one line.
const WORDS: [&str; 13] = [
    "START",
    "BEGIN",
    "TURN",
    "BOARD",
    "INFO",
    "END",
    "ABOUT",
    "RESTART",
    "RECTSTART",
    "TAKEBACK",
    "STOP",
    "YXSTOP",
    "PLAY",
];

fn is_command(word: &str) -> bool {
    WORDS.contains(&word) || BLOCKS.contains(&word)
}

fn command(word: &str, rest: &str) -> Result<Command, BadCommand> {
    let spot = || rest.parse().map_err(|_| BadCommand::Spot(excerpt(rest)));
    Ok(match word {
        "START" => Command::Start(size(rest)?),
        "RECTSTART" => Command::Start(size(rest).map_err(|_| BadCommand::Rectangle)?),
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(spot()?),
        "TAKEBACK" => Command::TakeBack(spot()?),
        "INFO" => {
            let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            Command::Info(Info::parse(key, value))
        }
        "END" => Command::End,
        "ABOUT" => Command::About,
        "RESTART" => Command::Restart,
        "STOP" | "YXSTOP" => Command::Stop,
        _ => Command::Unknown(excerpt(word)),
    })
}

/// `15`, and what some managers send for it: `15 15`, `15,15`.
fn size(text: &str) -> Result<Size, BadCommand> {
    let lines = match numbers(text).as_deref() {
        Some(&[lines]) => Some(lines),
        Some(&[width, height]) if width == height => Some(width),
        Some(&[_, _]) => return Err(BadCommand::Rectangle),
        _ => None,
    };
    lines.and_then(|lines| Size::new(lines.try_into().ok()?)).ok_or(BadCommand::Size)
}

/// The first word in upper case and the rest, both trimmed; none for an empty line.
fn first_word(line: &str) -> Option<(String, &str)> {
    // Some programs begin with the mark of UTF-8.
    let line = line.trim_start_matches('\u{feff}').trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (!word.is_empty()).then(|| (word.to_ascii_uppercase(), rest.trim()))
}

/// The beginning of a text, short enough for an answer of one line.
fn excerpt(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(30).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spot;
    use std::slice::from_ref;

    fn commands(text: &str) -> Vec<Result<Command, BadCommand>> {
        let mut reader = CommandReader::default();
        text.lines().filter_map(|line| reader.line(line)).collect()
    }

    fn stone(x: u32, y: u32, owner: Owner) -> Stone {
        Stone { spot: Spot { x, y }, owner }
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
    fn a_bad_block_gives_one_error_at_its_end() {
        let bad = |text: &str| Err(BadCommand::Stone(text.to_owned()));
        let text = "BOARD\n7,7\nnonsense\n8,8,2\nDONE\nABOUT";
        assert_eq!(commands(text), [bad("7,7"), Ok(Command::About)]);
        assert_eq!(commands("BOARD\n7,7,4\nDONE"), [bad("7,7,4")]);
    }

    #[test]
    fn a_command_gives_an_open_block_up() {
        assert_eq!(commands("BOARD\n7,7,1\nEND"), [Ok(Command::End)]);
        assert_eq!(commands("BOARD\n7,7,1\nBOARD\nDONE"), [Ok(Command::Board(vec![]))]);
        assert_eq!(commands("BOARD\n7,7,1\nABOUT\nDONE"), [Ok(Command::About)]);
    }

    #[test]
    fn what_is_not_known_is_named() {
        let unknown = |word: &str| Ok(Command::Unknown(word.to_owned()));
        assert_eq!(commands("hello world"), [unknown("HELLO")]);
        assert_eq!(
            commands("SWAP2BOARD\n7,7\nDONE\nEND"),
            [unknown("SWAP2BOARD"), Ok(Command::End)]
        );
        let long = "x".repeat(100_000);
        assert_eq!(commands(&long), [unknown(&"X".repeat(30))]);
    }

    #[test]
    fn the_rest_of_the_line_is_the_value() {
        let folder = Info::Other { key: "folder".to_owned(), value: "C:\\My  Games".to_owned() };
        assert_eq!(commands("INFO Folder C:\\My  Games "), [Ok(Command::Info(folder))]);
        let nothing = Info::Other { key: String::new(), value: String::new() };
        assert_eq!(commands("INFO"), [Ok(Command::Info(nothing))]);
    }
}
