use std::sync::mpsc::channel;

use tengen_player::{AskError, SharedData, Stop};
use tengen_test_support::wait::wait_until;

use super::*;
use crate::analyst::Resources;
use crate::engines::Engines;
use crate::store::faults::{FaultyDisk, store_on};
use crate::wire::GameMove;

fn games() -> (Arc<Games>, ClientId) {
    let (shared, clients) = (SharedData::default(), Arc::new(Clients::default()));
    let resources = Resources { threads: 1, memory: 64, default_memory: 64, lines: 1 };
    let analyst = Analyst::new(Engines::Real(shared.clone()), clients.clone(), resources);
    let pool = EnginePool::start(1, Engines::Real(shared.clone()));
    let store = Arc::new(store_on(&FaultyDisk::default()));
    let (client, _) = clients.enter(1).unwrap();
    (Games::new(store, shared, clients, pool, analyst, 1), client)
}

fn start(games: &Arc<Games>, client: ClientId) -> Result<String, Problem> {
    let new = serde_json::json!({ "rule": "freestyle", "size": 15,
        "black": { "kind": "person" }, "white": { "kind": "person" } });
    games.start(client, serde_json::from_value(new).unwrap()).map(|state| state.game)
}

#[tokio::test]
async fn a_game_that_was_deleted_is_followed_by_nobody() {
    let (games, client) = games();
    for _ in 0..=MOST_FOLLOWED {
        let id = number(&start(&games, client).unwrap()).unwrap();
        games.store.delete(id).unwrap();
        games.forget(id);
    }
}

#[tokio::test]
async fn a_game_that_cannot_be_followed_is_not_loaded() {
    let (games, client) = games();
    let first = start(&games, client).unwrap();
    games.leave(client, &first).unwrap();
    for _ in 0..MOST_FOLLOWED {
        start(&games, client).unwrap();
    }
    assert_eq!(games.open(client, &first).unwrap_err().code, ProblemCode::TooMany);
    assert_eq!(games.all().len(), MOST_FOLLOWED);
}

#[tokio::test]
async fn a_game_that_is_not_there_takes_no_place_of_one_that_is() {
    let (games, client) = games();
    for id in 1000..1000 + MOST_FOLLOWED {
        let missing = games.open(client, &id.to_string()).unwrap_err();
        assert_eq!(missing.code, ProblemCode::NotFound);
    }
    start(&games, client).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_that_a_busy_engine_refused_can_be_asked_for_again() {
    let (games, client) = games();
    let game = start(&games, client).unwrap();
    let id = number(&game).unwrap();
    let request = lock(&games.all()[&id]).table.hint_request().unwrap();
    // The engine's only thread waits, and its queue fills up.
    let (go_on, wait) = channel::<()>();
    let done = move |_| _ = wait.recv();
    games.pool.ask(request.clone(), Stop::new(), done).unwrap();
    while games.pool.ask(request.clone(), Stop::new(), drop).is_ok() {}
    for _ in 0..2 {
        assert_eq!(games.hint(client, None, &game).unwrap_err().code, ProblemCode::TooMany);
    }
    drop(go_on);
}

/// Everybody leaves a game while `late` waits for it, and somebody else opens it again and moves.
/// Checks that the move is still stored after `late` has had its turn.
fn a_move_survives(late: impl FnOnce(&Arc<Games>, ClientId, u64) + Send + 'static) {
    let (games, client) = games();
    let game = start(&games, client).unwrap();
    let id = number(&game).unwrap();
    let old = games.all()[&id].clone();
    let mut left = lock(&old);
    let holders = Arc::strong_count(&old);
    let waiting = {
        let games = games.clone();
        std::thread::spawn(move || late(&games, client, id))
    };
    wait_until(|| Arc::strong_count(&old) > holders);
    // The end of leaving.
    left.followers.clear();
    left.is_gone = true;
    games.all().remove(&id);
    let played = serde_json::json!({ "game": game, "move": "h8" });
    let played: GameMove = serde_json::from_value(played).unwrap();
    games.play(client, &played).unwrap();
    drop(left);
    waiting.join().unwrap();
    let (_, listed) = games.store.load(id).unwrap();
    assert_eq!(listed.summary.moves, 1, "an older state was saved over a newer one");
}

#[tokio::test]
async fn a_flag_that_comes_late_saves_nothing() {
    a_move_survives(|games, _, id| games.flag(id));
}

#[tokio::test]
async fn a_hint_that_comes_late_saves_nothing() {
    a_move_survives(|games, client, id| {
        games.hint_found(client, None, id, 0, Err(AskError::Crashed(String::new())));
    });
}
