//! The scenarios of the app, each one test with a stable name: `play.first`, `sec.origin` …
//!
//! `../test` runs them. By hand, after `cargo build --release`:
//! `TENGEN_BROWSER=1 cargo test --manifest-path browser/Cargo.toml -- play`.

mod access;
mod analyse;
mod clock;
mod errors;
mod explain;
mod files;
mod functions;
mod games;
mod hands;
mod install;
mod keyboard;
mod keys;
mod knowledge;
mod languages;
mod layout;
mod marks;
mod newcomer;
mod opening;
mod opening_rules;
mod play;
mod puzzles;
mod research;
mod review;
mod safety;
mod settings;
mod tree;
mod walk;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use libtest_mimic::{Arguments, Trial};
use serde_json::{Value, json};
use tengen_browser::{Driver, Engine, Places, Screen, Stage};

/// One test.
struct Scenario {
    id: &'static str,
    screen: Screen,
    engine: Engine,
    play: fn(&mut Stage) -> Result<()>,
}

/// A scenario on a laptop whose engine says nothing unless it is asked, and then any move.
fn scenario(id: &'static str, play: fn(&mut Stage) -> Result<()>) -> Scenario {
    Scenario { id, screen: Screen::DESKTOP, engine: Engine::Scripted(json!({})), play }
}

impl Scenario {
    fn on(self, screen: Screen) -> Scenario {
        Scenario { screen, ..self }
    }

    fn scripted(self, script: Value) -> Scenario {
        Scenario { engine: Engine::Scripted(script), ..self }
    }

    fn with_engine(self) -> Scenario {
        Scenario { engine: Engine::Real, ..self }
    }

    fn trial(self, places: Places, driver: Arc<Driver>) -> Trial {
        Trial::test(self.id, move || {
            // A browser on a busy machine misses a click now and then: what fails twice is broken.
            let result = self.run(&places, &driver).or_else(|_| {
                eprintln!("{}: FAILED ONCE, tried again", self.id);
                self.run(&places, &driver)
            });
            result.map_err(|error| format!("{error:#}").into())
        })
    }

    fn run(&self, places: &Places, driver: &Arc<Driver>) -> Result<()> {
        let mut stage = Stage::set(self.id, places, driver, self.screen, &self.engine)?;
        let result = (self.play)(&mut stage).and_then(|()| stage.check_quiet());
        result.map_err(|error| {
            let error = match stage.keep_traces() {
                Ok(picture) => error.context(format!("see {}", picture.display())),
                Err(_) => error,
            };
            // Printed at once; libtest repeats it at the end.
            eprintln!("\n{}: {error:#}", self.id);
            error
        })
    }
}

fn all() -> Vec<Scenario> {
    let groups = [
        safety::all(),
        layout::all(),
        play::all(),
        opening::all(),
        opening_rules::all(),
        analyse::all(),
        knowledge::all(),
        tree::all(),
        explain::all(),
        hands::all(),
        review::all(),
        research::all(),
        watch::all(),
        puzzles::all(),
        files::all(),
        games::all(),
        errors::all(),
        keyboard::all(),
        keys::all(),
        marks::all(),
        install::all(),
        clock::all(),
        access::all(),
        languages::all(),
        newcomer::all(),
        settings::all(),
        walk::all(),
        functions::all(),
    ];
    groups.into_iter().flatten().collect()
}

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if std::env::var_os("TENGEN_BROWSER").is_none() && !arguments.list {
        println!("The browser tests are SKIPPED: ./test runs them, or TENGEN_BROWSER=1.");
        return ExitCode::SUCCESS;
    }
    // The engine and the browser want the machine for themselves.
    arguments.test_threads.get_or_insert(1);
    match run(&arguments) {
        Ok(code) => code,
        Err(error) => {
            println!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode> {
    let places = Places::look().context("the browser tests cannot run")?;
    let driver = Arc::new(Driver::start(&places)?);
    let trials = all().into_iter().map(|one| one.trial(places.clone(), driver.clone())).collect();
    let conclusion = libtest_mimic::run(arguments, trials);
    Ok(if conclusion.has_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
