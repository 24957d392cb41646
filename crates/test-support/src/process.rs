//! The real programs, run as users run them.

use std::io::Write;
use std::process::{Child, Command, Stdio};

use crate::environment::root;
use crate::wait::wait_until;

/// What a run gave.
#[derive(Debug)]
pub struct Run {
    /// The exit status.
    pub status: i32,
    /// Standard output.
    pub out: String,
    /// Standard error without progress lines, which appear only on slow machines.
    pub err: String,
}

/// The path of a program of the crate whose tests run. `TENGEN_PROGRAM` names another `tengen` to be tried in its
/// place: one that was built for a release, or a script that starts it elsewhere.
///
/// # Panics
/// If the tests were not started by Cargo, which names the path in the environment.
pub fn program(name: &str) -> String {
    if name == "tengen"
        && let Ok(other) = std::env::var("TENGEN_PROGRAM")
    {
        return other;
    }
    let variable = format!("CARGO_BIN_EXE_{name}");
    std::env::var(&variable).unwrap_or_else(|error| panic!("{variable}: {error}"))
}

/// `tengen`, to be run in the repository's root.
pub fn command() -> Command {
    let mut command = Command::new(program("tengen"));
    command.current_dir(root());
    command
}

/// Runs `tengen` with these arguments in the repository's root.
pub fn tengen(arguments: &[&str]) -> Run {
    tengen_fed(arguments, "")
}

/// Runs `tengen` with something on its standard input.
///
/// # Panics
/// If it does not start, or ends by a signal.
pub fn tengen_fed(arguments: &[&str], input: &str) -> Run {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tengen starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A run that fails early closes its input; that is its right.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("tengen ends");
    Run {
        status: output.status.code().expect("an exit status"),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: without_progress(&String::from_utf8_lossy(&output.stderr)),
    }
}

fn without_progress(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("progress: ")).collect()
}

/// Kills a process as soon as something holds, or after its end if that comes first.
///
/// # Panics
/// If neither happens.
pub fn kill_when(mut child: Child, mut holds: impl FnMut() -> bool) {
    wait_until(|| holds() || child.try_wait().expect("a child").is_some());
    child.kill().expect("a child");
    child.wait().expect("a child");
}

/// What a process has computed so far, in ticks of the system's clock.
#[cfg(target_os = "linux")]
pub fn ticks(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

/// Waits until a process has computed for a tenth of a second: it is in the midst of something.
///
/// # Panics
/// If it never does.
#[cfg(target_os = "linux")]
pub fn wait_for_work(process: u32) {
    let Some(before) = ticks(process) else { return };
    wait_until(|| ticks(process).is_none_or(|now| now >= before + 10));
}

/// Waits long enough for a process to be in the midst of something: nothing tells what it does.
#[cfg(not(target_os = "linux"))]
pub fn wait_for_work(_: u32) {
    std::thread::sleep(std::time::Duration::from_secs(2));
}
