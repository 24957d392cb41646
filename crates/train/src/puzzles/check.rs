//! Whether puzzles are what they say.

use std::collections::HashMap;

use tengen_core::Point;

use super::certify::{Certifier, Failure, Wanted};
use super::{Halt, Puzzle, Unfit};

/// Why a puzzle is not what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// It is none of its kind.
    #[error("this is no puzzle of its kind: {0}")]
    Unfit(Unfit),
    /// The win takes longer or less long.
    #[error("the win takes {found} plies, not {stated}")]
    Length {
        /// What the puzzle says.
        stated: u32,
        /// What was found.
        found: u32,
    },
    /// A shorter win is not excluded.
    #[error("that no win takes fewer than {stated} plies was not shown, only of {found}")]
    Least {
        /// What the puzzle says.
        stated: u32,
        /// What was found.
        found: u32,
    },
    /// Other moves are answers.
    #[error("the answers are {}, not {}", names(found), names(stated))]
    Answers {
        /// What the puzzle says.
        stated: Vec<Point>,
        /// What was found.
        found: Vec<Point>,
    },
    /// Nothing was found out.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// Solves a puzzle again, has every proof checked, and compares.
///
/// # Errors
/// If it is not what it says, or the check is stopped.
pub fn check(puzzle: &Puzzle, certifier: &mut Certifier) -> Result<(), CheckError> {
    let wanted = Wanted { length: &|_| true, answers: puzzle.answers.len() };
    let certified = certifier.certify(&puzzle.game, puzzle.kind, &wanted);
    let certificate = certified.map_err(|failure| match failure {
        Failure::Unfit(unfit) => CheckError::Unfit(unfit),
        Failure::Halt(halt) => CheckError::Halt(halt),
    })?;
    let (stated, found) = (puzzle.length, certificate.length);
    // A length that was never shown to be the shortest stays true when a shorter one is found.
    let may_be_shorter = puzzle.least < stated;
    if stated < found || stated > found && !may_be_shorter {
        return Err(CheckError::Length { stated, found });
    }
    let (stated, found) = (puzzle.least, certificate.least);
    if stated > found {
        return Err(CheckError::Least { stated, found });
    }
    match puzzle.answers == certificate.answers {
        true => Ok(()),
        false => {
            Err(CheckError::Answers { stated: puzzle.answers.clone(), found: certificate.answers })
        }
    }
}

/// The places of the first two puzzles with the same position, turned, mirrored or shifted, from zero.
pub fn first_repeated(puzzles: &[Puzzle]) -> Option<(usize, usize)> {
    let mut seen = HashMap::new();
    let mut places = puzzles.iter().enumerate();
    places.find_map(|(place, puzzle)| {
        let before = seen.insert(puzzle.game.shift_key(), place);
        before.map(|before| (before, place))
    })
}

fn names(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}
