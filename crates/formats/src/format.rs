//! Which formats there are, what each can hold, and how a file shows which one it is.

use std::fmt;
use std::str::FromStr;

/// A file format.
///
/// ```
/// # use tengen_formats::Format;
/// assert_eq!(Format::recognise(b"(;FF[4]GM[4]SZ[15])"), Some(Format::Sgf));
/// assert_eq!(Format::recognise(b"0,0, 1,-1"), Some(Format::Offset));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Smart Game Format FF\[4\], GM\[4\].
    Sgf,
    /// Games of Piskvork and the Gomocup judge.
    Psq,
    /// Libraries of RenLib.
    Lib,
    /// Positions as move strings (`h8i9…`) or set-ups, one a line.
    Pos,
    /// Gomocup openings: distances from the centre, one opening a line.
    Offset,
    /// The `BOARD … DONE` block of the Gomocup protocol.
    Board,
    /// The project's own JSON; holds everything.
    Json,
}

/// What a format can hold beside the moves of a line.
///
/// Writing leaves out what a format cannot hold and says so; reading back gives exactly the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capacity {
    /// More than one game in a file.
    pub many: bool,
    /// More than one line of play.
    pub variations: bool,
    /// A set-up before the first move.
    pub setup: bool,
    /// Set-ups after moves, and nodes without a move.
    pub changes: bool,
    /// Passes.
    pub passes: bool,
    /// Comments, marks and whatever else stands beside moves.
    pub notes: bool,
    /// Thinking times.
    pub times: bool,
    /// Players' names.
    pub players: bool,
    /// Event, round and date.
    pub occasion: bool,
    /// How the game ended.
    pub ending: bool,
    /// The rule.
    pub rule: bool,
    /// The board's size.
    pub size: bool,
}

const NOTHING: Capacity = Capacity {
    many: false,
    variations: false,
    setup: false,
    changes: false,
    passes: false,
    notes: false,
    times: false,
    players: false,
    occasion: false,
    ending: false,
    rule: false,
    size: false,
};

const EVERYTHING: Capacity = Capacity {
    many: true,
    variations: true,
    setup: true,
    changes: true,
    passes: true,
    notes: true,
    times: true,
    players: true,
    occasion: true,
    ending: true,
    rule: true,
    size: true,
};

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Sgf,
        Format::Psq,
        Format::Lib,
        Format::Pos,
        Format::Offset,
        Format::Board,
        Format::Json,
    ];

    /// The format's name, as users write it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Lib => "lib",
            Format::Pos => "pos",
            Format::Offset => "offset",
            Format::Board => "board",
            Format::Json => "json",
        }
    }

    /// The names of all formats, for messages.
    pub(crate) fn list() -> String {
        Format::ALL.map(Format::name).join(", ")
    }

    /// What the format can hold.
    pub const fn capacity(self) -> Capacity {
        match self {
            Format::Sgf | Format::Json => EVERYTHING,
            Format::Lib => Capacity { variations: true, passes: true, notes: true, ..NOTHING },
            Format::Psq => Capacity { times: true, players: true, size: true, ..NOTHING },
            Format::Pos => Capacity { many: true, setup: true, passes: true, ..NOTHING },
            Format::Offset => Capacity { many: true, ..NOTHING },
            Format::Board => Capacity { setup: true, rule: true, size: true, ..NOTHING },
        }
    }

    /// The format that file names ending in `extension` stand for.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "txt" => Some(Format::Pos),
            other => other.parse().ok(),
        }
    }

    /// The format of a file, by what it holds.
    pub fn recognise(bytes: &[u8]) -> Option<Format> {
        if bytes.starts_with(crate::renlib::MAGIC) || crate::renlib::is_headless(bytes) {
            return Some(Format::Lib);
        }
        let head = &bytes[..bytes.len().min(4096)];
        let text = crate::decode::text(head, encoding_rs::WINDOWS_1252);
        let text = text.trim_start();
        let mut chars = text.chars();
        let first = chars.next()?;
        let second = chars.next();
        match first {
            '(' => Some(Format::Sgf),
            '{' => Some(Format::Json),
            '0'..='9' | '+' | '-' if second != Some('-') => text
                .lines()
                .next()?
                .contains(',')
                .then_some(Format::Offset)
                .or_else(|| crate::notation::looks_numbered(text).then_some(Format::Pos)),
            _ if crate::psq::opens_game(text) => Some(Format::Psq),
            _ if crate::protocol_text::opens_board(text) => Some(Format::Board),
            _ => crate::notation::looks_like_position(text).then_some(Format::Pos),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a format; the formats are {formats}", formats = Format::list())]
pub struct ParseFormatError(String);

impl FromStr for Format {
    type Err = ParseFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseFormatError(text.chars().take(20).collect()))
    }
}
