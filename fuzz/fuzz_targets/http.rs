//! Any bytes as requests, parted by lines of `---`: `METHOD PATH`, lines of headers, an empty line, the body. `$` in
//! a path stands for the game that was saved last. Whatever comes, the server is not at fault, and what it refuses it
//! refuses with a reason that a page can show.
#![no_main]

use std::cell::RefCell;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, Response, header};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tengen_fuzz::server::Server;
use tengen_server::router;
use tengen_server::wire::{Problem, ProblemCode};
use tower::ServiceExt;

/// Requests of one input.
const REQUESTS: usize = 8;

thread_local! {
    static SERVER: RefCell<Server> = RefCell::new(Server::start());
}

fuzz_target!(|data: &[u8]| {
    SERVER.with_borrow_mut(|server| {
        let (app, runtime) = server.next_run();
        let mut game = "1".to_owned();
        for part in parts(data).take(REQUESTS) {
            let Some(request) = request(part, &game) else { continue };
            let is_head = request.method() == Method::HEAD;
            let answered = runtime.block_on(async {
                let response =
                    router(app.clone()).oneshot(request).await.expect("it always answers");
                check(response, is_head).await
            });
            if let Some(id) = answered {
                game = id;
            }
        }
    });
});

/// The requests of an input.
fn parts(mut data: &[u8]) -> impl Iterator<Item = &[u8]> {
    const BETWEEN: &[u8] = b"\n---\n";
    let mut is_over = false;
    std::iter::from_fn(move || {
        let end = data.windows(BETWEEN.len()).position(|window| window == BETWEEN);
        let (part, rest) = match end {
            _ if is_over => return None,
            Some(end) => (&data[..end], &data[end + BETWEEN.len()..]),
            None => (data, &data[data.len()..]),
        };
        is_over = end.is_none();
        data = rest;
        Some(part)
    })
}

/// The request that bytes stand for; none if no server would ever see it.
fn request(data: &[u8], game: &str) -> Option<Request<Body>> {
    let (mut rest, mut lines) = (data, Vec::new());
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = &rest[..end];
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    let (first, headers) = lines.split_first()?;
    let space = first.iter().position(|&byte| byte == b' ')?;
    let path = first[space + 1..].split(|&byte| byte == b'$').collect::<Vec<_>>();
    let mut request =
        Request::builder().method(&first[..space]).uri(path.join(game.as_bytes()).as_slice());
    let mut has_host = false;
    for line in headers {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        has_host |= name.eq_ignore_ascii_case(b"host");
        request = request.header(name, value);
    }
    if !has_host {
        request = request.header(header::HOST, "localhost:7575");
    }
    request.body(Body::from(rest.to_vec())).ok()
}

/// Checks an answer. The game that it is about, if it is about one.
async fn check(response: Response<Body>, is_head: bool) -> Option<String> {
    let status = response.status();
    assert!(!status.is_server_error(), "{status}");
    let body = to_bytes(response.into_body(), usize::MAX).await.expect("the whole answer");
    if status.is_client_error() && !is_head {
        let problem: Problem = serde_json::from_slice(&body).expect("a problem");
        assert!(!problem.text.is_empty());
        assert_ne!(problem.code, ProblemCode::Internal, "{problem:?}");
    }
    let answer: Value = serde_json::from_slice(&body).ok()?;
    answer["id"].as_str().map(str::to_owned)
}
