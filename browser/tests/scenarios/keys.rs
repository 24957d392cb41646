//! `keys.*`: keys of one's own.

use anyhow::{Result, ensure};
use tengen_browser::{Browser, Key, Screen, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("keys.custom", custom),
        scenario("keys.board", board),
        scenario("keys.tooltips", tooltips),
        scenario("keys.alphabets", alphabets),
        scenario("keys.targets", targets).on(Screen::PHONE),
    ]
}

/// Opens the list of keys.
fn open_keys(stage: &Stage) -> Result<&Browser> {
    let browser = stage.open("/settings#keys")?;
    browser.until_true("document.querySelectorAll('.key-row').length > 40")?;
    Ok(browser)
}

/// The keys that the settings show for an action.
fn until_keys(browser: &Browser, action: &str, keys: &str) -> Result<()> {
    browser.until_true(&format!(
        "[...document.querySelectorAll('[data-action=\"{action}\"] kbd')].map((one) => one.textContent).join() === '{keys}'"
    ))
}

fn until_theme(browser: &Browser, theme: &str) -> Result<()> {
    browser.until_true(&format!("document.documentElement.dataset.theme === '{theme}'"))
}

/// Another key for an action: at once, on every page, after a reload, in the help. A key that is taken names
/// its action, and the way back is one press.
fn custom(stage: &mut Stage) -> Result<()> {
    let browser = open_keys(stage)?;
    until_keys(browser, "theme", "D")?;
    browser.press("button", "Add a key: light or dark")?;
    browser.key(Key::Sign('k'))?;
    until_keys(browser, "theme", "D,K")?;
    browser.press("button", "Remove D: light or dark")?;
    until_keys(browser, "theme", "K")?;
    // The page hears keys again, and the old one does nothing.
    browser.eval("document.activeElement.blur()")?;
    let before = browser.text("document.documentElement.dataset.theme")?;
    browser.key(Key::Sign('d'))?;
    browser.key(Key::Sign('k'))?;
    let after = if before == "dark" { "light" } else { "dark" };
    until_theme(browser, after)?;

    // A key with another action is named, and can be taken.
    browser.press("button", "Add a key: light or dark")?;
    browser.key(Key::Sign('l'))?;
    browser.until_text("L is already used for “engine on or off”.")?;
    until_keys(browser, "engine", "L")?;
    browser.press("button", "Use it here")?;
    until_keys(browser, "theme", "K,L")?;
    until_keys(browser, "engine", "")?;
    browser.until_true(
        "document.querySelector('[data-action=engine]').innerText.includes('no key')",
    )?;
    // Keys of the browser stay with it.
    browser.press("button", "Add a key: engine on or off")?;
    browser.control(Key::Sign('w'))?;
    browser.until_text("Ctrl + W belongs to the browser")?;
    browser.control(Key::Sign('k'))?;
    until_keys(browser, "engine", "Ctrl + K")?;

    let browser = stage.open("/analyse?m=h8")?;
    browser.control(Key::Sign('k'))?;
    browser
        .until_true("document.querySelector('.tools [data-keys=engine]').ariaPressed === 'true'")?;
    browser.key(Key::Sign('l'))?;
    until_theme(browser, &before)?;
    browser.key(Key::Sign('?'))?;
    browser.until_true(
        "[...document.querySelectorAll('.keys tr')].some((row) => row.innerText.includes('engine on or off') && row.innerText.includes('Ctrl + K'))",
    )?;
    browser.press("link", "Change keys in Settings")?;
    until_keys(browser, "engine", "Ctrl + K")?;
    browser.press("button", "Back to the usual keys")?;
    until_keys(browser, "engine", "L")?;
    until_keys(browser, "theme", "D")
}

