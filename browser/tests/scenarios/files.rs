//! `io.*` and `share.*`: what comes in and goes out.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::json;
use tempfile::TempDir;
use tengen_browser::{Browser, Stage, repository, until};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("io.roundtrip", roundtrip),
        scenario("io.damaged", damaged),
        scenario("io.paste", paste),
        scenario("io.drop", drop_file),
        scenario("io.library", library).scripted(crate::play::far_away()),
        scenario("share.link", share_link),
        scenario("share.variations", share_variations),
        scenario("share.print", share_print),
        scenario("share.gif", share_gif),
        scenario("share.png", share_png),
        scenario("share.svg", share_svg),
        scenario("share.line", share_line).with_engine(),
        scenario("share.files", share_files),
    ]
}

/// Import, export and import again give the same in every format.
fn roundtrip(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let script = r#"(async () => {
        const send = async (path, body) => {
            const answer = await fetch(path, { method: "POST", body, headers: { "content-type": typeof body === "string" && body.startsWith('{"records"') ? "application/json" : "text/plain" } });
            if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
            return answer;
        };
        const read = async (text) => (await send("/api/import", text)).json();
        const write = async (records, format) => (await send(`/api/export?format=${format}`, JSON.stringify({ records }))).text();
        const texts = {
            sgf: "(;GM[4]FF[4]SZ[15];B[hh];W[ig](;B[ii];W[gg])(;B[gi]C[other]))",
            psq: "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,100\n9,9,50\n7,7,20\nme\nyou\n-1\n",
            pos: "h8i9i7g9",
        };
        const failed = [];
        for (const [format, text] of Object.entries(texts)) {
            const first = await read(text);
            if (first.error || !first.records.length) { failed.push(`${format}: ${JSON.stringify(first.error)}`); continue; }
            const records = first.records.map((record) => ({ ...record, rule: record.rule ?? "freestyle" }));
            for (const to of [format, "json"]) {
                const once = await write(records, to);
                const again = await read(once);
                const twice = await write(again.records.map((record) => ({ ...record, rule: record.rule ?? "freestyle" })), to);
                if (again.error || once !== twice) failed.push(`${format} by ${to}: ${once} ${twice}`);
                if (again.moves !== first.moves || again.variations !== first.variations) failed.push(`${format} by ${to} lost moves`);
            }
        }
        return failed.join("\n");
    })()"#;
    let failed = browser.text(script)?;
    ensure!(failed.is_empty(), "{failed}");
    Ok(())
}

fn samples() -> Result<Vec<PathBuf>> {
    let folder = repository().join("data/damaged");
    let mut all: Vec<PathBuf> = std::fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    all.retain(|path| path.file_name().is_some_and(|name| name != "EXPECTED.txt"));
    all.sort();
    ensure!(all.len() >= 30, "there are only {} damaged samples", all.len());
    Ok(all)
}

fn bytes_in_page(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("new File([new Uint8Array({})], {})", json!(bytes), json!(name)))
}

/// Every damaged file gives a message with a place or a reason, and the board stays.
fn damaged(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7")?;
    browser.until_stones(3)?;
    let mut shown = 0;
    for path in samples()? {
        browser.drop_file(&bytes_in_page(&path)?)?;
        let told = until(&format!("{} is described", path.display()), || {
            let told =
                browser.text("document.querySelector('dialog .problem')?.textContent ?? ''")?;
            Ok((!told.is_empty()).then_some(told))
        })?;
        shown += usize::from(told.contains("Line ") || told.contains("Byte "));
        ensure!(told.len() > 8, "{}: \"{told}\" says nothing", path.display());
        browser.press("button", "Cancel").or_else(|_| browser.key(tengen_browser::Key::Escape))?;
        browser.until_gone("dialog", "Import")?;
        ensure!(browser.stones()?.len() == 3, "{} changed the board", path.display());
    }
    ensure!(shown >= 20, "only {shown} messages name a place");
    Ok(())
}

