//! Measures the budgets of the app and prints them beside what is wanted. It asserts nothing.
//!
//! `./test perf`; `TENGEN_SECONDS` says how long the engine thinks where long tasks are looked for.

use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tengen_browser::{Browser, Driver, Engine, Key, Places, Screen, Stage};

struct Row {
    item: &'static str,
    measured: String,
    budget: &'static str,
}

fn main() -> Result<()> {
    let places = Places::look()?;
    let driver = Arc::new(Driver::start(&places)?);
    let mut rows = Vec::new();
    for (name, measure) in MEASURES {
        eprintln!("measuring {name} …");
        let stage =
            Stage::set(&format!("perf.{name}"), &places, &driver, Screen::DESKTOP, &Engine::Real)?;
        rows.extend(measure(&stage).with_context(|| format!("measuring {name}"))?);
    }
    println!("| item | measured | budget |\n|---|---|---|");
    for Row { item, measured, budget } in rows {
        println!("| {item} | {measured} | {budget} |");
    }
    Ok(())
}

type Measure = fn(&Stage) -> Result<Vec<Row>>;

const MEASURES: [(&str, Measure); 8] = [
    ("start", start),
    ("start-busy", start_busy),
    ("click", click),
    ("overlay", overlay),
    ("long-tasks", long_tasks),
    ("stop", stop),
    ("tree", tree),
    ("idle", idle),
];

/// The value below which `share` of all values lie.
fn percentile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((share * last as f64).round() as usize).copied().unwrap_or(f64::NAN)
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

/// First paint and usable board of several loads with an empty cache, and what was sent.
fn loads(stage: &Stage) -> Result<(Vec<f64>, Vec<f64>, Value)> {
    let browser = &stage.browser;
    let source = "window.usable = new Promise((done) => { const look = () => { \
        const board = document.querySelector('.board .grid-frame'); \
        if (board && document.querySelector('main')?.dataset.page && document.querySelectorAll('[role=gridcell]').length) done(performance.now()); \
        else requestAnimationFrame(look); }; requestAnimationFrame(look); })";
    browser.cdp("Page.enable", json!({}))?;
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }))?;
    browser.cdp("Network.enable", json!({}))?;
    let (mut paints, mut boards, mut sent) = (Vec::new(), Vec::new(), Value::Null);
    for _ in 0..9 {
        browser.cdp("Network.clearBrowserCache", json!({}))?;
        stage.open("/")?;
        boards.push(browser.number("window.usable")?);
        browser.until_true("performance.getEntriesByName('first-contentful-paint').length")?;
        paints.push(
            browser
                .number("performance.getEntriesByName('first-contentful-paint')[0].startTime")?,
        );
        browser.until_true("performance.getEntriesByName('usable').length")?;
        sent = browser.eval(
            "(() => { const end = performance.getEntriesByName('usable')[0].startTime; \
             const all = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')].filter((one) => one.startTime < end); \
             return [all.length, all.reduce((sum, one) => sum + one.transferSize, 0), all.reduce((sum, one) => sum + one.decodedBodySize, 0)]; })()",
        )?;
    }
    Ok((paints, boards, sent))
}

fn start(stage: &Stage) -> Result<Vec<Row>> {
    let (paints, boards, sent) = loads(stage)?;
    let all = assets(stage)?;
    let kilo = |value: &Value| value.as_f64().unwrap_or(f64::NAN) / 1024.0;
    Ok(vec![
        Row { item: "First view, requests", measured: sent[0].to_string(), budget: "≤ 12" },
        Row {
            item: "First view, transferred",
            measured: format!("{:.1} KB, raw {:.1} KB", kilo(&sent[1]), kilo(&sent[2])),
            budget: "≤ 60 KB, raw ≤ 180 KB",
        },
        Row {
            item: "All code and looks with the texts of one language, compressed",
            measured: format!("{all:.1} KB"),
            budget: "≤ 180 KB",
        },
        Row {
            item: "First contentful paint, idle (median)",
            measured: format!("{:.0} ms", percentile(paints, 0.5)),
            budget: "≤ 300 ms",
        },
        Row {
            item: "Usable board, idle (median)",
            measured: format!("{:.0} ms", percentile(boards, 0.5)),
            budget: "≤ 500 ms",
        },
    ])
}

