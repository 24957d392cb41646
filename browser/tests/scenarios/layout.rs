//! `layout.*`: the board is first, square, in view, and stays where it is.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tengen_browser::{Browser, Key, Screen, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("layout.board", board),
        scenario("layout.narrow", narrow).on(Screen::SMALL).scripted(crate::analyse::script()),
        scenario("layout.still", still).scripted(crate::analyse::script()),
        scenario("layout.still-phone", still_phone)
            .on(Screen::PHONE)
            .scripted(crate::analyse::script()),
        scenario("layout.header", header).on(Screen::SMALL),
        scenario("layout.puzzle-head", puzzle_head).on(Screen::SMALL),
        scenario("layout.resize", resize),
        scenario("layout.zoom", zoom),
    ]
}

/// Pages of the app with something on them.
pub(crate) const PAGES: [&str; 7] =
    ["/", "/analyse?m=h8i9i7g9", "/games", "/settings", "/help", "/help/api", "/no/such/page"];

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

fn place(browser: &Browser) -> Result<Place> {
    let place = browser.eval(
        "(() => { const box = document.querySelector('.board').getBoundingClientRect(); \
         return [box.left, box.top, box.width, box.height]; })()",
    )?;
    let part = |k: usize| place[k].as_f64().context("no number");
    Ok(Place { left: part(0)?, top: part(1)?, width: part(2)?, height: part(3)? })
}

/// The board is square and wholly in the window.
fn check_board(browser: &Browser, screen: Screen, page: &str) -> Result<()> {
    let Place { left, top, width, height } = place(browser)?;
    let what = format!("{page} at {screen}: {left} {top} {width} {height}");
    ensure!((width - height).abs() <= 1.0, "the board is not square on {what}");
    let (right, bottom) = (left + width, top + height);
    let inside = left >= 0.0 && top >= 0.0;
    let inside = inside && right <= f64::from(screen.width) && bottom <= f64::from(screen.height);
    ensure!(inside, "the board is not in view on {what}");
    let share = width / f64::from(screen.width.min(screen.height));
    ensure!(share >= 0.6, "the board is small on {what}");
    check_width(browser, screen, page)
}

/// Nothing makes the page wider than the window.
pub(crate) fn check_width(browser: &Browser, screen: Screen, page: &str) -> Result<()> {
    let wide = browser.text(
        "(() => { const width = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= width && document.body.scrollWidth <= width) return '';
            const out = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > width + 1);
            return out.slice(0, 5).map((one) => one.outerHTML.slice(0, 120)).join(' | ') || 'something'; })()",
    )?;
    ensure!(wide.is_empty(), "{page} is wider than {screen}: {wide}");
    let panel = browser.text(
        "(() => { const panel = document.querySelector('.panel-body');
            if (!panel || panel.scrollWidth <= panel.clientWidth) return '';
            const edge = panel.getBoundingClientRect().left + panel.clientWidth;
            const out = [...panel.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge + 1);
            const full = [...panel.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline');
            return [...out, ...full].slice(0, 6).map((one) => one.outerHTML.slice(0, 120)).join(' | ') || 'something'; })()",
    )?;
    ensure!(panel.is_empty(), "the panel of {page} scrolls sideways at {screen}: {panel}");
    Ok(())
}

fn board(stage: &mut Stage) -> Result<()> {
    for screen in Screen::ALL {
        stage.browser.resize(screen)?;
        for theme in ["light", "dark"] {
            stage.browser.prefer("prefers-color-scheme", theme)?;
            for page in ["/", "/analyse?m=h8i9i7g9"] {
                let browser = stage.open(page)?;
                browser
                    .until_true(&format!("document.documentElement.dataset.theme === '{theme}'"))?;
                check_board(browser, screen, page)?;
            }
        }
    }
    Ok(())
}

/// No page scrolls sideways at 320 pixels, nor in landscape.
fn narrow(stage: &mut Stage) -> Result<()> {
    let landscape = Screen { width: 740, height: 360, touch: true };
    for screen in [Screen::SMALL, landscape] {
        stage.browser.resize(screen)?;
        for page in PAGES {
            let browser = stage.open(page)?;
            check_width(browser, screen, page)?;
            // Lists and forms take the place of the board.
            if !["/", "/analyse?m=h8i9i7g9"].contains(&page) {
                let tall = "document.querySelector('.panel-body').innerText.trim() && \
                    document.querySelector('.panel-body').clientHeight > innerHeight / 2";
                browser.until_true(tall)?;
            }
        }
        let browser = stage.open("/analyse?m=h8i9i7")?;
        browser.press("button", "Engine")?;
        browser.until_true("document.querySelector('.line')")?;
        check_width(browser, screen, "the engine box")?;
        browser.press("button", "Engine")?;
    }
    Ok(())
}

