//! Pictures of every page in every size, light and dark, for a designer's review.
//!
//! `./test pages` puts them into `target/browser/out/pages`; `./test pages analyse` takes those whose
//! names hold the word. Chinese, Japanese and Korean want a font of the system that knows their signs.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tengen_browser::{Browser, Driver, Engine, Key, Places, Screen, Stage, out_folder};

const SCREENS: [Screen; 3] = [Screen::DESKTOP, Screen::PHONE, Screen::SMALL];
const LANGUAGES: [&str; 8] = ["en", "zh", "zh-Hant", "ja", "ko", "vi", "ru", "cs"];

/// A renju game after twelve moves.
const GAME: &str = "h8h9j9i8g9i9i7j6g10g7f11h6";

/// A picture: its name, the settings it wants, the address it is taken at, and what is done there.
type Picture = (&'static str, Value, &'static str, fn(&Stage) -> Result<()>);

fn pictures() -> Vec<Picture> {
    let analyse = "/analyse?r=renju&n=15&m=h8h9j9i8g9i9i7j6g10g7f11h6";
    let discs = json!({ "candidates": "discs", "candidatesSeen": true, "numbers": "all" });
    let heat = json!({ "candidates": "heat", "candidatesSeen": true });
    vec![
        ("start", json!({}), "/", settled),
        ("form", json!({}), "/", |stage| act(stage, "newGame")),
        ("game", json!({}), "/", game),
        ("hint", json!({ "threats": true }), "/", hint),
        ("menu", json!({}), "/", |stage| press(stage, "more")),
        ("opening", json!({}), "/", opening),
        ("watch", json!({}), "/", watch),
        ("clocks", json!({}), "/", clocks),
        ("end", json!({}), "/", end),
        ("analyse", discs.clone(), analyse, lines),
        ("proof", discs, "/analyse?m=h8h9i8i9j8j9", lines),
        ("explain", json!({}), "/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b", explained),
        ("explain-forbidden", json!({}), "/analyse?r=renju&b=e5g8i8h7h9&w=f6g7i9&t=w", explained),
        ("explain-none", json!({}), "/analyse?m=h8i9", explained),
        ("explain-certificate", json!({}), "/analyse?m=h8b1", explained),
        ("moves", json!({ "panelTab": "moves", "sheet": "half" }), analyse, branches),
        ("graph", json!({ "panelTab": "graph", "sheet": "half" }), analyse, graph),
        ("heat", heat, analyse, settled),
        ("threats", json!({ "threats": true }), analyse, settled),
        ("options", json!({ "sheet": "half" }), analyse, |stage| press(stage, "engine.options")),
        ("forbidden", json!({}), "/analyse?r=renju&b=g8i8h7h9&w=a1c1e1a3&t=b", forbidden),
        ("explorer", json!({ "sheet": "half" }), "/analyse?r=renju&n=15&m=h8", explorer),
        ("compare", json!({ "sheet": "half" }), analyse, compare),
        ("balance", json!({ "sheet": "half" }), "/analyse?m=h8", balance),
        ("review", json!({}), "/analyse?m=h8h9i8g9g8f8j8i9k8", review),
        ("editor", json!({}), analyse, |stage| act(stage, "edit")),
        ("share", json!({}), analyse, |stage| act(stage, "share")),
        ("import", json!({}), analyse, |stage| act(stage, "import")),
        ("puzzle", json!({ "puzzleTurn": false }), "/puzzles", settled),
        ("puzzle-over", json!({ "puzzleTurn": false }), "/puzzles", |stage| {
            press(stage, "puzzle.solution")
        }),
        ("games", json!({}), "/games", settled),
        ("settings", json!({}), "/settings", settled),
        ("settings-2", json!({}), "/settings", |stage| scroll(stage, 0.5)),
        ("own-keys", json!({}), "/settings#keys", own_keys),
        ("own-clock", json!({}), "/", own_clock),
        ("own-arrows", json!({ "sheet": "half" }), analyse, own_arrows),
        ("help", json!({}), "/help", settled),
        ("help-2", json!({}), "/help", |stage| scroll(stage, 0.5)),
        ("api", json!({}), "/help/api", settled),
        ("missing", json!({}), "/no/such/page", settled),
    ]
}

