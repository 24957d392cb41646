//! The brain as a process: frozen while it waits, within its memory, thinking on others' time.
#![cfg(target_os = "linux")]

use std::time::Duration;

use tengen_test_support::manager::{Manager, point};
use tengen_test_support::process::ticks;
use tengen_test_support::wait::{wait_until, with_more_time};

/// A balanced opening of Gomocup: nobody solves it while a test waits.
const BOARD: &str = "BOARD\n7,7,2\n7,6,1\n9,5,2\n8,6,1\n7,4,2\nDONE";

fn signal(manager: &Manager, name: &str) {
    let process = manager.process().to_string();
    let sent = std::process::Command::new("kill").args([name, &process]).status().unwrap();
    assert!(sent.success());
}

/// What stands in the process's status under a key.
fn status(manager: &Manager, key: &str) -> String {
    let text = std::fs::read_to_string(format!("/proc/{}/status", manager.process())).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    line.trim_start_matches(':').trim().to_owned()
}

fn number(manager: &Manager, key: &str) -> u64 {
    status(manager, key).split_whitespace().next().unwrap().parse().unwrap()
}

/// The depth that the answer to a question came from.
fn depth_of(manager: &mut Manager, question: &str) -> u32 {
    manager.send(question);
    let mut depth = None;
    loop {
        let line = manager.line();
        let Some(info) = line.strip_prefix("INFO ") else {
            point(&line);
            return depth.expect("the depth is shown");
        };
        if let Some(number) = info.strip_prefix("DEPTH ") {
            depth = Some(number.parse().unwrap());
        }
    }
}

/// The depths that two moves come from, each with this much time and after a longer freeze.
fn depths_after_ice(turn: Duration) -> [u32; 2] {
    let mut manager = Manager::new();
    // As the judge does it: frozen before the start is answered.
    manager.send("START 15");
    manager.send(&format!("INFO timeout_turn {}\nINFO timeout_match 0", turn.as_millis()));
    manager.send("INFO show_detail 2\nINFO max_depth 3");
    let freeze = |manager: &Manager| {
        signal(manager, "-STOP");
        wait_until(|| status(manager, "State").starts_with('T'));
        std::thread::sleep(turn);
    };
    freeze(&manager);
    manager.send(&format!("INFO time_left 2147483647\n{BOARD}"));
    signal(&manager, "-CONT");
    assert_eq!(manager.line(), "OK");
    let first = depth_of(&mut manager, "");
    freeze(&manager);
    manager.send("TURN 0,0");
    signal(&manager, "-CONT");
    let second = depth_of(&mut manager, "");
    manager.end();
    [first, second]
}

#[test]
fn time_in_the_ice_is_not_the_brains() {
    // With no time left it would look at one ply, however long the time.
    with_more_time(Duration::from_secs(1), |turn| (depths_after_ice(turn) == [3, 3]).then_some(()));
}

#[test]
fn the_whole_process_stays_within_its_memory() {
    const LIMIT: u64 = 60 << 20;
    let mut manager = Manager::with(&["--memory", "1000"]);
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send(&format!("INFO max_memory {LIMIT}\nINFO max_node 60000\nINFO hash_size 999999"));
    for rule in [0, 1, 4] {
        manager.send(&format!("INFO rule {rule}"));
        manager.ask_move(BOARD);
    }
    let most = number(&manager, "VmHWM") << 10;
    assert!(most <= LIMIT, "{most} of {LIMIT} bytes");
    // More is reserved when it is allowed, so the limit is what keeps it small. Tables grow with use:
    // what a longer search may take is mapped, not yet resident.
    let mapped = number(&manager, "VmSize") << 10;
    manager.send("INFO max_memory 0");
    manager.ask_move(BOARD);
    assert!(number(&manager, "VmSize") << 10 > mapped + LIMIT);
    manager.end();
}

#[test]
fn the_opponents_time_is_used_only_when_told() {
    let mut manager = Manager::started();
    manager.send("INFO max_depth 4");
    let ticks = |manager: &Manager| ticks(manager.process()).unwrap();
    manager.ask_move(BOARD);
    wait_until(|| number(&manager, "Threads") == 2);
    // Asleep, both who reads and who obeys: nobody thinks.
    wait_until(|| status(&manager, "State").starts_with('S'));
    let before = ticks(&manager);
    std::thread::sleep(Duration::from_millis(300));
    assert!(ticks(&manager) <= before + 5, "it thinks though nobody asked");

    manager.send("INFO pondering 1");
    manager.ask_move(BOARD);
    let before = ticks(&manager);
    wait_until(|| ticks(&manager) > before + 20);
    manager.send("INFO pondering 0");
    assert!(manager.ask("ABOUT").starts_with("name="));
    wait_until(|| number(&manager, "Threads") == 2);
    manager.end();
}

#[test]
fn commands_that_wait_for_a_search_do_not_fill_the_memory() {
    const LIMIT: u64 = 80 << 20;
    const COMMANDS: usize = 300_000;
    let mut manager = Manager::new();
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send(&format!("INFO max_memory {LIMIT}\nINFO timeout_turn 3600000\n{BOARD}"));
    manager.send_raw("ABOUT\n".repeat(COMMANDS));
    // The stop is heard behind all of them, and every one is answered or reported as left out.
    manager.send("STOP\nYXSHOWFORBID");
    point(&manager.line());
    let (mut answered, mut left_out) = (0, 0);
    loop {
        let line = manager.line();
        let error = line.strip_prefix("ERROR ").and_then(|error| error.split_once(" commands "));
        match error {
            Some((count, _)) => left_out += count.parse::<usize>().unwrap(),
            None if line.starts_with("name=") => answered += 1,
            None => break assert!(line.starts_with("FORBID"), "{line}"),
        }
    }
    let most = number(&manager, "VmHWM") << 10;
    assert!(most <= LIMIT, "{most} of {LIMIT} bytes");
    assert!(left_out > 0 && answered + left_out == COMMANDS, "{answered} and {left_out}");
    manager.end();
}
