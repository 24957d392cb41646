//! `tengen check-proof`: proofs that hold, proofs that do not, and files that are none.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_core::{Rule, Side};
use tengen_proof::{Proof, ProofBuilder, ReadLimits};
use tengen_test_support::process::{Run, tengen};

/// Black k8 makes a four and an open three.
const FOUR_THREE: &str = "b=h8i8j8k9k10;w=a1a3a5g8;t=b";

/// A folder with the proof of a win.
struct Folder(TempDir);

impl Folder {
    fn with_proof(rule: Rule) -> Folder {
        let folder = Folder(tempfile::tempdir().unwrap());
        let path = folder.path("win.proof");
        let proof = ["--proof", text(&path), "--rule", rule.name()];
        let arguments = ["solve", "--memory", "4", "--nodes", "1000000", FOUR_THREE];
        let run = tengen(&[arguments.as_slice(), &proof].concat());
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{rule}");
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path("win.proof")).unwrap()
    }

    /// Writes another file beside the proof and checks that.
    fn check(&self, bytes: &[u8]) -> Run {
        let path = self.path("other.proof");
        fs::write(&path, bytes).unwrap();
        tengen(&["check-proof", text(&path)])
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn written(proof: &Proof) -> Vec<u8> {
    let mut bytes = Vec::new();
    tengen_proof::write(proof, &mut bytes).unwrap();
    bytes
}

/// The same attacks, without one of the attacker's stones.
fn doctored(bytes: &[u8]) -> Proof {
    let proof = tengen_proof::read(bytes, ReadLimits::default()).unwrap();
    let mut board = proof.board().clone();
    board.remove("k9".parse().unwrap(), Side::Black);
    let mut builder = ProofBuilder::new(proof.rule(), board, proof.attacker());
    let mut root = None;
    for (_, attack) in proof.attacks() {
        root = Some(builder.add(attack.point.unwrap(), attack.replies, attack.otherwise));
    }
    builder.finish(root.unwrap())
}

#[test]
fn proofs_that_solve_writes_hold_under_every_rule() {
    for rule in Rule::ALL {
        let folder = Folder::with_proof(rule);
        let path = folder.path("win.proof");
        let run = tengen(&["check-proof", "--json", text(&path)]);
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{rule}");
        let view: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&view["file"], &view["verdict"]), (&json!(path), &json!("win")));
        assert!(view["positions"].as_u64().unwrap() > 100, "{view}");
        assert_eq!((&view["reason"], &view["position"]), (&json!(null), &json!(FOUR_THREE)));
        assert_eq!((&view["rule"], &view["size"]), (&json!(rule.name()), &json!(15)));
        assert_eq!((&view["side"], &view["attacker"]), (&json!("black"), &json!("black")));
        assert_eq!(view["plies"], 5);
        let run = tengen(&["check-proof", text(&path)]);
        let start = format!(
            "{}: win: black wins in 5, black to move, {rule} on 15×15, {} attacks, {} positions \
             checked\n  {FOUR_THREE}\n",
            path.display(),
            view["attacks"],
            view["positions"]
        );
        assert_eq!((run.status, run.out), (0, start));
    }
}

#[test]
fn a_proof_of_another_position_is_refused() {
    let folder = Folder::with_proof(Rule::Freestyle);
    let path = folder.path("doctored.proof");
    fs::write(&path, written(&doctored(&folder.bytes()))).unwrap();
    let run = tengen(&["check-proof", "--json", text(&path)]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let view: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&view["verdict"], &view["positions"]), (&json!("refused"), &json!(null)));
    assert_eq!(view["plies"], json!(null));
    let reason = view["reason"].as_str().unwrap();
    assert!(reason.starts_with("after k8 "), "{reason}");
    let run = tengen(&["check-proof", text(&path)]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains(": refused: black is claimed to win, black to move, "), "{}", run.out);
    assert!(run.out.ends_with(&format!("\n  {reason}\n")), "{}", run.out);
}

#[test]
fn every_wrong_byte_is_noticed() {
    let folder = Folder::with_proof(Rule::Freestyle);
    let bytes = folder.bytes();
    let paths = (0..bytes.len()).map(|wrong| {
        let path = folder.path(&format!("{wrong}.proof"));
        let mut bytes = bytes.clone();
        bytes[wrong] ^= 0x10;
        fs::write(&path, bytes).unwrap();
        path
    });
    let paths: Vec<PathBuf> = paths.collect();
    let arguments: Vec<&str> = paths.iter().map(|path| text(path)).collect();
    let run = tengen(&[&["check-proof"], arguments.as_slice()].concat());
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    assert_eq!(run.err.lines().count(), paths.len(), "one sentence a file");
    for (line, path) in run.err.lines().zip(&paths) {
        let start = format!("tengen: {}: byte ", path.display());
        assert!(line.starts_with(&start), "{line}");
    }
}

