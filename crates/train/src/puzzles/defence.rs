//! Which moves stop a win by threats: all others lose to a checked proof.

use std::collections::HashMap;

use tengen_core::{Game, Point};

use super::certify::{Certificate, Certifier, Failure, Unfit, Wanted};
use super::fives::{fives, legal_moves_from};
use super::solver::{Answer, Halt, Question, WinBy};

/// Nodes for the win after a move.
const NODES: u64 = 100_000;

/// What becomes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// The other side has no win by threats: the search was complete.
    Holds,
    /// The other side wins.
    Loses,
    /// Neither was found out.
    Unsettled,
}

/// What is known of positions with the other side to move, by their keys.
type Known = HashMap<u64, Fate>;

impl Certifier {
    pub(super) fn defence(
        &mut self,
        game: &Game,
        wanted: &Wanted<'_>,
    ) -> Result<Certificate, Failure> {
        let mut passed = game.clone();
        passed.pass().map_err(|_| Unfit::Over)?;
        let threat = self.win_by(&passed, WinBy::Threats)?;
        wanted.check_length(threat.plies)?;
        let mut known = Known::new();
        let mut answers = Vec::new();
        for point in legal_moves_from(game, &threat.line) {
            match self.fate_of(game, point, &threat.line, &mut known)? {
                Fate::Holds => answers.push(point),
                Fate::Loses => {}
                Fate::Unsettled => {
                    return Err(Unfit::Unsettled(point, self.solver.nodes(NODES)).into());
                }
            }
            wanted.check_answers(answers.len())?;
        }
        if answers.is_empty() {
            return Err(Unfit::NoDefence.into());
        }
        answers.sort_unstable();
        self.rule_out(game, WinBy::Threats)?;
        let threat = self.shorten(&passed, threat)?;
        wanted.check_length(threat.plies)?;
        Ok(Certificate::new(threat, answers))
    }

    /// What becomes of a move of the side to move.
    fn fate_of(
        &mut self,
        game: &Game,
        point: Point,
        likely: &[Point],
        known: &mut Known,
    ) -> Result<Fate, Halt> {
        let mut game = game.clone();
        // A full board is a draw, and a five wins: neither loses.
        if game.play(point).map_or(true, |outcome| outcome.is_some()) {
            return Ok(Fate::Holds);
        }
        if let Some(&known) = known.get(&game.key()) {
            return Ok(known);
        }
        let fate = match self.solver.ask(&game, Question::new(WinBy::Threats, NODES))? {
            Answer::Win(_) => Fate::Loses,
            Answer::Unknown => Fate::Unsettled,
            Answer::None => self.fate_of_four(&game, likely, known)?,
        };
        known.insert(game.key(), fate);
        Ok(fate)
    }

    /// A four only wins time: it loses if the other side has a stop after which every move loses. Other moves after
    /// which there is no win hold.
    fn fate_of_four(
        &mut self,
        game: &Game,
        likely: &[Point],
        known: &mut Known,
    ) -> Result<Fate, Halt> {
        let defender = !game.to_move();
        let is_four = !fives(game, defender).is_empty();
        let stops = if is_four { legal_moves_from(game, likely) } else { Vec::new() };
        let mut fate = Fate::Holds;
        for stop in stops {
            let mut game = game.clone();
            let is_over = game.play(stop).map_or(true, |outcome| outcome.is_some());
            if is_over || !fives(&game, defender).is_empty() {
                continue;
            }
            match self.best_fate(&game, likely, known)? {
                Fate::Holds => {}
                Fate::Unsettled => fate = Fate::Unsettled,
                Fate::Loses => return Ok(Fate::Loses),
            }
        }
        Ok(fate)
    }

    /// The best that any move of the side to move does.
    fn best_fate(
        &mut self,
        game: &Game,
        likely: &[Point],
        known: &mut Known,
    ) -> Result<Fate, Halt> {
        let mut best = Fate::Loses;
        for point in legal_moves_from(game, likely) {
            match self.fate_of(game, point, likely, known)? {
                Fate::Holds => return Ok(Fate::Holds),
                Fate::Unsettled => best = Fate::Unsettled,
                Fate::Loses => {}
            }
        }
        Ok(best)
    }
}
