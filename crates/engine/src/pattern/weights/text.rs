//! Weights as text.

use std::fmt;

use tengen_core::{BySide, Side};

use super::{PatternWeights, PolicyWeights, SideWeights, ThreatWeights, Weights};
use crate::{PatternCode, Shape, Shapes, Threat};

/// A file of weights that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct WeightsError {
    /// The line, from one.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// What is wrong with a line.
type Problem = &'static str;

impl Weights {
    /// Reads weights, each line for both sides or, after `black` or `white`, for one.
    ///
    /// - `shape shape shape shape value tempo attack defence` for every pattern, with shapes by
    ///   their numbers from weakest to strongest;
    /// - `threat NAME`: what that strongest threat of the side to move adds, a weight for each
    ///   strongest threat of the other side, weakest first;
    /// - `count NAME`: a weight for each count of the side to move and, within it, of the other
    ///   side;
    /// - `order NAME`: what is added to the policy of a move that threatens this, a weight for each
    ///   threat of the other side there;
    /// - `near last` and `near before`: what the distance to the last stone of the other side and
    ///   to the own one adds to the policy of a move.
    ///
    /// Missing lines other than those of patterns mean weights of zero.
    ///
    /// # Errors
    /// If a line is malformed, or a pattern is missing or comes twice.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut reading = BySide::new(Reading::default(), Reading::default());
        for (line, content) in (1..).zip(text.lines()) {
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let one = |side: Side| Some((side, content.strip_prefix(&format!("{side} "))?));
            let sides = match Side::BOTH.into_iter().find_map(one) {
                Some(one) => vec![one],
                None => Side::BOTH.map(|side| (side, content)).to_vec(),
            };
            for (side, content) in sides {
                let fault = |problem: Problem| WeightsError { line, problem: problem.to_owned() };
                reading[side].line(content).map_err(fault)?;
            }
        }
        let line = text.lines().count();
        let missing = || WeightsError { line, problem: "some shapes are missing".to_owned() };
        let [black, white] = Side::BOTH.map(|side| reading[side].weights().ok_or_else(missing));
        Ok(Weights { sides: BySide::new(black?, white?) })
    }
}

/// What was read for a side.
#[derive(Clone)]
struct Reading {
    codes: Vec<Option<PatternWeights>>,
    threats: ThreatWeights,
    policy: PolicyWeights,
}

impl Default for Reading {
    fn default() -> Self {
        let codes = vec![None; PatternCode::COUNT];
        Reading { codes, threats: ThreatWeights::default(), policy: PolicyWeights::default() }
    }
}

impl Reading {
    fn line(&mut self, text: &str) -> Result<(), Problem> {
        let (kind, rest) = text.split_once(' ').ok_or("this is not a line of numbers")?;
        match kind {
            "threat" => named(rest, |threat| &mut self.threats.pairs[threat as usize])
                .ok_or("this is not a threat with a number for each threat"),
            "count" => {
                named(rest, |threat| self.threats.counts[threat as usize].as_flattened_mut())
                    .ok_or("this is not a threat with 25 numbers")
            }
            "order" => named(rest, |threat| &mut self.policy.pairs[threat as usize])
                .ok_or("this is not a threat with a number for each threat"),
            "near" => self.near(rest).ok_or("this is not 'last' or 'before' with 28 numbers"),
            _ => self.code(text),
        }
    }

    fn near(&mut self, text: &str) -> Option<()> {
        let (name, weights) = text.split_once(' ')?;
        match name {
            "last" => fill(&mut self.policy.last, weights),
            "before" => fill(&mut self.policy.before, weights),
            _ => None,
        }
    }

    fn code(&mut self, text: &str) -> Result<(), Problem> {
        let numbers: Result<Vec<i16>, _> = text.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|_| "this is not a line of numbers")?;
        let &[a, b, c, d, value, tempo, attack, defence] = numbers.as_slice() else {
            return Err("a line has four shapes and four numbers");
        };
        if tempo.unsigned_abs() > PatternWeights::MAX_TEMPO.unsigned_abs() {
            return Err("a tempo is at most 2047");
        }
        let shape = |n: i16| Shape::ALL.get(usize::try_from(n).ok()?).copied();
        let shapes: Option<Vec<Shape>> = [a, b, c, d].into_iter().map(shape).collect();
        let shapes = shapes.and_then(|shapes| <[Shape; 4]>::try_from(shapes).ok());
        let shapes = shapes.ok_or("there is no such shape")?;
        let code = &mut self.codes[PatternCode::of(Shapes::new(shapes)).index()];
        match code.replace(PatternWeights { value, tempo, attack, defence }) {
            Some(_) => Err("these shapes stand here a second time"),
            None => Ok(()),
        }
    }

    /// The weights, if every pattern has some.
    fn weights(&self) -> Option<SideWeights> {
        let codes: Option<Vec<PatternWeights>> = self.codes.iter().copied().collect();
        Some(SideWeights { codes: codes?, threats: self.threats, policy: self.policy })
    }
}

