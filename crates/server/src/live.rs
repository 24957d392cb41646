//! One WebSocket: a browser's messages one after the other, and what the server sends.

mod pace;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc;

use crate::app::App;
use crate::clients::ClientId;
use crate::wire::{Envelope, FromServer, Problem, ProblemCode, ToServer, VERSION};
use crate::{facts, http};

use pace::{Pace, Verdict};

/// The longest message.
pub(crate) const LONGEST: usize = 64 << 10;
/// What is taken in before a message is found to be too long.
const LARGEST_FRAME: usize = 1 << 20;
/// Connections at a time.
pub(crate) const MOST: usize = 64;
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
pub(crate) async fn open(State(app): State<App>, upgrade: WebSocketUpgrade) -> Response {
    let Some((client, outbox)) = app.clients.enter(MOST) else {
        let text = format!("{MOST} pages are connected already; close one of them");
        return Problem::new(ProblemCode::TooMany, text).retry_after(5000).into_response();
    };
    // Given back even if the upgrade never happens.
    let connection = Connection { app, client };
    upgrade
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME)
        .on_upgrade(move |socket| session(connection, socket, outbox))
}

/// One of the [`MOST`] connections, until it is dropped.
struct Connection {
    app: App,
    client: ClientId,
}

impl Drop for Connection {
    fn drop(&mut self) {
        let Connection { app, client } = self;
        app.clients.leave(*client);
        app.analyst.stop_client(*client);
        let (games, client) = (app.games.clone(), *client);
        // Saving takes a while.
        app.runtime.spawn_blocking(move || games.leave_all(client));
    }
}

async fn session(connection: Connection, socket: WebSocket, mut outbox: mpsc::Receiver<Arc<str>>) {
    let (mut sink, mut stream) = socket.split();
    let (app, client) = (connection.app.clone(), connection.client);
    tracing::debug!(client, "connected");
    let info = Box::new(http::describe(&app));
    app.clients.send(client, None, FromServer::Hello { build: app.build(), client, info });
    let mut pace = Pace::new(Instant::now());
    // A page that speaks, and a browser that answers for a page that does not.
    let (mut heard, mut alive) = (Instant::now(), Instant::now());
    let mut beat = tokio::time::interval(BEAT);
    let mut reason = None;
    loop {
        // What is to be said comes first, so that a flood of messages silences nobody.
        tokio::select! {
            biased;
            text = outbox.recv() => {
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
                if heard.elapsed() > SILENCE && app.analyst.works_for(client) {
                    app.analyst.stop_client(client);
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
                    say(&app, client, None, Problem::new(ProblemCode::TooLarge, text));
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
                            say(&connection.app, client, None, Problem::new(ProblemCode::Internal, text));
                        }
                    }
                    Verdict::Slow { tell, delay } => {
                        if tell {
                            let text = "too many messages; some were not looked at";
                            say(&app, client, None, Problem::new(ProblemCode::TooMany, text).retry_after(1000));
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
    close(&mut sink, &mut outbox, reason).await;
    tracing::debug!(client, "disconnected");
    drop(connection);
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

fn say(app: &App, client: ClientId, id: Option<u32>, problem: Problem) {
    app.clients.send(client, id, FromServer::Error(problem));
}

/// Does what a message asks for. Runs on a thread that may wait for the disk.
fn handle(app: &App, client: ClientId, text: &str) {
    let bad = |error: serde_json::Error| {
        Problem::new(ProblemCode::BadMessage, format!("not a message: {error}"))
    };
    let envelope = match serde_json::from_str::<Envelope>(text) {
        Ok(envelope) => envelope,
        Err(error) => return say(app, client, None, bad(error)),
    };
    let id = envelope.id;
    if envelope.v != VERSION {
        let text =
            format!("this server speaks version {VERSION} of the protocol, not {}", envelope.v);
        return say(app, client, id, Problem::new(ProblemCode::BadVersion, text));
    }
    let answered = serde_json::from_str::<ToServer>(text)
        .map_err(bad)
        .and_then(|message| answer(app, client, id, message));
    match answered {
        Ok(Some(message)) => {
            app.clients.send(client, id, message);
        }
        Ok(None) => {}
        Err(problem) => say(app, client, id, problem),
    }
}

/// The answer to a message, if it has one that is known at once.
fn answer(
    app: &App,
    client: ClientId,
    id: Option<u32>,
    message: ToServer,
) -> Result<Option<FromServer>, Problem> {
    let games = &app.games;
    let state = |state| Some(FromServer::GameState(Box::new(state)));
    Ok(match message {
        ToServer::Ping => Some(FromServer::Pong),
        ToServer::PositionQuery(query) => {
            let facts = facts::answer(&query, &app.tables)?;
            Some(FromServer::PositionFacts(Box::new(facts)))
        }
        ToServer::AnalyseStart(start) => {
            app.analyst.start(client, &start)?;
            // Last: no thought on a person's time begins once an analysis is there.
            games.make_room();
            None
        }
        ToServer::AnalyseStop { generation } => {
            app.analyst.stop(client, generation);
            None
        }
        ToServer::GameNew(new) => state(games.start(client, *new)?),
        ToServer::GameOpen { game } => state(games.open(client, &game)?),
        ToServer::GameLeave { game } => {
            games.leave(client, &game)?;
            None
        }
        ToServer::GameMove(played) => state(games.play(client, &played)?),
        ToServer::GameUndo { game } => state(games.undo(client, &game)?),
        ToServer::GameAction { game, action } => state(games.act(client, &game, action)?),
        ToServer::GameHint { game } => games.hint(client, id, &game)?.map(FromServer::GameHint),
    })
}
