//! A process that is talked to line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::wait::{PATIENCE, wait_until};

/// A running process with its input and the lines of its output. It is killed with this value.
#[derive(Debug)]
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Dialogue {
    /// Starts a program.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(command: &mut Command) -> Dialogue {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Dialogue { child, input, lines }
    }

    /// The number of the process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Sends text as it stands.
    ///
    /// # Panics
    /// If the process does not listen any more.
    pub fn send_raw(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("an open input");
        input.write_all(text.as_ref()).expect("somebody who listens");
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\n"));
    }

    /// Sends text as far as the process listens, and closes its input.
    pub fn send_last(&mut self, text: &[u8]) {
        let _ = self.input.take().expect("an open input").write_all(text);
    }

    /// Closes the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line.
    ///
    /// # Panics
    /// If none comes.
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// Whether nothing is said for a moment. What a slow machine says later is missed, so this may
    /// overlook a line but never finds one that is not there.
    pub fn is_silent(&mut self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(150)).is_err()
    }

    /// Waits for the end of the process: its exit status, the lines still printed, and standard error.
    ///
    /// # Panics
    /// If it does not end.
    pub fn wait(mut self) -> (ExitStatus, Vec<String>, String) {
        let mut status = None;
        wait_until(|| {
            status = self.child.try_wait().expect("a child");
            status.is_some()
        });
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("a pipe");
        stderr.read_to_string(&mut errors).expect("text");
        (status.expect("it has ended"), self.lines.iter().collect(), errors)
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
