//! `m1.newcomer`: somebody who has never seen the app follows what stands on the screen: starts a game,
//! undoes a move, switches to analysis, sees three lines, follows one with the arrow keys, shares the
//! position. Only roles and visible labels are used.
//!
//! `m2.newcomer`: from a lost game to its turning point, the explained win, the saved puzzle and its solution, with
//! a mouse, a finger, and keys alone.

use anyhow::{Context, Result, ensure};
use tengen_browser::{Browser, Key, Screen, Stage, until};

use crate::keyboard::tab_to;
use crate::review::until_done;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("m1.newcomer", newcomer).with_engine(),
        scenario("m1.newcomer.phone", newcomer).with_engine().on(Screen::PHONE),
        scenario("m1.newcomer.small", newcomer).with_engine().on(Screen::SMALL),
        scenario("m2.newcomer", lost_game).with_engine(),
        scenario("m2.newcomer.phone", lost_game).with_engine().on(Screen::PHONE),
        scenario("m2.newcomer.keys", lost_game_by_keys).with_engine(),
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

/// Points of the edge: nobody wins there, and nobody is hindered.
const EDGE: [&str; 16] = [
    "a1", "a3", "a5", "a7", "a9", "a11", "a13", "a15", "o1", "o3", "o5", "o7", "o9", "o11", "o13",
    "o15",
];

/// Plays along the edge until the engine has won.
fn lose(browser: &Browser, mut put: impl FnMut(&str) -> Result<()>) -> Result<()> {
    for point in EDGE {
        if browser.stones()?.contains_key(point) {
            continue;
        }
        put(point)?;
        let over =
            "document.querySelector('.result-text')?.textContent.startsWith('Tengen (White) wins')";
        browser.until_true(&format!(
            "{over} || document.querySelector('.status').textContent.includes('Your move')"
        ))?;
        if browser.is(over)? {
            return Ok(());
        }
    }
    anyhow::bail!("the engine does not win against stones on the edge")
}

/// The turning point in words, the position it was, and the win from there step by step.
fn lost_game(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    lose(browser, |point| browser.put(point))?;
    browser.press("button", "Review")?;
    browser.until_true("document.querySelector('main').dataset.page === 'review'")?;
    until_done(browser)?;
    browser.until_text("Point of no return")?;
    let stones = browser.stones()?.len();
    browser.press("button", "Show")?;
    browser.until_true(&format!(
        "document.querySelectorAll('.layer-stones .stone').length < {stones}"
    ))?;
    browser.press("button", "Explain the win")?;
    explained(browser)?;
    browser.press("button", "Step back")?;
    browser.until_true("document.querySelector('[data-ghost]')")?;
    // Back to the review: the mistake is kept, tried, and its solution is seen.
    browser.eval("history.back()")?;
    browser.press("button", "Save as puzzles")?;
    browser.press("button", "Try it now")?;
    browser.until_text("find the best move")?;
    let stones = browser.stones()?.len();
    browser.press("button", "Show solution")?;
    browser.until_text("This is the solution.")?;
    browser.until_true(&format!(
        "document.querySelectorAll('.layer-stones .stone, [data-ghost], .ghost-stone').length > {stones}"
    ))
}

/// The same without a mouse or a finger.
fn lost_game_by_keys(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    tab_to(browser, "Play Black")?;
    browser.key(Key::Enter)?;
    browser.until_text("Your move")?;
    lose(browser, |point| {
        browser.key(Key::Sign('/'))?;
        browser.find("dialog", "Point or command")?;
        browser.type_text(point)?;
        browser.key(Key::Enter)?;
        browser.until_stone(point)
    })?;
    browser.key(Key::Sign('r'))?;
    browser.until_true("document.querySelector('main').dataset.page === 'review'")?;
    until_done(browser)?;
    browser.until_text("Point of no return")?;
    tab_to(browser, "Explain the win")?;
    browser.key(Key::Enter)?;
    explained(browser)?;
    tab_to(browser, "Step back")?;
    browser.key(Key::Enter)?;
    browser.until_true("document.querySelector('[data-ghost]')")?;
    browser.eval("history.back()")?;
    browser.until_true("document.querySelector('main').dataset.page === 'review'")?;
    browser.find("button", "Save as puzzles")?;
    tab_to(browser, "Save as puzzles")?;
    browser.key(Key::Enter)?;
    browser.find("button", "Try it now")?;
    tab_to(browser, "Try it now")?;
    browser.key(Key::Enter)?;
    browser.until_text("find the best move")?;
    tab_to(browser, "Show solution")?;
    browser.key(Key::Enter)?;
    browser.until_text("This is the solution.")
}

/// White's win is proved, drawn and told.
fn explained(browser: &Browser) -> Result<()> {
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.until_text("White: proved win in")?;
    browser.until_true("document.querySelectorAll('[data-ghost]').length > 0")?;
    browser.until_true("/makes|wins/.test(document.querySelector('.step-text').textContent)")
}