fn main() -> Result<()> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let only = std::env::args().nth(2);
    let places = Places::look()?;
    let driver = Arc::new(Driver::start(&places)?);
    let folder = out_folder()?.join("pages");
    std::fs::create_dir_all(&folder)?;
    for screen in SCREENS {
        for theme in ["light", "dark", "contrast"] {
            let languages: &[&str] = if theme == "light" { &LANGUAGES } else { &["en"] };
            for language in
                languages.iter().filter(|one| only.as_deref().is_none_or(|only| only == **one))
            {
                let look = Look { screen, theme, language };
                look.take_all(&places, &driver, &folder, &wanted)?;
            }
        }
    }
    println!("{}", folder.display());
    Ok(())
}

/// How the pages are looked at.
struct Look<'a> {
    screen: Screen,
    theme: &'a str,
    language: &'a str,
}

impl Look<'_> {
    fn path(&self, folder: &Path, name: &str) -> PathBuf {
        let Look { screen, theme, language } = self;
        folder.join(format!("{name}-{}-{theme}-{language}.png", screen.width))
    }

    fn take_all(&self, places: &Places, driver: &Arc<Driver>, to: &Path, part: &str) -> Result<()> {
        let all: Vec<Picture> =
            pictures().into_iter().filter(|(name, ..)| name.contains(part)).collect();
        let mut stage = Stage::set("pages", places, driver, self.screen, &Engine::Real)?;
        stage.open("/")?;
        for (name, settings, address, prepare) in all {
            let path = self.path(to, name);
            let done = self.set(&stage.browser, &settings).and_then(|()| {
                stage.open(address)?;
                prepare(&stage)?;
                Ok(std::fs::write(&path, stage.browser.picture()?)?)
            });
            done.with_context(|| format!("taking {}", path.display()))?;
        }
        if "lost".contains(part) {
            stage.server.kill();
            stage.browser.until_true("document.querySelector('.band')")?;
            std::fs::write(self.path(to, "lost"), stage.browser.picture()?)?;
        }
        Ok(())
    }

    /// Every picture begins with a browser that knows nothing but the settings given.
    fn set(&self, browser: &Browser, settings: &Value) -> Result<()> {
        let mut values = json!({ "appearance": self.theme, "language": self.language });
        for (name, value) in settings.as_object().into_iter().flatten() {
            values[name] = value.clone();
        }
        let stored = json!({ "values": values }).to_string();
        let script = format!(
            "localStorage.clear(); localStorage.setItem('tengen.settings', \
             JSON.stringify({{ ...{stored}, changed: Date.now() + 1e6 }}))"
        );
        browser.eval(&script).map(drop)
    }
}

/// Calls something that a module of the app exports.
fn call(stage: &Stage, module: &str, expression: &str) -> Result<()> {
    let script = format!(
        "(async () => {{ const start = document.querySelector('script[type=module]').src;
            const it = await import(new URL('./{module}', start).href); await ({expression}); }})()"
    );
    stage.browser.eval(&script).map(drop)
}

fn act(stage: &Stage, name: &str) -> Result<()> {
    call(stage, "main.js", &format!("it.app.act('{name}')"))?;
    settled(stage)
}

/// What Explain says of a position.
fn explained(stage: &Stage) -> Result<()> {
    act(stage, "explain")?;
    stage.browser.until_true("document.querySelector('.explain .verdict, .explain-verdict')")?;
    settled(stage)
}

/// What is on its way (texts, facts, fonts) has come when two looks in a row see the same.
fn settled(stage: &Stage) -> Result<()> {
    let mut before = String::new();
    for _ in 0..50 {
        std::thread::sleep(std::time::Duration::from_millis(150));
        let now = stage.browser.text("document.body.innerHTML")?;
        if now == before {
            break;
        }
        before = now;
    }
    Ok(())
}

