//! `i18n.*`: every language, wide and narrow, and a longer one that does not exist.

use anyhow::{Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Screen, Stage};

use crate::layout::{PAGES, check_width};
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("i18n.keys", keys),
        scenario("i18n.en", |stage| language(stage, "en", "Play")),
        scenario("i18n.zh", |stage| language(stage, "zh", "对局")),
        scenario("i18n.zh-Hant", |stage| language(stage, "zh-Hant", "對局")),
        scenario("i18n.ja", |stage| language(stage, "ja", "対局")),
        scenario("i18n.ko", |stage| language(stage, "ko", "대국")),
        scenario("i18n.vi", |stage| language(stage, "vi", "Chơi")),
        scenario("i18n.ru", |stage| language(stage, "ru", "Игра")),
        scenario("i18n.cs", |stage| language(stage, "cs", "Hra")),
        scenario("i18n.pseudo", pseudo),
        scenario("i18n.switch", switch),
    ]
}

/// A module of the page, whatever its address in this build.
pub(crate) fn module(name: &str) -> String {
    format!("import(new URL('./{name}', document.querySelector('script[type=module]').src).href)")
}

/// No key is missing, unused or filled differently in any language.
fn keys(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let problems = format!(
        "Promise.all([{}, {}]).then(([one, {{ app }}]) => one.checkLanguages(Object.values(app.keys.peek())))",
        module("lang/check.js"),
        module("main.js")
    );
    let problems = browser.eval(&problems)?;
    ensure!(problems == json!([]), "{problems:#}");
    Ok(())
}

/// All pages in a language: its own words, nothing cut off, nothing too wide, no bare key.
fn language(stage: &mut Stage, code: &str, play: &str) -> Result<()> {
    stage.open("/")?;
    let stored = json!({ "changed": 1_900_000_000_000_u64, "values": { "language": code } });
    stage
        .browser
        .eval(&format!("localStorage.setItem('tengen.settings', {})", json!(stored.to_string())))?;
    for screen in [Screen::DESKTOP, Screen::SMALL] {
        stage.browser.resize(screen)?;
        for page in PAGES {
            let browser = stage.open(page)?;
            browser.until_true(&format!("document.documentElement.lang.startsWith('{code}')"))?;
            let nav = browser.text("document.querySelector('nav').textContent")?;
            ensure!(nav.contains(play), "{page} in {code} at {screen} says {nav}");
            check_texts(browser, &format!("{page} in {code} at {screen}"))?;
            check_width(browser, screen, page)?;
        }
        let browser = stage.open("/")?;
        browser.eval(&format!("{}.then(({{ app }}) => app.act('newGame'))", module("main.js")))?;
        browser.until_true("document.querySelector('dialog[open] .seat')")?;
        check_texts(browser, &format!("the form of a new game in {code} at {screen}"))?;
    }
    Ok(())
}

/// No key stands in the page instead of its text, and no button is cut off.
fn check_texts(browser: &Browser, place: &str) -> Result<()> {
    let bare = browser.text(
        r"(() => { const texts = []; const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walk.nextNode()) texts.push(walk.currentNode.nodeValue.trim());
            for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]'))
                for (const name of ['aria-label', 'title', 'placeholder']) texts.push(one.getAttribute(name) ?? '');
            const places = document.querySelector('pre, code') ? /(?!)/ : /\{[a-z_]+\}/;
            return texts.filter((text) => /^[a-z]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(text) || places.test(text)).join(' | '); })()",
    )?;
    ensure!(bare.is_empty(), "{place} shows keys: {bare}");
    let cut = browser.text(
        "[...document.querySelectorAll('button, .nav-link, h2, h3, label > span')].filter((one) => one.checkVisibility() && one.clientWidth > 0 \
         && one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== 'auto' && getComputedStyle(one).display !== 'inline')\
         .map((one) => one.outerHTML.slice(0, 140)).join(' | ')",
    )?;
    ensure!(cut.is_empty(), "{place} cuts texts off: {cut}");
    Ok(())
}

/// Texts longer by forty in a hundred still fit.
fn pseudo(stage: &mut Stage) -> Result<()> {
    for screen in [Screen::DESKTOP, Screen::SMALL] {
        stage.browser.resize(screen)?;
        for page in PAGES {
            let browser = stage.open(page)?;
            browser.eval(&format!(
                "{}.then((one) => one.speak('pseudo'))",
                module("shared/store.js")
            ))?;
            browser.until_text("~~")?;
            check_width(browser, screen, page)?;
            check_texts(browser, &format!("{page} in longer words at {screen}"))?;
        }
    }
    Ok(())
}

/// Another language comes at once, without a reload, and stays.
fn switch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    browser.eval("window.unchanged = true")?;
    browser.choose("Language", "日本語")?;
    browser.until_true("document.documentElement.lang === 'ja'")?;
    browser.until_true("!document.querySelector('nav').innerText.includes('Play')")?;
    ensure!(browser.is("window.unchanged")?, "the page was loaded again");
    browser.until_stones(3)?;
    browser.reload()?;
    browser.until_ready()?;
    browser.until_true("document.documentElement.lang === 'ja'")
}
