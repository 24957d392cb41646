//! The real binary as a brain on a pipe: what managers rely on.

use std::collections::HashSet;

use tengen_test_support::manager::{Manager, point};

/// Nodes rather than time, for moves that must be the same on any machine.
const FEW_NODES: &str = "INFO max_node 1000";
const HOUR: &str = "INFO timeout_turn 3600000";
/// A balanced opening of Gomocup: nobody solves it while a test waits.
const BOARD: &str = "BOARD\n7,7,2\n7,6,1\n9,5,2\n8,6,1\n7,4,2\nDONE";

#[test]
fn start_about_and_unknown_words() {
    let mut manager = Manager::new();
    let about = manager.ask("ABOUT");
    assert!(about.starts_with("name=\"Tengen\", version=\""), "{about}");
    assert_eq!(manager.ask("START 15"), "OK");
    assert_eq!(manager.ask("start 20 20"), "OK");
    assert_eq!(manager.ask("hello"), "UNKNOWN HELLO");
    assert!(manager.ask("START 100").starts_with("ERROR "));
    assert!(manager.ask("RECTSTART 15,20").starts_with("ERROR "));
    assert_eq!(manager.ask("RESTART"), "OK");
    manager.end();
}

#[test]
fn settings_are_never_answered() {
    let mut manager = Manager::new();
    let settings = "INFO timeout_turn 100\r\ninfo Timeout_Match 999999999999999999999\r\n\
        INFO time_left -17\nINFO max_memory -1\nINFO rule 77\nINFO\nINFO rule\nINFO folder C:\\a b\r\
        INFO nonsense 1 2 3\nINFO thread_num 999999999\nINFO max_depth -1\nINFO max_node 0\n\
        INFO game_type 1\nINFO evaluate 3,4\n\n  \n\r\n";
    manager.send_raw(settings);
    assert_eq!(manager.ask("START 15"), "OK");
    manager.send_raw(settings);
    manager.ask_move("BEGIN");
    assert!(manager.is_silent());
    manager.end();
}

#[test]
fn a_move_is_asked_for_in_every_way() {
    let mut manager = Manager::new();
    manager.send("INFO timeout_turn 50");
    assert_eq!(manager.ask("START 15"), "OK");
    let mut taken = HashSet::from([manager.ask_move("BEGIN")]);
    for spot in [(0, 0), (0, 2), (0, 4)] {
        let line = format!("TURN {},{}", spot.0, spot.1);
        assert!(taken.insert(spot) && taken.insert(manager.ask_move(&line)), "{taken:?}");
    }
    assert_eq!(manager.ask("TURN 0,0"), "ERROR 0,0 is occupied");
    assert_eq!(manager.ask("TURN 15,0"), "ERROR 15,0 is off the board");
    assert!(manager.ask("TURN x").starts_with("ERROR "));

    // As the first command of a game.
    assert_eq!(manager.ask("RESTART"), "OK");
    assert_ne!(manager.ask_move("TURN 7,7"), (7, 7));

    for (block, taken) in [
        ("BOARD\nDONE", vec![]),
        ("BOARD\n7,7,2\nDONE", vec![(7, 7)]),
        ("BOARD\n7,7,1\n8,8,2\nDONE", vec![(7, 7), (8, 8)]),
        ("board 7,7,1 8,8,2 done", vec![(7, 7), (8, 8)]),
        ("BOARD\r\n8,8,2\r\n7,7,1\r\n9,9,2\r\n7,8,1\r\nDONE", vec![(7, 7), (8, 8), (9, 9), (7, 8)]),
    ] {
        assert!(!taken.contains(&manager.ask_move(block)), "{block}");
    }
    for bad in ["BOARD\n7,7\nDONE", "BOARD\n7,7,1\n7,7,2\nDONE", "BOARD\n1,1,3\nDONE"] {
        assert!(manager.ask(bad).starts_with("ERROR "), "{bad}");
    }
    manager.end();
}

