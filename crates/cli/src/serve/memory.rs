//! Gives memory back to the system that the allocator keeps.

#![allow(unsafe_code)]

use std::time::Duration;

/// How often.
const EVERY: Duration = Duration::from_secs(60);

/// Gives free memory back every minute, without end.
///
/// Each thread of the server has a heap of its own in glibc, and a heap shrinks only from its end: one
/// small block there keeps all that is free below it. After an hour of floods and imports that was a
/// quarter of the server's memory and growing.
pub(super) async fn give_back_from_time_to_time() {
    loop {
        tokio::time::sleep(EVERY).await;
        // It takes locks of the allocator, so not on a thread that answers requests.
        let _ = tokio::task::spawn_blocking(give_back).await;
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_back() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: malloc_trim may be called at any time from any thread; it changes nothing that is in use.
    unsafe { malloc_trim(0) };
}

/// Other allocators do this by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn give_back() {}
