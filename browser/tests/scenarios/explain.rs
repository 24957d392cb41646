//! `explain.*`: forced wins with their proofs, step by step.

use anyhow::{Result, ensure};
use tengen_browser::{Browser, Key, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("explain.fours", fours).with_engine(),
        scenario("explain.defence-branch", defence_branch).with_engine(),
        scenario("explain.forbidden-win", forbidden_win).with_engine(),
        scenario("explain.none", none).with_engine(),
        scenario("explain.defend", defend).with_engine(),
        scenario("explain.certificate", certificate).with_engine(),
        scenario("explain.proof-checked", proof_checked).with_engine(),
        scenario("explain.onward", onward).with_engine(),
        scenario("explain.line", from_line).with_engine(),
        scenario("explain.threat", from_threat).with_engine(),
    ]
}

fn until_count(browser: &Browser, what: &str, wanted: usize) -> Result<()> {
    until(&format!("there are {wanted} of {what}"), || {
        let seen = browser.number(&format!("document.querySelectorAll('{what}').length"))?;
        ensure!(seen as usize == wanted, "there are {seen}");
        Ok(Some(()))
    })
}

/// Waits until the steps in words hold this sentence, as a regular expression.
fn until_step(browser: &Browser, sentence: &str) -> Result<()> {
    browser.until_true(&format!(
        "[...document.querySelectorAll('.step-text')].some((one) => /{sentence}/.test(one.textContent))"
    ))
}

/// A four and a three at once: five stones with numbers, each with its sentence.
fn fours(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b")?;
    browser.until_stones(10)?;
    browser.press("button", "Explain")?;
    browser.until_text("Black: proved win in 5")?;
    browser.until_text("checked")?;
    until_step(browser, "1 J8 makes a four and an open three – White can stop only one")?;
    until_step(browser, "2 K8 stops the five")?;
    until_step(browser, "3 J(7|11) makes an open four – White can stop only one")?;
    until_step(browser, "5 J\\d+ makes five and wins")?;
    until_count(browser, "[data-ghost]", 5)?;
    until_count(browser, "[data-ghost].outline", 2)?;
    until_count(browser, ".win-line", 1)?;
    browser.press("button", "Step back")?;
    until_count(browser, "[data-ghost]", 4)?;
    until_count(browser, ".win-line", 0)?;
    browser.press("button", "Step back")?;
    until_count(browser, "[data-ghost]", 3)?;
    browser.press("button", "All at once")?;
    until_count(browser, "[data-ghost]", 5)?;
    browser.press("button", "Play the steps")?;
    until_count(browser, "[data-ghost]", 1)?;
    until_count(browser, "[data-ghost]", 5)?;
    ensure!(browser.stones()?.len() == 10, "an explanation put a stone");
    browser.press("button", "Put into tree")?;
    browser.until_text("The line is in the tree.")?;
    until_count(browser, ".node", 5)?;
    // Another position ends it.
    browser.key(Key::Right)?;
    browser.until_stones(11)?;
    until_count(browser, "[data-ghost]", 0)?;
    until_count(browser, ".explain", 0)
}

/// Each other defence has its own refutation.
fn defence_branch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8a1i8o1j9a15j10o15")?;
    browser.until_stones(8)?;
    browser.key(Key::Sign('w'))?;
    browser.until_text("Black: proved win in")?;
    let second = "[...document.querySelectorAll('.step-text')][1].textContent";
    let before = browser.text(second)?;
    browser.until_true("document.querySelector('.explain-steps .others')")?;
    browser.eval("document.querySelector('.explain-steps .others').click()")?;
    browser.until_true("document.querySelector('.menu [role=menuitem]')")?;
    browser.eval("document.querySelector('.menu [role=menuitem]').click()")?;
    until("another reply is refuted", || Ok((browser.text(second)? != before).then_some(())))?;
    browser.until_true("[...document.querySelectorAll('.step-text')].at(-1).textContent.includes('makes five and wins')")?;
    browser.press("button", "Main line")?;
    until("the first line is back", || Ok((browser.text(second)? == before).then_some(())))?;
    browser.key(Key::Escape)?;
    until_count(browser, ".explain", 0)
}

/// White's four can only be stopped where Black may not play.
fn forbidden_win(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=renju&n=15&b=e5g8i8h7h9&w=f6g7i9&t=w")?;
    browser.until_stones(8)?;
    browser.key(Key::Sign('w'))?;
    browser.until_text("White: proved win in 3")?;
    until_step(browser, "1 J10 makes a four – Black may not answer at H8: double three")?;
    browser.until_true("document.querySelector('[data-foul=h8]')")?;
    until_count(browser, ".win-line", 1)?;
    browser.press("button", "Why forbidden?")?;
    until_count(browser, ".foul-line", 2)
}

/// Where there is no win, the words say how far the search went.
fn none(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9")?;
    browser.until_stones(2)?;
    browser.key(Key::Sign('w'))?;
    browser.until_text("Black: no win by fours or threats (searched completely).")?;
    until_count(browser, "[data-ghost]", 0)?;
    browser.press("button", "What does White threaten?")?;
    browser.until_text("White: no win by fours or threats (searched completely).")?;
    browser.key(Key::Sign('w'))?;
    until_count(browser, ".explain", 0)
}

