//! The chromedriver process, one for all tests of a run.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::Places;

/// A chromedriver that runs until this is dropped.
#[derive(Debug)]
pub struct Driver {
    process: Child,
    port: u16,
    pub(crate) browser: PathBuf,
}

impl Driver {
    /// Starts it on a port that it chooses.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(places: &Places) -> Result<Driver> {
        let mut process = Command::new(&places.driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {}", places.driver.display()))?;
        let lines = BufReader::new(process.stdout.take().context("no output")?);
        let mut driver = Driver { process, port: 0, browser: places.browser.clone() };
        driver.port = driver.read_port(lines)?;
        Ok(driver)
    }

    /// It says "… was started successfully on port 40123." and nothing of interest afterwards.
    fn read_port(&mut self, lines: BufReader<impl std::io::Read + Send + 'static>) -> Result<u16> {
        let mut lines = lines.lines();
        for line in lines.by_ref() {
            let line = line?;
            let Some((_, tail)) = line.split_once("successfully on port ") else { continue };
            let port = tail.trim_end_matches('.').parse().context(line)?;
            // Whatever it says later is read, so that it never waits for a reader.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(port);
        }
        bail!("chromedriver ended: {}", self.process.wait()?)
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
