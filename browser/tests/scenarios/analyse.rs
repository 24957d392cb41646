//! `analyse.*`: the engine draws on the board and never adds a stone.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tengen_browser::{Browser, Key, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    let limit = json!({ "analysis": { "*": [ five_lines(), { "end": "limit" } ] } });
    let solved = json!({ "analysis": { "*": [
        { "depth": 9, "nodes": 2000, "lines": [ { "moves": "g10f11e12", "wins": 3 } ] },
        { "end": "solved" } ] } });
    vec![
        scenario("analyse.noplay", noplay).scripted(limit),
        scenario("analyse.lines", lines).scripted(script()),
        scenario("analyse.cancel", cancel).with_engine(),
        scenario("analyse.editor", editor),
        scenario("analyse.proof", proof).scripted(solved),
        scenario("analyse.candidates", candidates).scripted(script()),
        scenario("analyse.heatmap", heatmap),
        scenario("analyse.threats", threats),
        scenario("analyse.limits", limits).with_engine(),
        scenario("analyse.engine", engine).with_engine(),
        scenario("analyse.algorithm", algorithm).with_engine(),
        scenario("analyse.link", link),
    ]
}

fn five_lines() -> Value {
    json!({ "depth": 12, "nodes": 5000, "lines": [
        { "moves": "g10f11g12f13", "centi": 120 }, { "moves": "f10e11e12", "centi": 60 },
        { "moves": "g6f5", "centi": 20 }, { "moves": "e8d8", "centi": -40 },
        { "moves": "k10l11", "centi": -90 } ] })
}

/// Five lines in every position, until it is stopped.
pub(crate) fn script() -> Value {
    json!({ "analysis": { "*": [ five_lines() ] } })
}

fn count(browser: &Browser, what: &str) -> Result<usize> {
    Ok(browser.number(&format!("document.querySelectorAll({}).length", json!(what)))? as usize)
}

fn until_count(browser: &Browser, what: &str, wanted: usize) -> Result<()> {
    until(&format!("there are {wanted} of {what}"), || {
        let seen = count(browser, what)?;
        ensure!(seen == wanted, "there are {seen}");
        Ok(Some(()))
    })
}

/// The switch, a limit, Deeper and off again: not one stone more.
fn noplay(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    let switch = until("there is a switch", || Ok(browser.all("switch")?.into_iter().next()))?;
    browser.press_found(&switch)?;
    browser.until_text("limit reached")?;
    until_count(browser, ".line", 3)?;
    browser.press("button", "Deeper")?;
    browser.until_text("limit reached")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
    ensure!(browser.stones()?.len() == 3, "analysis put a stone");
    ensure!(count(browser, ".node")? == 3, "analysis added to the tree");
    // What was found stays to be read.
    until_count(browser, ".line", 3)
}

/// Where the k-th move of a line is, both from 1.
fn pv_button(browser: &Browser, line: usize, k: usize) -> Result<(f64, f64)> {
    let place = browser.eval(&format!(
        "(() => {{ const box = document.querySelectorAll('[data-line=\"{line}\"] .pv button')[{}]\
         .getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
        k - 1
    ))?;
    Ok((place[0].as_f64().context("no x")?, place[1].as_f64().context("no y")?))
}

/// Presses a button until the number of lines is each of these in turn; the box grows and shrinks with it.
pub(crate) fn lines_until(browser: &Browser, button: &str, counts: &[usize]) -> Result<()> {
    for count in counts {
        browser.press("button", button)?;
        browser.until_text(&format!("{count} line{}", if *count == 1 { "" } else { "s" }))?;
        until_count(browser, ".line", *count)?;
    }
    Ok(())
}

