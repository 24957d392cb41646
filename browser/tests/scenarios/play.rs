//! `play.*`: a game from the first click to the last stone.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("play.first", first).with_engine(),
        scenario("play.full", full).scripted(far_away()),
        scenario("play.undo", undo).with_engine(),
        scenario("play.forbidden", forbidden),
        scenario("play.hint", hint).with_engine(),
        scenario("play.resume", resume).scripted(far_away()),
        scenario("play.resign", resign).scripted(far_away()),
        scenario("play.clock", clock).scripted(far_away()),
        scenario("play.watch", watch).with_engine(),
        scenario("play.algorithm", algorithm).with_engine(),
        scenario("play.book", book).with_engine(),
        scenario("play.certificate", certificate).with_engine(),
        scenario("play.fast", fast),
        scenario("play.go-on", go_on).scripted(far_away()),
    ]
}

/// An opponent who plays along the edge and lets anybody win.
pub(crate) fn far_away() -> serde_json::Value {
    json!({ "replies": { "*": ["a1", "c1", "e1", "g1", "i1", "k1", "m1", "a15", "c15", "e15"] } })
}

/// How many moves the list shows.
fn listed(browser: &Browser) -> Result<f64> {
    browser.number("document.querySelectorAll('.moves [data-ply]').length")
}

/// One click starts a game, another puts a stone, and the engine answers.
fn first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    // The level says how strong it is, with the error.
    browser.until_true(r"/about \d+ ± \d+ on Tengen.s scale/.test(document.body.textContent)")?;
    browser.press("button", "Play Black")?;
    browser.press_point("h8")?;
    let stones = browser.until_stones(2)?;
    ensure!(stones.get("h8").is_some_and(|side| side == "black"), "{stones:?}");
    ensure!(stones.values().any(|side| side == "white"), "{stones:?}");
    browser.until_true("document.querySelectorAll('.moves [data-ply]').length === 2")?;
    ensure!(browser.cell("h8")? == "H8, black stone, move 1", "{}", browser.cell("h8")?);
    browser.until_true(
        "/White plays [A-O]\\d+/.test(document.querySelector('#assertive').textContent)",
    )?;
    browser.until_text("Your move")
}

/// A whole game to five: the result, the winning line, the game among the saved ones.
fn full(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("radio", "1")?;
    browser.press("button", "Play Black")?;
    for (index, point) in ["h8", "i8", "j8", "k8"].into_iter().enumerate() {
        browser.put(point)?;
        browser.until_stones(2 * index + 2)?;
        browser.until_text("Your move")?;
    }
    browser.put("l8")?;
    browser.until_text("You win – five in a row")?;
    browser.until_true("document.querySelectorAll('.win-line').length === 1")?;
    ensure!(listed(browser)? == 9.0, "{}", listed(browser)?);
    browser.press_point("b2")?;
    browser.until_text("The game is over.")?;
    ensure!(browser.stones()?.len() == 9, "a stone came after the end");
    browser.press("button", "Previous move")?;
    browser.until_stones(8)?;
    browser.find("button", "Rematch")?;
    browser.press("link", "Games")?;
    browser.until_text("Black wins")?;
    browser.until_text("9 moves")
}

/// Undo takes back the move and the reply, or the move that is being thought about.
fn undo(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.choose("Clock", "3 minutes + 2 s")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    browser.press("button", "Undo")?;
    browser.until_stones(0)?;
    ensure!(listed(browser)? == 0.0, "moves are still listed");
    // Whether the engine still thinks or has just answered, one press leaves the board as it was.
    browser.put("g7")?;
    browser.press("button", "Undo")?;
    browser.until_stones(0)?;
    browser.until_text("Your move")?;
    browser.until_true(
        "document.querySelector('[role=grid]').getAttribute('aria-label').includes('Black to move, move 0')",
    )?;
    ensure!(browser.all("timer")?.len() >= 2, "the clocks are gone");
    browser.until_true("document.querySelector('.tools').innerText.includes('Undo')")?;
    browser.put("h8")?;
    browser.until_stones(2).map(drop)
}

