//! `tengen brain`: the engine under the control of a Gomocup manager.
//!
//! One thread reads, so that a search can be stopped at any time; the other obeys and searches.
//! Nothing but answers is ever written: a stray line loses games.

mod memory;
mod reader;
mod session;
mod settings;
mod stones;
mod swap;
mod writer;

use tengen_player::Algorithm;
use tengen_protocol::Command;

use crate::options::{self, SolverChoice};

use session::BrainSession;
use settings::Settings;
use writer::write_line;

/// Play under a manager: the Gomocup/Piskvork protocol on standard input and output
///
/// The same happens without arguments when the program's own name starts with pbrain-.
#[derive(clap::Args, Clone, Copy)]
#[command(after_help = "Example:\n  \
    (echo START 15; echo INFO timeout_turn 500; echo BEGIN; sleep 1) | tengen brain")]
pub(crate) struct Brain {
    /// The largest memory for the table, whatever the manager allows
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = options::memory)]
    memory: usize,

    /// Threads that search, unless the manager says otherwise
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = options::threads)]
    threads: usize,

    /// The main search, unless the manager says otherwise
    #[arg(long, value_name = "NAME", default_value = "alphabeta", value_parser = options::algorithm())]
    algorithm: Algorithm,

    /// The search for forced wins beside the main one, unless the manager says otherwise
    #[arg(long, alias = "kill", value_name = "LEVEL", default_value = "slow",
        value_parser = options::solver_choice())]
    solver: SolverChoice,

    /// Play from the opening book, unless the manager says otherwise
    #[arg(long)]
    book: bool,

    /// RNG seed of random choices; without it no two games are alike
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// As a manager that knows no arguments starts it.
impl Default for Brain {
    fn default() -> Self {
        let (algorithm, solver) = (Algorithm::default(), SolverChoice::default());
        Brain { memory: 256, threads: 1, algorithm, solver, book: false, seed: None }
    }
}

impl Brain {
    /// Obeys until the manager says `END` or is gone.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // Managers read standard error as if it were an answer. A panic costs one thought.
        std::panic::set_hook(Box::new(|_| {}));
        let settings = Settings::new(&self);
        let mut session = BrainSession::new(settings, self.seed);
        for order in reader::listen() {
            if order.command == Ok(Command::End) {
                break;
            }
            // Nobody listens any more.
            if session.obey(order).iter().try_for_each(write_line).is_err() {
                break;
            }
        }
        // Managers do not wait until memory is given back.
        std::process::exit(0)
    }
}