fn scroll(stage: &Stage, share: f64) -> Result<()> {
    settled(stage)?;
    let script = format!(
        "(() => {{ const body = document.querySelector('.panel-body'); \
         body.scrollTop = body.scrollHeight * {share}; }})()"
    );
    stage.browser.eval(&script)?;
    settled(stage)
}

/// Presses a button by the key of its text.
fn press(stage: &Stage, key: &str) -> Result<()> {
    settled(stage)?;
    let name = stage.browser.text(&format!(
        "(async () => {{ const start = document.querySelector('script[type=module]').src; \
         return (await import(new URL('./shared/store.js', start).href)).t('{key}'); }})()"
    ))?;
    stage.browser.press("button", &name)?;
    settled(stage)
}

/// Starts a game with what the page would send to the server.
fn start(stage: &Stage, wanted: &str) -> Result<()> {
    call(stage, "play/play.js", &format!("it.start({wanted})"))
}

fn stones(stage: &Stage, least: usize) -> Result<()> {
    let stones = "document.querySelectorAll('.layer-stones .stone').length";
    stage.browser.until_true(&format!("{stones} >= {least}"))
}

/// The list of keys, with one that is taken.
fn own_keys(stage: &Stage) -> Result<()> {
    let row = "document.querySelector('[data-action=explain] .key-add')";
    stage.browser.until_true(row)?;
    settled(stage)?;
    stage.browser.eval(&format!("{row}.click()"))?;
    stage.browser.key(Key::Sign('l'))?;
    stage.browser.until_true("document.querySelector('.key-told')")?;
    stage.browser.eval(&format!("{row}.scrollIntoView({{ block: 'center' }})"))?;
    settled(stage)
}

fn own_clock(stage: &Stage) -> Result<()> {
    call(stage, "play/own-clock.js", "it.ownClock(() => {})")?;
    stage.browser.until_true("document.querySelector('dialog form')")?;
    settled(stage)
}

/// Arrows between stones, empty points and both, and one whose end is not chosen yet.
fn own_arrows(stage: &Stage) -> Result<()> {
    for (from, to) in [("h8", "k11"), ("c3", "c12"), ("g10", "f11"), ("m4", "e4"), ("j9", "j10")] {
        call(stage, "analyse/point-menu.js", &format!("it.putArrow('{from}', '{to}')"))?;
    }
    stage.browser.until_true("document.querySelectorAll('.arrow').length === 5")?;
    settled(stage)
}

/// A game against the engine after its answer.
fn game(stage: &Stage) -> Result<()> {
    start(
        stage,
        &format!(
            "{{ rule: 'renju', size: 15, black: {{ kind: 'person' }}, \
             white: {{ kind: 'engine', level: 2 }}, moves: '{GAME}'.match(/[a-z]\\d+/g) }}"
        ),
    )?;
    stones(stage, 12)?;
    stage.browser.put("i10")?;
    stones(stage, 14)?;
    settled(stage)
}

fn hint(stage: &Stage) -> Result<()> {
    game(stage)?;
    for step in [".hint-area", ".hint-point", "[data-ghost]"] {
        act(stage, "hint")?;
        stage.browser.until_true(&format!("document.querySelector('{step}')"))?;
    }
    settled(stage)
}

fn opening(stage: &Stage) -> Result<()> {
    start(
        stage,
        "{ rule: 'freestyle', size: 15, opening: 'swap2', white: { kind: 'person' }, \
         black: { kind: 'engine', level: 2 } }",
    )?;
    stage.browser.until_true("document.querySelector('.opening .options')")?;
    settled(stage)
}

fn watch(stage: &Stage) -> Result<()> {
    start(
        stage,
        "{ rule: 'freestyle', size: 15, black: { kind: 'engine', level: 1 }, \
         white: { kind: 'engine', level: 2 }, pace_ms: 200 }",
    )?;
    stones(stage, 8)?;
    call(stage, "play/play.js", "it.act({ do: 'pause' })")?;
    settled(stage)
}

