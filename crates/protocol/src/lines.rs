//! From bytes to lines, whatever ends them.

use std::io::{self, BufRead};

/// Longer lines are cut: no command is so long, and memory is not endless.
const LONGEST: usize = 1 << 16;

/// The lines of a stream, ended by CR LF, LF or CR alone; empty ones are left out.
///
/// A line is given as soon as its end is read: the other side may wait for the answer.
///
/// ```
/// # use tengen_protocol::Lines;
/// let lines: Vec<String> = Lines::new(&b"START 15\r\nBEGIN\rEND\n\nrest"[..]).collect();
/// assert_eq!(lines, ["START 15", "BEGIN", "END", "rest"]);
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `source`. A source that fails has ended.
    pub fn new(source: R) -> Lines<R> {
        Lines { source }
    }

    /// Reads up to the next end of a line; none at the end of the source.
    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        loop {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                return Ok((!line.is_empty()).then_some(line));
            }
            let end = chunk.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let text = &chunk[..end.unwrap_or(chunk.len())];
            line.extend(text.iter().take(LONGEST - line.len()));
            let used = end.map_or(chunk.len(), |end| end + 1);
            self.source.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            match self.read() {
                Ok(Some(line)) if line.is_empty() => {}
                Ok(line) => return line.map(|line| String::from_utf8_lossy(&line).into_owned()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_broken_lines_do_no_harm() {
        let mut bytes = vec![b'x'; 3 * LONGEST];
        bytes.extend(b"\n\xff\xfe\n\0\n");
        let lines: Vec<String> = Lines::new(bytes.as_slice()).collect();
        assert_eq!(lines[0].len(), LONGEST);
        assert_eq!(lines[1..], ["\u{fffd}\u{fffd}", "\0"]);
    }
}
