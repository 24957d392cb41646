//! `tree.*`: nothing is lost. Other stones start variations, and what is deleted comes back.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Key, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("tree.branch", branch),
        scenario("tree.promote", promote),
        scenario("tree.delete-undo", delete_undo),
        scenario("tree.keyboard", keyboard),
        scenario("tree.comment", comment),
    ]
}

/// The tree as text: main moves, variations indented.
fn rows(browser: &Browser) -> Result<String> {
    browser.text(
        "[...document.querySelectorAll('.tree-row')].sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top))\
         .map((row) => (row.classList.contains('side') ? '(' : '') + [...row.querySelectorAll('.node')]\
         .map((node) => [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.nodeValue).join('')).join(' ') \
         + (row.classList.contains('side') ? ')' : '')).join(' ')",
    )
}

fn until_rows(browser: &Browser, wanted: &str) -> Result<()> {
    tengen_browser::until(&format!("the tree is {wanted}"), || {
        let now = rows(browser)?;
        ensure!(now == wanted, "it is {now}");
        Ok(Some(()))
    })
}

/// Three moves, and another third one.
fn forked(stage: &Stage) -> Result<&Browser> {
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    browser.until_stones(4)?;
    browser.key(Key::Home)?;
    browser.key(Key::Right)?;
    browser.key(Key::Right)?;
    browser.until_stones(2)?;
    browser.put("g7")?;
    browser.until_stones(3)?;
    until_rows(browser, "H8 I9 I7 (G7) G9")?;
    Ok(browser)
}

/// A stone elsewhere starts a variation; one that is there already is followed.
fn branch(stage: &mut Stage) -> Result<()> {
    let browser = forked(stage)?;
    browser.put("f7")?;
    until_rows(browser, "H8 I9 I7 (G7 F7) G9")?;
    browser.key(Key::Left)?;
    browser.key(Key::Left)?;
    browser.until_stones(2)?;
    browser.until_true("document.querySelector('.layer-marks').textContent.includes('a')")?;
    browser.put("i7")?;
    until_rows(browser, "H8 I9 I7 (G7 F7) G9")?;
    browser.until_true("new URLSearchParams(location.search).get('at') === '3'")?;
    browser.reload()?;
    browser.until_ready()?;
    until_rows(browser, "H8 I9 I7 (G7 F7) G9")?;
    browser.until_stones(3).map(drop)
}

fn promote(stage: &mut Stage) -> Result<()> {
    let browser = forked(stage)?;
    browser.press("button", "Options for this move")?;
    browser.press("menuitem", "Make main line")?;
    until_rows(browser, "H8 I9 G7 (I7 G9)")?;
    browser.key(Key::Sign('u'))?;
    until_rows(browser, "H8 I9 I7 (G7) G9")
}

fn delete_undo(stage: &mut Stage) -> Result<()> {
    let browser = forked(stage)?;
    browser.key(Key::Delete)?;
    until_rows(browser, "H8 I9 I7 G9")?;
    browser.until_text("Deleted from this move on.")?;
    browser.until_stones(2)?;
    browser.press("button", "Undo")?;
    until_rows(browser, "H8 I9 I7 (G7) G9")?;
    browser.until_stones(3)?;
    // A whole line goes and comes back too, by keys.
    browser.key(Key::Home)?;
    browser.key(Key::Right)?;
    browser.key(Key::Delete)?;
    until_rows(browser, "")?;
    browser.control(Key::Sign('z'))?;
    until_rows(browser, "H8 I9 I7 (G7) G9")?;
    browser.control(Key::Sign('y'))?;
    until_rows(browser, "")
}

/// Arrows walk, up and down choose at a fork, Shift goes from fork to fork.
fn keyboard(stage: &mut Stage) -> Result<()> {
    let browser = forked(stage)?;
    let at = |wanted: &str| -> Result<()> {
        let current = format!(
            "(document.querySelector('.node[aria-current]')?.textContent ?? '').endsWith({})",
            json!(wanted)
        );
        browser.until_true(&current)
    };
    at("G7")?;
    browser.key(Key::Up)?;
    at("I7")?;
    browser.key(Key::Down)?;
    at("G7")?;
    browser.key(Key::Left)?;
    at("I9")?;
    // Forward goes where one was last.
    browser.key(Key::Right)?;
    at("G7")?;
    browser.key(Key::Up)?;
    browser.key(Key::End)?;
    at("G9")?;
    browser.shift(Key::Left)?;
    at("I9")?;
    browser.key(Key::Home)?;
    browser.until_stones(0)?;
    browser.shift(Key::Right)?;
    at("I9")?;
    browser.key(Key::Sign('g'))?;
    browser.find("dialog", "Go to move")?;
    browser.type_text("1")?;
    browser.key(Key::Enter)?;
    at("H8")?;
    browser.until_stones(1).map(drop)
}

fn comment(stage: &mut Stage) -> Result<()> {
    let browser = forked(stage)?;
    browser.press("button", "Options for this move")?;
    browser.press("menuitem", "Comment…")?;
    let field = browser.find("textbox", "Comment")?;
    browser.press_found(&field)?;
    browser.insert_text("A quiet move <b>with</b> a plan")?;
    browser.press("button", "Save")?;
    browser.until_true("document.querySelector('.node[title=\"A quiet move <b>with</b> a plan\"]')")
}
