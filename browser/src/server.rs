//! The server under test: the release binary with a data folder of its own.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::{PATIENCE, Places};

/// A running Tengen. It ends, and its games are gone, when this is dropped.
#[derive(Debug)]
pub struct Server {
    process: Option<Child>,
    data: TempDir,
    binary: PathBuf,
    options: Vec<(String, String)>,
    log: PathBuf,
    port: u16,
}

impl Server {
    /// Starts it on a free port with further options and what it says on standard error in `log`.
    ///
    /// # Errors
    /// If it does not start.
    pub fn start(places: &Places, options: &[(&str, &str)], log: &Path) -> Result<Server> {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let mut server = Server {
            process: None,
            data: TempDir::with_prefix("tengen-test-")?,
            binary: places.tengen.clone(),
            options: options.collect(),
            log: log.to_owned(),
            port: 0,
        };
        File::create(log)?;
        server.restart()?;
        Ok(server)
    }

    /// Starts it again, on the port it had and with the games it had.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&mut self) -> Result<()> {
        self.kill();
        let log = File::options().append(true).open(&self.log)?;
        let mut command = Command::new(&self.binary);
        command.args(["serve", "--no-open", "--port", &self.port.to_string(), "--data"]);
        command.arg(self.data.path());
        for (name, value) in &self.options {
            command.arg(name).arg(value);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(log);
        let process = command.spawn().with_context(|| format!("{}", self.binary.display()))?;
        let process = self.process.insert(process);
        let mut lines = BufReader::new(process.stdout.take().context("no output")?).lines();
        let first = lines.next().context("the server said nothing; see its log")??;
        let port = first.trim().trim_end_matches('/').rsplit(':').next().unwrap_or_default();
        self.port = port.parse().with_context(|| format!("no address: {first}"))?;
        std::thread::spawn(move || lines.for_each(drop));
        Ok(())
    }

    /// Ends it at once, as a power cut would.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Checks the games while it does not run, which also puts the database in order after a kill.
    ///
    /// # Errors
    /// If something cannot be read.
    pub fn check_games(&self) -> Result<()> {
        let mut command = Command::new(&self.binary);
        let output = command.args(["games", "--data"]).arg(self.data()).arg("check").output()?;
        if !output.status.success() {
            bail!("{}", String::from_utf8_lossy(&output.stderr));
        }
        Ok(())
    }

    /// The process, while it runs.
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Child::id)
    }

    /// Its address, without a slash at the end.
    pub fn address(&self) -> String {
        format!("http://{}", self.host())
    }

    /// Its host and port.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Where it keeps its games.
    pub fn data(&self) -> &Path {
        self.data.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What a server answered to a plain request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// 200 and so on.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The text, as far as it is one.
    pub body: String,
}

impl Answer {
    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    }
}

/// Sends a request word by word, so that headers can be forged which a decent client would not send.
///
/// # Errors
/// If the server cannot be reached or answers with something else than HTTP.
pub fn ask(host: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> Result<Answer> {
    ask_with(host, method, path, headers, &[])
}

/// The same with a body.
///
/// # Errors
/// If the server cannot be reached or answers with something else than HTTP.
pub fn ask_with(
    host: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Result<Answer> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
        request += &format!("Host: {host}\r\n");
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        request += &format!("Content-Length: {}\r\n", body.len());
    }
    stream.write_all(&[format!("{request}\r\n").as_bytes(), body].concat())?;
    let mut bytes = Vec::new();
    // An upgraded connection stays open: the headers are the answer.
    let upgrades = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("upgrade"));
    let mut part = [0; 4096];
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&part[..count]),
            Err(_) if upgrades && !bytes.is_empty() => break,
            Err(error) => return Err(error.into()),
        }
        if upgrades && bytes.windows(4).any(|end| end == b"\r\n\r\n") {
            break;
        }
    }
    parse(&String::from_utf8_lossy(&bytes))
}

fn parse(text: &str) -> Result<Answer> {
    let (head, body) = text.split_once("\r\n\r\n").context("no headers")?;
    let mut lines = head.lines();
    let first = lines.next().unwrap_or_default();
    let Some(status) = first.split(' ').nth(1).and_then(|status| status.parse().ok()) else {
        bail!("no HTTP: {first}")
    };
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()));
    Ok(Answer { status, headers: headers.collect(), body: body.to_owned() })
}
