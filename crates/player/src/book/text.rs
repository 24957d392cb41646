//! Books as text: four lines of head, then one position a line (`docs/book.md`).

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;

use tengen_core::{Game, Move, Point, Rule, Size};
use tengen_engine::Verdict;

use super::{Book, BookMove, Entry, Names};

/// How every book begins.
const HEAD: &str = "tengen book 1";
/// How the line of the empty board begins.
const EMPTY: &str = "empty";

/// A text that is no book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct BookError {
    /// Which line, from one.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// Names the first line that is malformed, holds an illegal position or move, or repeats a
    /// position that is already there in another orientation.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let end = text.lines().count() + 1;
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut head = |wanted: &str| -> Result<(usize, String), BookError> {
            let (line, text) = lines.next().unwrap_or((end, ""));
            let rest = text.strip_prefix(wanted).map(|rest| rest.trim().to_owned());
            let problem = || format!("'{wanted}' is wanted here");
            Ok((line, rest.ok_or_else(|| BookError { line, problem: problem() })?))
        };
        head(HEAD)?;
        let rule: Rule = value(head("rule ")?)?;
        let (line, lines_of_board) = head("size ")?;
        let size = lines_of_board.parse().ok().and_then(Size::new);
        let problem = "a board has 5 to 22 lines".to_owned();
        let size = size.ok_or(BookError { line, problem })?;
        let nodes: u64 = value(head("nodes ")?)?;
        let entry = |(line, text): (usize, &str)| {
            let entry =
                text.parse().and_then(|entry: Entry| entry.check(rule, size).map(|()| entry));
            entry.map_err(|problem| BookError { line, problem }).map(|entry| (line, entry))
        };
        let entries: Vec<(usize, Entry)> = lines.map(entry).collect::<Result<_, _>>()?;
        Book::bind(rule, size, nodes, entries)
    }

    /// A book of these entries, which are sorted.
    ///
    /// # Errors
    /// If a entry is not legal, or two are of the same position; entries count from one.
    pub fn of(
        rule: Rule,
        size: Size,
        nodes: u64,
        mut entries: Vec<Entry>,
    ) -> Result<Book, BookError> {
        entries.sort_by_cached_key(Entry::name);
        let entries: Vec<(usize, Entry)> = (1..).zip(entries).collect();
        for (line, entry) in &entries {
            entry.check(rule, size).map_err(|problem| BookError { line: *line, problem })?;
        }
        Book::bind(rule, size, nodes, entries)
    }

    fn bind(
        rule: Rule,
        size: Size,
        nodes: u64,
        entries: Vec<(usize, Entry)>,
    ) -> Result<Book, BookError> {
        let mut index = HashMap::new();
        for (number, (line, entry)) in entries.iter().enumerate() {
            let at = |problem: String| BookError { line: *line, problem };
            let key = entry.game(rule, size).map_err(at)?.shift_key();
            if let Some(before) = index.insert(key, number) {
                let before = entries[before].1.name();
                return Err(at(format!("{} is the position of {before} once more", entry.name())));
            }
        }
        let entries = entries.into_iter().map(|(_, entry)| entry).collect();
        Ok(Book { rule, size, nodes, entries, index, names: Names::built_in() })
    }
}

impl fmt::Display for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\nrule {}\nsize {}\nnodes {}", self.rule, self.size, self.nodes)?;
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

impl Entry {
    /// The position of a game, with nothing known of it yet. None if the game was not played from
    /// the empty board without a pass, or is over.
    pub fn of(game: &Game) -> Option<Entry> {
        let stone = |action: &Move| match action {
            Move::Stone(point) => Some(*point),
            Move::Pass => None,
        };
        let line: Option<Vec<Point>> = game.moves().iter().map(stone).collect();
        let is_plain = game.start().stone_count() == 0 && game.outcome().is_none();
        line.filter(|_| is_plain).map(|line| Entry { line, moves: Vec::new() })
    }

    /// The line as it stands in the book.
    pub fn name(&self) -> String {
        match self.line.is_empty() {
            true => EMPTY.to_owned(),
            false => self.line.iter().map(ToString::to_string).collect(),
        }
    }

    /// Whether its position and moves are legal.
    fn check(&self, rule: Rule, size: Size) -> Result<(), String> {
        let game = self.game(rule, size)?;
        let mut seen = HashSet::new();
        for known in &self.moves {
            let point = known.point;
            if game.size().contains(point)
                && game.board().is_free(point)
                && game.is_forbidden(point)
            {
                return Err(format!("{point} is forbidden"));
            }
            let mut after = game.clone();
            after.play(point).map_err(|error| error.to_string())?;
            if !seen.insert(after.shift_key()) {
                return Err(format!("{point} leads to the same position as a move before it"));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = |known: &BookMove| {
            let BookMove { point, visits, score, depth, nodes } = *known;
            format!("{point} {visits} {} {depth} {nodes}", score_text(score))
        };
        let moves: Vec<String> = self.moves.iter().map(known).collect();
        write!(f, "{}: {}", self.name(), moves.join(", "))
    }
}

impl FromStr for Entry {
    type Err = String;

    /// Reads a line of a book. Whether its moves are legal is not asked.
    fn from_str(text: &str) -> Result<Entry, String> {
        let (line, moves) = text.split_once(':').ok_or("there is no ':' after the position")?;
        let line = match line.trim() {
            EMPTY => Vec::new(),
            line => points(line)?,
        };
        let moves = moves.split(',').map(read_move).collect::<Result<_, _>>()?;
        Ok(Entry { line, moves })
    }
}

/// The points of `h8i9j10`.
pub(super) fn points(text: &str) -> Result<Vec<Point>, String> {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(_, letter)| !letter.is_ascii_digit())
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    if text.is_empty() || starts[0] != 0 {
        return Err(format!("'{text}' are no moves"));
    }
    let point = |ends: &[usize]| text[ends[0]..ends[1]].parse::<Point>();
    starts.windows(2).map(|ends| point(ends).map_err(|error| error.to_string())).collect()
}

/// Reads `i9 34 +12 11 20000`.
fn read_move(text: &str) -> Result<BookMove, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[point, visits, score, depth, nodes] = words.as_slice() else {
        return Err(format!("'{}' is not: point visits score depth nodes", text.trim()));
    };
    Ok(BookMove {
        point: point.parse().map_err(|error| format!("{error}"))?,
        visits: number(visits)?,
        score: read_score(score)?,
        depth: number::<u16>(depth)?.into(),
        nodes: number(nodes)?,
    })
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no number that fits here"))
}

