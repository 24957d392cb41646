//! `games.*`, `explorer.*`, `import.lib-progress` and `io.lib-roundtrip`: the stored games, what was played
//! in a position, and libraries in and out.

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;
use tengen_browser::{Browser, Key, Screen, Stage, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("games.tags", tags),
        scenario("games.select", select),
        scenario("games.select.phone", select_by_touch).on(Screen::PHONE),
        scenario("games.many", many),
        scenario("explorer.own", own),
        scenario("explorer.book", book),
        scenario("explorer.phone", on_a_phone).on(Screen::PHONE),
        scenario("explorer.collection", collection),
        scenario("import.lib-progress", progress),
        scenario("io.lib-roundtrip", lib_roundtrip),
    ]
}

/// Saves records by the API; each is a name, a line of moves and who won.
fn save(browser: &Browser, games: &[(&str, &str, &str)]) -> Result<()> {
    let games: Vec<Value> = games
        .iter()
        .map(|(name, moves, winner)| json!({ "name": name, "moves": moves, "winner": winner }))
        .collect();
    let script = format!(
        "(async () => {{
            for (const {{ name, moves, winner }} of {}) {{
                const nodes = [{{}}, ...moves.match(/[a-o]\\d+/g).map((move, k) => ({{ side: k % 2 ? 'white' : 'black', move }}))];
                const record = {{ size: 15, rule: 'renju', nodes, ending: winner ? {{ [winner]: 'play' }} : undefined }};
                const answer = await fetch('/api/games', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({{ name, record }}) }});
                if (!answer.ok) throw new Error(await answer.text());
            }}
        }})()",
        json!(games)
    );
    browser.eval(&script).map(drop)
}

const GAMES: [(&str, &str, &str); 3] = [
    ("First", "h8i9j7h10g9", "black"),
    ("Second", "h8g7i10j9k8", "white"),
    ("Third", "h8h9i10g8f8", "black"),
];

/// What the rows say, by the names of the games.
const ROWS: &str = "[...document.querySelectorAll('.game strong')].map((one) => one.textContent)";

fn until_rows(browser: &Browser, names: &[&str]) -> Result<()> {
    browser.until_true(&format!(
        "JSON.stringify({ROWS}.sort()) === JSON.stringify({}.sort())",
        json!(names)
    ))
}

fn focus_row(browser: &Browser, name: &str) -> Result<()> {
    let script = format!(
        "[...document.querySelectorAll('.game')].find((one) => one.querySelector('strong').textContent === {}).querySelector('.game-pick').focus()",
        json!(name)
    );
    browser.eval(&script).map(drop)
}

/// Tags are added by the keyboard, suggested for other games, filter the list, and go again.
fn tags(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/games")?;
    save(browser, &GAMES)?;
    until_rows(browser, &["First", "Second", "Third"])?;
    focus_row(browser, "First")?;
    browser.key(Key::Sign('m'))?;
    browser.until_text("1 selected")?;
    browser.press("button", "Tags")?;
    browser.find("dialog", "Tags of 1 game")?;
    browser.until_true("document.activeElement.closest('dialog')")?;
    browser.eval("document.querySelector('dialog input').focus()")?;
    browser.type_text("openings")?;
    browser.key(Key::Enter)?;
    browser.until_true(
        "document.querySelector('dialog .tag.removable')?.textContent.startsWith('openings')",
    )?;
    browser.key(Key::Escape)?;
    browser.key(Key::Escape)?;
    browser.until_true("[...document.querySelectorAll('.game .tag')].map((one) => one.textContent).join() === 'openings'")?;
    // Another game gets it by one press.
    focus_row(browser, "Second")?;
    browser.key(Key::Sign('m'))?;
    browser.press("button", "Tags")?;
    browser.press("button", "+ openings")?;
    browser.until_true("document.querySelectorAll('dialog .tag.removable').length === 1")?;
    browser.key(Key::Escape)?;
    browser.choose("Tag", "openings (2)")?;
    until_rows(browser, &["First", "Second"])?;
    browser.press("button", "Tags")?;
    browser.press("button", "Remove the tag openings")?;
    browser.key(Key::Escape)?;
    until_rows(browser, &["First"])?;
    // It is stored.
    browser.reload()?;
    browser.until_ready()?;
    until_rows(browser, &["First", "Second", "Third"])?;
    browser.until_true("document.querySelectorAll('.game .tag').length === 1")
}

fn downloads(browser: &Browser) -> Result<TempDir> {
    let folder = TempDir::new()?;
    let into = json!({ "behavior": "allow", "downloadPath": folder.path() });
    browser.cdp("Browser.setDownloadBehavior", into)?;
    Ok(folder)
}

