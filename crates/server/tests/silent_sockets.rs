//! Connections that keep the server waiting: they are closed, and nobody else waits for them.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::json;
use tengen_server::{Limits, Options, Tls};
use tengen_test_support::server::{Server, moves, two_people};
use tengen_test_support::silence::{Silence, SilentSocket, ask};
use tengen_test_support::wait::{PATIENCE, wait_until};

/// Limits that no test reaches.
fn patient() -> Limits {
    let (head, body, write) = (PATIENCE * 2, PATIENCE * 2, PATIENCE * 2);
    Limits { head, body, write, ..Limits::default() }
}

fn silent(silence: Silence, count: usize, server: &Server) -> Vec<SilentSocket> {
    (0..count).map(|_| silence.open(server.address).unwrap()).collect()
}

/// Waits until the server has closed at least this many of them.
fn wait_until_closed(count: usize, mut silent: Vec<SilentSocket>) {
    let open = silent.len() - count;
    wait_until(|| {
        silent.retain_mut(|socket| !socket.is_closed());
        silent.len() <= open
    });
}

async fn server(data: &tempfile::TempDir, limits: Limits) -> Server {
    Server::within(Options::new(data.path()), None, limits).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_connection_is_closed_whatever_it_owes() {
    let data = tempfile::tempdir().unwrap();
    let short = Duration::from_secs(1);
    let limits = Limits { head: short, body: short, write: short, ..patient() };
    let server = server(&data, limits).await;
    for silence in Silence::ALL {
        wait_until_closed(3, silent(silence, 3, &server));
        wait_until(|| ask(server.address).is_ok());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_make_room_for_others_long_before_their_time_is_up() {
    let data = tempfile::tempdir().unwrap();
    let server = server(&data, Limits { connections: 8, ..patient() }).await;
    for silence in Silence::ALL {
        let silent = silent(silence, 20, &server);
        for _ in 0..20 {
            ask(server.address).unwrap();
        }
        // There are eight places.
        wait_until_closed(12, silent);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tls_handshake_that_stalls_is_closed_and_makes_room() {
    let names = ["localhost".to_owned()];
    // The first record of a handshake begins with these bytes.
    let hello = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01];
    for (connections, head) in [(512, Duration::from_secs(1)), (4, PATIENCE * 2)] {
        let data = tempfile::tempdir().unwrap();
        let tls = Tls::self_signed(data.path(), &names).unwrap();
        let limits = Limits { connections, head, ..patient() };
        let server = Server::within(Options::new(data.path()), Some(tls), limits).await;
        wait_until_closed(6, silent(Silence::FromTheStart, 10, &server));
        let mut streams: Vec<TcpStream> =
            (0..10).map(|_| TcpStream::connect(server.address).unwrap()).collect();
        for stream in &mut streams {
            let _ = stream.write_all(&hello);
            stream.set_nonblocking(true).unwrap();
        }
        let is_open = |mut stream: &TcpStream| matches!(stream.read(&mut [0]), Err(error) if error.kind() == ErrorKind::WouldBlock);
        wait_until(|| streams.iter().filter(|stream| is_open(stream)).count() <= 4);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_keeps_its_connection_while_silent_ones_come_and_go() {
    let data = tempfile::tempdir().unwrap();
    let short = Duration::from_millis(500);
    let limits = Limits { connections: 4, head: short, body: short, ..patient() };
    let server = server(&data, limits).await;
    let mut page = server.open().await;
    let game = page.ask("game.new", two_people()).await["game"].clone();
    for (count, silence) in (1..).zip(Silence::ALL) {
        wait_until_closed(6, silent(silence, 10, &server));
        let point = format!("h{count}");
        let state = page.ask("game.move", json!({ "game": game, "move": point })).await;
        assert_eq!(moves(&state).len(), count, "{silence:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_comes_slowly_is_read_to_its_end() {
    let record = json!({ "size": 15, "nodes": [{}, { "side": "black", "move": "h8" }] });
    let body = json!({ "record": record }).to_string();
    // The pieces take longer together than a body may stall. On a slow machine a piece is late now and
    // then, so there are several attempts.
    let is_read = async |limit: Duration| {
        let data = tempfile::tempdir().unwrap();
        let server = server(&data, Limits { body: limit, ..patient() }).await;
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let length = body.len();
        write!(
            stream,
            "POST /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        )
        .unwrap();
        for piece in body.as_bytes().chunks(length.div_ceil(12)) {
            std::thread::sleep(limit / 8);
            if stream.write_all(piece).is_err() {
                return false;
            }
        }
        let mut answer = String::new();
        stream.read_to_string(&mut answer).is_ok() && answer.starts_with("HTTP/1.1 200")
    };
    let mut limit = Duration::from_secs(1);
    while !is_read(limit).await {
        limit *= 4;
        assert!(limit < PATIENCE, "a slow body is never read");
    }
}
