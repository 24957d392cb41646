//! The words that begin commands.

use tengen_core::Size;

use crate::reader::info;
use crate::spot::numbers;
use crate::{BadCommand, Balanced, Command, Spot, Stone};

/// What belongs to a command after its word.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// The rest of the line.
    Line,
    /// Stones up to `DONE`.
    Stones(fn(Vec<Stone>) -> Command),
    /// Points up to `DONE`.
    Spots(fn(Vec<Spot>) -> Command),
    /// The next line: a file for a command that is not supported.
    File,
}

/// The form of a command, if the word begins one that is known.
pub(crate) fn form(word: &str) -> Option<Form> {
    Some(match word {
        "BOARD" => Form::Stones(Command::Board),
        "YXBOARD" => Form::Stones(Command::SetBoard),
        "SWAP2BOARD" => Form::Spots(Command::Swap2Board),
        "YXBLOCK" => Form::Spots(Command::Block),
        "YXBLOCKUNDO" => Form::Spots(Command::Unblock),
        "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXDBTOTXT" | "YXDBTOTXTALL"
        | "YXTXTTODB" | "YXLIBTODB" | "YXDBTOLIB" | "YXDBSPLIT" | "YXDBMERGE" | "YXDBTOPOS" => {
            Form::File
        }
        _ if LINES.contains(&word) => Form::Line,
        _ => return None,
    })
}

/// Commands of one line.
const LINES: [&str; 26] = [
    "START",
    "BEGIN",
    "TURN",
    "INFO",
    "END",
    "ABOUT",
    "RESTART",
    "RECTSTART",
    "TAKEBACK",
    "PLAY",
    "STOP",
    "YXSTOP",
    "YXSHOWINFO",
    "YXNBEST",
    "YXSEARCHDEFEND",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXHASHCLEAR",
    "YXSHOWHASHUSAGE",
    "YXSHOWFORBID",
    "YXBLOCKRESET",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    // Not supported, but no data of a block either.
    "YXSAVEDATABASE",
    "RELOADCONFIG",
];

/// The command of a line.
pub(crate) fn command(word: &str, rest: &str) -> Result<Command, BadCommand> {
    let spot = || rest.parse().map_err(|_| BadCommand::Spot(excerpt(rest)));
    Ok(match word {
        "START" => Command::Start(size(rest)?),
        "RECTSTART" => Command::Start(size(rest).map_err(|_| BadCommand::Rectangle)?),
        "BEGIN" => Command::Begin,
        "TURN" => Command::Turn(spot()?),
        "TAKEBACK" => Command::TakeBack(spot()?),
        "PLAY" => Command::Play(spot()?),
        "INFO" => Command::Info(info(rest)),
        "END" => Command::End,
        "ABOUT" => Command::About,
        "RESTART" => Command::Restart,
        "STOP" | "YXSTOP" => Command::Stop,
        "YXSHOWINFO" => Command::ShowInfo,
        "YXNBEST" => Command::Best(number(rest)?),
        "YXSEARCHDEFEND" => Command::SearchDefend,
        "YXBALANCEONE" => Command::Balance { moves: Balanced::One, value: value(rest)? },
        "YXBALANCETWO" => Command::Balance { moves: Balanced::Two, value: value(rest)? },
        "YXHASHCLEAR" => Command::ClearHash,
        "YXSHOWHASHUSAGE" => Command::ShowHashUsage,
        "YXSHOWFORBID" => Command::ShowForbidden,
        "YXBLOCKRESET" => Command::UnblockAll,
        "YXSWAP2STEP1" => Command::Swap2Step(1),
        "YXSWAP2STEP2" => Command::Swap2Step(2),
        "YXSWAP2STEP3" => Command::Swap2Step(3),
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

fn number<T: std::str::FromStr>(text: &str) -> Result<T, BadCommand> {
    text.parse().map_err(|_| BadCommand::Number(excerpt(text)))
}

/// A value that is zero where nothing is said.
fn value(text: &str) -> Result<i32, BadCommand> {
    if text.is_empty() { Ok(0) } else { number(text) }
}

/// The beginning of a text, short enough for an answer of one line.
pub(crate) fn excerpt(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(30).collect()
}
