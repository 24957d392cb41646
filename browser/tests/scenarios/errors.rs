//! `err.*`: what went wrong is said, what was kept is kept, and there is a next step.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Key, Stage, ask_with};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    let lines =
        json!({ "depth": 5, "nodes": 900, "lines": [ { "moves": "g10f11", "centi": 10 } ] });
    let crash = json!({ "analysis": { "*": [ lines, { "panic": true } ] } });
    let freeze = json!({ "analysis": { "h8i9": [ lines, { "freeze": true } ], "*": [ lines ] } });
    vec![
        scenario("err.server", server).scripted(crate::play::far_away()),
        scenario("err.server-analyse", server_analyse).scripted(crate::analyse::script()),
        scenario("err.tabs", tabs).scripted(crate::analyse::script()),
        scenario("err.crash", crash_of_engine).scripted(crash),
        scenario("err.freeze", freeze_of_engine).scripted(freeze),
        scenario("err.old-build", old_build),
        scenario("err.import", import),
        scenario("err.link", link),
        scenario("err.page", page),
        scenario("err.off-turn", off_turn).scripted(crate::play::far_away()),
        scenario("err.profile", profile),
        scenario("err.damage", damage),
    ]
}

/// The browser itself tells of a server that is gone.
pub(crate) fn expect_loss(stage: &mut Stage) {
    for part in [
        "WebSocket connection to",
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
    ] {
        stage.expect(part);
    }
}

/// The server is killed in the middle of a game and starts again: nothing is lost, play goes on.
fn server(stage: &mut Stage) -> Result<()> {
    expect_loss(stage);
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    stage.server.kill();
    stage.browser.until_text("Connection to Tengen lost")?;
    // A stone put meanwhile is kept and sent later; the board can still be looked through.
    stage.browser.press_point("h9")?;
    stage.browser.until_stone("h9")?;
    stage.server.restart()?;
    let browser = &stage.browser;
    browser.press("button", "Try again").or_else(|_| browser.until_stones(4).map(drop))?;
    let stones = browser.until_stones(4)?;
    ensure!(stones["h8"] == "black" && stones["h9"] == "black", "{stones:?}");
    browser.until_true("!document.body.innerText.includes('Connection to Tengen lost')")?;
    browser.until_text("Your move")?;
    browser.put("h10")?;
    browser.until_stones(6).map(drop)
}

/// The same in analysis: the tree stays and the engine goes on.
fn server_analyse(stage: &mut Stage) -> Result<()> {
    expect_loss(stage);
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    stage.server.kill();
    let browser = &stage.browser;
    browser.until_text("Connection to Tengen lost")?;
    browser.put("g9")?;
    browser.key(Key::Left)?;
    browser.until_stones(3)?;
    browser.key(Key::Right)?;
    browser.until_stones(4)?;
    stage.server.restart()?;
    let browser = &stage.browser;
    browser.until_true("!document.body.innerText.includes('Connection to Tengen lost')")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    browser.until_true("document.querySelectorAll('.line').length === 3")
}

/// The engine serves the tab that asked last; the other one says so and can take over.
fn tabs(stage: &mut Stage) -> Result<()> {
    let first = stage.browser.tab()?;
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line')")?;
    let second = browser.new_tab()?;
    let browser = stage.open("/analyse?m=a1b2")?;
    browser.until_stones(2)?;
    let off = browser.is("document.querySelector('.engine-state').textContent === 'off'")?;
    if off {
        browser.press("button", "Engine")?;
    }
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    browser.switch(&first)?;
    browser.until_text("The engine is busy in another tab.")?;
    browser.until_stones(3)?;
    browser.press("button", "Take over")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    browser.switch(&second)?;
    browser.until_text("The engine is busy in another tab.")?;
    browser.until_stones(2).map(drop)
}

/// A search that breaks down shows a notice, its lines stay, and it can be started again.
fn crash_of_engine(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_text("The engine stopped unexpectedly. Your game is safe.")?;
    browser.until_true("document.querySelectorAll('.line').length === 1")?;
    browser.press("button", "Restart")?;
    browser.until_text("The engine stopped unexpectedly. Your game is safe.")?;
    ensure!(browser.stones()?.len() == 3, "stones are gone");
    Ok(())
}

/// A search that does not stop is given up; the next one works.
fn freeze_of_engine(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line')")?;
    browser.press("button", "Engine")?;
    browser.until_text("The engine did not stop in time and was restarted.")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
    browser.until_true("document.querySelector('.line')")?;
    browser.put("i7")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    browser.until_true("document.querySelector('.line')")
}

