//! `play.opening.*`: openings with swaps, the person or the engine first.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    let swap2 = json!({
        "replies": { "*": ["a1", "c1", "e1", "g1"] },
        "openings": {
            "swap2.place": ["h8", "i9", "i7"],
            "swap2.choose": ["choose take-black"],
            "swap2.place-two": ["g7", "g9"],
            "swap2.choose-side": ["choose take-white"],
        },
    });
    let two_more = json!({
        "replies": { "*": ["a1", "c1", "e1", "g1"] },
        "openings": { "swap2.choose": ["choose place-two"], "swap2.place-two": ["g7", "g9"] },
    });
    let swap_first = json!({
        "replies": { "*": ["a1", "c1", "e1", "g1"] },
        "openings": { "swap-first.place": ["h8"], "swap-first.choose": ["choose take-black"] },
    });
    vec![
        scenario("play.opening.swap2", swap2_engine_first).scripted(swap2.clone()),
        scenario("play.opening.swap2.first", swap2_person_first).scripted(swap2),
        scenario("play.opening.swap2.two-more", swap2_engine_places_two).scripted(two_more),
        scenario("play.opening.swap-first", swap_first_both).scripted(swap_first),
        scenario("play.opening.swap2.engine", swap2_with_engine).with_engine(),
    ]
}

/// Opens the form and starts a game with an opening rule; `engine` is the side that begins or answers.
pub(crate) fn start(browser: &Browser, opening: &str, engine: &str) -> Result<()> {
    crate::play::open_form(browser)?;
    for side in ["black", "white"] {
        let all =
            format!("document.querySelectorAll('fieldset:has(.stone-dot.{side}) [role=radio]')");
        browser.until_true(&format!("{all}.length === 2"))?;
        browser.eval(&format!("{all}[{}].click()", usize::from(side == engine)))?;
    }
    browser.choose("Opening rule", opening)?;
    browser.press("button", "Start")?;
    browser.until_gone("dialog", "New game…")
}

/// The engine puts three stones; the person takes each of the three choices in turn.
fn swap2_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Swap2", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Take Black")?;
    // White, now the engine's, moves next.
    browser.until_stones(4)?;
    browser.until_text("Your move – you are Black")?;

    start(browser, "Swap2", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Stay White and play on")?;
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(5)?;

    start(browser, "Swap2", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Place two more stones and let the other side choose")?;
    browser.until_text("Place two stones: white, then black")?;
    browser.put("g7")?;
    browser.put("g9")?;
    browser.until_text("Tengen takes White.")?;
    let stones = browser.until_stones(6)?;
    ensure!(stones["g7"] == "white" && stones["g9"] == "black", "{stones:?}");
    browser.until_text("Your move – you are Black")
}

/// The person puts three stones; the engine takes Black.
fn swap2_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Swap2", "white")?;
    browser.until_text("Place 3 stones, then the other side chooses")?;
    for point in ["h8", "i9", "i7"] {
        browser.put(point)?;
    }
    browser.until_text("Tengen takes Black.")?;
    let stones = browser.until_stones(3)?;
    ensure!(
        stones["h8"] == "black" && stones["i9"] == "white" && stones["i7"] == "black",
        "{stones:?}"
    );
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(5).map(drop)
}

/// The engine wants two more stones; the person chooses the colour.
fn swap2_engine_places_two(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Swap2", "white")?;
    for point in ["h8", "i9", "i7"] {
        browser.put(point)?;
    }
    browser.until_text("Tengen places two more stones.")?;
    browser.until_stones(5)?;
    browser.press("button", "Take White")?;
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(7).map(drop)
}

fn swap_first_both(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Swap after the first move", "black")?;
    browser.until_stones(1)?;
    browser.press("button", "Stay White and play on")?;
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(3)?;
    start(browser, "Swap after the first move", "white")?;
    browser.until_text("Place the first stone anywhere")?;
    browser.put("h8")?;
    browser.until_text("Tengen takes Black.")?;
    browser.until_text("Your move – you are White")
}

/// The real engine proposes an opening and answers one.
fn swap2_with_engine(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Swap2", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Take Black")?;
    browser.until_stones(4)?;
    start(browser, "Swap2", "white")?;
    for point in ["h8", "h9", "k12"] {
        browser.put(point)?;
    }
    browser.until_true(
        "['Take Black', 'Your move'].some((text) => document.body.innerText.includes(text)) \
         && !document.body.innerText.includes('Tengen is choosing')",
    )
}
