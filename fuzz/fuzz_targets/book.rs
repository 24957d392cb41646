//! Any text as an opening book, and as names of openings: what is read is written and read again,
//! and what it says of its own positions can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_core::{Game, Rule, Size};
use tengen_player::book::Names;
use tengen_player::{Book, BookError};

/// The head of a book.
const HEAD: &str = "tengen book 1\nrule renju\nsize 15\nnodes 9\n";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    check_book(&text);
    // Few mutations leave the head as it is, so every input is also read behind one.
    check_book(&format!("{HEAD}{text}"));
    check_names(&text);
});

fn check_book(text: &str) {
    let book = match Book::parse(text) {
        Err(error) => return check_error(&error, text),
        Ok(book) => book,
    };
    let printed = book.to_string();
    let again = Book::parse(&printed).expect("our own text");
    assert_eq!(again.to_string(), printed);
    assert_eq!(again.entries(), book.entries());
    let mut chance = fastrand::Rng::with_seed(text.len() as u64);
    for entry in book.entries() {
        let game = entry.game(book.rule(), book.size()).expect("it was checked");
        assert_eq!(book.entry(&game), Some(entry));
        assert_eq!(book.moves(&game).len(), entry.moves.len());
        book.name_of(&game);
        if let Some(known) = book.choose(&game, &mut chance) {
            assert!(known.is_playable() && !game.is_forbidden(known.point));
            game.clone().play(known.point).expect("it can be played");
        }
    }
}

fn check_names(text: &str) {
    let names = match Names::parse(text) {
        Err(error) => return check_error(&error, text),
        Ok(names) => names,
    };
    for name in names.all() {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        if name.stones.iter().all(|&point| game.play(point) == Ok(None)) {
            // Stones that are seen from the middle may have another's name.
            names.of(&game);
            assert!(names.of_opening(&game).is_none_or(|found| names.all().contains(found)));
        }
    }
}

/// A refusal names a line of the text, or the one after its end, and a reason.
fn check_error(error: &BookError, text: &str) {
    assert!((1..=1 + text.lines().count()).contains(&error.line), "{error}");
    assert!(!error.problem.is_empty());
}
