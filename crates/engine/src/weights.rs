//! The numbers of the evaluation and of the order of moves. They are data: see `data/eval`.

use std::fmt;

use tengen_core::Rule;

use crate::{Code, Shape, Shapes, Threat};

/// What a code is worth to the side it belongs to: four small numbers in one word, because every
/// move copies dozens of them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Worth(u64);

impl Worth {
    /// Packs the numbers.
    pub const fn new(value: i16, attack: i16, defence: i16, threat: Threat) -> Worth {
        let (value, attack, defence) = (value as u16, attack as u16, defence as u16);
        let numbers = value as u64 | (attack as u64) << 16 | (defence as u64) << 32;
        Worth(numbers | (threat as u64) << 48)
    }

    /// What an empty point of this code adds to the evaluation.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i16 as i32
    }

    /// What playing it is worth, for the order of moves.
    #[inline]
    pub const fn attack(self) -> i32 {
        (self.0 >> 16) as i16 as i32
    }

    /// What taking it away from the other side is worth, for the order of moves.
    #[inline]
    pub const fn defence(self) -> i32 {
        (self.0 >> 32) as i16 as i32
    }

    /// What playing it threatens.
    #[inline]
    pub const fn threat(self) -> Threat {
        Threat::ALL[self.threat_number()]
    }

    /// The threat's number.
    #[inline]
    pub(crate) const fn threat_number(self) -> usize {
        (self.0 >> 48) as usize & 0xF
    }
}

impl fmt::Debug for Worth {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Worth")
            .field("value", &self.value())
            .field("attack", &self.attack())
            .field("defence", &self.defence())
            .field("threat", &self.threat())
            .finish()
    }
}

/// The numbers of all codes, and of the threats on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    codes: Vec<[i16; 3]>,
    threats: ThreatValues,
}

/// What the threats of both sides add to the evaluation for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreatValues {
    /// By the strongest threat of the side to move, then by that of the other side.
    pairs: [[i16; Threat::COUNT]; Threat::COUNT],
    /// For each threat: by how many points of it the side to move has, then the other side.
    counts: [[[i16; Weights::COUNTED]; Weights::COUNTED]; Threat::COUNT],
}

/// A file of numbers that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct WeightsError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Weights {
    /// How many points of a threat are told apart: none, one, two, three, more.
    pub const COUNTED: usize = 5;

    /// The numbers that come with the engine for a rule.
    pub fn built_in(rule: Rule) -> Weights {
        let text = match rule {
            Rule::Freestyle => include_str!("../../../data/eval/freestyle.txt"),
            Rule::Standard => include_str!("../../../data/eval/standard.txt"),
            Rule::Renju => include_str!("../../../data/eval/renju.txt"),
            Rule::Caro | Rule::CaroExact => include_str!("../../../data/eval/caro.txt"),
        };
        Weights::parse(text).expect("the numbers that come with the engine are well-formed")
    }

    /// Reads numbers: a line `shape shape shape shape value attack defence` for every code, with
    /// shapes by their numbers from weakest to strongest; lines `threat name` with a number for each
    /// threat of the other side, weakest first; and lines `count name` with a number for each count
    /// of the side to move and, within it, of the other side. Threats and counts that are missing
    /// add nothing.
    ///
    /// # Errors
    /// If a line is malformed, or a code is missing or comes twice.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut codes = vec![None; Code::COUNT];
        let mut threats = ThreatValues::default();
        for (line, content) in (1..).zip(text.lines()) {
            let fault = |problem: &str| WeightsError { line, problem: problem.to_owned() };
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            if let Some(threat) = content.strip_prefix("threat ") {
                threats
                    .read(threat)
                    .ok_or_else(|| fault("this is not a threat with a number for each threat"))?;
                continue;
            }
            if let Some(count) = content.strip_prefix("count ") {
                threats
                    .read_counts(count)
                    .ok_or_else(|| fault("this is not a threat with 25 numbers"))?;
                continue;
            }
            let numbers: Result<Vec<i16>, _> = content.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|_| fault("this is not a line of numbers"))?;
            let &[a, b, c, d, value, attack, defence] = numbers.as_slice() else {
                return Err(fault("a line has four shapes and three numbers"));
            };
            let shape = |n: i16| Shape::ALL.get(usize::try_from(n).ok()?).copied();
            let shapes: Option<Vec<Shape>> = [a, b, c, d].into_iter().map(shape).collect();
            let shapes = shapes.and_then(|shapes| <[Shape; 4]>::try_from(shapes).ok());
            let shapes = shapes.ok_or_else(|| fault("there is no such shape"))?;
            let code = Code::of(Shapes::new(shapes)).index();
            if codes[code].replace([value, attack, defence]).is_some() {
                return Err(fault("these shapes stand here a second time"));
            }
        }
        let line = text.lines().count();
        let codes: Option<Vec<[i16; 3]>> = codes.into_iter().collect();
        let missing = || WeightsError { line, problem: "some shapes are missing".to_owned() };
        Ok(Weights { codes: codes.ok_or_else(missing)?, threats })
    }

    /// Value, attack and defence of a code.
    pub fn code(&self, code: Code) -> [i16; 3] {
        self.codes[code.index()]
    }

    /// Changes value, attack and defence of a code.
    pub fn set_code(&mut self, code: Code, numbers: [i16; 3]) {
        self.codes[code.index()] = numbers;
    }

    /// What the strongest threats of the side to move and of the other side add.
    pub fn pair(&self, own: Threat, enemy: Threat) -> i16 {
        self.threats.pairs[own as usize][enemy as usize]
    }

    /// Changes what the strongest threats add.
    pub fn set_pair(&mut self, own: Threat, enemy: Threat, number: i16) {
        self.threats.pairs[own as usize][enemy as usize] = number;
    }

    /// What so many points of a threat of the side to move and of the other side add; counts are
    /// below [`Weights::COUNTED`].
    pub fn count(&self, threat: Threat, own: usize, enemy: usize) -> i16 {
        self.threats.counts[threat as usize][own][enemy]
    }

    /// Changes what counts of a threat add.
    pub fn set_count(&mut self, threat: Threat, own: usize, enemy: usize, number: i16) {
        self.threats.counts[threat as usize][own][enemy] = number;
    }

    pub(crate) fn threats(&self) -> ThreatValues {
        self.threats
    }

    pub(crate) fn worth(&self, code: Code, threat: Threat) -> Worth {
        let [value, attack, defence] = self.codes[code.index()];
        Worth::new(value, attack, defence, threat)
    }
}

