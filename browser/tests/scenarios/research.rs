//! `research.*`: the research tools of Analyse.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tengen_browser::{Browser, Key, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("research.solve", solve).with_engine(),
        scenario("research.defend", defend).with_engine(),
        scenario("research.compare", compare).with_engine(),
        scenario("research.balance", balance).with_engine(),
        scenario("research.batch", batch).scripted(slow_positions()),
        scenario("research.log", log).with_engine(),
    ]
}

/// Every position takes a while, so that a job can be seen at work; one never ends.
fn slow_positions() -> Value {
    let said = json!({ "depth": 8, "nodes": 1000, "lines": [{ "moves": "h8i9", "centi": 40 }] });
    json!({ "analysis": {
        "*": [said, { "wait": 1500, "end": "limit" }],
        "o15": [said],
    } })
}

/// Opens an entry of the menu.
fn open_tool(browser: &Browser, name: &str) -> Result<()> {
    browser.press("button", "More")?;
    browser.press("menuitem", "Research tools")?;
    browser.press("menuitem", name)
}

fn rows(browser: &Browser) -> Result<Vec<String>> {
    let text = browser.text(
        "[...document.querySelectorAll('.research-table tbody tr:not(.pv-row)')].map((row) => row.innerText.replace(/\\s+/g, ' ')).join('\\n')",
    )?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// A win by fours, with a limit that is chosen, ends in its explanation.
fn solve(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b")?;
    browser.until_stones(10)?;
    open_tool(browser, "Solve…")?;
    browser.press("radio", "By fours")?;
    browser.until_text("Only fours (VCF)")?;
    browser.press("button", "Start")?;
    browser.until_text("Black: proved win in 5")?;
    browser.until_text("checked")?;
    // A search that finds nothing at once shows its progress and can be stopped.
    browser.key(Key::Escape)?;
    browser.until_gone("region", "Explain")?;
    browser.key(Key::Home)?;
    browser.until_stones(10)?;
    stage.open("/analyse?r=freestyle&n=15&m=h8i9i7g9h9h7")?.until_stones(6)?;
    let browser = &stage.browser;
    open_tool(browser, "Solve…")?;
    browser.press("radio", "Any win")?;
    browser.choose("Time", "10 min")?;
    browser.press("button", "Start")?;
    browser.until_true("document.querySelector('.search-progress progress')")?;
    browser.press("button", "Stop")?;
    browser.until_true("!document.querySelector('.explain')")
}

/// The menu finds the threat and what stops it.
fn defend(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8a1i8c1j8")?;
    browser.until_stones(5)?;
    open_tool(browser, "Defend")?;
    browser.until_text("Black: proved win in 3")?;
    browser.until_text("Hold, proven: G8 K8")
}

/// Two moves on equal terms: the winning one comes first, and a press plays it.
fn compare(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=i8a1j8c1k8e1")?;
    browser.until_stones(6)?;
    open_tool(browser, "Compare moves")?;
    browser.until_text("Pick two to five points on the board.")?;
    browser.press_point("o1")?;
    browser.press_point("h8")?;
    browser.until_true("document.querySelectorAll('[data-candidate]').length === 2")?;
    ensure!(browser.stones()?.len() == 6, "picking put a stone");
    browser.choose("Time for each move", "1 sec")?;
    browser.press("button", "Start")?;
    browser.until_text("Search again")?;
    let found = rows(browser)?;
    ensure!(
        found.len() == 2 && found[0].contains("H8") && found[0].contains("wins in"),
        "{found:?}"
    );
    ensure!(found[1].contains("O1") && !found[1].contains('–'), "{found:?}");
    browser.eval("document.querySelector('.research-table .link').click()")?;
    browser.until_stone("h8")?;
    browser.until_stones(7)?;
    // The table stays, and its points are back with its position.
    ensure!(rows(browser)?.len() == 2, "the table is gone");
    browser.key(Key::Left)?;
    browser.until_true("document.querySelectorAll('[data-candidate]').length === 2")?;
    browser.key(Key::Escape)?;
    browser.until_true("!document.querySelector('.research')")
}

/// Two stones that make one stone even, with their distance; a press puts them.
fn balance(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8")?;
    browser.until_stones(1)?;
    browser.eval("localStorage.setItem('tengen.budget.balance', '2000')")?;
    open_tool(browser, "Balance with two stones")?;
    browser.until_true("document.querySelector('.research-table tbody tr')")?;
    let found = rows(browser)?;
    let distances: Vec<f64> = found
        .iter()
        .filter_map(|row| row.split('±').nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    ensure!(distances.len() == found.len() && distances.is_sorted(), "{found:?}");
    ensure!(distances[0] < 20.0, "{found:?}");
    browser.until_true("document.querySelector('[data-candidate]')")?;
    browser.eval("document.querySelector('.research-table .link').click()")?;
    browser.until_stones(3).map(drop)
}

/// How far the job is, from its chip.
fn done(browser: &Browser) -> Result<f64> {
    browser
        .number("Number(document.querySelector('.job-chip .num')?.textContent.split('/')[0] ?? -1)")
}

/// Presses a button of the dialog, wherever its words have moved it.
fn press_in_dialog(browser: &Browser, name: &str) -> Result<()> {
    let found = format!(
        "[...document.querySelectorAll('.job-list button')].find((one) => one.checkVisibility() \
         && one.innerText.trim() === '{name}')"
    );
    browser.until_true(&found)?;
    browser.eval(&format!("{found}.click()")).map(drop)
}

/// A job fills the graph, pauses, survives a reload, goes on, and another one is stopped.
fn batch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9h9h7g7j10&at=8")?;
    browser.until_stones(8)?;
    open_tool(browser, "Analyse the line in the background")?;
    browser.until_text("The 9 positions of this line")?;
    browser.press("button", "Start")?;
    until("a position is done", || Ok((done(browser)? >= 1.0).then_some(())))?;
    // What is found is in the graph.
    browser.until_true("document.querySelector('svg path.curve')")?;
    browser.eval("document.querySelector('.job-chip').click()")?;
    press_in_dialog(browser, "Pause")?;
    browser.until_text("paused")?;
    let paused = done(browser)?;
    browser.reload()?;
    browser.until_ready()?;
    until("the job is still there", || Ok((done(browser)? == paused).then_some(())))?;
    browser.until_true("document.querySelector('svg path.curve')")?;
    browser.eval("document.querySelector('.job-chip').click()")?;
    press_in_dialog(browser, "Continue")?;
    until("all positions are done", || Ok((done(browser)? == 9.0).then_some(())))?;
    press_in_dialog(browser, "Dismiss")?;
    browser
        .until_true("!document.querySelector('.job-chip') && !document.querySelector('dialog')")?;
    stage.open("/analyse?m=o15")?.until_stones(1)?;
    let browser = &stage.browser;
    open_tool(browser, "Analyse the line in the background")?;
    browser.press("button", "Start")?;
    until("the second job begins", || Ok((done(browser)? >= 0.0).then_some(())))?;
    browser.eval("document.querySelector('.job-chip').click()")?;
    press_in_dialog(browser, "Stop")?;
    browser.until_text("stopped")?;
    press_in_dialog(browser, "Dismiss")?;
    browser.until_true("!document.querySelector('.job-chip')")
}

/// The log has what the engine was asked and what it said.
fn log(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_stones(2)?;
    browser.key(Key::Sign('l'))?;
    browser.until_true("document.querySelector('[data-candidate]')")?;
    browser.key(Key::Sign('l'))?;
    open_tool(browser, "Engine log")?;
    browser.until_true("document.querySelector('.engine-log')?.textContent.includes('> Analysis freestyle 15 h8i9')")?;
    browser.until_true(
        "/ depth \\d+-\\d+ nodes \\d+ /.test(document.querySelector('.engine-log').textContent)",
    )
}