/// `+12`, `win7` or `loss8`: plies to the five. A likely win is a number beyond all estimates.
fn score_text(score: Verdict) -> String {
    match score {
        Verdict::Wins { plies } => format!("win{plies}"),
        Verdict::Loses { plies } => format!("loss{plies}"),
        unproven => format!("{:+}", unproven.number()),
    }
}

fn read_score(text: &str) -> Result<Verdict, String> {
    if let Some(plies) = text.strip_prefix("win") {
        return Ok(Verdict::Wins { plies: number::<u16>(plies)?.into() });
    }
    if let Some(plies) = text.strip_prefix("loss") {
        return Ok(Verdict::Loses { plies: number::<u16>(plies)?.into() });
    }
    let centi = text.starts_with(['+', '-']).then(|| text.parse::<i16>().ok()).flatten();
    let centi = centi.ok_or_else(|| format!("'{text}' is no score: +12, -3, win7 or loss8"))?;
    Ok(Verdict::unproven(centi.into()))
}

/// A value of the head.
fn value<T: FromStr<Err: fmt::Display>>((line, text): (usize, String)) -> Result<T, BookError> {
    text.parse().map_err(|error: T::Err| BookError { line, problem: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: &str = "tengen book 1\nrule renju\nsize 15\nnodes 1000\n\n# A remark.\n\
        empty: h8 9 +31 9 1000\n\
        h8i9: i7 4 +12 7 998, h6 0 win9 7 998, i8 2 loss12 7 998\n";

    #[test]
    fn a_book_is_written_as_it_was_read() {
        let book = Book::parse(BOOK).unwrap();
        assert_eq!((book.rule(), book.size().lines(), book.nodes()), (Rule::Renju, 15, 1000));
        assert_eq!(book.entries().len(), 2);
        let plain: String = BOOK
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(book.to_string(), plain);
    }

    #[test]
    fn the_example_of_the_documentation_is_a_book() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book.md");
        let page = std::fs::read_to_string(path).unwrap();
        let (_, example) = page.split_once("```text\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        assert_eq!(Book::parse(example).unwrap().to_string(), example);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let error = |from: &str, to: &str| {
            assert!(BOOK.contains(from), "{from}");
            Book::parse(&BOOK.replace(from, to)).unwrap_err().to_string()
        };
        for (from, to, wanted) in [
            ("book 1", "book 2", "line 1: 'tengen book 1' is wanted here"),
            (
                "renju",
                "chess",
                "line 2: 'chess' is not a rule; the rules are freestyle, standard, renju, caro, caro-exact",
            ),
            ("size 15", "size 4", "line 3: a board has 5 to 22 lines"),
            ("nodes 1000\n", "nodes x\n", "line 4: invalid digit found in string"),
            ("nodes 1000\n\n", "", "line 5: 'nodes ' is wanted here"),
            ("empty:", "empty", "line 7: there is no ':' after the position"),
            ("h8 9 +31", "h8 9 31", "line 7: '31' is no score: +12, -3, win7 or loss8"),
            (
                "h8 9 +31 9",
                "h8 9 +31",
                "line 7: 'h8 9 +31 1000' is not: point visits score depth nodes",
            ),
            ("h8 9", "h8 -9", "line 7: '-9' is no number that fits here"),
            ("h8i9:", "h8z9:", "line 8: 'z9' is not a point"),
            ("h8i9:", "8h:", "line 8: '8h' are no moves"),
            ("h8i9:", "h8h8:", "line 8: h8 is occupied"),
            ("h8i9:", "h8p9:", "line 8: p9 is off the board"),
            ("i7 4", "i9 4", "line 8: i9 is occupied"),
            ("h6 0", "i7 0", "line 8: i7 leads to the same position as a move before it"),
            ("empty: h8", "h8g9: h6", "line 8: h8i9 is the position of h8g9 once more"),
        ] {
            assert_eq!(error(from, to), wanted, "{from} → {to}");
        }
    }

    #[test]
    fn whatever_is_done_to_a_book_it_is_refused_or_stays_one() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut read = 0;
        for _ in 0..3_000 {
            let mut bytes = BOOK.as_bytes().to_vec();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                match rng.u8(..3) {
                    0 => bytes[at] = rng.u8(..),
                    1 => bytes.truncate(bytes.len() - usize::from(at.is_multiple_of(8))),
                    _ => bytes.insert(at, b"0123456789abchi ,:+-\n#"[rng.usize(..22)]),
                }
            }
            if let Ok(book) = Book::parse(&String::from_utf8_lossy(&bytes)) {
                let again = Book::parse(&book.to_string()).unwrap();
                assert_eq!(again.to_string(), book.to_string());
                read += 1;
            }
        }
        assert!(read > 100, "{read}");
    }
}
