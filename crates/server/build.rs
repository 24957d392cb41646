//! Embeds the front end: every file of `web/` compressed once, under one name that changes with the
//! content of all of them. `index.html` gets preload links for the modules of the start path, and one style
//! sheet in place of those it names: each request of the first view costs time. Comments and indentation
//! stay here.
//!
//! Debug builds read `web/` from the disk instead, so that a reload shows a change.

#[path = "build/compact.rs"]
mod compact;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let web = Path::new(&variable("CARGO_MANIFEST_DIR")).join("web");
    println!("cargo::rerun-if-changed={}", web.display());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/compact.rs");
    let out = PathBuf::from(variable("OUT_DIR"));
    let files = files(&web);
    let hash = hash(&files);
    println!("cargo::rustc-env=TENGEN_WEB_HASH={hash}");
    // A debug build serves from the disk: compressing for it would only cost time.
    let entries = match variable("PROFILE").as_str() {
        "release" => embedded(&files, &hash, &out),
        _ => String::new(),
    };
    let table =
        format!("/// All files of the front end.\nstatic FILES: &[File] = &[\n{entries}];\n");
    write(&out.join("web.rs"), table.as_bytes());
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}

/// Name and content of all files below a folder. Types and notes for developers are left out.
fn files(web: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![web.to_owned()];
    while let Some(folder) = folders.pop() {
        // Without a front end the server still serves its API.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(web).expect("found below it");
            let name = name.to_string_lossy().replace('\\', "/");
            let is_hidden = name.split('/').any(|part| part.starts_with('.'));
            if is_hidden
                || name.ends_with(".d.ts")
                || name.ends_with(".md")
                || name.ends_with("tsconfig.json")
            {
                continue;
            }
            found.insert(
                name,
                fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            );
        }
    }
    found
}

/// FNV-1a over names and contents: it names a version, it does not guard against anybody.
fn hash(files: &BTreeMap<String, Vec<u8>>) -> String {
    let bytes =
        files.iter().flat_map(|(name, content)| name.bytes().chain(content.iter().copied()));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Writes the files in three forms each, and the table of them.
fn embedded(files: &BTreeMap<String, Vec<u8>>, hash: &str, out: &Path) -> String {
    let mut table = String::new();
    let mut files = files.clone();
    files.insert(JOINED.to_owned(), joined(&files));
    let page = index(&files, hash).into_bytes();
    files.insert("index.html".to_owned(), page);
    for (name, content) in &mut files {
        let text = || str::from_utf8(content).unwrap_or_else(|error| panic!("{name}: {error}"));
        if name.ends_with(".js") {
            *content = compact::script(text()).into_bytes();
        } else if name.ends_with(".css") {
            *content = compact::style(text()).into_bytes();
        }
    }
    for (number, (name, content)) in files.iter().enumerate() {
        let forms = [("raw", content.clone()), ("gz", gzip(content)), ("br", brotli(content))];
        let mut paths = Vec::new();
        for (form, bytes) in &forms {
            let path = out.join(format!("web-{number}.{form}"));
            // A form that is no smaller is not worth its place.
            let bytes =
                if *form != "raw" && bytes.len() >= content.len() { &Vec::new() } else { bytes };
            write(&path, bytes);
            paths.push(format!("include_bytes!({:?})", path.to_string_lossy()));
        }
        let [raw, gz, br] = &paths[..] else { unreachable!("three forms") };
        writeln!(table, "    File {{ name: {name:?}, raw: {raw}, gzip: {gz}, brotli: {br} }},")
            .expect("texts can be written to");
    }
    table
}

/// The style sheets of the first view in one.
const JOINED: &str = "start.css";
/// How `index.html` names a style sheet, each on a line of its own.
const SHEET: &str = "<link rel=\"stylesheet\" href=\"/";

/// The style sheets that the page names, one after the other.
fn joined(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let page = files.get("index.html").map_or(&[][..], Vec::as_slice);
    let page = String::from_utf8_lossy(page);
    let names = page.split(SHEET).skip(1).filter_map(|rest| rest.split('"').next());
    names.flat_map(|name| files[name].clone()).collect()
}

/// The page with one link in place of its style sheets.
fn with_one_sheet(page: &str) -> String {
    let first = page.lines().position(|line| line.contains(SHEET));
    let lines = page.lines().enumerate().filter_map(|(number, line)| match line.contains(SHEET) {
        true if Some(number) == first => Some(format!("{SHEET}{JOINED}\">\n")),
        true => None,
        false => Some(format!("{line}\n")),
    });
    lines.collect()
}

/// The page with the hashed names of what it loads, and a preload link for every module that its
/// scripts import at once.
fn index(files: &BTreeMap<String, Vec<u8>>, hash: &str) -> String {
    let text = |name: &str| {
        String::from_utf8_lossy(files.get(name).map_or(&[], Vec::as_slice)).into_owned()
    };
    let mut page = with_one_sheet(&text("index.html"));
    let mut start = BTreeSet::new();
    let mut waiting: Vec<String> = files
        .keys()
        .filter(|name| page.contains(&format!("type=\"module\" src=\"/{name}\"")))
        .cloned()
        .collect();
    while let Some(name) = waiting.pop() {
        if start.insert(name.clone()) {
            waiting.extend(imports(&name, &text(&name)).filter(|name| files.contains_key(name)));
        }
    }
    for name in files.keys() {
        page = page.replace(&format!("\"/{name}\""), &format!("\"/a/{hash}/{name}\""));
    }
    let preload: String = start
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/a/{hash}/{name}\">\n"))
        .collect();
    page.replacen("</head>", &format!("{preload}</head>"), 1)
}

/// The modules that a module imports when it is loaded: `import … from "../folder/name.js"`.
fn imports<'a>(name: &'a str, module: &'a str) -> impl Iterator<Item = String> + 'a {
    let statements = module.split('\n').filter(|line| {
        let line = line.trim_start();
        (line.starts_with("import ") || line.starts_with("export ") || line.starts_with("} from"))
            && !line.contains("import(")
    });
    let paths = statements.filter_map(|line| line.split('"').nth(1));
    paths.filter(|path| path.starts_with('.')).map(|path| resolved(name, path))
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

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(content).and_then(|()| encoder.finish()).expect("memory can be written to")
}

fn brotli(content: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &content[..], &mut compressed, &params)
        .expect("memory can be written to");
    compressed
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}
