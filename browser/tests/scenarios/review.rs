//! `review.*`: a game is judged with one click, can be stopped, and the review stays.

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tengen_browser::{Browser, Key, Stage, repository};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("review.oneclick", one_click).with_engine(),
        scenario("review.retry", retry).with_engine(),
        scenario("review.keyboard", keyboard).with_engine(),
        scenario("review.about", about).with_engine(),
        scenario("review.help", help),
    ]
}

/// A game with planted losing moves, a missed win and moves in a lost position, with the labels that it has
/// to get; `crates/review/tests/planted.rs` reads the same file.
fn planted() -> Result<(String, Vec<(usize, String)>)> {
    let text = std::fs::read_to_string(repository().join("crates/review/tests/planted.txt"))?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.next().context("the first line has the moves")?.to_owned();
    let label = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        ensure!(words.len() == 3, "a number, a label and a reason: {line}");
        Ok((words[0].parse()?, words[1].to_owned()))
    };
    Ok((moves, lines.map(label).collect::<Result<_>>()?))
}

/// Stores a game; its number.
fn stored(browser: &Browser, moves: &str) -> Result<String> {
    let script = format!(
        "(async () => {{
            const text = {{ method: 'POST', body: {}, headers: {{ 'content-type': 'text/plain' }} }};
            const read = await (await fetch('/api/import?name=game.pos', text)).json();
            const body = JSON.stringify({{ record: {{ ...read.records[0], rule: 'freestyle' }} }});
            const saved = await fetch('/api/games', {{ method: 'POST', body,
                headers: {{ 'content-type': 'application/json' }} }});
            return (await saved.json()).id;
        }})()",
        json!(moves)
    );
    browser.text(&script)
}

/// The label of a move, counted from 1.
fn label(browser: &Browser, number: usize) -> Result<String> {
    browser.text(&format!(
        "document.querySelector('.review-moves li[data-ply=\"{}\"]')?.dataset.label ?? ''",
        number - 1
    ))
}

/// Waits until the review is complete, however slow the machine is.
pub(crate) fn until_done(browser: &Browser) -> Result<()> {
    // One look: between two the review may have begun.
    let is_done = "document.querySelector('.review-moves li') && \
        !document.querySelector('.review-progress') && \
        !document.body.innerText.includes('Stopped. ')";
    for _ in 0..20 {
        let ended = browser.until_true(is_done);
        if ended.is_ok() {
            return Ok(());
        }
    }
    anyhow::bail!("the review does not end")
}

/// A game of sixty moves, which no machine reviews between two looks.
const LONG: &str = "h8i9j6g9j8h9j9j7h6i7i8k8h7g6g8f8f9i6h5h4e7e10l9k10k9m9d7f7d8d9c7b7c8e8c10c9e9b6i11j12g12g11\
    i5f4g4f5f6m7m8e4b5l12k12j14j10h12i13k5f13g13";

fn one_click(stage: &mut Stage) -> Result<()> {
    let (moves, labels) = planted()?;
    let browser = stage.open("/games")?;
    let long = stored(browser, LONG)?;
    browser.until_true(&format!("document.querySelector('[data-game=\"{long}\"]')"))?;
    browser
        .eval(&format!("document.querySelector('[data-game=\"{long}\"] .game-pick').click()"))?;
    // Half-way: some positions are searched, and the rest is not judged. The page itself presses the button, as
    // a fast machine needs less time for the whole game than a driver for its next look.
    browser.eval(
        "(() => {
            const look = () => {
                const stop = [...document.querySelectorAll('button')].find((one) => one.innerText.trim() === 'Stop');
                if (stop && document.querySelector('.review-progress progress')?.value > 0) stop.click();
                else setTimeout(look, 5);
            };
            look();
        })()",
    )?;
    browser.press("button", "Review")?;
    browser.until_text("Stopped. Moves not reached are not judged.")?;
    let open = "document.querySelectorAll('.review-moves li[data-label=\"not-judged\"]').length";
    let (left, curve) = (browser.number(open)?, "document.querySelector('.review-graph .curve')");
    ensure!(left > 0.0, "it was not stopped half-way");
    ensure!(browser.is(curve)?, "nothing is kept");
    let browser = stage.open(&format!("/review/{long}"))?;
    browser.until_text("Stopped. Moves not reached are not judged.")?;
    ensure!(browser.number(open)? == left && browser.is(curve)?, "a reload lost what was done");
    browser.press("button", "Continue")?;
    browser.until_true(&format!("{open} < {left}"))?;

    let id = stored(browser, &moves)?;
    let browser = stage.open(&format!("/review/{id}"))?;
    until_done(browser)?;
    for (number, expected) in &labels {
        let found = label(browser, *number)?;
        ensure!(found == *expected, "move {number} is {found}, not {expected}");
    }
    // A reload shows it at once, without another search.
    let browser = stage.open(&format!("/review/{id}"))?;
    browser.until_text("Point of no return")?;
    ensure!(browser.number(open)? == 0.0, "a reload lost the review");
    ensure!(!browser.is("document.querySelector('.review-progress')")?, "it searches again");
    Ok(())
}

