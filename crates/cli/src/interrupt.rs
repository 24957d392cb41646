//! Ctrl-C: the first ends the work with what there is, the second the program at once.

use anyhow::Context;
use tengen_engine::Stop;

/// What an interrupt stops from now on.
pub(crate) fn stop_on_interrupt() -> anyhow::Result<Stop> {
    /// What shells report for a program that was interrupted.
    const INTERRUPTED: i32 = 130;
    let stop = Stop::new();
    let on_interrupt = stop.clone();
    let handled = ctrlc::set_handler(move || {
        if on_interrupt.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        on_interrupt.stop();
    });
    handled.context("interrupts cannot be handled")?;
    Ok(stop)
}
