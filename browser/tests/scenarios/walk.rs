//! `walk.*`: what a walk through the app found, where no other group has it.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Key, Screen, Stage, until};

use crate::languages::module;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    let swap2 = json!({
        "replies": { "*": ["a1", "c1"] },
        "openings": { "swap2.place": ["h8", "i9", "i7"], "swap2.choose-side": ["choose take-white"] },
    });
    let line = json!({ "replies": { "*": ["a1 h9 c1 h10", "c1"] } });
    vec![
        scenario("walk.record", record),
        scenario("walk.record.phone", record_on_phone).on(Screen::PHONE),
        scenario("walk.offline", offline).scripted(crate::play::far_away()),
        scenario("walk.offline.phone", offline_on_phone).on(Screen::PHONE),
        scenario("walk.offline.move", offline_move).scripted(crate::play::far_away()),
        scenario("walk.offline.page", offline_page),
        scenario("walk.short-game", short_game).scripted(crate::play::far_away()),
        scenario("walk.first-tap", first_tap).on(Screen::SMALL),
        scenario("walk.paste", paste),
        scenario("walk.words", words),
        scenario("walk.words.zh", words_in_chinese),
        scenario("walk.hint", hint).scripted(line),
        scenario("walk.commands", commands),
        scenario("walk.editor", editor),
        scenario("walk.editor.engine", engine_after_editor).scripted(crate::analyse::script()),
        scenario("walk.progress", progress),
        scenario("walk.help", help),
        scenario("walk.swap2", swap2_card).scripted(swap2.clone()),
        scenario("walk.swap2.stones", swap2_stones).scripted(swap2),
        scenario("walk.end", end).scripted(crate::play::far_away()),
        scenario("walk.end.primary", end_primary).scripted(crate::play::far_away()),
        scenario("walk.end.phone", end_primary).scripted(crate::play::far_away()).on(Screen::PHONE),
    ]
}

/// Opens a record with everything that a file may say of a game.
fn open_record(browser: &Browser) -> Result<()> {
    let record = json!({
        "size": 15, "rule": "renju", "black": "Nakamura", "white": "Sushkov", "event": "World Championship",
        "round": "3", "date": "2001-08-04", "ending": { "white": "resignation" },
        "nodes": [ {}, { "side": "black", "move": "h8" }, { "side": "white", "move": "i9", "comment": "The usual answer." } ],
    });
    browser.eval(&format!("{}.then(({{ app }}) => app.analyse({record}))", module("main.js")))?;
    browser.until_stones(2).map(drop)
}

/// Players, event, result and comments are there to be read.
fn record(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse")?;
    open_record(browser)?;
    for text in [
        "Nakamura",
        "Sushkov",
        "World Championship, 3",
        "2001-08-04",
        "White wins – Black resigned",
    ] {
        browser.until_text(text)?;
    }
    browser.until_text("The usual answer.")?;
    // Also with the keyboard alone.
    browser.until_true("document.querySelector('.comment-text').tabIndex === 0")?;
    browser.key(Key::Left)?;
    browser.until_true("!document.querySelector('.comment-text')")
}

/// The same with a finger: the strip over the board leads to the comment.
fn record_on_phone(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse")?;
    open_record(browser)?;
    browser.press("button", "✎ Comment")?;
    browser.until_true("document.querySelector('.comment-text').checkVisibility()")?;
    browser.until_true("document.querySelector('.game-header').checkVisibility()")
}

/// Whether the band lies over an element.
fn covers(browser: &Browser, what: &str) -> Result<bool> {
    browser.is(&format!(
        "(() => {{ const band = document.querySelector('.band').getBoundingClientRect(); \
         return [...document.querySelectorAll({})].filter((one) => one.checkVisibility()).some((one) => {{ const box = one.getBoundingClientRect(); \
         return box.left < band.right && box.right > band.left && box.top < band.bottom && box.bottom > band.top; }}); }})()",
        json!(what)
    ))
}

/// A game against an engine that has answered once, and a server that is gone.
fn lose_server(stage: &mut Stage) -> Result<()> {
    crate::errors::expect_loss(stage);
    stage.expect("Failed to load resource");
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    stage.server.kill();
    stage.browser.until_text("Connection to Tengen lost")
}

/// Without a server the band covers neither navigation nor board.
fn offline(stage: &mut Stage) -> Result<()> {
    lose_server(stage)?;
    ensure!(
        !covers(&stage.browser, "nav a, .board, .top select, .top button")?,
        "the band covers something"
    );
    Ok(())
}

