//! Any text as a position: what is read is printed, and what is printed is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_core::{Rule, Size};
use tengen_formats::{Rows, parse_position, position_text};
use tengen_fuzz::{rows_of, size_of};

fuzz_target!(|data: &[u8]| {
    let Some((&[first, second], text)) = data.split_first_chunk() else { return };
    let rule = Rule::ALL[usize::from(second) % Rule::ALL.len()];
    check(&String::from_utf8_lossy(text), size_of(first), rule, rows_of(first));
});

fn check(text: &str, size: Size, rule: Rule, rows: Rows) {
    match parse_position(text, size, rule, rows) {
        Err(error) => {
            assert!((1..=1 + text.chars().count()).contains(&error.column), "{error}");
            assert!(!error.problem.is_empty());
        }
        Ok(game) => {
            for rows in [Rows::Bottom, Rows::Top] {
                let printed = position_text(&game, rows);
                let again = parse_position(&printed, size, rule, rows).expect("our own text");
                assert_eq!(again, game);
                assert_eq!(again.key(), game.key());
                assert_eq!(again.canonical_key(), game.canonical_key());
                assert_eq!(position_text(&again, rows), printed);
            }
        }
    }
}
