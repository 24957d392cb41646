//! The page of a match: a server on this machine that shows it and does nothing else.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use tengen_engine::Stop;
use tengen_server::{App, Options, Watched};

use crate::serve::{PORT, open_link};

/// How long a page that is loaded again may be away.
const RELOAD: Duration = Duration::from_secs(3);
/// How often it is looked whether somebody still watches.
const GLANCE: Duration = Duration::from_millis(100);

/// A server that shows a match. It ends with this value.
pub(crate) struct WatchPage {
    app: App,
    link: String,
    /// One thread: it has little to do, and the players need the others.
    _runtime: tokio::runtime::Runtime,
}

impl WatchPage {
    /// Serves the page on this machine, and opens it in a browser unless that is not wanted.
    pub(crate) fn open(
        watched: Arc<dyn Watched>,
        port: Option<u16>,
        no_open: bool,
    ) -> anyhow::Result<WatchPage> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .worker_threads(1)
            .build()
            .context("starting the page of the match")?;
        let options = Options { watch: Some(watched), ..Options::new("") };
        let (app, address) = runtime.block_on(async {
            let app = App::start(&options)?;
            let address = SocketAddr::from(([127, 0, 0, 1], port.unwrap_or(PORT)));
            let listener = tengen_server::bind(address, port.is_none())
                .await
                .with_context(|| format!("listening on {address}"))?;
            let address = listener.local_addr().context("finding the address")?;
            tokio::spawn(tengen_server::serve(app.clone(), listener, None));
            anyhow::Ok((app, address))
        })?;
        let link = format!("http://{address}/watch");
        if !no_open {
            open_link(&link);
        }
        Ok(WatchPage { app, link, _runtime: runtime })
    }

    /// Where it is.
    pub(crate) fn link(&self) -> &str {
        &self.link
    }

    /// Stays up as long as somebody looks at it.
    pub(crate) fn linger(&self, stop: &Stop) {
        if !self.app.is_watched() || stop.is_stopped() {
            return;
        }
        eprintln!("the match stays at {} until its page is closed; Ctrl-C ends it", self.link);
        let mut seen = Instant::now();
        while seen.elapsed() < RELOAD && !stop.is_stopped() {
            if self.app.is_watched() {
                seen = Instant::now();
            }
            std::thread::sleep(GLANCE);
        }
    }
}
