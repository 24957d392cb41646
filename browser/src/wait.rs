//! Waiting, the one way tests do it.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How long a wish may take to come true. Long, for machines may be busy; only failures wait so long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(30);

/// Looks again and again until there is something to see.
///
/// # Errors
/// If there was nothing in [`PATIENCE`], with what was waited for and the last complaint of `look`.
pub fn until<T>(wish: &str, mut look: impl FnMut() -> Result<Option<T>>) -> Result<T> {
    let end = Instant::now() + patience();
    loop {
        let seen = look();
        if let Ok(Some(seen)) = seen {
            return Ok(seen);
        }
        if Instant::now() >= end {
            seen.with_context(|| format!("waiting until {wish}"))?;
            bail!("waited in vain until {wish}");
        }
        std::thread::sleep(PAUSE);
    }
}

/// `TENGEN_PATIENCE`, in seconds, shortens it while a test is being written.
fn patience() -> Duration {
    let told = std::env::var("TENGEN_PATIENCE").ok().and_then(|text| text.parse().ok());
    told.map_or(PATIENCE, Duration::from_secs)
}
