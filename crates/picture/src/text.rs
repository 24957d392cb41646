//! Texts: what XML allows, how wide they are, how they are broken into lines.

use std::fmt::{self, Write};

/// A text written so that XML reads it back, inside an element or a quoted attribute.
///
/// Control characters cannot be written in XML at all: they become a space or `�`.
pub(crate) struct Escaped<'a>(pub(crate) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\t' | '\n' | '\r' => f.write_char(' '),
            '\u{fffe}' | '\u{ffff}' => f.write_char(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            c => f.write_char(c),
        })
    }
}

/// How wide a text is, about, as a multiple of the font's size.
///
/// Which font a browser takes is unknown here, so this is a guess on the safe side.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'm' | 'w' | 'M' | 'W' | '#' | '%' | '&' | '@' | '+' => 0.95,
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | ' ' | '!'..='/' => 0.4,
        // Dashes, arrows, pictures and the scripts of East Asia are up to as wide as high.
        '\u{1100}'..='\u{11ff}' | '\u{2000}'.. => 1.05,
        c if c.is_uppercase() => 0.7,
        _ => 0.58,
    }
}

/// As much of a text as is `room` wide, with `…` where something had to go.
pub(crate) fn cut(text: &str, room: f64) -> String {
    if width(text) <= room { text.to_owned() } else { shortened(text, room) }
}

fn shortened(text: &str, room: f64) -> String {
    format!("{}…", fitting(text, room - char_width('…')).trim_end())
}

/// The longest beginning of a text that is at most `room` wide.
fn fitting(text: &str, room: f64) -> &str {
    let mut used = 0.0;
    let too_far = text.char_indices().find(|&(_, c)| {
        used += char_width(c);
        used > room
    });
    too_far.map_or(text, |(end, _)| &text[..end])
}

/// A text in at most `most` lines of width `room`; the last ends in `…` if that is not enough.
/// Line breaks in the text are kept.
pub(crate) fn wrapped(text: &str, room: f64, most: usize) -> Vec<String> {
    let lines = text.trim().lines().flat_map(|paragraph| Wrap { rest: Some(paragraph), room });
    let mut lines: Vec<String> = lines.take(most + 1).map(str::to_owned).collect();
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = shortened(last, room);
        }
    }
    lines
}

/// The lines of one paragraph.
struct Wrap<'a> {
    rest: Option<&'a str>,
    room: f64,
}

impl<'a> Iterator for Wrap<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest.take()?.trim();
        let fits = fitting(rest, self.room);
        if fits.len() == rest.len() {
            return Some(rest);
        }
        // After a space if there is one; East Asian scripts have none and break anywhere.
        let at_space = rest[fits.len()..].starts_with(char::is_whitespace);
        let space = if at_space { None } else { fits.rfind(char::is_whitespace) };
        let (line, rest) = rest.split_at(space.unwrap_or(fits.len()));
        self.rest = Some(rest);
        Some(line.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        let escaped = Escaped("<&\"']]>\0\x1b\u{9f}\u{ffff}\na").to_string();
        assert_eq!(escaped, "&lt;&amp;&quot;&#39;]]&gt;���� a");
    }

    #[test]
    fn short_texts_stay_and_long_ones_are_cut() {
        assert_eq!(cut("A1", 2.0), "A1");
        assert_eq!(cut("abcdefgh", 3.0), "abc…");
        assert_eq!(cut("連珠連珠", 2.5), "連…");
        assert!(width(&cut("any text at all", 4.0)) <= 4.0);
    }

    #[test]
    fn lines_break_at_spaces_where_there_are_some() {
        assert_eq!(wrapped("", 9.0, 3), [""; 0]);
        assert_eq!(wrapped("black to play and win", 6.0, 9), ["black to", "play and", "win"]);
        assert_eq!(wrapped("a\n\nb", 9.0, 9), ["a", "", "b"]);
        assert_eq!(wrapped("黒先黒勝", 2.2, 9), ["黒先", "黒勝"]);
        assert_eq!(wrapped("abcdefgh", 2.4, 9), ["abcd", "efgh"]);
        assert_eq!(wrapped("black to play and win", 6.0, 2), ["black to", "play and…"]);
    }
}
