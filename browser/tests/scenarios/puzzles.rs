//! `puzzle.*`: puzzles are tried, solved, failed and given up; mistakes come again as puzzles.

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use tengen_browser::{Browser, Key, Screen, Stage, repository};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("puzzle.solve", solve).with_engine(),
        scenario("puzzle.solve.phone", solve).on(Screen::PHONE).with_engine(),
        scenario("puzzle.fail", fail),
        scenario("puzzle.hint", hint),
        scenario("puzzle.nospoiler", no_spoiler),
        scenario("puzzle.mistakes", mistakes).with_engine(),
        scenario("puzzle.keyboard", keyboard),
    ]
}

/// A puzzle with what solves it.
struct Set {
    id: String,
    answers: Vec<String>,
    /// The win against the longest resistance.
    line: Vec<String>,
    stones: usize,
}

/// The puzzles of a rule with their solutions, from the files they are made of; the app does not tell them.
fn known(rule: &str) -> Result<Vec<Value>> {
    let path = repository().join(format!("data/puzzles/{rule}.jsonl"));
    let text = std::fs::read_to_string(path)?;
    text.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// The first puzzle of a kind that fits, the shortest first.
fn find(browser: &Browser, kind: &str, rule: &str, fits: impl Fn(&Value) -> bool) -> Result<Set> {
    let mut all = known(rule)?;
    all.retain(|one| one["kind"] == kind && one["size"] == 15 && fits(one));
    all.sort_by_key(|one| one["length"].as_u64());
    let first = all.first().context("there is none")?;
    let source = &first["source"];
    let games = source["games"].as_str().unwrap_or_default();
    let games = games.trim_end_matches(".gz").trim_end_matches(".tgg");
    let name = format!("{games}:{}:{}:{}", source["seed"], source["number"], source["ply"]);
    let id = browser.text(&format!(
        "(async () => {{
            const {{ puzzles }} = await (await fetch('/api/puzzles?kind={kind}&rule={rule}')).json();
            for (const {{ id }} of puzzles) {{
                const {{ source }} = await (await fetch(`/api/puzzles/${{id}}`)).json();
                if (source === '{name}') return id;
            }}
            return '';
        }})()"
    ))?;
    ensure!(!id.is_empty(), "the app has no puzzle from {name}");
    let names = |field: &str| -> Vec<String> {
        let list = first[field].as_array().cloned().unwrap_or_default();
        list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let stones = source["ply"].as_u64().unwrap_or_default() as usize;
    Ok(Set { id, answers: names("answers"), line: names("line"), stones })
}

/// A win by fours in three stones: the first two are forced, so the whole line is known.
fn short(browser: &Browser) -> Result<Set> {
    find(browser, "vcf", "freestyle", |one| one["length"] == 5)
}

/// Puzzles are not turned: the hands of these tests do not turn.
fn look_straight(browser: &Browser) -> Result<()> {
    browser
        .eval(
            "import(new URL('shared/store.js', document.querySelector('script[type=module]').src).href)\
                .then(({ set }) => set('puzzleTurn', false))",
        )
        .map(drop)
}

/// Opens a puzzle, looked at straight.
fn show<'a>(stage: &'a Stage, puzzle: &Set) -> Result<&'a Browser> {
    look_straight(&stage.browser)?;
    let browser = stage.open(&format!("/puzzles/{}", puzzle.id))?;
    browser.until_stones(puzzle.stones)?;
    browser.until_true("document.querySelector('.puzzle-prompt')")?;
    Ok(browser)
}

/// The number behind a score of the panel.
fn score(browser: &Browser, name: &str) -> Result<String> {
    browser
        .text(&format!("document.querySelector('[data-score=\"{name}\"] dd')?.textContent ?? ''"))
}

/// A free point that is no part of the solution.
fn wrong(browser: &Browser, puzzle: &Set) -> Result<String> {
    let stones = browser.stones()?;
    let corners = ["a1", "o1", "a15", "o15", "a2", "b1", "o14"];
    let is_free = |point: &&&str| {
        !stones.contains_key(**point)
            && !puzzle.line.iter().any(|one| one == **point)
            && !puzzle.answers.iter().any(|one| one == **point)
    };
    Ok((*corners.iter().find(is_free).context("all corners are taken")?).to_string())
}

