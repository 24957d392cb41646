//! A server without sockets for the fuzz targets, with a script in the engine's place.

use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tengen_server::{App, Options, StoredGames};
use tokio::runtime::{Builder, Runtime};

/// Runs with one data folder. What is stored must neither fill the disk nor make the runs slower.
const RUNS: usize = 2000;

/// Known answers, so that no run waits for a search.
const SCRIPT: &str = include_str!("script.json");

/// A server, replaced by a fresh one from time to time.
pub struct Server {
    app: App,
    runtime: Runtime,
    folder: TempDir,
    runs: usize,
}

impl Server {
    /// A server with an empty data folder, in memory where the system has a folder for that.
    pub fn start() -> Server {
        let memory = Path::new("/dev/shm");
        let folder = match memory.is_dir() {
            true => tempfile::tempdir_in(memory),
            false => tempfile::tempdir(),
        };
        let folder = folder.expect("there is a folder for temporary files");
        let script = folder.path().join("script.json");
        std::fs::write(&script, SCRIPT).expect("the folder can be written");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a thread can be started");
        let options =
            Options { script: Some(script), threads: Some(1), ..Options::new(folder.path()) };
        let app =
            runtime.block_on(async { App::start(&options) }).expect("a fresh folder is sound");
        Server { app, runtime, folder, runs: 0 }
    }

    /// The server and its runtime for one run.
    pub fn next_run(&mut self) -> (&App, &Runtime) {
        self.runs += 1;
        if self.runs > RUNS {
            let old = std::mem::replace(self, Server::start());
            old.finish();
        }
        (&self.app, &self.runtime)
    }

    /// Ends the server, and opens what it has stored.
    fn finish(self) {
        let Server { app, runtime, folder, .. } = self;
        assert!(app.finish().is_empty(), "games are in memory alone");
        drop(app);
        runtime.shutdown_timeout(Duration::from_secs(5));
        let begun = Instant::now();
        // Threads of the engine may hold the database for another moment.
        let games = loop {
            match StoredGames::open(folder.path()) {
                Ok(games) => break games,
                Err(_) if begun.elapsed() < Duration::from_secs(10) => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                Err(problem) => panic!("{problem}"),
            }
        };
        let found = games.check().expect("the database can be read");
        assert!(found.unreadable.is_empty(), "{found:?}");
    }
}
