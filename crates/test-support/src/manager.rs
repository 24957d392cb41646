//! A manager that drives `tengen brain` through a pipe.

use std::ops::{Deref, DerefMut};
use std::process::Command;

use crate::dialogue::Dialogue;
use crate::process::program;

/// A manager with its brain.
#[derive(Debug)]
pub struct Manager(Dialogue);

impl Manager {
    /// A manager of a brain with little memory and a fixed seed.
    #[expect(clippy::new_without_default, reason = "it starts a process")]
    pub fn new() -> Manager {
        Manager::with(&["--memory", "8", "--seed", "1"])
    }

    /// A manager of a brain that is started with these arguments.
    pub fn with(arguments: &[&str]) -> Manager {
        Manager(Dialogue::start(Command::new(program("tengen")).arg("brain").args(arguments)))
    }

    /// A manager whose brain waits for the first move on fifteen lines.
    pub fn started() -> Manager {
        let mut manager = Manager::new();
        assert_eq!(manager.ask("START 15"), "OK");
        manager
    }

    /// Sends a line and gives the answer.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// Sends a line and gives the point that is played.
    pub fn ask_move(&mut self, line: &str) -> (u8, u8) {
        point(&self.ask(line))
    }

    /// Waits for the end of the process; gives what was still said. Nothing may stand on standard
    /// error.
    pub fn wait(self) -> Vec<String> {
        let (status, lines, errors) = self.0.wait();
        assert!(status.success(), "{status}");
        assert_eq!(errors, "");
        lines
    }

    /// Ends the brain, which must have nothing more to say.
    pub fn end(mut self) {
        self.send("END");
        assert_eq!(self.wait(), [""; 0]);
    }
}

impl Deref for Manager {
    type Target = Dialogue;

    fn deref(&self) -> &Dialogue {
        &self.0
    }
}

impl DerefMut for Manager {
    fn deref_mut(&mut self) -> &mut Dialogue {
        &mut self.0
    }
}

/// A move as it is written: two plain numbers and a comma.
///
/// # Panics
/// If it is anything else.
pub fn point(answer: &str) -> (u8, u8) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("'{answer}' is no move"));
    let number = |text: &str| {
        assert!(text.bytes().all(|b| b.is_ascii_digit()), "'{answer}' is no move");
        text.parse::<u8>().unwrap_or_else(|error| panic!("'{answer}': {error}"))
    };
    (number(x), number(y))
}
