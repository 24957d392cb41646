//! Whole games between two brains, judged by the rules.

use tengen_core::{Game, Move, Outcome, Rule, Side, Size};
use tengen_engine::{Engine, EngineOptions, Limits, Stop};
use tengen_protocol::{Command, Owner, Spot, Stone};
use tengen_test_support::manager::Manager;

/// How the manager sends the moves.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sent {
    /// By `BEGIN` and `TURN`.
    Turns,
    /// By a `BOARD` before every move.
    Boards,
}

/// Two brains that think a little about each move of such games.
fn brains(code: u32, size: Size) -> [Manager; 2] {
    [(); 2].map(|()| {
        let mut manager = Manager::new();
        assert_eq!(manager.ask(&format!("START {size}")), "OK");
        manager.send(&format!("INFO rule {code}\nINFO max_node 60"));
        manager
    })
}

/// The moves as a `BOARD` for the side to move.
fn board(game: &Game) -> Command {
    let own = game.to_move();
    let sides = [Side::Black, Side::White].into_iter().cycle();
    let stone = |(action, side): (&Move, Side)| {
        let Move::Stone(point) = action else { panic!("nobody passes") };
        let owner = if side == own { Owner::Own } else { Owner::Opponent };
        Stone { spot: Spot::of(*point, game.size()), owner }
    };
    Command::Board(game.moves().iter().zip(sides).map(stone).collect())
}

/// Plays a game to its end; every move must be one.
fn play(code: u32, rule: Rule, size: Size, sent: Sent) -> Outcome {
    let mut brains = brains(code, size);
    let mut game = Game::new(size, rule);
    loop {
        let question = match game.moves().last() {
            Some(&Move::Stone(last)) if sent == Sent::Turns => Command::Turn(Spot::of(last, size)),
            None if sent == Sent::Turns => Command::Begin,
            _ => board(&game),
        };
        let mover = if game.to_move() == Side::Black { 0 } else { 1 };
        let said = brains[mover].ask(&question.to_string());
        let point = said.parse::<Spot>().ok().and_then(|spot| spot.on(size));
        let point = point.unwrap_or_else(|| panic!("'{said}' is no move of {game:?}"));
        let has_legal = game.board().free_points().any(|point| !game.is_forbidden(point));
        assert!(!game.is_forbidden(point) || !has_legal, "{point} is forbidden in {game:?}");
        if let Some(outcome) = game.play(point).unwrap_or_else(|_| panic!("{point} in {game:?}")) {
            brains.into_iter().for_each(Manager::end);
            return outcome;
        }
    }
}

#[test]
fn games_under_all_rule_codes() {
    let codes = [
        (0, Rule::Freestyle),
        (1, Rule::Standard),
        (2, Rule::Renju),
        (4, Rule::Renju),
        (8, Rule::Caro),
        (9, Rule::CaroExact),
    ];
    for (code, rule) in codes {
        for (lines, sent) in [(15, Sent::Turns), (20, Sent::Boards)] {
            play(code, rule, Size::new(lines).unwrap(), sent);
        }
    }
}

#[test]
fn games_up_to_a_full_board() {
    for rule in Rule::ALL {
        for sent in [Sent::Turns, Sent::Boards] {
            let outcome = play(rule.code().into(), rule, Size::new(5).unwrap(), sent);
            assert_eq!(outcome.winner(), None, "nobody wins on five lines: {rule}");
        }
    }
}

#[test]
fn a_brain_with_a_clear_table_plays_what_the_engine_plays() {
    const MEMORY: usize = 4 << 20;
    const NODES: u64 = 1_000;
    let size = Size::default();
    let mut manager = Manager::new();
    manager.send(&format!("INFO hash_size {}\nINFO max_node {NODES}", MEMORY >> 10));
    let mut engine = Engine::new(EngineOptions { memory: MEMORY, ..EngineOptions::default() });
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut opponent = Engine::new(EngineOptions { memory: MEMORY, ..EngineOptions::default() });
    let weak = Limits { nodes: Some(NODES / 2), ..Limits::default() };
    // Two games in one process: what is known from the first must not matter in the second.
    for opening in ["h8i9g7", "h8h9h7"] {
        let mut game = Game::new(size, Rule::Renju);
        for name in opening.as_bytes().chunks(2) {
            game.play(std::str::from_utf8(name).unwrap().parse().unwrap()).unwrap();
        }
        assert_eq!(manager.ask("START 15"), "OK");
        manager.send("INFO rule 4\nINFO clear_hash 1");
        engine.forget();
        let mut question = board(&game);
        while game.outcome().is_none() && game.moves().len() < 16 {
            let report = engine.search(&game, &limits, &Stop::new(), &mut |_| {});
            let best = report.best().unwrap();
            assert_eq!(manager.ask(&question.to_string()), Spot::of(best, size).to_string());
            game.play(best).unwrap();
            let reply = opponent.search(&game, &weak, &Stop::new(), &mut |_| {}).best();
            let Some(reply) = reply.filter(|&reply| game.play(reply).is_ok()) else { break };
            question = Command::Turn(Spot::of(reply, size));
        }
        assert!(game.moves().len() > 8, "the game is too short to say anything");
    }
    manager.end();
}
