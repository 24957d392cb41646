//! `tengen solve`: forced wins, each with a proof that is checked at once.

mod answer;
mod defences;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use tengen_core::{Game, Rule};
use tengen_engine::{
    Defences, PatternTables, Solver, SolverKind, SolverLevel, SolverLimits, Stop, WinSolver,
};

use crate::options::{self, BoardOptions, BudgetOptions};
use crate::progress::Shown;
use crate::{interrupt, output, position};
use answer::{Answer, Found};

/// Look for a forced win of the side to move, and prove it
///
/// An independent checker, which knows only the rules, replays every win against every reply. The
/// answer is that there is no win only after a complete search. A win that was not found within
/// the limit may still be there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen solve h8a1i8o1j9a15j10o15\n  \
    tengen solve --kind vcf --rule renju game.sgf@31 --time 5000 --proof win.proof\n  \
    tengen solve --kind win --time 10000 puzzle.sgf\n  \
    tengen solve --json - < positions.txt\n  \
    tengen solve --defend h8a1i8c1j8\n\n\
    Exit status for a single position: 0 a win (with --defend: a defence), 1 none was found. For \
    many positions: 0. A proof that the checker refuses always gives 1, bad usage or bad input 2, \
    an interrupt 130.")]
pub(crate) struct Solve {
    /// Positions to solve: moves in turn (h8i9i7), set-ups (b=h8i9;w=g7;t=b), files (game.sgf@20),
    /// or - for one a line on standard input
    #[arg(value_name = "POS", required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// The attacker's moves: only fours (vcf), also threats to win by fours (vct), or any move (win),
    /// where the answer is never that there is none
    #[arg(long, default_value = "vct", value_parser = options::solver_kind())]
    kind: SolverKind,

    /// Where vct looks for the next attack: near the last one (fast), also fours anywhere (medium),
    /// any threat anywhere (slow)
    #[arg(long, alias = "kill", value_name = "LEVEL", default_value = "slow",
        value_parser = options::solver_level())]
    solver: SolverLevel,

    /// The longest forced win to look for, in plies up to and including the five [default: any]
    #[arg(long, alias = "kill-depth", value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,

    #[command(flatten)]
    budget: BudgetOptions,

    /// Write the proof of a single position's win
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,

    /// List the moves that stop the opponent's forced win: those that hold, and those that were not
    /// refuted within the limit
    #[arg(long, conflicts_with = "proof")]
    defend: bool,

    /// One JSON object a position
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        if self.defend && self.kind == SolverKind::Any {
            bail!("--defend stops fours or threats: --kind vcf or vct");
        }
        let games = self.games()?;
        let stop = interrupt::stop_on_interrupt()?;
        let mut desk = Desk::new(self.budget.bytes(), self.limits(), stop);
        let mut shown = Shown::endless("positions");
        let mut tally = Tally::default();
        for game in games {
            let (name, game) = game?;
            match self.defend {
                true => self.answer_defence(&game, &mut desk, &mut tally, &shown)?,
                false => self.answer_win(&name, &game, &mut desk, &mut tally, &shown)?,
            }
            let found = if self.defend { "can be defended" } else { "won" };
            shown.update(tally.positions, format!("{} {found}", tally.found));
            if desk.stop.is_stopped() {
                shown.warn("stopped: what was not found may still be there");
                break;
            }
        }
        Ok(tally.exit_code())
    }

    /// The positions one by one. If a proof is to be written there must be exactly one.
    fn games(&self) -> anyhow::Result<Box<dyn Iterator<Item = Named> + '_>> {
        let games = position::ongoing(&self.positions, &self.board);
        let Some(path) = &self.proof else { return Ok(Box::new(games)) };
        if path == Path::new("-") {
            bail!("--proof: standard output has the answer; a file is wanted");
        }
        // Better now than after a long search.
        output::check_place(path)?;
        let few: Vec<Named> = games.take(2).collect();
        match few.len() {
            0 => bail!("--proof: there is no position"),
            1 => Ok(Box::new(few.into_iter())),
            _ => bail!("--proof holds the proof of one position, and several are given"),
        }
    }

    fn limits(&self) -> SolverLimits {
        SolverLimits {
            kind: self.kind,
            level: self.solver,
            max_plies: self.max_plies,
            nodes: self.budget.nodes,
            time: self.budget.time(false),
            ..SolverLimits::default()
        }
    }

    /// Solves a position, says what was found and writes the proof that is asked for.
    fn answer_win(
        &self,
        name: &str,
        game: &Game,
        desk: &mut Desk,
        tally: &mut Tally,
        shown: &Shown,
    ) -> anyhow::Result<()> {
        let answer = desk.solve(game);
        tally.count(matches!(answer.found, Found::Win(_)));
        shown.print(&match self.json {
            true => serde_json::to_string(&answer.view(game, &desk.limits))? + "\n",
            false => answer.told(self.kind, &desk.within()) + "\n",
        })?;
        if let Found::Refused(refusal) = &answer.found {
            tally.refused += 1;
            shown.warn(&format!(
                "tengen: {name}: ERROR, THE CHECKER REFUSES THE PROOF OF A CLAIMED WIN: {refusal}; \
                 please report this position"
            ));
        }
        match (&self.proof, &answer.found) {
            (Some(path), Found::Win(win)) => {
                let mut bytes = Vec::new();
                tengen_proof::write(&win.proof, &mut bytes)?;
                output::write(path, &bytes)
            }
            (Some(path), _) => {
                shown.warn(&format!("there is no proof, so {} is not written", path.display()));
                Ok(())
            }
            (None, _) => Ok(()),
        }
    }

    /// Lists the moves that stop the opponent's forced win.
    fn answer_defence(
        &self,
        game: &Game,
        desk: &mut Desk,
        tally: &mut Tally,
        shown: &Shown,
    ) -> anyhow::Result<()> {
        let defences = desk.defend(game);
        tally.count(!defences.moves.is_empty());
        shown.print(&match self.json {
            true => serde_json::to_string(&defences::view(game, &defences, &desk.limits))? + "\n",
            false => defences::told(game, &defences, self.kind, &desk.within()) + "\n",
        })
    }
}

