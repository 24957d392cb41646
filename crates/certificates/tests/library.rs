//! The parts that ship are what they say, and win the games that follow them.

use tengen_certificates::Library;
use tengen_core::{Game, Outcome, Point, Rule, Side, Size};
use tengen_proof::check_certificate;

fn library() -> Library {
    Library::shipped(Rule::Freestyle, Size::default()).unwrap()
}

/// A number from the environment.
fn number(name: &str, default: usize) -> usize {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn every_part_can_be_read() {
    let library = library();
    for (reply, _) in library.replies() {
        library.certificate(reply).unwrap().unwrap();
    }
    assert_eq!(library.is_whole(), library.open_replies().is_empty());
    assert!(Library::shipped(Rule::Caro, Size::default()).is_none());
}

/// All of them with `TENGEN_PARTS=100`: a few seconds each.
#[test]
fn a_part_proves_what_the_index_says() {
    let library = library();
    for (reply, plies) in library.replies().take(number("TENGEN_PARTS", 1)) {
        let certificate = library.certificate(reply).unwrap().unwrap();
        let checked = check_certificate(&certificate, u64::MAX).unwrap();
        assert_eq!(checked.plies, plies, "{reply}");
    }
}

/// Replies at random, half of them near stones.
#[test]
fn games_against_random_replies_are_all_won_by_the_certificate_alone() {
    let library = library();
    let mut rng = fastrand::Rng::with_seed(21);
    for _ in 0..number("TENGEN_GAMES", 200) {
        let mut game = Game::new(library.size(), library.rule());
        game.play(library.first_move()).unwrap();
        let settled: Vec<Point> =
            game.board().free_points().filter(|&p| library.plies_after(p).is_some()).collect();
        let reply = settled[rng.usize(..settled.len())];
        let most = library.plies_after(reply).unwrap();
        game.play(reply).unwrap();
        let mut plies = 0;
        let winner = loop {
            let followed = library.follow(&game).expect("the game stays inside");
            let point = followed.next_move().expect("and Black has a move");
            plies += 1;
            if let Some(outcome) = game.play(point).unwrap() {
                break outcome;
            }
            assert!(library.follow(&game).is_some_and(|followed| followed.next_move().is_none()));
            let free: Vec<Point> = game.board().free_points().collect();
            let near = |other: &Point| {
                other.x().abs_diff(point.x()) <= 2 && other.y().abs_diff(point.y()) <= 2
            };
            let close: Vec<Point> = free.iter().copied().filter(near).collect();
            let from = if rng.bool() && !close.is_empty() { &close } else { &free };
            assert_eq!(
                game.play(from[rng.usize(..from.len())]),
                Ok(None),
                "White never makes five"
            );
            plies += 1;
        };
        assert!(matches!(winner, Outcome::Win(Side::Black, _)), "{winner:?}");
        assert!(plies <= most, "{plies} plies where {most} were promised");
    }
}

#[test]
fn a_line_of_the_certificate_ends_with_five() {
    let library = library();
    let mut game = Game::new(library.size(), library.rule());
    game.play(library.first_move()).unwrap();
    // As it does not lie in the file.
    game.play("n15".parse().unwrap()).unwrap();
    let followed = library.follow(&game).unwrap();
    let line = followed.line();
    assert!(line.len() as u32 <= followed.plies());
    let ends: Vec<bool> = line.iter().map(|&point| game.play(point).unwrap().is_some()).collect();
    assert_eq!(ends.iter().position(|&end| end), Some(line.len() - 1));
}

#[test]
fn what_leaves_the_certificate_is_not_claimed() {
    let library = library();
    let played = |moves: &str| {
        let mut game = Game::new(Size::default(), Rule::Freestyle);
        for point in moves.split_whitespace() {
            game.play(point.parse().unwrap()).unwrap();
        }
        library.follow(&game).is_some()
    };
    assert!(played("h8 b1"));
    assert!(!played(""), "nothing is claimed before the reply");
    assert!(!played("h8"));
    assert!(!played("g8 b1"), "another first move");
    assert!(!played("h8 b1 a15"), "Black plays something else");
}
