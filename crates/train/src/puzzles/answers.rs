//! Which first moves win: each is tried against every reply.

use std::sync::Arc;

use tengen_core::{Game, Point};
use tengen_proof::Proof;

use super::certify::{Certifier, Failure, Unfit, Wanted};
use super::fives::{fives, legal_moves_from};
use super::proofs::join;
use super::solver::{Answer, Halt, Question, Win, WinBy, accept};

/// Nodes for fours, which mostly are few.
const FOURS: u64 = 100_000;
/// Nodes for threats after a first move and a reply.
const THREATS: u64 = 100_000;
/// The same where quiet moves are tried: they are many.
const QUIET_THREATS: u64 = 20_000;
/// Nodes for any moves after a quiet move and a reply.
const QUIET_ANY: u64 = 50_000;
/// Replies to a first move that may stay unsettled before it is given up.
const PATIENCE: u32 = 3;

/// What a first move does.
enum Tried {
    /// It wins; the proofs after all replies.
    Wins(Vec<(Point, Arc<Proof>)>),
    /// Some reply leaves no win of the kind, or the move threatens none.
    Fails,
    /// Neither was found out.
    Unsettled,
}

impl Certifier {
    /// All moves that begin a win by fours or by threats, where one such win is known.
    pub(super) fn winning_moves(
        &mut self,
        game: &Game,
        by: WinBy,
        known: &Win,
        wanted: &Wanted<'_>,
    ) -> Result<Vec<Point>, Failure> {
        let mut winning = Vec::new();
        let mut stops = Vec::new();
        let mut unsettled = None;
        // Other moves of the known win often come first as well: many answers are soon too many.
        for point in legal_moves_from(game, &known.line) {
            match self.try_move(game, point, &Trial::of(by), &mut stops)? {
                Tried::Wins(_) => winning.push(point),
                Tried::Fails => {}
                Tried::Unsettled => unsettled = unsettled.or(Some(point)),
            }
            wanted.check_answers(winning.len())?;
        }
        // The known win must be among them.
        let missing = known.line.first().filter(|first| !winning.contains(first));
        match unsettled.or(missing.copied()) {
            Some(point) => Err(Unfit::Unsettled(point, self.solver.nodes(THREATS)).into()),
            None => {
                winning.sort_unstable();
                Ok(winning)
            }
        }
    }

    /// The moves that are proven to win by any moves; others may win as well.
    pub(super) fn proven_moves(
        &mut self,
        game: &Game,
        known: &Win,
        wanted: &Wanted<'_>,
    ) -> Result<Vec<Win>, Failure> {
        let mut wins = Vec::new();
        let mut stops = Vec::new();
        for point in legal_moves_from(game, &known.line) {
            wins.extend(self.win_with(game, point, &mut stops)?);
            wanted.check_answers(wins.len())?;
        }
        Ok(wins)
    }

    /// The win by any moves that a move begins, if each reply is proven to lose. `stops` are replies that refuted
    /// others, the latest last.
    pub(super) fn win_with(
        &mut self,
        game: &Game,
        point: Point,
        stops: &mut Vec<Point>,
    ) -> Result<Option<Win>, Halt> {
        let Tried::Wins(replies) =
            self.try_move(game, point, &Trial::of(WinBy::AnyMoves), stops)?
        else {
            return Ok(None);
        };
        let replies: Vec<(Point, &Proof)> =
            replies.iter().map(|(reply, proof)| (*reply, &**proof)).collect();
        let proof = join(game, point, &replies);
        accept(game, &proof)?;
        Ok(Some(Win::new(Arc::new(proof), false)))
    }

    /// What a first move does. `stops` are replies that refuted others, the latest last.
    fn try_move(
        &mut self,
        game: &Game,
        point: Point,
        trial: &Trial,
        stops: &mut Vec<Point>,
    ) -> Result<Tried, Halt> {
        let mut game = game.clone();
        let attacker = game.to_move();
        let over = game.play(point).map_or(true, |outcome| outcome.is_some());
        if over || !fives(&game, !attacker).is_empty() {
            return Ok(Tried::Fails);
        }
        // A defender who passes must lose to the threat.
        let mut passed = game.clone();
        let _ = passed.pass();
        let threat = match self.solver.ask(&passed, trial.threat)? {
            Answer::Win(win) => win,
            Answer::None => return Ok(Tried::Fails),
            Answer::Unknown => return Ok(Tried::Unsettled),
        };
        let likely: Vec<Point> = stops.iter().rev().copied().chain(threat.line).collect();
        let mut proofs = Vec::new();
        let mut unsettled = 0;
        for reply in legal_moves_from(&game, &likely) {
            match self.after_reply(&game, reply, trial)? {
                Answer::Win(win) => proofs.push((reply, win.proof)),
                Answer::None => {
                    stops.retain(|&stop| stop != reply);
                    stops.push(reply);
                    return Ok(Tried::Fails);
                }
                Answer::Unknown => unsettled += 1,
            }
            if unsettled >= trial.patience {
                return Ok(Tried::Unsettled);
            }
        }
        Ok(match unsettled {
            0 if !proofs.is_empty() => Tried::Wins(proofs),
            _ => Tried::Unsettled,
        })
    }

    /// Whether the attacker wins after a reply.
    fn after_reply(&mut self, game: &Game, reply: Point, trial: &Trial) -> Result<Answer, Halt> {
        let mut game = game.clone();
        if game.play(reply).map_or(true, |outcome| outcome.is_some()) {
            return Ok(Answer::None);
        }
        match (self.solver.ask(&game, trial.answer)?, trial.second) {
            (answer @ Answer::Win(_), _) | (answer, None) => Ok(answer),
            (_, Some(second)) => self.solver.ask(&game, second),
        }
    }
}

/// What the solver is asked when a first move is tried.
struct Trial {
    /// After a pass.
    threat: Question,
    /// After a reply.
    answer: Question,
    /// After a reply, if that is not won so.
    second: Option<Question>,
    /// Replies that may stay unsettled before the move is given up.
    patience: u32,
}

impl Trial {
    fn of(by: WinBy) -> Trial {
        let any = |by, nodes| Question::new(by, nodes);
        match by {
            WinBy::Fours => Trial {
                threat: Question::within(WinBy::Fours, 1, FOURS),
                answer: any(WinBy::Fours, FOURS),
                second: None,
                patience: PATIENCE,
            },
            WinBy::Threats => Trial {
                threat: any(WinBy::Fours, FOURS),
                answer: any(WinBy::Threats, THREATS),
                second: None,
                patience: PATIENCE,
            },
            // A win may be a long one here, so the length of each part matters.
            WinBy::AnyMoves => Trial {
                threat: any(WinBy::Threats, QUIET_THREATS),
                answer: Question::shortest(WinBy::Threats, QUIET_THREATS),
                second: Some(any(WinBy::AnyMoves, QUIET_ANY)),
                patience: 1,
            },
        }
    }
}
