//! One game.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_core::{BySide, DrawReason, Game, Outcome, Side, WinReason};
use tengen_engine::{Stop, Verdict};

use crate::adjudicate::{Call, Scores};
use crate::claims::ClaimJudge;
use crate::{Adjudication, Claim, Failure, Player, Pondered, TimeControl, Turn};

/// On what terms a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// How long each side may think.
    pub times: BySide<TimeControl>,
    /// When it is called before its end on the board.
    pub adjudication: Adjudication,
    /// Seed of whatever is random in the players' choices.
    pub seed: u64,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A player made five.
    Five,
    /// Black played a forbidden point.
    Forbidden,
    /// A player ran out of time.
    Time,
    /// A player answered with something that is no legal move, or refused to play.
    Illegal,
    /// A player crashed.
    Crash,
    /// No empty point is left.
    FullBoard,
    /// The game was called a draw for its length.
    Long,
    /// A player resigned, by its own score.
    Resigned,
    /// Both players agreed by their scores that one of them wins, or that it is a draw.
    Agreed,
    /// A player proved its win.
    Proven,
}

impl Ending {
    /// Whether the game was played to this end, rather than a player failed to play.
    pub fn is_regular(self) -> bool {
        !matches!(self, Ending::Time | Ending::Illegal | Ending::Crash)
    }
}

/// A game that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The moves, those of the opening included, and the outcome.
    pub game: Game,
    /// How it ended.
    pub ending: Ending,
    /// What went wrong, if anything did.
    pub detail: Option<String>,
    /// How long each move after the opening took.
    pub times: Vec<Duration>,
    /// Nodes of each side's searches, if it reports them.
    pub nodes: BySide<Option<u64>>,
    /// What thinking on the opponent's time was worth, with the number of each such move after the
    /// opening, from zero.
    pub pondered: Vec<(usize, Pondered)>,
    /// What the players claimed on the way.
    pub claims: Vec<Claim>,
}

/// Plays a game from an opening. The rules decide what is legal and who has won, not the players.
/// None if it was stopped before its end.
pub fn play_game(
    opening: &Game,
    players: BySide<&mut dyn Player>,
    terms: &Terms,
    stop: &Stop,
) -> Option<PlayedGame> {
    play_judged(opening, players, terms, &mut None, stop, &mut |_, _| {})
}

/// The game so far, and how long its last move took.
pub(crate) type OnMove<'a> = dyn FnMut(&Game, Option<Duration>) + 'a;

/// The same with a judge of claims that is made when it is needed, and can be used again. `on_move` is called
/// before the first move and after each, when no clock runs.
pub(crate) fn play_judged(
    opening: &Game,
    mut players: BySide<&mut dyn Player>,
    terms: &Terms,
    judge: &mut Option<ClaimJudge>,
    stop: &Stop,
    on_move: &mut OnMove<'_>,
) -> Option<PlayedGame> {
    let mut table = Table::new(opening, terms, judge);
    for side in Side::BOTH {
        if let Err(failure) = players[side].begin(opening, &terms.times[side], terms.seed) {
            return (!stop.is_stopped()).then(|| table.lost(side, &failure));
        }
    }
    loop {
        on_move(&table.game, table.times.last().copied());
        if let Some(ending) = table.ending() {
            return Some(table.ended(ending, None));
        }
        let side = table.game.to_move();
        let turn = table.turn(&mut *players[side], stop);
        if stop.is_stopped() {
            return None;
        }
        match turn {
            Err(failure) => return Some(table.lost(side, &failure)),
            Ok(Some((ending, detail))) => return Some(table.ended(ending, detail)),
            Ok(None) => {}
        }
    }
}

/// A game that `side` lost before it began.
pub(crate) fn lost_in_opening(
    opening: &Game,
    terms: &Terms,
    side: Side,
    failure: &Failure,
) -> PlayedGame {
    Table::new(opening, terms, &mut None).lost(side, failure)
}

/// A game that is being played.
struct Table<'a> {
    terms: &'a Terms,
    game: Game,
    left: BySide<Option<Duration>>,
    times: Vec<Duration>,
    nodes: BySide<Option<u64>>,
    pondered: Vec<(usize, Pondered)>,
    claims: Vec<Claim>,
    scores: Scores,
    judge: &'a mut Option<ClaimJudge>,
}

/// How a game was called, and why.
type Called = Option<(Ending, Option<String>)>;