/// Waits for a whole file with this ending.
fn downloaded(folder: &TempDir, ending: &str) -> Result<Vec<u8>> {
    until(&format!("a {ending} file is there"), || {
        let paths = std::fs::read_dir(folder.path())?.filter_map(|entry| Some(entry.ok()?.path()));
        let mut whole = paths.filter(|path| path.extension().is_some_and(|one| one == ending));
        Ok(whole.find_map(|path| std::fs::read(path).ok()).filter(|bytes| !bytes.is_empty()))
    })
}

/// Games are marked by keys alone, saved as one file, deleted and brought back.
fn select(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/games")?;
    let folder = downloads(browser)?;
    save(browser, &GAMES)?;
    until_rows(browser, &["First", "Second", "Third"])?;
    // The newest is the first.
    focus_row(browser, "Third")?;
    browser.shift(Key::Down)?;
    browser.until_text("2 selected")?;
    for (format, ending) in [("SGF", "sgf"), ("JSON", "json"), ("RenLib", "lib")] {
        browser.press("button", "Download")?;
        browser.press("menuitem", format)?;
        let file = downloaded(&folder, ending)?;
        let found = browser.eval(&format!(
            "fetch('/api/import', {{ method: 'POST', body: new Uint8Array({}) }}).then((answer) => answer.json()).then((found) => [found.records.length, found.moves])",
            json!(file)
        ))?;
        // A library is one tree, in which the first move is the same.
        let expected = if ending == "lib" { json!([1, 9]) } else { json!([2, 10]) };
        ensure!(found == expected, "{format}: {found}");
    }
    focus_row(browser, "Third")?;
    browser.key(Key::Delete)?;
    browser.until_text("2 games deleted.")?;
    until_rows(browser, &["First"])?;
    browser.press("button", "Undo")?;
    until_rows(browser, &["First", "Second", "Third"])?;
    focus_row(browser, "First")?;
    browser.control(Key::Sign('a'))?;
    browser.until_text("3 selected")?;
    browser.key(Key::Escape)?;
    browser.until_true("!document.querySelector('.marked')")
}

/// A finger marks by the button, and what is marked is deleted.
fn select_by_touch(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/games")?;
    save(browser, &GAMES)?;
    until_rows(browser, &["First", "Second", "Third"])?;
    browser.press("button", "Select")?;
    for name in ["First", "Third"] {
        focus_row(browser, name)?;
        browser.key(Key::Enter)?;
    }
    browser.until_text("2 selected")?;
    browser.press("button", "Delete")?;
    until_rows(browser, &["Second"])?;
    ensure!(browser.is("document.documentElement.scrollWidth <= innerWidth")?, "it is too wide");
    Ok(())
}

/// Of two thousand games only those in view are in the document, and keys reach the last one.
fn many(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/games")?;
    browser.until_text("No games yet")?;
    // Faster than two thousand saves: the list alone is what is looked at.
    browser.eval(
        "(() => {
            const game = (id) => ({ id: String(id), kind: 'record', name: `Game ${id}`, tags: [], black: '', white: '', rule: 'renju', size: 15,
                opening: 'none', moves: 5, stones: [['h8'], ['i9']], result: null, created: 1, changed: 1e12 - id, unfinished: false });
            const list = JSON.stringify(Array.from({ length: 2000 }, (_, k) => game(k + 1)));
            const real = window.fetch;
            window.fetch = (path, ...rest) => path === '/api/games' ? Promise.resolve(new Response(list)) : real(path, ...rest);
        })()",
    )?;
    browser.press("link", "Analyse")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.press("link", "Games")?;
    browser.until_true("document.querySelectorAll('.game').length > 3")?;
    let drawn = browser.number("document.querySelectorAll('.game').length")?;
    ensure!(drawn < 60.0, "{drawn} rows are in the document");
    focus_row(browser, "Game 1")?;
    browser.key(Key::End)?;
    browser.until_true("document.activeElement.textContent.includes('Game 2000')")?;
    browser
        .until_true("document.activeElement.getBoundingClientRect().bottom <= innerHeight + 1")?;
    browser.key(Key::Up)?;
    browser.until_true("document.activeElement.textContent.includes('Game 1999')")?;
    let drawn = browser.number("document.querySelectorAll('.game').length")?;
    ensure!(drawn < 60.0, "{drawn} rows are in the document");
    browser.key(Key::Home)?;
    browser.until_true("document.activeElement.textContent.includes('Game 1')")
}

const MOVES: &str =
    "[...document.querySelectorAll('.explorer-move')].map((one) => one.dataset.move)";