/// A pasted game is described in one line and opens on request; a pasted link opens at once.
fn paste(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8")?;
    browser.until_stones(1)?;
    browser.paste("(;GM[4]FF[4]SZ[15]RU[renju];B[hh];W[ig];B[ii](;W[gg])(;W[gi]))")?;
    browser.until_text("1 game, 5 moves, 1 variation")?;
    ensure!(browser.stones()?.len() == 1, "the board changed before it was opened");
    browser.press("button", "Open")?;
    browser.until_stones(4)?;
    browser.paste("/analyse?r=freestyle&n=15&m=a1b2c3")?;
    let stones = browser.until_stones(3)?;
    ensure!(stones.contains_key("a1"), "{stones:?}");
    browser.paste("1. H8 I9 2. I7 G9 3. G7")?;
    browser.press("button", "Open")?;
    browser.until_stones(5).map(drop)
}

fn drop_file(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    let file = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,100\n9,9,50\nme\nyou\n-1\n";
    crate::games::drop_text(browser, file, "game.psq")?;
    browser.press("button", "Open")?;
    browser.until_true("document.querySelector('main').dataset.page === 'analyse'")?;
    browser.until_stones(3).map(drop)
}

/// A saved game is shown, searched, opened, deleted and brought back.
fn library(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    browser.until_stones(4)?;
    browser.press("button", "Share")?;
    browser.press("button", "Save")?;
    browser.until_text("Saved.")?;
    browser.key(tengen_browser::Key::Escape)?;
    browser.press("link", "Games")?;
    let row = "document.querySelectorAll('.game-list > li').length";
    browser.until_true(&format!("{row} === 1"))?;
    browser.eval("document.querySelector('.game-list > li button').click()")?;
    browser.until_stones(4)?;
    browser.press("button", "Previous move")?;
    browser.until_stones(3)?;
    browser.eval("document.querySelector('.game-more').click()")?;
    browser.press("menuitem", "Delete")?;
    browser.until_text("1 game deleted.")?;
    browser.until_true(&format!("{row} === 0"))?;
    browser.press("button", "Undo")?;
    browser.until_true(&format!("{row} === 1"))
}

fn open_share(stage: &Stage) -> Result<(&Browser, TempDir)> {
    let folder = TempDir::new()?;
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    browser.until_stones(4)?;
    let into = json!({ "behavior": "allow", "downloadPath": folder.path() });
    browser.cdp("Browser.setDownloadBehavior", into)?;
    browser.press("button", "Share")?;
    browser.find("dialog", "Share and export")?;
    Ok((browser, folder))
}

/// Waits for a whole file with this ending.
fn downloaded(folder: &TempDir, ending: &str) -> Result<PathBuf> {
    until(&format!("a {ending} file is there"), || {
        let files = std::fs::read_dir(folder.path())?;
        let paths = files.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut whole = paths.filter(|path| path.extension().is_some_and(|one| one == ending));
        Ok(whole.find(|path| std::fs::metadata(path).is_ok_and(|data| data.len() > 0)))
    })
}

/// The link and the moves are there to be copied, and the link opens the same position.
fn share_link(stage: &mut Stage) -> Result<()> {
    stage.browser.allow_clipboard(&stage.server.address())?;
    let (browser, _folder) = open_share(stage)?;
    let field = browser.find("textbox", "Link")?;
    let link = browser.call(&field, "function () { return this.value; }", &[])?;
    let link = link.as_str().context("no link")?.to_owned();
    let copy = "function () { this.closest('.copy-field').querySelector('button').click(); }";
    browser.call(&field, copy, &[])?;
    browser.until_text("Copied")?;
    browser.until_true(&format!(
        "navigator.clipboard.readText().then((text) => text === {})",
        json!(link)
    ))?;
    browser.go(&link)?;
    browser.until_ready()?;
    let stones = browser.until_stones(4)?;
    ensure!(stones["h8"] == "black" && stones["g9"] == "white", "{stones:?}");
    Ok(())
}

