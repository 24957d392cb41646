//! Games over the socket: moves, replies, taking back, openings, clocks, hints.

use serde_json::json;
use tengen_test_support::environment::number;
use tengen_test_support::server::{Server, moves, new_game, position, two_people};

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
async fn each_engine_has_its_algorithm_and_keeps_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let mut new = new_game();
    new["white"] = json!({ "kind": "engine", "level": 2, "algorithm": "mcts" });
    let state = page.ask("game.new", new.clone()).await;
    assert_eq!(state["seats"]["white"], new["white"]);
    let game = state["game"].clone();
    page.ask("game.move", json!({ "game": game, "move": "h8" })).await;
    page.game(|state| moves(state).len() == 2).await;
    page.say("game.leave", json!({ "game": game })).await;
    let state = page.ask("game.open", json!({ "game": game })).await;
    assert_eq!((&state["seats"]["white"], moves(&state).len()), (&new["white"], 2));

    new["black"] = json!({ "kind": "engine", "level": 2, "algorithm": "alphabeta" });
    new["size"] = json!(9);
    page.ask("game.new", new.clone()).await;
    let state = page.game(|state| !state["result"].is_null()).await;
    assert!(moves(&state).len() >= 9, "{state}");
    new["white"]["algorithm"] = json!("guess");
    assert_eq!(page.ask("game.new", new).await["code"], json!("bad-message"));
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
    // On a slow disk the time is over before the answer comes.
    page.say("game.new", new).await;
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

/// Level 10, which expects its own replies of the script.
fn on_my_time() -> serde_json::Value {
    let mut new = new_game();
    new["white"] = json!({ "kind": "engine", "level": 10 });
    new["ponder"] = json!(true);
    new
}

/// After h8 it answers i9 and expects h9.
fn expecting() -> serde_json::Value {
    json!({ "replies": { "h8": ["i9 h9"], "*": ["a1 a3", "c1 c3", "e1 e3"] } })
}

