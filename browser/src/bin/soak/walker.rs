//! A restless user in a real browser: a seeded walk over all controls. The console stays quiet and the
//! script heap small.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::json;
use tengen_browser::{Browser, Driver, Key, Places, Screen};

use crate::run::Run;

/// The script heap after a collection may grow to this, in megabytes.
const MOST: f64 = 80.0;
/// How often the console and the heap are looked at.
const LOOK: Duration = Duration::from_secs(10);

/// What the console may say: that the server was killed, that a socket was refused while another client
/// had all of them, and that a game is gone which another client has deleted.
const EXPECTED: [&str; 8] = [
    "WebSocket connection to",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "status of 404",
    "status of 409",
    "status of 422",
    "status of 429",
];

/// Hides the games of other clients, so that nobody takes back or deletes what the ledger holds, and
/// keeps the memory of an analysis as it is: tables of a size chosen at random would hide a leak.
const WORLD: &str = r#"{
    const realFetch = window.fetch;
    window.fetch = async (what, how) => {
        const answer = await realFetch(what, how);
        const isList = String(what).endsWith("/api/games") && (how?.method ?? "GET") === "GET";
        if (!isList || !answer.ok) return answer;
        const isOther = (game) => [game.name, game.black, game.white].some((one) => one.startsWith("soak"));
        const list = (await answer.json()).filter((game) => !isOther(game));
        return new Response(JSON.stringify(list), { status: 200, headers: answer.headers });
    };
    const realSend = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        const message = JSON.parse(text);
        if (message.type === "analyse.start") message.memory = 16;
        realSend.call(this, JSON.stringify(message));
    };
}"#;

/// Walks until the end of the run.
pub(crate) fn walk(run: &Run, places: &Places) {
    let mut random = run.random(200);
    let opened = Driver::start(places).and_then(|driver| {
        let driver = Arc::new(driver);
        let browser = Browser::open(&driver, Screen::DESKTOP)?;
        let world = json!({ "source": WORLD });
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", world)?;
        Ok((browser, driver))
    });
    // The browser goes first, then its driver.
    let (browser, _driver) = match opened {
        Ok(opened) => opened,
        Err(error) => return run.tally.fail(&format!("browser: {error:#}")),
    };
    let mut most: f64 = 0.0;
    run.sessions("browser", |life| {
        browser.go(&format!("http://{}/", run.host))?;
        browser.until_ready()?;
        let mut next = Instant::now() + LOOK;
        // The page lives through kills; it is loaded again only after a step failed.
        while !run.is_over() {
            if let Err(error) = step(&browser, &mut random) {
                // A page that was being loaded when its server went.
                ensure!(
                    run.life() != life,
                    "step {}: {error:#}",
                    run.tally.steps.load(Ordering::Relaxed)
                );
                return Ok(());
            }
            run.tally.steps.fetch_add(1, Ordering::Relaxed);
            if Instant::now() >= next {
                next = Instant::now() + LOOK;
                most = most.max(heap(&browser)?);
                check_quiet(&browser)?;
            }
        }
        check_quiet(&browser)
    });
    match heap(&browser) {
        Ok(last) if last > MOST => run.tally.fail(&format!("the script heap grew to {last:.1} MB")),
        Ok(last) => println!("script heap: {last:.1} MB at the end, {most:.1} MB at most"),
        Err(error) => run.tally.fail(&format!("browser: {error:#}")),
    }
}

fn check_quiet(browser: &Browser) -> Result<()> {
    let mut all = browser.complaints()?;
    all.retain(|one| !EXPECTED.iter().any(|part| one.contains(part)));
    if !all.is_empty() {
        bail!("the page complained:\n{}", all.join("\n"));
    }
    Ok(())
}

/// Megabytes of the script heap after a collection.
fn heap(browser: &Browser) -> Result<f64> {
    browser.cdp("HeapProfiler.collectGarbage", json!({}))?;
    let usage = browser.cdp("Runtime.getHeapUsage", json!({}))?;
    Ok(usage["usedSize"].as_f64().context("no size")? / f64::from(1 << 20))
}

/// One thing that a restless user does.
fn step(browser: &Browser, random: &mut fastrand::Rng) -> Result<()> {
    match random.u32(..100) {
        0..30 => {
            let point = format!("{}{}", random.char('a'..='o'), random.u32(1..=15));
            if browser.is("!document.querySelector('dialog, .menu')")? {
                browser.press_point(&point)?;
            }
        }
        30..60 => browser.key(*random.choice(&KEYS).context("no key")?)?,
        60..90 => press_anything(browser, random)?,
        90..97 => {
            let page = random.choice(["/", "/analyse", "/games", "/settings", "/help"]);
            let page = page.context("no page")?;
            browser.eval(&format!(
                "(document.querySelectorAll('dialog').forEach((one) => one.close()), [...document.querySelectorAll('a[href=\"{page}\"]')].at(-1)?.click())"
            ))?;
        }
        _ => {
            let screen = random.choice(Screen::ALL).context("no screen")?;
            browser.resize(Screen { touch: false, ..screen })?;
        }
    }
    Ok(())
}

const KEYS: [Key; 22] = [
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::Escape,
    Key::Escape,
    Key::Enter,
    Key::Tab,
    Key::Delete,
    Key::Sign('l'),
    Key::Sign('c'),
    Key::Sign('t'),
    Key::Sign('x'),
    Key::Sign('e'),
    Key::Sign('n'),
    Key::Sign('f'),
    Key::Sign('d'),
    Key::Sign('u'),
    Key::Sign('b'),
    Key::Sign(' '),
];

/// Presses any button that can be seen, but for those that leave the app or save files.
fn press_anything(browser: &Browser, random: &mut fastrand::Rng) -> Result<()> {
    let pick = random.f64();
    browser
        .eval(&format!(
            "(() => {{ const inside = [...document.querySelectorAll('dialog, .menu')].at(-1) ?? document;
                const all = [...inside.querySelectorAll('button:not(:disabled), [role=switch], summary')]
                    .filter((one) => one.checkVisibility() && !/Download|PNG|SVG|Choose a file|Copy|Export/.test(one.textContent + one.ariaLabel));
                all[Math.floor({pick} * all.length)]?.click(); }})()"
        ))
        .map(drop)
}
