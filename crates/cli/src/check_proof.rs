//! `tengen check-proof`: whether proofs prove their claims, by the rules alone.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use tengen_core::{Board, Game, Point, Rule, Side, Symmetry};
use tengen_formats::{Rows, position_text};
use tengen_proof::{
    Certificate, FileError, FileProblem, Proof, ReadLimits, Refusal, check, check_certificate,
    read, read_certificate, version,
};

use crate::options::BoardOptions;
use crate::position;
use crate::progress::Shown;

/// Check proofs of wins with nothing but the rules
///
/// Every reply of the defender is tried against the attacker's moves in the file, none of which is
/// trusted. The format is described in docs/proof-format.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen check-proof win.proof\n  \
    tengen check-proof --json proofs/*\n  \
    tengen check-proof --after h8 parts/*.proof.gz\n\n\
    Exit status: 0 all proofs hold, 1 one does not or a reply is missing, 2 a file cannot be read: truncated, damaged, \
    larger than 256 MB or no proof file.")]
pub(crate) struct CheckProof {
    /// Proof files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// One JSON object a file, also of one that cannot be read
    #[arg(long)]
    json: bool,

    /// Say also whether these proofs, turned or mirrored, answer every reply to these moves
    #[arg(long, value_name = "MOVES")]
    after: Option<String>,
}

impl CheckProof {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut shown = Shown::endless("proofs");
        let mut worst = 0;
        let mut won = Vec::new();
        for (done, path) in (1..).zip(&self.files) {
            let status = match read_proof(path) {
                Ok(proof) => {
                    let status = self.judge(path, &proof, &shown)?;
                    won.extend((status == 0).then(|| proof.claim()));
                    status
                }
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
        if let Some(moves) = &self.after {
            worst = worst.max(self.judge_replies(moves, &won, &shown)?);
        }
        Ok(ExitCode::from(worst))
    }

    /// Says whether every reply to these moves leads to a position that is won.
    fn judge_replies(&self, moves: &str, won: &[Claim], shown: &Shown) -> anyhow::Result<u8> {
        let Some(first) = won.first() else { bail!("--after {moves}: no proof holds") };
        let (rule, size) = (Some(first.rule), Some(first.board.size()));
        let board = BoardOptions { rule, size, rows: Rows::Bottom };
        let game = position::single(moves, &board)?.game;
        let attacker = !game.to_move();
        let replies: Vec<Point> = game.board().free_points().collect();
        let legal = replies.into_iter().filter(|&reply| !game.is_forbidden(reply));
        let (answered, open): (Vec<Point>, Vec<Point>) = legal.partition(|&reply| {
            let mut after = game.board().clone();
            after.place(reply, game.to_move());
            won.iter().any(|claim| claim.is(&after, game.rule(), attacker))
        });
        let view = Replies {
            after: moves,
            attacker: attacker.to_string(),
            verdict: if open.is_empty() { "win" } else { "open" },
            answered: answered.len(),
            open: open.iter().map(ToString::to_string).collect(),
        };
        shown.print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => view.told(),
        })?;
        Ok(u8::from(!open.is_empty()))
    }

    /// Says whether the proof holds; the exit status for it.
    fn judge(&self, path: &Path, proof: &AnyProof, shown: &Shown) -> anyhow::Result<u8> {
        let checked = proof.check();
        let view = View::of(position::shown(path), proof, &checked);
        shown.print(&match self.json {
            true => serde_json::to_string(&view)? + "\n",
            false => view.told(),
        })?;
        Ok(u8::from(checked.is_err()))
    }
}

/// A proof of either version.
enum AnyProof {
    Tree(Proof),
    Certificate(Certificate),
}

/// What a checker found: positions it looked at, and plies up to the five.
type Found = Result<(u64, u32), Refusal>;

impl AnyProof {
    fn check(&self) -> Found {
        match self {
            AnyProof::Tree(proof) => {
                check(proof, u64::MAX).map(|checked| (checked.positions, proof.plies()))
            }
            AnyProof::Certificate(certificate) => check_certificate(certificate, u64::MAX)
                .map(|checked| (checked.positions, checked.plies)),
        }
    }

    fn claim(&self) -> Claim {
        let (rule, board, attacker, to_move) = match self {
            AnyProof::Tree(proof) => {
                (proof.rule(), proof.board(), proof.attacker(), proof.to_move())
            }
            AnyProof::Certificate(certificate) => (
                certificate.rule(),
                certificate.board(),
                certificate.attacker(),
                certificate.to_move(),
            ),
        };
        Claim { rule, board: board.clone(), attacker, to_move }
    }

    fn attack_count(&self) -> usize {
        match self {
            AnyProof::Tree(proof) => proof.attack_count(),
            AnyProof::Certificate(certificate) => certificate.attack_count(),
        }
    }
}

/// What a proof says is won.
struct Claim {
    rule: Rule,
    board: Board,
    attacker: Side,
    to_move: Side,
}

impl Claim {
    /// Whether this is the position, turned or mirrored, with the attacker to move.
    fn is(&self, board: &Board, rule: Rule, attacker: Side) -> bool {
        (self.rule, self.attacker, self.to_move) == (rule, attacker, attacker)
            && self.board.size() == board.size()
            && Symmetry::ALL.iter().any(|symmetry| symmetry.apply_to_board(&self.board) == *board)
    }

    /// The position that is claimed to be won; none if the game is over there.
    fn game(&self) -> Option<Game> {
        let stones = |side: Side| self.board.stones(side).map(move |point| (point, side));
        let stones = Side::BOTH.into_iter().flat_map(stones);
        Game::from_setup(self.board.size(), self.rule, stones, self.to_move).ok()
    }
}

/// Which replies to a position are answered, as JSON.
#[derive(Serialize)]
struct Replies<'a> {
    after: &'a str,
    attacker: String,
    verdict: &'static str,
    answered: usize,
    open: Vec<String>,
}

impl Replies<'_> {
    /// For people.
    fn told(&self) -> String {
        let Replies { after, attacker, answered, open, .. } = self;
        match open.is_empty() {
            true => format!("{attacker} wins after {after}: all {answered} replies are answered\n"),
            false => format!(
                "after {after} {answered} replies are answered, {} are not: {}\n",
                open.len(),
                open.join(" ")
            ),
        }
    }
}

/// A proof, or an error that begins with the file's name.
fn read_proof(path: &Path) -> anyhow::Result<AnyProof> {
    let limits = ReadLimits::default();
    let too_long = FileError { offset: limits.bytes, problem: FileProblem::TooLong(limits.bytes) };
    let read = || -> anyhow::Result<AnyProof> {
        let bytes = position::file_bytes(path, limits.bytes as u64)?.ok_or(too_long)?;
        let bytes = unpacked(bytes, limits.bytes)?.ok_or(too_long)?;
        Ok(match version(&bytes) {
            Some(2) => AnyProof::Certificate(read_certificate(&bytes, limits)?),
            _ => AnyProof::Tree(read(&bytes, limits)?),
        })
    };
    read().with_context(|| position::shown(path))
}

/// What a gzip file holds; other bytes as they are. None if it is more than the limit.
fn unpacked(bytes: Vec<u8>, limit: usize) -> anyhow::Result<Option<Vec<u8>>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Some(bytes));
    }
    let mut packed = &bytes[..];
    let mut unpacked = Vec::new();
    let mut decoder = flate2::bufread::GzDecoder::new(&mut packed);
    // One byte more than the limit shows that there is more.
    let read = decoder.by_ref().take(limit as u64 + 1).read_to_end(&mut unpacked);
    read.context("damaged gzip data")?;
    if unpacked.len() > limit {
        return Ok(None);
    }
    ensure!(packed.is_empty(), "there is more after the gzip data");
    Ok(Some(unpacked))
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
    fn of(file: String, proof: &AnyProof, found: &Found) -> View {
        let claim = proof.claim();
        View {
            file,
            verdict: if found.is_ok() { "win" } else { "refused" },
            positions: found.as_ref().ok().map(|&(positions, _)| positions),
            reason: found.as_ref().err().map(ToString::to_string),
            position: claim.game().map(|game| position_text(&game, Rows::Bottom)),
            rule: claim.rule.name(),
            size: claim.board.size().lines(),
            side: claim.to_move.to_string(),
            attacker: claim.attacker.to_string(),
            plies: found.as_ref().ok().map(|&(_, plies)| plies),
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