/// One, five and two lines; a move pointed at is shown, the wheel goes on, a click plays it.
fn lines(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    until_count(browser, ".line", 3)?;
    lines_until(browser, "One line fewer", &[2, 1])?;
    until_count(browser, ".line", 1)?;
    lines_until(browser, "One more line", &[2, 3, 4, 5])?;
    until_count(browser, ".line", 5)?;
    lines_until(browser, "One line fewer", &[4, 3, 2])?;
    until_count(browser, ".line", 2)?;
    let (x, y) = pv_button(browser, 1, 2)?;
    browser.hover_at(x, y)?;
    until_count(browser, "[data-ghost]", 2)?;
    browser.wheel_at(x, y, 100.0)?;
    until_count(browser, "[data-ghost]", 3)?;
    browser.wheel_at(x, y, -100.0)?;
    until_count(browser, "[data-ghost]", 2)?;
    browser.wheel_at(x, y, -100.0)?;
    until_count(browser, "[data-ghost]", 1)?;
    let (x, y) = browser.point("b2")?;
    browser.hover_at(x, y)?;
    until_count(browser, "[data-ghost]", 0)?;
    ensure!(browser.stones()?.len() == 3, "a preview put stones");
    browser.key(Key::Sign('1'))?;
    until_count(browser, "[data-ghost]", 4)?;
    browser.key(Key::Escape)?;
    until_count(browser, "[data-ghost]", 0)?;
    let (x, y) = pv_button(browser, 2, 3)?;
    browser.press_at(x, y)?;
    let stones = browser.until_stones(6)?;
    ensure!(
        stones["f10"] == "white" && stones["e11"] == "black" && stones["e12"] == "white",
        "{stones:?}"
    );
    until_count(browser, ".node", 6)
}

/// Many positions in a row: only results of the one that is shown are drawn, and Stop means stop.
fn cancel(stage: &mut Stage) -> Result<()> {
    let tab = stage.browser.tab()?;
    let browser = stage.open("/analyse?m=h8i9i7g9h9h10g8i8f8&at=0")?;
    browser.choose_never()?;
    browser.press("button", "Engine")?;
    for round in 0..50 {
        browser.key(if round % 10 < 7 { Key::Right } else { Key::Left })?;
    }
    browser.key(Key::End)?;
    browser.until_stones(9)?;
    browser.until_true("document.querySelector('.line')")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    let firsts = "[...document.querySelectorAll('.line .pv button:first-child')].map((one) => one.textContent.toLowerCase())";
    let stones = browser.stones()?;
    let shown = browser.eval(firsts)?;
    for point in shown.as_array().context("no list")? {
        let point = point.as_str().unwrap_or_default();
        ensure!(!stones.contains_key(point), "a line of another position is shown: {shown}");
    }
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
    let server = stage.server.id().context("no server")?;
    until_idle(server).context("after Stop")?;
    stage.browser.press("button", "Engine")?;
    stage
        .browser
        .until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    stage.browser.new_tab()?;
    let other = stage.browser.tab()?;
    stage.browser.switch(&tab)?;
    stage.browser.close_tab()?;
    stage.browser.switch(&other)?;
    until_idle(server).context("after the tab was closed")
}

trait Never {
    fn choose_never(&self) -> Result<()>;
}

impl Never for Browser {
    /// No limit of time.
    fn choose_never(&self) -> Result<()> {
        self.press("button", "Engine options")?;
        self.choose("Stop after", "never")?;
        self.press("button", "Engine options")
    }
}

/// Waits for a stretch in which a process used next to no processor time.
fn until_idle(process: u32) -> Result<()> {
    /// Clock ticks a process has used, a hundred to the second.
    fn ticks(process: u32) -> Result<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        let after = stat.rsplit(')').next().unwrap_or_default();
        let part =
            |k: usize| after.split_whitespace().nth(k).and_then(|word| word.parse::<u64>().ok());
        Ok(part(11).context("no time")? + part(12).context("no time")?)
    }
    until("the server rests", || {
        let (before, start) = (ticks(process)?, Instant::now());
        std::thread::sleep(Duration::from_millis(400));
        let used = ticks(process)? - before;
        // A search uses a whole core or more; pings and pongs a fraction of a percent.
        let share = used as f64 / 100.0 / start.elapsed().as_secs_f64();
        ensure!(share < 0.1, "it uses {share:.2} of a core");
        Ok(Some(()))
    })
}