/// The picture is printed, and nothing of the page around it.
fn share_print(stage: &mut Stage) -> Result<()> {
    let (browser, _folder) = open_share(stage)?;
    browser.cdp("Emulation.setEmulatedMedia", json!({ "media": "print" }))?;
    browser.eval(
        "window.print = () => { const shown = [...document.body.children].filter((one) => one.checkVisibility()); \
         window.printed = { only: shown.length === 1 && shown[0].matches('.print-sheet'), \
           wide: shown[0].querySelector('img')?.naturalWidth ?? 0 }; dispatchEvent(new Event('afterprint')); }",
    )?;
    browser.eval("document.querySelector('dialog [aria-label=Print]').click()")?;
    browser.until_true("window.printed?.only && window.printed.wide > 100")?;
    browser.until_true("!document.querySelector('.print-sheet')")
}

/// The link takes variations along if that is wanted, and says that it leads to this machine.
fn share_variations(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?m=h8i9i7g9")?;
    browser.until_stones(4)?;
    browser.key(tengen_browser::Key::Left)?;
    browser.until_stones(3)?;
    browser.put("g7")?;
    browser.until_stones(4)?;
    browser.press("button", "Share")?;
    browser.until_text("The link works only on this machine")?;
    let link = || -> Result<String> {
        let field = browser.find("textbox", "Link")?;
        let link = browser.call(&field, "function () { return this.value; }", &[])?;
        Ok(link.as_str().context("no link")?.to_owned())
    };
    let whole = link()?;
    ensure!(whole.contains("&v=h8i9i7(g9)(g7)"), "{whole}");
    let switch = browser.find("switch", "With variations")?;
    browser.press_found(&switch)?;
    tengen_browser::until("the link has no variations", || {
        Ok((!link()?.contains("&v=")).then_some(()))
    })?;
    browser.eval("sessionStorage.clear(); localStorage.clear()")?;
    browser.go(&whole)?;
    browser.until_ready()?;
    let stones = browser.until_stones(4)?;
    ensure!(stones["g7"] == "white", "{stones:?}");
    browser.until_true(
        "[...document.querySelectorAll('.node')].some((one) => one.textContent.includes('G9'))",
    )
}

/// A line that lies over the board is in the picture, and can be left out.
fn share_line(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/analyse?b=g8h8i8j9j10&w=f8a1a3a5c1&t=b")?;
    browser.until_stones(10)?;
    browser.press("button", "Explain")?;
    browser.until_true("document.querySelectorAll('[data-ghost]').length === 5")?;
    browser.eval(
        "const plain = fetch; window.drawn = ''; window.fetch = (address, how) => \
         { if (String(address).includes('/api/render')) window.drawn = how.body; return plain(address, how); }",
    )?;
    browser.press("button", "Share")?;
    browser.until_true("JSON.parse(window.drawn || '{}').ghosts?.length === 5")?;
    browser.until_true("document.querySelector('.picture img')")?;
    let switch = browser.find("switch", "Line shown on the board")?;
    browser.press_found(&switch)?;
    browser.until_true("!JSON.parse(window.drawn).ghosts")
}

/// The SVG is a picture of the board and nothing else.
fn share_svg(stage: &mut Stage) -> Result<()> {
    let (browser, folder) = open_share(stage)?;
    browser.press("button", "SVG")?;
    let text = std::fs::read_to_string(downloaded(&folder, "svg")?)?;
    let drawn = browser.eval(&format!(
        "(() => {{ const svg = new DOMParser().parseFromString({}, 'image/svg+xml').documentElement;
           return {{ name: svg.tagName, title: svg.querySelector('title')?.textContent, circles: svg.querySelectorAll('circle').length,
             scripts: svg.querySelectorAll('script, image, foreignObject').length }}; }})()",
        json!(text)
    ))?;
    ensure!(drawn["name"] == "svg", "{drawn}");
    ensure!(drawn["title"].as_str().is_some_and(|title| title.contains("4 stones")), "{drawn}");
    ensure!(drawn["scripts"] == 0, "{drawn}");
    ensure!(drawn["circles"].as_u64().is_some_and(|count| count >= 4), "{drawn}");
    Ok(())
}

