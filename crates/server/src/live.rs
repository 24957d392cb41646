//! One WebSocket: a browser's messages one after the other, and what the server sends.

mod pace;
mod page;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;

use crate::app::App;
use crate::wire::{Problem, ProblemCode};

use pace::{Pace, Verdict};
use page::{MOST, handle};

pub use page::Page;

/// The longest message.
pub(crate) const LONGEST: usize = 64 << 10;
/// What is taken in before a message is found to be too long.
const LARGEST_FRAME: usize = 1 << 20;
/// How long a search goes on without a sign of life.
const SILENCE: Duration = Duration::from_secs(10);
/// How long a connection lives without any.
const DEAD: Duration = Duration::from_secs(90);
/// How long a message may take to be sent before the browser counts as gone.
const STUCK: Duration = Duration::from_secs(20);
/// How often the server looks for signs of life.
const BEAT: Duration = Duration::from_secs(2);

/// Reasons for closing, as WebSockets number them.
const TOO_LONG: u16 = 1009;
const POLICY: u16 = 1008;
const TRY_LATER: u16 = 1013;

/// Opens a connection.
pub(crate) async fn open(
    State(app): State<App>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let problem = Problem::new(ProblemCode::BadMessage, rejection.body_text());
            return (rejection.status(), Json(problem)).into_response();
        }
    };
    let Some(page) = Page::connect(&app) else {
        let text = format!("{MOST} pages are connected already; close one of them");
        return Problem::new(ProblemCode::TooMany, text).retry_after(5000).into_response();
    };
    upgrade
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
        // The page leaves even if the upgrade never happens.
        .on_upgrade(move |socket| session(page, socket))
}

async fn session(mut page: Page, socket: WebSocket) {
    let (mut sink, mut stream) = socket.split();
    let (app, client) = (page.app.clone(), page.client);
    tracing::debug!(client, "connected");
    let mut pace = Pace::new(Instant::now());
    // A page that speaks, and a browser that answers for a page that does not.
    let (mut heard, mut alive) = (Instant::now(), Instant::now());
    let mut beat = tokio::time::interval(BEAT);
    let mut reason = None;
    loop {
        // What is to be said comes first, so that a flood of messages silences nobody.
        tokio::select! {
            biased;
            text = page.outbox.recv() => {
                let Some(text) = text else {
                    reason = Some((TRY_LATER, "this page reads too slowly"));
                    break;
                };
                let sent = sink.send(Message::Text((&*text).into()));
                if !matches!(tokio::time::timeout(STUCK, sent).await, Ok(Ok(()))) {
                    break;
                }
            }
            _ = beat.tick() => {
                if heard.elapsed() > SILENCE {
                    if app.analyst.works_for(client) {
                        app.analyst.stop_client(client);
                    }
                    app.explainer.stop_client(client);
                    app.researcher.stop_client(client);
                }
                let ping = tokio::time::timeout(STUCK, sink.send(Message::Ping(Vec::new().into())));
                if alive.elapsed() > DEAD || !matches!(ping.await, Ok(Ok(()))) {
                    break;
                }
            }
            message = stream.next() => {
                let text = match message {
                    Some(Ok(Message::Text(text))) => text,
                    Some(Ok(Message::Binary(_))) => {
                        reason = Some((POLICY, "messages are text"));
                        break;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {
                        alive = Instant::now();
                        continue;
                    }
                    Some(Ok(Message::Close(_))) | None => break,
                    Some(Err(_)) => {
                        reason = Some((TOO_LONG, "the message is too long or no message"));
                        break;
                    }
                };
                heard = Instant::now();
                alive = heard;
                if text.len() > LONGEST {
                    let text = format!("a message has at most {LONGEST} bytes, not {}", text.len());
                    page.say(Problem::new(ProblemCode::TooLarge, text));
                    reason = Some((TOO_LONG, "the message is too long"));
                    break;
                }
                match pace.take(heard) {
                    Verdict::Fine => {
                        let app = app.clone();
                        let text = text.to_string();
                        let handled = tokio::task::spawn_blocking(move || handle(&app, client, &text));
                        if handled.await.is_err() {
                            let text = "something went wrong inside the server; nothing stored was lost";
                            page.say(Problem::new(ProblemCode::Internal, text));
                        }
                    }
                    Verdict::Slow { tell, delay } => {
                        if tell {
                            let text = "too many messages; some were not looked at";
                            page.say(Problem::new(ProblemCode::TooMany, text).retry_after(1000));
                        }
                        tokio::time::sleep(delay).await;
                    }
                    Verdict::Enough => {
                        reason = Some((POLICY, "too many messages"));
                        break;
                    }
                }
            }
        }
    }
    close(&mut sink, &mut page.outbox, reason).await;
    tracing::debug!(client, "disconnected");
}

/// Sends what still waits, and why there will be no more.
async fn close(
    sink: &mut (impl SinkExt<Message> + Unpin),
    outbox: &mut mpsc::Receiver<Arc<str>>,
    reason: Option<(u16, &'static str)>,
) {
    let Some((code, reason)) = reason else { return };
    let goodbye = async {
        while let Ok(text) = outbox.try_recv() {
            if sink.send(Message::Text((&*text).into())).await.is_err() {
                return;
            }
        }
        let frame = CloseFrame { code, reason: reason.into() };
        let _ = sink.send(Message::Close(Some(frame))).await;
    };
    let _ = tokio::time::timeout(BEAT, goodbye).await;
}
