//! The numbers of the evaluation and of the order of moves. They are data: see `data/eval`.

use std::fmt;

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

/// What the strongest threats of both sides add to the evaluation: by that of the side to move,
/// then by that of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ThreatValues([[i16; Threat::COUNT]; Threat::COUNT]);

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
    /// The numbers that come with the engine.
    pub fn built_in() -> Weights {
        Weights::parse(include_str!("../../../data/eval/classic.txt"))
            .expect("the numbers that come with the engine are well-formed")
    }

    /// Reads numbers: a line `shape shape shape shape value attack defence` for every code, with
    /// shapes by their numbers from weakest to strongest, and lines `threat name` with a number
    /// for each threat of the other side, weakest first.
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

    pub(crate) fn threats(&self) -> ThreatValues {
        self.threats
    }

    pub(crate) fn worth(&self, code: Code, threat: Threat) -> Worth {
        let [value, attack, defence] = self.codes[code.index()];
        Worth::new(value, attack, defence, threat)
    }
}

impl ThreatValues {
    /// What the strongest threats add for the side to move.
    #[inline]
    pub(crate) fn value(&self, own: Threat, enemy: Threat) -> i32 {
        i32::from(self.0[own as usize][enemy as usize])
    }

    /// Reads a name and its numbers.
    fn read(&mut self, text: &str) -> Option<()> {
        let (name, numbers) = text.split_once(' ')?;
        let threat = Threat::ALL.into_iter().find(|threat| threat.name() == name)?;
        let numbers: Result<Vec<i16>, _> = numbers.split_whitespace().map(str::parse).collect();
        self.0[threat as usize] = numbers.ok()?.try_into().ok()?;
        Some(())
    }
}
