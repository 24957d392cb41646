//! Connections that keep a server waiting, each at another moment.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::wait::PATIENCE;

/// When a connection falls silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Before its first byte.
    FromTheStart,
    /// Within the head of its request.
    InHead,
    /// Within the bytes that announce HTTP/2.
    InHttp2Preface,
    /// After the bytes that announce HTTP/2.
    AfterHttp2Preface,
    /// Within the body of its request.
    InBody,
    /// After the answer to its request.
    AfterAnswer,
    /// While it should take the answers to its requests.
    InAnswer,
}

/// What announces HTTP/2, with the settings that follow it.
const HTTP2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
const GET: &[u8] = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";
/// A request for a file of the app that is long.
const GET_MUCH: &[u8] = b"GET /play/play.js HTTP/1.1\r\nhost: localhost\r\n\r\n";
/// More of them than the buffers between two programs have room for their answers.
const MANY: usize = 1000;
const POST: &[u8] = b"POST /api/games HTTP/1.1\r\nhost: localhost\r\n\
    content-type: application/json\r\ncontent-length: 1000\r\n\r\n{";

impl Silence {
    /// Every moment.
    pub const ALL: [Silence; 7] = [
        Silence::FromTheStart,
        Silence::InHead,
        Silence::InHttp2Preface,
        Silence::AfterHttp2Preface,
        Silence::InBody,
        Silence::AfterAnswer,
        Silence::InAnswer,
    ];

    /// A connection that falls silent. The server may have closed it already.
    ///
    /// # Errors
    /// If the server does not accept it.
    pub fn open(self, server: SocketAddr) -> io::Result<SilentSocket> {
        let mut stream = TcpStream::connect(server)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // Errors show later: a connection that broke is closed.
        let _ = match self {
            Silence::FromTheStart => Ok(()),
            Silence::InHead => stream.write_all(&GET[..20]),
            Silence::InHttp2Preface => stream.write_all(&HTTP2[..10]),
            Silence::AfterHttp2Preface => stream.write_all(HTTP2),
            Silence::InBody => stream.write_all(POST),
            Silence::AfterAnswer => {
                stream.write_all(GET).and_then(|()| stream.read(&mut [0; 16]).map(drop))
            }
            Silence::InAnswer => stream.write_all(&GET_MUCH.repeat(MANY)),
        };
        stream.set_nonblocking(true)?;
        Ok(SilentSocket { stream, silence: self })
    }
}

/// A connection that has fallen silent.
#[derive(Debug)]
pub struct SilentSocket {
    stream: TcpStream,
    silence: Silence,
}

impl SilentSocket {
    /// Whether the server has closed it by now.
    pub fn is_closed(&mut self) -> bool {
        let attempt = match self.silence {
            // To read would be to take the answers: more requests show whether anybody listens.
            Silence::InAnswer => self.stream.write(GET_MUCH),
            _ => self.drain(),
        };
        match attempt {
            Ok(count) => count == 0,
            Err(error) => error.kind() != ErrorKind::WouldBlock,
        }
    }

    /// Reads what has come; 0 at the end.
    fn drain(&mut self) -> io::Result<usize> {
        let mut buffer = [0; 4096];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(1..) => {}
                end => return end,
            }
        }
    }
}

/// Asks for `/api/info` over a connection of its own and returns how long the answer took.
///
/// # Errors
/// If there is no answer, or one that does not say that all is well.
pub fn ask(server: SocketAddr) -> io::Result<Duration> {
    let start = Instant::now();
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(b"GET /api/info HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    match answer.starts_with(b"HTTP/1.1 200") {
        true => Ok(start.elapsed()),
        false => Err(io::Error::other(String::from_utf8_lossy(&answer).into_owned())),
    }
}
