//! Whether puzzles are what they say.

use std::collections::HashMap;

use tengen_core::Point;
use tengen_engine::Stop;
use tengen_proof::Refusal;

use super::certify::{Certifier, Failure, Wanted, check_choice};
use super::fives::legal_moves_from;
use super::solver::WinBy;
use super::{Halt, Kind, Puzzle, Unfit};

/// Why a puzzle is not what it says.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CheckError {
    /// The proof that it has is none.
    #[error("its proof is refused: {0}")]
    Refused(Refusal),
    /// The proof that it has is one of another length.
    #[error("its proof takes {proved} plies, not {stated}")]
    Proved {
        /// What the puzzle says.
        stated: u32,
        /// What the proof says.
        proved: u32,
    },
    /// The proof has another line.
    #[error("its line is not that of its proof, {}", names(.0))]
    Line(Vec<Point>),
    /// It is none of its kind.
    #[error("this is no puzzle of its kind: {0}")]
    Unfit(Unfit),
    /// A win by fours is shorter or longer.
    #[error("the shortest win takes {found} plies, not {stated}")]
    Length {
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
    /// An answer was not shown to be one.
    #[error("that {0} wins was not shown")]
    Answer(Point),
    /// A move that is no answer wins.
    #[error("{0} wins too, and is no answer")]
    Second(Point),
    /// Nothing was found out.
    #[error(transparent)]
    Halt(#[from] Halt),
}

impl From<Failure> for CheckError {
    fn from(failure: Failure) -> CheckError {
        match failure {
            Failure::Unfit(unfit) => CheckError::Unfit(unfit),
            Failure::Halt(halt) => CheckError::Halt(halt),
        }
    }
}

/// Whether the win of a puzzle is one and takes as long as it says: by the rules alone, nothing is searched.
///
/// # Errors
/// If its proof is refused, or has another length or line.
pub fn check_proof(puzzle: &Puzzle) -> Result<(), CheckError> {
    tengen_proof::check(&puzzle.proof, u64::MAX).map_err(CheckError::Refused)?;
    let (stated, proved) = (puzzle.length, puzzle.proof.plies());
    if stated != proved {
        return Err(CheckError::Proved { stated, proved });
    }
    let line = puzzle.proof.main_line();
    if line != puzzle.line { Err(CheckError::Line(line)) } else { Ok(()) }
}

/// Checks puzzles: their proofs by the rules alone, and by searches what no proof shows.
///
/// Each puzzle is searched with empty tables and a fixed number of nodes, so that the result depends neither on the
/// puzzles before nor on the machine.
#[derive(Debug)]
pub struct Checker {
    certifier: Certifier,
    /// Whether other moves than the answers are tried where no complete search excludes them.
    tries_others: bool,
}

impl Checker {
    /// One that can be stopped.
    pub fn new(stop: Stop) -> Checker {
        Checker { certifier: Certifier::to_check(stop), tries_others: false }
    }

    /// One that looks for answers that were overlooked: every search has `times` the nodes it had when the puzzle was
    /// made, and the other moves of a win by any moves are tried as well.
    pub fn with_more_work(times: u64, stop: Stop) -> Checker {
        Checker { certifier: Certifier::to_doubt(times, stop), tries_others: true }
    }

    /// Whether a puzzle is what it says.
    ///
    /// # Errors
    /// If it is not, or cannot be shown to be, or the check is stopped.
    pub fn check(&mut self, puzzle: &Puzzle) -> Result<(), CheckError> {
        check_proof(puzzle)?;
        match puzzle.kind {
            Kind::Win => self.check_win(puzzle),
            Kind::Vcf | Kind::Vct | Kind::Defence | Kind::Trap => self.certify_again(puzzle),
        }
    }

    fn certify_again(&mut self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let wanted = Wanted { length: &|_| true, answers: puzzle.answers.len() };
        let found = self.certifier.certify(&puzzle.game, puzzle.kind, &wanted)?;
        // Of fours the length is the shortest there is; of other wins the proof says all that is claimed.
        let is_shortest = matches!(puzzle.kind, Kind::Vcf | Kind::Trap);
        if is_shortest && found.length != puzzle.length {
            return Err(CheckError::Length { stated: puzzle.length, found: found.length });
        }
        match puzzle.answers == found.answers {
            true => Ok(()),
            false => {
                Err(CheckError::Answers { stated: puzzle.answers.clone(), found: found.answers })
            }
        }
    }

    /// Answers of a win by any moves are those that were proved to win when it was made. Others may win too, and a
    /// better solver may prove it, so they are not tried.
    fn check_win(&mut self, puzzle: &Puzzle) -> Result<(), CheckError> {
        let game = &puzzle.game;
        check_choice(game).map_err(CheckError::Unfit)?;
        self.certifier.solver.begin();
        self.certifier.rule_out(game, WinBy::Threats)?;
        let mut stops = Vec::new();
        let is_proved = |answer: &&Point| puzzle.line.first() == Some(*answer);
        for &answer in puzzle.answers.iter().filter(|answer| !is_proved(answer)) {
            if self.certifier.win_with(game, answer, &mut stops)?.is_none() {
                return Err(CheckError::Answer(answer));
            }
        }
        if self.tries_others {
            self.exclude_others(puzzle, &mut stops)?;
        }
        Ok(())
    }

    /// No other move must be proved to win by any moves.
    fn exclude_others(
        &mut self,
        puzzle: &Puzzle,
        stops: &mut Vec<Point>,
    ) -> Result<(), CheckError> {
        let others = legal_moves_from(&puzzle.game, &puzzle.line);
        for point in others.into_iter().filter(|point| !puzzle.answers.contains(point)) {
            if self.certifier.win_with(&puzzle.game, point, stops)?.is_some() {
                return Err(CheckError::Second(point));
            }
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Game, Rule, Size};
    use tengen_formats::{Rows, parse_position};
    use tengen_proof::{Proof, ProofBuilder};

    use super::super::{Certificate, Source};
    use super::*;

    /// Black k8 makes a four and an open three.
    const FOUR_THREE: &str = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";
    /// The same for White, and Black is to move.
    const TO_STOP: &str = "b=a1a3a5g8;w=h8i8j8k9k10;t=b";

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    fn game(text: &str) -> Game {
        parse_position(text, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap()
    }

    fn puzzle() -> Puzzle {
        let game = game(FOUR_THREE);
        let wanted = Wanted { length: &|_| true, answers: 3 };
        let certified = Certifier::new(Stop::new()).certify(&game, Kind::Vcf, &wanted);
        let Certificate { length, answers, line, proof } = certified.unwrap();
        let source = Source { games: "some.tgg".to_owned(), seed: 1, number: 1, ply: 9 };
        Puzzle {
            kind: Kind::Vcf,
            game,
            length,
            answers,
            line,
            nodes: 1,
            rating: None,
            source,
            proof,
        }
    }

    /// What the check says of a puzzle that was altered.
    fn said_of(alter: impl Fn(&mut Puzzle)) -> String {
        let mut puzzle = puzzle();
        alter(&mut puzzle);
        Checker::new(Stop::new()).check(&puzzle).map_err(|error| error.to_string()).unwrap_err()
    }

    /// Black plays k8, then k11, and makes `end`.
    fn proof_to(end: &str) -> Arc<Proof> {
        let board = game(FOUR_THREE).board().clone();
        let mut builder = ProofBuilder::new(Rule::Freestyle, board, tengen_core::Side::Black);
        let five = builder.add(point(end), &[], None);
        let open_four = builder.add(point("k11"), &[(point("k7"), five)], Some(point("k7")));
        let four = builder.add(point("k8"), &[(point("l8"), open_four)], Some(point("l8")));
        Arc::new(builder.finish(four))
    }

    #[test]
    fn a_puzzle_is_what_its_maker_says() {
        assert_eq!(Checker::new(Stop::new()).check(&puzzle()), Ok(()));
        let proof = proof_to("k12");
        let line = proof.main_line();
        assert_eq!(check_proof(&Puzzle { proof, line, ..puzzle() }), Ok(()));
    }

    #[test]
    fn a_proof_of_no_win_is_refused_before_anything_is_searched() {
        let altered = Puzzle { proof: proof_to("k13"), ..puzzle() };
        let error = check_proof(&altered).unwrap_err();
        assert!(matches!(error, CheckError::Refused(_)), "{error}");
        // A stopped checker searches nothing.
        let stop = Stop::new();
        stop.stop();
        assert_eq!(Checker::new(stop).check(&altered), Err(error));
    }

    #[test]
    fn a_length_and_a_line_are_those_of_the_proof() {
        assert_eq!(said_of(|puzzle| puzzle.length += 2), "its proof takes 5 plies, not 7");
        let line = said_of(|puzzle| puzzle.line[3] = point("a2"));
        assert!(line.starts_with("its line is not that of its proof, k8 l8 k"), "{line}");
    }

    #[test]
    fn answers_that_are_none_or_missing_are_found() {
        let more = said_of(|puzzle| puzzle.answers.push(point("k11")));
        assert_eq!(more, "the answers are k8, not k8 k11");
        let other = said_of(|puzzle| puzzle.answers = vec![point("k11")]);
        assert_eq!(other, "the answers are k8, not k11");
    }

    #[test]
    fn a_kind_that_is_another_is_found() {
        let simpler = "this is no puzzle of its kind: there is a win by fours";
        assert_eq!(said_of(|puzzle| puzzle.kind = Kind::Vct), simpler);
        let threats = "this is no puzzle of its kind: there is a win by threats";
        assert_eq!(said_of(|puzzle| puzzle.kind = Kind::Win), threats);
        let none = "this is no puzzle of its kind: there is no win by fours";
        assert_eq!(said_of(|puzzle| puzzle.game = game(TO_STOP)), none);
    }

    #[test]
    fn a_win_by_fours_that_is_not_the_shortest_is_found() {
        // Black can begin with another four, which needs one stop more.
        let game = game("b=h8i8j8k9k10c12d12e12;w=a1a3a5g8b12;t=b");
        let mut builder = ProofBuilder::new(Rule::Freestyle, game.board().clone(), game.to_move());
        let five = builder.add(point("k12"), &[], None);
        let open_four = builder.add(point("k11"), &[(point("k7"), five)], Some(point("k7")));
        let four = builder.add(point("k8"), &[(point("l8"), open_four)], Some(point("l8")));
        let first = builder.add(point("f12"), &[(point("g12"), four)], Some(point("g12")));
        let proof = Arc::new(builder.finish(first));
        let (length, line) = (proof.plies(), proof.main_line());
        let answers = ["k8", "f12", "g12"].map(point).into();
        let detour = Puzzle { game, length, answers, line, proof, ..puzzle() };
        assert_eq!(check_proof(&detour), Ok(()));
        let error = Checker::new(Stop::new()).check(&detour).unwrap_err();
        assert_eq!(error, CheckError::Length { stated: 7, found: 5 });
    }
}
