//! The three keys of a position: equal exactly where they should be.
//!
//! Every run compares 200 000 random positions; the whole is
//! `TENGEN_POSITIONS=10000000 cargo test --release -p tengen-core --test keys -- --nocapture`,
//! and `TENGEN_SEED` makes other positions.
#![expect(clippy::print_stdout, reason = "the counts are the result of a run")]

use fastrand::Rng;
use tengen_core::{Game, Point, Rule, Side, Size, Symmetry};
use tengen_test_support::environment::{number, seed};
use tengen_test_support::game::{points, size};
use tengen_test_support::positions::anywhere;

/// A position as a list of stones.
#[derive(Clone)]
struct Position {
    size: Size,
    rule: Rule,
    to_move: Side,
    stones: Vec<(Point, Side)>,
}

impl Position {
    /// The game from this position; none if somebody already has five.
    fn game(&self) -> Option<Game> {
        Game::from_setup(self.size, self.rule, self.stones.iter().copied(), self.to_move).ok()
    }

    fn moved(&self, place: impl Fn(Point) -> Option<Point>) -> Option<Position> {
        let stones: Option<Vec<_>> =
            self.stones.iter().map(|&(point, side)| Some((place(point)?, side))).collect();
        Some(Position { stones: stones?, ..self.clone() })
    }

    fn image(&self, symmetry: Symmetry) -> Position {
        let image = self.moved(|point| Some(symmetry.apply(point, self.size)));
        image.expect("a symmetry keeps points on the board")
    }

    fn shifted(&self, dx: i32, dy: i32) -> Option<Position> {
        self.moved(|point| point.moved(dx, dy, self.size))
    }

    /// Free lines between the stones and the nearest edge; none without stones.
    fn margin(&self) -> Option<u8> {
        let far = self.size.lines() - 1;
        let margin = |p: Point| [p.x(), p.y(), far - p.x(), far - p.y()].into_iter().min();
        self.stones.iter().filter_map(|&(point, _)| margin(point)).min()
    }

    /// All shifts on this board.
    fn shifts(&self) -> impl Iterator<Item = Position> {
        let lines = i32::from(self.size.lines());
        (-lines..=lines)
            .flat_map(move |dx| (-lines..=lines).map(move |dy| (dx, dy)))
            .filter_map(|(dx, dy)| self.shifted(dx, dy))
    }
}

#[test]
fn all_eight_images_share_the_canonical_key_and_the_shift_key() {
    let mut rng = Rng::with_seed(seed());
    for _ in 0..5_000 {
        let position = random_position(&mut rng);
        let Some(game) = position.game() else { continue };
        for image in Symmetry::ALL.map(|symmetry| position.image(symmetry)) {
            let image = image.game().expect("an image has no more fives");
            assert_eq!(image.canonical_key(), game.canonical_key());
            assert_eq!(image.shift_key(), game.shift_key());
        }
    }
}

#[test]
fn open_positions_share_the_shift_key_with_all_their_open_shifts_and_no_others() {
    let mut rng = Rng::with_seed(seed());
    let (mut equal, mut different) = (0, 0);
    while equal < 20_000 {
        let position = random_position(&mut rng);
        let is_open = |position: &Position| position.margin() >= Some(5);
        let Some(game) = position.game().filter(|_| is_open(&position)) else { continue };
        for shift in position.shifts() {
            let image = shift.image(Symmetry::ALL[rng.usize(..8)]);
            let key = image.game().expect("a shift has no more fives").shift_key();
            assert_eq!(key == game.shift_key(), is_open(&shift), "{:?}", image.stones);
            *if is_open(&shift) { &mut equal } else { &mut different } += 1;
        }
    }
    assert!(different > 0);
}

#[test]
fn a_shift_key_feels_an_edge_that_is_four_lines_away() {
    let near_left = position(15, "e8 f9", "f8");
    assert_eq!(near_left.margin(), Some(4));
    let open = near_left.shifted(1, 0).expect("there is room");
    assert_eq!(open.margin(), Some(5));
    let shift_key = |position: &Position| position.game().unwrap().shift_key();
    assert_ne!(shift_key(&near_left), shift_key(&open));
    // Not even along the edge may a position move that feels it.
    assert_ne!(shift_key(&near_left), shift_key(&near_left.shifted(0, 1).unwrap()));
    // The mirror image at the opposite edge is the same position.
    let mirrored = near_left.moved(|p| Point::new(14 - p.x(), p.y())).unwrap();
    assert_eq!(shift_key(&near_left), shift_key(&mirrored));
    assert_eq!(shift_key(&open), shift_key(&open.shifted(3, 1).unwrap()));
}

