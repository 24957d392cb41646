//! `known.*`: what the engine knows, in one notation, kept as long as it holds and no longer.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Key, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    let white_wins = json!({ "analysis": { "*": [
        { "depth": 9, "nodes": 2000, "lines": [
            { "moves": "g10f11e12", "wins": 25 }, { "moves": "f10e11", "centi": 30 },
            { "moves": "k10", "loses": 12 } ] },
        { "end": "solved" } ] } });
    let deeper =
        json!({ "analysis": { "*": [ eight_lines(10), { "wait": 1500 }, eight_lines(20) ] } });
    let estimate = json!({ "analysis": { "*": [
        { "depth": 9, "nodes": 2000, "lines": [ { "moves": "g10f11", "centi": 200 } ] },
        { "end": "limit" } ] } });
    let unsorted = json!({ "analysis": { "*": [ { "depth": 9, "nodes": 2000, "lines": [
        { "moves": "g10", "centi": 20 }, { "moves": "f10", "centi": 90 },
        { "moves": "k10", "wins": 9 } ] } ] } });
    let on_threat = json!({ "analysis": { "*": [ { "depth": 9, "nodes": 2000, "lines": [
        { "moves": "j8", "centi": 20 } ] } ] } });
    vec![
        scenario("known.proof", proof).scripted(white_wins),
        scenario("known.deeper", stays).scripted(deeper),
        scenario("known.bar", bar).scripted(estimate.clone()),
        scenario("known.bar.edit", bar_after_edit).scripted(estimate),
        scenario("known.order", order).scripted(unsorted),
        scenario("known.overprint", overprint).scripted(on_threat),
        scenario("known.over", over),
        scenario("known.win-line", win_line),
        scenario("known.impossible", impossible),
        scenario("known.heatmap", heatmap),
    ]
}

fn eight_lines(depth: u32) -> serde_json::Value {
    let moves = ["g10f11", "f10e11", "g6f5", "e8d8", "k10l11", "c3d3", "c4d4", "c5d5"];
    let lines =
        moves.iter().zip(0..).map(|(moves, k)| json!({ "moves": moves, "centi": 90 - 10 * k }));
    json!({ "depth": depth, "nodes": 5000, "lines": lines.collect::<Vec<_>>() })
}

fn colour(browser: &Browser, what: &str, property: &str) -> Result<String> {
    browser.text(&format!("getComputedStyle(document.querySelector({})).{property}", json!(what)))
}

/// A proof names its winner in the same way everywhere and is filled with the winner's colour; estimates
/// are hollow.
fn proof(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_text("White wins in 25")?;
    browser.press("button", "Candidates")?;
    browser.until_true("document.querySelector('.disc.proved.white[data-candidate=g10] text')?.textContent === 'W25'")?;
    browser.until_true("document.querySelector('.line .score').textContent === 'W25'")?;
    browser
        .until_true("document.querySelector('.node[aria-current] .proof').textContent === 'W25'")?;
    browser
        .until_true("document.querySelector('.bar').getAttribute('aria-label').includes('W25')")?;
    browser.until_true(
        "document.querySelectorAll('[data-line=\"3\"] .score')[0].textContent === 'B12'",
    )?;
    ensure!(
        !browser.is("/Win \\d|Loss \\d|#\\d/.test(document.body.innerText)")?,
        "another notation"
    );
    let cell = browser.cell("g10")?;
    ensure!(cell.ends_with("White wins in 25"), "{cell}");
    let white = "rgb(255, 255, 255)";
    ensure!(colour(browser, ".line .score.proved", "backgroundColor")? == white, "not filled");
    ensure!(colour(browser, ".disc.proved .face", "fill")? == white, "the disc is not filled");
    let (face, wood) = (
        colour(browser, ".disc:not(.proved) .face", "fill")?,
        colour(browser, ".seam, .board", "backgroundColor")?,
    );
    ensure!(face == wood, "an estimate is filled: {face} on {wood}");
    let losing = colour(browser, "[data-candidate=k10]", "fill")?;
    ensure!(losing == "rgb(17, 17, 17)", "a lost point has the colour of its winner: {losing}");
    Ok(())
}

/// More lines and other drawings keep the depth that was reached.
fn stays(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_text("depth 20/20")?;
    browser.eval(
        "window.least = 99; new MutationObserver(() => { \
         const depth = /depth (\\d+)/.exec(document.querySelector('.figures').textContent); \
         window.least = Math.min(window.least, depth ? Number(depth[1]) : 0); \
         }).observe(document.querySelector('.figures'), { childList: true, subtree: true, characterData: true })",
    )?;
    browser.key(Key::Sign('c'))?;
    browser.until_true("document.querySelectorAll('[data-candidate]').length === 8")?;
    browser.key(Key::Sign('+'))?;
    browser.until_true("document.querySelectorAll('.line').length === 4")?;
    browser.key(Key::Sign('-'))?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    browser.until_text("depth 20/20")?;
    let least = browser.number("window.least")?;
    ensure!(least >= 20.0, "the depth fell to {least}");
    Ok(())
}

