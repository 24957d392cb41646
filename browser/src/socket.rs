//! A plain client of the live socket, for what no browser would send.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::PATIENCE;

/// An open socket.
#[derive(Debug)]
pub struct Socket {
    runtime: Runtime,
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// Opens the live socket of a server, as a page of this origin would.
    ///
    /// # Errors
    /// If the server refuses.
    pub fn open(host: &str, origin: &str) -> Result<Socket> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut request = format!("ws://{host}/api/live").into_client_request()?;
        request.headers_mut().insert("Origin", origin.parse()?);
        let (stream, _) =
            runtime.block_on(async { timeout(PATIENCE, connect_async(request)).await })??;
        Ok(Socket { runtime, stream })
    }

    /// Sends a text.
    ///
    /// # Errors
    /// If the connection is gone.
    pub fn send(&mut self, text: &str) -> Result<()> {
        self.send_message(Message::text(text))
    }

    /// Sends bytes, which no page does.
    ///
    /// # Errors
    /// If the connection is gone.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.send_message(Message::binary(bytes.to_vec()))
    }

    fn send_message(&mut self, message: Message) -> Result<()> {
        use futures_util::SinkExt;
        let sent = self.stream.send(message);
        Ok(self.runtime.block_on(async { timeout(PATIENCE, sent).await })??)
    }

    /// The next message; none when the server has closed the connection.
    ///
    /// # Errors
    /// If none comes, or it is no JSON.
    pub fn receive(&mut self) -> Result<Option<Value>> {
        use futures_util::StreamExt;
        loop {
            let next = self.stream.next();
            let message = self.runtime.block_on(async { timeout(PATIENCE, next).await });
            match message.context("nothing came")? {
                Some(Ok(Message::Text(text))) => return Ok(Some(serde_json::from_str(&text)?)),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until the server closes the connection: the number of its reason, if it gives one.
    ///
    /// # Errors
    /// If it does not close it.
    pub fn closing(&mut self) -> Result<Option<u16>> {
        use futures_util::StreamExt;
        loop {
            let next = self.stream.next();
            let message = self.runtime.block_on(async { timeout(PATIENCE, next).await });
            match message.context("the connection stays open")? {
                Some(Ok(Message::Close(frame))) => return Ok(frame.map(|frame| frame.code.into())),
                Some(Err(_)) | None => return Ok(None),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a kind.
    ///
    /// # Errors
    /// If none comes.
    pub fn until(&mut self, kind: &str) -> Result<Value> {
        loop {
            let Some(message) = self.receive()? else { bail!("the server closed the connection") };
            if message["type"] == kind {
                return Ok(message);
            }
        }
    }
}
