//! Claims: positions that players call won or lost, and whether they are.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use tengen_core::{Game, Point, Rule, Side};
use tengen_engine::{Engine, EngineOptions, Event, Limits, Solver, SolverLimits, Stop, Verdict};
use tengen_formats::{Rows, position_text};
use tengen_proof::{Replay, replay};

/// Positions that the judge may look at for one claim.
const BUDGET: u64 = 50_000;
/// Nodes of the searches that find the attacker's moves: more if fewer find no win.
const NODES: [u64; 3] = [10_000, 200_000, 3_000_000];
/// Bytes for the transposition table of the engine that finds them.
const MEMORY: usize = 16 << 20;

/// That a side makes five within a number of plies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The position.
    pub game: Game,
    /// Who wins.
    pub winner: Side,
    /// Plies up to the five, the five included.
    pub plies: u32,
}

impl Claim {
    /// What a verdict of the side to move claims, if it claims anything.
    ///
    /// ```
    /// # use tengen_arena::Claim;
    /// # use tengen_core::{Game, Rule, Side, Size};
    /// # use tengen_engine::Verdict;
    /// let game = Game::new(Size::default(), Rule::Freestyle);
    /// let lost = Claim::of(&game, Verdict::Loses { plies: 8 }).unwrap();
    /// assert_eq!((lost.winner, lost.plies), (Side::White, 8));
    /// assert_eq!(Claim::of(&game, Verdict::Unclear { centi: 12 }), None);
    /// ```
    pub fn of(game: &Game, verdict: Verdict) -> Option<Claim> {
        let (winner, plies) = match verdict {
            Verdict::Wins { plies } => (game.to_move(), plies),
            Verdict::Loses { plies } => (!game.to_move(), plies),
            Verdict::LikelyWin { .. } | Verdict::LikelyLoss { .. } | Verdict::Unclear { .. } => {
                return None;
            }
        };
        Some(Claim { game: game.clone(), winner, plies })
    }
}

/// What became of claims.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Checked {
    /// How many were replayed.
    pub checked: usize,
    /// How many of them could not be decided.
    pub undecided: usize,
    /// Those of them that are not true.
    pub refuted: Vec<RefutedClaim>,
}

/// A claim that is not true.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefutedClaim {
    /// The position, as positions are written.
    pub position: String,
    /// The rule's name.
    pub rule: String,
    /// Lines of the board.
    pub size: u8,
    /// What was claimed, in words.
    pub claim: String,
    /// The moves that refute it.
    pub line: Vec<String>,
}

impl Checked {
    /// All of `parts` together.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Checked>) -> Checked {
        let mut sum = Checked::default();
        for part in parts {
            sum.checked += part.checked;
            sum.undecided += part.undecided;
            sum.refuted.extend_from_slice(&part.refuted);
        }
        sum
    }
}

/// Replays claims: the rules decide, an engine only finds the attacker's moves.
pub(crate) struct ClaimJudge {
    engine: Engine,
    seen: HashSet<(String, Rule, Side, u32)>,
}

impl ClaimJudge {
    pub(crate) fn new() -> ClaimJudge {
        // A solver ends with any win, and the one asked for may be shorter.
        let options = EngineOptions { memory: MEMORY, solver: None, ..EngineOptions::default() };
        ClaimJudge { engine: Engine::new(options), seen: HashSet::new() }
    }

    /// Replays the claims that were not seen before. Once stopped, it leaves them undecided.
    pub(crate) fn check(&mut self, claims: &[Claim], stop: &Stop) -> Checked {
        let mut result = Checked::default();
        for claim in claims {
            let Claim { game, winner, plies } = claim;
            let position = position_text(game, Rows::Bottom);
            if !self.seen.insert((position.clone(), game.rule(), *winner, *plies)) {
                continue;
            }
            result.checked += 1;
            match self.judge(claim, stop) {
                Replay::Holds { .. } => {}
                Replay::Undecided => result.undecided += 1,
                Replay::Refuted { line } => result.refuted.push(RefutedClaim {
                    position,
                    rule: game.rule().name().to_owned(),
                    size: game.size().lines(),
                    claim: format!("{winner} wins in {plies}"),
                    line: line.iter().map(Point::to_string).collect(),
                }),
            }
        }
        result
    }

    /// Whether a claim is true beyond doubt.
    pub(crate) fn holds(&mut self, claim: &Claim, stop: &Stop) -> bool {
        matches!(self.judge(claim, stop), Replay::Holds { .. })
    }

    fn judge(&mut self, claim: &Claim, stop: &Stop) -> Replay {
        self.engine.forget();
        let mut oracle = |game: &Game, left: u32| {
            if stop.is_stopped() { None } else { winning_move(&mut self.engine, game, left) }
        };
        replay(&claim.game, claim.winner, claim.plies, &mut oracle, BUDGET)
    }
}

/// A move that the engine knows to win in time; where it knows none, the one it would play.
fn winning_move(engine: &mut Engine, game: &Game, left: u32) -> Option<Point> {
    let mut best = None;
    for nodes in NODES {
        let stop = Stop::new();
        let mut winning = None;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = engine.search(game, &limits, &stop, &mut |event| {
            let Event::Progress(report) = event else { return };
            let verdict = report.pvs.first().map(|line| line.verdict);
            if matches!(verdict, Some(Verdict::Wins { plies }) if plies <= left) {
                winning = winning.or(report.best());
                // A shorter win is not asked for.
                stop.stop();
            }
        });
        if winning.is_some() {
            return winning;
        }
        best = report.best();
        // A longer win in the table can hide the one in time.
        engine.forget();
    }
    by_force(engine, game, left).or(best)
}

/// The first move of a win by threats in time, which the main search may have overlooked.
fn by_force(engine: &mut Engine, game: &Game, left: u32) -> Option<Point> {
    let [.., nodes] = NODES;
    let limits =
        SolverLimits { max_plies: Some(left), nodes: Some(nodes), ..SolverLimits::default() };
    let tables = engine.tables(game.rule());
    let solution = Solver::new(MEMORY).solve(game, tables, &limits, &Stop::new());
    solution.proof?.main_line().first().copied()
}
