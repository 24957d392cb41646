//! The sockets: accepting connections, a limited number at a time, and serving them.
//!
//! HTTP/1 alone is spoken: browsers on this machine need no more, and every phase of it has a time limit
//! (see [`Limits`]).

mod limits;
pub(crate) mod peer;
mod places;
mod request;
mod socket;
mod tls;

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::app::App;
use crate::http;

pub use limits::Limits;
pub use tls::{Tls, TlsError};

use peer::Peer;
use places::{NoPlace, Place, Places};
use request::Answering;
use socket::Socket;

/// How long the server waits before it looks again for a place or a file handle.
const PAUSE: Duration = Duration::from_millis(10);

/// Serves with the usual limits, and with TLS if there is a certificate, until the runtime ends.
pub async fn serve(app: App, listener: TcpListener, tls: Option<Tls>) {
    serve_within(app, listener, tls, Limits::default()).await;
}

/// Serves until the runtime ends.
pub async fn serve_within(app: App, listener: TcpListener, tls: Option<Tls>, limits: Limits) {
    let router = http::router(app);
    let places = Places::new(&limits);
    loop {
        let (stream, address) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The other side went away while it stood in the queue.
            Err(error) if is_about_the_connection(error.kind()) => continue,
            Err(error) => {
                // Out of file handles, most likely.
                tracing::warn!(%error, "a connection could not be accepted");
                places.make_room();
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let Some(place) = place(&places, address.ip()).await else {
            tracing::warn!(%address, "too many connections from one address");
            continue;
        };
        tokio::spawn(attend(stream, Arc::new(place), router.clone(), tls.clone(), limits));
    }
}

fn is_about_the_connection(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ConnectionAborted | ErrorKind::ConnectionReset | ErrorKind::ConnectionRefused
    )
}

/// A place for a connection; none if its address has all it may have. While the server works for all
/// connections at once there is nothing to do but wait.
async fn place(places: &Arc<Places>, address: IpAddr) -> Option<Place> {
    loop {
        match places.enter(address) {
            Ok(place) => return Some(place),
            Err(NoPlace::AddressHasMost) => return None,
            Err(NoPlace::AllWork) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// One connection, until it ends or its place goes to another.
async fn attend(
    stream: TcpStream,
    place: Arc<Place>,
    router: Router,
    tls: Option<Tls>,
    limits: Limits,
) {
    // Stones and clocks are small messages that must not wait for others.
    let _ = stream.set_nodelay(true);
    let ends = stream.local_addr().and_then(|own| Ok(Peer::new(own, stream.peer_addr()?)));
    // It is gone already.
    let Ok(peer) = ends else { return };
    let socket = Socket::new(stream, place.clone(), limits.write);
    let answering = Answering::new(router, place.clone(), peer, limits.body);
    let connection = async {
        match tls {
            None => converse(socket, answering, limits.head).await,
            Some(tls) => match timeout(limits.head, tls.acceptor().accept(socket)).await {
                Ok(Ok(stream)) => converse(stream, answering, limits.head).await,
                Ok(Err(error)) => tracing::debug!(%error, "a TLS handshake failed"),
                Err(_) => tracing::debug!("a TLS handshake took too long"),
            },
        }
    };
    tokio::select! {
        () = connection => {}
        () = place.given_up() => tracing::debug!("a connection was closed to make room"),
    }
}

/// Requests and answers.
async fn converse<S>(stream: S, answering: Answering, patience: Duration)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), answering)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection broke");
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
