//! What threads share. Under the feature `shuttle` a model checker stands in for the real thing and
//! tries the orders in which threads may run (`strategy/race/model.rs`).

#[cfg(not(feature = "shuttle"))]
pub(crate) use std::{
    sync::atomic::{AtomicBool, Ordering},
    sync::{Arc, Condvar, Mutex},
    thread,
};

#[cfg(feature = "shuttle")]
pub(crate) use shuttle::{
    sync::atomic::{AtomicBool, Ordering},
    sync::{Arc, Condvar, Mutex},
    thread,
};

/// A thread of a scope; none if the system has none left: fewer threads than asked for still play.
#[cfg(not(feature = "shuttle"))]
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<thread::ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().name("side".to_owned()).spawn_scoped(scope, work).ok()
}

/// The same in the model, which has threads enough.
#[cfg(feature = "shuttle")]
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<thread::ScopedJoinHandle<'scope, T>> {
    Some(scope.spawn(work))
}
