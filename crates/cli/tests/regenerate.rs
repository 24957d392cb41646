//! `tengen regenerate`, and levels as players, as a user types them.

use std::path::Path;
use std::process::{Command, Output};

use tengen_test_support::process::program;

fn tengen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(program("tengen")).current_dir(folder).args(arguments).output().unwrap()
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

const PAGE: &str = "# Page\n\n<!-- ladder: made by `tengen match --ladder`, not by hand -->\nold\n\
    <!-- end of the ladder -->\n";

#[test]
fn the_signature_is_regenerated() {
    let folder = tempfile::tempdir().unwrap();
    let right = include_str!("../data/bench.txt");
    let signature = right.lines().find(|line| line.starts_with("nodes ")).unwrap();
    write(folder.path(), "crates/cli/data/bench.txt", &right.replace(signature, "nodes 1"));
    let run = tengen(folder.path(), &["regenerate", "--only", "bench"]);
    assert!(run.status.success(), "{run:?}");
    let path = folder.path().join("crates/cli/data/bench.txt");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), right);
    std::fs::remove_file(path).unwrap();
    // The command's old name is still read.
    let run = tengen(folder.path(), &["remake", "--only", "bench"]);
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("crates/cli/data/bench.txt"));
}

#[test]
fn ladder_and_levels_are_regenerated() {
    let folder = tempfile::tempdir().unwrap();
    let head = "rule freestyle\nsize 7\ngames 2\nmeet 1\n";
    let pair = "player chance random\nplayer baseline baseline:depth=1,limit=5\n";
    write(folder.path(), "data/ladders/ladder.txt", &format!("{head}{pair}"));
    let level = |n: u8| format!("player level-{n} baseline:depth=1,limit=5\n");
    let levels: String = (1..=10).map(level).collect();
    write(folder.path(), "data/ladders/levels.txt", &format!("{head}anchor level-1 0\n{levels}"));
    write(folder.path(), "docs/ladder.md", PAGE);
    write(folder.path(), "docs/levels.md", PAGE);
    std::fs::create_dir_all(folder.path().join("crates/player/data")).unwrap();
    let run = tengen(folder.path(), &["regenerate", "--only", "ladder", "--only", "levels"]);
    assert!(run.status.success(), "{run:?}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("docs/ladder.md").contains("| baseline |"));
    assert!(read("docs/levels.md").contains("| level-10 |"));
    let ratings = read("crates/player/data/levels.txt");
    let said = |word: &str| ratings.lines().find_map(|line| line.strip_prefix(word));
    assert_eq!(said("date ").map(str::len), Some("2024-02-29".len()), "{ratings}");
    assert!(said("conditions ").is_some_and(|text| text.contains("freestyle on 7 lines")));
    let is_level = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
    let levels: Vec<&str> = ratings.lines().filter(is_level).collect();
    assert_eq!(levels.len(), 10);
    assert!(levels[0].starts_with("1 0 0 2") && levels[9].starts_with("10 "), "{ratings}");
    assert!(!folder.path().join("crates/cli/data/bench.txt").exists(), "only what was asked for");
}

#[test]
fn the_opening_books_are_regenerated_and_resume_from_their_logs() {
    let folder = tempfile::tempdir().unwrap();
    let openings = include_str!("../../../data/openings/openings.txt");
    write(folder.path(), "data/openings/openings.txt", openings);
    write(
        folder.path(),
        "data/games/games.txt",
        "a | freestyle | 15 | black | played | h8i9i7g9\n",
    );
    for name in ["crates/player/data/book", "data/selfplay"] {
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    let words = ["regenerate", "--only", "book", "--positions", "6", "--nodes", "100"];
    let make = || {
        let run = tengen(folder.path(), &words);
        assert!(run.status.success(), "{run:?}");
        ["freestyle-15", "freestyle-20", "standard-15", "renju-15"].map(|name| {
            let path = folder.path().join(format!("crates/player/data/book/{name}.txt"));
            std::fs::read_to_string(path).unwrap()
        })
    };
    let books = make();
    for (book, rule) in books.iter().zip(["freestyle", "freestyle", "standard", "renju"]) {
        assert!(book.contains(&format!("rule {rule}\n")) && book.contains("nodes 100\n"), "{book}");
    }
    let logs = || {
        let files = std::fs::read_dir(folder.path().join("target/regenerate")).unwrap();
        let mut all: Vec<(String, Vec<u8>)> = files
            .map(|file| file.unwrap().path())
            .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
            .collect();
        all.sort();
        all
    };
    let kept = logs();
    assert_eq!(kept.len(), 8, "a log of each build and each check");
    assert_eq!(make(), books);
    assert_eq!(logs(), kept, "nothing was searched again");
    let file = folder.path().join("crates/player/data/book/renju-15.txt");
    let run = tengen(folder.path(), &["book", "check", file.to_str().unwrap()]);
    assert!(run.status.success(), "what is refuted was taken out: {run:?}");
    std::fs::remove_dir(folder.path().join("data/selfplay")).unwrap();
    assert_eq!(tengen(folder.path(), &words).status.code(), Some(2), "this is no checkout");
}

#[test]
fn levels_are_players() {
    let folder = tempfile::tempdir().unwrap();
    let play = |a: &str| {
        let words = ["match", "--a", a, "--b", "tengen:level=2", "--games", "2", "--size", "9"];
        tengen(folder.path(), &words)
    };
    let run = play("tengen:level=1");
    assert!(run.status.success(), "{run:?}");
    assert!(String::from_utf8_lossy(&run.stdout).contains("2 games"));
    let run = play("tengen:level=11");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("'11' is no value for level"));
}
