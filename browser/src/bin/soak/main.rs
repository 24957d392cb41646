//! The soak test: many clients at once on one server of the release build, which is killed again and again.
//!
//! `./test long [MINUTES]`; ten minutes if nothing is said. `TENGEN_SEED` chooses another sequence of
//! random numbers. Four players, a librarian with files and records, a flooder and a real browser share a
//! server. In the first half it is killed every few minutes; every move that a client saw must be there
//! afterwards. Then it runs undisturbed, so that whatever grows has time to show. The last kill comes
//! shortly before the end.
//!
//! Left out: wrong tokens. A server for this machine alone asks for none; `crates/cli/tests/serve_remote.rs`
//! has one that does.

mod flooder;
mod janitor;
mod judge;
mod ledger;
mod librarian;
mod line;
mod meter;
mod player;
mod run;
mod tally;
mod walker;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tengen_browser::{Places, Server, out_folder};

use meter::{Meter, Sample};
use run::Run;

/// Players without a browser.
const PLAYERS: usize = 4;
/// The time between two samples of memory and the like.
const SAMPLE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    match soak() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("soak: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn soak() -> Result<()> {
    let minutes: f64 = match std::env::args().nth(1) {
        Some(text) => text.parse().with_context(|| format!("{text} is no number of minutes"))?,
        None => 10.0,
    };
    ensure!((1.0..=1440.0).contains(&minutes), "the soak takes between 1 and 1440 minutes");
    let seed = match std::env::var("TENGEN_SEED") {
        Ok(text) => text.parse().with_context(|| format!("TENGEN_SEED: {text} is no number"))?,
        Err(_) => 1,
    };
    let length = Duration::from_secs_f64(60.0 * minutes);
    let places = Places::look()?;
    let log = out_folder()?.join("soak.log");
    let mut server = Server::start(&places, &[], &log)?;
    let run = Run::new(server.host(), seed, length);
    println!("soak: {minutes} minutes, seed {seed}");
    let samples = std::thread::scope(|scope| {
        for number in 1..=PLAYERS {
            let run = &run;
            scope.spawn(move || player::play(run, number));
        }
        scope.spawn(|| librarian::work(&run));
        scope.spawn(|| flooder::work(&run));
        scope.spawn(|| walker::walk(&run, &places));
        let watched = watch(&run, &mut server);
        // Whatever happened, the others end too.
        run.stop();
        watched
    })?;
    for game in run.ledger.not_seen_since(run.life()) {
        run.tally.fail(&format!("nobody could look at game {game} after the last kill"));
    }
    for complaint in judge::growth(&samples) {
        run.tally.fail(&complaint);
    }
    for line in complaints(&log)? {
        run.tally.fail(&format!("the server's log: {line}"));
    }
    let failures = run.tally.summary(&samples);
    if failures > 0 {
        bail!("seed {seed} found {failures} problems; they stand above");
    }
    println!("soak: all is well");
    Ok(())
}

/// Kills the server when it is due, and takes samples until the end.
fn watch(run: &Run, server: &mut Server) -> Result<Vec<Sample>> {
    let mut meter = Meter::new(&out_folder()?.join("soak.csv"))?;
    let mut kills = run.kills().into_iter().peekable();
    let mut next = Instant::now() + SAMPLE;
    while !run.is_over() {
        std::thread::sleep(Duration::from_millis(100));
        if kills.next_if(|at| *at <= run.elapsed()).is_some() {
            run.kill(server)?;
        }
        if Instant::now() >= next {
            next += SAMPLE;
            let process = server.id().context("the server does not run")?;
            let sample = meter.sample(run, process, server.data());
            println!("{}", sample.context("the server ended by itself; see soak.log")?);
        }
    }
    Ok(meter.samples)
}

/// What the server wrote to its log. It writes nothing but errors there.
fn complaints(log: &Path) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(log)?;
    Ok(text.lines().filter(|line| !line.trim().is_empty()).take(20).map(str::to_owned).collect())
}
