//! What is said of a position, after the checker has seen the proof.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tengen_core::{Game, Point};
use tengen_engine::{Solution, SolverKind, SolverLimits, SolverVerdict};
use tengen_formats::{Rows, position_text};
use tengen_proof::{Proof, check};

use super::moves_text;
use crate::output::names;

/// What was found in a position, and what it cost.
pub(super) struct Answer {
    pub(super) found: Found,
    nodes: u64,
    elapsed: Duration,
}

/// What was found.
pub(super) enum Found {
    /// A win whose proof the checker accepts.
    Win(Win),
    /// There is none of the kind.
    None,
    /// None was found within the limits.
    Unknown,
    /// A win was claimed, but the checker does not accept its proof: why.
    Refused(String),
}

/// A proven win.
pub(super) struct Win {
    pub(super) proof: Arc<Proof>,
    plies: u32,
    line: Vec<Point>,
}

impl Answer {
    /// What the solver says, as far as the checker agrees.
    pub(super) fn of(game: &Game, solution: Solution) -> Answer {
        let found = match solution.verdict {
            SolverVerdict::Win { .. } => match judge(game, solution.proof) {
                Ok(win) => Found::Win(win),
                Err(refusal) => Found::Refused(refusal),
            },
            SolverVerdict::None => Found::None,
            SolverVerdict::Unknown => Found::Unknown,
        };
        Answer { found, nodes: solution.nodes, elapsed: solution.elapsed }
    }

    /// For people, in a line; `within` says what ended the search.
    pub(super) fn told(&self, kind: SolverKind, within: &str) -> String {
        let told = match (&self.found, kind) {
            (Found::Win(Win { plies, line, .. }), _) => {
                format!("Proved win in {plies}, checked: {}", names(line).join(" "))
            }
            (Found::None, kind) => format!("No win by {}", moves_text(kind)),
            (Found::Unknown, _) => format!("Not found {within}"),
            (Found::Refused(_), _) => "Not proved: the checker refused the proof".to_owned(),
        };
        format!("{told} ({} nodes, {:.1} ms)", self.nodes, self.milliseconds())
    }

    /// For programs.
    pub(super) fn view(&self, game: &Game, limits: &SolverLimits) -> View {
        let (result, win, refusal) = match &self.found {
            Found::Win(win) => ("win", Some(win), None),
            Found::None => ("none", None, None),
            Found::Unknown => ("unknown", None, None),
            Found::Refused(refusal) => ("unknown", None, Some(refusal.clone())),
        };
        View {
            position: position_text(game, Rows::Bottom),
            result,
            kind: limits.kind.name(),
            plies: win.map(|win| win.plies),
            line: win.map_or_else(Vec::new, |win| names(&win.line)),
            nodes: self.nodes,
            ms: self.milliseconds(),
            checked: win.is_some(),
            rule: game.rule().name(),
            size: game.size().lines(),
            side: game.to_move().to_string(),
            level: limits.level.name(),
            attacks: win.map(|win| win.proof.attack_count()),
            refusal,
        }
    }

    fn milliseconds(&self) -> f64 {
        self.elapsed.as_secs_f64() * 1000.0
    }
}

/// A win if this is a proof of this very position and the checker accepts it, else why not.
fn judge(game: &Game, proof: Option<Arc<Proof>>) -> Result<Win, String> {
    let proof = proof.ok_or("there is none")?;
    let claimed = (proof.rule(), proof.board(), proof.to_move(), proof.attacker());
    if claimed != (game.rule(), game.board(), game.to_move(), game.to_move()) {
        return Err("it is about another position".to_owned());
    }
    // No budget: a true proof must never be refused for its size.
    check(&proof, u64::MAX).map_err(|refusal| refusal.to_string())?;
    Ok(Win { plies: proof.plies(), line: proof.main_line(), proof })
}

/// What was found, as JSON.
#[derive(Serialize)]
pub(super) struct View {
    position: String,
    result: &'static str,
    kind: &'static str,
    plies: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    ms: f64,
    /// Whether the checker accepted the proof in this run.
    checked: bool,
    rule: &'static str,
    size: u8,
    side: String,
    level: &'static str,
    /// How many attacks the proof has.
    attacks: Option<usize>,
    /// Why the checker refused the proof: a mistake of the solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
}

#[cfg(test)]
mod tests {
    use tengen_core::{Rule, Side, Size};
    use tengen_formats::parse_position;
    use tengen_proof::ProofBuilder;

    use super::*;

    /// Black makes five at g8 or l8.
    const FOUR: &str = "h8a1i8a3j8a5k8a7";

    fn game(moves: &str) -> Game {
        parse_position(moves, Size::default(), Rule::Freestyle, Rows::Bottom).unwrap()
    }

    /// The claim that a single move wins a position.
    fn claim(game: &Game, five: &str) -> Solution {
        let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
        let root = builder.add(five.parse().unwrap(), &[], None);
        Solution {
            verdict: SolverVerdict::Win { plies: 1 },
            proof: Some(Arc::new(builder.finish(root))),
            nodes: 1,
            elapsed: Duration::ZERO,
        }
    }

    fn refusal(answer: &Answer) -> &str {
        match &answer.found {
            Found::Refused(refusal) => refusal,
            _ => "",
        }
    }

    #[test]
    fn a_win_is_told_if_the_checker_accepts_it() {
        let game = game(FOUR);
        let answer = Answer::of(&game, claim(&game, "l8"));
        let view = answer.view(&game, &SolverLimits::default());
        assert_eq!((view.result, view.plies, view.checked), ("win", Some(1), true));
        assert_eq!(view.line, ["l8"]);
        let told = answer.told(SolverKind::Vct, "at all");
        assert_eq!(told, "Proved win in 1, checked: l8 (1 nodes, 0.0 ms)");
    }

    #[test]
    fn a_false_proof_is_no_win() {
        let game = game(FOUR);
        let answer = Answer::of(&game, claim(&game, "l9"));
        assert_eq!(refusal(&answer), "after l9 (attack 0): the reply b1 is not answered");
        let view = answer.view(&game, &SolverLimits::default());
        assert_eq!((view.result, view.plies, view.checked), ("unknown", None, false));
        assert_eq!(view.refusal.as_deref(), Some(refusal(&answer)));
        assert!(view.line.is_empty());
        assert!(answer.told(SolverKind::Vct, "at all").starts_with("Not proved"));
    }

    #[test]
    fn a_true_proof_of_another_position_is_no_win() {
        let won = game(FOUR);
        for other in ["h8a1i8a3j8a5k8a9", "h8a1i8a3j8a5k8a7--"] {
            let answer = Answer::of(&game(other), claim(&won, "l8"));
            assert_eq!(refusal(&answer), "it is about another position", "{other}");
        }
    }

    #[test]
    fn a_win_without_a_proof_is_no_win() {
        let game = game(FOUR);
        let answer = Answer::of(&game, Solution { proof: None, ..claim(&game, "l8") });
        assert_eq!(refusal(&answer), "there is none");
    }
}
