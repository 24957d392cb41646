//! Where programs keep the user's data on this system.

use std::path::PathBuf;

use anyhow::Context;

/// The folder of the app's games and settings: the one that was named, or the usual one.
pub(crate) fn data_folder(named: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        return Ok(named.clone());
    }
    let folder = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let home = || folder("HOME");
    let found = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    let found = found.context("there is no home folder; say --data DIR")?;
    Ok(found.join("tengen"))
}
