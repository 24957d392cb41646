//! `a11y.*`: names, cells, live regions, contrast and sizes, as the browser itself tells them.

use anyhow::{Result, ensure};
use tengen_browser::{Browser, Key, Screen, Stage};

use crate::layout::PAGES;
use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("a11y.tree", tree).scripted(crate::analyse::script()),
        scenario("a11y.board", board),
        scenario("a11y.live", live).scripted(crate::play::far_away()),
        scenario("a11y.contrast", contrast),
        scenario("a11y.targets", targets).on(Screen::PHONE),
        scenario("a11y.motion", motion).scripted(crate::play::far_away()),
    ]
}

const INTERACTIVE: [&str; 14] = [
    "button",
    "link",
    "textbox",
    "searchbox",
    "combobox",
    "switch",
    "checkbox",
    "radio",
    "slider",
    "spinbutton",
    "menuitem",
    "menuitemcheckbox",
    "tab",
    "grid",
];

/// Every interactive thing on every page, in menus and in dialogs has a name.
fn tree(stage: &mut Stage) -> Result<()> {
    for page in PAGES {
        let browser = stage.open(page)?;
        check_names(browser, page)?;
        ensure!(!browser.all("main")?.is_empty(), "{page} has no main part");
    }
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelectorAll('.line').length === 3")?;
    browser.press("button", "Engine options")?;
    check_names(browser, "engine options")?;
    browser.press("button", "More")?;
    check_names(browser, "menu")?;
    browser.key(Key::Escape)?;
    browser.press("button", "Edit")?;
    browser.find("heading", "Edit position")?;
    check_names(browser, "editor")?;
    browser.press("button", "Cancel")?;
    for (name, button) in [("Share and export", "Share"), ("Import", "Import"), ("New game…", "")]
    {
        match button {
            "Share" => browser.press("button", "Share")?,
            "Import" => browser.control(Key::Sign('o'))?,
            _ => crate::play::open_form(stage.open("/")?)?,
        }
        browser.find("dialog", name)?;
        check_names(browser, name)?;
        browser.key(Key::Escape)?;
        browser.until_gone("dialog", name)?;
    }
    Ok(())
}

fn check_names(browser: &Browser, place: &str) -> Result<()> {
    let all = browser.all("")?;
    let nameless: Vec<_> = all
        .iter()
        .filter(|one| INTERACTIVE.contains(&one.role.as_str()) && one.name.trim().is_empty())
        .map(|one| {
            let html =
                browser.call(one, "function () { return this.outerHTML.slice(0, 160); }", &[]);
            format!("{} {}", one.role, html.unwrap_or_default())
        })
        .collect();
    ensure!(nameless.is_empty(), "{place} has things without a name: {nameless:#?}");
    Ok(())
}

/// The board is a grid of fifteen rows of fifteen cells that say what lies there.
fn board(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    ensure!(browser.all("gridcell")?.len() == 225, "{} cells", browser.all("gridcell")?.len());
    ensure!(browser.all("row")?.len() == 15, "{} rows", browser.all("row")?.len());
    ensure!(
        browser.has("grid", "Board 15 by 15, White to move, move 3")?,
        "the board has another name"
    );
    for (role, name) in [
        ("gridcell", "H8, black stone, move 1"),
        ("gridcell", "I9, white stone, move 2"),
        ("gridcell", "I7, black stone, move 3"),
        ("gridcell", "A15, empty"),
    ] {
        ensure!(!browser.named(role, name)?.is_empty(), "there is no {role} \"{name}\"");
    }
    let stops = "[...document.querySelectorAll('[role=gridcell]')].filter((one) => one.tabIndex === 0).length";
    ensure!(browser.number(stops)? == 1.0, "the board has not one tab stop");
    let browser = stage.open("/analyse?n=22&m=v22a1")?;
    browser.until_stones(2)?;
    ensure!(browser.all("gridcell")?.len() == 484, "not 22 by 22");
    ensure!(browser.cell("v22")? == "V22, black stone, move 1", "{}", browser.cell("v22")?);
    Ok(())
}