#[test]
fn fives_are_made_and_stopped() {
    let mut manager = Manager::started();
    manager.send(FEW_NODES);
    let own = "BOARD\n3,0,1\n3,5,2\n4,0,1\n5,5,2\n5,0,1\n7,5,2\n6,0,1\n9,9,2\nDONE";
    assert!([(2, 0), (7, 0)].contains(&manager.ask_move(own)));
    let other = "BOARD\n0,0,2\n3,5,1\n1,0,2\n5,5,1\n2,0,2\n7,5,1\n3,0,2\nDONE";
    assert_eq!(manager.ask_move(other), (4, 0));
    manager.end();
}

#[test]
fn stones_are_taken_back() {
    let mut manager = Manager::started();
    manager.send(FEW_NODES);
    let first = manager.ask("TURN 7,7");
    let second = manager.ask("TURN 0,0");
    assert_eq!(manager.ask(&format!("TAKEBACK {second}")), "OK");
    assert_eq!(manager.ask("TAKEBACK 0,0"), "OK");
    assert!(manager.ask("TAKEBACK 0,0").starts_with("ERROR "));
    let third = manager.ask("TURN 14,14");
    assert_ne!(third, first);
    assert_ne!(third, "14,14");
    manager.end();
}

#[test]
fn without_a_game_there_is_no_move() {
    let mut manager = Manager::new();
    for line in ["BEGIN", "TURN 7,7", "BOARD\nDONE", "RESTART", "TAKEBACK 7,7"] {
        assert_eq!(manager.ask(line), "ERROR START comes first");
    }
    assert_eq!(manager.ask("START 15"), "OK");
    manager.end();
}

#[test]
fn without_time_the_answer_comes_at_once() {
    for settings in
        ["INFO timeout_turn 0", "INFO time_left 0", "INFO time_left 1", "INFO time_left -5"]
    {
        let mut manager = Manager::started();
        manager.send(HOUR);
        manager.send(settings);
        manager.ask_move(BOARD);
        manager.end();
    }
}

#[test]
fn a_thought_is_cut_short() {
    for hurry in ["INFO timeout_turn 0", "YXSTOP", "stop"] {
        let mut manager = Manager::started();
        manager.send(HOUR);
        manager.send(BOARD);
        assert!(manager.is_silent());
        manager.ask_move(hurry);
        manager.send(HOUR);
        manager.send(BOARD);
        assert!(manager.is_silent(), "the next thought takes its time again");
        manager.ask_move("YXSTOP");
        manager.send("YXSTOP");
        assert!(manager.is_silent(), "there is nothing to stop");
        manager.end();
    }
}

#[test]
fn a_step_of_an_opening_is_cut_short() {
    let mut manager = Manager::started();
    manager.send(HOUR);
    for (question, points) in [("SWAP2BOARD\nDONE", 3), ("YXBALANCETWO 0", 2)] {
        manager.send(question);
        let said = manager.ask("YXSTOP");
        assert_eq!(said.split(' ').map(point).collect::<HashSet<_>>().len(), points, "{said}");
    }
    manager.send("SWAP2BOARD\nDONE");
    manager.send("END");
    assert_eq!(manager.wait(), [""; 0]);
}

#[test]
fn a_limit_on_depth_or_nodes_ends_a_thought() {
    for limit in ["INFO max_depth 2", "INFO max_node 5000"] {
        let mut manager = Manager::started();
        manager.send(HOUR);
        manager.send(limit);
        manager.ask_move(BOARD);
        manager.end();
    }
}

#[test]
fn the_end_of_a_thinking_brain_is_silent_and_soon() {
    let mut manager = Manager::started();
    manager.send(HOUR);
    manager.send(BOARD);
    assert!(manager.is_silent());
    manager.send("END");
    assert_eq!(manager.wait(), [""; 0]);

    let mut manager = Manager::started();
    manager.send(HOUR);
    manager.send(BOARD);
    assert!(manager.is_silent());
    manager.hang_up();
    assert_eq!(manager.wait(), [""; 0]);
}

