//! Plain HTTP: games, files, pictures, settings. The router works without a socket.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tengen_server::{App, Options, router};
use tengen_test_support::server::{Server, two_people};
use tower::ServiceExt;

struct Client(Router);

struct Answer {
    status: StatusCode,
    headers: axum::http::HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{}", self.text()))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    fn start(data: &std::path::Path) -> Client {
        Client(router(App::start(&Options::new(data)).unwrap()))
    }

    async fn send(&self, method: Method, path: &str, body: impl Into<Body>) -> Answer {
        let request = Request::builder().method(method).uri(path).header("host", "localhost:7575");
        self.ask(request.body(body.into()).unwrap()).await
    }

    /// A file that says how long it is, as a browser sends it.
    async fn import(&self, file: Vec<u8>) -> Answer {
        let request = Request::post("/api/import").header("host", "localhost:7575");
        let request = request.header("content-length", file.len());
        self.ask(request.body(file.into()).unwrap()).await
    }

    async fn ask(&self, request: Request<Body>) -> Answer {
        let answer = self.0.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let body = to_bytes(body, 64 << 20).await.unwrap().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty()).await
    }
}

const SGF: &str = "(;FF[4]GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[centre](;W[ih];B[ii])(;W[ii]))";

#[tokio::test]
async fn info_names_rules_levels_and_limits() {
    let data = tempfile::tempdir().unwrap();
    let info = Client::start(data.path()).get("/api/info").await.json();
    assert_eq!(info["rules"].as_array().unwrap().len(), 5);
    let levels = info["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 10);
    for level in levels {
        let number = |key: &str| level["rating"][key].as_i64();
        assert!(number("elo").is_some() && number("error") >= Some(0), "{level}");
        assert!(number("games") >= Some(100), "{level}");
    }
    assert_eq!(info["openings"][3]["name"], json!("swap2"));
    assert_eq!(info["openings"].as_array().unwrap().len(), 10);
    assert!(info["limits"]["threads"].as_u64().unwrap() >= 1);
}

#[tokio::test]
async fn an_import_becomes_a_stored_record_and_every_kind_of_file() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let imported = client.send(Method::POST, "/api/import?name=a.sgf", SGF).await.json();
    assert_eq!((&imported["format"], &imported["variations"]), (&json!("sgf"), &json!(1)));
    assert!(imported["error"].is_null());

    let save = json!({ "name": "A game", "record": imported["records"][0] });
    let saved = client.send(Method::POST, "/api/games", save.to_string()).await.json();
    let id = saved["id"].as_str().unwrap().to_owned();
    assert_eq!((&saved["black"], &saved["moves"]), (&json!("Ann"), &json!(3)), "{saved}");
    let stored = client.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(stored["record"], imported["records"][0], "nothing is lost");

    for (ending, begin) in [("sgf", "(;"), ("json", "{"), ("txt", "h8"), ("svg", "<svg")] {
        let file = client.get(&format!("/api/games/{id}.{ending}")).await;
        assert_eq!(file.status, StatusCode::OK, "{ending}: {}", file.text());
        assert!(file.text().starts_with(begin), "{ending}: {}", file.text());
    }
    let psq = client.get(&format!("/api/games/{id}.psq")).await;
    assert!(psq.text().starts_with("Piskvorky"), "{}", psq.text());
    assert!(psq.headers["tengen-lost"].to_str().unwrap().contains("variation"));
    let png = client.get(&format!("/api/games/{id}.png?width=300")).await;
    assert!(png.body.starts_with(b"\x89PNG"));
    let gif = client.get(&format!("/api/games/{id}.gif?width=300")).await;
    assert!(gif.body.starts_with(b"GIF89a"));
    let none = client.get(&format!("/api/games/{id}.bmp")).await;
    assert_eq!(none.status, StatusCode::BAD_REQUEST);

    let sgf = client.get(&format!("/api/games/{id}.sgf")).await.body;
    let again = client.send(Method::POST, "/api/import", sgf).await.json();
    assert_eq!(again["records"], imported["records"], "there and back is the same");
}