#[test]
fn files_that_are_cut_or_longer_are_refused_with_the_byte() {
    let folder = Folder::with_proof(Rule::Freestyle);
    let (bytes, path) = (folder.bytes(), folder.path("other.proof"));
    let longer = [bytes.as_slice(), b"!"].concat();
    for (bytes, sentence) in [
        (&bytes[..0], "byte 0: the file ends early".to_owned()),
        (&bytes[..20], "byte 20: the file ends early".to_owned()),
        (&longer, format!("byte {}: the proof ends here, but the file goes on", bytes.len())),
        (b"a game", "byte 0: this is not a proof file".to_owned()),
    ] {
        let run = folder.check(bytes);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{sentence}");
        assert_eq!(run.err, format!("tengen: {}: {sentence}\n", path.display()));
    }
}

#[test]
fn files_that_are_too_large_are_not_even_read() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let path = folder.path("large.proof");
    let limit = ReadLimits::default().bytes;
    File::create(&path).unwrap().set_len(limit as u64 + 1).unwrap();
    let run = tengen(&["check-proof", text(&path)]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    let sentence = format!("byte {limit}: the file has more than {limit} bytes");
    assert_eq!(run.err, format!("tengen: {}: {sentence}\n", path.display()));
    let help = tengen(&["check-proof", "--help"]).out.replace('\n', " ");
    assert!(help.contains(&format!("larger than {} MB", limit >> 20)), "{help}");
}

#[test]
fn of_many_files_each_is_judged_and_the_worst_counts() {
    let folder = Folder::with_proof(Rule::Freestyle);
    let (good, bad, missing) =
        (folder.path("win.proof"), folder.path("doctored.proof"), folder.path("missing.proof"));
    fs::write(&bad, written(&doctored(&folder.bytes()))).unwrap();
    let check = |paths: &[&Path]| {
        let arguments: Vec<&str> = paths.iter().map(|path| text(path)).collect();
        let run = tengen(&[&["check-proof", "--json"], arguments.as_slice()].concat());
        let verdicts: Vec<Value> =
            run.out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        let verdicts = verdicts.iter().map(|view| view["verdict"].as_str().unwrap().to_owned());
        (run.status, verdicts.collect::<Vec<_>>(), run.err)
    };
    let (status, verdicts, err) = check(&[&bad, &good]);
    assert_eq!((status, verdicts, err.as_str()), (1, vec!["refused".into(), "win".into()], ""));
    let (status, verdicts, err) = check(&[&missing, &bad, &good]);
    assert_eq!((status, verdicts), (2, vec!["unreadable".into(), "refused".into(), "win".into()]));
    assert!(err.starts_with(&format!("tengen: {}: ", missing.display())), "{err}");
    assert_eq!(tengen(&["check-proof"]).status, 2);
}

#[test]
fn json_has_an_object_for_a_file_that_cannot_be_read() {
    let folder = Folder(tempfile::tempdir().unwrap());
    let path = folder.path("game.proof");
    fs::write(&path, "a game").unwrap();
    let run = tengen(&["check-proof", "--json", text(&path)]);
    assert_eq!(run.status, 2);
    let view: Value = serde_json::from_str(&run.out).unwrap();
    let reason = "byte 0: this is not a proof file";
    assert_eq!(view, json!({"file": path, "verdict": "unreadable", "reason": reason}));
}

/// A certificate that ships.
fn part(reply: &str) -> PathBuf {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../certificates/data/freestyle-15");
    Path::new(data).join(format!("{reply}.proof.gz"))
}

#[test]
fn a_certificate_is_checked_packed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let run = tengen(&["check-proof", "--json", text(&part("b2"))]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let view: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&view["verdict"], &view["attacker"]), (&json!("win"), &json!("black")));
    assert_eq!(view["position"], "b=h8;w=b2;t=b");

    // What is damaged is refused with a reason, whichever byte it is.
    let bytes = fs::read(part("b2")).unwrap();
    for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        let path = folder.path().join("cut.proof.gz");
        fs::write(&path, &bytes[..length]).unwrap();
        let run = tengen(&["check-proof", text(&path)]);
        assert_eq!(run.status, 2, "{length} bytes: {}", run.err);
        assert!(run.err.contains("cut.proof.gz"), "{}", run.err);
    }
    let longer = folder.path().join("longer.proof.gz");
    fs::write(&longer, [&bytes[..], b"more"].concat()).unwrap();
    let run = tengen(&["check-proof", text(&longer)]);
    assert_eq!(run.status, 2);
    assert!(run.err.contains("after the gzip data"), "{}", run.err);
}

#[test]
fn replies_without_a_part_are_named() {
    let run = tengen(&["check-proof", "--after", "h8", text(&part("b2"))]);
    assert_eq!(run.status, 1, "{}", run.err);
    let last = run.out.lines().last().unwrap();
    assert!(last.starts_with("after h8 4 replies are answered, 220 are not: a1 b1"), "{last}");
    for own in ["b2", "n2", "b14", "n14"] {
        assert!(!last.split_whitespace().any(|word| word == own), "{own} is answered: {last}");
    }
}
