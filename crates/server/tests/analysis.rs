//! Analysis over the socket: generations, stopping, several tabs, searches that break or hang.

use serde_json::{Value, json};
use tengen_test_support::server::{Page, Server, position};

/// The last update of a generation.
async fn end(page: &mut Page, generation: u32) -> Value {
    page.until(|message| {
        message["type"] == "analyse.update"
            && message["gen"] == json!(generation)
            && message["state"] != "thinking"
    })
    .await
}

async fn first_lines(page: &mut Page, generation: u32) -> Value {
    page.until(|message| {
        message["gen"] == json!(generation)
            && message["lines"].as_array().is_some_and(|lines| !lines.is_empty())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_tells_lines_and_stops_when_told() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let start = json!({ "gen": 1, "pos": position(&["h8", "i9"]), "lines": 2, "memory": 16 });
    page.say("analyse.start", start).await;
    let update = first_lines(&mut page, 1).await;
    let score = &update["lines"][0]["score"];
    assert!(
        score["proof"].is_null() && score["wp"].as_f64().is_some_and(|wp| wp > 0.0 && wp < 1.0)
    );
    page.say("analyse.stop", json!({ "gen": 1 })).await;
    assert_eq!(end(&mut page, 1).await["state"], json!("stopped"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_ends_it_and_a_win_is_proved() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let quiet = json!({ "gen": 1, "pos": position(&["h8", "i9"]), "lines": 1, "memory": 16,
        "limit": { "depth": 4 } });
    page.say("analyse.start", quiet).await;
    assert_eq!(end(&mut page, 1).await["state"], json!("limit"));

    // White threatens nothing, Black makes two threes on j8.
    let moves = ["h8", "a1", "i8", "o1", "j9", "a15", "j10", "o15"];
    let forced = json!({ "gen": 2, "pos": position(&moves), "lines": 3, "memory": 16,
        "limit": { "depth": 4 } });
    page.say("analyse.start", forced).await;
    let update = end(&mut page, 2).await;
    assert_eq!(update["lines"][0]["score"]["proof"], json!("win"), "{update}");
    assert_eq!(update["lines"][0]["score"]["wp"], json!(1.0));
    assert_eq!(update["forced_win"]["state"], json!("win"));
    assert_eq!(update["forced_win"]["side"], json!("black"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_listed_algorithm_can_be_asked_for_with_every_solver_level() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.try_open().await.unwrap();
    let hello = page.until(|message| message["type"] == "hello").await;
    let algorithms = hello["info"]["algorithms"].clone();
    assert_eq!(algorithms, json!(["alphabeta", "mcts"]));
    let levels = ["off", "fast", "medium", "slow"];
    let asked =
        algorithms.as_array().unwrap().iter().flat_map(|one| levels.map(|level| (one, level)));
    for (generation, (algorithm, level)) in (1..).zip(asked) {
        let start = json!({ "gen": generation, "pos": position(&["h8", "i9"]), "lines": 2,
            "memory": 16, "algorithm": algorithm, "solver": level, "limit": { "nodes": 3000 } });
        page.say("analyse.start", start).await;
        let update = end(&mut page, generation).await;
        assert_eq!(update["state"], json!("limit"), "{update}");
        assert_eq!(update["lines"].as_array().unwrap().len(), 2, "{update}");
        assert_eq!(update["forced_win"].is_null(), level == "off", "{update}");
    }
    let odd = json!({ "gen": 99, "pos": position(&["h8"]), "algorithm": "guess" });
    assert_eq!(page.ask("analyse.start", odd).await["code"], json!("bad-message"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_other_side_would_do_is_seen_from_black_too() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    // White has an open three; if Black passes, White wins.
    let pos = position(&["a1", "h8", "a3", "i8", "o15", "j8"]);
    let start = json!({ "gen": 1, "pos": pos, "pass": true, "lines": 1, "memory": 16,
        "limit": { "depth": 4 } });
    page.say("analyse.start", start).await;
    let update = end(&mut page, 1).await;
    assert_eq!(update["turn"], json!("white"));
    assert_eq!(update["lines"][0]["score"]["proof"], json!("loss"), "{update}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_fifty_positions_in_a_row_only_the_last_is_told_to_its_end() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    for generation in 1..=50 {
        let start = json!({ "gen": generation, "pos": position(&["h8", "i9"]), "memory": 16 });
        page.say("analyse.start", start).await;
    }
    let mut newest = 0;
    loop {
        let update = page.until(|message| message["type"] == "analyse.update").await;
        let generation = update["gen"].as_u64().unwrap();
        assert!(generation >= newest, "{generation} after {newest}");
        newest = generation;
        if generation == 50 && !update["lines"].as_array().unwrap().is_empty() {
            break;
        }
    }
    page.say("analyse.stop", json!({ "gen": 50 })).await;
    assert_eq!(end(&mut page, 50).await["state"], json!("stopped"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_engine_serves_the_tab_that_asked_last() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (mut one, mut other) = (server.open().await, server.open().await);
    let start = json!({ "gen": 7, "pos": position(&["h8"]), "memory": 16 });
    one.say("analyse.start", start.clone()).await;
    first_lines(&mut one, 7).await;
    other.say("analyse.start", start.clone()).await;
    let taken = one.until(|message| message["type"] == "engine.taken").await;
    assert_eq!(taken["gen"], json!(7));
    first_lines(&mut other, 7).await;
    // Taken over again.
    let mut again = start;
    again["gen"] = json!(8);
    one.say("analyse.start", again).await;
    other.until(|message| message["type"] == "engine.taken").await;
    first_lines(&mut one, 8).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_breaks_down_is_told_and_the_next_one_works() {
    let data = tempfile::tempdir().unwrap();
    let line = json!({ "moves": "i9", "centi": 10 });
    let script = json!({ "analysis": {
        "h8": [{ "depth": 3, "lines": [line] }, { "panic": true }],
        "*": [{ "depth": 5, "lines": [line] }, { "end": "limit" }] } });
    let server = Server::scripted(data.path(), &script).await;
    let mut page = server.open().await;
    page.say("analyse.start", json!({ "gen": 1, "pos": position(&["h8"]) })).await;
    let update = end(&mut page, 1).await;
    assert_eq!(update["state"], json!("failed"));
    assert_eq!(update["note"]["code"], json!("crashed"));
    assert_eq!(update["lines"][0]["move"], json!("i9"), "the last lines are kept");
    page.say("analyse.start", json!({ "gen": 2, "pos": position(&["h8", "h9"]) })).await;
    assert_eq!(end(&mut page, 2).await["state"], json!("limit"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_that_hangs_is_given_up_and_the_next_one_works() {
    let data = tempfile::tempdir().unwrap();
    let line = json!({ "moves": "i9", "centi": 10 });
    let script = json!({ "analysis": {
        "h8": [{ "depth": 3, "lines": [line] }, { "freeze": true }],
        "*": [{ "depth": 5, "lines": [line] }, { "end": "limit" }] } });
    let server = Server::scripted(data.path(), &script).await;
    let mut page = server.open().await;
    page.say("analyse.start", json!({ "gen": 1, "pos": position(&["h8"]) })).await;
    first_lines(&mut page, 1).await;
    page.say("analyse.stop", json!({ "gen": 1 })).await;
    let update = end(&mut page, 1).await;
    assert_eq!(update["note"]["code"], json!("restarted"), "{update}");
    page.say("analyse.start", json!({ "gen": 2, "pos": position(&["h8", "h9"]) })).await;
    assert_eq!(end(&mut page, 2).await["state"], json!("limit"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_and_a_bad_position_are_told_at_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    let five = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];
    page.say("analyse.start", json!({ "gen": 1, "pos": position(&five) })).await;
    assert_eq!(end(&mut page, 1).await["state"], json!("over"));
    let error =
        page.ask("analyse.start", json!({ "gen": 2, "pos": position(&["h8", "h8"]) })).await;
    assert_eq!((&error["type"], &error["code"]), (&json!("error"), &json!("occupied")));
}
