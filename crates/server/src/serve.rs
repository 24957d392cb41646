//! The sockets: accepting connections, a limited number at a time, and serving them.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::app::App;
use crate::http;

/// Connections at a time; further ones wait in the system's queue until others end.
const MOST_CONNECTIONS: usize = 512;
/// How long a connection may take to say what it wants, and lie idle between two requests.
const PATIENCE: Duration = Duration::from_secs(15);

/// Serves until the runtime ends.
pub async fn serve(app: App, listener: TcpListener) {
    let router = http::router(app);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // Out of file handles, most likely: others will end.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Stones and clocks are small messages that must not wait for others.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
            drop(place);
        });
    }
}

/// Binds an address: this very port, or the first free one from there on.
///
/// # Errors
/// If the port, or all that are tried, cannot be had.
pub async fn bind(address: SocketAddr, may_differ: bool) -> std::io::Result<TcpListener> {
    /// How many ports are tried.
    const TRIES: u16 = 100;
    let mut last = None;
    for offset in 0..if may_differ { TRIES } else { 1 } {
        let Some(port) = address.port().checked_add(offset) else { break };
        match TcpListener::bind(SocketAddr::new(address.ip(), port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => last = Some(error),
            Err(error) => return Err(error),
        }
    }
    Err(last.unwrap_or_else(|| std::io::Error::other("there is no free port")))
}

/// A token that nobody guesses.
///
/// # Errors
/// If the system has no randomness to give.
pub fn token() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