/// Kilobytes of all modules, looks and texts as they are sent to somebody who opens every page. That is one
/// language of eight.
fn assets(stage: &Stage) -> Result<f64> {
    let web = tengen_browser::repository().join("crates/server/web");
    let mut names = Vec::new();
    let mut folders = vec![web.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.strip_prefix(&web)?.to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if [".js", ".css", "/en.json", ".en.json"].iter().any(|end| name.ends_with(end))
            {
                names.push(name);
            }
        }
    }
    let script = format!(
        "(async () => {{ const start = document.querySelector('script[type=module]').src; let sum = 0;
            for (const name of {}) {{ const url = new URL('./' + name, start).href; await (await fetch(url, {{ cache: 'reload' }})).arrayBuffer();
                sum += performance.getEntriesByName(url).at(-1)?.encodedBodySize ?? 0; }}
            return sum / 1024; }})()",
        json!(names)
    );
    stage.browser.eval("performance.setResourceTimingBufferSize(2000)")?;
    stage.browser.number(&script)
}

fn never_stop(browser: &Browser) -> Result<()> {
    browser.press("button", "Engine options")?;
    browser.choose("Stop after", "never")?;
    browser.press("button", "Engine options")
}

fn start_engine(browser: &Browser) -> Result<()> {
    never_stop(browser)?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")
}

fn start_busy(stage: &Stage) -> Result<Vec<Row>> {
    let tab = stage.browser.tab()?;
    let browser = stage.open("/analyse?m=h8i9i7")?;
    start_engine(browser)?;
    browser.new_tab()?;
    let (paints, boards, _) = loads(stage)?;
    browser.switch(&tab)?;
    Ok(vec![Row {
        item: "Usable board, engine at work (median, paint)",
        measured: format!("{:.0} ms, {:.0} ms", percentile(boards, 0.5), percentile(paints, 0.5)),
        budget: "≤ 1000 ms",
    }])
}

/// From the pointer's release to the next frame with the stone, measured in the page.
const CLICK: &str = "(() => { window.times = []; let from = 0;
    addEventListener('pointerup', (event) => { from = event.timeStamp; }, true);
    new MutationObserver(() => { if (!from) return; const start = from; from = 0;
        requestAnimationFrame(() => { const channel = new MessageChannel();
            channel.port1.onmessage = () => window.times.push(performance.now() - start); channel.port2.postMessage(0); }); })
        .observe(document.querySelector('.layer-stones'), { childList: true }); })()";

const STEP: &str = "(() => { window.times = []; let from = 0;
    addEventListener('keydown', (event) => { from = event.timeStamp; }, true);
    new MutationObserver(() => { if (!from) return; const start = from; from = 0;
        requestAnimationFrame(() => { const channel = new MessageChannel();
            channel.port1.onmessage = () => window.times.push(performance.now() - start); channel.port2.postMessage(0); }); })
        .observe(document.querySelector('.layer-stones'), { childList: true }); })()";

fn points() -> impl Iterator<Item = String> {
    (0..40).map(|k| format!("{}{}", char::from(b'a' + (k * 4 % 15) as u8), 1 + k * 7 / 15 % 15))
}

fn click_times(browser: &Browser) -> Result<f64> {
    browser.eval(CLICK)?;
    for point in points() {
        browser.press_point(&point)?;
    }
    browser.until_true("window.times.length > 20")?;
    Ok(percentile(numbers(&browser.eval("window.times")?), 0.95))
}

