//! `sec.*`: nobody but the app itself talks to the server, and the app runs nothing but its own code.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tengen_browser::{Socket, Stage, ask, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("sec.host", host),
        scenario("sec.origin", origin),
        scenario("sec.csp", csp),
        scenario("sec.foreign-page", foreign_page),
        scenario("sec.token", token),
        scenario("sec.flood", flood)
            .scripted(json!({ "replies": { "*": ["a1", "a3", "a5", "a7"] } })),
        scenario("sec.too-large", too_large),
    ]
}

const UPGRADE: [(&str, &str); 4] = [
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

/// A name that was made to point to this machine is refused, whatever is asked for.
fn host(stage: &mut Stage) -> Result<()> {
    let host = stage.server.host();
    for forged in ["tengen.example", "127.0.0.1.example:7575", "10.0.0.1:7575", ""] {
        for path in ["/", "/api/info", "/api/games"] {
            let answer = ask(&host, "GET", path, &[("Host", forged)])?;
            ensure!(answer.status == 403, "{path} for host \"{forged}\" gave {}", answer.status);
        }
    }
    ensure!(ask(&host, "GET", "/api/info", &[])?.status == 200, "the own host is refused");
    Ok(())
}

/// A page on another site can neither ask nor open the live socket.
fn origin(stage: &mut Stage) -> Result<()> {
    let host = stage.server.host();
    for foreign in ["http://tengen.example", "null", "http://127.0.0.1:1", "https://localhost"] {
        let answer = ask(&host, "GET", "/api/games", &[("Origin", foreign)])?;
        ensure!(answer.status == 403, "{foreign} could read games: {}", answer.status);
        ensure!(answer.body.contains("refused"), "no reason: {}", answer.body);
        let upgrade = [&UPGRADE[..], &[("Origin", foreign)]].concat();
        let answer = ask(&host, "GET", "/api/live", &upgrade)?;
        ensure!(answer.status == 403, "{foreign} got the socket: {}", answer.status);
        ensure!(Socket::open(&host, foreign).is_err(), "{foreign} got the socket");
    }
    let own = stage.server.address();
    Socket::open(&host, &own).context("the own page is refused")?.until("hello").map(drop)
}

/// The policy is there, and the page needs nothing that it forbids.
fn csp(stage: &mut Stage) -> Result<()> {
    let page = ask(&stage.server.host(), "GET", "/", &[])?;
    let policy = page.header("content-security-policy").context("no policy")?;
    ensure!(policy.contains("default-src 'self'"), "{policy}");
    ensure!(!policy.contains("unsafe"), "{policy}");
    ensure!(page.header("x-content-type-options") == Some("nosniff"));
    let caching = page.header("cache-control").unwrap_or_default();
    ensure!(caching.contains("no-store"), "index.html is cached: {caching}");
    let browser = stage.open("/analyse?m=h8i9i7")?;
    let inline = "[...document.querySelectorAll('script')].filter((one) => !one.src).length + \
        [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some((a) => \
        a.name.startsWith('on'))).length";
    ensure!(browser.number(inline)? == 0.0, "there are inline scripts");
    let foreign = "performance.getEntriesByType('resource').map((one) => one.name)\
        .filter((name) => !name.startsWith(location.origin)).join(' ')";
    let foreign = browser.text(foreign)?;
    ensure!(foreign.is_empty(), "{foreign}");
    Ok(())
}

/// The page takes the token out of its address at once, wherever it stands, and keeps it.
fn token(stage: &mut Stage) -> Result<()> {
    let kept = "sessionStorage.getItem('tengen.token')";
    for path in ["/#token=first", "/analyse?token=second&m=h8i9i7", "/help/api"] {
        let address = stage.open(path)?.text("location.href")?;
        ensure!(!address.contains("token"), "{path} became {address}");
    }
    let address = stage.open("/analyse?m=h8i9i7&token=second")?.text("location.href")?;
    ensure!(address.contains("m=h8i9i7"), "the position is lost: {address}");
    ensure!(stage.browser.text(kept)? == "second", "the token is lost on the way");
    // A new link in the same tab changes the fragment alone.
    stage.browser.eval("location.hash = 'token=third'")?;
    until("the new token is kept", || {
        let is_gone = !stage.browser.text("location.href")?.contains("third");
        Ok((is_gone && stage.browser.text(kept)? == "third").then_some(()))
    })
}

/// A page of another origin, in the same browser, cannot read or drive anything.
fn foreign_page(stage: &mut Stage) -> Result<()> {
    stage.expect("console:");
    // The same machine under another name is another origin: what it may ask is what anybody may.
    let other = stage.server.address().replace("127.0.0.1", "localhost");
    let target = stage.server.address();
    stage.browser.go(&format!("{other}/help"))?;
    let read = format!(
        "fetch('{target}/api/info').then((answer) => answer.text()).then(() => 'read', () => 'refused')"
    );
    ensure!(stage.browser.text(&read)? == "refused", "a foreign page read /api/info");
    let post = format!(
        "fetch('{target}/api/games', {{ method: 'POST', mode: 'no-cors', body: '{{}}' }}).then(() => 1, () => 1)"
    );
    stage.browser.eval(&post)?;
    let live = format!(
        "new Promise((done) => {{ const live = new WebSocket('{}/api/live');
            live.onopen = () => done('open'); live.onerror = () => done('refused'); }})",
        target.replace("http", "ws")
    );
    ensure!(stage.browser.text(&live)? == "refused", "a foreign page got the live socket");
    let games = ask(&stage.server.host(), "GET", "/api/games", &[])?;
    ensure!(games.body.trim() == "[]", "a foreign page stored a game: {}", games.body);
    Ok(())
}

