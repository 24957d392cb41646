//! What must not happen: foreign pages, forged hosts, floods, too many sockets.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::SinkExt;
use serde_json::json;
use tengen_server::wire::{Problem, ProblemCode};
use tengen_server::{App, Options, Token, router};
use tengen_test_support::server::{Server, moves, two_people};
use tengen_test_support::wait::PATIENCE;
use tokio_tungstenite::tungstenite::{self, Message};
use tower::ServiceExt;

#[tokio::test(flavor = "multi_thread")]
async fn foreign_pages_and_forged_hosts_are_refused_everywhere() {
    let data = tempfile::tempdir().unwrap();
    let app = router(App::start(&Options::new(data.path())).unwrap());
    let status = async |path: &str, headers: &[(&str, &str)]| {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let own = ("host", "localhost:7575");
    assert_eq!(status("/api/info", &[own]).await.status(), StatusCode::OK);
    let forged = status("/api/info", &[("host", "evil.example:7575")]).await;
    assert_eq!(forged.status(), StatusCode::FORBIDDEN);
    let foreign = status("/api/games", &[own, ("origin", "http://evil.example")]).await;
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let image = status("/api/games/1.png", &[own, ("sec-fetch-site", "cross-site")]).await;
    assert_eq!(image.status(), StatusCode::FORBIDDEN);
    let page = status("/", &[own]).await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    for refused in [forged, foreign] {
        assert!(refused.headers().contains_key("content-security-policy"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_from_a_foreign_page_is_refused() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    for (name, value) in [("origin", "http://evil.example"), ("host", "evil.example")] {
        let mut request = server.socket_request();
        request.headers_mut().insert(name, value.parse().unwrap());
        let error = tokio_tungstenite::connect_async(request).await.unwrap_err();
        let tungstenite::Error::Http(answer) = error else { panic!("{error}") };
        assert_eq!(answer.status(), 403);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_a_token_only_those_who_know_it_are_let_in() {
    let data = tempfile::tempdir().unwrap();
    let options =
        Options { token: Some(Token::Given("secret".to_owned())), ..Options::new(data.path()) };
    let app = router(App::start(&options).unwrap());
    let status = async |path: &str| {
        let request = Request::get(path).header("host", "10.1.2.3:7575").body(Body::empty());
        app.clone().oneshot(request.unwrap()).await.unwrap().status()
    };
    assert_eq!(status("/api/info").await, StatusCode::FORBIDDEN);
    assert_eq!(status("/api/info?token=guess!").await, StatusCode::FORBIDDEN);
    assert_eq!(status("/api/info?token=secret").await, StatusCode::OK);
    // What a system fetches to show an icon says nothing of anybody; the rest stays closed.
    for name in ["icon.svg", "icon-192.png", "icon-512.png", "maskable-512.png", "touch-180.png"] {
        assert_eq!(status(&format!("/icons/{name}")).await, StatusCode::OK, "{name}");
    }
    assert_eq!(status("/icons/other.png").await, StatusCode::NOT_FOUND);
    assert_eq!(status("/install/en.webmanifest").await, StatusCode::OK);
    assert_eq!(status("/api/profile").await, StatusCode::FORBIDDEN);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_message_is_refused_with_its_reason() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    page.socket.send(Message::text("x".repeat(100_000))).await.unwrap();
    let error = page.until(|message| message["type"] == "error").await;
    assert_eq!(error["code"], json!("too-large"));
    assert_eq!(page.closing().await.0, 1009);
    // Beyond what is taken in at all the connection just ends.
    let mut page = server.open().await;
    let _ = page.socket.send(Message::text("x".repeat(2 << 20))).await;
    assert_ne!(page.closing().await.0, 1000);
    server.open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_told_and_changes_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut page = server.open().await;
    for text in [
        "",
        "{",
        "[]",
        "{\"v\":1}",
        "{\"v\":1,\"type\":\"no.such\"}",
        "null",
        "{\"v\":1,\"type\":\"game.move\",\"game\":\"1\",\"move\":\"zz99\"}",
    ] {
        page.socket.send(Message::text(text)).await.unwrap();
        let error = page.until(|message| message["type"] == "error").await;
        assert_eq!(error["code"], json!("bad-message"), "{text}");
    }
    page.socket.send(Message::text("{\"v\":99,\"type\":\"ping\"}")).await.unwrap();
    let error = page.until(|message| message["type"] == "error").await;
    assert_eq!(error["code"], json!("bad-version"));
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_refused_is_refused_with_a_problem() {
    let data = tempfile::tempdir().unwrap();
    let app = router(App::start(&Options::new(data.path())).unwrap());
    for (method, path, status) in [
        ("GET", "/api/live", 400),
        ("POST", "/api/info", 405),
        ("BREW", "/api/games", 405),
        ("POST", "/api/import?size=large", 400),
        ("GET", "/api/games/1.png?width=wide", 400),
        ("GET", "/api/games/%ff", 400),
        ("GET", "/api/render.svg?n=1000", 400),
        ("POST", "/api/render", 400),
    ] {
        let request = Request::builder().method(method).uri(path).header("host", "localhost");
        let request = request.body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), status, "{method} {path}");
        let body = axum::body::to_bytes(response.into_body(), 1000).await.unwrap();
        let problem: Problem = serde_json::from_slice(&body).unwrap();
        assert_eq!(problem.code, ProblemCode::BadMessage, "{method} {path}");
        assert!(!problem.text.is_empty(), "{method} {path}");
    }
}

/// A game that goes on whatever others do.
async fn game_goes_on(server: &Server) {
    let mut page = server.open().await;
    let game = page.ask("game.new", two_people()).await["game"].clone();
    for (count, point) in (1..).zip(["h8", "h9", "i8", "i9", "j8", "j9"]) {
        let state = page.ask("game.move", json!({ "game": game, "move": point })).await;
        assert_eq!(moves(&state).len(), count);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_are_slowed_with_a_reason_while_a_game_goes_on() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut flooder = server.open().await;
    let flood = tokio::spawn(async move {
        for _ in 0..10_000 {
            // The server may have closed the connection by now.
            if flooder.socket.feed(Message::text("{\"v\":1,\"type\":\"ping\"}")).await.is_err() {
                break;
            }
        }
        let _ = flooder.socket.flush().await;
        flooder
    });
    game_goes_on(&server).await;
    let mut flooder = flood.await.unwrap();
    let mut reasons = Vec::new();
    while let Some(message) = flooder.next().await {
        if message["type"] == "error" {
            reasons.push(message["code"].clone());
            break;
        }
    }
    assert_eq!(reasons, [json!("too-many")]);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_sockets_leave_room_for_a_game() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut player = server.open().await;
    let game = player.ask("game.new", two_people()).await["game"].clone();
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..200 {
        match server.try_open().await {
            Ok(page) => open.push(page),
            Err(tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status(), 429);
                let body = String::from_utf8_lossy(answer.body().as_deref().unwrap_or_default());
                assert!(body.contains("close one of them"), "{body}");
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused > 100 && !open.is_empty(), "{refused} refused, {} open", open.len());
    let state = player.ask("game.move", json!({ "game": game, "move": "h8" })).await;
    assert_eq!(moves(&state), ["h8"]);
    // When they go there is room again.
    drop(open);
    let room = async {
        while server.try_open().await.is_err() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, room).await.expect("room after all others left");
}