#[tokio::test]
async fn a_game_is_renamed_deleted_and_brought_back() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let record = json!({ "size": 15, "nodes": [{}, { "side": "black", "move": "h8" }] });
    let save = json!({ "record": record }).to_string();
    let saved = client.send(Method::POST, "/api/games", save.clone()).await.json();
    let path = format!("/api/games/{}", saved["id"].as_str().unwrap());
    let named = client
        .send(Method::PATCH, &path, json!({ "name": "Mine", "tags": ["x"] }).to_string())
        .await;
    assert_eq!(named.json()["name"], json!("Mine"));

    let edited = json!({ "size": 15, "nodes": [{}, { "side": "black", "move": "g7" }] });
    let other = json!({ "record": edited, "changed": saved["changed"] });
    let saved = client.send(Method::PUT, &path, other.to_string()).await.json();
    assert_eq!((&saved["name"], &saved["stones"][0]), (&json!("Mine"), &json!(["g7"])));

    assert_eq!(client.get("/api/games").await.json().as_array().unwrap().len(), 1);
    let deleted = client.send(Method::DELETE, &path, Body::empty()).await;
    assert!(deleted.json()["restorable_ms"].as_u64().unwrap() >= 10_000);
    assert_eq!(client.get("/api/games").await.json(), json!([]));
    assert_eq!(client.get(&path).await.status, StatusCode::NOT_FOUND);
    let back = client.send(Method::POST, &format!("{path}/restore"), Body::empty()).await;
    assert_eq!(back.json()["name"], json!("Mine"));
    assert_eq!(client.get(&path).await.status, StatusCode::OK);
}

#[tokio::test]
async fn of_two_pages_that_edit_a_record_the_second_hears_of_the_first() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let record =
        |point: &str| json!({ "size": 15, "nodes": [{}, { "side": "black", "move": point }] });
    let new = json!({ "record": record("h8") }).to_string();
    let saved = client.send(Method::POST, "/api/games", new).await.json();
    let path = format!("/api/games/{}", saved["id"].as_str().unwrap());
    let edit = |point: &str, changed: &serde_json::Value| {
        json!({ "record": record(point), "changed": changed }).to_string()
    };
    let first = client.send(Method::PUT, &path, edit("g7", &saved["changed"])).await;
    assert_eq!(first.status, StatusCode::OK);
    let second = client.send(Method::PUT, &path, edit("i9", &saved["changed"])).await;
    assert_eq!(second.status, StatusCode::CONFLICT);
    let blind = json!({ "record": record("i9") }).to_string();
    assert_eq!(client.send(Method::PUT, &path, blind).await.status, StatusCode::BAD_REQUEST);
    let stored = client.get(&path).await.json();
    assert_eq!(stored["record"]["nodes"][1]["move"], json!("g7"), "the first edit is kept");
    let again = edit("i9", &stored["summary"]["changed"]);
    assert_eq!(client.send(Method::PUT, &path, again).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_damaged_file_gives_its_place_and_what_was_read() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let told = client.send(Method::POST, "/api/import", "h8 i9 zz99 h7").await.json();
    let error = &told["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(7)), "{told}");
    let unknown = client.send(Method::POST, "/api/import", "\u{1}\u{2}what?").await.json();
    assert!(unknown["error"]["text"].as_str().unwrap().contains("sgf"), "{unknown}");
    let bad = json!({ "record": { "size": 15, "nodes": [{}, { "side": "black", "move": "zz" }] } });
    let refused = client.send(Method::POST, "/api/games", bad.to_string()).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let large = client.send(Method::POST, "/api/games", vec![b' '; 49 << 20]).await;
    assert_eq!(
        (large.status, &large.json()["code"]),
        (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-large"))
    );
    assert!(
        large.json()["text"].as_str().unwrap().contains("is more than 48 MB"),
        "{}",
        large.text()
    );
}

#[tokio::test]
async fn links_are_read_and_drawn() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let link = "http://localhost:7575/analyse?r=renju&n=15&m=h8i9i7&at=2";
    let told = client.send(Method::POST, "/api/import", link).await.json();
    assert_eq!(
        (&told["moves"], &told["records"][0]["rule"]),
        (&json!(3), &json!("renju")),
        "{told}"
    );
    let picture = client.get("/api/render.svg?r=renju&n=15&b=h8&w=i9&t=w&m=j7&numbers=all").await;
    assert_eq!(picture.status, StatusCode::OK, "{}", picture.text());
    assert!(picture.text().starts_with("<svg"));
    let bad = client.get("/api/render.svg?m=h8zz").await;
    assert!(bad.json()["text"].as_str().unwrap().contains("zz"));
    let render = json!({ "pos": { "rule": "freestyle", "size": 15, "moves": ["h8"] },
        "marks": [{ "point": "g7", "mark": "circle" }], "ghosts": ["i9"], "theme": "paper", "width": 400 });
    let drawn = client.send(Method::POST, "/api/render?format=png", render.to_string()).await;
    assert!(drawn.body.starts_with(b"\x89PNG"), "{}", drawn.text());
    let moves = client.get("/api/render.gif?r=renju&n=15&m=h8i9j7&from=1&width=99999").await;
    assert!(moves.body.starts_with(b"GIF89a"), "{}", moves.text());
    assert_eq!(moves.body[6..8], 1200u16.to_le_bytes(), "no wider, or it would take minutes");
}

/// A soak of two hours found it: sharing an impossible set-up showed an error where the board should be.
#[tokio::test]
async fn a_set_up_that_no_game_has_can_be_drawn() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let five = ["h8", "i8", "j8", "k8", "l8"];
    let setup = json!({ "black": five, "white": [], "turn": "white" });
    let pos =
        |moves: &[&str]| json!({ "rule": "freestyle", "size": 15, "setup": setup, "moves": moves });
    let body = json!({ "pos": pos(&[]) }).to_string();
    let drawn = client.send(Method::POST, "/api/render?format=svg", body).await;
    assert_eq!(drawn.status, StatusCode::OK, "{}", drawn.text());
    assert!(drawn.text().contains("5 stones"), "{}", drawn.text());
    let body = json!({ "pos": pos(&["a1"]) }).to_string();
    let refused = client.send(Method::POST, "/api/render?format=svg", body).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST, "nothing can be played there");
}