/// A page older than the server says so and offers to reload.
fn old_build(stage: &mut Stage) -> Result<()> {
    expect_loss(stage);
    // The second greeting names another build, as after an update.
    let disguise = "(() => { let greetings = 0; const Real = WebSocket;
        window.WebSocket = class extends Real {
            addEventListener(kind, listener, ...rest) {
                if (kind !== 'message') return super.addEventListener(kind, listener, ...rest);
                super.addEventListener(kind, (event) => {
                    const message = JSON.parse(event.data);
                    if (message.type !== 'hello' || ++greetings < 2) return listener(event);
                    listener({ data: JSON.stringify({ ...message, build: 'another' }) });
                }, ...rest);
            }
        };
        window.WebSocket.OPEN = Real.OPEN; })()";
    stage.browser.cdp("Page.enable", json!({}))?;
    stage.browser.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": disguise }))?;
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    stage.server.restart()?;
    stage.browser.until_text("Tengen was updated.")?;
    stage.browser.press("button", "Reload")?;
    stage.browser.until_true("!document.body.innerText.includes('Tengen was updated.')")?;
    stage.browser.until_stones(3).map(drop)
}

/// A damaged text shows where it is damaged; what was read can be opened, and nothing happens by itself.
fn import(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=a1b2")?;
    browser.until_stones(2)?;
    browser.control(Key::Sign('o'))?;
    let field = browser.find("textbox", "Or paste a game, moves or a link")?;
    browser.press_found(&field)?;
    browser.insert_text("(;GM[4]FF[4]SZ[15];B[hh];W[ig];B[zz];W[aa])")?;
    browser.press("button", "Read text")?;
    browser.until_true(
        "/Line 1, column \\d+/.test(document.querySelector('dialog .problem')?.textContent)",
    )?;
    browser.until_text("2 moves were read.")?;
    ensure!(browser.stones()?.len() == 2, "the board changed");
    browser.press("button", "Open what was read")?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.contains_key("h8"), "{stones:?}");
    browser.key(Key::Sign('u'))?;
    browser.until_stone("a1")
}

fn link(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=renju&n=15&m=h8i9zz99i7")?;
    browser.until_stones(2)?;
    browser.until_text("Part of the link cannot be read")?;
    let browser = stage.open("/analyse?r=chess&n=99&m=h8h8")?;
    browser.until_text("Part of the link cannot be read")?;
    browser.until_stones(1).map(drop)
}

fn page(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/no/such/page")?;
    browser.until_text("No such page")?;
    browser.press("link", "Go to the board")?;
    browser.find("button", "Play Black").map(drop)
}

/// A click that is no move says why and changes nothing.
fn off_turn(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    crate::play::open_form(browser)?;
    browser.key(Key::Escape)?;
    browser.until_gone("dialog", "New game…")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.press_point("h8")?;
    browser.until_text("Move 1 of 2")?;
    browser.key(Key::End)?;
    browser.until_text("Your move")?;
    ensure!(browser.stones()?.len() == 2, "a stone was put on another");
    Ok(())
}

/// Settings that another browser left on the server are found; nonsense in the storage does no harm.
fn profile(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/settings")?;
    browser.press("radio", "Dark")?;
    browser.until_true("document.documentElement.dataset.theme === 'dark'")?;
    browser.until_true("fetch('/api/profile').then((answer) => answer.json()).then((profile) => profile.settings.appearance === 'dark')")?;
    browser.eval("localStorage.clear()")?;
    browser.reload()?;
    browser.until_ready()?;
    browser.until_true("document.documentElement.dataset.theme === 'dark'")?;
    browser.eval("localStorage.setItem('tengen.settings', '{broken'); localStorage.setItem('tengen.study', '[]'); sessionStorage.setItem('tengen.study', '{}')")?;
    let browser = stage.open("/analyse")?;
    browser.put("h8")
}

/// An entry of the database that cannot be read is named above the list of games.
fn damage(stage: &mut Stage) -> Result<()> {
    let record = json!({ "record": { "size": 15, "nodes": [{}] } }).to_string();
    for id in 1..=2 {
        let host = stage.server.host();
        let saved = ask_with(&host, "POST", "/api/games", &[], record.as_bytes())?;
        ensure!(saved.status == 200, "game {id}: {}", saved.body);
    }
    stage.server.kill();
    stage.server.check_games()?;
    let path = stage.server.data().join("games.redb");
    let mut bytes = std::fs::read(&path)?;
    let listed = br#"{"summary":{"id":"1","#;
    for at in 0..bytes.len() {
        if bytes[at..].starts_with(listed) {
            bytes[at + 2] = b'?';
        }
    }
    std::fs::write(&path, bytes)?;
    stage.server.restart()?;
    let browser = stage.open("/games")?;
    browser.until_text("1 entry of the database cannot be read: 1.")
}
