//! Makes the table of the parts that lie in `data`.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let data = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("data");
    println!("cargo:rerun-if-changed={}", data.display());
    let mut table = String::new();
    let mut folders: Vec<_> = fs::read_dir(&data).expect("data").flatten().collect();
    folders.sort_by_key(fs::DirEntry::file_name);
    for folder in folders {
        let name = folder.file_name().to_string_lossy().into_owned();
        println!("cargo:rerun-if-changed={}", folder.path().display());
        // Each line: a reply, and the plies after it up to the five.
        let index = fs::read_to_string(folder.path().join("index.txt")).expect("index.txt");
        for line in index.lines() {
            let (reply, plies) = line.split_once(' ').expect("a reply and its plies");
            let file = folder.path().join(format!("{reply}.proof.gz"));
            assert!(file.exists(), "{name}/index.txt names {reply}, which is not there");
            let bytes = format!("include_bytes!({:?})", file.to_string_lossy());
            writeln!(table, "    Shipped {{ folder: {name:?}, reply: {reply:?}, plies: {plies}, bytes: {bytes} }},")
                .expect("texts can be written to");
        }
    }
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("parts.rs");
    fs::write(out, format!("&[\n{table}]\n")).expect("the table can be written");
}