/// Floods of messages and sockets are refused or slowed while a game in a browser goes on.
fn flood(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    let (host, origin) = (stage.server.host(), stage.server.address());
    let mut sockets = Vec::new();
    let mut refused = 0;
    for _ in 0..200 {
        match Socket::open(&host, &origin) {
            Ok(socket) => sockets.push(socket),
            Err(_) => refused += 1,
        }
    }
    ensure!(!sockets.is_empty(), "no further tab could be opened");
    let mut loud = sockets.pop().context("no socket")?;
    // Whether it reads them slowly, answers with "too-many" or closes, it must not fall over.
    let sent = (0..10_000).take_while(|_| loud.send(r#"{"v":1,"type":"ping","id":1}"#).is_ok());
    let sent = sent.count();
    let mut told = false;
    for _ in 0..sent.max(1) {
        match loud.receive() {
            Ok(Some(message)) => told |= message["code"] == "too-many",
            Ok(None) | Err(_) => {
                told = true;
                break;
            }
        }
        if told {
            break;
        }
    }
    ensure!(told, "ten thousand messages were answered as if nothing had happened");
    browser.put("h9")?;
    browser.until_stones(4)?;
    drop(sockets);
    drop(loud);
    until("a new tab is let in again", || {
        Ok(Socket::open(&host, &origin).and_then(|mut one| one.until("hello")).ok())
    })?;
    browser.put("h10")?;
    browser.until_stones(6)?;
    println!("sockets refused: {refused}; messages sent: {sent}");
    Ok(())
}

/// A message larger than any true one is refused with a reason, or the connection ends; the game stays.
fn too_large(stage: &mut Stage) -> Result<()> {
    let (host, origin) = (stage.server.host(), stage.server.address());
    let mut socket = Socket::open(&host, &origin)?;
    socket.until("hello")?;
    let long = format!(r#"{{"v":1,"type":"ping","id":1,"x":"{}"}}"#, "x".repeat(32 << 20));
    if socket.send(&long).is_ok() {
        let answer = socket.receive()?;
        let refused = answer.is_none_or(|answer| answer["type"] == "error");
        ensure!(refused, "32 MB were taken as a message");
    }
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    Ok(())
}