/// Moves, refusals and results are spoken; the same sentence twice is spoken twice.
fn live(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_true(
        "document.querySelector('#assertive').textContent.startsWith('White plays A1')",
    )?;
    browser.until_text("Your move")?;
    browser.key(Key::Sign('b'))?;
    browser.key(Key::Sign('.'))?;
    let polite = "document.querySelector('#polite').textContent";
    browser.until_true(&format!("{polite}.startsWith('H8, black stone, move 1')"))?;
    let before = browser.text(polite)?;
    browser.key(Key::Sign('.'))?;
    browser.until_true(&format!("{polite} !== {}", serde_json::json!(before)))?;
    let regions = "[...document.querySelectorAll('[aria-live]')].map((one) => one.getAttribute('aria-live')).sort().join()";
    let regions = browser.text(regions)?;
    ensure!(regions.contains("assertive") && regions.contains("polite"), "{regions}");
    Ok(())
}

/// Texts on all themes stand out at least 4.5 to 1, or 7 to 1 where contrast was asked for.
fn contrast(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let failed = browser.text(
        r#"(() => {
        const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        const light = (colour) => {
            probe.fillStyle = colour; probe.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
        const root = document.documentElement;
        const pairs = [["--ink", "--paper"], ["--ink", "--surface"], ["--ink", "--raised"], ["--ink", "--sunken"], ["--ink", "--accent-soft"], ["--muted", "--paper"], ["--muted", "--surface"],
            ["--accent", "--surface"], ["--accent", "--accent-soft"], ["--on-accent", "--accent"], ["--warn", "--warn-soft"], ["--bad", "--surface"], ["--bad", "--bad-soft"], ["--coord", "--wood"], ["--coord", "--wood-dark"]];
        const graphics = [["--focus", "--paper"], ["--focus", "--surface"], ["--grid", "--wood"], ["--stone-black", "--wood"], ["--foul", "--wood"], ["--edge", "--surface"]];
        const failed = [];
        for (const theme of ["light", "dark", "contrast"]) for (const board of ["wood", "paper", "slate", "contrast"]) {
            root.dataset.theme = theme; root.dataset.board = board;
            const style = getComputedStyle(root);
            const check = (list, least) => list.forEach(([a, b]) => {
                const value = ratio(style.getPropertyValue(a), style.getPropertyValue(b));
                if (value < least) failed.push(`${theme}/${board} ${a} on ${b}: ${value.toFixed(2)} < ${least}`);
            });
            check(pairs, theme === "contrast" && board === "contrast" ? 7 : 4.5);
            check(graphics, 3);
            // A white stone is seen by its face or by its rim.
            const white = Math.max(...["--stone-white", "--rim-white"].map((name) => ratio(style.getPropertyValue(name), style.getPropertyValue("--wood"))));
            if (white < 3) failed.push(`${theme}/${board} white stones: ${white.toFixed(2)} < 3`);
        }
        return [...new Set(failed)].join("\n");
    })()"#,
    )?;
    ensure!(failed.is_empty(), "\n{failed}");
    Ok(())
}

/// On touch screens nothing is smaller than 24 pixels, and the main buttons are 44 high.
fn targets(stage: &mut Stage) -> Result<()> {
    for page in ["/", "/analyse?m=h8i9i7", "/games", "/settings"] {
        let browser = stage.open(page)?;
        let small = browser.text(
            "[...document.querySelectorAll('button, a[href], select, input')].filter((one) => one.checkVisibility({ visibilityProperty: true }) && \
             one.getClientRects().length && !one.closest('.unseen, p') && !one.classList.contains('skip') && !one.classList.contains('unseen')).filter((one) => { \
             const box = (one.closest('label') ?? one).getBoundingClientRect(); return box.width < 24 || box.height < 24; })\
             .map((one) => one.outerHTML.slice(0, 120)).join(' | ')",
        )?;
        ensure!(small.is_empty(), "{page}: too small for a finger: {small}");
        let low = browser.text(
            "[...document.querySelectorAll('.nav-bottom a, .tools .tool')].filter((one) => one.checkVisibility() && one.getClientRects().length)\
             .filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.outerHTML.slice(0, 120)).join(' | ')",
        )?;
        ensure!(low.is_empty(), "{page}: not 44 pixels high: {low}");
    }
    Ok(())
}

/// Reduced motion means no motion.
fn motion(stage: &mut Stage) -> Result<()> {
    stage.browser.prefer("prefers-reduced-motion", "reduce")?;
    let browser = stage.open("/")?;
    browser.press("button", "Play Black")?;
    browser.put("h8")?;
    browser.until_stones(2)?;
    let running = "document.getAnimations().filter((one) => one.playState === 'running').length";
    ensure!(browser.number(running)? == 0.0, "something moves");
    Ok(())
}
