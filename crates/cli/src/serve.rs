//! `tengen serve`, and plain `tengen`: the app in a browser.

mod browser;
mod link;
mod memory;

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tengen_server::{App, OpenError, Options, StartError, Tls, Token, write_secret};

use browser::open_browser;
pub(crate) use browser::open_link;
use link::{link, shown};

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

    /// Let other machines in that know the link with its token, over TLS
    ///
    /// Without a certificate of yours the first start makes one, and browsers warn of it. Compare the
    /// fingerprint they show with the one that is printed.
    #[arg(long)]
    allow_remote: bool,

    /// Make a new token; links with the old one no longer work
    #[arg(long, requires = "allow_remote")]
    new_token: bool,

    /// Certificate for TLS (PEM)
    #[arg(long, value_name = "FILE", requires_all = ["allow_remote", "tls_key"])]
    tls_cert: Option<PathBuf>,

    /// Key of the certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// No TLS: behind a proxy that has it, or where nobody listens
    #[arg(long, requires = "allow_remote", conflicts_with = "tls_cert")]
    no_tls: bool,

    /// A script in the engine's place, for tests of the front end
    #[arg(long, value_name = "FILE", hide = true)]
    script: Option<PathBuf>,
}

/// The port of the app.
pub(crate) const PORT: u16 = 7575;
/// Where the running server's address stands, in the data folder.
const ADDRESS: &str = "address";
/// Threads for what blocks: messages, the database, pictures. Searches have threads of their own.
const BLOCKING_THREADS: usize = 8;

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
            // The allocator keeps what each thread once needed: with dozens of them a flood of messages left
            // hundreds of megabytes behind.
            .max_blocking_threads(BLOCKING_THREADS)
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
        let token = match (self.allow_remote, self.new_token) {
            (false, _) => None,
            (true, false) => Some(Token::Kept),
            (true, true) => Some(Token::Renewed),
        };
        let options = Options { token, script: self.script.clone(), ..Options::new(&data) };
        let app = App::start(&options).map_err(|error| started_already(error, &data))?;
        let listener = tengen_server::bind(address, self.port.is_none())
            .await
            .with_context(|| format!("listening on {address}"))?;
        let address = shown(listener.local_addr().context("finding the address")?);
        let tls = self.tls(&data, address.ip())?;
        if let Some(tls) = &tls {
            eprintln!("SHA-256 fingerprint of the certificate: {}", tls.fingerprint());
        }
        let link = link(address, tls.is_some(), app.token());
        // Only for a second start; the app does not need it.
        let _ = write_secret(&data.join(ADDRESS), link.as_bytes());
        output::print(&format!("{link}\n"))?;
        let page = match self.no_open {
            true => None,
            false => open_browser(&link, app.token().is_some(), &data),
        };
        tokio::select! {
            () = tengen_server::serve(app.clone(), listener, tls) => {}
            () = memory::give_back_from_time_to_time() => {}
            () = asked_to_end() => {}
        }
        let lost = app.finish();
        if !lost.is_empty() {
            let games: Vec<String> = lost.iter().map(u64::to_string).collect();
            eprintln!("the disk did not take the last moves of these games: {}", games.join(", "));
        }
        for file in [Some(data.join(ADDRESS)), page].into_iter().flatten() {
            let _ = std::fs::remove_file(file);
        }
        Ok(())
    }
}

impl Serve {
    /// The certificate for connections from other machines.
    fn tls(&self, data: &Path, address: IpAddr) -> anyhow::Result<Option<Tls>> {
        if !self.allow_remote || self.no_tls {
            return Ok(None);
        }
        let tls = match (&self.tls_cert, &self.tls_key) {
            (Some(certificate), Some(key)) => Tls::from_files(certificate, key),
            _ => {
                let address = address.to_string();
                let names = ["localhost", "127.0.0.1", "::1", &address].map(str::to_owned);
                Tls::self_signed(data, &names)
            }
        };
        tls.map(Some).context("preparing TLS")
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