impl<'a> Table<'a> {
    fn new(opening: &Game, terms: &'a Terms, judge: &'a mut Option<ClaimJudge>) -> Table<'a> {
        Table {
            terms,
            game: opening.clone(),
            left: BySide::new(terms.times[Side::Black].game, terms.times[Side::White].game),
            times: Vec::new(),
            nodes: BySide::default(),
            pondered: Vec::new(),
            claims: Vec::new(),
            scores: Scores::default(),
            judge,
        }
    }

    /// One move: asked for, timed, and made. Says whether what the player thinks of it ends the game.
    fn turn(&mut self, player: &mut dyn Player, stop: &Stop) -> Result<Called, Failure> {
        let side = self.game.to_move();
        let turn = self.terms.times[side].turn_with(self.left[side]);
        let start = Instant::now();
        let chosen = player.choose(&self.game, &turn, stop);
        let taken = start.elapsed();
        let point = chosen?;
        let claim = player.verdict().and_then(|verdict| Claim::of(&self.game, verdict));
        self.claims.extend(claim.clone());
        self.keep_time(side, &turn, taken)?;
        if let Some(nodes) = player.nodes() {
            *self.nodes[side].get_or_insert(0) += nodes;
        }
        self.game.play(point).map_err(|illegal| Failure::Answer(illegal.to_string()))?;
        self.pondered.extend(player.pondered().map(|pondered| (self.times.len(), pondered)));
        self.times.push(taken);
        if self.game.outcome().is_some() {
            return Ok(None);
        }
        let proven = claim.filter(|_| matches!(player.verdict(), Some(Verdict::Wins { .. })));
        Ok(self.call_proven(proven, stop).or_else(|| self.call(side, player.score())))
    }

    fn keep_time(&mut self, side: Side, turn: &Turn, taken: Duration) -> Result<(), Failure> {
        if turn.deadline().is_some_and(|deadline| taken > deadline) {
            return Err(Failure::late());
        }
        self.left[side] = turn.after(taken);
        Ok(())
    }

    /// Ends the game if its winner has proven it, as far as the rules confirm that.
    fn call_proven(&mut self, claim: Option<Claim>, stop: &Stop) -> Called {
        let claim = claim.filter(|_| self.terms.adjudication.proven)?;
        let judge = self.judge.get_or_insert_with(ClaimJudge::new);
        if !judge.holds(&claim, stop) {
            return None;
        }
        self.end(Outcome::Win(claim.winner, WinReason::Resignation));
        let (winner, plies) = (claim.winner, claim.plies);
        Some((Ending::Proven, Some(format!("{winner} wins in {plies} plies at the latest"))))
    }

    /// Ends the game if the players' scores do.
    fn call(&mut self, side: Side, score: Option<i32>) -> Called {
        let stones = self.game.board().stone_count();
        let call = self.scores.hear(side, score, stones, &self.terms.adjudication)?;
        let (outcome, ending, detail) = match call {
            Call::Resigned(loser) => (
                Outcome::Win(!loser, WinReason::Resignation),
                Ending::Resigned,
                format!("{loser} calls its position lost"),
            ),
            Call::Won(winner) => (
                Outcome::Win(winner, WinReason::Resignation),
                Ending::Agreed,
                format!("both say that {winner} wins"),
            ),
            Call::Drawn => (
                Outcome::Draw(DrawReason::Agreement),
                Ending::Agreed,
                "both say that it is even".to_owned(),
            ),
        };
        self.end(outcome);
        Some((ending, Some(detail)))
    }

    /// How the game has ended on the board, or by its length, if it has.
    fn ending(&mut self) -> Option<Ending> {
        let ending = match self.game.outcome() {
            Some(Outcome::Win(_, WinReason::Forbidden(_))) => Ending::Forbidden,
            Some(Outcome::Win(..)) => Ending::Five,
            Some(Outcome::Draw(_)) => Ending::FullBoard,
            None => {
                let most = self.terms.adjudication.draw_after?;
                if self.game.board().stone_count() < most {
                    return None;
                }
                self.end(Outcome::Draw(DrawReason::Agreement));
                Ending::Long
            }
        };
        Some(ending)
    }

    fn lost(mut self, side: Side, failure: &Failure) -> PlayedGame {
        let (ending, reason) = match failure {
            Failure::Time(_) => (Ending::Time, WinReason::Time),
            Failure::Answer(_) => (Ending::Illegal, WinReason::Forfeit),
            Failure::Crash(_) => (Ending::Crash, WinReason::Forfeit),
        };
        self.end(Outcome::Win(!side, reason));
        self.ended(ending, Some(failure.to_string()))
    }

    fn end(&mut self, outcome: Outcome) {
        self.game.end(outcome).expect("the game is not over");
    }

    fn ended(self, ending: Ending, detail: Option<String>) -> PlayedGame {
        let Table { game, times, nodes, pondered, claims, .. } = self;
        PlayedGame { game, ending, detail, times, nodes, pondered, claims }
    }
}
