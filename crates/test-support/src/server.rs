//! A server on a free port of this machine, and browsers made of nothing but a socket.

use std::net::SocketAddr;
use std::path::Path;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tengen_server::{App, Limits, Options, Tls};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::wait::PATIENCE;

/// A running server. It ends with this value.
#[derive(Debug)]
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its inside.
    pub app: App,
    task: tokio::task::JoinHandle<()>,
}

impl Server {
    /// A server with this folder.
    pub async fn start(data: &Path) -> Server {
        Server::with(Options::new(data)).await
    }

    /// A server whose engine follows a script.
    pub async fn scripted(data: &Path, script: &Value) -> Server {
        let path = data.join("script.json");
        std::fs::write(&path, script.to_string()).unwrap();
        Server::with(Options { script: Some(path), ..Options::new(data) }).await
    }

    /// A server with these options.
    pub async fn with(options: Options) -> Server {
        Server::within(options, None, Limits::default()).await
    }

    /// A server with these options, and a certificate and limits for its connections.
    pub async fn within(options: Options, tls: Option<Tls>, limits: Limits) -> Server {
        let app = App::start(&options).unwrap();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let task = tokio::spawn(tengen_server::serve_within(app.clone(), listener, tls, limits));
        Server { address, app, task }
    }

    /// A request to open a socket.
    pub fn socket_request(&self) -> Request {
        format!("ws://{}/api/live", self.address).into_client_request().unwrap()
    }

    /// A page that the server has greeted.
    pub async fn open(&self) -> Page {
        let mut page = self.try_open().await.unwrap();
        page.until(|message| message["type"] == "hello").await;
        page
    }

    /// A page, or why there is none.
    ///
    /// # Errors
    /// If the server refuses it.
    pub async fn try_open(&self) -> Result<Page, tungstenite::Error> {
        let (socket, _) = tokio_tungstenite::connect_async(self.socket_request()).await?;
        Ok(Page { socket, id: 0 })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// What a browser page is to the server.
#[derive(Debug)]
pub struct Page {
    /// The connection.
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    id: u32,
}

impl Page {
    /// Sends a message; the number it goes under.
    pub async fn say(&mut self, kind: &str, mut body: Value) -> u32 {
        self.id += 1;
        body["v"] = json!(1);
        body["id"] = json!(self.id);
        body["type"] = json!(kind);
        self.socket.send(Message::text(body.to_string())).await.unwrap();
        self.id
    }

    /// Sends a message and waits for its answer.
    pub async fn ask(&mut self, kind: &str, body: Value) -> Value {
        let id = self.say(kind, body).await;
        self.until(|message| message["id"] == json!(id)).await
    }

    /// The next message; none if the connection ended.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.expect("the server says nothing") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The first message that is wanted; others are dropped.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.next().await.expect("the connection ended");
            if wanted(&message) {
                return message;
            }
        }
    }

    /// The first state of a game that is wanted.
    pub async fn game(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        self.until(|message| message["type"] == "game.state" && wanted(message)).await
    }

    /// Why the server closed the connection.
    pub async fn closing(&mut self) -> (u16, String) {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.expect("the server says nothing") {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return (0, String::new()),
                Some(Ok(_)) => {}
            }
        }
    }
}

/// A person against the engine at its weakest.
pub fn new_game() -> Value {
    json!({ "rule": "freestyle", "size": 15,
        "black": { "kind": "person" }, "white": { "kind": "engine", "level": 1 } })
}

/// Two people.
pub fn two_people() -> Value {
    json!({ "rule": "freestyle", "size": 15,
        "black": { "kind": "person" }, "white": { "kind": "person" } })
}

/// The moves of a state.
pub fn moves(state: &Value) -> Vec<&str> {
    state["moves"].as_array().unwrap().iter().map(|m| m["move"].as_str().unwrap()).collect()
}

/// A position after moves.
pub fn position(moves: &[&str]) -> Value {
    json!({ "rule": "freestyle", "size": 15, "moves": moves })
}
