//! `kbd.*`: everything without a mouse.

use anyhow::{Result, bail, ensure};
use tengen_browser::{Browser, Key, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("kbd.game", game).scripted(crate::play::far_away()),
        scenario("kbd.commands", commands).scripted(crate::play::far_away()),
        scenario("kbd.analyse", analyse).scripted(crate::analyse::script()),
        scenario("kbd.dialogs", dialogs),
        scenario("kbd.map", map),
    ]
}

/// Goes on with Tab until the focus is on something of this name.
pub(crate) fn tab_to(browser: &Browser, name: &str) -> Result<()> {
    let focused = "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.innerText ?? '').trim()";
    for _ in 0..80 {
        if browser.text(focused)? == name {
            return Ok(());
        }
        browser.key(Key::Tab)?;
    }
    bail!("Tab does not lead to \"{name}\"")
}

/// A whole game: started, played and won by keys alone.
fn game(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    tab_to(browser, "Play Black")?;
    browser.key(Key::Enter)?;
    browser.until_text("Your move")?;
    browser.key(Key::Sign('b'))?;
    browser.until_true("document.activeElement?.dataset.point === 'h8'")?;
    for (index, point) in ["h8", "i8", "j8", "k8", "l8"].into_iter().enumerate() {
        browser.until_true(&format!("document.activeElement?.dataset.point === '{point}'"))?;
        browser.until_true("document.querySelector('.layer-focus .cursor')")?;
        browser.key(Key::Enter)?;
        browser.until_stone(point)?;
        if index < 4 {
            browser.until_stones(2 * index + 2)?;
            browser.until_text("Your move")?;
            browser.key(Key::Right)?;
        }
    }
    browser.until_text("You win – five in a row")?;
    browser.until_true("document.querySelector('#assertive').textContent.includes('You win')")?;
    browser.until_true("document.activeElement?.dataset.point === 'l8'")?;
    tab_to(browser, "Rematch")?;
    browser.key(Key::Enter)?;
    // Colours are exchanged: the engine begins.
    browser.until_stones(1).map(drop)
}

/// Points and questions typed into the command field.
fn commands(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    tab_to(browser, "Play Black")?;
    browser.key(Key::Enter)?;
    browser.until_text("Your move")?;
    let say = |text: &str| -> Result<()> {
        browser.key(Key::Sign('/'))?;
        browser.find("textbox", "Point or command")?;
        browser.until_true("document.activeElement?.tagName === 'INPUT'")?;
        browser.type_text(text)?;
        browser.key(Key::Enter)?;
        browser.until_gone("dialog", "Point or command")
    };
    say("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    say("row 8")?;
    browser.until_text("Row 8: H8 Black")?;
    say("last")?;
    browser.until_text("A1, white stone, move 2")?;
    say("moves 2")?;
    browser.until_text("1 H8, 2 A1")?;
    say("nonsense")?;
    browser.until_text("is neither a point nor a command")?;
    say("undo")?;
    browser.until_stones(0).map(drop)
}

/// Engine, lines, preview, best move into the tree, candidates, numbers, theme: by keys.
fn analyse(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    browser.key(Key::Sign('l'))?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    browser.key(Key::Sign('+'))?;
    browser.until_true("document.querySelectorAll('.line').length === 4")?;
    browser.key(Key::Sign('-'))?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    browser.key(Key::Sign('2'))?;
    browser.until_true("document.querySelectorAll('[data-ghost]').length === 3")?;
    browser.key(Key::Escape)?;
    browser.until_true("document.querySelectorAll('[data-ghost]').length === 0")?;
    browser.key(Key::Sign(' '))?;
    browser.until_stone("g10")?;
    browser.until_stones(4)?;
    browser.key(Key::Sign('c'))?;
    browser.until_true("document.querySelector('.disc')")?;
    browser.key(Key::Sign('d'))?;
    browser.until_true("document.documentElement.dataset.theme === 'dark'")?;
    browser.key(Key::Sign('f'))?;
    browser.key(Key::Sign('x'))?;
    browser.until_text("If you pass")?;
    browser.key(Key::Sign('x'))?;
    browser.key(Key::Escape)?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
    browser.key(Key::Sign('e'))?;
    browser.find("heading", "Edit position")?;
    browser.key(Key::Escape)?;
    browser.until_gone("heading", "Edit position")
}

/// Dialogs and menus keep the focus inside and give it back.
fn dialogs(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    tab_to(browser, "More")?;
    browser.key(Key::Enter)?;
    browser.until_true("document.activeElement?.closest('.menu')")?;
    browser.key(Key::Down)?;
    browser.key(Key::End)?;
    browser.until_true("document.activeElement?.innerText.includes('Import')")?;
    browser.key(Key::Enter)?;
    browser.find("dialog", "Import")?;
    for _ in 0..12 {
        browser.key(Key::Tab)?;
        let inside =
            "document.activeElement === document.body || document.activeElement?.closest('dialog')";
        ensure!(browser.is(inside)?, "the focus left the dialog");
    }
    browser.key(Key::Escape)?;
    browser.until_gone("dialog", "Import")?;
    browser.until_true("document.activeElement?.getAttribute('aria-label') === 'More'")
}

/// The help lists the keys, and letters can be switched off.
fn map(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8")?;
    browser.key(Key::Sign('?'))?;
    browser.until_true("document.querySelector('main').dataset.page === 'help'")?;
    browser.until_true("document.querySelectorAll('kbd').length > 20")?;
    browser.press("link", "Settings")?;
    let switch = tengen_browser::until("there is a switch for letters", || {
        let all = browser.all("switch")?;
        Ok(all.into_iter().find(|one| one.name.to_lowercase().contains("letter")))
    })?;
    browser.press_found(&switch)?;
    browser.eval("document.activeElement.blur()")?;
    let theme = browser.text("document.documentElement.dataset.theme")?;
    browser.key(Key::Sign('d'))?;
    browser.press("link", "Analyse")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    ensure!(
        browser.text("document.documentElement.dataset.theme")? == theme,
        "d still changes the theme"
    );
    Ok(())
}
