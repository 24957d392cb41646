//! Ctrl-C: the first ends the work with what there is, the second the program at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tengen_engine::Stop;

/// What shells report for a program that was interrupted.
pub(crate) const STATUS: u8 = 130;

/// Whether a signal ended the work. A [`Stop`] does not tell: an error stops a job as well.
static HAS_COME: AtomicBool = AtomicBool::new(false);

/// Whether a signal has ended what [`stop_on_interrupt`] began.
pub(crate) fn has_come() -> bool {
    HAS_COME.load(Ordering::Relaxed)
}

/// An interrupt that was the way to end what was done already changes no exit status.
pub(crate) fn excuse() {
    HAS_COME.store(false, Ordering::Relaxed);
}

/// What an interrupt stops from now on.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<Stop> {
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let handled = ctrlc::set_handler(move || {
        if HAS_COME.swap(true, Ordering::Relaxed) {
            std::process::exit(STATUS.into());
        }
        on_interrupt.stop();
    });
    handled.context("interrupts cannot be handled")?;
    Ok(stop)
}