/// Forbidden points are marked, refused and explained; a false three is none.
fn forbidden(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    open_form(browser)?;
    two_people(browser)?;
    browser.choose("Rule", "Renju")?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")?;
    for point in ["g8", "a1", "i8", "c1", "h7", "e1", "h9", "a3"] {
        browser.put(point)?;
    }
    browser.until_true("document.querySelector('[data-foul=h8]')")?;
    ensure!(browser.cell("h8")? == "H8, empty, forbidden: double three", "{}", browser.cell("h8")?);
    browser.press_point("h8")?;
    browser.until_text("Forbidden for Black: double three")?;
    browser
        .until_true("document.querySelector('#assertive').textContent.includes('double three')")?;
    browser.press("button", "Why?")?;
    browser.until_text("three G8 H8 I8")?;
    browser.until_text("three H7 H8 H9")?;
    ensure!(browser.stones()?.len() == 8, "the forbidden stone was put");
    let cases = [
        ("b=e8f8g8h5h6h7&w=a1a3a5c1c3&t=b", "h8", "double four"),
        ("b=c3d3e3g3h3&w=a1a5c9c11&t=b", "f3", "overline"),
    ];
    for (setup, point, kind) in cases {
        let browser = stage.open(&format!("/analyse?r=renju&n=15&{setup}"))?;
        browser.until_true(&format!("document.querySelector('[data-foul={point}]')"))?;
        let wanted = format!("{}, empty, forbidden: {kind}", point.to_uppercase());
        ensure!(browser.cell(point)? == wanted, "{}", browser.cell(point)?);
        browser.press_point(point)?;
        browser.until_text(&format!("Forbidden for Black: {kind}"))?;
    }
    let browser = stage.open("/analyse?r=renju&n=15&b=g8i8h7h9&w=f8a1c1e1&t=b")?;
    browser.put("h8")?;
    ensure!(browser.stones()?.len() == 9, "a false three was counted");
    Ok(())
}

/// Opens the full form, before the first game or during one.
pub(crate) fn open_form(browser: &Browser) -> Result<()> {
    let button = tengen_browser::until("there is a way to the form", || {
        let names = ["More options…", "New game…"];
        let mut there =
            names.into_iter().filter(|name| browser.has("button", name).unwrap_or(false));
        Ok(there.next())
    })?;
    browser.press("button", button)?;
    browser.find("dialog", "New game…").map(drop)
}

/// Two people at one device.
pub(crate) fn two_people(browser: &Browser) -> Result<()> {
    for side in ["black", "white"] {
        let chosen =
            format!("document.querySelector('fieldset:has(.stone-dot.{side}) [role=radio]')");
        browser.until_true(&chosen)?;
        browser.eval(&format!("{chosen}.click()"))?;
    }
    Ok(())
}

/// Three presses: an area, the point, the point with its line.
fn hint(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    browser.press("button", "Hint")?;
    browser.until_true(
        "document.querySelector('.hint-area') && !document.querySelector('.hint-point')",
    )?;
    browser.press("button", "Hint")?;
    browser.until_true("document.querySelector('.hint-point')")?;
    browser.press("button", "Hint")?;
    browser.until_true("document.querySelectorAll('[data-ghost]').length > 0")?;
    ensure!(browser.stones()?.len() == 2, "a hint put a stone");
    Ok(())
}

/// A reload, and a second look later, find the game as it was.
fn resume(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play White")?;
    browser.until_stones(1)?;
    browser.put("h8")?;
    browser.until_stones(3)?;
    browser.reload()?;
    browser.until_ready()?;
    browser.until_stones(3)?;
    browser.until_text("Your move")?;
    browser.press("link", "Games")?;
    browser.until_text("Unfinished")?;
    browser.press("link", "Play")?;
    browser.put("h9")?;
    browser.until_stones(5).map(drop)
}

fn resign(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.press("button", "Resign")?;
    browser.find("dialog", "Resign this game?")?;
    browser.key(tengen_browser::Key::Escape)?;
    browser.until_gone("dialog", "Resign this game?")?;
    ensure!(!browser.says("resigned")?, "Escape resigned");
    browser.press("button", "Resign")?;
    let dialog = browser.find("dialog", "Resign this game?")?;
    browser.call(&dialog, "function () { this.querySelector('.primary').click(); }", &[])?;
    browser.until_text("Tengen (White) wins – Black resigned")
}

/// The clock of the side to move runs, and stands still while a dialog is open.
fn clock(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.choose("Clock", "10 minutes + 5 s")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    let black =
        "[...document.querySelectorAll('[role=timer]')].map((one) => one.innerText).join(' ')";
    let before = browser.text(black)?;
    browser.until_true(&format!("({black}) !== {}", json!(before)))?;
    browser.press("button", "Resign")?;
    browser.find("dialog", "Resign this game?")?;
    browser.key(tengen_browser::Key::Escape)?;
    browser.until_gone("dialog", "Resign this game?")
}

/// Engine against engine, watched: pause, one move, go on.
fn watch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    open_form(browser)?;
    for side in ["black", "white"] {
        let all =
            format!("document.querySelectorAll('fieldset:has(.stone-dot.{side}) [role=radio]')");
        browser.until_true(&format!("{all}.length === 2"))?;
        browser.eval(&format!("{all}[1].click()"))?;
    }
    browser.press("button", "Start")?;
    browser.until_true("document.querySelectorAll('.layer-stones .stone').length >= 2")?;
    browser.press("button", "Pause")?;
    browser.until_text("Paused")?;
    let before = browser.stones()?.len();
    browser.press("button", "Step")?;
    browser.until_stones(before + 1)?;
    browser.press("button", "Resume")?;
    let more = format!("document.querySelectorAll('.layer-stones .stone').length > {}", before + 1);
    browser.until_true(&more)
}