/// The own games: counted under all symmetries, previewed, played by keys, kept up to date.
fn own(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=renju&n=15&m=")?;
    save(browser, &GAMES)?;
    browser.key(Key::Sign('o'))?;
    browser.until_true(&format!("{MOVES}.join() === 'h8'"))?;
    browser.until_true("document.querySelector('[data-played=h8] text')?.textContent === '3'")?;
    ensure!(!browser.is("document.querySelector('[data-candidate]')")?, "it looks like the engine");
    browser.eval("document.querySelector('.explorer-move').focus()")?;
    browser.until_true("document.querySelector('[data-ghost=h8]')")?;
    browser.key(Key::Enter)?;
    browser.until_stones(1)?;
    // i9 and g7 are the same move, and the four points of it are marked.
    browser.until_true("document.querySelectorAll('.explorer-move').length === 2")?;
    browser.until_true("document.querySelectorAll('[data-played]').length === 8")?;
    let name =
        browser.text("document.querySelector('.explorer-move').getAttribute('aria-label')")?;
    ensure!(
        name == "G7, played 2 times, Black won 1, White won 1, drawn 0, I Indirect",
        "it is called {name}"
    );
    ensure!(browser.cell("g7")?.contains("played 2 times"), "the cell says nothing");
    // Who plays along with the keys stays in the list.
    browser.until_true("document.activeElement.matches('.explorer-move')")?;
    browser.key(Key::Down)?;
    browser.key(Key::Enter)?;
    browser.until_stones(2)?;
    browser.until_true(
        "document.querySelector('.explorer-opening')?.textContent.includes('Direct')",
    )?;
    // A game that is saved now counts at once.
    save(browser, &[("Fourth", "h8h9a1b1c1", "")])?;
    browser.until_true("document.querySelectorAll('.explorer-move').length === 2")?;
    browser.key(Key::Sign('o'))?;
    browser.until_true(
        "!document.querySelector('.explorer') && !document.querySelector('[data-played]')",
    )
}

/// The opening book: its moves with their scores; a restart keeps the choice.
fn book(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=renju&n=15&m=h8")?;
    browser.until_stones(1)?;
    browser.key(Key::Sign('o'))?;
    browser.find("combobox", "Where the moves come from")?;
    browser.choose("Where the moves come from", "Opening book")?;
    browser.until_true("document.querySelectorAll('.explorer-move').length >= 3")?;
    browser
        .until_true("document.querySelector('.explorer-move .score')?.textContent.includes('%')")?;
    browser.until_true(
        "document.querySelector('.explorer-move .named').textContent.includes('irect')",
    )?;
    browser.eval("document.querySelector('.explorer-move').click()")?;
    browser.until_stones(2)?;
    browser.until_true("document.querySelector('.explorer-opening')")?;
    stage.server.restart()?;
    let browser = stage.open("/analyse?r=renju&n=15&m=a1b2")?;
    browser.until_stones(2)?;
    browser.until_text("The opening book does not know this position.")
}

/// On a phone it is a tab of the sheet, and a touch plays the move.
fn on_a_phone(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?r=renju&n=15&m=")?;
    save(browser, &GAMES)?;
    browser.press("button", "Explorer")?;
    browser.until_true("document.querySelector('.explorer-move')?.checkVisibility()")?;
    ensure!(
        browser.is("document.querySelector('.explorer-move').offsetHeight >= 44")?,
        "too small"
    );
    ensure!(browser.is("document.documentElement.scrollWidth <= innerWidth")?, "it is too wide");
    browser.eval("document.querySelector('.explorer-move').click()")?;
    browser.until_stones(1).map(drop)
}

pub(crate) fn drop_text(browser: &Browser, text: &str, name: &str) -> Result<()> {
    browser.drop_file(&format!("new File([{}], {})", json!(text), json!(name)))
}

/// A file of games becomes a collection that the explorer knows, survives a restart, and can be deleted
/// and brought back.
fn collection(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let games = "(;GM[4]SZ[15]RE[B+];B[hh];W[ii])(;GM[4]SZ[15]RE[W+];B[hh];W[gg])(;GM[4]SZ[15];B[hh];W[hg])";
    drop_text(browser, games, "Meijin.sgf")?;
    browser.until_text("3 games, 6 moves")?;
    browser.press("button", "Keep as a collection")?;
    browser.until_text("Meijin is ready: 3 games, 6 moves.")?;
    browser.press("button", "Open in the explorer")?;
    browser.until_true("document.querySelector('.explorer')")?;
    stage.server.restart()?;
    let browser = stage.open("/analyse?r=freestyle&n=15&m=h8")?;
    browser.until_true("document.querySelectorAll('.explorer-move').length === 2")?;
    let names =
        browser.text("document.querySelector('.explorer-move').getAttribute('aria-label')")?;
    ensure!(names.contains("played 2 times, Black won 1, White won 1"), "{names}");
    let browser = stage.open("/games")?;
    browser.until_true(
        "document.querySelector('.collections summary')?.textContent === 'Collections (1)'",
    )?;
    browser.eval("document.querySelector('.collections summary').click()")?;
    browser.press("button", "Delete the collection Meijin")?;
    browser.until_true("!document.querySelector('.collections')")?;
    browser.press("button", "Undo")?;
    browser.until_true(
        "document.querySelector('.collections summary')?.textContent === 'Collections (1)'",
    )
}

