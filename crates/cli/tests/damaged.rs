//! Damaged files: each is refused with one sentence that names the place, and writes nothing.
//!
//! `data/damaged/EXPECTED.txt` holds the sentence for every file of that folder.

use std::fs;

use tengen_test_support::environment::root;
use tengen_test_support::process::tengen;

/// File names with their sentences.
fn expected() -> Vec<(String, String)> {
    let list = fs::read_to_string(root().join("data/damaged/EXPECTED.txt")).unwrap();
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (file, sentence) = line.split_once(": ").unwrap();
            (file.to_owned(), sentence.to_owned())
        })
        .collect()
}

#[test]
fn every_damaged_file_is_listed() {
    let folder = fs::read_dir(root().join("data/damaged")).unwrap();
    let mut files: Vec<String> =
        folder.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    files.retain(|name| name != "EXPECTED.txt");
    files.sort();
    let listed: Vec<String> = expected().into_iter().map(|(file, _)| file).collect();
    assert_eq!(files, listed);
    assert!(files.len() >= 30);
}

#[test]
fn each_is_refused_with_its_place_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    for (file, sentence) in expected() {
        let path = format!("data/damaged/{file}");
        let run = tengen(&["convert", &path, out.to_str().unwrap()]);
        assert_eq!(run.status, 2, "{file}");
        assert_eq!(run.err, format!("tengen: {path}: {sentence}\n"));
        assert!(!out.exists(), "{file} wrote something");
    }
}

#[test]
fn what_was_read_can_be_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.pos");
    let path = "data/damaged/sgf-point-off-board.sgf";
    let run = tengen(&["convert", path, out.to_str().unwrap(), "--keep-going"]);
    assert_eq!(run.status, 0);
    assert!(run.err.contains("line 2, column 4"), "{}", run.err);
    assert_eq!(fs::read_to_string(&out).unwrap(), "h8\n");
    // Where nothing was read there is nothing to keep.
    let run = tengen(&["convert", "data/damaged/zeros.psq", out.to_str().unwrap(), "--keep-going"]);
    assert_eq!(run.status, 2);
    assert_eq!(fs::read_to_string(&out).unwrap(), "h8\n");
}
