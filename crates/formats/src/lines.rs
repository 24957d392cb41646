//! The lines of a text, each with the byte at which it starts.

/// A line without its line break.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) at: usize,
    pub(crate) text: &'a str,
}

/// The lines of a text; at least one, which may be empty.
pub(crate) fn of(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    text.split('\n').map(move |line| {
        let start = at;
        at += line.len() + 1;
        Line { at: start, text: line.strip_suffix('\r').unwrap_or(line) }
    })
}
