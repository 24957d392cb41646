//! The certificates of the first player's win against real opponents: every game is won, every move of Black
//! comes from the certificate, and no game takes longer than promised.
//!
//! `TENGEN_GAMES=1000` plays 1000 games against each opponent, `TENGEN_SEED` chooses other replies, and
//! `TENGEN_OPPONENTS="random;brain:./pbrain-x,time=20"` names the opponents as `tengen match` does.

use tengen_arena::{Player, PlayerSpec, TimeControl};
use tengen_certificates::Library;
use tengen_core::{Game, Outcome, Point, Rule, Side, Size};
use tengen_engine::Stop;
use tengen_player::SharedData;

const OPPONENTS: &str = "random;baseline:depth=2;tengen:level=1;tengen:level=4;tengen:nodes=1000";

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

/// A game from the first reply on; how many plies it took after that.
fn plies_of_a_game(
    library: &Library,
    reply: Point,
    opponent: &mut dyn Player,
    time: &TimeControl,
) -> u32 {
    let mut game = Game::new(library.size(), library.rule());
    game.play(library.first_move()).unwrap();
    game.play(reply).unwrap();
    for plies in 1.. {
        let followed = library.follow(&game).expect("the game stays inside the certificate");
        let point = followed.next_move().expect("Black is to move and has a move");
        if let Some(outcome) = game.play(point).unwrap() {
            assert!(matches!(outcome, Outcome::Win(Side::Black, _)), "{outcome:?}");
            return 2 * plies - 1;
        }
        let point = opponent.choose(&game, &time.turn_with(None), &Stop::new()).unwrap();
        assert_eq!(game.play(point), Ok(None), "White never makes five");
    }
    unreachable!("a board is full at some time")
}

#[test]
fn no_opponent_escapes() {
    let library = Library::shipped(Rule::Freestyle, Size::default()).unwrap();
    let games: u64 = setting("TENGEN_GAMES", "2").parse().expect("a number of games");
    let seed: u64 = setting("TENGEN_SEED", "21").parse().expect("a number");
    let settled: Vec<Point> =
        library.size().points().filter(|&reply| library.plies_after(reply).is_some()).collect();
    let shared = SharedData::default();
    let mut rng = fastrand::Rng::with_seed(seed);
    for text in setting("TENGEN_OPPONENTS", OPPONENTS).split(';') {
        let spec: PlayerSpec = text.parse().expect("an opponent");
        let time = spec.time(&TimeControl::default());
        let mut opponent = spec.make(0, &shared).unwrap();
        for _ in 0..games {
            let reply = settled[rng.usize(..settled.len())];
            let empty = Game::new(library.size(), library.rule());
            opponent.begin(&empty, &time, rng.u64(..)).unwrap();
            let plies = plies_of_a_game(&library, reply, &mut *opponent, &time);
            let promised = library.plies_after(reply).unwrap();
            assert!(plies <= promised, "{reply}: {plies} plies where {promised} were promised");
        }
        opponent.end();
    }
}