/// A large library: it is sent and read with progress, can be stopped, and what was read is kept; its first
/// moves open as a tree.
fn progress(stage: &mut Stage) -> Result<()> {
    // A cancel may come when the collection is gone already.
    stage.expect("/api/collections/");
    let browser = stage.open("/")?;
    // 24 MB: after h8 one sibling after the other of random lines, most of them long.
    let library = "(() => {
        const bytes = [0xff, 0x52, 0x65, 0x6e, 0x4c, 0x69, 0x62, 0xff, 3, 4, ...Array(10).fill(0xff), 0, 0, 0x78, 0];
        const points = [];
        for (let row = 0; row < 15; row++) for (let column = 1; column < 16; column++) if (row * 16 + column !== 0x78) points.push(row * 16 + column);
        const all = new Uint8Array(24 << 20);
        all.set(bytes);
        let [at, seed] = [bytes.length, 1];
        const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
        while (at < all.length - 900) {
            const line = [...points];
            const length = 100 + random(60);
            for (let k = 0; k < length; k++) {
                const pick = k + random(line.length - k);
                [line[k], line[pick]] = [line[pick], line[k]];
                all[at++] = line[k];
                all[at++] = (k === 0 ? 0x80 : 0) | (k === length - 1 ? 0x40 : 0);
            }
        }
        all[at++] = 0x79; all[at++] = 0x40;
        return new File([all.subarray(0, at)], 'large.lib');
    })()";
    let dropped = || browser.drop_file(&format!("window.library ??= {library}"));
    dropped()?;
    browser.until_text("too much for one page")?;
    browser.press("button", "Open the first moves")?;
    browser.until_text("here are too many nodes")?;
    browser.press("button", "Open what was read")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.until_true("document.querySelectorAll('.layer-stones .stone').length > 0")?;
    dropped()?;
    browser.press("button", "Keep as a collection")?;
    browser.until_true(
        "/Reading: \\d+%/.test(document.querySelector('.collection-progress')?.textContent)",
    )?;
    browser.press("button", "Stop and keep what was read")?;
    browser.until_text("large is ready")?;
    let told = browser.text("document.querySelector('.collection-form').textContent")?;
    ensure!(told.contains("Not read to its end"), "{told}");
    browser.press("button", "Open in the explorer")?;
    browser.until_true("document.querySelector('.explorer')")?;
    let kept = browser.eval("fetch('/api/collections').then((answer) => answer.json())")?;
    let moves = kept[0]["moves"].as_u64().context("no moves")?;
    ensure!(moves > 0 && moves < 12_000_000, "{moves} moves");
    // Another one is cancelled by a key and leaves nothing.
    dropped()?;
    browser.press("button", "Keep as a collection")?;
    browser.until_true("document.querySelector('.collection-progress')")?;
    let cancel = browser.find("button", "Cancel")?;
    browser.call(&cancel, "function () { this.focus(); }", &[])?;
    browser.key(Key::Enter)?;
    browser.until_gone("dialog", "Import")?;
    until("one collection is left", || {
        let left = browser.eval("fetch('/api/collections').then((answer) => answer.json())")?;
        Ok((left.as_array().is_some_and(|all| all.len() == 1)).then_some(()))
    })
}

/// A study saved as a library comes back with its variations and comments; what it cannot hold is said.
fn lib_roundtrip(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let folder = downloads(browser)?;
    let sgf = "(;GM[4]SZ[15]RU[renju];B[hh]C[middle](;W[ig];B[ii])(;W[ih]LB[aa:x]))";
    drop_text(browser, sgf, "study.sgf")?;
    browser.press("button", "Open")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.until_true("document.querySelectorAll('.layer-stones .stone').length > 0")?;
    browser.control(Key::Sign('s'))?;
    browser.press("button", "Download: RenLib")?;
    let file = downloaded(&folder, "lib")?;
    ensure!(file.starts_with(b"\xFFRenLib\xFF\x03\x04"), "{:?}", &file[..10]);
    browser.until_text("the rule")?;
    browser.key(Key::Escape)?;
    browser.until_gone("dialog", "Share and export")?;
    let text = browser.text(&format!(
        "(async () => {{
            const read = await (await fetch('/api/import', {{ method: 'POST', body: new Uint8Array({}) }})).json();
            const again = await fetch('/api/export?format=sgf', {{ method: 'POST', headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({{ records: read.records }}) }});
            return again.text();
        }})()",
        json!(file)
    ))?;
    for part in ["C[middle]", "(;W[ig];B[ii])", "(;W[ih]LB[aa:x])"] {
        ensure!(text.contains(part), "{part} is missing in {text}");
    }
    Ok(())
}
