//! `tengen brain`: the engine under the control of a Gomocup manager.
//!
//! One thread reads, so that a search can be stopped at any time; the other obeys and searches.
//! Nothing but answers is ever written: a stray line loses games.

use std::io;
use std::time::Duration;

use tengen_brain::{BrainOptions, BrainSession, listen};
use tengen_player::{Algorithm, NetworkChoice};

use crate::machine;
use crate::options::{self, SolverChoice};

/// After `END` a search that does not stop is left to itself. Managers wait half a second.
const LAST_PATIENCE: Duration = Duration::from_millis(250);

/// Play under a manager: the Gomocup/Piskvork protocol on standard input and output
///
/// The same happens without arguments when the program's own name starts with pbrain-.
#[derive(clap::Args, Clone)]
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

    /// A network's file (docs/network-format.md), used for games of its rule, or none
    #[arg(long, value_name = "FILE", default_value = "none", value_parser = options::network)]
    network: NetworkChoice,

    /// Play from the opening book, unless the manager says otherwise
    #[arg(long)]
    book: bool,

    /// Play by the certificates of the first player's win, unless the manager says otherwise
    #[arg(long)]
    certificate: bool,

    /// RNG seed of random choices; without it no two games are alike
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// As a manager that knows no arguments starts it.
impl Default for Brain {
    fn default() -> Self {
        let (algorithm, solver) = (Algorithm::default(), SolverChoice::default());
        Brain {
            memory: 256,
            threads: 1,
            algorithm,
            solver,
            network: NetworkChoice::default(),
            book: false,
            certificate: false,
            seed: None,
        }
    }
}

impl Brain {
    /// Obeys until the manager says `END` or is gone.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // Managers read standard error as if it were an answer. A panic costs one thought.
        std::panic::set_hook(Box::new(|_| {}));
        let mut session = BrainSession::new(&self.options(), io::stdout());
        let leave = || {
            std::thread::sleep(LAST_PATIENCE);
            std::process::exit(0)
        };
        for order in listen(io::stdin(), leave) {
            // After an error nobody listens any more.
            if order.is_end() || session.obey(order).is_err() {
                break;
            }
        }
        // Managers do not wait until memory is given back.
        std::process::exit(0)
    }

    fn options(self) -> BrainOptions {
        BrainOptions {
            memory: self.memory.saturating_mul(1 << 20),
            threads: self.threads,
            most_threads: machine::cores(),
            installed_kib: machine::installed_kib(),
            algorithm: self.algorithm,
            solver: self.solver.0,
            network: self.network,
            book: self.book,
            certificate: self.certificate,
            seed: self.seed,
        }
    }
}