/// Reads a threat's name and its weights into their room.
fn named<'a>(text: &str, room: impl FnOnce(Threat) -> &'a mut [i16]) -> Option<()> {
    let (name, weights) = text.split_once(' ')?;
    let threat = Threat::ALL.into_iter().find(|threat| threat.name() == name)?;
    fill(room(threat), weights)
}

/// Reads as many weights as there is room for.
fn fill(room: &mut [i16], text: &str) -> Option<()> {
    let numbers: Result<Vec<i16>, _> = text.split_whitespace().map(str::parse).collect();
    let numbers = numbers.ok()?;
    (numbers.len() == room.len()).then(|| room.copy_from_slice(&numbers))
}

/// The text that [`Weights::parse`] reads: what both sides have alike stands there once.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = Side::BOTH.map(|side| lines(self.of(side)));
        for (black, white) in black.iter().zip(&white) {
            if black == white {
                writeln!(f, "{black}")?;
            } else {
                writeln!(f, "black {black}\nwhite {white}")?;
            }
        }
        Ok(())
    }
}

/// The weights of a side, line by line.
fn lines(weights: &SideWeights) -> Vec<String> {
    let code = |(code, shapes): (PatternCode, Shapes)| {
        let [a, b, c, d] = shapes.all().map(|shape| shape as u8);
        let PatternWeights { value, tempo, attack, defence } = weights.code(code);
        format!("{a} {b} {c} {d} {value} {tempo} {attack} {defence}")
    };
    let row = |name: String, weights: &[i16]| {
        weights.iter().fold(name, |line, weight| format!("{line} {weight}"))
    };
    let (threats, policy) = (&weights.threats, &weights.policy);
    let each = |kind: &'static str| {
        Threat::ALL.map(|threat| (threat as usize, format!("{kind} {}", threat.name())))
    };
    let mut lines: Vec<String> = PatternCode::all().map(code).collect();
    lines.extend(each("threat").map(|(n, name)| row(name, &threats.pairs[n])));
    lines.extend(each("count").map(|(n, name)| row(name, threats.counts[n].as_flattened())));
    lines.extend(each("order").map(|(n, name)| row(name, &policy.pairs[n])));
    lines.push(row("near last".to_owned(), &policy.last));
    lines.push(row("near before".to_owned(), &policy.before));
    lines
}

#[cfg(test)]
mod tests {
    use tengen_core::Rule;

    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut weights = Weights::built_in(Rule::Freestyle);
        let black = weights.of_mut(Side::Black);
        black.threats.counts[Threat::OpenThree as usize][2][1] = -77;
        black.threats.pairs[Threat::Four as usize][Threat::OpenThree as usize] = 31;
        let white = weights.of_mut(Side::White);
        white.policy.pairs[Threat::OpenTwo as usize][Threat::Four as usize] = -5;
        white.policy.last[3] = 9;
        white.policy.before[27] = -8;
        let (code, _) = PatternCode::all().last().unwrap();
        *white.code_mut(code) = PatternWeights { value: 1, tempo: -2, attack: 3, defence: -4 };
        assert_eq!(Weights::parse(&weights.to_string()), Ok(weights));
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        let text = Weights::built_in(Rule::Freestyle).to_string();
        for (right, wrong) in [
            ("count four ", "count four 1 "),
            ("order open-two ", "order two "),
            ("near last ", "near first "),
            ("0 0 0 1 ", "0 0 0 2 "),
            ("0 0 0 1 ", "0 0 0 1 7 "),
        ] {
            let broken = text.replacen(&format!("\n{right}"), &format!("\n{wrong}"), 1);
            let line = text.lines().position(|line| line.starts_with(right)).unwrap() + 1;
            let told = Weights::parse(&broken).unwrap_err().line;
            // A code that comes twice is seen where it comes again.
            let again = if wrong == "0 0 0 2 " { line + 1 } else { line };
            assert_eq!(told, again, "{wrong}");
        }
    }
}