/// Panels, lines, notes and dialogs come and go; the board does not move.
fn still(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    let before = place(browser)?;
    let unmoved = |what: &str| -> Result<()> {
        let now = place(browser)?;
        ensure!(now == before, "{what} moved the board: {before:?} {now:?}");
        Ok(())
    };
    browser.key(Key::Sign('l'))?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    unmoved("the engine")?;
    browser.press("button", "Engine options")?;
    browser.find("combobox", "Stop after")?;
    unmoved("the gear")?;
    crate::analyse::lines_until(browser, "One more line", &[4, 5])?;
    unmoved("more lines")?;
    browser.key(Key::Sign('t'))?;
    browser.key(Key::Sign('n'))?;
    browser.until_true("document.querySelector('.note')")?;
    unmoved("a note")?;
    browser.press("button", "Edit")?;
    browser.find("heading", "Edit position")?;
    unmoved("the editor")?;
    browser.press("button", "Cancel")?;
    for page in ["Settings", "Games", "Play", "Analyse"] {
        browser.press("link", page)?;
        let name = page.to_lowercase();
        browser.until_true(&format!("document.querySelector('main').dataset.page === '{name}'"))?;
        unmoved(page)?;
    }
    Ok(())
}

/// On a phone the sheet opens half without covering or moving the board.
fn still_phone(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    browser.until_stones(4)?;
    check_board(browser, Screen::PHONE, "/analyse")?;
    let before = place(browser)?;
    for tab in ["Moves", "Graph", "Lines"] {
        browser.press("button", tab)?;
        ensure!(place(browser)? == before, "the tab {tab} moved the board");
    }
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line')")?;
    ensure!(place(browser)? == before, "the engine moved the board");
    let covered = "(() => { const box = document.querySelector('.board').getBoundingClientRect();
        const seen = document.elementFromPoint(box.left + box.width / 2, box.bottom - 8);
        return !document.querySelector('.board').contains(seen); })()";
    ensure!(!browser.is(covered)?, "the sheet covers the board");
    Ok(())
}

/// Another size of the window loses neither the position nor the panel.
fn resize(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9&at=2")?;
    browser.until_stones(2)?;
    for screen in [Screen::PHONE, Screen::LARGE, Screen::TABLET, Screen::DESKTOP] {
        browser.resize(screen)?;
        browser.until_true(&format!("innerWidth === {}", screen.width))?;
        browser.until_stones(2)?;
        check_board(browser, screen, "/analyse")?;
        let page: Value = browser.eval("document.querySelector('main').dataset.page")?;
        ensure!(page == json!("analyse"), "{page}");
    }
    Ok(())
}

/// Text of 150 % and a window as small as 400 % zoom makes a laptop's keep everything reachable.
fn zoom(stage: &mut Stage) -> Result<()> {
    let screen = Screen { width: 342, height: 192 * 3, touch: false };
    stage.browser.resize(screen)?;
    for page in PAGES {
        let browser = stage.open(page)?;
        browser.eval("document.documentElement.style.fontSize = '150%'")?;
        check_width(browser, screen, page)?;
    }
    Ok(())
}

/// On a small phone a long name of a rule pushes no button out of the window.
fn header(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=caro-exact&n=15&m=h8")?;
    browser.until_stones(1)?;
    browser.until_true(
        "[...document.querySelectorAll('.top button, .top a')].filter((one) => one.checkVisibility()).every((one) => one.getBoundingClientRect().right <= innerWidth)",
    )
}

/// On a small phone what a puzzle asks stands beside the handle of the sheet, not under it.
fn puzzle_head(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/puzzles")?;
    browser.until_true("document.querySelector('.puzzle-prompt')")?;
    browser.until_true(
        "(() => { const handle = document.querySelector('.sheet-handle').getBoundingClientRect(); \
         const range = document.createRange(); range.selectNodeContents(document.querySelector('.puzzle-prompt')); \
         return [...range.getClientRects()].every((box) => box.right <= handle.left || box.left >= handle.right || \
           box.bottom <= handle.top || box.top >= handle.bottom); })()",
    )
}
