//! `unit.*`: the front end's pure functions, tested inside the page. One file of `browser/functions` is
//! one test: an expression that takes `load` (a module by its name) and `same` (compares and complains).

use anyhow::{Context, Result, ensure};
use tengen_browser::{Stage, repository};

use crate::{Scenario, scenario};

pub(crate) fn all() -> Vec<Scenario> {
    vec![
        scenario("unit.notation", |stage| run(stage, "notation")),
        scenario("unit.link", |stage| run(stage, "link")),
        scenario("unit.score", |stage| run(stage, "score")),
        scenario("unit.tree", |stage| run(stage, "tree")),
        scenario("unit.board", |stage| run(stage, "board")),
        scenario("unit.geometry", |stage| run(stage, "geometry")),
        scenario("unit.signals", |stage| run(stage, "signals")),
        scenario("unit.api", |stage| run(stage, "api")),
        scenario("unit.profile", |stage| run(stage, "profile")),
        scenario("unit.files", |stage| run(stage, "files")),
        scenario("unit.saving", |stage| run(stage, "saving")),
        scenario("unit.wording", |stage| run(stage, "wording")),
        scenario("unit.keys", |stage| run(stage, "keys")),
        scenario("unit.clock", |stage| run(stage, "clock")),
        scenario("unit.languages", |stage| run(stage, "languages")),
        scenario("unit.start-path", start_path),
    ]
}

fn run(stage: &mut Stage, name: &str) -> Result<()> {
    let path = repository().join(format!("browser/functions/{name}.js"));
    let test = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let browser = stage.open("/")?;
    let script = format!(
        "(async () => {{
            const failed = [];
            let compared = 0;
            const same = (is, wanted, what = '') => {{
                compared++;
                const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
                if (a !== b) failed.push(`${{what}} is ${{a}}, not ${{b}}`);
            }};
            const start = document.querySelector('script[type=module]').src;
            const load = (name) => import(new URL('./' + name, start).href);
            await ({})({{ load, same }});
            return {{ failed, compared }};
        }})()",
        test.trim().trim_end_matches(';')
    );
    let outcome = browser.eval(&script)?;
    ensure!(outcome["failed"] == serde_json::json!([]), "{:#}", outcome["failed"]);
    ensure!(outcome["compared"].as_u64().is_some_and(|count| count > 3), "nothing was compared");
    Ok(())
}

/// The start needs few requests and few bytes: at most ten modules, twelve requests, sixty kilobytes.
fn start_path(stage: &mut Stage) -> Result<()> {
    let browser = stage.open("/")?;
    browser.until_true("performance.getEntriesByName('usable').length")?;
    // What is asked for later is no part of the first view.
    let loaded = browser.eval(
        "(() => { const end = performance.getEntriesByName('usable')[0].startTime;
         const all = [performance.getEntriesByType('navigation')[0], ...performance.getEntriesByType('resource')]\
         .filter((one) => one.startTime < end && !/\\/api\\//.test(one.name)); \
         return { count: all.length, names: all.map((one) => one.name), modules: all.filter((one) => /\\.js$/.test(one.name) && !/old/.test(one.name)).length, \
           sent: all.reduce((sum, one) => sum + one.encodedBodySize, 0), raw: all.reduce((sum, one) => sum + one.decodedBodySize, 0) }; })()",
    )?;
    let number = |name: &str| loaded[name].as_f64().unwrap_or(f64::MAX);
    ensure!(number("count") <= 12.0, "{} requests: {loaded:#}", loaded["count"]);
    ensure!(number("sent") <= 60.0 * 1024.0, "{} bytes sent: {loaded:#}", loaded["sent"]);
    ensure!(number("raw") <= 180.0 * 1024.0, "{} bytes raw: {loaded:#}", loaded["raw"]);
    Ok(())
}