#[test]
fn keys_differ_by_size_rule_and_side_to_move() {
    // The last of them lies open on large boards.
    for (black, white) in [("", ""), ("a1 c2 c3", "b2 d4"), ("h8 i9", "h9")] {
        let mut keys = [Vec::new(), Vec::new(), Vec::new()];
        let fits = |size: &Size| points(black).iter().all(|&point| size.contains(point));
        for size in Size::all().filter(fits) {
            for (rule, to_move) in Rule::ALL.into_iter().flat_map(|r| Side::BOTH.map(|s| (r, s))) {
                let stones = position(size.lines(), black, white).stones;
                let game = Position { size, rule, to_move, stones }.game().expect("no five");
                keys[0].push(game.key());
                keys[1].push(game.canonical_key());
                keys[2].push(game.shift_key());
            }
        }
        assert!(keys.into_iter().all(all_differ), "{black} / {white}");
    }
}

fn all_differ(mut keys: Vec<u64>) -> bool {
    keys.sort_unstable();
    keys.windows(2).all(|pair| pair[0] < pair[1])
}

#[test]
fn keys_differ_by_the_colour_and_place_of_a_single_stone() {
    let mut keys = vec![position(22, "", "").game().unwrap().key()];
    for point in Size::MAX.points() {
        let name = point.to_string();
        keys.push(position(22, &name, "").game().unwrap().key());
        keys.push(position(22, "", &name).game().unwrap().key());
    }
    assert!(all_differ(keys));
}

#[test]
fn a_stone_moved_or_recoloured_changes_the_canonical_key() {
    let start = position(15, "h8 i9 g7", "h9 j8").game().unwrap().canonical_key();
    for (black, white) in [
        ("h8 i9 g8", "h9 j8"),
        ("h8 i9", "h9 j8 g7"),
        ("h8 i9", "h9 j8"),
        ("h8 i9 g7 a1", "h9 j8"),
        ("h9 j8", "h8 i9 g7"),
    ] {
        assert_ne!(position(15, black, white).game().unwrap().canonical_key(), start);
    }
}

fn position(lines: u8, black: &str, white: &str) -> Position {
    let of = |names, side| points(names).into_iter().map(move |point| (point, side));
    let stones = of(black, Side::Black).chain(of(white, Side::White)).collect();
    Position { size: size(lines), rule: Rule::Freestyle, to_move: Side::Black, stones }
}

#[test]
fn equal_keys_mean_equal_positions_and_equal_positions_have_equal_keys() {
    let whole = number("TENGEN_POSITIONS", 200_000) as usize;
    let mut rng = Rng::with_seed(seed());
    let mut entries = [(); 3].map(|()| Vec::with_capacity(whole));
    let mut last = random_position(&mut rng);
    while entries[0].len() < whole {
        let position =
            if rng.u8(0..8) == 0 { related(&mut rng, &last) } else { random_position(&mut rng) };
        let Some(game) = position.game() else { continue };
        let keys = [game.key(), game.canonical_key(), game.shift_key()];
        for ((entries, key), print) in entries.iter_mut().zip(keys).zip(fingerprints(&position)) {
            entries.push(Entry { key, print });
        }
        last = position;
    }
    println!("{whole} random positions, seed {}", seed());
    for (mut entries, name) in entries.into_iter().zip(["key", "canonical key", "shift key"]) {
        let distinct = distinct_positions(&mut entries, name);
        let repeats = whole - distinct;
        println!("{name:>14}: {distinct} different positions, {repeats} repeats, no collision");
        assert!(repeats > 0, "no two positions were equal by their {name}");
    }
}

/// A key, and what tells positions apart without it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    print: [u64; 2],
}

/// Compares all entries with each other, by their order.
fn distinct_positions(entries: &mut [Entry], name: &str) -> usize {
    let changes = |entries: &[Entry], differ: fn(&Entry, &Entry) -> bool| {
        entries.windows(2).filter(|pair| differ(&pair[0], &pair[1])).count()
    };
    entries.sort_unstable();
    let keys = changes(entries, |a, b| a.key != b.key) + 1;
    let pairs = changes(entries, |a, b| a != b) + 1;
    assert_eq!(keys, pairs, "different positions with the same {name}");
    entries.sort_unstable_by_key(|entry| entry.print);
    let prints = changes(entries, |a, b| a.print != b.print) + 1;
    assert_eq!(prints, pairs, "equal positions with different {name}s");
    keys
}

