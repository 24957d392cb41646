//! Why a proof file is not read.

use tengen_core::Point;

/// Why a file is not read, and at which byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("byte {offset}: {problem}")]
pub struct FileError {
    /// Where what is wrong begins, from zero.
    pub offset: usize,
    /// What is wrong.
    pub problem: FileProblem,
}

/// What is wrong with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileProblem {
    /// It begins otherwise.
    #[error("this is not a proof file")]
    Magic,
    /// A later program wrote it.
    #[error("this is version {0} of the format, and this is not how it is read")]
    Version(u8),
    /// It is longer than the limit.
    #[error("the file has more than {0} bytes")]
    TooLong(usize),
    /// It declares more attacks than the limit.
    #[error("{0} attacks are more than the limit")]
    TooManyAttacks(u32),
    /// It ends early.
    #[error("the file ends early")]
    Truncated,
    /// It goes on after its end.
    #[error("the proof ends here, but the file goes on")]
    Trailing,
    /// It was damaged.
    #[error("the checksum is wrong, so the file was damaged")]
    Checksum,
    /// A number that stands for no rule.
    #[error("{0} stands for no rule")]
    Rule(u8),
    /// A board that is not supported.
    #[error("there is no board of {0} lines")]
    Size(u8),
    /// A number that stands for no sides.
    #[error("{0} does not tell the sides")]
    Sides(u8),
    /// A number that is too large or takes more bytes than it must.
    #[error("this number is not written as it should be")]
    Number,
    /// A point off the board.
    #[error("point {0} is off the board")]
    OffBoard(u16),
    /// Stones of one side out of order.
    #[error("the stones are not in order")]
    Order,
    /// Two stones on one point.
    #[error("{0} is set twice")]
    Twice(Point),
    /// There is no proof without an attack.
    #[error("there are no attacks")]
    NoAttacks,
    /// More replies than the board has points.
    #[error("{0} replies are more than the board has points")]
    TooManyReplies(u32),
    /// An attack that begins with a number without meaning.
    #[error("{0} does not tell what belongs to an attack")]
    Shape(u32),
    /// An answer that is not there, or not yet.
    #[error("an answer {distance} attacks before attack {attack} cannot be")]
    Reference {
        /// The attack whose reply is answered.
        attack: u32,
        /// How far before it the answer is said to be.
        distance: u32,
    },
    /// A number that stands for no symmetry, or for none that is written.
    #[error("{0} is no symmetry that is written")]
    Symmetry(u8),
    /// An answer to nothing.
    #[error("an answer has no reply")]
    NoReply,
    /// A point that is listed twice, or out of order.
    #[error("the reply {0} is listed twice or out of order")]
    ReplyOrder(Point),
    /// An attack that answers nothing.
    #[error("attack {0} answers no reply")]
    Unused(u32),
}
