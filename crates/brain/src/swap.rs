//! Openings that end with a choice of colours, and moves that make a position even.

use std::io::Write;
use std::time::Instant;

use tengen_core::opening::{Act, Choice, Opening};
use tengen_core::{OpeningRule, Point, Size};
use tengen_player::{Ask, Decision, Limits, Request, Want};
use tengen_protocol::{Answer, Balanced, Spot};

use crate::reader::Cancel;
use crate::session::{BrainSession, Said};

/// Without time a few thousand nodes are all that a proposal may cost.
const HURRIED_NODES: u64 = 5_000;

impl<W: Write> BrainSession<W> {
    /// A step of swap2. The stones are not kept: a board comes when they are to be played with.
    pub(crate) fn swap2(&mut self, spots: &[Spot], cancel: &Cancel, arrived: Instant) -> Said {
        let decision = self.decide(spots, cancel, arrived)?;
        let size = self.board()?.size();
        let spot = |point: Point| Spot::of(point, size);
        let placed: Vec<Spot> = placed(&decision).into_iter().map(spot).collect();
        Ok(vec![match (&placed[..], takes_black(&decision), decision.reply) {
            ([], true, _) => Answer::Swap,
            ([], false, Some(reply)) => Answer::Move(spot(reply)),
            ([], false, None) => return Err("there is no move".to_owned()),
            _ => Answer::Moves(placed),
        }])
    }

    /// The same as Yixin-Board asks for it, and as it reads the answer: in words.
    pub(crate) fn swap2_step(&mut self, step: u8, cancel: &Cancel, arrived: Instant) -> Said {
        let spots = if step == 1 { Vec::new() } else { self.board()?.spots() };
        let asked = if step == 3 { 5 } else { 3 };
        if step > 1 && spots.len() != asked {
            return Err(format!("this step comes after {asked} stones"));
        }
        let decision = self.decide(&spots, cancel, arrived)?;
        let size = self.board()?.size();
        let choice = if takes_black(&decision) { "YES" } else { "NO" };
        let first = 1 + spots.len();
        let moves = placed(&decision).into_iter().zip(first..).map(|(point, number)| {
            let Spot { x, y } = Spot::of(point, size);
            format!("SWAP2 MOVE{number} {x} {y}")
        });
        let mut texts: Vec<String> = moves.collect();
        if texts.is_empty() {
            texts.push(format!("SWAP2 SWAP{} {choice}", step - 1));
        }
        Ok(texts.into_iter().map(Answer::Message).collect())
    }

    /// One or two moves after which the position has a given value for the side to move.
    pub(crate) fn balance(
        &mut self,
        moves: Balanced,
        value: i32,
        cancel: &Cancel,
        arrived: Instant,
    ) -> Said {
        let game = self.game()?;
        let count = match moves {
            Balanced::One => 1,
            Balanced::Two => 2,
        };
        let limits = Limits { exclude: self.excluded(&game), ..self.step_limits(arrived) };
        let size = game.size();
        let want = Want::Balance { stones: count, bias: value };
        let request = Request { limits, ..self.settings.request(game, want) };
        let found = self.engine.ask(&request, cancel.stop(), &mut |_| {});
        let found = found.map_err(|error| error.to_string())?;
        let first = found.point().ok_or("there is no such move")?;
        Ok(vec![match moves {
            Balanced::One => Answer::Move(Spot::of(first, size)),
            Balanced::Two => {
                Answer::Moves(found.line.iter().map(|&point| Spot::of(point, size)).collect())
            }
        }])
    }

    /// What the opener does after these stones.
    fn decide(
        &mut self,
        spots: &[Spot],
        cancel: &Cancel,
        arrived: Instant,
    ) -> Result<Decision, String> {
        self.tell_notes();
        let size = self.board()?.size();
        let opening = opening(spots, size)?;
        let limits = self.step_limits(arrived);
        let game = opening.game(self.settings.rule());
        let request = self.settings.request(game, Want::Opening(opening));
        let request = Request { limits, ..request };
        let answer = self.engine.ask(&request, cancel.stop(), &mut |_| {});
        self.used += arrived.elapsed();
        let answer = answer.map_err(|problem| problem.to_string())?;
        answer.opening.ok_or_else(|| "the opening is over".to_owned())
    }

    /// The limits of a step: it is a turn like any other.
    fn step_limits(&self, arrived: Instant) -> Limits {
        let limits = self.settings.limits(self.used, arrived.elapsed());
        match (limits.time, limits.depth) {
            (None, Some(1)) => Limits { nodes: Some(HURRIED_NODES), ..limits },
            _ => limits,
        }
    }
}

/// Swap2 up to these stones.
fn opening(spots: &[Spot], size: Size) -> Result<Opening, String> {
    if ![0, 3, 5].contains(&spots.len()) {
        return Err(format!("swap2 knows 0, 3 or 5 stones, not {}", spots.len()));
    }
    let mut opening =
        Opening::new(OpeningRule::Swap2, size).map_err(|problem| problem.to_string())?;
    for (number, spot) in spots.iter().enumerate() {
        let point = spot.on(size).ok_or_else(|| format!("{spot} is off the board"))?;
        if number == 3 {
            act(&mut opening, Act::Choose(Choice::PlaceTwo))?;
        }
        act(&mut opening, Act::Place(point)).map_err(|_| format!("{spot} is occupied"))?;
    }
    Ok(opening)
}

/// Makes the next act of the opening, for the player to act.
fn act(opening: &mut Opening, act: Act) -> Result<(), String> {
    let step = opening.step().ok_or("the opening is over")?;
    opening.act(step.actor, act).map_err(|refusal| refusal.to_string())
}

/// The stones that a decision puts.
fn placed(decision: &Decision) -> Vec<Point> {
    let point = |act: &Act| match act {
        Act::Place(point) => Some(*point),
        _ => None,
    };
    decision.acts.iter().filter_map(point).collect()
}

/// Whether the engine, which holds White so far, wants Black.
fn takes_black(decision: &Decision) -> bool {
    decision.acts.contains(&Act::Choose(Choice::TakeBlack))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_become_an_opening() {
        let spots = [(7, 7), (8, 8), (6, 7), (9, 9), (5, 5), (1, 1)].map(|(x, y)| Spot { x, y });
        let size = Size::default();
        for count in [0, 3, 5] {
            let opening = opening(&spots[..count], size).unwrap();
            assert_eq!(opening.stones().len(), count);
            assert!(opening.step().is_some());
        }
        for count in [1, 2, 4, 6] {
            assert!(opening(&spots[..count], size).is_err(), "{count}");
        }
        let twice = [spots[0], spots[1], spots[0]];
        assert_eq!(opening(&twice, size), Err("7,7 is occupied".to_owned()));
        let off = [spots[0], spots[1], Spot { x: 15, y: 0 }];
        assert_eq!(opening(&off, size), Err("15,0 is off the board".to_owned()));
    }
}
