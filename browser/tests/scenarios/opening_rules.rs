//! `play.opening.*` of the rules without a free first move: zones, numbers, fifth moves; the person or the
//! engine first.

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use tengen_browser::{Browser, Stage};

use crate::opening::start;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("play.opening.pro", pro_engine_first).scripted(pro("pro", "k11")),
        scenario("play.opening.pro.first", pro_person_first).scripted(pro("pro", "k11")),
        scenario("play.opening.long-pro", long_pro_both).scripted(pro("long-pro", "l12")),
        scenario("play.opening.rif", rif_engine_first).scripted(rif()),
        scenario("play.opening.rif.first", rif_person_first).scripted(rif()),
        scenario("play.opening.yamaguchi", yamaguchi_engine_first).scripted(yamaguchi()),
        scenario("play.opening.yamaguchi.first", yamaguchi_person_first).scripted(yamaguchi()),
        scenario("play.opening.soosyrv8", soosyrv8_engine_first).scripted(soosyrv8()),
        scenario("play.opening.soosyrv8.first", soosyrv8_person_first).scripted(soosyrv8()),
        scenario("play.opening.taraguchi10", taraguchi10_engine_first).scripted(taraguchi10()),
        scenario("play.opening.taraguchi10.first", taraguchi10_person_first)
            .scripted(taraguchi10()),
        scenario("play.opening.soosyrv8.engine", soosyrv8_with_engine).with_engine(),
    ]
}

/// A script for the engine's part of an opening; after it the engine plays far from the middle.
fn script(openings: &Value) -> Value {
    json!({ "replies": { "*": ["a1", "c1", "e1", "g1"] }, "openings": openings })
}

fn pro(rule: &str, third: &str) -> Value {
    let step = |stones: usize| format!("{rule}.place {stones}");
    script(&json!({ step(0): ["h8"], step(1): ["i9"], step(2): [third] }))
}

fn rif() -> Value {
    script(&json!({
        "rif.place 0": ["h8", "h9", "i10"],
        "rif.place 3": ["h11"],
        "rif.swap": ["choose stay"],
        "rif.offer": ["g7", "j8"],
        "rif.keep": ["choose f8"],
    }))
}

fn yamaguchi() -> Value {
    script(&json!({
        "yamaguchi.place 0": ["h8", "h9", "i10", "3"],
        "yamaguchi.swap": ["choose swap"],
        "yamaguchi.offer": ["g7", "j8", "f6"],
    }))
}

fn soosyrv8() -> Value {
    script(&json!({
        "soosyrv8.place 0": ["h8", "h9", "i10"],
        "soosyrv8.place 3": ["h11", "3"],
        "soosyrv8.swap": ["choose stay"],
        "soosyrv8.offer": ["g7", "j8"],
        "soosyrv8.keep": ["choose f8"],
    }))
}

fn taraguchi10() -> Value {
    let ten = ["choose offer-ten", "g7", "j8", "f6", "j10", "g10", "f9", "k9", "i6", "g5", "j12"];
    script(&json!({
        "taraguchi10.place 0": ["h8"],
        "taraguchi10.place 1": ["h9"],
        "taraguchi10.place 2": ["h10"],
        "taraguchi10.place 3": ["i9"],
        "taraguchi10.swap": ["choose stay"],
        "taraguchi10.swap 5": ["choose swap"],
        "taraguchi10.choose": ten,
    }))
}

/// Presses a point where no stone may lie, and reads why.
fn refused(browser: &Browser, point: &str, why: &str) -> Result<()> {
    let before = browser.stones()?.len();
    browser.press_point(point)?;
    browser.until_text(why)?;
    browser.until_stones(before).map(drop)
}

/// Offers a fifth move and waits for its letter.
fn offer(browser: &Browser, point: &str) -> Result<()> {
    browser.press_point(point)?;
    browser.until_true(&format!("!!document.querySelector('[data-ghost={point}]')"))
}

fn until_offers(browser: &Browser, count: usize) -> Result<()> {
    browser.until_true(&format!("document.querySelectorAll('[data-ghost]').length === {count}"))
}

/// Only a zone is lit.
fn until_zone(browser: &Browser) -> Result<()> {
    browser
        .until_true("!!document.querySelector('.zone-out') && !!document.querySelector('.zone-in')")
}

fn pro_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Pro", "black")?;
    browser.until_stones(1)?;
    browser.until_text("Move 2: place a stone anywhere")?;
    browser.put("b2")?;
    let stones = browser.until_stones(3)?;
    ensure!(stones["k11"] == "black", "{stones:?}");
    browser.until_text("Your move – you are White")
}

fn pro_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Pro", "white")?;
    browser.until_text("Move 1: place a stone in the centre")?;
    until_zone(browser)?;
    refused(browser, "b2", "The stone must lie in the lit part of the board.")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Move 3: place a stone outside the marked square")?;
    until_zone(browser)?;
    refused(browser, "g7", "The stone must lie in the lit part of the board.")?;
    browser.put("k8")?;
    // Ordinary play: the engine answers.
    browser.until_stones(4).map(drop)
}

fn long_pro_both(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Long Pro", "black")?;
    browser.until_stones(1)?;
    browser.put("b2")?;
    browser.until_stones(3)?;
    browser.until_text("Your move – you are White")?;
    start(browser, "Long Pro", "white")?;
    browser.until_text("Move 1: place a stone in the centre")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    refused(browser, "k8", "The stone must lie in the lit part of the board.")?;
    browser.put("l8")?;
    browser.until_stones(4).map(drop)
}

