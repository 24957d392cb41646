//! How much of the server a connection may take up.

use std::time::Duration;

/// How many connections there are at a time, and how long each may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time. Beyond that the one that has kept the server waiting longest is closed.
    pub connections: usize,
    /// Connections of one other machine at a time. This machine may have all of them.
    pub connections_per_address: usize,
    /// For the TLS handshake, for the head of a request from the moment the last answer was sent, and so
    /// also for the first byte and for idling between two requests.
    pub head: Duration,
    /// Between two pieces of a request's body.
    pub body: Duration,
    /// Between two pieces of an answer that the other side takes.
    pub write: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 512,
            connections_per_address: 64,
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            write: Duration::from_secs(30),
        }
    }
}