fn clocks(stage: &Stage) -> Result<()> {
    start(
        stage,
        "{ rule: 'freestyle', size: 15, black: { kind: 'person' }, white: { kind: 'person' }, \
         clock: { kind: 'byo-yomi', main: 8000, period: 30000, periods: 3 }, moves: ['h8', 'i9'] }",
    )?;
    stones(stage, 2)
}

fn end(stage: &Stage) -> Result<()> {
    start(
        stage,
        "{ rule: 'freestyle', size: 15, black: { kind: 'person' }, \
         white: { kind: 'engine', level: 2 }, moves: ['h8', 'h9', 'i8', 'i9', 'j8', 'g9', 'k8', 'j9'] }",
    )?;
    stones(stage, 8)?;
    stage.browser.put("g8")?;
    stage.browser.until_true("document.querySelector('.win-line')")?;
    settled(stage)
}

/// The engine at work, with some depth.
fn lines(stage: &Stage) -> Result<()> {
    act(stage, "engine")?;
    let deep = "document.querySelectorAll('.line').length === 3 && \
        (Number(/(\\d+)\\/\\d+/.exec(document.querySelector('.figures')?.textContent)?.[1]) >= 6 || \
        document.querySelector('.engine-state').textContent !== '')";
    stage.browser.until_true(deep)?;
    settled(stage)
}

/// Variations within variations, and a comment.
fn branches(stage: &Stage) -> Result<()> {
    for (back, point) in [(3, "g6"), (1, "k10"), (2, "c12"), (4, "e5")] {
        for _ in 0..back {
            stage.browser.key(Key::Left)?;
        }
        settled(stage)?;
        stage.browser.put(point)?;
    }
    settled(stage)
}

fn graph(stage: &Stage) -> Result<()> {
    act(stage, "engine")?;
    for _ in 0..8 {
        stage.browser.key(Key::Left)?;
        stage.browser.until_true("document.querySelectorAll('.line').length > 0")?;
    }
    settled(stage)
}

/// What the opening book plays in a position.
fn explorer(stage: &Stage) -> Result<()> {
    stage.browser.eval("localStorage.setItem('tengen.explorer.source', '\"book\"')")?;
    act(stage, "explorer")?;
    stage.browser.until_true("document.querySelectorAll('.explorer-move').length >= 3")?;
    settled(stage)
}

fn compare(stage: &Stage) -> Result<()> {
    call(stage, "analyse/compare.js", "it.compare()")?;
    stage.browser.until_true("document.querySelector('.research')")?;
    for point in ["i10", "k10"] {
        // On a phone the first tap only shows where.
        let picked = format!("document.querySelector('[data-candidate=\"{point}\"]')");
        stage.browser.press_point(point)?;
        settled(stage)?;
        if !stage.browser.is(&picked)? {
            stage.browser.press_point(point)?;
            stage.browser.until_true(&picked)?;
        }
    }
    press(stage, "research.start")?;
    stage.browser.until_true("document.querySelector('.research-table .score')")?;
    settled(stage)
}

fn balance(stage: &Stage) -> Result<()> {
    stage.browser.eval("localStorage.setItem('tengen.budget.balance', '2000')")?;
    call(stage, "analyse/balance.js", "it.balance(2)")?;
    stage.browser.until_true("document.querySelector('.research-table tbody tr')")?;
    settled(stage)
}

/// A review to its end.
fn review(stage: &Stage) -> Result<()> {
    act(stage, "review")?;
    stage.browser.until_true(
        "document.querySelector('.review-moves li') && !document.querySelector('.review-progress')",
    )?;
    settled(stage)
}

fn forbidden(stage: &Stage) -> Result<()> {
    stage.browser.until_true("document.querySelector('[data-foul=h8]')")?;
    stage.browser.press_point("h8")?;
    stage.browser.press_point("h8")?;
    stage.browser.until_true("document.querySelector('.note')")?;
    settled(stage)
}
