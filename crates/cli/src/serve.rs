//! `tengen serve`, and plain `tengen`: the app in a browser.

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tengen_server::{App, OpenError, Options, StartError};

use crate::data_folder::data_folder;
use crate::output;

/// Start the app: play and analyse in a browser
///
/// The address is the first line printed; the browser is opened where there is one. Games are saved
/// as they are played. Nothing leaves this machine.
#[derive(clap::Args, Default)]
#[command(after_help = "Examples:\n  \
    tengen\n  \
    tengen serve --port 8000 --no-open\n  \
    tengen serve --host 0.0.0.0 --allow-remote")]
pub(crate) struct Serve {
    /// Address to listen on [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS")]
    host: Option<IpAddr>,

    /// Port to listen on [default: 7575 or the next free one]
    #[arg(long)]
    port: Option<u16>,

    /// Where games and settings are kept [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Let other machines in that know the link with its token
    #[arg(long)]
    allow_remote: bool,

    /// A script in the engine's place, for tests of the front end
    #[arg(long, value_name = "FILE", hide = true)]
    script: Option<PathBuf>,
}

/// The port of the app.
const PORT: u16 = 7575;
/// Where the running server's address stands, in the data folder.
const ADDRESS: &str = "address";

impl Serve {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let host = self.host.unwrap_or(IpAddr::from([127, 0, 0, 1]));
        if !host.is_loopback() && !self.allow_remote {
            bail!("--host {host}: other machines are let in only with --allow-remote");
        }
        let levels = tracing_subscriber::EnvFilter::try_from_env("TENGEN_LOG")
            .unwrap_or_else(|_| "error".into());
        tracing_subscriber::fmt().with_env_filter(levels).with_writer(std::io::stderr).init();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .worker_threads(2)
            .build()
            .context("starting the server")?;
        runtime.block_on(self.serve(SocketAddr::new(host, self.port.unwrap_or(PORT))))?;
        // A search that hangs does not keep the program.
        runtime.shutdown_background();
        Ok(())
    }

    async fn serve(&self, address: SocketAddr) -> anyhow::Result<()> {
        let data = data_folder(self.data.as_ref())?;
        let token = match self.allow_remote {
            true => Some(tengen_server::token().context("making a token")?),
            false => None,
        };
        let options =
            Options { token: token.clone(), script: self.script.clone(), ..Options::new(&data) };
        let app = App::start(&options).map_err(|error| started_already(error, &data))?;
        let listener = tengen_server::bind(address, self.port.is_none())
            .await
            .with_context(|| format!("listening on {address}"))?;
        let link = link(listener.local_addr().context("finding the address")?, token.as_deref());
        // Only for a second start; the app does not need it. Before the link is printed: a reader of that
        // may start a second one at once.
        let _ = std::fs::write(data.join(ADDRESS), &link);
        output::print(&format!("{link}\n"))?;
        if !self.no_open && has_browser() {
            let _ = open::that_detached(&link);
        }
        tokio::select! {
            () = tengen_server::serve(app.clone(), listener) => {}
            () = asked_to_end() => {}
        }
        let lost = app.finish();
        if !lost.is_empty() {
            let games: Vec<String> = lost.iter().map(u64::to_string).collect();
            eprintln!("the disk did not take the last moves of these games: {}", games.join(", "));
        }
        let _ = std::fs::remove_file(data.join(ADDRESS));
        Ok(())
    }
}

/// Ends at Ctrl-C, and when the system asks politely.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut asked) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = asked.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Says where the other one runs if the data folder is in use.
fn started_already(error: StartError, data: &Path) -> anyhow::Error {
    let address = std::fs::read_to_string(data.join(ADDRESS)).ok();
    match (&error, address) {
        (StartError::Data(OpenError::InUse(_)), Some(address)) => {
            anyhow::anyhow!("{error}; open {address} or choose another folder with --data")
        }
        (StartError::Data(OpenError::InUse(_)), None) => {
            anyhow::anyhow!("{error}; choose another folder with --data")
        }
        _ => error.into(),
    }
}

/// The address as a browser takes it.
fn link(address: SocketAddr, token: Option<&str>) -> String {
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(own_address(ip), address.port()),
        _ => address,
    };
    match token {
        Some(token) => format!("http://{shown}/?token={token}"),
        None => format!("http://{shown}/"),
    }
}

/// An address by which other machines may reach this one; loopback if none is found. Nothing is
/// sent: connecting a datagram socket only asks the system for its way.
fn own_address(unspecified: IpAddr) -> IpAddr {
    let found = std::net::UdpSocket::bind((unspecified, 0)).and_then(|socket| {
        match unspecified {
            IpAddr::V4(_) => socket.connect("192.0.2.1:9")?,
            IpAddr::V6(_) => socket.connect("[2001:db8::1]:9")?,
        }
        socket.local_addr()
    });
    found.map_or(IpAddr::from([127, 0, 0, 1]), |address| address.ip())
}

/// Whether a browser can be opened; on a bare console none is looked for.
fn has_browser() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
