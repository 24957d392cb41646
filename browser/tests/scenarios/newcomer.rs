//! `m1.newcomer`: somebody who has never seen the app follows what stands on the screen: starts a game,
//! undoes a move, switches to analysis, sees three lines, follows one with the arrow keys, shares the
//! position. Only roles and visible labels are used.

use anyhow::{Context, Result, ensure};
use tengen_browser::{Browser, Key, Screen, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("m1.newcomer", newcomer).with_engine(),
        scenario("m1.newcomer.phone", newcomer).with_engine().on(Screen::PHONE),
        scenario("m1.newcomer.small", newcomer).with_engine().on(Screen::SMALL),
    ]
}

fn newcomer(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    // A game in one press, a stone where one likes.
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    // That was not meant.
    browser.press("button", "Undo")?;
    browser.until_stones(0)?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    // What does the engine think?
    browser.press("link", "Analyse")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    let stones = browser.until_stones(2)?.len();
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    let seen = "[...document.querySelectorAll('.line')].filter((one) => one.checkVisibility() \
        && one.getBoundingClientRect().top < innerHeight).length === 3";
    let mut opened = false;
    until("three lines are in view", || {
        if browser.is(seen)? {
            return Ok(Some(()));
        }
        // On the smallest phone the panel begins closed and has three heights.
        browser.press("button", "Open or close the panel")?;
        opened = true;
        std::thread::sleep(std::time::Duration::from_millis(500));
        Ok(None)
    })?;
    follow_a_line(browser, stones, opened)?;
    share(browser)
}

/// Plays a line by its menu, goes to its start and walks along it with the arrows.
fn follow_a_line(browser: &Browser, stones: usize, opened: bool) -> Result<()> {
    until("the menu of a line opens", || {
        browser.press("button", "Options for this line")?;
        Ok(browser.has("menuitem", "Add to the tree")?.then_some(()))
    })?;
    browser.press("menuitem", "Add to the tree")?;
    browser.until_true(&format!(
        "document.querySelectorAll('.layer-stones .stone').length > {stones}"
    ))?;
    if opened {
        browser.press("button", "Open or close the panel")?;
    }
    let all = browser.stones()?.len();
    browser.key(Key::Left)?;
    browser.until_stones(all - 1)?;
    browser.key(Key::Right)?;
    browser.until_stones(all)?;
    // Phones have no arrow keys, but arrows.
    browser.press("button", "Previous move")?;
    browser.until_stones(all - 1)?;
    browser.press("button", "Next move")?;
    browser.until_stones(all).map(drop)
}

/// The offered link shows the same stones to everybody.
fn share(browser: &Browser) -> Result<()> {
    let before = browser.stones()?;
    if browser.has("button", "Share")? {
        browser.press("button", "Share")?;
    } else {
        browser.press("button", "More")?;
        browser.press("menuitem", "Share")?;
    }
    let field = browser.find("textbox", "Link")?;
    let link = browser.call(&field, "function () { return this.value; }", &[])?;
    browser.go(link.as_str().context("no link")?)?;
    browser.until_ready()?;
    let after = browser.until_stones(before.len())?;
    ensure!(before == after, "{before:?} {after:?}");
    Ok(())
}
