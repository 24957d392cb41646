//! Books over all images of positions.

use std::collections::{BTreeSet, HashMap, HashSet};

use fastrand::Rng;
use tengen_core::{Game, Point, Rule, Size, Symmetry};
use tengen_engine::Verdict;

use super::text::points;
use super::{Book, BookMove, Entry, Names, is_nearly_best};

/// A game of these moves.
fn game(rule: Rule, size: Size, moves: &[Point]) -> Option<Game> {
    let mut game = Game::new(size, rule);
    let goes_on = moves.iter().all(|&point| game.play(point) == Ok(None));
    goes_on.then_some(game)
}

/// Free lines between stones and the nearest edge.
fn margin(size: Size, moves: &[Point]) -> u8 {
    let far = size.lines() - 1;
    let margin = |point: &Point| {
        let (x, y) = (point.x(), point.y());
        [x, y, far - x, far - y].into_iter().min().unwrap_or(0)
    };
    moves.iter().map(margin).min().unwrap_or(0)
}

/// A way to turn, mirror and then shift stones.
type Image = (Symmetry, i32, i32);

/// All of them under which a position stays the same: shifts only where five lines stay free.
fn images(size: Size, moves: &[Point]) -> Vec<Image> {
    if margin(size, moves) < 5 {
        return Symmetry::ALL.map(|symmetry| (symmetry, 0, 0)).to_vec();
    }
    let shifts = |symmetry: Symmetry| {
        let points = || moves.iter().map(move |&point| symmetry.apply(point, size));
        let room = |numbers: Vec<u8>| {
            let (low, high) = (numbers.iter().min().copied(), numbers.iter().max().copied());
            let (low, high) = (i32::from(low.unwrap_or(0)), i32::from(high.unwrap_or(0)));
            5 - low..=i32::from(size.lines()) - 6 - high
        };
        let columns = room(points().map(Point::x).collect());
        let rows = room(points().map(Point::y).collect());
        columns.flat_map(move |dx| rows.clone().map(move |dy| (symmetry, dx, dy)))
    };
    Symmetry::ALL.into_iter().flat_map(shifts).collect()
}

/// Asks a book for the images of a entry that `wanted` names, and compares the answers with the
/// images of the entry.
fn check_entry(book: &Book, entry: &Entry, wanted: impl Fn(Image) -> bool) {
    let (rule, size) = (book.rule(), book.size());
    let place =
        |(symmetry, dx, dy): Image, point: Point| symmetry.apply(point, size).moved(dx, dy, size);
    // Several ways may lead to the same stones: then a move has several images.
    let mut ways: HashMap<u64, (Game, Vec<Image>, bool)> = HashMap::new();
    for image in images(size, &entry.line) {
        let moved = entry.line.iter().map(|&point| place(image, point));
        let moved: Vec<Point> = moved.collect::<Option<_>>().expect("images stay on the board");
        let game = game(rule, size, &moved).expect("an image goes on as the position does");
        let known = ways.entry(game.key()).or_insert((game, Vec::new(), false));
        known.1.push(image);
        known.2 |= wanted(image);
    }
    for (game, ways, _) in ways.values().filter(|(.., is_wanted)| *is_wanted) {
        assert_eq!(book.entry(game), Some(entry));
        let points = |point| ways.iter().filter_map(|&way| place(way, point)).collect::<Vec<_>>();
        let own = entry.moves.iter().map(|known| (known, points(known.point)));
        let own: Vec<_> = own.filter(|(_, points)| !points.is_empty()).collect();
        let told = book.moves(game);
        assert_eq!(told.len(), own.len(), "{}", entry.name());
        for (told, (own, points)) in told.iter().zip(own) {
            assert_eq!(BookMove { point: own.point, ..*told }, *own);
            assert!(points.contains(&told.point), "{} {}", entry.name(), told.point);
            assert!(game.board().is_free(told.point) && !game.is_forbidden(told.point));
        }
    }
}

/// All eight images of every position, and all shifts of some.
#[test]
fn every_image_of_every_built_in_position_is_known() {
    for book in Book::all_built_in() {
        assert!(!book.entries().is_empty());
        for (number, entry) in book.entries().iter().enumerate() {
            let all = number.is_multiple_of(10);
            check_entry(&book, entry, |(_, dx, dy)| all || (dx, dy) == (0, 0));
        }
    }
}

#[test]
fn built_in_books_know_moves_to_play_in_many_positions() {
    for (rule, size, least) in [
        (Rule::Freestyle, 15, 2000),
        (Rule::Freestyle, 20, 500),
        (Rule::Standard, 15, 500),
        (Rule::Renju, 15, 500),
    ] {
        let book = Book::built_in(rule, Size::new(size).unwrap()).unwrap();
        let can_play = |entry: &&Entry| entry.moves.iter().any(BookMove::is_playable);
        let known = book.entries().iter().filter(can_play).count();
        assert!(known >= least, "{rule} {size}: {known}");
    }
}

#[test]
fn renju_knows_all_its_openings_by_name() {
    let book = Book::built_in(Rule::Renju, Size::default()).unwrap();
    for name in Names::built_in().all() {
        let game = game(Rule::Renju, Size::default(), &name.stones).unwrap();
        assert!(!book.moves(&game).is_empty(), "{}", name.name);
        assert_eq!(book.name_of(&game), Some(name.name.as_str()));
    }
}