/// Stones of any number, the server's word on them, and the former tree by undo.
fn editor(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_stones(2)?;
    browser.press("button", "Edit")?;
    browser.until_text("Editing the position")?;
    browser.press("button", "Clear board")?;
    browser.until_stones(0)?;
    browser.press("radio", "White")?;
    for point in ["c3", "d3", "e3", "f3"] {
        browser.put(point)?;
    }
    browser.until_text("0 black, 4 white")?;
    browser.until_text("The engine can search this position.")?;
    browser.put("g3")?;
    browser.until_true(
        "/five/i.test(document.querySelector('.legality').textContent) || \
        /over/.test(document.querySelector('.legality').textContent)",
    )?;
    browser.key(Key::Sign('u'))?;
    browser.until_stones(4)?;
    browser.press("button", "Redo")?;
    browser.until_stones(5)?;
    browser.press("radio", "Erase")?;
    browser.press_point("g3")?;
    browser.until_stones(4)?;
    browser.press("button", "Swap colours")?;
    browser.until_true("document.querySelectorAll('.layer-stones .stone.black').length === 4")?;
    browser.press("button", "Done")?;
    browser.until_gone("heading", "Edit position")?;
    let stones = browser.until_stones(4)?;
    ensure!(stones.values().all(|side| side == "black"), "{stones:?}");
    browser.until_true("new URLSearchParams(location.search).get('b') === 'c3d3e3f3'")?;
    browser.key(Key::Sign('u'))?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.contains_key("h8") && stones.contains_key("i9"), "{stones:?}");
    Ok(())
}

/// A proved win never looks like an estimate.
fn proof(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.press("button", "Engine")?;
    browser.until_text("Black wins in 3")?;
    browser.until_text("checked")?;
    browser.until_text("solved")?;
    browser.until_true("document.querySelector('.line .score.proved') && document.querySelector('.bar-black.proved')")?;
    ensure!(!browser.is("[...document.querySelectorAll('.line .score, .figures')].some((one) => one.textContent.includes('%'))")?);
    Ok(())
}

/// Discs for the best points, a double ring for the best, names for those who do not see them.
fn candidates(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    until_count(browser, ".line", 3)?;
    until_count(browser, "[data-candidate]", 1)?;
    browser.press("button", "Candidates")?;
    until_count(browser, ".disc[data-candidate]", 5)?;
    until_count(browser, ".disc .double", 1)?;
    let name = browser.cell("f10")?;
    ensure!(name.starts_with("F10, empty, candidate 2,"), "{name}");
    browser.key(Key::Sign('c'))?;
    browser.key(Key::Sign('c'))?;
    until_count(browser, ".disc", 0)
}

/// What the engine sees at every point, on one canvas, with numbers for the point that is looked at.
fn heatmap(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.key(Key::Sign('c'))?;
    browser.key(Key::Sign('c'))?;
    let painted = "(() => { const canvas = document.querySelector('.board canvas');
        if (canvas.hidden || !canvas.width) return false;
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value, k) => k % 4 === 3 && value > 0); })()";
    browser.until_true(painted)?;
    let (x, y) = browser.point("h9")?;
    browser.hover_at(x, y)?;
    browser
        .until_true("/attack/.test(document.querySelector('.tip:not([hidden])')?.textContent)")?;
    browser.key(Key::Sign('c'))?;
    browser.until_true(&format!("!({painted})"))
}

/// Threats are marked by kind, named in words, and what must be answered is squared.
fn threats(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?n=15&b=f8g8h8i8&w=e8a1a2a4&t=w")?;
    browser.press("button", "Threats")?;
    browser.until_true("document.querySelector('[data-threat=j8]')")?;
    until_count(browser, "[data-threat]", 1)?;
    browser.until_true("document.querySelector('.layer-threats .must')")?;
    let (x, y) = browser.point("j8")?;
    browser.hover_at(x, y)?;
    browser.until_true(
        "/makes five/.test(document.querySelector('.tip:not([hidden])')?.textContent)",
    )?;
    browser.key(Key::Sign('t'))?;
    until_count(browser, "[data-threat]", 0)
}