/// The text that [`Weights::parse`] reads.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (code, shapes) in Code::all() {
            let [a, b, c, d] = shapes.all().map(|shape| shape as u8);
            let [value, attack, defence] = self.code(code);
            writeln!(f, "{a} {b} {c} {d} {value} {attack} {defence}")?;
        }
        let numbers = |f: &mut fmt::Formatter<'_>, numbers: &[i16]| {
            numbers.iter().try_for_each(|number| write!(f, " {number}"))
        };
        for threat in Threat::ALL {
            write!(f, "threat {}", threat.name())?;
            numbers(f, &self.threats.pairs[threat as usize])?;
            writeln!(f)?;
        }
        for threat in Threat::ALL {
            write!(f, "count {}", threat.name())?;
            numbers(f, self.threats.counts[threat as usize].as_flattened())?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Default for ThreatValues {
    fn default() -> Self {
        let counts = [[[0; Weights::COUNTED]; Weights::COUNTED]; Threat::COUNT];
        ThreatValues { pairs: Default::default(), counts }
    }
}

impl ThreatValues {
    /// What the strongest threats add for the side to move.
    #[inline]
    pub(crate) fn pair(&self, own: Threat, enemy: Threat) -> i32 {
        i32::from(self.pairs[own as usize][enemy as usize])
    }

    /// What counts of a threat add for the side to move.
    #[inline]
    pub(crate) fn count(&self, threat: Threat, own: usize, enemy: usize) -> i32 {
        let most = Weights::COUNTED - 1;
        i32::from(self.counts[threat as usize][own.min(most)][enemy.min(most)])
    }

    /// Reads a name and its numbers.
    fn read(&mut self, text: &str) -> Option<()> {
        let (threat, numbers) = named(text)?;
        self.pairs[threat as usize] = numbers.try_into().ok()?;
        Some(())
    }

    /// Reads a name and the numbers of its counts.
    fn read_counts(&mut self, text: &str) -> Option<()> {
        let (threat, numbers) = named(text)?;
        let room = self.counts[threat as usize].as_flattened_mut();
        (numbers.len() == room.len()).then(|| room.copy_from_slice(&numbers))
    }
}

/// A threat by its name, and the numbers after it.
fn named(text: &str) -> Option<(Threat, Vec<i16>)> {
    let (name, numbers) = text.split_once(' ')?;
    let threat = Threat::ALL.into_iter().find(|threat| threat.name() == name)?;
    let numbers: Result<Vec<i16>, _> = numbers.split_whitespace().map(str::parse).collect();
    Some((threat, numbers.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut weights = Weights::built_in(Rule::Freestyle);
        weights.set_count(Threat::OpenThree, 2, 1, -77);
        weights.set_pair(Threat::Four, Threat::OpenThree, 31);
        let (code, _) = Code::all().last().unwrap();
        weights.set_code(code, [1, -2, 3]);
        assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let text = Weights::built_in(Rule::Freestyle).to_string();
        let wrong = text.replace("count four ", "count four 1 ");
        let line = 1 + text.lines().position(|line| line.starts_with("count four ")).unwrap();
        assert_eq!(Weights::parse(&wrong).unwrap_err().line, line);
    }
}
