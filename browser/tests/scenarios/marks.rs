//! `marks.*`: arrows, drawn with the mouse, a finger and keys, kept in files and pictures.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Key, Screen, Stage};

use crate::languages::module;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("marks.arrows", arrows),
        scenario("marks.arrows.touch", arrows_by_touch).on(Screen::SMALL),
        scenario("marks.arrows.keys", arrows_by_keys),
    ]
}

/// Waits until exactly these arrows are drawn, `h8-i9` from end to end.
fn until_arrows(browser: &Browser, wanted: &[&str]) -> Result<()> {
    browser.until_true(&format!(
        "[...document.querySelectorAll('.arrow:not(.next)')].map((one) => one.dataset.arrow).sort().join() === {}",
        json!(wanted.join(","))
    ))
}

/// The menu of the point with the focus of the board.
fn open_menu(browser: &Browser) -> Result<()> {
    browser.eval(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', \
        { key: 'ContextMenu', bubbles: true, cancelable: true }))",
    )?;
    Ok(())
}

/// The right button draws, the same way again takes away, undo brings back; a click without a drag still goes
/// back. Files and pictures have the arrow.
fn arrows(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    let draw = |from: &str, to: &str| -> Result<()> {
        browser.right_drag(browser.point(from)?, browser.point(to)?)
    };
    draw("h8", "k11")?;
    until_arrows(browser, &["h8-k11"])?;
    browser.until_true(
        "document.querySelector('#polite').textContent.includes('Arrow from H8 to K11')",
    )?;
    draw("c3", "c12")?;
    until_arrows(browser, &["c3-c12", "h8-k11"])?;
    draw("c3", "c12")?;
    until_arrows(browser, &["h8-k11"])?;
    browser.key(Key::Sign('u'))?;
    until_arrows(browser, &["c3-c12", "h8-k11"])?;
    ensure!(browser.stones()?.len() == 3, "the right button put or took stones");
    // Arrows belong to their move.
    let (x, y) = browser.point("b2")?;
    browser.right_click_at(x, y)?;
    browser.until_stones(2)?;
    until_arrows(browser, &[])?;
    browser.key(Key::Right)?;
    until_arrows(browser, &["c3-c12", "h8-k11"])?;
    files(browser)?;
    // A reload keeps them.
    let browser = stage.open("/analyse?m=h8i9i7")?;
    until_arrows(browser, &["c3-c12", "h8-k11"])
}

/// The record as SGF and JSON, read back, and its picture.
fn files(browser: &Browser) -> Result<()> {
    let record =
        format!("{}.then(({{ app }}) => app.page.peek().document().record)", module("main.js"));
    let marks = "(record) => JSON.stringify(record.nodes.at(-1).marks)";
    for (format, holds) in [("sgf", "AR["), ("json", "\"arrow\"")] {
        let outcome = browser.eval(&format!(
            "(async () => {{ const record = await {record};
                const {{ read, written }} = await {};
                const {{ file: text }} = await written([record], '{format}');
                const {{ records }} = await read(text);
                return [text, ({marks})(record), ({marks})(records[0])]; }})()",
            module("pages/files.js")
        ))?;
        let text = outcome[0].as_str().context("no text")?;
        ensure!(text.contains(holds), "{format}: {text}");
        let sorted = |value: &serde_json::Value| {
            let mut marks: Vec<String> =
                serde_json::from_str::<Vec<serde_json::Value>>(value.as_str().unwrap_or("[]"))
                    .unwrap_or_default()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
            marks.sort();
            marks
        };
        ensure!(sorted(&outcome[1]) == sorted(&outcome[2]), "{format}: {outcome:#}");
    }
    let svg = browser.text(&format!(
        "(async () => {{ const {{ app }} = await {};
            const {{ picture }} = await {};
            const {{ position }} = app.page.peek().document();
            return (await picture('svg', position, {{ marks: app.view.peek().marks() }})).text(); }})()",
        module("main.js"),
        module("pages/files.js")
    ))?;
    ensure!(svg.contains("class=\"arrows\""), "{svg}");
    Ok(())
}

/// A long press opens the menu; the next tap is the end.
fn arrows_by_touch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    let (x, y) = browser.point("h8")?;
    browser.drag_open(&[(x, y)])?;
    browser.until_true("document.querySelector('.menu')")?;
    browser.lift(x, y)?;
    browser.press("menuitem", "Mark")?;
    browser.press("menuitem", "Arrow from here…")?;
    browser.until_text("Arrow from H8: choose the point where it ends")?;
    browser.press_point("k11")?;
    until_arrows(browser, &["h8-k11"])?;
    ensure!(browser.stones()?.len() == 3, "the end of an arrow put a stone");
    browser.put("c3")?;
    browser.until_stones(4)?;
    until_arrows(browser, &[])
}

/// The menu key, then the cursor and Enter; Escape gives up; the menu takes an arrow away.
fn arrows_by_keys(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    let start = || -> Result<()> {
        browser.key(Key::Sign('b'))?;
        browser.until_true("document.activeElement?.dataset.point === 'h8'")?;
        open_menu(browser)?;
        browser.press("menuitem", "Mark")?;
        browser.press("menuitem", "Arrow from here…")?;
        browser.until_true("document.querySelector('.arrow-start')")
    };
    start()?;
    browser.key(Key::Escape)?;
    browser.until_true("!document.querySelector('.arrow-start')")?;
    start()?;
    browser.until_true("document.activeElement?.dataset.point === 'h8'")?;
    browser.key(Key::Up)?;
    browser.until_true("document.querySelector('.arrow.next')")?;
    browser.key(Key::Up)?;
    browser.key(Key::Enter)?;
    until_arrows(browser, &["h8-h10"])?;
    browser.key(Key::Down)?;
    browser.key(Key::Down)?;
    browser.until_true("document.activeElement?.dataset.point === 'h8'")?;
    open_menu(browser)?;
    browser.press("menuitem", "Mark")?;
    browser.press("menuitemcheckbox", "Arrow to H10")?;
    until_arrows(browser, &[])
}
