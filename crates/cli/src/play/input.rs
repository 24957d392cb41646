//! What is typed, and Ctrl-C.

use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, channel};

use anyhow::Context;
use tengen_engine::Stop;
use tengen_protocol::Lines;

use crate::interrupt;

/// What comes from outside.
pub(super) enum Heard {
    Line(String),
    /// The input ended, or somebody pressed Ctrl-C.
    End,
}

/// The lines of standard input, one by one.
pub(super) struct Input {
    heard: Receiver<Heard>,
    has_ended: bool,
    /// Ends the engine's thought together with the game.
    interrupted: Stop,
}

impl Input {
    /// Begins to listen. The second Ctrl-C ends the program wherever it is.
    pub(super) fn open() -> anyhow::Result<Input> {
        let (sender, heard) = channel();
        let interrupted = Stop::new();
        let (stop, on_interrupt) = (interrupted.clone(), sender.clone());
        let handled = ctrlc::set_handler(move || {
            if stop.is_stopped() {
                std::process::exit(interrupt::STATUS.into());
            }
            stop.stop();
            // A game that is over already hears nothing any more.
            let _ = on_interrupt.send(Heard::End);
        });
        handled.context("interrupts cannot be handled")?;
        std::thread::spawn(move || {
            let lines = Lines::new(BufReader::new(io::stdin())).map(Heard::Line);
            lines.chain([Heard::End]).try_for_each(|line| sender.send(line))
        });
        Ok(Input { heard, has_ended: false, interrupted })
    }

    /// Waits for a line. After the end there is only the end.
    pub(super) fn next(&mut self) -> Heard {
        if self.has_ended {
            return Heard::End;
        }
        let heard = self.heard.recv().unwrap_or(Heard::End);
        self.has_ended = matches!(heard, Heard::End);
        heard
    }

    /// A line that was typed already, if any.
    pub(super) fn waiting(&mut self) -> Option<String> {
        match self.heard.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            Ok(Heard::End) => {
                self.has_ended = true;
                None
            }
            Err(_) => None,
        }
    }

    /// What stops a search on Ctrl-C.
    pub(super) fn stop(&self) -> &Stop {
        &self.interrupted
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.is_stopped()
    }
}
