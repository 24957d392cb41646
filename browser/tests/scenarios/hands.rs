//! `hand.*`: ways to place stones with a finger, and dragging.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Screen, Stage};

use crate::play::far_away;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("hand.offset", offset).on(Screen::PHONE).scripted(far_away()),
        scenario("hand.button", button).on(Screen::PHONE).scripted(far_away()),
        scenario("hand.twice", twice).on(Screen::PHONE).scripted(far_away()),
        scenario("hand.splitter", splitter),
    ]
}

/// Opens Play with a way of placing stones.
fn open<'a>(stage: &'a Stage, placing: &str) -> Result<&'a Browser> {
    let browser = stage.open("/")?;
    let settings = json!({ "placing": placing });
    browser.eval(&format!(
        "localStorage.setItem('tengen.settings', \
         JSON.stringify({{ changed: Date.now(), values: {settings} }}))"
    ))?;
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.until_text("Your move")?;
    Ok(browser)
}

/// The point under the stone that would be placed.
fn until_ghost(browser: &Browser, point: &str) -> Result<()> {
    let (x, y) = browser.point(point)?;
    browser.until_true(&format!(
        "[...document.querySelectorAll('.hover-stone circle')].some((one) => {{ \
         const box = one.getBoundingClientRect(); \
         return Math.hypot(box.left + box.width / 2 - {x}, box.top + box.height / 2 - {y}) < 4; }})"
    ))
}

/// The stone hangs two rows above the finger; off the board it is dropped.
fn offset(stage: &mut Stage) -> Result<()> {
    let browser = open(stage, "offset")?;
    let (start, between, end) = (browser.point("f4")?, browser.point("g5")?, browser.point("h6")?);
    browser.drag_open(&[start, between, end])?;
    until_ghost(browser, "h8")?;
    ensure!(browser.stones()?.is_empty(), "a stone lies before the finger is lifted");
    browser.lift(end.0, end.1)?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.get("h8").is_some_and(|side| side == "black"), "{stones:?}");
    browser.until_text("Your move")?;
    let (x, _) = browser.point("h15")?;
    let above = browser.number("document.querySelector('.board').getBoundingClientRect().top")?;
    browser.drag_open(&[browser.point("h12")?, browser.point("h14")?, (x, above - 8.0)])?;
    browser.until_true("!document.querySelector('.hover-stone')")?;
    browser.lift(x, above - 8.0)?;
    // The next stone is proof that nothing came of it.
    browser.drag(&[browser.point("i5")?, browser.point("i7")?])?;
    let stones = browser.until_stones(4)?;
    ensure!(stones.contains_key("i9"), "{stones:?}");
    Ok(())
}

/// A tap shows where the stone would lie, the button puts it there.
fn button(stage: &mut Stage) -> Result<()> {
    let browser = open(stage, "button")?;
    browser.press_point("c3")?;
    until_ghost(browser, "c3")?;
    browser.press_point("h8")?;
    until_ghost(browser, "h8")?;
    ensure!(browser.stones()?.is_empty(), "a tap placed a stone");
    browser.press("button", "Place")?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.get("h8").is_some_and(|side| side == "black"), "{stones:?}");
    browser.until_gone("button", "Place")
}

/// The first tap shows, the second within a cell puts; elsewhere it moves.
fn twice(stage: &mut Stage) -> Result<()> {
    let browser = open(stage, "twice")?;
    browser.press_point("c3")?;
    until_ghost(browser, "c3")?;
    browser.press_point("j10")?;
    until_ghost(browser, "j10")?;
    ensure!(browser.stones()?.is_empty(), "a first tap placed a stone");
    browser.press_point("k10")?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.get("j10").is_some_and(|side| side == "black"), "{stones:?}");
    Ok(())
}

/// The panel grows with the drag, stays within its bounds, and a reload finds it so.
fn splitter(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let width = "Math.round(document.querySelector('.panel').getBoundingClientRect().width)";
    let before = browser.number(width)?;
    let (x, y) = browser.middle(&browser.find("separator", "Panel width")?)?;
    browser.drag(&[(x, y), (x - 30.0, y), (x - 60.0, y)])?;
    browser.until_true(&format!("{width} === {}", before + 60.0))?;
    browser.drag(&[(x - 60.0, y), (x - 200.0, y), (x - 500.0, y)])?;
    browser.until_true(&format!("{width} === 520"))?;
    browser.reload()?;
    browser.until_ready()?;
    browser.until_true(&format!("{width} === 520"))
}
