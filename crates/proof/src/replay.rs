//! A claimed win, played against every reply.

use std::collections::HashMap;

use tengen_core::{Board, Game, Point, Side};

use crate::fives::Trial;

/// Who tells the attacker's moves: asked with the game, the attacker to move, and the plies that
/// are left. `None` if he knows none.
///
/// Nothing he says is believed: a bad move can make a true win look refuted, but no move can make
/// a position look won that is not.
pub type Oracle<'a> = dyn FnMut(&Game, u32) -> Option<Point> + 'a;

/// What a claim is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replay {
    /// The attacker makes five in time, whatever the defender does.
    Holds {
        /// How many positions were looked at.
        positions: u64,
    },
    /// With the moves given, the attacker does not.
    Refuted {
        /// The moves from the claimed position on that show it. The last is a five of the
        /// defender, a move that fills the board, a move of the attacker that is illegal or
        /// forbidden, or one after which too few plies are left.
        line: Vec<Point>,
    },
    /// The budget was too small, or the oracle knew no move.
    Undecided,
}

/// Whether `attacker` makes five at the latest after `plies` more plies, with the moves that the
/// oracle tells. At most `budget` positions are looked at.
///
/// The defender tries every free point that is not forbidden to him; a side all of whose points are
/// forbidden has lost. He does not pass. If he is to move first, this is the claim that he loses.
///
/// ```
/// # use tengen_core::{Game, Rule, Side, Size};
/// # use tengen_proof::{Replay, replay};
/// let mut game = Game::new(Size::default(), Rule::Freestyle);
/// for point in ["h8", "a1", "i8", "a3", "j8", "a5", "k8"] {
///     game.play(point.parse()?)?;
/// }
/// let lost = replay(&game, Side::Black, 2, &mut |_, _| None, 1_000);
/// assert!(matches!(lost, Replay::Holds { .. }), "White cannot stop an open four");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(
    game: &Game,
    attacker: Side,
    plies: u32,
    oracle: &mut Oracle<'_>,
    budget: u64,
) -> Replay {
    let (game, line, won) = (game.clone(), Vec::new(), HashMap::new());
    let mut judge = Judge { game, line, attacker, oracle, budget, positions: 0, won };
    let judged = match judge.game.outcome() {
        // Nobody makes five in a game that is over.
        Some(_) => Err(judge.refuted()),
        None if judge.game.to_move() == attacker => judge.attack(plies, &mut None),
        None => judge.defend(plies),
    };
    match judged {
        Ok(_) => Replay::Holds { positions: judge.positions },
        Err(Fault::Refuted(line)) => Replay::Refuted { line },
        Err(Fault::Unknown) => Replay::Undecided,
    }
}

/// Why a win was not shown.
enum Fault {
    /// The moves that show it is none, from the claimed position on.
    Refuted(Vec<Point>),
    /// Nothing is known.
    Unknown,
}

/// Within how many plies the attacker makes five.
type Judged = Result<u32, Fault>;

struct Judge<'a, 'o> {
    /// The position that is judged.
    game: Game,
    /// The moves that lead to it from the claimed one.
    line: Vec<Point>,
    attacker: Side,
    oracle: &'a mut Oracle<'o>,
    budget: u64,
    positions: u64,
    /// Positions with the attacker to move that were shown to be won, and in how many plies.
    won: HashMap<Stones, u32>,
}

/// The stones of either side, in the order of the board. The judge compares positions by these and
/// not by keys: no collision may make a win of a position that is none.
type Stones = [Vec<Point>; 2];

impl Judge<'_, '_> {
    /// The attacker is to move. `hint` is a move that won at once after another reply, and is
    /// tried again first.
    fn attack(&mut self, left: u32, hint: &mut Option<Point>) -> Judged {
        self.count()?;
        let mut trial = self.trial();
        if left < 1 {
            return Err(self.refuted());
        }
        if trial.five(self.attacker).is_some() {
            return Ok(1);
        }
        if left < 3 {
            return Err(self.refuted());
        }
        let position = stones(self.game.board());
        if let Some(&plies) = self.won.get(&position)
            && plies <= left
        {
            return Ok(plies);
        }
        // Most replies change nothing: finding what punishes them here spares most questions.
        if let Some(point) = trial.double_threat(self.attacker, *hint) {
            *hint = Some(point);
            return Ok(3);
        }
        let point = (self.oracle)(&self.game, left).ok_or(Fault::Unknown)?;
        if !self.game.board().is_free(point) || self.game.is_forbidden(point) {
            return Err(self.refuted_by(point));
        }
        let plies = 1 + self.after(point, |judge| judge.defend(left - 1))?;
        self.won.insert(position, plies);
        Ok(plies)
    }

    /// The defender is to move.
    fn defend(&mut self, left: u32) -> Judged {
        self.count()?;
        let (attacker, defender) = (self.attacker, !self.attacker);
        let mut trial = self.trial();
        if left < 2 {
            return Err(self.refuted());
        }
        if let Some(five) = trial.five(defender) {
            return Err(self.refuted_by(five));
        }
        // A reply that leaves the attacker a five loses to it.
        let fives = trial.fives(attacker);
        let replies = match fives.as_slice() {
            [] => self.game.board().free_points().collect(),
            fives => trial.stops(fives, defender),
        };
        let mut longest = 2;
        let mut hint = None;
        for reply in replies {
            if !trial.is_forbidden(reply, defender) {
                let plies = self.after(reply, |judge| judge.attack(left - 1, &mut hint))?;
                longest = longest.max(1 + plies);
            }
        }
        Ok(longest)
    }

    /// Plays a legal move that makes no five, looks and takes it back.
    fn after(&mut self, point: Point, look: impl FnOnce(&mut Self) -> Judged) -> Judged {
        let Ok(outcome) = self.game.play(point) else { return Err(self.refuted_by(point)) };
        self.line.push(point);
        let judged = match outcome {
            // The board is full, and nobody has won.
            Some(_) => Err(self.refuted()),
            None => look(self),
        };
        self.line.pop();
        self.game.undo();
        judged
    }

    fn trial(&self) -> Trial {
        Trial::new(self.game.board(), self.game.rule())
    }

    fn count(&mut self) -> Result<(), Fault> {
        self.positions += 1;
        if self.positions > self.budget { Err(Fault::Unknown) } else { Ok(()) }
    }

    /// The moves so far show that there is no win.
    fn refuted(&self) -> Fault {
        Fault::Refuted(self.line.clone())
    }

    /// The moves so far and one more show it.
    fn refuted_by(&self, point: Point) -> Fault {
        Fault::Refuted(self.line.iter().copied().chain([point]).collect())
    }
}

fn stones(board: &Board) -> Stones {
    Side::BOTH.map(|side| board.stones(side).collect())
}
