//! Where one test takes place: its server and its browser.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use serde_json::Value;

use crate::{Browser, Driver, Places, Screen, Server, out_folder};

/// The engine of a test.
#[derive(Clone, Debug)]
pub enum Engine {
    /// The one users get.
    Real,
    /// A script with prepared answers; `crates/server/src/engines/scripted.rs` says what it may hold.
    Scripted(Value),
}

/// A server and a browser for one test.
#[derive(Debug)]
pub struct Stage {
    /// The browser. It goes first, so that it does not miss its server.
    pub browser: Browser,
    /// The server.
    pub server: Server,
    id: String,
    expected: Vec<String>,
}

impl Stage {
    /// Sets up a stage for the test of this name.
    ///
    /// # Errors
    /// If the server or the browser does not start.
    pub fn set(
        id: &str,
        places: &Places,
        driver: &Arc<Driver>,
        screen: Screen,
        engine: &Engine,
    ) -> Result<Stage> {
        let log = out_folder()?.join(format!("{id}.log"));
        let script = out_folder()?.join(format!("{id}.script.json"));
        let script_path = script.to_string_lossy().into_owned();
        let mut options = Vec::new();
        if let Engine::Scripted(lists) = engine {
            std::fs::write(&script, lists.to_string())?;
            options.push(("--script", script_path.as_str()));
        }
        let server = Server::start(places, &options, &log)?;
        let browser = Browser::open(driver, screen)?;
        Ok(Stage { browser, server, id: id.to_owned(), expected: Vec::new() })
    }

    /// Opens a page of the app and waits until it can be used.
    ///
    /// # Errors
    /// If it does not come.
    pub fn open(&self, path: &str) -> Result<&Browser> {
        self.browser.go(&format!("{}{path}", self.server.address()))?;
        self.browser.until_ready()?;
        Ok(&self.browser)
    }

    /// Expects a complaint in the console that belongs to the test, such as a lost server.
    pub fn expect(&mut self, part: &str) {
        self.expected.push(part.to_owned());
    }

    /// Fails if the page complained or asked another machine.
    ///
    /// # Errors
    /// If it did.
    pub fn check_quiet(&self) -> Result<()> {
        let mut all = self.browser.complaints()?;
        all.retain(|one| !self.expected.iter().any(|part| one.contains(part)));
        if !all.is_empty() {
            bail!("the page complained:\n{}", all.join("\n"));
        }
        Ok(())
    }

    /// Keeps a picture of the page and what it says, to find out why a test failed.
    ///
    /// # Errors
    /// If there is no page or no room.
    pub fn keep_traces(&self) -> Result<PathBuf> {
        let picture = out_folder()?.join(format!("{}.png", self.id));
        std::fs::write(&picture, self.browser.picture()?)?;
        let text = self.browser.text("`${location.href}\\n\\n${document.body.innerText}`")?;
        let complaints = self.browser.complaints()?.join("\n");
        std::fs::write(picture.with_extension("txt"), format!("{complaints}\n\n{text}"))?;
        Ok(picture)
    }
}