/// Plays the first three own stones: the second makes an open four, so five follows wherever it is stopped.
fn play_out(browser: &Browser, puzzle: &Set) -> Result<()> {
    browser.put(&puzzle.line[0])?;
    browser.until_stones(puzzle.stones + 2)?;
    browser.put(&puzzle.line[2])?;
    browser.until_stones(puzzle.stones + 4)?;
    let taken = browser.cell(&puzzle.line[3])?.contains("stone");
    let five = if taken { puzzle.line[4].clone() } else { puzzle.line[3].clone() };
    browser.put(&five)
}

fn solve(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/puzzles")?;
    browser.until_true("location.pathname.length > '/puzzles/'.length")?;
    let puzzle = short(browser)?;
    let browser = show(stage, &puzzle)?;
    play_out(browser, &puzzle)?;
    browser.until_text("solved!")?;
    browser.until_text("Rating +")?;
    ensure!(score(browser, "streak")?.starts_with('1'), "{}", score(browser, "streak")?);
    // The solution can be walked along, and the next puzzle is another.
    browser.press("button", "Explain")?;
    browser.until_true("location.pathname === '/analyse'")?;
    browser.until_text("proved win in")?;
    let browser = stage.open(&format!("/puzzles/{}", puzzle.id))?;
    browser.until_text("solved")?;
    browser.key(Key::Sign('p'))?;
    browser.until_true(&format!("!location.pathname.endsWith('{}')", puzzle.id))
}

/// The refutation is shown, the position stays, and the first failure has decided.
fn fail(stage: &mut Stage) -> Result<()> {
    let puzzle = short(stage.open("/puzzles")?)?;
    let browser = show(stage, &puzzle)?;
    let point = wrong(browser, &puzzle)?;
    // The stone does not stay.
    browser.press_point(&point)?;
    browser.until_text("does not do it")?;
    browser.until_text("Rating −")?;
    browser.until_true("document.querySelectorAll('.board .ghost-stone').length >= 1")?;
    browser.until_stones(puzzle.stones)?;
    let rating = score(browser, "rating")?;
    play_out(browser, &puzzle)?;
    browser.until_text("solved!")?;
    ensure!(score(browser, "rating")? == rating, "the second try changed the rating");
    ensure!(score(browser, "streak")?.starts_with('0'), "a failure ends the streak");
    // The solution of another one is its failure.
    browser.press("button", "Next puzzle")?;
    browser.until_true(&format!("!location.pathname.endsWith('{}')", puzzle.id))?;
    browser.press("button", "Show solution")?;
    browser.until_text("This is the solution.")?;
    browser.until_text("Rating −")
}

/// The kind of the move, then an area, then the point.
fn hint(stage: &mut Stage) -> Result<()> {
    let puzzle = short(stage.open("/puzzles")?)?;
    let browser = show(stage, &puzzle)?;
    let area = "document.querySelector('.board .hint-area')";
    browser.press("button", "Hint")?;
    browser.until_text("The right move makes")?;
    ensure!(!browser.is(area)?, "the first hint shows no place");
    browser.press("button", "Hint")?;
    browser.until_text("Look in the marked area.")?;
    browser.until_true(area)?;
    browser.press("button", "Hint")?;
    browser.until_text(&format!("Play {}", puzzle.line[0].to_uppercase()))?;
    browser.until_text("Rating −")
}

