//! `tengen brain`: the engine under the control of a Gomocup manager.
//!
//! One thread reads, so that a thought can be stopped at any time; the other obeys and thinks.
//! Nothing but answers is ever written: a stray line loses games.

mod ear;
mod settings;
mod stones;

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tengen_core::{Game, Point};
use tengen_engine::{Engine, EngineOptions};
use tengen_protocol::{Answer, Command, Spot};

use ear::{Order, Thought};
use settings::Settings;
use stones::Stones;

/// Play under a manager: the Gomocup/Piskvork protocol on standard input and output
///
/// The same happens without arguments when the program's own name starts with pbrain-.
#[derive(clap::Args, Clone, Copy)]
#[command(after_help = "Example:\n  \
    (echo START 15; echo INFO timeout_turn 500; echo BEGIN; sleep 1) | tengen brain")]
pub(crate) struct Brain {
    /// Most memory for the table, whatever the manager allows
    #[arg(long, value_name = "MB", default_value_t = 256)]
    memory: usize,

    /// Threads that search, unless the manager says otherwise
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// As a manager that knows no arguments starts it.
impl Default for Brain {
    fn default() -> Self {
        Brain { memory: 256, threads: 1 }
    }
}

impl Brain {
    /// Obeys until the manager says `END` or is gone.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        // Managers read standard error as if it were an answer. A panic costs one thought.
        std::panic::set_hook(Box::new(|_| {}));
        let settings = Settings::new(self.memory.saturating_mul(1 << 20), self.threads);
        let mut seat = Seat { settings, stones: None, engine: None, used: Duration::ZERO };
        for order in ear::listen() {
            if order.command == Ok(Command::End) {
                break;
            }
            if let Some(answer) = seat.obey(order)
                && say(&answer).is_err()
            {
                // Nobody listens any more.
                break;
            }
        }
        Ok(())
    }
}

fn say(answer: &Answer) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}

/// The engine at the board.
struct Seat {
    settings: Settings,
    /// None before the first `START`.
    stones: Option<Stones>,
    /// None before the first thought: what memory is allowed is told after `START`.
    engine: Option<Engine>,
    /// Time used in this game, for managers that do not tell what is left.
    used: Duration,
}

impl Seat {
    /// Does what is asked; gives what is to be said.
    fn obey(&mut self, order: Order) -> Option<Answer> {
        let done = match order.command {
            Err(bad) => Err(bad.to_string()),
            Ok(Command::Start(size)) => Ok(self.start(Stones::new(size))),
            Ok(Command::Restart) => {
                let emptied = self.board().map(|stones| stones.emptied());
                emptied.map(|stones| self.start(stones))
            }
            Ok(Command::Info(info)) => {
                self.settings.take(&info);
                return None;
            }
            Ok(Command::TakeBack(spot)) => {
                self.board().and_then(|stones| stones.take_back(spot)).map(|()| Answer::Ok)
            }
            Ok(Command::About) => Ok(about()),
            Ok(Command::Unknown(word)) => Ok(Answer::Unknown(word)),
            // Whoever listens has already stopped what was to be stopped.
            Ok(Command::Stop | Command::End) => return None,
            Ok(command @ (Command::Begin | Command::Turn(_) | Command::Board(_))) => {
                self.set(&command).and_then(|()| self.answer(&order.thought, order.arrived))
            }
        };
        // Who has given up waiting must not take this for another answer.
        (!order.thought.is_unwanted()).then(|| done.unwrap_or_else(Answer::Error))
    }

    fn start(&mut self, stones: Stones) -> Answer {
        self.stones = Some(stones);
        self.used = Duration::ZERO;
        Answer::Ok
    }

    fn board(&mut self) -> Result<&mut Stones, String> {
        self.stones.as_mut().ok_or_else(|| "START comes first".to_owned())
    }

    /// Puts the stones of a command that asks for a move.
    fn set(&mut self, command: &Command) -> Result<(), String> {
        let stones = self.board()?;
        match command {
            Command::Begin => stones.begin(),
            Command::Turn(spot) => stones.opponent_plays(*spot),
            Command::Board(block) => stones.set(block),
            _ => Ok(()),
        }
    }

    /// Thinks and moves. An unwanted thought leaves the board as the manager knows it.
    fn answer(&mut self, thought: &Thought, arrived: Instant) -> Result<Answer, String> {
        let rule = self.settings.rule();
        let stones = self.board()?;
        let game = stones.game(rule);
        let any = stones.any_free().ok_or("the board is full")?;
        let point = match game {
            // A manager who goes on after the end, by our rule, wants a stone and no reasons.
            None => any,
            Some(game) => {
                let found = self.think(&game, thought, arrived);
                found.filter(|&point| is_sound(&game, point)).unwrap_or_else(|| sound(&game, any))
            }
        };
        if !thought.is_unwanted() {
            self.board()?.own_play(point);
        }
        self.used += arrived.elapsed();
        Ok(Answer::Move(Spot::of(point, self.board()?.size())))
    }

    /// The engine's move. None if the search fails, which it must not.
    fn think(&mut self, game: &Game, thought: &Thought, arrived: Instant) -> Option<Point> {
        let used = self.used;
        let mut engine = self.fitting_engine();
        let limits = self.settings.limits(used, arrived.elapsed());
        let searched = catch_unwind(AssertUnwindSafe(|| {
            engine.search(game, &limits, thought.stop(), &mut |_| {})
        }));
        let report = searched.ok()?;
        self.engine = Some(engine);
        report.best()
    }

    /// The engine, made anew if it may use more or less than the last one.
    fn fitting_engine(&mut self) -> Engine {
        let settings = &self.settings;
        let kept = self.engine.take().filter(|engine| settings.suit(engine.options()));
        kept.unwrap_or_else(|| {
            let (memory, threads) = (settings.table_bytes(), settings.threads());
            Engine::new(EngineOptions { memory, threads, ..EngineOptions::default() })
        })
    }
}

/// Whether a move may be printed: on the board, free, and not forbidden.
fn is_sound(game: &Game, point: Point) -> bool {
    game.board().is_free(point) && !game.is_forbidden(point)
}

/// Some move that may be printed; `any` free point if all are forbidden.
fn sound(game: &Game, any: Point) -> Point {
    game.board().free_points().find(|&point| is_sound(game, point)).unwrap_or(any)
}

fn about() -> Answer {
    let version = env!("CARGO_PKG_VERSION");
    let author = env!("CARGO_PKG_AUTHORS");
    Answer::Other(format!("name=\"Tengen\", version=\"{version}\", author=\"{author}\""))
}