#[test]
fn every_image_of_a_random_position_is_known() {
    let mut rng = Rng::with_seed(21);
    let mut shifted = 0;
    for number in 0..600 {
        let (rule, size) =
            (Rule::ALL[number % Rule::ALL.len()], Size::new(rng.u8(11..=22)).unwrap());
        // Small figures anywhere, so that many lie open and some are symmetric.
        let reach = rng.u8(1..=5);
        let (left, bottom) = (rng.u8(..size.lines() - reach), rng.u8(..size.lines() - reach));
        let stones = rng.usize(..8);
        let mut line: Vec<Point> = Vec::new();
        let mut seen = HashSet::new();
        for _ in 0..stones {
            let point = Point::new(left + rng.u8(..=reach), bottom + rng.u8(..=reach)).unwrap();
            line.extend(Some(point).filter(|&point| size.contains(point) && seen.insert(point)));
        }
        let Some(position) = game(rule, size, &line) else { continue };
        let free: Vec<Point> = position.board().free_points().collect();
        let free = free.iter().filter(|&&point| !position.is_forbidden(point));
        let free: Vec<Point> = free.copied().collect();
        let known = |point: Point, visits: u32| BookMove {
            point,
            visits,
            score: Verdict::Unclear { centi: -(visits as i32) },
            depth: 3,
            nodes: 9,
        };
        let moves = (0..3).map(|visits| known(free[rng.usize(..free.len())], visits)).collect();
        let entry = Entry { line, moves };
        let Ok(book) = Book::of(rule, size, 9, vec![entry]) else { continue };
        let entry = &book.entries()[0];
        shifted += usize::from(images(size, &entry.line).len() > 8);
        check_entry(&book, entry, |_| true);
    }
    assert!(shifted > 30, "{shifted}");
}

fn book(lines: &str) -> Book {
    Book::parse(&format!("tengen book 1\nrule renju\nsize 15\nnodes 9\n{lines}\n")).unwrap()
}

fn chosen(book: &Book, moves: &str, seeds: u64) -> BTreeSet<String> {
    let line = if moves.is_empty() { Vec::new() } else { points(moves).unwrap() };
    let game = game(Rule::Renju, Size::default(), &line).unwrap();
    let choices = (0..seeds).filter_map(|seed| book.choose(&game, &mut Rng::with_seed(seed)));
    choices.map(|known| known.point.to_string()).collect()
}

#[test]
fn all_images_of_a_move_are_chosen() {
    let book = book("h8: h9 3 +5 9 9, i9 2 +4 9 9, j9 0 -90 9 9");
    let set = |points: &str| points.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(chosen(&book, "h8", 200), set("h9 h7 g8 i8 g7 g9 i7 i9"));
    assert_eq!(chosen(&book, "g9", 200), set("g10 g8 f9 h9 f8 f10 h8 h10"));
    assert_eq!(chosen(&book, "a1", 9), BTreeSet::new());
}

#[test]
fn what_is_met_more_often_is_chosen_more_often() {
    let book = book("h8h9i10: g8 79 +5 9 9, j9 19 +4 9 9, i7 400 -40 9 9");
    let game = game(Rule::Renju, Size::default(), &points("h8h9i10").unwrap()).unwrap();
    let mut rng = Rng::with_seed(3);
    let count = (0..1000).filter(|_| book.choose(&game, &mut rng).unwrap().visits == 79).count();
    assert!((750..850).contains(&count), "{count}");
}

#[test]
fn a_losing_move_is_known_but_not_played() {
    let book = book("h8h9i10: g8 79 loss9 9 9\nh8i9: i7 3 win9 9 9, h7 90 +999 9 9");
    let game = game(Rule::Renju, Size::default(), &points("h8h9i10").unwrap()).unwrap();
    assert_eq!(book.moves(&game).len(), 1);
    assert_eq!(chosen(&book, "h8h9i10", 20), BTreeSet::new());
    assert!(chosen(&book, "h8i9", 20).is_subset(&["i7", "g9"].map(str::to_owned).into()));
}

#[test]
fn other_boards_and_rules_have_nothing_of_it() {
    let book = book("h8: h9 3 +5 9 9");
    let moves = points("h8").unwrap();
    for (rule, lines) in [(Rule::Renju, 16), (Rule::Standard, 15)] {
        let game = game(rule, Size::new(lines).unwrap(), &moves).unwrap();
        assert_eq!(book.moves(&game), []);
    }
    assert!(Book::built_in(Rule::Caro, Size::default()).is_none());
    assert!(Book::built_in(Rule::Renju, Size::new(19).unwrap()).is_none());
    assert_eq!(Book::all_built_in().count(), 4);
}

#[test]
fn a_win_is_played_whatever_looks_good_beside_it() {
    let (best, unclear) = (Verdict::Wins { plies: 9 }, |centi| Verdict::Unclear { centi });
    assert!(is_nearly_best(best, best));
    assert!(!is_nearly_best(unclear(2_000), best));
    assert!(!is_nearly_best(Verdict::Wins { plies: 11 }, best));
    assert!(is_nearly_best(unclear(0), unclear(20)));
    assert!(!is_nearly_best(unclear(0), unclear(40)));
}