/// Keys of the board can be changed too, and digits go together.
fn board(stage: &mut Stage) -> Result<()> {
    let browser = open_keys(stage)?;
    browser.press("button", "Add a key: cursor up")?;
    browser.key(Key::Sign('i'))?;
    until_keys(browser, "board.up", "↑,I")?;
    browser.press("button", "Add a key: show line 1 to 9 on the board")?;
    browser.key(Key::Sign('x'))?;
    browser.until_text("Lines are chosen by digits")?;
    browser.control(Key::Sign('3'))?;
    until_keys(browser, "previewLine", "1 … 9,Ctrl + 1 … 9")?;
    browser.press("button", "Add a key: redo")?;
    browser.key(Key::Sign('5'))?;
    browser.until_text("5: the digits show and play lines")?;
    let browser = stage.open("/analyse?m=h8")?;
    browser.key(Key::Sign('b'))?;
    browser.until_true("document.activeElement?.dataset.point === 'h8'")?;
    browser.key(Key::Sign('i'))?;
    browser.until_true("document.activeElement?.dataset.point === 'h9'")?;
    browser.key(Key::Up)?;
    browser.until_true("document.activeElement?.dataset.point === 'h10'")?;
    browser.key(Key::Enter)?;
    browser.until_stones(2).map(drop)
}

/// Tooltips and menus name the keys as they are.
fn tooltips(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    let tip = |name: &str| -> Result<()> {
        let place = browser.eval(
            "(() => { const box = document.querySelector('.tools [data-keys=threats]').getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + box.height / 2]; })()",
        )?;
        let at = |k: usize| place[k].as_f64().unwrap_or_default();
        browser.hover_at(1.0, 1.0)?;
        browser.hover_at(at(0), at(1))?;
        browser.until_true(&format!(
            "document.querySelector('.tools [data-keys=threats]').title === '{name}'"
        ))
    };
    browser.until_true("document.querySelector('.tools [data-keys=threats]')")?;
    tip("Threats (T)")?;
    browser.eval(&format!(
        "{}.then(({{ set }}) => set('keys', {{ threats: ['k'], flip: [] }}))",
        crate::languages::module("shared/store.js")
    ))?;
    tip("Threats (K)")?;
    browser.press("button", "More")?;
    let shown = browser.text(
        "[...document.querySelectorAll('.menu button')].map((one) => `${one.querySelector('.label').textContent}=${one.querySelector('kbd')?.textContent ?? ''}`).join()",
    )?;
    ensure!(shown.contains("Threats=K") && shown.contains("Rotate board=,"), "{shown}");
    Ok(())
}

/// On keyboards of other alphabets letters count by their place; a sign that shares its key with a digit comes
/// before the digit.
fn alphabets(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    let press = |key: &str, code: &str, shift: bool| {
        browser.eval(&format!(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', code: '{code}', shiftKey: {shift}, bubbles: true, cancelable: true }}))"
        ))
    };
    press("е", "KeyT", false)?;
    browser.until_true(
        "document.querySelector('.tools [data-keys=threats]').ariaPressed === 'true'",
    )?;
    press("T", "KeyT", false)?;
    browser.until_true(
        "document.querySelector('.tools [data-keys=threats]').ariaPressed === 'false'",
    )?;
    // Shift and 7 on a German keyboard.
    press("/", "Digit7", true)?;
    browser.until_text("h8 places a stone.")
}

/// Every control of the list has a name and is large enough for a finger.
fn targets(stage: &mut Stage) -> Result<()> {
    let browser = open_keys(stage)?;
    let small = browser.text(
        "[...document.querySelectorAll('.key-editor button, .keys-fold summary')].filter((one) => { \
         const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 44; \
         }).map((one) => one.ariaLabel ?? one.textContent).join(' | ')",
    )?;
    ensure!(small.is_empty(), "too small: {small}");
    ensure!(
        browser.is("[...document.querySelectorAll('.key-editor button')].every((one) => one.ariaLabel || one.textContent.trim())")?,
        "a button has no name"
    );
    ensure!(
        browser.is("document.documentElement.scrollWidth <= innerWidth")?,
        "the page is too wide"
    );
    Ok(())
}
