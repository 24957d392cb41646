//! Makes `docs/app.png`, the picture of the README: Analyse with the engine at work on a nice position.
//!
//! `./test picture`

use std::sync::Arc;

use anyhow::Result;
use tengen_browser::{Driver, Engine, Key, Places, Screen, Stage, repository};

/// A renju game in its thirteenth move, with a branch that was not played.
const GAME: &str = "/analyse?r=renju&n=15&m=h8h9j9i8g9i9i7j6g10g7f11h6";

fn main() -> Result<()> {
    let places = Places::look()?;
    let driver = Arc::new(Driver::start(&places)?);
    let stage = Stage::set("picture", &places, &driver, Screen::DESKTOP, &Engine::Real)?;
    let browser = stage.open("/")?;
    browser.eval(
        "localStorage.setItem('tengen.settings', JSON.stringify({ changed: Date.now(), values: \
         { numbers: 'all', candidates: 'discs', candidatesSeen: true, candidateCount: 5, appearance: 'light' } }))",
    )?;
    let browser = stage.open(GAME)?;
    browser.until_stones(12)?;
    // The graph wants some positions behind it.
    browser.key(Key::Sign('l'))?;
    for _ in 0..7 {
        browser.key(Key::Left)?;
        browser.until_true("document.querySelectorAll('.line').length === 3")?;
        browser.until_true(
            "Number(/depth (\\d+)/.exec(document.querySelector('.figures').textContent)?.[1]) >= 8",
        )?;
    }
    browser.key(Key::End)?;
    browser.until_stones(12)?;
    browser.until_true(
        "document.querySelectorAll('.line').length === 3 && \
         Number(/depth (\\d+)/.exec(document.querySelector('.figures').textContent)?.[1]) >= 12",
    )?;
    let path = repository().join("docs/app.png");
    std::fs::write(&path, browser.picture()?)?;
    println!("{}", path.display());
    stage.check_quiet()
}
