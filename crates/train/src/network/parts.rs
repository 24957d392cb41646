//! Work on several threads whose result does not depend on how many they are.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Gradients are summed in this many parts on any number of threads, so that the result is the same.
pub(super) const PARTS: usize = 8;

/// Does all parts of some work, each once, on some threads.
pub(super) fn in_parts(threads: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let all = || {
        loop {
            match next.fetch_add(1, Ordering::Relaxed) {
                part if part < PARTS => work(part),
                _ => break,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(PARTS) {
            scope.spawn(all);
        }
        all();
    });
}

/// Works on pieces of a vector, on some threads; each piece with the place where it begins.
pub(super) fn in_chunks<T: Send>(
    threads: usize,
    all: &mut [T],
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    let size = all.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        for (n, chunk) in all.chunks_mut(size).enumerate() {
            let work = &work;
            scope.spawn(move || work(n * size, chunk));
        }
    });
}
