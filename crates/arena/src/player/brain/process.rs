//! The process of a brain: lines to it, lines from it, and its end.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command as Program, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tengen_engine::Stop;
use tengen_protocol::{Answer, Command};

use super::output::{Heard, Output};
use crate::{Failure, StartError};

/// How long a process may take to end after `END`.
const END_PATIENCE: Duration = Duration::from_millis(500);
/// How long a process that closed its pipes may take to end. Most have ended by then; the system
/// needs a moment to say so, and longer if it is busy.
const GONE_PATIENCE: Duration = Duration::from_secs(5);
/// How often a wait looks whether the match was stopped or the process floods.
const GLANCE: Duration = Duration::from_millis(20);
/// How often a wait for the end of a process looks.
const SHORT_GLANCE: Duration = Duration::from_millis(1);
/// No brain says more than this about one move.
const FLOOD: u64 = 4 << 20;

/// A process that lives. It and all that it started are killed when it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: ChildStdin,
    /// What is to be sent.
    unsent: String,
    /// What it says. It waits while nobody listens and its pipe is full.
    output: Output,
    /// How it ended, once it was waited for: from then on its number may be somebody else's.
    status: Option<ExitStatus>,
    /// Whether it was asked who it is.
    pub(super) is_known: bool,
}

/// How long an answer is waited for.
pub(super) struct Wait<'a> {
    /// At most this long.
    pub(super) patience: Duration,
    /// Or until this is stopped.
    pub(super) stop: Option<&'a Stop>,
}

impl Process {
    pub(super) fn start(program: &Path, arguments: &[String]) -> Result<Process, StartError> {
        let failed =
            |problem: String| StartError { program: program.display().to_string(), problem };
        let mut command = Program::new(program);
        // An interrupt from the keyboard is for us: brains that die of it would lose their games.
        // And whatever a brain starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What brains say here is for nobody, and a full pipe would stop them.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no pipes".to_owned()));
        };
        let (unsent, output) = (String::new(), Output::new(output));
        Ok(Process { child, input, unsent, output, status: None, is_known: false })
    }

    /// Adds a command to what is sent next.
    pub(super) fn say(&mut self, command: &Command) {
        writeln!(self.unsent, "{command}").expect("a text can always grow");
    }

    /// Sends what was said, in one piece: every piece wakes the process.
    pub(super) fn send(&mut self) -> Result<(), Failure> {
        self.output.heard = 0;
        let sent = self.input.write_all(self.unsent.as_bytes()).and_then(|()| self.input.flush());
        self.unsent.clear();
        sent.map_err(|_| self.gone())
    }

    /// Drops answers that nobody has waited for.
    pub(super) fn forget_answers(&mut self) {
        self.output.forget();
    }

    /// Waits until an answer is what was `wanted`.
    pub(super) fn wait<T>(
        &mut self,
        wait: &Wait<'_>,
        mut wanted: impl FnMut(Answer) -> Option<Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let start = Instant::now();
        loop {
            let left = wait.patience.saturating_sub(start.elapsed());
            if wait.stop.is_some_and(Stop::is_stopped) || left.is_zero() {
                return Err(Failure::late());
            }
            if self.output.heard > FLOOD {
                return Err(Failure::Answer("it floods its output".to_owned()));
            }
            match self.output.next_line(left.min(GLANCE)) {
                Heard::Line(line) => {
                    if let Some(done) = Answer::parse(&line).and_then(&mut wanted) {
                        return done;
                    }
                }
                Heard::Nothing => {}
                Heard::Closed => return Err(self.gone()),
            }
        }
    }

    /// Asks the process to end; what does not end in time is killed.
    pub(super) fn dismiss(mut self) {
        self.say(&Command::End);
        if self.send().is_ok() {
            self.ends_within(END_PATIENCE);
        }
    }

    /// Whether it has ended by itself. It is not waited for yet.
    pub(super) fn has_ended(&mut self) -> bool {
        self.status.is_some() || is_waiting_to_be_buried(&mut self.child)
    }

    /// Says how the process ended.
    fn gone(&mut self) -> Failure {
        if !self.ends_within(GONE_PATIENCE) {
            return Failure::Crash("the process closed its pipes".to_owned());
        }
        self.bury();
        let how = self.status.map_or("nobody knows how".to_owned(), |status| status.to_string());
        Failure::Crash(format!("the process ended: {how}"))
    }

    /// Waits for its end: its output closes then, or a little earlier.
    fn ends_within(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while !self.has_ended() {
            if start.elapsed() > patience {
                return false;
            }
            // Answers go on coming until it has heard us.
            if self.output.next_line(SHORT_GLANCE) == Heard::Closed {
                std::thread::sleep(SHORT_GLANCE);
            }
        }
        true
    }

    /// Kills the process and whatever it has started, and waits for it.
    fn bury(&mut self) {
        if self.status.is_some() {
            return;
        }
        kill_group(&self.child);
        // Fails only if the process has already ended.
        let _ = self.child.kill();
        self.status = self.child.wait().ok();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.bury();
    }
}

#[cfg(unix)]
#[allow(clippy::needless_pass_by_ref_mut)]
fn is_waiting_to_be_buried(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(None))
}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails only if nothing of the group is left.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Other systems have no groups; their processes are looked after one by one.
#[cfg(not(unix))]
fn is_waiting_to_be_buried(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