/// The form gives each engine its level, its algorithm and its search for forced wins; the game shows and the form remembers them.
fn algorithm(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    open_form(browser)?;
    let lists = "[...document.querySelectorAll('.seat select')].map((one) => one.selectedOptions[0].text).join()";
    browser.until_true(&format!("({lists}).endsWith(',Alpha-beta,Thorough')"))?;
    browser.choose("Algorithm", "MCTS")?;
    browser.choose("Forced-win search", "Off")?;
    browser.choose("Level", "1 Newcomer")?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")?;
    browser.until_text("Level 1, MCTS")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    let browser = stage.open("/")?;
    browser.until_text("Level 1, MCTS")?;
    open_form(browser)?;
    browser.until_true(&format!("({lists}) === '1 Newcomer,MCTS,Off'"))
}

/// Level 10 opens from the book and says so; the settings switch that off, for a game under way too.
fn book(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    open_form(browser)?;
    browser.choose("Level", "10 Full strength")?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Level 10, from the opening book")?;
    browser.press("link", "Settings")?;
    let switch = tengen_browser::until("there is a switch for the book", || {
        let all = browser.all("switch")?;
        Ok(all.into_iter().find(|one| one.name.contains("opening book")))
    })?;
    browser.press_found(&switch)?;
    browser.press("link", "Play")?;
    browser.until_text("Level 10, from the opening book")?;
    browser.press("button", "Undo")?;
    browser.until_stones(0)?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    ensure!(!browser.says("opening book")?, "it was switched off");
    Ok(())
}

/// Black at full strength plays by the certificates of the first player's win and says so; where there is none
/// it says that its moves come from search.
fn certificate(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("radio", "10")?;
    browser.press("button", "Play White")?;
    let stones = browser.until_stones(1)?;
    ensure!(stones.contains_key("h8"), "{stones:?}");
    ensure!(!browser.says("Black wins, proven")?, "White has not replied yet");
    browser.put("b1")?;
    browser.until_text("Black wins, proven")?;
    // The moves of a certificate need no search: some more pairs come at once.
    for (pair, reply) in ["o1", "o15", "a15"].into_iter().enumerate() {
        browser.until_stones(2 * pair + 3)?;
        browser.until_text("Your move")?;
        browser.put(reply)?;
        browser.until_text("Black wins, proven")?;
    }
    browser.until_stones(9)?;
    let browser = stage.open("/analyse?m=h8b1")?;
    browser.until_text("Black wins, proven")?;
    let browser = stage.open("/analyse?m=h8b1a1")?;
    browser.until_stones(3)?;
    browser.until_true("!document.querySelector('.certificate')")?;
    // A reply beside the first stone: said to be open until it is settled.
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_true("document.querySelector('.certificate')")?;
    let is_open = browser.says("the moves come from search")?;
    ensure!(is_open != browser.says("Black wins, proven")?, "it is either open or proven");
    Ok(())
}

/// Two people who do not wait for the server lose no stone.
fn fast(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    open_form(browser)?;
    two_people(browser)?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")?;
    browser.until_text("Black to move")?;
    let points = ["h8", "i9", "h9", "i8", "h7", "i10"];
    let places: Vec<_> = points.iter().map(|point| browser.point(point)).collect::<Result<_>>()?;
    for (x, y) in places {
        browser.press_at(x, y)?;
    }
    let stones = browser.until_stones(6)?;
    for (index, point) in points.into_iter().enumerate() {
        let side = if index % 2 == 0 { "black" } else { "white" };
        ensure!(stones.get(point).is_some_and(|one| one == side), "{stones:?}");
    }
    browser.until_true("document.querySelectorAll('.moves [data-ply]').length === 6")?;
    browser.until_true("!document.querySelector('.stone.pending')")?;
    ensure!(!browser.says("Not your turn")?, "a stone was refused");
    Ok(())
}

/// A game that was left for another is gone on with from the list.
fn go_on(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    // Fewer than five stones are no game that is kept.
    for (point, stones) in [("h8", 2), ("i9", 4), ("h10", 6)] {
        browser.put(point)?;
        browser.until_stones(stones)?;
        browser.until_text("Your move")?;
    }
    open_form(browser)?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")?;
    browser.until_stones(0)?;
    browser.press("link", "Games")?;
    browser.until_true("document.querySelectorAll('.game').length === 1")?;
    let row = browser.all("button")?.into_iter().find(|one| one.name.contains("6 moves"));
    browser.press_found(&row.ok_or_else(|| anyhow::anyhow!("the game is not listed"))?)?;
    browser.press("button", "Continue playing")?;
    browser.until_stones(6)?;
    browser.until_text("Your move")?;
    browser.put("g7")?;
    let stones = browser.until_stones(8)?;
    ensure!(stones.contains_key("h8") && stones.contains_key("i9"), "{stones:?}");
    Ok(())
}
