//! Conversations with the real binary as they stand in `transcripts/`: one file per topic.
//!
//! `>` is what the manager sends and `<` the very next line that the brain says. In it `{move}` is
//! a point, `{n}` a whole number, `{real}` a decimal one and `{text}` anything; after `<*` other
//! lines, which all begin with that word, may stand before the line that follows. The brain is
//! ended where the text ends, and may say nothing more.

use tengen_test_support::manager::Manager;

/// Whether a line has the form of a pattern.
fn fits(line: &str, pattern: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('{') else { return line == pattern };
    let Some(line) = line.strip_prefix(before) else { return false };
    let (kind, rest) = rest.split_once('}').expect("a brace is closed");
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_right = |text: &str| match kind {
        "move" => text.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y)),
        "n" => is_number(text.strip_prefix('-').unwrap_or(text)),
        "real" => text.split_once('.').is_some_and(|(a, b)| is_number(a) && is_number(b)),
        "text" => !text.is_empty(),
        _ => panic!("there is no {{{kind}}}"),
    };
    let ends = line.char_indices().map(|(at, c)| at + c.len_utf8());
    ends.into_iter().any(|end| is_right(&line[..end]) && fits(&line[end..], rest))
}

/// Holds the conversation of a file; names the line that goes wrong.
fn hold(name: &str, text: &str) {
    let mut manager = Manager::new();
    let mut skipped = None;
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{name}.txt line {number}");
        match line.split_at(line.len().min(2)) {
            ("> ", sent) => manager.send(sent),
            ("<*", word) => skipped = Some(word.trim()),
            ("< ", expected) => {
                let skipped = skipped.take();
                let is_skipped = |said: &str| {
                    skipped.is_some_and(|word| said.starts_with(word)) && !fits(said, expected)
                };
                let mut said = manager.line();
                while is_skipped(&said) {
                    said = manager.line();
                }
                assert!(fits(&said, expected), "{place}: '{said}' instead of '{expected}'");
            }
            ("" | "# ", _) => {}
            _ => panic!("{place}: what is '{line}'?"),
        }
    }
    manager.end();
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            hold(stringify!($name), include_str!(concat!("transcripts/", stringify!($name), ".txt")));
        })*
    };
}

transcripts! {
    about analysis balance blocks board book calculator certificate database forbidden info judge match_runner
    mcts memory piskvork pondering realtime start swap2 swap2_of_boards takeback turn unknown unlimited
    yixin
}

#[test]
fn patterns_fit_what_they_say() {
    for (line, pattern) in [
        ("7,8", "{move}"),
        ("INFO EVAL -12", "INFO EVAL {n}"),
        ("7,8 10,11", "{move} {move}"),
        ("a 0.5 b", "a {real} b"),
        ("MESSAGE x y", "MESSAGE {text}"),
    ] {
        assert!(fits(line, pattern), "{line}");
    }
    for (line, pattern) in [("7,8,9", "{move}"), ("OK ", "OK"), ("-7,8", "{move}"), ("", "{text}")]
    {
        assert!(!fits(line, pattern), "{line}");
    }
}
