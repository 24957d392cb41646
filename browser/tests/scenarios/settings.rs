//! `settings.*`: what a browser remembers, and what another one finds.

use anyhow::{Result, ensure};
use tengen_browser::{Browser, Key, Screen, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("settings.other-browser", other_browser),
        scenario("settings.one-level", one_level),
        scenario("settings.screen", screen).on(Screen::PHONE),
        scenario("settings.levels", levels),
        scenario("settings.levels.keys", levels_by_keys),
        scenario("settings.turned", turned),
        scenario("settings.sounds", sounds),
    ]
}

/// Waits until the server's profile is so.
fn until_profile(browser: &Browser, what: &str) -> Result<()> {
    until(&format!("the profile has {what}"), || {
        let profile = browser.text("fetch('/api/profile').then((answer) => answer.text())")?;
        ensure!(profile.contains(what), "{profile}");
        Ok(Some(()))
    })
}

/// A browser that knows nothing of the settings changes one: the others stay.
fn other_browser(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("radio", "6")?;
    browser.choose("Rule", "Renju")?;
    until_profile(browser, "\"level\":6")?;
    until_profile(browser, "renju")?;
    // Another profile of the browser: it has no settings, and changes the theme before it has read any.
    browser.eval("localStorage.clear()")?;
    let browser = stage.open("/")?;
    browser.key(Key::Sign('d'))?;
    until_profile(browser, "appearance")?;
    until_profile(browser, "\"level\":6")?;
    until_profile(browser, "renju")?;
    browser
        .until_true("document.querySelector('.levels [aria-checked=true]').textContent === '6'")?;
    browser.eval("localStorage.clear()")?;
    let browser = stage.open("/")?;
    browser
        .until_true("document.querySelector('.levels [aria-checked=true]').textContent === '6'")?;
    browser.until_true("document.documentElement.dataset.theme === 'dark'")
}

/// The start panel and the full form choose the same level.
fn one_level(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("radio", "7")?;
    crate::play::open_form(browser)?;
    let chosen = "document.querySelector('dialog .seat select').selectedOptions[0].text";
    browser.until_true(&format!("{chosen}.startsWith('7')"))?;
    browser.choose("Level", "2 Beginner")?;
    browser.press("button", "Start")?;
    browser.until_text("Level 2")?;
    browser.press("button", "More")?;
    browser.press("menuitem", "Resign")?;
    browser.press("button", "Resign")?;
    browser.press("button", "New game")?;
    browser.until_true("document.querySelector('.levels [aria-checked=true]').textContent === '2'")
}

/// A closed sheet leaves the start buttons, is open again at the next visit, and stays on this screen.
fn screen(stage: &mut Stage) -> Result<()> {
    let start = "[...document.querySelectorAll('.tools button')].filter((one) => \
                 one.checkVisibility() && /Play (Black|White)/.test(one.textContent)).length === 2";
    let browser = stage.open("/")?;
    browser.press("button", "Open or close the panel")?;
    browser.press("button", "Open or close the panel")?;
    browser.until_true("document.querySelector('main').dataset.sheet === 'closed'")?;
    browser.until_true(start)?;
    // Another setting takes the profile along, but not the sheet.
    browser.key(Key::Sign('m'))?;
    until_profile(browser, "sound")?;
    let profile = browser.text("fetch('/api/profile').then((answer) => answer.text())")?;
    ensure!(!profile.contains("sheet"), "{profile}");
    let browser = stage.open("/")?;
    browser.until_true("document.querySelector('main').dataset.sheet !== 'closed'")?;
    browser.until_true("document.querySelector('.start-colours').checkVisibility()")
}

/// Ten levels in even rows on every screen.
fn levels(stage: &mut Stage) -> Result<()> {
    let rows = "(() => { const tops = [...document.querySelectorAll('.levels button')].map((one) => one.offsetTop); \
                return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length).join(); })()";
    for screen in Screen::ALL {
        stage.browser.resize(screen)?;
        let browser = stage.open("/")?;
        if browser.is("!document.querySelector('.levels').checkVisibility()")? {
            browser.press("button", "Open or close the panel")?;
        }
        browser.until_true("document.querySelectorAll('.levels button').length === 10")?;
        let rows = browser.text(rows)?;
        ensure!(rows == "5,5" || rows == "10", "{rows} levels in the rows at {screen}");
    }
    Ok(())
}

/// The levels are one stop for the Tab key; the arrows go from one to the next.
fn levels_by_keys(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.until_true("document.querySelectorAll('.levels button').length === 10")?;
    let stops = browser.number(
        "[...document.querySelectorAll('.levels button')].filter((one) => one.tabIndex === 0).length",
    )?;
    ensure!(stops == 1.0, "{stops} stops");
    browser.eval("document.querySelector('.levels [aria-checked=true]').focus()")?;
    browser.key(Key::Right)?;
    browser.until_true("document.activeElement.textContent === '4'")?;
    browser.until_true("document.querySelector('.levels [aria-checked=true]').textContent === '4'")
}

/// A turned board says so, is turned back at once, and not kept for the next visit.
fn turned(stage: &mut Stage) -> Result<()> {
    let corner = "document.querySelector('.coords text').textContent";
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_true(&format!("{corner} === 'A'"))?;
    browser.key(Key::Sign('f'))?;
    browser.until_true(&format!("{corner} !== 'A'"))?;
    browser.press("button", "Turned – turn back")?;
    browser.until_true(&format!("{corner} === 'A'"))?;
    browser.key(Key::Sign('f'))?;
    browser.until_true(&format!("{corner} !== 'A'"))?;
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_true(&format!("{corner} === 'A'"))
}

/// Each kind of sound can be switched off alone.
fn sounds(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse")?;
    browser.eval(
        "window.struck = 0; AudioContext.prototype.createOscillator = new Proxy(AudioContext.prototype.createOscillator, \
         { apply: (make, audio, given) => (window.struck++, Reflect.apply(make, audio, given)) })",
    )?;
    browser.put("h8")?;
    browser.until_true("window.struck === 1")?;
    browser.press("link", "Settings")?;
    browser.press("switch", "Stones")?;
    browser.press("link", "Analyse")?;
    browser.put("i9")?;
    browser.until_stones(2)?;
    // A refused stone still sounds, and comes after the stone that did not.
    browser.eval(
        "import(document.querySelector('script[type=module]').src).then(({ app }) => app.refuse('h8', () => 'No'))",
    )?;
    browser.until_true("window.struck === 2")
}
