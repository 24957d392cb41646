//! `docs/first-player-wins.md` shows what ships.

use std::path::Path;

use tengen_certificates::Library;
use tengen_core::{Point, Rule, Size};

/// The board of the page: for each reply the plies of the win after it, or a dot if it is open.
fn board(library: &Library) -> String {
    let lines = library.size().lines();
    let cell = |x: u8, y: u8| {
        let point = Point::new(x, y).unwrap();
        match library.plies_after(point) {
            _ if point == library.first_move() => " ●".to_owned(),
            Some(plies) => format!("{plies:2}"),
            None => " ·".to_owned(),
        }
    };
    let row = |y: u8| {
        let cells: Vec<String> = (0..lines).map(|x| cell(x, y)).collect();
        format!("{:2}  {}", y + 1, cells.join(" "))
    };
    let names: Vec<String> = (0..lines).map(|x| format!(" {}", char::from(b'a' + x))).collect();
    let rows: Vec<String> = (0..lines).rev().map(row).collect();
    format!("{}\n    {}", rows.join("\n"), names.join(" "))
}

#[test]
fn the_page_shows_the_parts_that_ship() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/first-player-wins.md");
    // A published crate has no pages.
    let Ok(page) = std::fs::read_to_string(&path) else { return };
    let library = Library::shipped(Rule::Freestyle, Size::default()).unwrap();
    let board = board(&library);
    assert!(page.contains(&board), "the page needs this board:\n{board}");
    let (parts, open) = (library.replies().count(), library.open_replies().len());
    let sentence = format!("{parts} of the 35 replies are settled");
    assert!(page.contains(&sentence), "the page needs: {sentence} ({open} points are open)");
}
