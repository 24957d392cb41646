//! `tengen check-proof` and `tools/check_proof.py` say the same of proofs that the solver writes.

#![expect(clippy::print_stdout, reason = "a skipped test says so")]

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tengen_test_support::environment::{number, root};
use tengen_test_support::process::tengen;
use tengen_train::puzzles;

/// Changed files for each proof.
const CHANGED: usize = 20;
/// The largest shipped proof that is compared, in bytes, unless `TENGEN_BYTES` says otherwise: the second checker takes
/// minutes for all of them.
const LARGEST: usize = 600;
/// Bytes before the stones, and those of the checksum.
const HEAD: usize = 11;
const SUM: usize = 8;

/// Rule, size, kind and position: wins in games of the engine against itself.
const WINS: [[&str; 4]; 11] = [
    ["freestyle", "15", "vcf", "g5i5k4g6l4f6m1e3m4j4h6f5n4o4m5f4f3h7m3m2e4i4m6m7f7"],
    ["freestyle", "15", "vct", "g6f7j4g8h6f8i5g7i6"],
    ["freestyle", "20", "vct", "h9g8j6f9i6e10h7h8g6k6f6h6"],
    ["standard", "15", "vcf", "f6g4j1c9c8d4j5e10g6h6f7f4e4h5h7f5g7i7g5e7"],
    ["standard", "15", "vct", "g8j11f10j7g4i8f9i6f7f8"],
    ["renju", "15", "vcf", "j7k10i13h6i8h9i7i10h7k7g6j9g7f7g8g9i9i6e5h8"],
    ["renju", "15", "vct", "h5g7k7g5j7g6g4i6j6f6j5g8g9"],
    // White's last four has one stop, forbidden to Black.
    ["renju", "15", "vcf", "e7f4e2c4e6d4e4e5f5d6g3f6g7"],
    ["caro", "15", "vcf", "i6j8l5l9n4l6g9k5k4l8j5h7j3m6j4j2"],
    ["caro", "15", "vct", "e5e4b6g7d6f4d5f5c5g6d3"],
    ["caro-exact", "15", "vct", "k5j5l6m6k6m8g5m7m9k8j8l7j9n5o4l9i7h6"],
];

#[test]
fn both_checkers_agree_on_proofs_of_the_solver_and_changed_ones() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is missing, so the second checker cannot run");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut rng = fastrand::Rng::with_seed(13);
    let mut files = Vec::new();
    for (number, win) in WINS.iter().enumerate() {
        let name = format!("{number}.proof");
        prove(win, &folder.path().join(&name));
        let bytes = fs::read(folder.path().join(&name)).unwrap();
        files.push(name);
        for change in 0..CHANGED {
            let name = format!("{number}-{change}.proof");
            fs::write(folder.path().join(&name), changed(&mut rng, bytes.clone())).unwrap();
            files.push(name);
        }
    }
    let shipped = shipped();
    for (number, bytes) in shipped.iter().enumerate() {
        for (kind, bytes) in
            [("true", bytes.clone()), ("changed", changed(&mut rng, bytes.clone()))]
        {
            let name = format!("puzzle-{number}-{kind}.proof");
            fs::write(folder.path().join(&name), bytes).unwrap();
            files.push(name);
        }
    }
    let paths: Vec<String> =
        files.iter().map(|name| folder.path().join(name).to_str().unwrap().to_owned()).collect();
    let (status, ours) = first_verdicts(&paths);
    let (second_status, theirs) = second_verdicts(&paths);
    for path in &paths {
        assert_eq!(theirs.get(path), ours.get(path), "{:x?}", fs::read(path).unwrap());
    }
    assert_eq!(ours.len(), paths.len(), "something is said of every file");
    assert_eq!((status, second_status), (2, 2), "some files are no proofs");
    let said = |verdict: &str| ours.values().filter(|view| view["verdict"] == verdict).count();
    let (held, refused, unread) = (said("win"), said("refused"), said("unreadable"));
    println!("{held} wins, {refused} refused, {unread} unreadable");
    assert!(
        held >= WINS.len() + shipped.len() && refused > 20 && unread > 20,
        "{held} {refused} {unread}"
    );
}

/// The proofs of the puzzles that ship, up to a size.
fn shipped() -> Vec<Vec<u8>> {
    let largest = number("TENGEN_BYTES", LARGEST);
    let folder = fs::read_dir(root().join("data/puzzles")).into_iter().flatten();
    let mut paths: Vec<_> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let puzzles = texts.flat_map(|text| puzzles::read(&text).unwrap());
    let proofs = puzzles.map(|puzzle| {
        let mut bytes = Vec::new();
        tengen_proof::write(&puzzle.proof, &mut bytes).unwrap();
        bytes
    });
    proofs.filter(|bytes| bytes.len() <= largest).collect()
}

fn prove([rule, size, kind, position]: &[&str; 4], path: &Path) {
    let run = tengen(
        &[
            &["solve", "--rule", rule, "--size", size, "--kind", kind, "--memory", "16"],
            &["--nodes", "3000000", "--proof", path.to_str().unwrap(), position][..],
        ]
        .concat(),
    );
    assert_eq!(run.status, 0, "{rule} {kind} {position}: {} {}", run.out, run.err);
}

/// What is said of each file but the reason, which each checker finds in its own order.
fn views(text: &str) -> HashMap<String, Value> {
    let views = text.lines().map(|line| {
        let mut view: Value = serde_json::from_str(line).unwrap();
        let reason = view.as_object_mut().unwrap().remove("reason").unwrap();
        assert_eq!(reason.is_null(), view["verdict"] == "win", "{line}");
        (view["file"].as_str().unwrap().to_owned(), view)
    });
    views.collect()
}

fn first_verdicts(paths: &[String]) -> (i32, HashMap<String, Value>) {
    let files: Vec<&str> = paths.iter().map(String::as_str).collect();
    let run = tengen(&[&["check-proof", "--json"], files.as_slice()].concat());
    (run.status, views(&run.out))
}

fn second_verdicts(paths: &[String]) -> (i32, HashMap<String, Value>) {
    let checker = root().join("tools/check_proof.py");
    let run = Command::new("python3").arg(checker).arg("--json").args(paths).output().unwrap();
    let err = String::from_utf8(run.stderr).unwrap();
    for line in err.lines() {
        assert!(line.starts_with("check_proof: ") && line.contains(": byte "), "{err}");
    }
    (run.status.code().unwrap(), views(&String::from_utf8(run.stdout).unwrap()))
}

/// Another byte or two, a missing or new one, another rule, size or side; the checksum is right.
fn changed(rng: &mut fastrand::Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(bytes.len() - SUM);
    for _ in 0..rng.usize(1..3) {
        let place = rng.usize(HEAD..bytes.len());
        match rng.u8(..10) {
            0 => drop(bytes.remove(place)),
            1 => bytes.insert(place, rng.u8(..)),
            2 => bytes[8] = [0, 1, 4, 8, 9][rng.usize(..5)],
            3 => bytes[9] = rng.u8(5..=22),
            4 => bytes[10] = rng.u8(..4),
            5 => bytes[place] ^= 1 << rng.u8(..8),
            6 => bytes[place] = rng.u8(..),
            _ => bytes[place] = bytes[place].wrapping_add(rng.u8(1..20)),
        }
    }
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    bytes.extend(sum.to_le_bytes());
    bytes
}
