//! The folders of the front end and which may import from which. The sources are read from the disk, so
//! this needs no browser.

use std::collections::BTreeMap;
use std::path::Path;

use crate::repository;

/// Each folder with those it may import from besides itself. `main.js` lies in none of them: it may import
/// from all, and nothing imports it.
const FOLDERS: [(&str, &[&str]); 10] = [
    ("board", &[]),
    ("shared", &["board", "lang"]),
    ("play", &["board", "shared"]),
    ("analyse", &["board", "shared"]),
    ("review", &["board", "shared"]),
    ("puzzles", &["board", "shared"]),
    ("pages", &["board", "shared"]),
    ("watch", &["board", "shared"]),
    ("shell", &["board", "shared"]),
    ("lang", &[]),
];

/// The folder of a file; files at the top have none.
fn folder(name: &str) -> &str {
    name.split_once('/').map_or("", |(folder, _)| folder)
}

/// The files that a source imports, at once, on demand or for a type in a comment.
fn imports(name: &str, source: &str) -> Vec<String> {
    let strings = source.match_indices("\".").map(|(at, _)| source.split_at(at));
    let imported = strings.filter(|(before, _)| {
        let before = before.trim_end();
        ["from", "import", "import("].iter().any(|word| before.ends_with(word))
    });
    let paths = imported.filter_map(|(_, rest)| rest.split('"').nth(1));
    paths.map(|path| resolved(name, path)).collect()
}

/// A relative path, seen from the file that names it.
fn resolved(name: &str, path: &str) -> String {
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Every import that goes against the direction, and every one of a file that is not there.
fn wrong_imports(sources: &BTreeMap<String, String>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, source) in sources {
        let own = folder(name);
        let known = FOLDERS.iter().find(|(folder, _)| *folder == own);
        let all: Vec<&str> = FOLDERS.iter().map(|&(folder, _)| folder).collect();
        let allowed = known.map_or(all.as_slice(), |&(_, allowed)| allowed);
        for imported in imports(name, source) {
            let to = folder(&imported);
            if (to != own || to.is_empty()) && !allowed.contains(&to) {
                wrong.push(format!("{name} imports {imported}"));
            }
            if !sources.contains_key(&imported) {
                wrong.push(format!("{name} imports {imported}, which is not there"));
            }
        }
    }
    wrong
}

/// All modules and types below a folder by their names.
fn sources(web: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![web.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "js" || ending == "ts") {
                let name = path.strip_prefix(web).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

#[test]
fn imports_of_the_front_end_point_one_way() {
    let sources = sources(&repository().join("crates/server/web"));
    assert!(sources.len() > 30, "only {} modules were found", sources.len());
    let strange: Vec<&String> = sources
        .keys()
        .filter(|name| !FOLDERS.iter().any(|(one, _)| folder(name) == *one) && *name != "main.js")
        .collect();
    assert!(strange.is_empty(), "FOLDERS does not know where {strange:?} belong");
    let wrong = wrong_imports(&sources);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn imports_against_the_direction_are_found() {
    let found = |name: &str, line: &str| {
        let files = ["main.js", "board/board.js", "shared/dom.js", "play/play.js", "pages/help.js"];
        let mut sources: BTreeMap<String, String> =
            files.iter().map(|&name| (name.to_owned(), String::new())).collect();
        sources.insert(name.to_owned(), line.to_owned());
        wrong_imports(&sources)
    };
    assert_eq!(found("main.js", "import { open } from \"./play/play.js\";"), [""; 0]);
    assert_eq!(found("play/play.js", "import(\"../shared/dom.js\")"), [""; 0]);
    for (name, line) in [
        ("board/board.js", "import {\n  h,\n} from \"../shared/dom.js\";"),
        ("shared/dom.js", "const play = await import(\n  \"../play/play.js\",\n);"),
        ("play/play.js", "/** @typedef {import(\"../main.js\").App} App */"),
        ("pages/help.js", "import \"../play/play.js\";"),
        ("main.js", "export * from \"./main.js\";"),
        ("main.js", "import \"./play/gone.js\";"),
    ] {
        assert_eq!(found(name, line).len(), 1, "{name}: {line}");
    }
}
