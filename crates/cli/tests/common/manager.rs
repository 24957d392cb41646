//! A manager that drives `tengen brain` through a pipe.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Nothing that is waited for takes so long on any machine; a thought without limit takes longer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

pub(crate) struct Manager {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Manager {
    pub(crate) fn new() -> Manager {
        Manager::with(&["--memory", "8", "--seed", "1"])
    }

    /// A manager of a brain that is started with these arguments.
    pub(crate) fn with(arguments: &[&str]) -> Manager {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("brain")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        Manager { child, input, lines }
    }

    /// A manager whose brain waits for the first move on fifteen lines.
    pub(crate) fn started() -> Manager {
        let mut manager = Manager::new();
        assert_eq!(manager.ask("START 15"), "OK");
        manager
    }

    /// Sends text as it stands.
    pub(crate) fn send_raw(&mut self, text: impl AsRef<[u8]>) {
        self.input.as_mut().unwrap().write_all(text.as_ref()).unwrap();
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) {
        self.send_raw(format!("{line}\n"));
    }

    /// The number of the process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// The next line of the brain.
    pub(crate) fn answer(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer in time")
    }

    /// Sends a line and gives the answer.
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Sends a line and gives the point that is played.
    pub(crate) fn ask_move(&mut self, line: &str) -> (u8, u8) {
        point(&self.ask(line))
    }

    /// Whether nothing is said for a moment.
    pub(crate) fn is_silent(&mut self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(150)).is_err()
    }

    /// Closes the input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process; gives what was still said. Nothing may stand on standard
    /// error.
    pub(crate) fn wait(mut self) -> Vec<String> {
        let start = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < PATIENCE, "the brain does not end");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(self.child.wait().unwrap().success());
        let mut noise = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut noise).unwrap();
        assert_eq!(noise, "");
        self.lines.iter().collect()
    }

    /// Ends the brain, which must have nothing more to say.
    pub(crate) fn end(mut self) {
        self.send("END");
        assert_eq!(self.wait(), [""; 0]);
    }
}

impl Drop for Manager {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A move as it is written: two plain numbers and a comma.
pub(crate) fn point(answer: &str) -> (u8, u8) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("'{answer}' is no move"));
    let number = |text: &str| {
        assert!(text.bytes().all(|b| b.is_ascii_digit()), "'{answer}' is no move");
        text.parse::<u8>().unwrap()
    };
    (number(x), number(y))
}
