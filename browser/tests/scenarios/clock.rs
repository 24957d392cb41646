//! `clock.*`: a clock of one's own.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Screen, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("clock.custom", custom).scripted(crate::play::far_away()),
        scenario("clock.custom.phone", phone).on(Screen::SMALL),
    ]
}

/// Fills a field of the form.
fn fill(browser: &Browser, name: &str, value: &str) -> Result<()> {
    let field = browser.find("spinbutton", name)?;
    let write = "function (value) { this.value = value; this.dispatchEvent(new Event('input', { bubbles: true })); }";
    browser.call(&field, write, &[json!(value)]).map(drop)
}

fn until_chosen(browser: &Browser, clock: &str) -> Result<()> {
    browser.until_true(&format!(
        "[...document.querySelectorAll('.start-panel select, .panel select')].some((one) => one.selectedOptions[0]?.text === '{clock}')"
    ))
}

/// Main time and byo-yomi, an increment, a time for each move: each with one's own numbers, remembered, played.
fn custom(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.choose("Clock", "Own clock…")?;
    browser.find("dialog", "Own clock")?;
    until_chosen(browser, "No clock")?;
    // No time at all is refused, with a reason.
    fill(browser, "Main time (minutes)", "0")?;
    fill(browser, "Added after each move (seconds)", "0")?;
    browser.press("button", "Use this clock")?;
    browser.until_text("A clock needs some time")?;
    fill(browser, "Main time (minutes)", "1.5")?;
    fill(browser, "Added after each move (seconds)", "4")?;
    browser.press("button", "Use this clock")?;
    browser.until_gone("dialog", "Own clock")?;
    until_chosen(browser, "1:30 + 0:04")?;
    browser.choose("Clock", "Own clock…")?;
    browser.press("radio", "Byo-yomi")?;
    fill(browser, "One period (seconds)", "7")?;
    fill(browser, "Number of periods", "4")?;
    browser.press("button", "Use this clock")?;
    until_chosen(browser, "1:30 + 4 × 0:07")?;
    browser.choose("Clock", "Own clock…")?;
    browser.press("radio", "Per move")?;
    fill(browser, "Time for each move (seconds)", "75")?;
    browser.press("button", "Use this clock")?;
    until_chosen(browser, "1:15 per move")?;
    // The next visit has it, and the full form too.
    let browser = stage.open("/")?;
    until_chosen(browser, "1:15 per move")?;
    crate::play::open_form(browser)?;
    browser.until_true(
        "[...document.querySelectorAll('dialog select')].some((one) => one.selectedOptions[0]?.text === '1:15 per move')",
    )?;
    browser.press("button", "Start")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_true("[...document.querySelectorAll('[role=timer]')].some((one) => /^1:1\\d$/.test(one.innerText.trim()))")?;
    Ok(())
}

/// The form fits a small phone, and its parts are large enough for a finger.
fn phone(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    if browser.is("!document.querySelector('.levels').checkVisibility()")? {
        browser.press("button", "Open or close the panel")?;
    }
    browser.choose("Clock", "Own clock…")?;
    browser.find("dialog", "Own clock")?;
    let small = browser.text(
        "[...document.querySelectorAll('dialog :is(button, input)')].filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent || one.type).join()",
    )?;
    ensure!(small.is_empty(), "too small: {small}");
    ensure!(browser.is("document.querySelector('dialog').scrollWidth <= innerWidth")?, "too wide");
    Ok(())
}