/// The fingerprints of the position as it lies, of its smallest image, and of its smallest shifted
/// image: made from sorted lists of numbers, without the code under test.
fn fingerprints(position: &Position) -> [[u64; 2]; 3] {
    let far = i32::from(position.size.lines()) - 1;
    let stones: Vec<Stone> = position
        .stones
        .iter()
        .map(|&(p, side)| (i32::from(p.x()), i32::from(p.y()), side == Side::White))
        .collect();
    let is_open = stones.iter().all(|&(x, y, _)| [x, y, far - x, far - y].iter().all(|&n| n >= 5));
    let plain = listed(&stones);
    let smallest = images(&stones, far).map(|image| listed(&image)).min();
    let shifted = match is_open {
        true => images(&stones, far).map(|image| listed(&at_home(&image))).min(),
        false => smallest.clone(),
    };
    let lists = [plain, smallest.expect("eight images"), shifted.expect("eight images")];
    lists.map(|list| fingerprint(position, &list))
}

/// Column, row, and whether it is white.
type Stone = (i32, i32, bool);

/// Where a symmetry takes a column and a row, given the last row's number.
type Place = fn(i32, i32, i32) -> (i32, i32);

fn images(stones: &[Stone], far: i32) -> impl Iterator<Item = Vec<Stone>> {
    let places: [Place; 8] = [
        |x, y, _| (x, y),
        |x, y, far| (far - x, y),
        |x, y, far| (x, far - y),
        |x, y, far| (far - x, far - y),
        |x, y, _| (y, x),
        |x, y, far| (far - y, x),
        |x, y, far| (y, far - x),
        |x, y, far| (far - y, far - x),
    ];
    places.into_iter().map(move |place| {
        let image = stones.iter().map(|&(x, y, white)| (place(x, y, far), white));
        image.map(|((x, y), white)| (x, y, white)).collect()
    })
}

/// Moved until five free lines remain to the left and below.
fn at_home(stones: &[Stone]) -> Vec<Stone> {
    let left = stones.iter().map(|stone| stone.0).min().unwrap_or(0);
    let bottom = stones.iter().map(|stone| stone.1).min().unwrap_or(0);
    stones.iter().map(|&(x, y, white)| (x - left + 5, y - bottom + 5, white)).collect()
}

fn listed(stones: &[Stone]) -> Vec<u16> {
    let number = |&(x, y, white): &Stone| (x * 64 + y * 2) as u16 + u16::from(white);
    let mut list: Vec<u16> = stones.iter().map(number).collect();
    list.sort_unstable();
    list
}

/// FNV-1a with 128 bits over everything that makes a position.
fn fingerprint(position: &Position, list: &[u16]) -> [u64; 2] {
    const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let frame = [position.size.lines(), position.rule.code(), position.to_move as u8];
    let bytes = frame.into_iter().chain(list.iter().flat_map(|number| number.to_le_bytes()));
    let hash = bytes.fold(BASIS, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME));
    [(hash >> 64) as u64, hash as u64]
}

/// Up to 80 stones, but few in every eighth position, so that some positions are equal.
fn random_position(rng: &mut Rng) -> Position {
    let size = size(rng.u8(5..=22));
    let count = if rng.u8(0..8) == 0 { rng.usize(0..=4) } else { rng.usize(0..=80) };
    // Stones that keep away from the edges make open positions.
    let border = if size.lines() > 13 && rng.bool() { 5 } else { 0 };
    let inside = border..size.lines() - border;
    let mut stones: Vec<(Point, Side)> = Vec::with_capacity(count);
    for _ in 0..count {
        let point = Point::new(rng.u8(inside.clone()), rng.u8(inside.clone())).expect("inside");
        if stones.iter().all(|stone| stone.0 != point) {
            stones.push((point, Side::BOTH[rng.usize(..2)]));
        }
    }
    let (rule, to_move) = (Rule::ALL[rng.usize(..Rule::ALL.len())], Side::BOTH[rng.usize(..2)]);
    Position { size, rule, to_move, stones }
}

/// The same position turned, shifted, in another order, or with one stone or its frame changed.
fn related(rng: &mut Rng, position: &Position) -> Position {
    let mut other = position.image(Symmetry::ALL[rng.usize(..8)]);
    let (dx, dy) = (rng.i32(-2..=2), rng.i32(-2..=2));
    other = other.shifted(dx, dy).unwrap_or(other);
    rng.shuffle(&mut other.stones);
    let free = anywhere(rng, other.size);
    match rng.u8(0..6) {
        0 => other.to_move = !other.to_move,
        1 => drop(other.stones.pop()),
        2 if other.stones.iter().all(|stone| stone.0 != free) => {
            other.stones.push((free, Side::Black));
        }
        _ => {}
    }
    other
}
