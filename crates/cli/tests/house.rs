//! The house: pages, words and decision records, checked so that they stay true.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_test_support::environment::root;

/// All files below a folder whose names end with one of these, without what is built or hidden.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with('.') || name == "target" || name == "node_modules" {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn pages() -> Vec<PathBuf> {
    let pages = files(&root(), &[".md"]);
    assert!(pages.len() > 40, "only {} pages were found", pages.len());
    pages
}

/// Name of a file from the root of the repository.
fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/")
}

/// The lines of a page that are prose: no code, no tables, with their numbers.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let fence = line.trim_start().starts_with("```");
        is_code ^= fence;
        if !is_code && !fence && !line.trim_start().starts_with('|') && !line.starts_with("    ") {
            lines.push((number, line));
        }
    }
    lines
}

#[test]
fn prose_has_at_most_110_columns() {
    let mut wide = Vec::new();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in prose(&text) {
            // One long word, such as an address, cannot be broken.
            if line.chars().count() > 110 && line.trim().contains(' ') {
                wide.push(format!("{}:{number}", name(&path)));
            }
        }
    }
    assert!(wide.is_empty(), "lines of more than 110 columns:\n{}", wide.join("\n"));
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut seen = 0;
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = target.split('#').next().unwrap_or_default();
                if file.is_empty() || file.contains("://") || file.contains(' ') {
                    continue;
                }
                seen += 1;
                let found = path.parent().unwrap().join(file);
                assert!(found.exists(), "{}:{number}: {target} leads nowhere", name(&path));
            }
        }
    }
    assert!(seen > 60, "only {seen} links were found");
}

#[test]
fn decision_records_are_numbered_and_listed() {
    let folder = root().join("docs/adr");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let records = files(&folder, &[".md"]);
    let names: Vec<String> =
        records.iter().map(|path| path.file_name().unwrap().to_string_lossy().into()).collect();
    let numbers: Vec<u32> =
        names.iter().filter(|name| *name != "README.md").map(|n| n[..4].parse().unwrap()).collect();
    assert!(numbers.len() >= 13);
    let most = *numbers.iter().max().unwrap();
    for number in 1..=most {
        let times = numbers.iter().filter(|&&other| other == number).count();
        let is_skipped = (9..=11).contains(&number);
        assert_eq!(times, usize::from(!is_skipped), "decision record {number:04}");
    }
    for name in names.iter().filter(|name| *name != "README.md") {
        assert!(index.contains(&format!("({name})")), "docs/adr/README.md does not list {name}");
    }
}

#[test]
fn paths_that_the_maps_of_the_tree_name_exist() {
    let mut seen = 0;
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let words = text.split('`').skip(1).step_by(2);
        for path in words.filter(|word| word.starts_with("crates/") || word.starts_with("docs/")) {
            seen += 1;
            assert!(root().join(path).exists(), "{page} names {path}");
        }
    }
    assert!(seen > 60, "only {seen} paths were found");
}

/// Examples on a page are those that run as documentation of a crate.
#[test]
fn examples_of_the_programmers_guide_are_the_crates_own() {
    let fronts: Vec<String> = files(&root().join("crates"), &["lib.rs"])
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let lines = text.lines().filter_map(|line| line.strip_prefix("//!"));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
        })
        .collect();
    let guide = fs::read_to_string(root().join("docs/guide-programmer.md")).unwrap();
    let examples: Vec<&str> =
        guide.split("```rust\n").skip(1).filter_map(|rest| rest.split("\n```").next()).collect();
    assert!(examples.len() >= 2, "{examples:?}");
    for example in examples {
        assert!(fronts.iter().any(|front| front.contains(example)), "no crate runs:\n{example}");
    }
}