/// What the last move was thought to be worth: ten if it was found on the person's time.
fn worth(state: &serde_json::Value) -> i64 {
    state["moves"].as_array().unwrap().last().unwrap()["score"]["centi"].as_i64().unwrap().abs()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reply_that_was_expected_is_thought_about_on_the_persons_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::scripted(data.path(), &expecting()).await;
    let mut page = server.open().await;
    let state = page.ask("game.new", on_my_time()).await;
    assert_eq!(state["ponder"], json!(true));
    let play = |point: &str| json!({ "game": state["game"], "move": point });
    page.say("game.move", play("h8")).await;
    let state2 = page.game(|state| moves(state).len() == 2).await;
    assert_eq!((worth(&state2), &state2["thinking"]), (0, &json!(false)), "{state2}");
    page.say("game.move", play("h9")).await;
    let hit = page.game(|state| moves(state).len() == 4).await;
    assert_eq!((moves(&hit)[3], worth(&hit)), ("a1", 10), "{hit}");
    page.say("game.move", play("k10")).await;
    let miss = page.game(|state| moves(state).len() == 6).await;
    assert_eq!((moves(&miss)[5], worth(&miss)), ("c1", 0), "{miss}");
    // Taken back: what was expected is forgotten, and the game goes on as ever.
    page.ask("game.undo", json!({ "game": state["game"] })).await;
    page.say("game.move", play("a3")).await;
    let again = page.game(|state| moves(state).len() == 6 && moves(state)[4] == "a3").await;
    assert_eq!(worth(&again), 0, "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_on_the_persons_time_makes_room_for_every_question() {
    let data = tempfile::tempdir().unwrap();
    // One thread: every request waits for it.
    let script = data.path().join("script.json");
    std::fs::write(&script, expecting().to_string()).unwrap();
    let options = tengen_server::Options {
        script: Some(script),
        threads: Some(1),
        ..tengen_server::Options::new(data.path())
    };
    let server = Server::with(options).await;
    let (mut page, mut other) = (server.open().await, server.open().await);
    let game = page.ask("game.new", on_my_time()).await["game"].clone();
    let play = |point: &str| json!({ "game": game, "move": point });
    page.say("game.move", play("h8")).await;
    page.game(|state| moves(state).len() == 2).await;
    page.ask("game.hint", json!({ "game": game })).await;
    page.say("game.move", play("h9")).await;
    let state = page.game(|state| moves(state).len() == 4).await;
    assert_eq!(worth(&state), 0, "it went on after the hint");
    // Another game, of another page.
    let second = other.ask("game.new", new_game()).await["game"].clone();
    other.say("game.move", json!({ "game": second, "move": "h8" })).await;
    other.game(|state| moves(state).len() == 2).await;
    // Switched off, left and given up.
    let off = json!({ "game": game, "action": { "do": "ponder", "on": false } });
    assert_eq!(page.ask("game.action", off).await["ponder"], json!(false));
    page.say("game.move", play("a3")).await;
    let state = page.game(|state| moves(state).len() == 6).await;
    assert_eq!(worth(&state), 0, "{state}");
    let on = json!({ "game": game, "action": { "do": "ponder", "on": true } });
    page.ask("game.action", on).await;
    page.say("game.leave", json!({ "game": game })).await;
    let state = page.ask("game.open", json!({ "game": game })).await;
    assert_eq!(state["ponder"], json!(true), "it is saved");
    page.ask("game.action", json!({ "game": game, "action": { "do": "resign" } })).await;
    other.say("game.move", json!({ "game": second, "move": "h9" })).await;
    other.game(|state| moves(state).len() == 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_thought_about_on_the_persons_time_while_anybody_analyses() {
    let data = tempfile::tempdir().unwrap();
    let mut script = expecting();
    script["analysis"] = json!({ "*": [{ "depth": 3, "lines": [{ "moves": "h8", "centi": 1 }] }] });
    let server = Server::scripted(data.path(), &script).await;
    let (mut page, mut other) = (server.open().await, server.open().await);
    let start = json!({ "gen": 1, "pos": position(&["h8"]) });
    other.say("analyse.start", start).await;
    other.until(|message| message["type"] == "analyse.update").await;
    let game = page.ask("game.new", on_my_time()).await["game"].clone();
    let play = |point: &str| json!({ "game": game, "move": point });
    page.say("game.move", play("h8")).await;
    page.game(|state| moves(state).len() == 2).await;
    page.say("game.move", play("h9")).await;
    let state = page.game(|state| moves(state).len() == 4).await;
    assert_eq!(worth(&state), 0, "it was expected, but somebody analyses: {state}");
    other.say("analyse.stop", json!({ "gen": 1 })).await;
    let is_end = |message: &serde_json::Value| message["state"] == "stopped";
    other.until(is_end).await;
    page.say("game.move", play("k10")).await;
    page.game(|state| moves(state).len() == 6).await;
    page.say("game.move", play("c3")).await;
    let state = page.game(|state| moves(state).len() == 8).await;
    assert_eq!(worth(&state), 10, "after it: {state}");
}

#[tokio::test(flavor = "multi_thread")]
async fn weaker_levels_do_not_think_on_the_persons_time() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::scripted(data.path(), &expecting()).await;
    let mut page = server.open().await;
    let mut new = on_my_time();
    new["white"]["level"] = json!(9);
    let game = page.ask("game.new", new).await["game"].clone();
    for (count, point) in [(2, "h8"), (4, "h9")] {
        page.say("game.move", json!({ "game": game, "move": point })).await;
        let state = page.game(|state| moves(state).len() == count).await;
        assert_eq!(worth(&state), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_itself_thinks_on_the_persons_time_and_stops_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    for algorithm in ["alphabeta", "mcts"] {
        let mut new = on_my_time();
        new["white"]["algorithm"] = json!(algorithm);
        new["clock"] = json!({ "kind": "increment", "main": 20_000, "increment": 0 });
        let mut state = page.ask("game.new", new).await;
        let game = state["game"].clone();
        for count in [2, 4, 6] {
            let free = ["h8", "g7", "i7", "g9", "j8", "f6"].into_iter();
            let point = free.clone().find(|point| !moves(&state).contains(point)).unwrap();
            page.say("game.move", json!({ "game": game, "move": point })).await;
            state = page.game(|state| moves(state).len() == count).await;
            assert!(state["result"].is_null(), "{state}");
        }
        let state = page.ask("game.undo", json!({ "game": game })).await;
        assert_eq!(moves(&state).len(), 4);
        page.ask("game.action", json!({ "game": game, "action": { "do": "resign" } })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_begins_always_moves() {
    let data = tempfile::tempdir().unwrap();
    let script = json!({ "replies": { "*": ["a1", "c1", "e1"] } });
    let server = Server::scripted(data.path(), &script).await;
    let mut page = server.open().await;
    let mut before = json!(null);
    for _ in 0..number("TENGEN_GAMES", 20) {
        let new = json!({ "rule": "freestyle", "size": 15, "ponder": false, "book": true,
            "black": { "kind": "engine", "level": 3 }, "white": { "kind": "person" } });
        page.say("game.new", new).await;
        // The move may come before the answer to the request.
        let is_moved = |state: &serde_json::Value| {
            state["type"] == "game.state" && state["game"] != before && moves(state).len() == 1
        };
        let game = page.until(is_moved).await["game"].clone();
        page.say("game.leave", json!({ "game": before })).await;
        before = game;
    }
}
