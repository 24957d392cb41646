//! `tengen prove` as a user runs it: killed, resumed, and with certificates at the end.

use std::process::Stdio;
use std::time::Duration;

use tengen_test_support::process::{command, tengen};

/// A quiet win that takes a second or so.
const POSITION: &str = "h8o15i7o1";

#[test]
fn killed_ten_times_it_goes_on_and_its_certificates_hold() {
    let folder = tempfile::tempdir().unwrap();
    let [store, parts] = ["store", "parts"].map(|name| folder.path().join(name));
    let (store, parts) = (store.to_str().unwrap(), parts.to_str().unwrap());
    let prove = ["prove", POSITION, "--memory", "16", "--store", store];
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..10 {
        let mut child =
            command().args(prove).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(rng.u64(20..250)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let run = tengen(&prove);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert!(run.out.starts_with("black wins: proved"), "{}", run.out);

    let run = tengen(&[&prove[..], &["--certificates", parts]].concat());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let mut files: Vec<String> = std::fs::read_dir(parts)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_str().unwrap().to_owned())
        .filter(|name| name.ends_with(".proof.gz"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}", run.out);
    let arguments: Vec<&str> =
        ["check-proof"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let run = tengen(&arguments);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert_eq!(run.out.matches(": win: black wins").count(), files.len(), "{}", run.out);

    // Parts that are there are kept as they are.
    let before = std::fs::metadata(&files[0]).unwrap().modified().unwrap();
    assert_eq!(tengen(&[&prove[..], &["--certificates", parts]].concat()).status, 0);
    assert_eq!(std::fs::metadata(&files[0]).unwrap().modified().unwrap(), before);
}

#[test]
fn a_store_of_another_game_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let store = store.to_str().unwrap();
    let prove = |rule: &str| {
        let arguments =
            ["prove", POSITION, "--memory", "16", "--store", store, "--rule", rule, "--show"];
        let length = if rule == "freestyle" { 8 } else { 9 };
        tengen(&arguments[..length])
    };
    assert_eq!(prove("freestyle").status, 0);
    let run = prove("standard");
    assert_eq!(run.status, 2, "{}", run.out);
    assert!(run.err.contains("another rule, size or attacker"), "{}", run.err);
}