fn click(stage: &Stage) -> Result<Vec<Row>> {
    let browser = stage.open("/analyse")?;
    let idle = click_times(browser)?;
    let browser = stage.open("/analyse?m=h8i9i7")?;
    start_engine(browser)?;
    let busy = click_times(browser)?;
    let browser = stage.open("/analyse?m=h8i9i7g9h9h10g8i8f8e8")?;
    browser.eval(STEP)?;
    for _ in 0..4 {
        for _ in 0..9 {
            browser.key(Key::Left)?;
        }
        for _ in 0..9 {
            browser.key(Key::Right)?;
        }
    }
    browser.until_true("window.times.length > 20")?;
    let step = percentile(numbers(&browser.eval("window.times")?), 0.95);
    Ok(vec![
        Row {
            item: "Click to stone drawn, idle (p95)",
            measured: format!("{idle:.0} ms"),
            budget: "≤ 50 ms",
        },
        Row {
            item: "Click to stone drawn, engine at work (p95)",
            measured: format!("{busy:.0} ms"),
            budget: "≤ 100 ms",
        },
        Row { item: "Key step (p95)", measured: format!("{step:.0} ms"), budget: "≤ 50 ms" },
    ])
}

/// Twenty discs on the largest board, from the new message to the frame with them.
fn overlay(stage: &Stage) -> Result<Vec<Row>> {
    let browser = stage.open("/")?;
    browser.eval(
        "localStorage.setItem('tengen.settings', JSON.stringify({ changed: Date.now(), values: { candidates: 'discs', candidateCount: 20, stopAfter: 0 } }))",
    )?;
    let browser = stage.open("/analyse?n=22&m=k11l12l10j12k12k13j11l11i11h11")?;
    browser.eval(
        "(() => { window.frames_ = []; new PerformanceObserver((list) => { for (const one of list.getEntries()) window.frames_.push(one.duration); }).observe({ type: 'long-animation-frame', buffered: true }); window.scripts = [];
            const real = requestAnimationFrame; window.requestAnimationFrame = (work) => real((time) => { const before = performance.now(); work(time); window.scripts.push(performance.now() - before); }); })()",
    )?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelectorAll('[data-candidate]').length >= 15")?;
    browser.until_true("window.scripts.length >= 20")?;
    let scripts = percentile(numbers(&browser.eval("window.scripts")?), 0.95);
    let slow = browser.number("window.frames_.length")?;
    Ok(vec![Row {
        item: "Overlay update, 20 discs at 22×22 (p95 script; frames > 50 ms)",
        measured: format!("{scripts:.1} ms; {slow:.0}"),
        budget: "≤ 8 ms; 0",
    }])
}

fn long_tasks(stage: &Stage) -> Result<Vec<Row>> {
    let seconds: u64 =
        env::var("TENGEN_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(60);
    let browser = stage.open("/analyse?m=h8i9i7g9h9h10")?;
    start_engine(browser)?;
    browser.eval(
        "(() => { window.tasks = []; new PerformanceObserver((list) => { for (const one of list.getEntries()) window.tasks.push(one.duration); }).observe({ type: 'longtask' }); })()",
    )?;
    browser.complaints()?;
    let before = Instant::now();
    std::thread::sleep(Duration::from_secs(seconds));
    let tasks = numbers(&browser.eval("window.tasks")?);
    let traffic = browser.frames_received()?;
    let rate = traffic.len() as f64 / before.elapsed().as_secs_f64();
    let largest = traffic.iter().max().copied().unwrap_or(0);
    browser.cdp("HeapProfiler.collectGarbage", json!({}))?;
    let heap =
        browser.cdp("Runtime.getHeapUsage", json!({}))?["usedSize"].as_f64().unwrap_or(f64::NAN);
    let longest = tasks.iter().copied().fold(0.0, f64::max);
    Ok(vec![
        Row {
            item: "Long tasks while thinking (count, longest)",
            measured: format!("{} in {seconds} s, {longest:.0} ms", tasks.len()),
            budget: "none > 50 ms",
        },
        Row {
            item: "Live traffic (messages a second, largest)",
            measured: format!("{rate:.1}/s, {largest} bytes"),
            budget: "≤ 10/s, ≤ 4096 bytes",
        },
        Row {
            item: "Script heap after that",
            measured: format!("{:.1} MB", heap / f64::from(1 << 20)),
            budget: "≤ 80 MB",
        },
    ])
}

/// From Stop to the server's word that it stopped.
fn stop(stage: &Stage) -> Result<Vec<Row>> {
    let browser = stage.open("/analyse?m=h8i9i7g9h9h10")?;
    start_engine(browser)?;
    browser.eval(
        "(() => { window.times = []; let from = 0; const state = document.querySelector('.engine-state');
            addEventListener('keydown', (event) => { from = event.timeStamp; }, true);
            new MutationObserver(() => { if (from && state.textContent === 'off') { window.times.push(performance.now() - from); from = 0; } }).observe(state, { childList: true, characterData: true, subtree: true }); })()",
    )?;
    for _ in 0..30 {
        browser.key(Key::Escape)?;
        browser.until_true("document.querySelector('.engine-state').textContent === 'off'")?;
        browser.key(Key::Sign('l'))?;
        browser.until_true("document.querySelector('.engine-state').textContent === 'thinking'")?;
    }
    let times = numbers(&browser.eval("window.times")?);
    let (half, most) = (percentile(times.clone(), 0.5), percentile(times, 0.99));
    Ok(vec![Row {
        item: "Stop pressed to engine idle (median, p99)",
        measured: format!("{half:.0} ms, {most:.0} ms"),
        budget: "≤ 100 ms, ≤ 300 ms",
    }])
}

