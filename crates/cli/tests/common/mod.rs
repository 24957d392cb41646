//! Runs the real binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the binary gave.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    /// Standard error without progress lines, which appear only on slow machines.
    pub(crate) err: String,
}

/// Runs `tengen` with these arguments in the repository's root.
pub(crate) fn tengen(arguments: &[&str]) -> Run {
    tengen_fed(arguments, "")
}

/// Runs `tengen` with something on its standard input.
pub(crate) fn tengen_fed(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A run that fails early closes its input; that is its right.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: without_progress(&String::from_utf8_lossy(&output.stderr)),
    }
}

fn without_progress(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("progress: ")).collect()
}

/// Waits until a process has worked for a tenth of a second: it is in the midst of something.
#[cfg(unix)]
pub(crate) fn wait_for_work(process: u32) {
    use std::time::{Duration, Instant};
    let ticks = || {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    let Some(before) = ticks() else {
        // No /proc here: a guess has to do.
        return std::thread::sleep(Duration::from_secs(2));
    };
    let start = Instant::now();
    while ticks().is_some_and(|now| now < before + 10) {
        assert!(start.elapsed() < Duration::from_secs(600), "it does not work");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
