//! `watch.*`: a match of engines in the browser, while it is played and by its log.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use anyhow::{Context, Result, ensure};
use tengen_browser::{Browser, Key, Places, Screen, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("watch.live", live),
        scenario("watch.log", log),
        scenario("watch.nothing", nothing),
        scenario("watch.phone", phone).on(Screen::PHONE),
    ]
}

/// A program that runs beside the server. It ends with this value.
struct Beside {
    process: Child,
    /// Lines of its standard output and its standard error.
    output: Receiver<String>,
    errors: Receiver<String>,
}

impl Beside {
    fn start(arguments: &[&str]) -> Result<Beside> {
        let mut command = Command::new(Places::look()?.tengen);
        command.args(arguments).stdin(Stdio::null());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let output = lines(process.stdout.take().context("no output")?);
        let errors = lines(process.stderr.take().context("no errors")?);
        Ok(Beside { process, output, errors })
    }

    /// Waits until it has ended by itself.
    fn until_ended(&mut self) -> Result<()> {
        until("the program has ended", || Ok(self.process.try_wait()?.map(drop)))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn lines(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// The link among the lines of a program.
fn link(lines: &Receiver<String>) -> Result<String> {
    lines.iter().find(|line| line.starts_with("http://")).context("no link was printed")
}

/// What a part of the page says, with the signs of the command line.
fn said(browser: &Browser, part: &str) -> Result<String> {
    let text = browser.text(&format!("document.querySelector('{part}')?.textContent ?? ''"))?;
    Ok(text.replace('−', "-"))
}

fn figure(browser: &Browser, name: &str) -> Result<String> {
    said(browser, &format!("[data-figure={name}]"))
}

/// A match is followed to its end; the page has the numbers that the command prints.
fn live(stage: &mut Stage) -> Result<()> {
    let mut game = Beside::start(&[
        "match",
        "--a",
        "tengen:nodes=40000,name=deep",
        "--b",
        "tengen:nodes=10000,name=shallow",
        "--games",
        "10",
        "--sprt",
        "-100,400",
        "--concurrency",
        "2",
        "--draw-after",
        "80",
        "--watch",
        "--no-open",
        "--port",
        "0",
    ])?;
    let browser = &stage.browser;
    browser.go(&link(&game.errors)?)?;
    browser.until_ready()?;
    browser.until_text("of 10 games")?;
    browser.until_true("document.querySelectorAll('.watch-board').length === 2")?;
    // A board is enlarged; its game is stepped through while it goes on.
    browser.eval("document.querySelectorAll('.watch-board')[1].click()")?;
    browser.until_true("document.querySelectorAll('.watch-board')[1].ariaPressed === 'true'")?;
    until("stones come", || Ok((browser.stones()?.len() > 4).then_some(())))?;
    browser.until_true("document.querySelector('.watch-game')")?;
    browser.until_true("document.querySelector('.watch-state.over')")?;
    let printed: Vec<String> = {
        let mut all = Vec::new();
        for line in game.output.iter() {
            let is_last = line.starts_with("milliseconds a move");
            all.push(line);
            if is_last {
                break;
            }
        }
        all
    };
    let line = |part: &str| {
        let found = printed.iter().find(|line| line.contains(part));
        found.with_context(|| format!("no '{part}' in {printed:?}"))
    };
    let result = said(browser, ".watch-result")?;
    ensure!(line(" for A")?.contains(&result), "{result}: {printed:?}");
    let score = line("score ")?;
    ensure!(score.starts_with(&format!("score {},", figure(browser, "score")?)), "{score}");
    ensure!(score.contains(&format!("elo {} (95 %)", elo(browser)?)), "{score}");
    ensure!(score.ends_with(&format!("los {}", figure(browser, "los")?)), "{score}");
    let llr = said(browser, ".watch-sprt")?;
    let llr = llr.split("LLR ").nth(1).and_then(|rest| rest.split(' ').next()).context("no LLR")?;
    ensure!(
        line("sprt ")?.contains(&format!("llr {} of", llr.trim_start_matches('+'))),
        "{llr}: {printed:?}"
    );
    ensure!(browser.is("Boolean(document.querySelector('.sprt .curve'))")?, "no graph");
    // The last game is there to be stepped through.
    browser.until_true("document.querySelector('.result-text')")?;
    let all = browser.stones()?.len();
    browser.key(Key::Left)?;
    browser.until_stones(all - 1)?;
    browser.key(Key::Home)?;
    browser.until_stones(0)?;
    browser.key(Key::End)?;
    browser.until_stones(all)?;
    // Nothing else can be asked of this server.
    let refused = "fetch('/api/games').then((answer) => answer.status)";
    ensure!(browser.number(refused)? as u16 == 404, "stored games are no part of a match");
    stage.expect("/api/games");
    // It stays until the page is left.
    stage.open("/")?;
    game.until_ended()
}

/// The Elo as the command prints it.
fn elo(browser: &Browser) -> Result<String> {
    let text = figure(browser, "elo")?;
    Ok(if text == "beyond measure" { "beyond measure ± ?".to_owned() } else { text })
}

fn logged(log: &Path, games: &str) -> Result<()> {
    let log = log.to_string_lossy();
    let mut game = Beside::start(&[
        "match",
        "--a",
        "random:name=one",
        "--b",
        "random:name=two",
        "--games",
        games,
        "--draw-after",
        "40",
        "--log",
        &log,
    ])?;
    game.until_ended()
}

/// A log is shown, and games appear as they are added to it.
fn log(stage: &mut Stage) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("random.jsonl");
    logged(&log, "6")?;
    let path = log.to_string_lossy();
    let page = Beside::start(&["watch", &path, "--no-open", "--port", "0"])?;
    let browser = &stage.browser;
    browser.go(&link(&page.output)?)?;
    browser.until_ready()?;
    browser.until_text("6 games")?;
    browser.until_text("following the log")?;
    browser.until_true("document.querySelectorAll('.watch-game').length === 6")?;
    logged(&log, "40")?;
    browser.until_text("40 games")?;
    // The newest are shown at once, the others on demand.
    browser.press("button", "Earlier games")?;
    browser.until_true("document.querySelectorAll('.watch-game').length === 40")?;
    browser.eval("[...document.querySelectorAll('.watch-game')].at(-1).click()")?;
    browser.until_true(
        "[...document.querySelectorAll('.watch-game')].at(-1).ariaPressed === 'true'",
    )?;
    browser.key(Key::Up)?;
    browser
        .until_true("[...document.querySelectorAll('.watch-game')].at(-2).ariaPressed === 'true'")
}

/// An ordinary server has no match; the page says how to get one.
fn nothing(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/watch")?;
    browser.until_text("No match is shown here")?;
    browser.until_text("tengen match --watch")
}

/// On a phone the parts are tabs, and nothing is wider than the screen.
fn phone(stage: &mut Stage) -> Result<()> {
    let game = Beside::start(&[
        "match",
        "--a",
        "tengen:nodes=20000",
        "--b",
        "tengen:nodes=20000,name=other",
        "--games",
        "40",
        "--watch",
        "--no-open",
        "--port",
        "0",
    ])?;
    let browser = &stage.browser;
    browser.go(&link(&game.errors)?)?;
    browser.until_ready()?;
    browser.until_text("of 40 games")?;
    browser.press("button", "Boards")?;
    browser.until_true("document.querySelector('.watch-board')?.checkVisibility()")?;
    browser.until_true("document.documentElement.scrollWidth <= innerWidth")
}
