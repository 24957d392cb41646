//! Jobs from start to end, with a script in the engine's place.

use std::time::Duration;

use serde_json::{Value, json};

use crate::app::{App, Options};
use crate::live::Page;

/// An app whose engine follows a script.
fn app(folder: &std::path::Path, analysis: &Value) -> App {
    let script = folder.join("script.json");
    std::fs::write(&script, json!({ "analysis": { "*": analysis } }).to_string()).unwrap();
    App::start(&Options { script: Some(script), ..Options::new(folder) }).unwrap()
}

fn quick() -> Value {
    json!([{ "depth": 5, "nodes": 10, "lines": [{ "moves": "h8i9", "centi": 40 }] }, { "end": "limit" }])
}

fn endless() -> Value {
    json!([{ "depth": 5, "nodes": 10, "lines": [{ "moves": "h8i9", "centi": 40 }] }])
}

fn start(page: &Page) {
    page.handle(
        r#"{"v":1,"id":1,"type":"job.start","limit":{"nodes":10},
            "line":{"rule":"freestyle","size":15,"moves":["h8","i9","i7"]}}"#,
    );
}

/// The next message of this kind that fits.
async fn until(page: &mut Page, kind: &str, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        while let Some(text) = page.next_sent() {
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == kind && fits(&message) {
                return message;
            }
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until the first job is in this state.
async fn until_state(page: &mut Page, state: &str) -> Value {
    until(page, "jobs", |message| message["jobs"][0]["state"] == state).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_position_of_a_line_gets_a_score() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), &quick());
    let mut page = Page::connect(&app).unwrap();
    start(&page);
    let done = until_state(&mut page, "done").await;
    assert_eq!((&done["jobs"][0]["done"], &done["jobs"][0]["total"]), (&4.into(), &4.into()));
    page.handle(r#"{"v":1,"id":2,"type":"job.results","job":1}"#);
    let found = until(&mut page, "job.results", |_| true).await;
    let scores = found["lines"][0]["scores"].as_array().unwrap();
    assert_eq!(scores.len(), 4);
    // The script says the same for whoever is to move.
    assert_eq!(scores[0]["centi"], 40);
    assert_eq!(scores[1]["centi"], -40);
    // What is over is dismissed.
    page.handle(r#"{"v":1,"id":3,"type":"job.stop","job":1}"#);
    until(&mut page, "jobs", |message| message["jobs"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_pauses_goes_on_yields_to_the_user_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), &endless());
    let mut page = Page::connect(&app).unwrap();
    start(&page);
    until_state(&mut page, "running").await;
    page.handle(r#"{"v":1,"id":2,"type":"job.pause","job":1,"pause":true}"#);
    until_state(&mut page, "paused").await;
    page.handle(r#"{"v":1,"id":3,"type":"job.pause","job":1,"pause":false}"#);
    until_state(&mut page, "running").await;
    page.handle(
        r#"{"v":1,"id":4,"type":"analyse.start","gen":1,
            "pos":{"rule":"freestyle","size":15,"moves":["h8"]}}"#,
    );
    until_state(&mut page, "yielding").await;
    page.handle(r#"{"v":1,"id":5,"type":"analyse.stop","gen":1}"#);
    until_state(&mut page, "running").await;
    // A page that leaves stops no job.
    drop(page);
    let mut page = Page::connect(&app).unwrap();
    page.handle(r#"{"v":1,"id":1,"type":"job.list"}"#);
    until_state(&mut page, "running").await;
    page.handle(r#"{"v":1,"id":6,"type":"job.stop","job":1}"#);
    until_state(&mut page, "stopped").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn scores_of_stored_games_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), &quick());
    let record = json!({ "size": 15, "rule": "freestyle", "nodes": [{}, { "side": "black", "move": "h8" }] });
    let record = serde_json::from_value(record).unwrap();
    let id = app.store.next_id();
    let mut summary = crate::http::summary_of_record(&record).unwrap();
    summary.id = id.to_string();
    let listed = crate::store::Listed { summary, deleted: None };
    app.store.save(id, &crate::store::Stored::Record(record), &listed).unwrap();
    let mut page = Page::connect(&app).unwrap();
    page.handle(&format!(
        r#"{{"v":1,"id":1,"type":"job.start","limit":{{"nodes":10}},"games":["{id}"]}}"#
    ));
    until_state(&mut page, "done").await;
    // Saving follows the last position.
    for _ in 0..500 {
        if app.store.scores(id).unwrap().is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let scores = app.store.scores(id).unwrap().expect("they are saved").scores;
    assert!(scores.len() == 2 && scores.iter().all(Option::is_some), "{scores:?}");
}

#[tokio::test]
async fn jobs_without_sense_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path(), &quick());
    let mut page = Page::connect(&app).unwrap();
    page.handle(r#"{"v":1,"id":1,"type":"job.start","limit":{"nodes":10}}"#);
    until(&mut page, "error", |problem| problem["code"] == "not-now").await;
    page.handle(r#"{"v":1,"id":1,"type":"job.start","limit":{},"games":[]}"#);
    until(&mut page, "error", |problem| problem["code"] == "bad-message").await;
    page.handle(r#"{"v":1,"id":1,"type":"job.stop","job":9}"#);
    until(&mut page, "error", |problem| problem["code"] == "not-found").await;
}
