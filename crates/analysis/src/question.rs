//! Questions whose answers are kept beside the best that is known.

use tengen_core::{Point, Size};

use crate::position::{number_of, point_of};
use crate::{Key, Placed};

/// Exactly what was asked of a position. Estimates can be compared only if they were searched alike, so
/// work that compares them, such as a review, wants the answer to its own question and not a deeper one.
///
/// ```
/// # use tengen_analysis::Question;
/// let question = Question { only: vec!["h9".parse()?], ..Question::of("best, 60000 nodes") };
/// assert_eq!(question.to_string(), "best, 60000 nodes, only h9");
/// # Ok::<(), tengen_core::ParsePointError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Question {
    /// What is asked, with which budget and engine, in words of the asker.
    pub words: String,
    /// If any: the only first moves that count.
    pub only: Vec<Point>,
    /// First moves that do not count.
    pub exclude: Vec<Point>,
}

impl Question {
    /// A question about all moves.
    pub fn of(words: impl Into<String>) -> Question {
        Question { words: words.into(), ..Question::default() }
    }

    /// The same question about another image of the position.
    #[must_use]
    pub fn image(&self, turned: impl Fn(Point) -> Point) -> Question {
        let all = |points: &[Point]| points.iter().map(|&point| turned(point)).collect();
        Question { words: self.words.clone(), only: all(&self.only), exclude: all(&self.exclude) }
    }

    /// What follows the position's key in the key of an answer: how many first moves are the only ones, and
    /// these; the same for those that do not count; the words. Numbers take two bytes, the high one first.
    pub(crate) fn key(&self, placed: &Placed) -> Vec<u8> {
        let question = self.image(|point| placed.to_stored(point));
        let mut bytes = placed.key().bytes().to_vec();
        for points in [question.only, question.exclude] {
            let mut numbers: Vec<u16> =
                points.into_iter().map(|point| number_of(point, Size::MAX)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            bytes.extend((numbers.len() as u16).to_be_bytes());
            bytes.extend(numbers.into_iter().flat_map(u16::to_be_bytes));
        }
        bytes.extend(self.words.as_bytes());
        bytes
    }

    /// The question after a position's key; none if these bytes are no question.
    pub(crate) fn from_key(mut rest: &[u8]) -> Option<Question> {
        let mut points = || -> Option<Vec<Point>> {
            let (count, after) = rest.split_first_chunk()?;
            let length = 2 * usize::from(u16::from_be_bytes(*count));
            let (numbers, after) = after.split_at_checked(length)?;
            rest = after;
            let numbers = numbers.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]]));
            numbers.map(|number| point_of(number, Size::MAX)).collect()
        };
        let (only, exclude) = (points()?, points()?);
        let words = str::from_utf8(rest).ok()?.to_owned();
        Some(Question { words, only, exclude })
    }
}

impl std::fmt::Display for Question {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)?;
        for (word, points) in [("only", &self.only), ("without", &self.exclude)] {
            for (n, point) in points.iter().enumerate() {
                f.write_str(&if n == 0 {
                    format!(", {word} {point}")
                } else {
                    format!(" {point}")
                })?;
            }
        }
        Ok(())
    }
}

/// Whether the key of an answer belongs to a position.
pub(crate) fn belongs(answer: &[u8], key: &Key) -> bool {
    answer.starts_with(key.bytes())
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Symmetry};
    use tengen_test_support::game::{game, points};

    use super::*;
    use crate::Position;

    #[test]
    fn a_question_is_the_same_in_all_images_of_its_position() {
        let position = Position::of(&game(Rule::Freestyle, 15, "h8 i9 k8"));
        let question = Question {
            only: points("j10"),
            exclude: points("a1c4"),
            ..Question::of("best, 100 nodes")
        };
        let key = question.key(&Placed::of(&position));
        for symmetry in Symmetry::ALL {
            let turned = question.image(|point| symmetry.apply(point, position.size()));
            assert_eq!(turned.key(&Placed::of(&position.image(symmetry))), key);
        }
    }

    #[test]
    fn a_question_is_read_from_its_key() {
        let position = Position::of(&game(Rule::Freestyle, 20, "h8 i9 k8"));
        let placed = Placed::of(&position);
        let question = Question { exclude: points("t20"), ..Question::of("best") };
        let key = question.key(&placed);
        let (_, _, rest) = Key::split(&key).unwrap();
        let stored = Question::from_key(rest).unwrap();
        assert_eq!(stored.image(|point| placed.from_stored(point)), question);
        for length in 0..4 {
            assert_eq!(Question::from_key(&rest[..length]), None);
        }
    }
}