/// A game and its name, or why there is none.
type Named = anyhow::Result<(String, Game)>;

/// The solver with what it needs for position after position.
struct Desk {
    solver: AnySolver,
    limits: SolverLimits,
    stop: Stop,
    /// One for each rule met so far.
    tables: Vec<Arc<PatternTables>>,
}

/// The solver for the kind of win.
enum AnySolver {
    Threats(Solver),
    Any(Box<WinSolver>),
}

impl Desk {
    fn new(bytes: usize, limits: SolverLimits, stop: Stop) -> Desk {
        let solver = match limits.kind {
            SolverKind::Any => AnySolver::Any(Box::new(WinSolver::new(bytes))),
            SolverKind::Vcf | SolverKind::Vct => AnySolver::Threats(Solver::new(bytes)),
        };
        Desk { solver, limits, stop, tables: Vec::new() }
    }

    fn solve(&mut self, game: &Game) -> Answer {
        let tables = self.tables(game.rule());
        let solution = match &mut self.solver {
            AnySolver::Threats(solver) => solver.solve(game, tables, &self.limits, &self.stop),
            AnySolver::Any(solver) => solver.solve(game, tables, &self.limits, &self.stop),
        };
        Answer::of(game, solution)
    }

    fn defend(&mut self, game: &Game) -> Defences {
        let tables = self.tables(game.rule());
        match &mut self.solver {
            AnySolver::Threats(solver) => solver.defend(game, tables, &self.limits, &self.stop),
            AnySolver::Any(solver) => {
                solver.solver().defend(game, tables, &self.limits, &self.stop)
            }
        }
    }

    /// What kept the last search from more.
    fn within(&self) -> String {
        match self.stop.is_stopped() {
            true => "before the search was stopped".to_owned(),
            false => format!("within the limit of {}", limit_text(&self.limits)),
        }
    }

    /// The tables of a rule, computed when first asked for.
    fn tables(&mut self, rule: Rule) -> Arc<PatternTables> {
        if let Some(known) = self.tables.iter().find(|tables| tables.rule() == rule) {
            return known.clone();
        }
        let tables = Arc::new(PatternTables::new(rule));
        self.tables.push(tables.clone());
        tables
    }
}

/// What the answers were.
#[derive(Default)]
struct Tally {
    positions: u64,
    /// Positions with a win, or with a defence.
    found: u64,
    /// Proofs that the checker refused.
    refused: u64,
}

impl Tally {
    fn count(&mut self, found: bool) {
        self.positions += 1;
        self.found += u64::from(found);
    }

    fn exit_code(&self) -> ExitCode {
        match (self.positions, self.found, self.refused) {
            (1, 0, _) | (.., 1..) => ExitCode::FAILURE,
            _ => ExitCode::SUCCESS,
        }
    }
}

/// What the attacker's moves are called.
const fn moves_text(kind: SolverKind) -> &'static str {
    match kind {
        SolverKind::Vcf => "fours",
        SolverKind::Vct => "threats",
        SolverKind::Any => "any moves",
    }
}

/// The limits that kept a search from more.
fn limit_text(limits: &SolverLimits) -> String {
    let time = limits.time.map(|time| format!("{} ms", time.as_millis()));
    let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
    let plies = limits.max_plies.map(|plies| format!("{plies} plies"));
    let is_narrow = limits.kind == SolverKind::Vct && limits.level != SolverLevel::Slow;
    let level = is_narrow.then(|| format!("level {}", limits.level.name()));
    [time, nodes, plies, level].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
