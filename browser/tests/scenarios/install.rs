//! `install.*`: the app can be installed, in the language of the user, without a worker that keeps old builds.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tengen_browser::{Browser, Stage};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![scenario("install.manifest", manifest), scenario("install.languages", languages)]
}

/// The manifest that the page links, and where it lies.
fn linked(browser: &Browser) -> Result<Value> {
    browser.until_true("document.querySelector('link[rel=manifest]')?.href")?;
    browser.eval(
        "fetch(document.querySelector('link[rel=manifest]').href).then(async (answer) => \
         ({ ok: answer.ok, kind: answer.headers.get('content-type'), ...await answer.json() }))",
    )
}

/// What a browser wants before it offers to install: a name, a start, a window of its own, icons that exist.
/// Chromium itself finds nothing wrong.
fn manifest(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let found = linked(browser)?;
    ensure!(found["kind"] == "application/manifest+json", "{found:#}");
    ensure!(found["display"] == "standalone" && found["start_url"] == "/", "{found:#}");
    ensure!(found["short_name"] == "Tengen" && found["theme_color"].is_string(), "{found:#}");
    let icons = found["icons"].as_array().context("no icons")?;
    for icon in icons {
        let size = browser.text(&format!(
            "(async () => {{ const answer = await fetch('{}'); if (!answer.ok) return `${{answer.status}}`; \
             const kind = answer.headers.get('content-type'); if (kind !== '{}') return kind; \
             const image = new Image(); image.src = '{0}'; await image.decode(); \
             return kind.includes('svg') ? 'any' : `${{image.naturalWidth}}x${{image.naturalHeight}}`; }})()",
            icon["src"].as_str().context("no address")?,
            icon["type"].as_str().context("no kind")?
        ))?;
        ensure!(icon["sizes"] == size.as_str(), "{icon}: {size}");
    }
    ensure!(icons.iter().any(|icon| icon["purpose"] == "maskable"), "no icon for masks");
    let errors = browser.cdp("Page.getInstallabilityErrors", serde_json::json!({}))?;
    let errors = errors["installabilityErrors"].as_array().cloned().unwrap_or_default();
    // A headless browser has no place to install to; that says nothing of the app.
    let ours = errors.iter().filter(|one| {
        let id = one["errorId"].as_str().unwrap_or_default();
        !["in-incognito", "not-in-main-frame", "platform-not-supported"].contains(&id)
    });
    let ours: Vec<_> = ours.collect();
    ensure!(ours.is_empty(), "{ours:?}");
    ensure!(
        browser.is("navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")?,
        "a worker could keep an old build"
    );
    // The window has the colour of the theme.
    let colours =
        "[...document.querySelectorAll('meta[name=theme-color]')].map((one) => one.content).join()";
    let before = browser.text(colours)?;
    browser.key(tengen_browser::Key::Sign('d'))?;
    browser.until_true(&format!("({colours}) !== '{before}'"))
}

/// Each language has its own name; another language takes effect at once.
fn languages(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let english = linked(browser)?["name"].clone();
    for (language, part) in [
        ("简体中文", "五子棋"),
        ("繁體中文", "五子棋"),
        ("日本語", "連珠"),
        ("한국어", "오목"),
        ("Tiếng Việt", "caro"),
        ("Русский", "гомоку"),
        ("Čeština", "piškvorky"),
    ] {
        let before = browser.text("document.querySelector('link[rel=manifest]').href")?;
        let select = browser.text("document.querySelector('.top select').ariaLabel ?? ''")?;
        browser.choose(&select, language)?;
        browser.until_true(&format!(
            "document.querySelector('link[rel=manifest]').href !== '{before}'"
        ))?;
        let found = linked(browser)?;
        let name = found["name"].as_str().context("no name")?;
        ensure!(name.contains(part) && found["name"] != english, "{language}: {name}");
        ensure!(found["description"].as_str().is_some_and(|text| text.len() > 20), "{found:#}");
    }
    Ok(())
}