/// Excluded points are not looked at; an only point is the only one.
fn limits(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    // The cursor of the board starts at the centre; the menu opens where it is.
    browser.key(Key::Sign('b'))?;
    browser.until_true("document.activeElement.dataset.point === 'h8'")?;
    browser.key(Key::Up)?;
    browser.until_true("document.activeElement.dataset.point === 'h9'")?;
    browser.eval(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', \
        { key: 'ContextMenu', bubbles: true, cancelable: true }))",
    )?;
    browser.press("menuitemcheckbox", "Search only this move")?;
    browser.until_text("only H9")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line .pv button')")?;
    let first = "[...document.querySelectorAll('.line .pv button:first-child')].map((one) => one.textContent).join()";
    browser.until_true(&format!("({first}) === 'H9'"))?;
    browser.press("button", "Clear")?;
    until_count(browser, ".chips", 0)?;
    until_count(browser, ".line", 3)
}

/// The real engine gives three lines, fills the bar and the graph, and stops.
fn engine(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    until_count(browser, ".line", 3)?;
    browser
        .until_true("/depth \\d+\\/\\d+/.test(document.querySelector('.figures').textContent)")?;
    browser.until_true("/\\d/.test(document.querySelector('.bar').getAttribute('aria-label'))")?;
    browser.until_true("document.querySelector('.graph path.curve, .graph .spot')")?;
    browser.key(Key::Escape)?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
    browser.press("button", "If I pass: what would the other side play?")?;
    browser.press("button", "Engine")?;
    browser.until_text("If you pass")?;
    ensure!(browser.stones()?.len() == 3, "analysis put a stone");
    Ok(())
}

/// The gear offers both searches and all levels of the search for forced wins, and remembers them.
fn algorithm(stage: &mut Stage) -> Result<()> {
    let chosen = "[...document.querySelectorAll('.gear select')].map((one) => one.selectedOptions[0].text).join()";
    let says = |words: &str| format!("({chosen}).includes('{words}')");
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine options")?;
    browser.until_true(&says("Alpha-beta"))?;
    browser.press("button", "Engine")?;
    until_count(browser, ".line", 3)?;
    browser.choose("Algorithm", "MCTS")?;
    for level in ["off", "fast", "medium", "thorough"] {
        browser.choose("Forced-win search", level)?;
        browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
        until_count(browser, ".line", 3)?;
    }
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine options")?;
    browser.until_true(&says("MCTS"))?;
    browser.until_true(&says("thorough"))?;
    ensure!(browser.stones()?.len() == 3, "analysis put a stone");
    Ok(())
}

/// A link restores the view; the address follows; Back goes to the page before, not the stone before.
fn link(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("link", "Analyse")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.put("h8")?;
    browser.put("i9")?;
    browser.until_true("new URLSearchParams(location.search).get('m') === 'h8i9'")?;
    browser.key(Key::Left)?;
    browser.until_true("new URLSearchParams(location.search).get('at') === '1'")?;
    let address = browser.text("location.pathname + location.search")?;
    browser.eval("history.back()")?;
    browser.until_true("document.querySelector('main').dataset.page === 'play'")?;
    let browser = stage.open(&address)?;
    browser.until_stones(1)?;
    browser.key(Key::End)?;
    browser.until_stones(2)?;
    let browser = stage.open("/analyse?r=renju&n=9&b=a1&w=b2&t=w&m=c3")?;
    let stones = browser.until_stones(3)?;
    ensure!(
        stones["a1"] == "black" && stones["b2"] == "white" && stones["c3"] == "white",
        "{stones:?}"
    );
    browser.until_text("Renju 9×9")
}
