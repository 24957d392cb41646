//! What brains say beside their moves.
//!
//! No standard tells how a brain says what it thinks of a position. These are the words of the
//! engines in use: `Eval 286`, `ev -15`, `EVAL +M7`, `ev W3`.

/// The score of a position that is said to be won. Brains have scales of their own; no estimate
/// comes near.
const CERTAIN: i32 = 1_000_000;

/// The score in hundredths of a point that a message tells, if any.
pub(super) fn score(text: &str) -> Option<i32> {
    let mut words = text.split(|c: char| c.is_whitespace() || c == '|' || c == ':');
    words.find(|word| word.eq_ignore_ascii_case("eval") || word.eq_ignore_ascii_case("ev"))?;
    value(words.find(|word| !word.is_empty())?)
}

fn value(word: &str) -> Option<i32> {
    let mate = |rest: &str, score: i32| rest.parse::<u32>().ok().map(|_| score);
    match word.as_bytes() {
        [b'+', b'M', ..] => mate(&word[2..], CERTAIN),
        [b'-', b'M', ..] => mate(&word[2..], -CERTAIN),
        [b'W', ..] => mate(&word[1..], CERTAIN),
        [b'L', ..] => mate(&word[1..], -CERTAIN),
        [b'D', ..] => mate(&word[1..], 0),
        _ => word.parse().ok().filter(|score: &i32| score.abs() < CERTAIN),
    }
}

/// Whether a line that is no move can have no other meaning: two numbers or more, and what stands
/// between them.
pub(super) fn is_meant_as_move(line: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || " ,;:.+-()".contains(c);
    let numbers = line.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    numbers.count() > 1 && line.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_found_in_the_words_of_known_engines() {
        for (text, expected) in [
            ("Depth 12-19 | Eval 286 | Time 75ms | H9 H6 I6", Some(286)),
            ("Speed 241K | Depth 12-19 | Eval -M8 | Node 18K | Time 75ms", Some(-CERTAIN)),
            ("depth 12-19 ev -15 n 18K n/ms 241 tm 75 pv H9 H6 I6", Some(-15)),
            ("INFO EVAL +M7", Some(CERTAIN)),
            ("depth 1-17 ev W3 winrate 50.5", Some(CERTAIN)),
            ("depth 1-17 ev D0", Some(0)),
            // Per cent are no points.
            ("depth 1-17 ev 54.0 winrate 50.5", None),
            ("Evaluating 7,7", None),
            ("eval", None),
            ("", None),
        ] {
            assert_eq!(score(text), expected, "{text}");
        }
    }

    #[test]
    fn failed_moves_are_told_from_talk() {
        for line in ["-1,3", "7;7", "7 7", "7,7,7", "99999999999,1", "(3, 4)"] {
            assert!(is_meant_as_move(line), "{line}");
        }
        for line in ["", "hello", "OK", "depth 7", "...", "7", "SWAP"] {
            assert!(!is_meant_as_move(line), "{line}");
        }
    }
}
