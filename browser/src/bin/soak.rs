//! The soak: a seeded walk over all controls with the real engine. No error, and a heap that stays small.
//!
//! `./test long`; `TENGEN_SECONDS` and `TENGEN_SEED` say how long and which walk.

use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Driver, Engine, Key, Places, Screen, Stage};

/// The script heap after a collection may grow to this, in megabytes.
const MOST: f64 = 80.0;

fn number(name: &str, usual: u64) -> u64 {
    env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() -> Result<()> {
    let (seconds, seed) = (number("TENGEN_SECONDS", 600), number("TENGEN_SEED", 1));
    let places = Places::look()?;
    let driver = Arc::new(Driver::start(&places)?);
    let stage = Stage::set("soak", &places, &driver, Screen::DESKTOP, &Engine::Real)?;
    stage.open("/")?;
    let mut random = fastrand::Rng::with_seed(seed);
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut steps, mut heaps, mut next) = (0_u64, Vec::new(), Instant::now());
    while Instant::now() < end {
        step(&stage, &mut random).with_context(|| format!("step {steps} of seed {seed}"))?;
        steps += 1;
        if Instant::now() >= next {
            next += Duration::from_secs((seconds / 20).max(5));
            heaps.push(heap(&stage.browser)?);
            stage.check_quiet().with_context(|| format!("by step {steps} of seed {seed}"))?;
            println!("{steps} steps, heap {:.1} MB", heaps[heaps.len() - 1]);
        }
    }
    stage.check_quiet()?;
    let last = heap(&stage.browser)?;
    println!(
        "seed {seed}: {steps} steps in {seconds} s, heap at last {last:.1} MB, most {:.1} MB",
        heaps.iter().copied().fold(last, f64::max)
    );
    ensure!(last <= MOST, "the heap grew to {last:.1} MB");
    Ok(())
}

/// Megabytes of the script heap after a collection.
fn heap(browser: &Browser) -> Result<f64> {
    browser.cdp("HeapProfiler.collectGarbage", json!({}))?;
    let usage = browser.cdp("Runtime.getHeapUsage", json!({}))?;
    Ok(usage["usedSize"].as_f64().context("no size")? / f64::from(1 << 20))
}

/// One thing that a restless user does.
fn step(stage: &Stage, random: &mut fastrand::Rng) -> Result<()> {
    let browser = &stage.browser;
    match random.u32(..100) {
        0..30 => {
            let point = format!("{}{}", random.char('a'..='o'), random.u32(1..=15));
            if browser.is("!document.querySelector('dialog, .menu')")? {
                browser.press_point(&point)?;
            }
        }
        30..60 => browser.key(*random.choice(&KEYS).context("no key")?)?,
        60..90 => press_anything(browser, random)?,
        90..97 => {
            let page = random.choice(["/", "/analyse", "/games", "/settings", "/help"]);
            let page = page.context("no page")?;
            browser.eval(&format!(
                "(document.querySelectorAll('dialog').forEach((one) => one.close()), [...document.querySelectorAll('a[href=\"{page}\"]')].at(-1)?.click())"
            ))?;
        }
        _ => {
            let screen = random.choice(Screen::ALL).context("no screen")?;
            browser.resize(Screen { touch: false, ..screen })?;
        }
    }
    Ok(())
}

const KEYS: [Key; 22] = [
    Key::Left,
    Key::Right,
    Key::Up,
    Key::Down,
    Key::Home,
    Key::End,
    Key::Escape,
    Key::Escape,
    Key::Enter,
    Key::Tab,
    Key::Delete,
    Key::Sign('l'),
    Key::Sign('c'),
    Key::Sign('t'),
    Key::Sign('x'),
    Key::Sign('e'),
    Key::Sign('n'),
    Key::Sign('f'),
    Key::Sign('d'),
    Key::Sign('u'),
    Key::Sign('b'),
    Key::Sign(' '),
];

/// Presses any button that can be seen, but for those that leave the app or save files.
fn press_anything(browser: &Browser, random: &mut fastrand::Rng) -> Result<()> {
    let pick = random.f64();
    browser
        .eval(&format!(
            "(() => {{ const inside = [...document.querySelectorAll('dialog, .menu')].at(-1) ?? document;
                const all = [...inside.querySelectorAll('button:not(:disabled), [role=switch], summary')]
                    .filter((one) => one.checkVisibility() && !/Download|PNG|SVG|Choose a file|Copy|Export/.test(one.textContent + one.ariaLabel));
                all[Math.floor({pick} * all.length)]?.click(); }})()"
        ))
        .map(drop)
}