/// What the bar says of itself, for readers of the screen.
const BAR: &str = "document.querySelector('.bar').getAttribute('aria-label')";

fn until_bar_knows(browser: &Browser, known: bool) -> Result<()> {
    let known = if known {
        format!("/\\d/.test({BAR})")
    } else {
        format!("{BAR} === 'Evaluation: not known yet'")
    };
    browser.until_true(&known)
}

/// An analysis that is over, with the engine switched off.
fn searched(stage: &Stage) -> Result<&Browser> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    until_bar_knows(browser, true)?;
    browser.until_text("limit reached")?;
    browser.press("button", "Engine")?;
    Ok(browser)
}

/// The bar forgets the game that is not shown any more.
fn bar(stage: &mut Stage) -> Result<()> {
    let browser = searched(stage)?;
    browser.press("button", "More")?;
    browser.press("menuitem", "New board")?;
    browser.until_stones(0)?;
    until_bar_knows(browser, false)?;
    browser.key(Key::Sign('u'))?;
    until_bar_knows(browser, true)
}

/// The bar forgets what was known before an edit.
fn bar_after_edit(stage: &mut Stage) -> Result<()> {
    let browser = searched(stage)?;
    browser.key(Key::Sign('e'))?;
    browser.until_text("Editing the position")?;
    browser.put("c3")?;
    browser.press("button", "Done")?;
    browser.until_stones(4)?;
    until_bar_knows(browser, false)
}

/// The best line comes first, whatever the search looked at first.
fn order(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.press("button", "Engine")?;
    browser.until_true(
        "[...document.querySelectorAll('.line .pv button:first-child')].map((one) => one.textContent).join() === 'K10,F10,G10'",
    )
}

/// Where a disc is written, the sign of a threat and the marks of a comment go to its corner.
fn overprint(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?n=15&b=f8g8h8i8&w=e8a1a2a4&t=w")?;
    browser.press("button", "Threats")?;
    browser.until_true("document.querySelector('[data-threat=j8] .mark')")?;
    browser.press("button", "Engine")?;
    browser.press("button", "Candidates")?;
    browser.until_true("document.querySelector('.disc[data-candidate=j8]')")?;
    browser.until_true(
        "document.querySelector('[data-threat=j8] .corner') && !document.querySelector('[data-threat=j8] .mark')",
    )
}

/// A finished game is not searched, and nothing says that it is.
fn over(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8a1h9a2h10a3h11a5h12")?;
    browser.until_stones(9)?;
    browser.press("button", "Engine")?;
    browser.until_text("Game over")?;
    browser.until_text("The game is over here")?;
    ensure!(!browser.says("Searching…")?, "a finished game is searched");
    Ok(())
}

/// The line of a win lies under the number of the last stone.
fn win_line(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8a1h9a2h10a3h11a5h12")?;
    browser.until_stones(9)?;
    // The number of the last stone stands over the line of the win.
    browser.until_true("document.querySelector('.win-line')")?;
    ensure!(
        browser.is("Boolean(document.querySelector('.win-line').compareDocumentPosition(document.querySelector('.layer-numbers .number.last')) & 4)")?,
        "the line lies over the number"
    );
    Ok(())
}

/// A position that cannot be does not invite to switch the engine on.
fn impossible(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?n=15&b=c3d3e3f3g3&w=a1a2a3a4&t=w")?;
    browser.until_stones(9)?;
    browser.until_true(
        "/cannot search|over here/.test(document.querySelector('.lines').textContent)",
    )?;
    ensure!(!browser.says("Turn the engine on")?, "it invites to switch the engine on");
    Ok(())
}

/// The heat-map ends where no five reaches, has a legend, and gives way to a line that is looked at.
fn heatmap(stage: &mut Stage) -> Result<()> {
    let painted = |point: &str| {
        format!(
            "(() => {{ const canvas = document.querySelector('.board canvas'); if (canvas.hidden) return false; \
             const size = 15, point = '{point}', unit = canvas.width / (size + 1); \
             const x = (point.charCodeAt(0) - 96) * unit, y = (size + 1 - Number(point.slice(1))) * unit; \
             const data = canvas.getContext('2d').getImageData(x - unit / 3, y - unit / 3, unit / 1.5, unit / 1.5).data; \
             return data.some((value, k) => k % 4 === 3 && value > 0); }})()"
        )
    };
    let browser = stage.open("/analyse?m=c3d4d3c4e3")?;
    browser.key(Key::Sign('c'))?;
    browser.key(Key::Sign('c'))?;
    browser.until_true(&painted("f3"))?;
    for far in ["o15", "h15", "o8", "a15", "o1", "a8", "h1"] {
        ensure!(!browser.is(&painted(far))?, "{far} is painted");
    }
    browser.until_true("document.querySelector('.heat-legend').checkVisibility()")?;
    browser.eval(
        "import(document.querySelector('script[type=module]').src).then(({ app }) => \
         { app.preview.value = [{ point: 'f3', side: 'white', label: '1' }]; })",
    )?;
    browser.until_true("document.querySelector('.board canvas').hidden")
}