/// Without a server a stone waits, and nobody is said to think about it.
fn offline_move(stage: &mut Stage) -> Result<()> {
    lose_server(stage)?;
    let browser = &stage.browser;
    browser.press_point("h9")?;
    browser.until_stone("h9")?;
    ensure!(!browser.says("is thinking")?, "nobody thinks");
    browser.until_text("Your move is sent when Tengen is back")
}

/// A page that was not loaded before the server went comes when the server does.
fn offline_page(stage: &mut Stage) -> Result<()> {
    crate::errors::expect_loss(stage);
    stage.expect("Failed to load resource");
    until_cared_for(stage.open("/")?)?;
    stage.server.kill();
    let browser = &stage.browser;
    browser.until_text("Connection to Tengen lost")?;
    browser.press("link", "Games")?;
    browser.until_text("Tengen does not answer, and this page was not loaded yet.")?;
    ensure!(!browser.says("module")?, "a raw error is shown");
    stage.server.restart()?;
    let browser = &stage.browser;
    browser.until_true("document.querySelector('main').dataset.page === 'games'")
}

/// Waits until the page has loaded what it needs beside its first view: the band for errors, dropped files.
fn until_cared_for(browser: &Browser) -> Result<()> {
    browser.until_true("!window.dispatchEvent(new DragEvent('dragover', { cancelable: true }))")
}

fn offline_on_phone(stage: &mut Stage) -> Result<()> {
    crate::errors::expect_loss(stage);
    until_cared_for(stage.open("/analyse?m=h8i9")?)?;
    stage.server.kill();
    let browser = &stage.browser;
    browser.until_text("Connection to Tengen lost")?;
    ensure!(!covers(browser, "nav a, .board, .tools button")?, "the band covers something");
    Ok(())
}

/// A game of few stones is not said to be saved; one of five is.
fn short_game(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    crate::play::open_form(browser)?;
    browser.press("button", "Start")?;
    browser.until_text("Your previous game had too few stones to be saved.")?;
    for (point, stones) in [("h8", 2), ("h9", 4), ("j9", 6)] {
        browser.put(point)?;
        browser.until_stones(stones)?;
        browser.until_text("Your move")?;
    }
    crate::play::open_form(browser)?;
    browser.press("button", "Start")?;
    browser.until_text("Your previous game was saved as unfinished.")
}

/// The first of two taps says that another one is wanted.
fn first_tap(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse")?;
    browser.press_point("h8")?;
    browser.until_text("H8 – tap again to place")?;
    browser.press_point("h8")?;
    browser.until_stones(1)?;
    browser.until_true("!document.querySelector('.notes').innerText.includes('tap again')")
}

fn import_text(browser: &Browser, text: &str) -> Result<()> {
    browser.eval(&format!(
        "{}.then(({{ app }}) => app.importFiles({}))",
        module("main.js"),
        json!(text)
    ))?;
    Ok(())
}

/// Moves that were pasted with something else behind them are opened as far as they go.
fn paste(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    import_text(browser, "h8 i9 i7 zz99")?;
    browser.until_text("3 moves were read.")?;
    browser.press("button", "Open what was read")?;
    browser.until_stones(3).map(drop)
}

/// Messages name points as the board does.
fn words(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    import_text(browser, "h8 i9 h8")?;
    browser.until_true("/\\bH8\\b/.test(document.querySelector('dialog .problem')?.textContent)")
}

/// In other languages no message of the server stays English.
fn words_in_chinese(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.choose("Language", "简体中文")?;
    browser.until_true("document.documentElement.lang === 'zh-Hans'")?;
    for text in ["h8 i9 h8", "h8 zz99", "(;GM[1];B[hh]"] {
        import_text(browser, text)?;
        browser.until_true(
            "document.querySelector('dialog .problem, dialog .muted + strong, dialog strong')",
        )?;
        let said = browser.text(
            "[...document.querySelectorAll('dialog .problem, dialog p.muted')].map((one) => one.textContent).join(' ')",
        )?;
        let bare = said.split('\'').step_by(2).collect::<String>();
        let english = bare.split(|c: char| !c.is_ascii_alphabetic()).any(|word| word.len() > 3);
        ensure!(!english, "English in Chinese: {said}");
        browser.key(Key::Escape)?;
        browser.until_true("!document.querySelector('dialog')")?;
    }
    Ok(())
}

