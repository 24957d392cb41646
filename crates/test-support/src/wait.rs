//! Waiting for something to happen, on a machine of any speed.

use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything that is waited for takes on any machine. It bounds tests that hang.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until something holds.
///
/// # Panics
/// If that takes longer than [`PATIENCE`].
pub fn wait_until(mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "it never happens");
        thread::sleep(Duration::from_millis(1));
    }
}

/// The first success among attempts that get more and more time, for what must be faster than some time
/// limit. A slow machine takes a few attempts more.
///
/// # Panics
/// If not even a minute is enough.
pub fn with_more_time<T>(first: Duration, mut attempt: impl FnMut(Duration) -> Option<T>) -> T {
    let mut time = first;
    loop {
        if let Some(success) = attempt(time) {
            return success;
        }
        assert!(time < Duration::from_secs(60), "{time:?} is not enough");
        time *= 2;
    }
}
