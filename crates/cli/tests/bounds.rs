//! Numbers that no machine can serve are refused at once, with a sentence.

use tengen_test_support::process::tengen;

#[test]
fn more_threads_than_any_machine_has_are_refused() {
    let most = "a number up to 1024 is wanted";
    for command in [
        &["analyze", "h8", "--threads"][..],
        &["brain", "--threads"],
        &["selfplay", "never.tgg", "--threads"],
        &["train", "never.tgg", "--out", "never.txt", "--threads"],
        &["puzzles", "check", "never.jsonl", "--threads"],
        &["match", "--a", "random", "--b", "random", "--concurrency"],
        &["book", "check", "--threads"],
    ] {
        for number in ["4294967296", "1025", "99999999999999999999", "-1", "many"] {
            let number = format!("{}={number}", command.last().unwrap());
            let run = tengen(&[&command[..command.len() - 1], &[&number]].concat());
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command:?} {number}");
            assert!(run.err.contains(most), "{}", run.err);
        }
    }
}

#[test]
fn more_memory_than_the_machine_has_is_refused() {
    for command in [&["analyze", "h8"][..], &["solve", "h8"], &["brain"]] {
        for number in ["17592186044416", "999999999", "99999999999999999999"] {
            let run = tengen(&[command, &["--memory", number]].concat());
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command:?} {number}");
            assert!(run.err.contains("a number of megabytes up to "), "{}", run.err);
        }
    }
    let run = tengen(&["analyze", "h8", "--memory", "1024", "--nodes", "10"]);
    assert_eq!(run.status, 0, "{}", run.err);
}

/// A machine may have the memory and yet not give it to this process.
#[cfg(target_os = "linux")]
#[test]
fn a_process_that_gets_little_memory_searches_with_smaller_tables() {
    use std::process::Command;
    use tengen_test_support::dialogue::Dialogue;
    use tengen_test_support::process::program;
    // Half of a gigabyte of addresses, in which no table of a gigabyte fits.
    let limited = |arguments: &[&str]| {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 500000 && exec \"$0\" \"$@\"", &program("tengen")]);
        command.args(arguments).args(["--memory", "1024"]);
        command
    };
    for arguments in [
        &["analyze", "h8", "--nodes", "2000"][..],
        &["analyze", "h8", "--nodes", "2000", "--algorithm", "mcts"],
        &["solve", "h8a1i8o1j9a15j10o15"],
    ] {
        let run = limited(arguments).output().unwrap();
        let err = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && err.is_empty(), "{arguments:?}: {err}");
    }
    for algorithm in ["alphabeta", "mcts"] {
        let mut brain = Dialogue::start(&mut limited(&["brain", "--algorithm", algorithm]));
        brain.send_raw("START 15\nINFO max_node 99\nBEGIN\n");
        assert_eq!([brain.line(), brain.line()], ["OK", "7,7"], "{algorithm}");
    }
}

#[test]
fn openings_that_no_board_has_are_refused() {
    let run = tengen(&["selfplay", "never.tgg", "--size", "5", "--opening", "24,25"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    let sentence = "--opening: 25 stones are too many on 5×5 points; 8 are possible";
    assert_eq!(run.err, format!("tengen: {sentence}\n"));
    let run = tengen(&["selfplay", "never.tgg", "--balance=-1"]);
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
}

#[test]
fn the_fullest_opening_of_the_smallest_board_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgg");
    let arguments = ["--size", "5", "--opening", "8,8", "--games", "2", "--nodes", "20"];
    let run = tengen(&[&["selfplay", games.to_str().unwrap()], &arguments[..]].concat());
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("2 games, "), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_ends_a_measurement() {
    use std::process::{Command, Stdio};
    use tengen_test_support::process::{command, wait_for_work};
    for arguments in [&["--time", "3600000"][..], &["--stops", "1000000"]] {
        let mut child =
            command().arg("speed").args(arguments).stdout(Stdio::null()).spawn().unwrap();
        wait_for_work(child.id());
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
    }
}

/// A network is read when the command line is, and belongs to one rule.
#[test]
fn networks_that_cannot_be_used_are_refused() {
    use tengen_core::Rule;
    use tengen_engine::Network;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let whole = Network::neutral(Rule::Renju).to_bytes();
    std::fs::write(path("renju.bin"), &whole).unwrap();
    std::fs::write(path("short.bin"), &whole[..1000]).unwrap();
    std::fs::write(path("text.bin"), "no network").unwrap();
    for (name, problem) in [
        ("nowhere.bin", "No such file"),
        ("short.bin", "it is cut off or damaged"),
        ("text.bin", "it does not begin with TENGENNW"),
    ] {
        let (file, option) = (path(name), format!("--network={}", path(name)));
        let player = format!("tengen:network={file}");
        for command in [
            &["analyze", "h8", &option][..],
            &["play", &option],
            &["brain", &option],
            &["selfplay", "never.tgg", &option],
            &["speed", &option],
            &["match", "--a", &player, "--b", "random"],
        ] {
            let run = tengen(command);
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{command:?}");
            let whole = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(whole.contains(&file) && whole.contains(problem), "{command:?}: {}", run.err);
        }
    }
    let (option, player) = (
        format!("--network={}", path("renju.bin")),
        format!("tengen:network={}", path("renju.bin")),
    );
    for command in [
        &["analyze", "h8", "--nodes", "10", &option][..],
        &["selfplay", "never.tgg", &option],
        &["match", "--a", &player, "--b", "random", "--games", "2"],
    ] {
        let run = tengen(command);
        assert_ne!(run.status, 0, "{command:?}");
        let problem = "the network was made for renju, not for freestyle";
        assert!(run.err.contains(problem), "{command:?}: {}", run.err);
    }
    let run = tengen(&["analyze", "h8", "--rule", "renju", "--nodes", "100", &option]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}