/// What stops a threat is listed and marked.
fn defend(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8a1i8c1j8")?;
    browser.until_stones(5)?;
    browser.key(Key::Sign('w'))?;
    browser.press("button", "What does Black threaten?")?;
    browser.until_text("Black: proved win in 3")?;
    browser.press("button", "Defend")?;
    browser.until_text("Hold, proven: G8 K8")?;
    until_count(browser, "[data-candidate]", 2)
}

/// Inside a certificate the line comes from it, at once; its first stones are drawn.
fn certificate(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8b1")?;
    browser.until_stones(2)?;
    browser.key(Key::Sign('w'))?;
    browser.until_text("Black: proved win in")?;
    until_count(browser, ".explain .tag", 1)?;
    let steps = browser.number("document.querySelectorAll('.step-text').length")? as usize;
    let first = steps.min(12);
    until_count(browser, "[data-ghost]", first)?;
    browser.press("button", "Step back")?;
    until_count(browser, "[data-ghost]", first - 1)?;
    browser.press("button", "All at once")?;
    until_count(browser, "[data-ghost]", steps)?;
    until_count(browser, ".win-line", 1)?;
    ensure!(!browser.has("button", "Save proof")?, "a certificate is no proof file");
    Ok(())
}

/// Keeps what the page saves, as a file that can be dropped.
const KEEP_SAVED: &str = "(() => { const old = URL.createObjectURL; \
    URL.createObjectURL = (blob) => { blob.arrayBuffer().then((bytes) => window.saved = new Uint8Array(bytes)); return old(blob); }; })()";

/// Drops what was saved, perhaps with a wrong byte.
fn drop_saved(browser: &Browser, wrong: Option<usize>) -> Result<()> {
    let change = wrong.map_or_else(String::new, |byte| format!("bytes[{byte}] ^= 1;"));
    let bytes =
        format!("(() => {{ const bytes = window.saved.slice(); {change} return bytes; }})()");
    browser.drop_file(&format!("new File([{bytes}], 'win.proof')"))
}

/// A saved proof opens again, checked; one with a wrong byte is refused with a sentence.
fn proof_checked(stage: &mut Stage) -> Result<()> {
    // The console reports the refused request.
    stage.expect("/api/proof/check");
    let browser = stage.open("/analyse?m=h8a1i8a3j8a5")?;
    browser.until_stones(6)?;
    browser.eval(KEEP_SAVED)?;
    browser.key(Key::Sign('w'))?;
    browser.until_text("Black: proved win in 3")?;
    browser.press("button", "Save proof")?;
    browser.until_true("window.saved?.length > 20")?;
    drop_saved(browser, Some(14))?;
    browser.until_text("This proof was not accepted:")?;
    browser.press("button", "Close")?;
    browser.until_gone("dialog", "Import")?;
    browser.key(Key::Home)?;
    browser.until_stones(0)?;
    drop_saved(browser, None)?;
    browser.until_stones(6)?;
    browser.until_text("Black: proved win in 3")?;
    browser.until_text("checked")?;
    until_count(browser, "[data-ghost]", 3)
}

/// A win that begins with a quiet move is explained from where it is forced: a review leads here.
fn onward(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=a1h8a3g8a5f7a7a2a9a6a11h7a13a12a15g7o1e7o3d7")?;
    browser.until_stones(20)?;
    browser.eval(&format!(
        "{}.then(({{ app }}) => app.analyse(app.page.peek().document().record, {{ at: 13, explain: {{ onward: true }} }}))",
        crate::languages::module("main.js")
    ))?;
    browser.until_text("White: proved win in")?;
    browser.until_text("The win is forced from here on, after move")?;
    until_step(browser, "makes|wins")
}

/// A proven line of the engine leads to its explanation.
fn from_line(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b")?;
    browser.until_stones(10)?;
    browser.press("button", "Engine")?;
    browser.until_true("document.querySelector('.line .score.proved')?.textContent === 'B5'")?;
    browser
        .eval("document.querySelector('.line [aria-label=\"Options for this line\"]').click()")?;
    browser.press("menuitem", "Explain")?;
    browser.until_text("Black: proved win in 5")?;
    until_count(browser, "[data-ghost]", 5)
}

/// The mark of a threat leads to the win behind it.
fn from_threat(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b")?;
    browser.until_stones(10)?;
    browser.key(Key::Sign('b'))?;
    for (key, point) in [(Key::Right, "i8"), (Key::Right, "j8")] {
        browser.key(key)?;
        browser.until_true(&format!("document.activeElement?.dataset.point === '{point}'"))?;
    }
    let menu = || -> Result<()> {
        browser.eval(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', \
            { key: 'ContextMenu', bubbles: true, cancelable: true }))",
        )?;
        browser.until_true("document.querySelector('.menu')").map(drop)
    };
    menu()?;
    ensure!(!browser.says("Explain Black's win")?, "threats are not shown");
    browser.key(Key::Escape)?;
    browser.key(Key::Sign('t'))?;
    browser.until_true("document.querySelector('[data-threat=j8]')")?;
    menu()?;
    browser.press("menuitem", "Explain Black's win")?;
    browser.until_text("Black: proved win in 5")
}
