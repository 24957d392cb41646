//! The output of a process, line by line, for as long as one cares to wait.
//!
//! Where the system allows it the waiting thread reads by itself: handing every line from a reading
//! thread to another one would cost more than the moves of quick brains.

use std::io;
use std::process::ChildStdout;
use std::time::Duration;

/// Longer lines are cut: no answer is so long, and memory is not endless.
const LONGEST: usize = 1 << 16;

/// What a process has written.
#[derive(Debug)]
pub(super) struct Output {
    source: Source,
    /// Bytes that were read; those before `begin` are done with.
    buffer: Vec<u8>,
    begin: usize,
    /// How many bytes were read since the last question.
    pub(super) heard: u64,
}

/// What came of waiting.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line without its end; it is not empty.
    Line(String),
    /// Nothing yet, or no whole line.
    Nothing,
    /// The output is closed.
    Closed,
}

impl Output {
    pub(super) fn new(output: ChildStdout) -> Output {
        Output { source: Source::new(output), buffer: Vec::new(), begin: 0, heard: 0 }
    }

    /// The next line, if one comes in time.
    pub(super) fn next_line(&mut self, patience: Duration) -> Heard {
        if let Some(line) = self.take_line() {
            return Heard::Line(line);
        }
        self.buffer.drain(..self.begin);
        self.begin = 0;
        if self.buffer.len() > LONGEST {
            self.buffer.clear();
        }
        match self.source.read(&mut self.buffer, patience) {
            Ok(None) => Heard::Nothing,
            Ok(Some(0)) | Err(_) => Heard::Closed,
            Ok(Some(count)) => {
                self.heard += count as u64;
                self.take_line().map_or(Heard::Nothing, Heard::Line)
            }
        }
    }

    /// Drops what is there, but no more than a little: who floods would never let us go.
    pub(super) fn forget(&mut self) {
        for _ in 0..4 {
            self.buffer.clear();
            self.begin = 0;
            if !matches!(self.source.read(&mut self.buffer, Duration::ZERO), Ok(Some(1..))) {
                break;
            }
        }
        self.buffer.clear();
        self.heard = 0;
    }

    fn take_line(&mut self) -> Option<String> {
        loop {
            let rest = &self.buffer[self.begin..];
            let end = rest.iter().position(|&byte| byte == b'\n' || byte == b'\r')?;
            let line = String::from_utf8_lossy(&rest[..end.min(LONGEST)]).trim().to_owned();
            self.begin += end + 1;
            if !line.is_empty() {
                return Some(line);
            }
        }
    }
}

/// How much is read at once.
const CHUNK: usize = 1 << 14;

#[cfg(unix)]
#[derive(Debug)]
struct Source(ChildStdout);

#[cfg(unix)]
impl Source {
    fn new(output: ChildStdout) -> Source {
        Source(output)
    }

    /// Reads what there is, waiting for it if need be; nothing if nothing comes in time.
    fn read(&mut self, buffer: &mut Vec<u8>, patience: Duration) -> io::Result<Option<usize>> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut waited = [PollFd::new(&self.0, PollFlags::IN)];
        let patience = Timespec::try_from(patience).map_err(io::Error::other)?;
        match poll(&mut waited, Some(&patience)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let before = buffer.len();
        buffer.resize(before + CHUNK, 0);
        let read = io::Read::read(&mut self.0, &mut buffer[before..]);
        buffer.truncate(before + *read.as_ref().unwrap_or(&0));
        read.map(Some)
    }
}

/// Where outputs cannot be waited for, a thread reads. It waits itself when nobody listens.
#[cfg(not(unix))]
#[derive(Debug)]
struct Source(std::sync::mpsc::Receiver<Vec<u8>>);

#[cfg(not(unix))]
impl Source {
    fn new(mut output: ChildStdout) -> Source {
        let (sender, chunks) = std::sync::mpsc::sync_channel(4);
        std::thread::spawn(move || {
            let mut chunk = vec![0; CHUNK];
            while let Ok(count @ 1..) = io::Read::read(&mut output, &mut chunk) {
                if sender.send(chunk[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Source(chunks)
    }

    fn read(&mut self, buffer: &mut Vec<u8>, patience: Duration) -> io::Result<Option<usize>> {
        use std::sync::mpsc::RecvTimeoutError;
        match self.0.recv_timeout(patience) {
            Ok(chunk) => {
                buffer.extend_from_slice(&chunk);
                Ok(Some(chunk.len()))
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(0)),
        }
    }
}
