//! The connected browsers, and what is waiting to be sent to each.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::wire::{Answer, FromServer};

/// Names a connection.
pub(crate) type ClientId = u32;

/// Messages that may wait for one browser. A browser that lets more pile up is cut off.
const WAITING: usize = 256;

/// All connections.
#[derive(Debug, Default)]
pub(crate) struct Clients {
    open: Mutex<HashMap<ClientId, mpsc::Sender<Arc<str>>>>,
    last: AtomicU32,
}

impl Clients {
    /// A new connection and what is sent to it, unless there are `most` already.
    pub(crate) fn enter(&self, most: usize) -> Option<(ClientId, mpsc::Receiver<Arc<str>>)> {
        let mut open = self.open();
        if open.len() >= most {
            return None;
        }
        let (sender, receiver) = mpsc::channel(WAITING);
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        open.insert(id, sender);
        Some((id, receiver))
    }

    /// A connection ended.
    pub(crate) fn leave(&self, client: ClientId) {
        self.open().remove(&client);
    }

    /// Sends to one browser. Returns whether it could be sent; a browser that reads nothing is cut off.
    pub(crate) fn send(&self, client: ClientId, id: Option<u32>, message: FromServer) -> bool {
        let text: Arc<str> = Answer::new(id, message).text().into();
        self.send_text(client, text)
    }

    /// Sends to several browsers.
    pub(crate) fn send_all(
        &self,
        clients: impl IntoIterator<Item = ClientId>,
        message: FromServer,
    ) {
        let text: Arc<str> = Answer::new(None, message).text().into();
        for client in clients {
            self.send_text(client, text.clone());
        }
    }

    /// Sends to everybody.
    pub(crate) fn tell_everybody(&self, message: FromServer) {
        let all: Vec<ClientId> = self.open().keys().copied().collect();
        self.send_all(all, message);
    }

    fn send_text(&self, client: ClientId, text: Arc<str>) -> bool {
        let mut open = self.open();
        let Some(sender) = open.get(&client) else { return false };
        let sent = sender.try_send(text).is_ok();
        if !sent {
            // Dropping the sender ends the session.
            open.remove(&client);
        }
        sent
    }

    fn open(&self) -> MutexGuard<'_, HashMap<ClientId, mpsc::Sender<Arc<str>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
