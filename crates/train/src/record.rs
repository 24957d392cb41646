//! A game of self-play: its moves and the score of each search.

mod conditions;
mod positions;
mod store;

use tengen_core::{Game, Point, Rule, Side, Size, Symmetry};

pub use conditions::Conditions;
pub use positions::{Sample, quiet_positions, unsettled_positions};
pub use store::{Damage, Reader, StoreError, Writer, pack};

/// A game: its opening stones and the moves that were searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// RNG seed of the run.
    pub seed: u32,
    /// Its number in the run. The same seed and number give the same game.
    pub number: u32,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// Stones placed before the first search, in turn.
    pub opening: Vec<Point>,
    /// The moves that followed.
    pub moves: Vec<ScoredMove>,
    /// The winner; none if it was a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub ending: Ending,
}

/// A move and the score of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// Where the stone was placed.
    pub point: Point,
    /// The score for the side that moved: see [`Record::PROVEN`].
    pub score: i16,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// On the board: a five, a forbidden point or no point left.
    Board,
    /// By a search that proved a win.
    Proven,
    /// Drawn, after scores were even for long.
    Even,
}

/// Bytes that are not a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRecord {
    /// The bytes end too soon, or go on after the end.
    #[error("the game has another length than it says")]
    Length,
    /// A rule, size or ending that does not exist.
    #[error("there is no rule, size or ending of this number")]
    Number,
    /// A point that is off the board, or a move that cannot be made.
    #[error("move {0} cannot be made")]
    Move(usize),
}

impl Record {
    /// Scores from here on are proven wins, 30 000 less the plies to the five; scores down from its
    /// negative are proven losses.
    pub const PROVEN: i16 = 29_000;

    /// The game with all its moves made.
    ///
    /// # Errors
    /// If a move cannot be made; moves count from one.
    pub fn replay(&self) -> Result<Game, BadRecord> {
        let mut game = Game::new(self.size, self.rule);
        let moves = self.opening.iter().copied().chain(self.moves.iter().map(|one| one.point));
        for (number, point) in (1..).zip(moves) {
            game.play(point).map_err(|_| BadRecord::Move(number))?;
        }
        Ok(game)
    }

    /// The result for a side: 1 won, 0 lost, ½ drawn.
    pub fn points(&self, side: Side) -> f32 {
        match self.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// The same for two games that are the same but for a symmetry of the board.
    pub fn fingerprint(&self) -> u64 {
        let moves = || self.opening.iter().copied().chain(self.moves.iter().map(|one| one.point));
        let hash = |symmetry: Symmetry| {
            moves().fold(0xCBF2_9CE4_8422_2325_u64, |hash, point| {
                let index = symmetry.apply(point, self.size).index() as u64;
                (hash ^ index).wrapping_mul(0x0100_0000_01B3).rotate_left(7)
            })
        };
        let least = Symmetry::ALL.into_iter().map(hash).min().unwrap_or_default();
        least ^ u64::from(self.rule.code()) << 56 ^ u64::from(self.size.lines()) << 48
    }

    /// The bytes of a game, as `docs/records.md` describes them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.seed.to_le_bytes().to_vec();
        bytes.extend(self.number.to_le_bytes());
        let winner = self.winner.map_or(0, |side| side as u8 + 1);
        let numbers = [self.rule.code(), self.size.lines(), winner, self.ending as u8];
        bytes.extend(numbers);
        bytes.push(self.opening.len() as u8);
        bytes.extend((self.moves.len() as u16).to_le_bytes());
        for &point in &self.opening {
            bytes.extend(self.number_of(point).to_le_bytes());
        }
        for one in &self.moves {
            bytes.extend(self.number_of(one.point).to_le_bytes());
            bytes.extend(one.score.to_le_bytes());
        }
        bytes
    }

    /// Reads what [`Record::to_bytes`] wrote.
    ///
    /// # Errors
    /// If it is no game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Record, BadRecord> {
        let (numbers, rest) = bytes.split_at_checked(8).ok_or(BadRecord::Length)?;
        let (head, rest) = rest.split_at_checked(7).ok_or(BadRecord::Length)?;
        let lines = Size::new(head[1]).ok_or(BadRecord::Number)?;
        let (stones, moves) = (usize::from(head[4]), usize::from(word(&head[5..])));
        let (opening, rest) = rest.split_at_checked(2 * stones).ok_or(BadRecord::Length)?;
        if rest.len() != 4 * moves {
            return Err(BadRecord::Length);
        }
        let point = |number: usize, bytes: &[u8]| {
            let place = word(bytes);
            let (x, y) = (place % u16::from(head[1]), place / u16::from(head[1]));
            let point = u8::try_from(y).ok().and_then(|y| Point::new(x as u8, y));
            point.filter(|&point| lines.contains(point)).ok_or(BadRecord::Move(number))
        };
        let opening = (1..).zip(opening.chunks_exact(2)).map(|(n, two)| point(n, two));
        let moves = (stones + 1..).zip(rest.chunks_exact(4)).map(|(n, four)| {
            let score = word(&four[2..]) as i16;
            Ok(ScoredMove { point: point(n, four)?, score })
        });
        Ok(Record {
            seed: long(numbers),
            number: long(&numbers[4..]),
            rule: Rule::from_code(head[0]).ok_or(BadRecord::Number)?,
            size: lines,
            opening: opening.collect::<Result<_, _>>()?,
            moves: moves.collect::<Result<_, _>>()?,
            winner: winner(head[2])?,
            ending: ending(head[3])?,
        })
    }

    /// Points are counted row by row.
    fn number_of(&self, point: Point) -> u16 {
        u16::from(point.y()) * u16::from(self.size.lines()) + u16::from(point.x())
    }
}

fn long(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

fn word(bytes: &[u8]) -> u16 {
    u16::from_le_bytes([bytes[0], bytes[1]])
}

fn winner(number: u8) -> Result<Option<Side>, BadRecord> {
    match number {
        0 => Ok(None),
        1 => Ok(Some(Side::Black)),
        2 => Ok(Some(Side::White)),
        _ => Err(BadRecord::Number),
    }
}

fn ending(number: u8) -> Result<Ending, BadRecord> {
    let all = [Ending::Board, Ending::Proven, Ending::Even];
    all.into_iter().find(|&ending| ending as u8 == number).ok_or(BadRecord::Number)
}
