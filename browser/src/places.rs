//! Where things are: the repository, the release binary, the browser and its driver.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The programs a test needs.
#[derive(Clone, Debug)]
pub struct Places {
    /// The release binary of Tengen.
    pub tengen: PathBuf,
    /// Chromium or Chrome.
    pub browser: PathBuf,
    /// The chromedriver that belongs to it.
    pub driver: PathBuf,
}

impl Places {
    /// Looks for all three. `TENGEN_BINARY` names another binary than `target/release/tengen`.
    ///
    /// # Errors
    /// If one is missing.
    pub fn look() -> Result<Places> {
        let tengen = env::var_os("TENGEN_BINARY")
            .map_or_else(|| repository().join("target/release/tengen"), PathBuf::from);
        if !tengen.is_file() {
            bail!("{} is missing: cargo build --release", tengen.display());
        }
        let browser = on_path(&["chromium", "chromium-browser", "google-chrome"])
            .context("no Chromium is on the PATH: apt-get install chromium")?;
        let driver = on_path(&["chromedriver"])
            .context("no chromedriver is on the PATH: apt-get install chromium-driver")?;
        Ok(Places { tengen, browser, driver })
    }
}

fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    let mut all = names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    all.find(|file| file.is_file())
}

/// The root of the repository.
///
/// # Panics
/// Never: this crate lies in a folder of the repository.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the repository")
}

/// Where pictures and logs of failed tests go.
///
/// # Errors
/// If the folder cannot be made.
pub fn out_folder() -> Result<PathBuf> {
    let folder = repository().join("target/browser/out");
    std::fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    Ok(folder)
}