#[tokio::test]
async fn of_two_profiles_the_later_wins() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    assert_eq!(client.get("/api/profile").await.json()["changed"], json!(0));
    let newer = json!({ "changed": 20, "settings": { "theme": "slate" } });
    client.send(Method::PUT, "/api/profile", newer.to_string()).await;
    let older = json!({ "changed": 10, "settings": {} });
    let held = client.send(Method::PUT, "/api/profile", older.to_string()).await.json();
    assert_eq!(held, newer);
    assert_eq!(client.get("/api/profile").await.json(), newer);
}

#[tokio::test]
async fn unknown_pages_get_the_app_and_unknown_calls_and_files_do_not() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    for page in ["/", "/analyse", "/no/such/page"] {
        let answer = client.get(page).await;
        assert_eq!(answer.status, StatusCode::OK, "{page}");
        assert!(answer.text().contains("<!doctype html>"), "{page}");
        assert_eq!(answer.headers["cache-control"], "no-store");
    }
    for path in ["/api/nothing", "/nothing.js", "/a/0123/main.js", "/../Cargo.toml", "/.git/config"]
    {
        let answer = client.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["code"], json!("not-found"), "{path}");
    }
    let post = client.send(Method::POST, "/", Body::empty()).await;
    assert_eq!(post.status, StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_played_game_is_stored_as_it_is_played() {
    let data = tempfile::tempdir().unwrap();
    let game = {
        let server = Server::start(data.path()).await;
        let mut page = server.open().await;
        let game = page.ask("game.new", two_people()).await["game"].clone();
        for point in ["h8", "h9", "i8", "i9", "j8"] {
            page.ask("game.move", json!({ "game": game, "move": point })).await;
        }
        let client = Client(router(server.app.clone()));
        let list = client.get("/api/games").await.json();
        assert_eq!(
            (&list[0]["moves"], &list[0]["unfinished"]),
            (&json!(5), &json!(true)),
            "{list}"
        );
        let sgf = client.get(&format!("/api/games/{}.sgf", game.as_str().unwrap())).await.text();
        assert!(sgf.contains(";B[hh]"), "{sgf}");
        game
    };
    // Whatever became of the first server, its moves are there. It may take a moment to let go.
    let again = loop {
        match App::start(&Options::new(data.path())) {
            Ok(app) => break Client(router(app)),
            Err(_) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
    };
    let stored = again.get(&format!("/api/games/{}", game.as_str().unwrap())).await.json();
    assert_eq!(stored["state"]["moves"].as_array().unwrap().len(), 5);
}

/// A library whose root has `children` moves with a comment each.
fn library(children: usize, comment: usize) -> Vec<u8> {
    let mut file = b"\xFFRenLib\xFF\x03\x04".to_vec();
    file.resize(20, 0);
    file.extend([0x78, 0x00]);
    for index in 0..children {
        let point = 0x11 + (index % 15) as u8;
        let sibling = if index + 1 < children { 0x80 } else { 0 };
        file.extend([point, 0x40 | 0x08 | sibling]);
        file.resize(file.len() + comment, b'a');
        // Texts end at an even place.
        let end = if comment.is_multiple_of(2) { 2 } else { 1 };
        file.resize(file.len() + end, 0);
    }
    file
}

/// Libraries may be larger than other files, as long as a page can hold their moves.
#[tokio::test]
async fn a_large_library_is_read_and_a_large_anything_else_is_not() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let few = client.import(library(2, 9 << 20)).await;
    assert_eq!(few.status, StatusCode::OK, "{}", few.text());
    assert_eq!(few.json()["format"], json!("lib"));
    assert_eq!(few.json()["moves"], json!(3));
    let many = client.import(library(400_000, 44)).await;
    assert_eq!(many.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(many.text().contains("a page holds 300000"), "{}", many.text());
    let text = client.import(b"h8 i9 ".repeat(3 << 20)).await;
    assert_eq!(text.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(text.text().contains("18 MB is more than 16 MB"), "{}", text.text());
    let endless = client.send(Method::POST, "/api/import", library(2, 9 << 20)).await;
    assert_eq!(endless.status, StatusCode::PAYLOAD_TOO_LARGE, "no length is given");
}

#[tokio::test]
async fn what_can_be_imported_can_be_saved_and_exported() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let imported = client.import(library(2, 9 << 20)).await.json();
    let save = json!({ "name": "Long comments", "record": imported["records"][0] });
    let saved = client.send(Method::POST, "/api/games", save.to_string()).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.text());
    let path = format!("/api/games/{}", saved.json()["id"].as_str().unwrap());
    let changed = &saved.json()["changed"];
    let edit = json!({ "record": imported["records"][0], "changed": changed });
    let again = client.send(Method::PUT, &path, edit.to_string()).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text());
    let export = json!({ "records": imported["records"] });
    let sgf = client.send(Method::POST, "/api/export?format=sgf", export.to_string()).await;
    assert_eq!(sgf.status, StatusCode::OK);
    assert!(sgf.body.len() > 18 << 20);
    // What could not be saved is not imported either.
    let longer = client.import(library(6, 9 << 20)).await;
    assert_eq!(longer.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", longer.text());
    assert!(longer.text().contains("48 MB can be saved"), "{}", longer.text());
}

#[tokio::test]
async fn more_moves_than_a_page_holds_are_refused_before_all_are_read() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let many = client.import(b"h8i9\n".repeat(3_000_000)).await;
    assert_eq!(many.status, StatusCode::PAYLOAD_TOO_LARGE);
    // One more was read, and no other: the answer knows of no more.
    assert!(many.text().contains("300001 moves or more; a page holds 300000"), "{}", many.text());
}

/// The beginning of a large file, after which nothing comes.
fn silence(length: usize) -> Request<Body> {
    let chunk = Ok::<_, std::io::Error>(axum::body::Bytes::from_static(b"\xFFRenLib\xFF"));
    let chunks = futures_util::stream::iter([chunk]).chain(futures_util::stream::pending());
    let request = Request::post("/api/import").header("host", "localhost:7575");
    request.header("content-length", length).body(Body::from_stream(chunks)).unwrap()
}

#[tokio::test]
async fn a_sender_that_falls_silent_does_not_keep_the_others_waiting() {
    let data = tempfile::tempdir().unwrap();
    let client = Client::start(data.path());
    let silent = client.ask(silence(100 << 20));
    let other = async {
        // The silent one is first.
        tokio::task::yield_now().await;
        client.import(library(2, 9 << 20)).await
    };
    let (silent, other) = tokio::join!(silent, other);
    assert_eq!(other.status, StatusCode::OK, "{}", other.text());
    assert_eq!(silent.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(silent.text().contains("the file came too slowly"), "{}", silent.text());
}