/// Reviews the planted game; the number of its first mistake.
fn reviewed(stage: &Stage) -> Result<usize> {
    let (moves, _) = planted()?;
    let browser = stage.open("/games")?;
    let id = stored(browser, &moves)?;
    let browser = stage.open(&format!("/review/{id}"))?;
    until_done(browser)?;
    let first = "Number(document.querySelector('.review-moves \
        li:is([data-label=mistake], [data-label=blunder])').dataset.ply) + 1";
    Ok(browser.number(first)? as usize)
}

/// A mistake of a reviewed game.
pub(crate) struct Better {
    /// How many moves came before it.
    pub(crate) ply: usize,
    /// The move that was played, and the better one.
    pub(crate) played: String,
    pub(crate) point: String,
}

/// Reviews the planted game, whose first mistake this is.
pub(crate) fn reviewed_with_better(stage: &Stage) -> Result<Better> {
    let ply = reviewed(stage)? - 1;
    better_of(&stage.browser, ply)
}

/// What was better than a move of the review that is shown.
pub(crate) fn better_of(browser: &Browser, ply: usize) -> Result<Better> {
    let row = format!("document.querySelector('.review-moves li[data-ply=\"{ply}\"]')");
    let better = format!(
        "{row}.querySelector('.review-better').textContent.match(/[A-Z]\\d+/)[0].toLowerCase()"
    );
    let played = format!("{row}.querySelector('.point').textContent.toLowerCase()");
    Ok(Better { ply, played: browser.text(&played)?, point: browser.text(&better)? })
}

/// The better move is accepted, the mistake itself is not.
fn retry(stage: &mut Stage) -> Result<()> {
    let mistake = reviewed(stage)?;
    let browser = &stage.browser;
    let better = browser.text(&format!(
        "document.querySelector('.review-moves li[data-ply=\"{}\"] .review-better').textContent\
            .match(/[A-Z]\\d+/)[0].toLowerCase()",
        mistake - 1
    ))?;
    let played = browser.text(&format!(
        "document.querySelector('.review-moves li[data-ply=\"{}\"] .point').textContent.toLowerCase()",
        mistake - 1
    ))?;
    browser.eval("document.querySelector('.review-report .button.primary').click()")?;
    browser.until_text("Find a better move.")?;
    browser.until_stones(mistake - 1)?;
    browser.press_point(&played)?;
    browser.until_text("is not good enough")?;
    browser.press_point(&better)?;
    browser.until_text("is good:")?;
    browser.press("button", "Show the answer")?;
    browser.until_stones(mistake).map(drop)
}

/// R starts a review; Shift and the arrows go from mistake to mistake; the better line is reached.
fn keyboard(stage: &mut Stage) -> Result<()> {
    let (moves, _) = planted()?;
    let browser = stage.open(&format!("/analyse?m={moves}"))?;
    browser.until_stones(moves.chars().filter(char::is_ascii_alphabetic).count())?;
    browser.key(Key::Sign('r'))?;
    browser.until_true("document.querySelector('main').dataset.page === 'review'")?;
    until_done(browser)?;
    browser.eval("document.activeElement?.blur()")?;
    browser.shift(Key::Down)?;
    let current = "document.querySelector('.review-moves li[aria-current]')?.dataset.label ?? ''";
    let first = browser.text(current)?;
    ensure!(["inaccuracy", "mistake", "blunder"].contains(&first.as_str()), "{first}");
    Ok(())
}

/// A review names the result, the rule and the opening, and proofs in the app's one notation; the list of
/// games says that there is one.
fn about(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/games")?;
    // Kagetsu; White lets an open four happen.
    let moves = "h8h9i9g7j10a1g8a3k11";
    let id = stored(browser, moves)?;
    browser.until_true(&format!("document.querySelector('[data-game=\"{id}\"]')"))?;
    ensure!(!browser.says("reviewed")?, "a game without a review is called reviewed");
    let browser = stage.open(&format!("/review/{id}"))?;
    until_done(browser)?;
    let about = browser.text("document.querySelector('.review-about').innerText")?;
    for part in ["Freestyle 15×15", "Kagetsu"] {
        ensure!(about.contains(part), "{part} is missing: {about}");
    }
    browser.until_true(
        "[...document.querySelectorAll('.review-move .chances .proved.black')].some((one) => /^B\\d+$/.test(one.textContent))",
    )?;
    ensure!(
        !browser.is("/won in|lost in/.test(document.querySelector('.review-moves').innerText)")?,
        "another notation of a proof"
    );
    let browser = stage.open("/games")?;
    browser.until_true(&format!(
        "document.querySelector('[data-game=\"{id}\"] small').textContent.includes('reviewed')"
    ))?;
    // How a game ended stands there too.
    let record = format!(
        "fetch('/api/games/{id}').then((answer) => answer.json()).then(async ({{ record }}) => {{
            const ending = {{ black: 'resignation' }};
            const body = JSON.stringify({{ record: {{ ...record, rule: 'freestyle', ending }} }});
            const headers = {{ 'content-type': 'application/json' }};
            return (await (await fetch('/api/games', {{ method: 'POST', body, headers }})).json()).id;
        }})"
    );
    let id = browser.text(&record)?;
    let browser = stage.open(&format!("/review/{id}"))?;
    browser.until_text("Black wins – White resigned")?;
    browser.press("button", "Stop")
}

/// The help has the table of labels with the numbers that the server judges by.
fn help(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/help#review")?;
    for text in ["Labels of a review", "A loss below 10%.", "below 75%, a mistake below 90%"] {
        browser.until_text(text)?;
    }
    Ok(())
}