/// A tree of five thousand nodes: opening it and stepping through it.
fn tree(stage: &Stage) -> Result<Vec<Row>> {
    let browser = stage.open("/analyse")?;
    let open = browser.number(
        "(async () => { const start = document.querySelector('script[type=module]').src;
            const { app } = await import(new URL('./main.js', start).href);
            const nodes = [{}]; const free = []; for (let x = 0; x < 15; x++) for (let y = 1; y <= 15; y++) free.push(String.fromCharCode(97 + x) + y);
            for (let line = 0; nodes.length < 5000; line++) {
                let parent = 0; const from = (line * 13) % 100;
                for (let k = 0; k < 100 && nodes.length < 5000; k++) { const index = nodes.length;
                    nodes.push({ side: k % 2 ? 'white' : 'black', move: free[(from + k * 2 + line) % 225], ...(parent !== index - 1 && { parent }) }); parent = index; } }
            const before = performance.now(); app.analyse({ size: 15, rule: 'freestyle', nodes });
            await new Promise((done) => { const look = () => (document.querySelectorAll('.node').length > 5 ? requestAnimationFrame(() => done()) : requestAnimationFrame(look)); look(); });
            return performance.now() - before; })()",
    )?;
    browser.key(Key::Home)?;
    browser.eval(STEP)?;
    for _ in 0..60 {
        browser.key(Key::Right)?;
    }
    browser.until_true("window.times.length > 20")?;
    let step = percentile(numbers(&browser.eval("window.times")?), 0.95);
    let drawn = browser.number("document.querySelectorAll('.node').length")?;
    Ok(vec![Row {
        item: "Tree of 5 000 nodes (open, step p95, nodes in the document)",
        measured: format!("{open:.0} ms, {step:.0} ms, {drawn:.0}"),
        budget: "≤ 200 ms, ≤ 30 ms, visible ones",
    }])
}

/// What the server uses when nobody is connected.
fn idle(stage: &Stage) -> Result<Vec<Row>> {
    stage.browser.go("about:blank")?;
    let process = stage.server.id().context("no server")?;
    let ticks = || -> Result<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
        let after = stat.rsplit(')').next().unwrap_or_default().to_owned();
        let part =
            |k: usize| after.split_whitespace().nth(k).and_then(|word| word.parse::<f64>().ok());
        Ok(part(11).context("no time")? + part(12).context("no time")?)
    };
    let before = ticks()?;
    std::thread::sleep(Duration::from_secs(10));
    let share = (ticks()? - before) / 10.0;
    Ok(vec![Row {
        item: "Server with no client",
        measured: format!("{share:.1} % CPU"),
        budget: "0 %",
    }])
}