/// Before it is solved nothing shows the way: no engine, no threats, no sharing, no solution in what was sent.
fn no_spoiler(stage: &mut Stage) -> Result<()> {
    let puzzle = short(stage.open("/puzzles")?)?;
    let browser = show(stage, &puzzle)?;
    browser.key(Key::Sign('t'))?;
    browser.key(Key::Sign('c'))?;
    let drawn =
        "document.querySelectorAll('.board .candidate, .board .threat, .board .must').length";
    ensure!(browser.number(drawn)? == 0.0, "something is drawn over the puzzle");
    for key in ['l', 'w'] {
        browser.key(Key::Sign(key))?;
        browser.until_text("open when the puzzle is solved or given up")?;
        ensure!(browser.text("location.pathname")? != "/analyse", "{key} left the puzzle");
    }
    let closed = "[...document.querySelectorAll('.puzzle-card button')]\
        .filter((one) => ['Explain', 'Analyse'].includes(one.textContent)).every((one) => one.disabled)";
    ensure!(browser.is(closed)?, "Explain or Analyse is open");
    let sent = browser.text(&format!(
        "(async () => JSON.stringify(await (await fetch('/api/puzzles/{}')).json()))()",
        puzzle.id
    ))?;
    let told: Value = serde_json::from_str(&sent)?;
    for field in ["answers", "line", "solution", "proof"] {
        ensure!(told.get(field).is_none() && told["summary"].get(field).is_none(), "{field}");
    }
    browser.press("button", "Show solution")?;
    browser.until_text("This is the solution.")?;
    browser.press("button", "Analyse")?;
    browser.until_true("location.pathname === '/analyse'")
}

/// A review's mistakes become puzzles: tried, deleted, brought back.
fn mistakes(stage: &mut Stage) -> Result<()> {
    crate::review::reviewed_with_better(stage)?;
    let browser = &stage.browser;
    // The missed win of the planted game; its first mistake is too small for a puzzle.
    let better = crate::review::better_of(browser, 14)?;
    look_straight(browser)?;
    browser.press("button", "Save as puzzles")?;
    browser.until_true("/puzzles? now/.test(document.body.innerText)")?;
    browser.press("button", "Save as puzzles")?;
    browser.until_text("No new mistake is clear enough")?;
    // What is saved already can be tried as well.
    browser.press("button", "Try it now")?;
    browser.until_text("find the best move")?;
    let browser = stage.open("/puzzles")?;
    browser.until_true("document.querySelector('.puzzle-own summary')")?;
    browser.eval("document.querySelector('.puzzle-own summary').click()")?;
    let own = "document.querySelectorAll('[data-own]').length";
    browser.until_true(&format!("{own} > 0"))?;
    let count = browser.number(own)?;
    let first = format!(
        "[...document.querySelectorAll('[data-own]')].find((one) => \
            one.textContent.includes('Move {},')).querySelector('.puzzle-pick').click()",
        better.ply + 1
    );
    browser.eval(&first)?;
    browser.until_text("find the best move")?;
    browser.until_stones(better.ply)?;
    browser.press_point(&better.played)?;
    browser.until_text("is not good enough")?;
    browser.put(&better.point)?;
    browser.until_text("solved!")?;
    browser.until_text("in 1 day")?;
    // Deleted and brought back.
    browser.eval("document.querySelector('[data-own] .ghost').click()")?;
    browser.until_true(&format!("{own} === {}", count - 1.0))?;
    browser.press("button", "Undo")?;
    browser.until_true(&format!("{own} === {count}"))
}

/// One puzzle without a pointer: to the board, to the points, to the end.
fn keyboard(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.key(Key::Sign('p'))?;
    browser.until_true("document.querySelector('main').dataset.page === 'puzzles'")?;
    let puzzle = short(browser)?;
    let browser = show(stage, &puzzle)?;
    let type_point = |point: &str| -> Result<()> {
        browser.key(Key::Sign('/'))?;
        browser.until_true("document.activeElement.matches('input')")?;
        browser.insert_text(point)?;
        browser.key(Key::Enter)
    };
    browser.key(Key::Sign(' '))?;
    browser.until_text("The right move makes")?;
    type_point(&puzzle.line[0])?;
    browser.until_stones(puzzle.stones + 2)?;
    type_point(&puzzle.line[2])?;
    browser.until_stones(puzzle.stones + 4)?;
    let taken = browser.cell(&puzzle.line[3])?.contains("stone");
    type_point(if taken { &puzzle.line[4] } else { &puzzle.line[3] })?;
    browser.until_text("solved!")?;
    browser.eval("document.activeElement?.blur()")?;
    browser.key(Key::Sign('p'))?;
    browser.until_true(&format!("!location.pathname.endsWith('{}')", puzzle.id))
}
