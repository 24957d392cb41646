//! `tengen check-proof`: whether proofs prove their claims, by the rules alone.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;
use tengen_core::{Game, Side};
use tengen_formats::{Rows, position_text};
use tengen_proof::{Checked, FileError, FileProblem, Proof, ReadLimits, Refusal, check, read};

use crate::position;
use crate::progress::Shown;

/// Check proofs of wins with nothing but the rules
///
/// Every reply of the defender is tried against the attacker's moves in the file, none of which is
/// trusted. The format is described in docs/proof-format.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen check-proof win.proof\n  \
    tengen check-proof --json proofs/*\n\n\
    Exit status: 0 all proofs hold, 1 one does not, 2 a file cannot be read: truncated, damaged, \
    larger than 256 MB or no proof file.")]
pub(crate) struct CheckProof {
    /// Proof files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// One JSON object a file, also of one that cannot be read
    #[arg(long)]
    json: bool,
}

impl CheckProof {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut shown = Shown::endless("proofs");
        let mut worst = 0;
        for (done, path) in (1..).zip(&self.files) {
            let status = match read_proof(path) {
                Ok(proof) => self.judge(path, &proof, &shown)?,
                // The other files are looked at all the same.
                Err(error) => {
                    if self.json {
                        let view = Unreadable::of(position::shown(path), &error);
                        shown.print(&(serde_json::to_string(&view)? + "\n"))?;
                    }
                    shown.warn(&format!("tengen: {error:#}"));
                    2
                }
            };
            worst = worst.max(status);
            shown.update(done, String::new());
        }
        Ok(ExitCode::from(worst))
    }

    /// Says whether the proof holds; the exit status for it.
    fn judge(&self, path: &Path, proof: &Proof, shown: &Shown) -> anyhow::Result<u8> {
        let checked = check(proof, u64::MAX);
        let view = View::of(position::shown(path), proof, &checked);
        shown.print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => view.told(),
        })?;
        Ok(u8::from(checked.is_err()))
    }
}

/// A proof, or an error that begins with the file's name.
fn read_proof(path: &Path) -> anyhow::Result<Proof> {
    let limits = ReadLimits::default();
    let proof = match position::file_bytes(path, limits.bytes as u64)? {
        Some(bytes) => read(&bytes, limits),
        None => {
            Err(FileError { offset: limits.bytes, problem: FileProblem::TooLong(limits.bytes) })
        }
    };
    proof.with_context(|| position::shown(path))
}

/// What is known of a file that is no proof, as JSON.
#[derive(Serialize)]
struct Unreadable {
    file: String,
    verdict: &'static str,
    reason: String,
}

impl Unreadable {
    fn of(file: String, error: &anyhow::Error) -> Unreadable {
        let causes: Vec<String> = error.chain().skip(1).map(ToString::to_string).collect();
        Unreadable { file, verdict: "unreadable", reason: causes.join(": ") }
    }
}

/// What is known of a proof, as JSON.
#[derive(Serialize)]
struct View {
    file: String,
    verdict: &'static str,
    /// How many positions the checker looked at; null if it did not get to the end.
    positions: Option<u64>,
    /// Why it is refused.
    reason: Option<String>,
    /// What is claimed to be won; null if the game is over there already.
    position: Option<String>,
    rule: &'static str,
    size: u8,
    /// Who is to move.
    side: String,
    /// Who is claimed to win.
    attacker: String,
    /// The plies up to the five; null if it is refused.
    plies: Option<u32>,
    attacks: usize,
}

impl View {
    fn of(file: String, proof: &Proof, checked: &Result<Checked, Refusal>) -> View {
        View {
            file,
            verdict: if checked.is_ok() { "win" } else { "refused" },
            positions: checked.as_ref().ok().map(|checked| checked.positions),
            reason: checked.as_ref().err().map(ToString::to_string),
            position: claimed(proof).map(|game| position_text(&game, Rows::Bottom)),
            rule: proof.rule().name(),
            size: proof.size().lines(),
            side: proof.to_move().to_string(),
            attacker: proof.attacker().to_string(),
            plies: checked.is_ok().then(|| proof.plies()),
            attacks: proof.attack_count(),
        }
    }

    /// For people.
    fn told(&self) -> String {
        let View { file, verdict, rule, size, side, attacker, attacks, .. } = self;
        let claim = match self.plies {
            Some(plies) => format!("{attacker} wins in {plies}"),
            None => format!("{attacker} is claimed to win"),
        };
        let mut text = format!(
            "{file}: {verdict}: {claim}, {side} to move, {rule} on {size}×{size}, {attacks} attacks"
        );
        if let Some(positions) = self.positions {
            text += &format!(", {positions} positions checked");
        }
        for detail in [&self.position, &self.reason].into_iter().flatten() {
            text += &format!("\n  {detail}");
        }
        text + "\n"
    }
}

/// The position that is claimed to be won.
fn claimed(proof: &Proof) -> Option<Game> {
    let stones = |side: Side| proof.board().stones(side).map(move |point| (point, side));
    let stones = Side::BOTH.into_iter().flat_map(stones);
    Game::from_setup(proof.size(), proof.rule(), stones, proof.to_move()).ok()
}