#[test]
fn another_position_makes_a_thought_unwanted() {
    let mut manager = Manager::started();
    manager.send(HOUR);
    manager.send(BOARD);
    assert!(manager.is_silent());
    assert_eq!(manager.ask("START 20"), "OK");
    manager.send("INFO timeout_turn 50");
    manager.ask_move("BEGIN");
    assert!(manager.is_silent(), "one answer, not two");
    manager.end();
}

#[test]
fn what_waits_behind_a_thought_is_answered_in_order() {
    let mut manager = Manager::started();
    manager.send_raw("INFO timeout_turn 100\nBEGIN\nABOUT\nTURN 0,0\nhello\n");
    point(&manager.line());
    assert!(manager.line().starts_with("name="));
    point(&manager.line());
    assert_eq!(manager.line(), "UNKNOWN HELLO");
    manager.end();
}

#[test]
fn a_rule_counts_from_when_it_is_told() {
    let mut manager = Manager::started();
    manager.send(FEW_NODES);
    // Black's four in a row and one beyond: a sixth stone wins in freestyle only.
    let block =
        "BOARD\n3,0,1\n3,5,2\n4,0,1\n5,5,2\n6,0,1\n7,5,2\n7,0,1\n9,5,2\n8,0,1\n11,5,2\nDONE";
    manager.send("INFO rule 0");
    assert_eq!(manager.ask_move(block), (5, 0));
    manager.send("INFO rule 1");
    assert_ne!(manager.ask_move(block), (5, 0));
    manager.send("INFO rule 4");
    assert_ne!(manager.ask_move(block), (5, 0), "this is an overline, forbidden in renju");
    manager.end();
}

#[test]
fn a_game_that_is_over_by_our_rule_goes_on() {
    let mut manager = Manager::started();
    manager.send("INFO timeout_turn 50");
    let won = "BOARD\n0,0,2\n0,2,1\n1,0,2\n1,2,1\n2,0,2\n2,2,1\n3,0,2\n3,2,1\n4,0,2\nDONE";
    manager.ask_move(won);
    manager.end();
}

#[test]
fn a_full_board_has_no_move() {
    let mut manager = Manager::new();
    manager.send("INFO timeout_turn 0");
    assert_eq!(manager.ask("START 5"), "OK");
    let stones: String = (0..25).map(|n| format!("{},{},{}\n", n % 5, n / 5, 2 - n % 2)).collect();
    let full = format!("BOARD\n{stones}DONE");
    assert_eq!(manager.ask(&full), "ERROR the board is full");
    manager.end();
}

#[test]
fn nonsense_of_any_kind_does_no_harm() {
    let mut manager = Manager::new();
    let long = "x".repeat(200_000);
    assert_eq!(manager.ask(&long), format!("UNKNOWN {}", "X".repeat(30)));
    manager.send_raw("\u{0}\u{1}\n");
    assert!(manager.line().starts_with("UNKNOWN"));
    manager.send_raw("BOARD\n1,1,1\n");
    assert_eq!(manager.ask("START 15"), "OK");
    manager.hang_up();
    assert_eq!(manager.wait(), [""; 0]);
}

#[test]
fn every_level_of_the_solver_plays_whoever_chooses_it() {
    for level in ["off", "fast", "medium", "slow"] {
        let (options, told) =
            (["--memory", "8", "--solver", level], format!("INFO solver {level}"));
        for (arguments, info) in [(&options[..], "INFO folder ."), (&options[..2], &*told)] {
            let mut manager = Manager::with(arguments);
            assert_eq!(manager.ask("START 15"), "OK");
            manager.send(&format!("{info}\nINFO max_node 200"));
            let said = manager.ask("BEGIN");
            assert!(said.parse::<tengen_protocol::Spot>().is_ok(), "{level}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_programs_name_makes_it_a_brain() {
    use tengen_test_support::process::program;
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("pbrain-tengen");
    // A link, for a file just written cannot be run while another test starts a process.
    std::os::unix::fs::symlink(program("tengen"), &name).unwrap();
    let mut child = std::process::Command::new(&name)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"START 15\nEND\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "OK\n");
}
