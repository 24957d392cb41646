//! `docs/how-tengen-thinks`: every chapter is there in both languages, its commands run, its pictures
//! are those that the commands draw, and the functions it sends readers to exist.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tengen_test_support::environment::root;
use tengen_test_support::process::{program, tengen};

const CHAPTERS: [&str; 10] = [
    "01-board-and-lines",
    "02-shapes",
    "03-scores-that-follow-each-move",
    "04-minimax-and-alpha-beta",
    "05-candidates-and-their-order",
    "06-the-horizon",
    "07-vcf-and-vct",
    "08-searches-side-by-side",
    "09-what-is-remembered",
    "10-learning",
];

/// The folder of each language, and the heading above the functions to read.
const LANGUAGES: [(&str, &str); 2] = [("en", "## Read"), ("zh", "## 读代码")];

/// A fenced block: what stands behind the fence, and the lines.
#[derive(PartialEq, Debug)]
struct Block {
    info: String,
    lines: Vec<String>,
}

fn folder() -> PathBuf {
    root().join("docs/how-tengen-thinks")
}

fn chapter(language: &str, name: &str) -> String {
    read(&folder().join(language).join(format!("{name}.md")))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```").map(str::to_owned);
            blocks.push(Block { info: info.to_owned(), lines: body.collect() });
        }
    }
    blocks
}

/// What stands between backquotes outside fenced blocks.
fn quoted(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn every_chapter_exists_in_both_languages_with_its_picture() {
    let index = read(&folder().join("README.md"));
    for (language, _) in LANGUAGES {
        let files = fs::read_dir(folder().join(language)).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, CHAPTERS.map(|name| format!("{name}.md")), "{language}");
        for name in CHAPTERS {
            let picture = format!("](../pictures/{name}.svg)");
            assert!(chapter(language, name).contains(&picture), "{language}/{name}: no picture");
            let entry = format!("]({language}/{name}.md)");
            assert!(index.contains(&entry), "{language}/{name} is not in the index");
        }
    }
}

#[test]
fn both_languages_show_the_same_commands_and_outputs() {
    for name in CHAPTERS {
        let [english, chinese] = LANGUAGES.map(|(language, _)| blocks(&chapter(language, name)));
        assert_eq!(english, chinese, "{name}");
    }
}

#[test]
fn files_and_functions_that_chapters_name_exist() {
    let texts = LANGUAGES.iter().flat_map(|&(language, heading)| {
        CHAPTERS.map(|name| (format!("{language}/{name}"), heading, chapter(language, name)))
    });
    for (name, heading, text) in texts {
        for file in quoted(&text).into_iter().filter(|word| word.contains('/')) {
            assert!(root().join(file).exists(), "{name}: there is no {file}");
        }
        let (_, list) = text.split_once(&format!("\n{heading}\n")).expect("a list to read");
        let items: Vec<&str> = list.lines().filter(|line| line.starts_with("- ")).collect();
        assert!(!items.is_empty(), "{name}: nothing to read");
        for item in items {
            let words = quoted(item);
            let (file, functions) = words.split_first().expect("a file");
            assert!(!functions.is_empty(), "{name}: no function in {item}");
            let source = read(&root().join(file));
            for function in functions {
                assert!(declares(&source, function), "{name}: no {function} in {file}");
            }
        }
    }
}

/// Whether a source declares a function or type; of `Type::function` the last part counts.
fn declares(source: &str, name: &str) -> bool {
    let name = name.rsplit("::").next().unwrap_or(name);
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    ["fn ", "struct ", "enum ", "trait "].iter().any(|keyword| {
        let declaration = format!("{keyword}{name}");
        source.match_indices(&declaration).any(|(at, found)| ends(&source[at + found.len()..]))
    })
}

#[test]
fn commands_run_and_give_what_is_shown() {
    for name in CHAPTERS {
        let desk = Desk::new();
        let mut told = String::new();
        for block in blocks(&chapter("en", name)) {
            match block.info.as_str() {
                "sh" => told = block.lines.iter().map(|command| desk.run(name, command)).collect(),
                "sh slow" => block.lines.iter().for_each(|command| only_parse(name, command)),
                "text" => {}
                "text exact" => {
                    for line in &block.lines {
                        assert!(
                            told.lines().any(|real| is_shown_by(real, line)),
                            "{name}: {line:?} is not in\n{told}"
                        );
                    }
                }
                other => panic!("{name}: a block marked {other:?} is neither command nor output"),
            }
        }
    }
}

/// A folder with all that lies beside the pictures.
struct Desk(TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = tempfile::tempdir().unwrap();
        for file in fs::read_dir(folder().join("pictures")).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|kind| kind == "sgf") {
                fs::copy(&path, desk.path().join(path.file_name().unwrap())).unwrap();
            }
        }
        Desk(desk)
    }

    /// Runs a command of a chapter; what it prints.
    fn run(&self, name: &str, command: &str) -> String {
        let arguments = arguments(name, command);
        let mut process = Command::new(program("tengen"));
        let run = process.args(&arguments).current_dir(self.0.path()).output().unwrap();
        let [out, err] = [run.stdout, run.stderr].map(|text| String::from_utf8(text).unwrap());
        assert!(run.status.success(), "{name}: {command}: {}\n{err}", run.status);
        if let ["render", _, picture, ..] = arguments[..] {
            let drawn = read(&self.0.path().join(picture));
            let kept = read(&folder().join("pictures").join(picture));
            assert!(drawn == kept, "{name}: {picture} is not what the command draws");
            assert_eq!(picture, format!("{name}.svg"));
        }
        out
    }
}

/// The words of a command after `tengen`.
fn arguments<'a>(name: &str, command: &'a str) -> Vec<&'a str> {
    let is_plain = !command.contains(['\'', '"', '\\', '|', '>', '<', ';', '$', '#']);
    assert!(is_plain, "{name}: {command} needs a shell");
    let rest = command.strip_prefix("tengen ");
    rest.unwrap_or_else(|| panic!("{name}: {command} is no command of ours")).split(' ').collect()
}

/// Checks the options of a command that takes too long to run here, and says so.
fn only_parse(name: &str, command: &str) {
    let run = tengen(&[arguments(name, command), vec!["--help"]].concat());
    assert_eq!(run.status, 0, "{name}: {command}\n{}", run.err);
    // Straight to the real standard error: what tests print with macros is hidden when they pass.
    let notice = format!("{name}: not run, only its options checked: {command}\n");
    std::io::stderr().write_all(notice.as_bytes()).unwrap();
}

/// Whether a real line is what a shown line says: `…` stands for anything, spaces for spaces.
fn is_shown_by(real: &str, shown: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let real = words(real);
    let parts: Vec<String> = shown.split('…').map(words).collect();
    let (first, last) = (&parts[0], &parts[parts.len() - 1]);
    if parts.len() == 1 {
        return real == *first;
    }
    let mut rest = match real.strip_prefix(first.as_str()) {
        Some(rest) if real.ends_with(last.as_str()) => rest,
        _ => return false,
    };
    parts[1..].iter().all(|part| {
        let found = rest.find(part.as_str());
        rest = found.map_or("", |at| &rest[at + part.len()..]);
        found.is_some()
    })
}

#[test]
fn an_ellipsis_stands_for_anything_and_nothing_else_does() {
    let real = "e4     3176  five (- five)";
    assert!(is_shown_by(real, "e4  …  five (- five)"));
    assert!(is_shown_by(real, "e4 3176 five (- five)"));
    assert!(is_shown_by(real, "e4 …"));
    for wrong in ["e4", "e4 five (- five)", "e4 … four (- four)", "e5 … five (- five)", "… five"]
    {
        assert!(!is_shown_by(real, wrong), "{wrong}");
    }
}