/// The PNG has the size that was chosen and the right stones at the right places. The pixels that are
/// looked at lie beside the middle, where the last stone may carry a mark.
fn share_png(stage: &mut Stage) -> Result<()> {
    let (browser, folder) = open_share(stage)?;
    browser.choose("Numbers", "none")?;
    browser.press("radio", "1×")?;
    browser.press("button", "PNG")?;
    let file = std::fs::File::open(downloaded(&folder, "png")?)?;
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("too large")?];
    let frame = reader.next_frame(&mut pixels)?;
    ensure!(frame.width == 600, "{} pixels wide", frame.width);
    // The SVG is the same drawing: it tells where the stones lie.
    browser.press("button", "SVG")?;
    let drawing = std::fs::read_to_string(downloaded(&folder, "svg")?)?;
    let places = browser.eval(&format!(
        "(() => {{ const svg = new DOMParser().parseFromString({}, 'image/svg+xml').documentElement;
           const [, , width, height] = svg.getAttribute('viewBox').split(' ').map(Number);
           const circles = [...svg.querySelectorAll('circle')].map((one) => ['cx', 'cy', 'r'].map((name) => Number(one.getAttribute(name))));
           const size = Math.max(...circles.map(([, , r]) => r));
           return circles.filter(([, , r]) => r > size * 0.9).map(([x, y, r]) => [(x - r * 0.6) / width, y / height]); }})()",
        json!(drawing)
    ))?;
    let channels = frame.color_type.samples();
    let light = |at: &serde_json::Value| -> Result<u8> {
        let x = (at[0].as_f64().context("no x")? * f64::from(frame.width)) as usize;
        let y = (at[1].as_f64().context("no y")? * f64::from(frame.height)) as usize;
        Ok(pixels[(y * frame.width as usize + x) * channels])
    };
    let places = places.as_array().context("no list")?.clone();
    let mut dark = 0;
    let mut bright = 0;
    for at in &places {
        let value = light(at)?;
        dark += usize::from(value < 80);
        bright += usize::from(value > 220);
    }
    ensure!(dark >= 2 && bright >= 2, "{dark} black and {bright} white stones at {places:?}");
    Ok(())
}

/// The GIF has a picture for each move from the chosen one on, and the browser can show it.
fn share_gif(stage: &mut Stage) -> Result<()> {
    let (browser, folder) = open_share(stage)?;
    browser.eval("document.querySelector('.animation summary').click()")?;
    let field = browser.find("spinbutton", "Start after move")?;
    let type_one = "function () { this.value = '1'; this.dispatchEvent(new Event('input')); }";
    browser.call(&field, type_one, &[])?;
    browser.press("radio", "300 px")?;
    browser.press("radio", "0.5 s")?;
    browser.press("button", "GIF")?;
    let file = std::fs::File::open(downloaded(&folder, "gif")?)?;
    let mut decoder = gif::DecodeOptions::new().read_info(std::io::BufReader::new(file))?;
    ensure!(decoder.width() == 300, "{} pixels wide", decoder.width());
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame()? {
        delays.push(frame.delay);
    }
    ensure!(delays == [50, 50, 50, 300], "{delays:?}");
    Ok(())
}

/// SGF, PSQ, JSON and text are saved, and what comes out can be read again.
fn share_files(stage: &mut Stage) -> Result<()> {
    let (browser, folder) = open_share(stage)?;
    for (format, ending) in [("SGF", "sgf"), ("PSQ", "psq"), ("JSON", "json"), ("Text", "txt")] {
        browser.press("button", &format!("Download: {format}"))?;
        let text = std::fs::read_to_string(downloaded(&folder, ending)?)?;
        let moves = browser.number(&format!(
            "fetch('/api/import', {{ method: 'POST', body: {} }}).then((answer) => answer.json()).then((found) => found.moves)",
            json!(text)
        ))?;
        ensure!(moves == 4.0, "{format} holds {moves} moves: {text}");
    }
    Ok(())
}