/// A hint's line is drawn unlike stones: smaller, with a broken rim.
fn hint(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    browser.until_text("Your move")?;
    for shown in [".hint-area", ".hint-point", "[data-ghost]"] {
        browser.press("button", "Hint")?;
        browser.until_true(&format!("document.querySelector('{shown}')"))?;
    }
    let radius =
        |what: &str| browser.number(&format!("document.querySelector('{what}').r.baseVal.value"));
    let (ghost, stone) = (radius("[data-ghost] circle")?, radius(".layer-stones .stone .body")?);
    ensure!(ghost < 0.9 * stone, "a ghost of {ghost} beside a stone of {stone}");
    ensure!(
        browser.is("getComputedStyle(document.querySelector('[data-ghost] circle')).strokeDasharray !== 'none'")?,
        "its rim is whole"
    );
    Ok(())
}

/// The help of the command field names what the page knows.
fn commands(stage: &mut Stage) -> Result<()> {
    for (page, knows) in [("/", false), ("/analyse", true)] {
        let browser = stage.open(page)?;
        browser.key(Key::Sign('/'))?;
        browser.until_text("h8 places a stone.")?;
        let help = browser.text("document.querySelector('dialog small').textContent")?;
        ensure!(help.contains("best") == knows, "{page}: {help}");
        ensure!(help.contains("clock") != knows, "{page}: {help}");
    }
    Ok(())
}

/// A board that becomes smaller says what it drops.
fn editor(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8o15i9")?;
    browser.until_stones(3)?;
    browser.key(Key::Sign('e'))?;
    browser.until_text("Editing the position")?;
    browser.choose("Board size", "12 × 12")?;
    browser.until_text("1 stone did not fit and was removed.")?;
    browser.until_stones(2).map(drop)
}

/// The engine goes on after the editor.
fn engine_after_editor(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line')")?;
    browser.key(Key::Sign('e'))?;
    browser.until_text("Editing the position")?;
    browser.put("c3")?;
    browser.press("button", "Done")?;
    browser.until_gone("heading", "Edit position")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")
}

/// Keeping many games shows how far it is.
fn progress(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let games = "(;GM[4]FF[4]SZ[15];B[hh];W[ig];B[ii];W[gg];B[hg])".repeat(30);
    import_text(browser, &games)?;
    browser.until_text("30 games")?;
    browser.eval(
        "window.seen = new Set(); new MutationObserver(() => { \
         const text = /Saving: \\d+ of 30/.exec(document.querySelector('dialog')?.innerText ?? ''); \
         if (text) window.seen.add(text[0]); }).observe(document.body, { childList: true, subtree: true, characterData: true })",
    )?;
    browser.press("button", "Save all 30 to Games")?;
    browser.until_text("30 games saved to Games.")?;
    ensure!(browser.is("window.seen.size > 3")?, "no progress was shown");
    Ok(())
}

/// `?` shows the keys, not the top of the help.
fn help(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.key(Key::Sign('?'))?;
    browser.until_true("document.querySelector('main').dataset.page === 'help'")?;
    until("the keys are in view", || {
        let top =
            browser.number("document.getElementById('help-keys').getBoundingClientRect().top")?;
        ensure!((0.0..400.0).contains(&top), "they begin at {top}");
        Ok(Some(()))
    })
}

/// The card of an opening does not count steps that may not come.
fn swap2_card(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    crate::opening::start(browser, "Swap2", "black")?;
    browser.until_stones(3)?;
    browser.until_text("Swap2 – step 2")?;
    browser.press("button", "Place two more stones and let the other side choose")?;
    browser.until_text("Swap2 – step 3")?;
    let card = browser.text("document.querySelector('.opening strong').textContent")?;
    ensure!(!card.contains(" of "), "{card}");
    Ok(())
}

/// The card of an opening keeps the stones that are to be put on one line.
fn swap2_stones(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    crate::opening::start(browser, "Swap2", "white")?;
    browser.until_true("document.querySelectorAll('.opening .stone-dot').length === 3")?;
    let tops = "new Set([...document.querySelectorAll('.opening .stone-dot')].map((one) => \
                Math.round(one.getBoundingClientRect().top))).size";
    // Once texts and looks are there.
    browser.until_true(&format!("{tops} === 1"))
}

/// The user makes five.
fn win(stage: &Stage) -> Result<&Browser> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    for (index, point) in ["h8", "h9", "h10", "h11", "h12"].into_iter().enumerate() {
        browser.put(point)?;
        if index < 4 {
            browser.until_stones(2 * index + 2)?;
            browser.until_text("Your move")?;
        }
    }
    browser.until_true("document.querySelector('.win-line')")?;
    Ok(browser)
}

/// The result says who won.
fn end(stage: &mut Stage) -> Result<()> {
    win(stage)?.until_text("You win – five in a row")
}

/// At the end of a game one button stands out.
fn end_primary(stage: &mut Stage) -> Result<()> {
    win(stage)?.until_true(
        "[...document.querySelectorAll('.primary')].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim()).join() === 'Review'",
    )
}