/// The engine opens and offers; the person keeps one by its button.
fn rif_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "RIF", "black")?;
    browser.until_stones(3)?;
    browser.until_text("RIF – step 4")?;
    browser.press("button", "Keep my colour")?;
    browser.put("g10")?;
    until_offers(browser, 2)?;
    browser.until_text("Choose the fifth move that stays")?;
    browser.press("button", "B – J8")?;
    let stones = browser.until_stones(5)?;
    ensure!(stones["j8"] == "black", "{stones:?}");
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(7).map(drop)
}

/// The person opens and offers; a fifth move that is the same by symmetry is refused.
fn rif_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "RIF", "white")?;
    for point in ["h8", "h9", "h10"] {
        browser.put(point)?;
    }
    browser.until_text("Tengen keeps its colour.")?;
    browser.until_stones(4)?;
    browser.until_text("Offer 2 more fifth moves")?;
    offer(browser, "f8")?;
    browser.until_text("Offer one more fifth move")?;
    refused(browser, "j8", "By symmetry this is the same as a fifth move already offered.")?;
    browser.press_point("i9")?;
    browser.until_text("Tengen chooses F8.")?;
    // The fifth move lies, and White has made the sixth.
    let stones = browser.until_stones(6)?;
    ensure!(stones["f8"] == "black" && !stones.contains_key("i9"), "{stones:?}");
    browser.until_text("Your move – you are Black")
}

/// The engine opens and says how many; the person keeps an offer by pressing it on the board.
fn yamaguchi_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Yamaguchi", "black")?;
    browser.until_text("Tengen wants 3 fifth moves.")?;
    browser.until_stones(3)?;
    browser.press("button", "Keep my colour")?;
    browser.put("g10")?;
    until_offers(browser, 3)?;
    browser.press_point("g7")?;
    let stones = browser.until_stones(5)?;
    ensure!(stones["g7"] == "black", "{stones:?}");
    browser.until_text("Your move – you are White")
}

/// The person opens and declares; the engine takes Black.
fn yamaguchi_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Yamaguchi", "white")?;
    for point in ["h8", "h9", "i10"] {
        browser.put(point)?;
    }
    browser.until_text("How many fifth moves shall Black offer?")?;
    browser.press("button", "3")?;
    browser.until_text("Tengen swaps colours.")?;
    browser.until_text("Move 4: place a stone anywhere")?;
    browser.put("g10")?;
    until_offers(browser, 3)?;
    browser.press("button", "C – F6")?;
    browser.until_text("Your move – you are White")
}

fn soosyrv8_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Soosyrv-8", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Keep my colour")?;
    browser.put("g10")?;
    browser.until_text("How many fifth moves shall Black offer?")?;
    browser.press("button", "2")?;
    browser.until_text("Tengen keeps its colour.")?;
    until_offers(browser, 2)?;
    browser.press("button", "A – G7")?;
    let stones = browser.until_stones(5)?;
    ensure!(stones["g7"] == "black", "{stones:?}");
    browser.until_text("Your move – you are White")
}

fn soosyrv8_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Soosyrv-8", "white")?;
    for point in ["h8", "h9", "h10"] {
        browser.put(point)?;
    }
    browser.until_text("Tengen wants 3 fifth moves.")?;
    browser.until_stones(4)?;
    browser.press("button", "Keep my colour")?;
    offer(browser, "f8")?;
    refused(browser, "j8", "By symmetry this is the same as a fifth move already offered.")?;
    offer(browser, "g7")?;
    browser.press_point("i9")?;
    browser.until_text("Tengen chooses F8.")?;
    browser.until_stones(6)?;
    browser.until_text("Your move – you are Black")
}

fn taraguchi10_engine_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Taraguchi-10", "black")?;
    browser.until_stones(1)?;
    browser.press("button", "Keep my colour")?;
    until_zone(browser)?;
    refused(browser, "b2", "The stone must lie in the lit part of the board.")?;
    browser.put("h9")?;
    browser.until_stones(3)?;
    browser.press("button", "Keep my colour")?;
    browser.put("g8")?;
    browser.until_text("Tengen offers ten fifth moves.")?;
    until_offers(browser, 10)?;
    browser.press("button", "J – J12")?;
    let stones = browser.until_stones(5)?;
    ensure!(stones["j12"] == "black", "{stones:?}");
    browser.until_text("Your move – you are White")
}

/// The engine swaps after the fifth move: the person goes on as White.
fn taraguchi10_person_first(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Taraguchi-10", "white")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.press("button", "Keep my colour")?;
    browser.put("i10")?;
    browser.until_stones(4)?;
    browser.until_text("Swap colours, keep yours and play one fifth move, or offer ten")?;
    browser.press("button", "Keep my colour")?;
    until_zone(browser)?;
    browser.put("f6")?;
    browser.until_text("Tengen swaps colours.")?;
    browser.until_text("Your move – you are White")?;
    browser.put("b2")?;
    browser.until_stones(7).map(drop)
}

/// The real engine opens, and answers an opening to its end.
fn soosyrv8_with_engine(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    start(browser, "Soosyrv-8", "black")?;
    browser.until_stones(3)?;
    browser.press("button", "Keep my colour")?;
    browser.put("b2")?;
    browser.press("button", "2")?;
    // It swaps or not, and then one of the two offers fifth moves.
    browser.until_true(
        "document.querySelectorAll('[data-ghost]').length === 2 \
         || document.body.innerText.includes('Offer 2 more fifth moves')",
    )
}
