//! Tells the program from which commit it is built, so that measurements can name it.

// This is how a build script speaks to cargo.
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::process::Command;

/// What decides how the program plays, from the top of the repository.
const SOURCES: [&str; 3] = [":/crates", ":/Cargo.toml", ":/Cargo.lock"];

fn main() {
    println!("cargo:rustc-env=TENGEN_COMMIT={}", commit().unwrap_or("unknown".to_owned()));
    watch();
}

/// The last commit that changed the sources, and whether they were changed since. Commits of pages
/// alone build the same program.
fn commit() -> Option<String> {
    let last = git(&["log", "-1", "--format=%h", "--"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no", "--"])?;
    let mark = if changes.is_empty() { "" } else { "+changes" };
    (!last.is_empty()).then(|| last + mark)
}

fn git(arguments: &[&str]) -> Option<String> {
    let done = Command::new("git").args(arguments).args(SOURCES).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    done.status.success().then(|| text.trim().to_owned())
}

/// Asks to be run again after commits and changes of sources.
fn watch() {
    let done = Command::new("git").args(["rev-parse", "--git-path", "logs/HEAD"]).output();
    let log = done.ok().and_then(|done| String::from_utf8(done.stdout).ok()).unwrap_or_default();
    let crates = std::fs::read_dir("..").into_iter().flatten().flatten();
    let folders = crates.flat_map(|found| ["src", "data"].map(|name| found.path().join(name)));
    let sources = folders.map(|folder| folder.display().to_string());
    let others = ["../../Cargo.lock", log.trim()];
    let others = others.map(str::to_owned);
    for path in sources.chain(others).filter(|path| Path::new(path).exists()) {
        println!("cargo:rerun-if-changed={path}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
