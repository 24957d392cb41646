//! The client of bad manners: for a while in every minute it asks for more than anybody may have, and is
//! cut off as the server's limits say.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tengen_browser::{Socket, ask, ask_with};

use crate::run::{Run, lock};

/// What the server takes from one connection: messages at once, messages a second, and those beyond that
/// before it closes the connection.
const AT_ONCE: u64 = 200;
const A_SECOND: u64 = 60;
const BEYOND: u64 = 3000;
/// Messages that may wait between the two programs.
const ON_THE_WAY: u64 = 2000;
/// The longest flood of messages. The server needs 27 seconds to have enough of it.
const FLOOD: Duration = Duration::from_secs(60);
/// Sockets at a time that are more than the server opens.
const MANY_SOCKETS: usize = 80;
/// Connections that fall silent.
const SILENT: usize = 60;

/// Floods until the end of the run.
pub(crate) fn work(run: &Run) {
    let every = (run.length() / 8).min(Duration::from_secs(60));
    let mut round = 0;
    run.sessions("flooder", |_| {
        run.pause(every);
        if run.is_over() {
            return Ok(());
        }
        round += 1;
        flood(run, "large messages", large_messages)?;
        flood(run, "forged requests", forged)?;
        flood(run, "large bodies", large_bodies)?;
        // Messages and silence take fifteen seconds or more.
        match round % 3 {
            0 => flood(run, "too many messages", messages),
            1 => flood(run, "too many sockets", sockets),
            _ => flood(run, "silent connections", silence),
        }
    });
}

fn flood(run: &Run, name: &'static str, kind: fn(&Run) -> Result<()>) -> Result<()> {
    kind(run).context(name)?;
    run.tally.floods.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

fn open(run: &Run) -> Result<Socket> {
    let _crowd = lock(&run.crowd);
    Socket::open(&run.host, &format!("http://{}", run.host))
}

/// More messages than anybody may send: the connection is closed. On a busy machine the server may be so slow
/// that its limits are not reached; then it has not taken more than they allow.
fn messages(run: &Run) -> Result<()> {
    let mut socket = open(run)?;
    // Long ones, or thousands of them would wait between the two programs.
    let message = format!("{{\"v\":1,\"type\":\"ping\",\"padding\":\"{}\"}}", "x".repeat(4000));
    let start = Instant::now();
    let mut sent = 0;
    while start.elapsed() < FLOOD && !run.is_over() {
        if socket.send(&message).is_err() {
            return Ok(());
        }
        sent += 1;
    }
    let most = AT_ONCE + A_SECOND * start.elapsed().as_secs() + BEYOND + ON_THE_WAY;
    ensure!(sent <= most, "{sent} messages were taken; {most} are allowed");
    Ok(())
}

/// Messages beyond the limit, or of another kind, end the connection with a reason.
fn large_messages(run: &Run) -> Result<()> {
    let mut socket = open(run)?;
    socket.send(&"x".repeat(100_000))?;
    let error = socket.until("error")?;
    ensure!(error["code"] == "too-large", "100 KB: {error}");
    let reason = socket.closing()?;
    ensure!(reason == Some(1009), "100 KB: closed with {reason:?}");
    let mut socket = open(run)?;
    socket.send_bytes(b"bytes")?;
    let reason = socket.closing()?;
    ensure!(reason == Some(1008), "bytes: closed with {reason:?}");
    let mut socket = open(run)?;
    let _ = socket.send(&"x".repeat(2 << 20));
    socket.closing().map(drop)
}

/// Another host, another origin, a token that was guessed.
fn forged(run: &Run) -> Result<()> {
    let headers: [&[(&str, &str)]; 4] = [
        &[("Host", "evil.example")],
        &[("Origin", "http://evil.example")],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Host", "evil.example"), ("Authorization", "Bearer guess")],
    ];
    for headers in headers {
        let answer = ask(&run.host, "GET", "/api/games?token=guess", headers)?;
        ensure!(answer.status == 403, "{headers:?}: {}", answer.status);
    }
    Ok(())
}

fn large_bodies(run: &Run) -> Result<()> {
    let length = [("Content-Length", "300000000")];
    let answer = ask(&run.host, "POST", "/api/import", &length)?;
    ensure!(answer.status == 413, "a file of 300 MB: {}", answer.status);
    let answer = ask_with(&run.host, "PUT", "/api/profile", &[], &[b' '; 100_000])?;
    ensure!(answer.status == 413, "a profile of 100 KB: {}", answer.status);
    Ok(())
}

/// Half-open connections are closed when their time is over.
fn silence(run: &Run) -> Result<()> {
    let beginnings = [
        "",
        "GET /api/info HTTP",
        "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{",
    ];
    let open = |n: usize| -> Result<TcpStream> {
        let mut stream = TcpStream::connect(&run.host)?;
        stream.write_all(beginnings[n % beginnings.len()].as_bytes())?;
        stream.set_nonblocking(true)?;
        Ok(stream)
    };
    let mut all = (0..SILENT).map(open).collect::<Result<Vec<_>>>()?;
    // The limits are fifteen seconds.
    for _ in 0..60 {
        run.pause(Duration::from_secs(1));
        all.retain_mut(|stream| !is_closed(stream));
        if all.is_empty() || run.is_over() {
            return Ok(());
        }
    }
    anyhow::bail!("{} of {SILENT} are open after a minute", all.len())
}

fn is_closed(stream: &mut TcpStream) -> bool {
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

/// More sockets than the server has: some are refused, and all can go.
fn sockets(run: &Run) -> Result<()> {
    let _crowd = lock(&run.crowd);
    let origin = format!("http://{}", run.host);
    let opened: Vec<Result<Socket>> =
        (0..MANY_SOCKETS).map(|_| Socket::open(&run.host, &origin)).collect();
    let refused = opened.iter().filter_map(|socket| socket.as_ref().err());
    let mut reasons = refused.map(|error| format!("{error:#}")).peekable();
    ensure!(reasons.peek().is_some(), "{MANY_SOCKETS} sockets are open");
    let strange = reasons.find(|reason| !reason.contains("429"));
    ensure!(strange.is_none(), "a socket was refused: {strange:?}");
    drop(opened);
    // The server sees that they are gone a moment later.
    run.pause(Duration::from_secs(3));
    Ok(())
}
