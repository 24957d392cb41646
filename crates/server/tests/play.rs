//! Games over the socket: moves, replies, taking back, openings, clocks, hints.

mod common;

use common::{Server, moves, new_game, two_people};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_answered_and_taken_back_with_its_reply() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let game = page.ask("game.new", new_game()).await["game"].clone();
    let state = page.ask("game.move", json!({ "game": game, "move": "h8" })).await;
    assert_eq!(moves(&state), ["h8"]);
    assert_eq!((&state["thinking"], &state["your_turn"]), (&json!(true), &json!(false)));
    let state = page.game(|state| moves(state).len() == 2).await;
    assert_eq!(state["your_turn"], json!(true));
    assert!(state["facts"]["stones"]["white"] == json!(1), "{state}");

    let refused = page.ask("game.move", json!({ "game": game, "move": "h8" })).await;
    assert_eq!((&refused["type"], &refused["code"]), (&json!("error"), &json!("occupied")));

    let state = page.ask("game.undo", json!({ "game": game })).await;
    assert!(moves(&state).is_empty());
    let refused = page.ask("game.undo", json!({ "game": game })).await;
    assert_eq!(refused["code"], json!("nothing-to-undo"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_is_sent_twice_is_played_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let game = page.ask("game.new", two_people()).await["game"].clone();
    let first = json!({ "game": game, "move": "h8", "ply": 0 });
    page.ask("game.move", first.clone()).await;
    let again = page.ask("game.move", first).await;
    assert_eq!(moves(&again), ["h8"]);
    let stale = page.ask("game.move", json!({ "game": game, "move": "i9", "ply": 0 })).await;
    assert_eq!(stale["code"], json!("not-now"));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_who_follow_a_game_see_its_moves() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (mut one, mut other) = (server.open().await, server.open().await);
    let game = one.ask("game.new", two_people()).await["game"].clone();
    other.ask("game.open", json!({ "game": game })).await;
    one.say("game.move", json!({ "game": game, "move": "h8" })).await;
    other.game(|state| moves(state) == ["h8"]).await;
    other.say("game.move", json!({ "game": game, "move": "i9" })).await;
    one.game(|state| moves(state) == ["h8", "i9"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn swap2_is_played_by_both_sides() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = new_game();
    new["opening"] = json!("swap2");
    let state = page.ask("game.new", new.clone()).await;
    assert_eq!(state["step"]["do"], json!("place"));
    let game = state["game"].clone();
    for point in ["h8", "i9", "k5"] {
        page.ask("game.move", json!({ "game": game, "move": point })).await;
    }
    // The engine chooses a side, or puts two stones and lets the person choose.
    let state = page.game(|s| s["choices"].as_array().is_some_and(|c| !c.is_empty())).await;
    assert_eq!(state["choices"][0]["actor"], json!("engine"));

    // The engine begins.
    (new["black"], new["white"]) = (new["white"].clone(), new["black"].clone());
    page.ask("game.new", new).await;
    let state = page.game(|s| s["step"]["text"] == json!("swap2.choose")).await;
    assert_eq!((moves(&state).len(), &state["your_turn"]), (3, &json!(true)));
    let take =
        json!({ "game": state["game"], "action": { "do": "choose", "option": "take-black" } });
    let state = page.ask("game.action", take).await;
    assert_eq!(state["seats"]["black"]["kind"], json!("person"));
    page.game(|state| moves(state).len() == 4 && state["step"].is_null()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn engines_play_each_other_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = new_game();
    new["black"] = json!({ "kind": "engine", "level": 2 });
    new["size"] = json!(9);
    page.ask("game.new", new).await;
    let state = page.game(|state| !state["result"].is_null()).await;
    assert!(moves(&state).len() >= 9, "{state}");
    assert_eq!(state["thinking"], json!(false));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_game_of_engines_makes_one_step() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = new_game();
    new["black"] = json!({ "kind": "engine", "level": 1 });
    new["pace_ms"] = json!(60_000);
    let game = page.ask("game.new", new).await["game"].clone();
    let act = |action| json!({ "game": game, "action": { "do": action } });
    page.ask("game.action", act("pause")).await;
    page.ask("game.action", json!({ "game": game, "action": { "do": "pace", "ms": 0 } })).await;
    page.ask("game.action", act("step")).await;
    let state = page.game(|state| moves(state).len() == 1).await;
    assert_eq!((&state["paused"], &state["thinking"]), (&json!(true), &json!(false)));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_runs_out() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = two_people();
    new["clock"] = json!({ "kind": "per-move", "time": 300 });
    page.ask("game.new", new).await;
    let state = page.game(|state| !state["result"].is_null()).await;
    assert_eq!(
        (&state["result"]["reason"], &state["result"]["winner"]),
        (&json!("time"), &json!("white"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_tells_more_each_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = two_people();
    new["moves"] = json!(["h8", "a1", "i8", "a3", "j8", "a5"]);
    let game = page.ask("game.new", new).await["game"].clone();
    let first = page.ask("game.hint", json!({ "game": game })).await;
    assert_eq!((&first["step"], &first["point"]), (&json!(1), &json!(null)), "{first}");
    let second = page.ask("game.hint", json!({ "game": game })).await;
    assert!(["g8", "k8"].contains(&second["point"].as_str().unwrap()), "{second}");
    let third = page.ask("game.hint", json!({ "game": game })).await;
    assert_eq!(third["line"][0], second["point"], "{third}");
    assert_eq!(third["score"]["proof"], json!("win"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_breaks_down_is_told_and_the_game_is_safe() {
    let data = tempfile::tempdir().unwrap();
    // The script knows no opening: the engine cannot go on.
    let server = Server::scripted(data.path(), &json!({})).await;
    let mut page = server.open().await;
    let mut new = new_game();
    new["opening"] = json!("swap-first");
    let game = page.ask("game.new", new).await["game"].clone();
    page.say("game.move", json!({ "game": game, "move": "h8" })).await;
    let state = page.game(|state| !state["engine_problem"].is_null()).await;
    assert_eq!(moves(&state), ["h8"]);
}
