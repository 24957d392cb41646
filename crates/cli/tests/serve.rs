//! The app as a user starts it: the printed address, taken ports, and a kill at any moment.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tengen_test_support::environment::number;
use tengen_test_support::process::{program, tengen};
use tengen_test_support::wait::PATIENCE;
use tungstenite::{Message, WebSocket};

/// A server of its own process.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut command = Command::new(program("tengen"));
        command.args(["serve", "--no-open", "--port", "0", "--data"]).arg(data);
        Served::run(&mut command)
    }

    fn run(command: &mut Command) -> Served {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").expect("an address comes first");
        let address = address.trim_end_matches('/').to_owned();
        Served { child, address }
    }

    fn open(&self) -> Page {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let url = format!("ws://{}/api/live", self.address);
        Page { socket: tungstenite::client(url, stream).unwrap().0, id: 0 }
    }
}

impl Drop for Served {
    /// SIGKILL: the server is not asked.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Page {
    socket: WebSocket<TcpStream>,
    id: u32,
}

impl Page {
    fn say(&mut self, kind: &str, mut body: Value) -> u32 {
        self.id += 1;
        (body["v"], body["id"], body["type"]) = (json!(1), json!(self.id), json!(kind));
        self.socket.send(Message::text(body.to_string())).unwrap();
        self.id
    }

    fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    fn ask(&mut self, kind: &str, body: Value) -> Value {
        let id = self.say(kind, body);
        loop {
            let message = self.next();
            if message["id"] == json!(id) {
                return message;
            }
        }
    }

    /// Waits until the engine has moved, or the game has ended. The news of that may have come before the
    /// answer to the move, so the game is asked for.
    fn settled(&mut self, game: &Value) -> Value {
        loop {
            let state = self.ask("game.open", json!({ "game": game }));
            if is_settled(&state) {
                return state;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether nothing happens in a game until somebody does something.
fn is_settled(state: &Value) -> bool {
    state["your_turn"] == json!(true) || !state["result"].is_null()
}

fn moves(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().unwrap_or_else(|| panic!("{state}"));
    moves.iter().map(|played| played["move"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_kill_at_any_moment_loses_nothing_that_was_shown() {
    let data = tempfile::tempdir().unwrap();
    let new = json!({ "rule": "freestyle", "size": 15,
        "black": { "kind": "person" }, "white": { "kind": "engine", "level": 1 } });
    let mut server = Served::start(data.path());
    let mut page = server.open();
    let mut game = page.ask("game.new", new.clone())["game"].clone();
    let mut shown: Vec<String> = Vec::new();
    let mut saved = save_record(&server, 0);
    // `TENGEN_KILLS` asks for more kills.
    for round in 0..number("TENGEN_KILLS", 4) {
        // An analysis runs beside the game.
        let pos = json!({ "rule": "freestyle", "size": 15, "moves": ["h8"] });
        page.say("analyse.start", json!({ "gen": round + 1, "pos": pos, "memory": 16 }));
        for _ in 0..fastrand::usize(1..3) {
            let state = page.ask("game.open", json!({ "game": game }));
            let state = if is_settled(&state) { state } else { page.settled(&game) };
            shown = moves(&state);
            if !state["result"].is_null() {
                game = page.ask("game.new", new.clone())["game"].clone();
                shown.clear();
            }
            let point = free_point(&shown);
            let state = page.ask("game.move", json!({ "game": game, "move": point }));
            shown = moves(&state);
            if fastrand::bool() && !is_settled(&state) {
                shown = moves(&page.settled(&game));
            }
        }
        saved = save_record(&server, round + 1).or(saved);
        save_profile(&server, 2 * round + 1);
        // What nobody has seen confirmed may be there or not, but the rest is.
        let next = free_point(&shown);
        page.say("game.move", json!({ "game": game, "move": next }));
        begin_anything(&server, 2 * round + 2);
        std::thread::sleep(Duration::from_micros(fastrand::u64(..30_000)));
        drop(server);
        server = Served::start(data.path());
        page = server.open();
        let state = page.ask("game.open", json!({ "game": game }));
        let found = moves(&state);
        assert!(found.starts_with(&shown), "round {round}: {found:?} after {shown:?}");
        shown = found;
        let (id, record) = saved.as_ref().unwrap();
        let stored = http(&server.address, "GET", &format!("/api/games/{id}"), "");
        assert_eq!(&stored["record"], record, "round {round}");
        let changed = http(&server.address, "GET", "/api/profile", "")["changed"].clone();
        let (confirmed, begun) = (json!(2 * round + 1), json!(2 * round + 2));
        assert!(changed == confirmed || changed == begun, "round {round}: {changed}");
    }
}

fn profile(changed: usize) -> String {
    json!({ "changed": changed, "settings": { "theme": "slate" } }).to_string()
}

/// Saves settings.
fn save_profile(server: &Served, changed: usize) {
    let saved = http(&server.address, "PUT", "/api/profile", &profile(changed));
    assert_eq!(saved["changed"], json!(changed), "{saved}");
}

/// Begins to save settings or a record, or to import a file, and does not wait for the answer.
fn begin_anything(server: &Served, changed: usize) {
    use std::io::Write;
    let record = json!({ "record": { "size": 15, "nodes": [{}] } }).to_string();
    let (method, path, body) = match fastrand::usize(..3) {
        0 => ("PUT", "/api/profile", profile(changed)),
        1 => ("POST", "/api/games", record),
        _ => ("POST", "/api/import", "h8 i9 i7 g9\n".repeat(2000)),
    };
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let (address, length) = (&server.address, body.len());
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\ncontent-length: {length}");
    stream.write_all(format!("{head}\r\n\r\n{body}").as_bytes()).unwrap();
}

/// Saves an analysis; its number and what was saved.
fn save_record(server: &Served, round: usize) -> Option<(String, Value)> {
    let row = 1 + round % 15;
    let record = json!({ "size": 15, "nodes": [
        {}, { "side": "black", "move": format!("a{row}"), "comment": format!("round {round}") },
        { "side": "white", "move": "h8" }, { "parent": 1, "side": "white", "move": "i9" }] });
    let saved =
        http(&server.address, "POST", "/api/games", &json!({ "record": record }).to_string());
    Some((saved["id"].as_str()?.to_owned(), record))
}

fn free_point(taken: &[String]) -> String {
    loop {
        let point = format!("{}{}", fastrand::char('a'..='o'), fastrand::u8(1..16));
        if !taken.contains(&point) {
            return point;
        }
    }
}

/// A plain request that is granted, answered in JSON.
fn http(address: &str, method: &str, path: &str, body: &str) -> Value {
    let (status, answer) = answered(address, method, path, body);
    assert_eq!(status, 200, "{answer}");
    answer
}

/// The status and the JSON that answer a plain request.
fn answered(address: &str, method: &str, path: &str, body: &str) -> (u16, Value) {
    use std::io::{Read, Write};
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect(head);
    (status, serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}")))
}

/// What the server's process holds in memory, in megabytes; None where the system does not tell.
fn resident_megabytes(server: &Served) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

/// 15 MB of short games once took 2.7 GB.
#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn imports_of_millions_of_moves_leave_the_memory_as_it_was() {
    let data = tempfile::tempdir().unwrap();
    let server = Served::start(data.path());
    let Some(before) = resident_megabytes(&server) else {
        eprintln!("SKIPPED: this system does not tell how much memory a process holds");
        return;
    };
    let file = "h8i9\n".repeat(3_000_000);
    for _ in 0..6 {
        let (status, answer) = answered(&server.address, "POST", "/api/import?name=x.txt", &file);
        assert_eq!((status, &answer["code"]), (413, &json!("too-large")), "{answer}");
        let now = resident_megabytes(&server).unwrap();
        assert!(now < before + 256, "{before} MB before, {now} MB after an import");
    }
}

/// Reads neither games nor settings through the socket. The files are the business of `serve_remote`.
#[test]
#[cfg(target_os = "linux")]
#[allow(clippy::print_stdout, reason = "what is skipped is said aloud")]
fn another_user_of_the_machine_is_not_answered() {
    use std::os::unix::process::CommandExt;
    /// Nobody, on most systems.
    const USER: u32 = 65534;
    const ASK: &str = "import sys, urllib.request as r, urllib.error as e\n\
        try: print(r.urlopen(sys.argv[1]).status)\n\
        except e.HTTPError as error: print(error.code, error.read().decode())";
    let data = tempfile::tempdir().unwrap();
    let server = Served::start(data.path());
    let ask = |user: Option<u32>, path: &str| {
        let mut command = Command::new("python3");
        command.args(["-c", ASK, &format!("http://{}{path}", server.address)]).current_dir("/");
        user.map(|user| command.uid(user));
        command.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Ok(own) = ask(None, "/api/games") else {
        return println!("skipped: python3 is missing");
    };
    assert_eq!(own.trim(), "200");
    let Ok(other) = ask(Some(USER), "/api/games") else {
        return println!("skipped: only the superuser can try to be somebody else");
    };
    assert!(other.starts_with("403") && other.contains("another user"), "{other}");
    let settings = ask(Some(USER), "/api/profile").unwrap();
    assert!(settings.starts_with("403"), "{settings}");
}

#[test]
fn taken_ports_and_folders_are_refused_with_a_reason() {
    let data = tempfile::tempdir().unwrap();
    let server = Served::start(data.path());
    let folder = data.path().to_str().unwrap();
    let second = tengen(&["serve", "--no-open", "--port", "0", "--data", folder]);
    assert_eq!((second.status, second.out.as_str()), (2, ""));
    assert!(
        second.err.contains("in use") && second.err.contains(&server.address),
        "{}",
        second.err
    );

    let other = tempfile::tempdir().unwrap();
    let port = server.address.rsplit_once(':').unwrap().1;
    let folder = other.path().to_str().unwrap();
    let taken = tengen(&["serve", "--no-open", "--port", port, "--data", folder]);
    assert_eq!(taken.status, 2);
    assert!(taken.err.contains(&format!("listening on 127.0.0.1:{port}")), "{}", taken.err);
}

#[test]
fn plain_tengen_is_the_app() {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(program("tengen"));
    // No browser on a console without a screen.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.env("XDG_DATA_HOME", home.path()).env("HOME", home.path());
    let server = Served::run(&mut command);
    assert_eq!(http(&server.address, "GET", "/api/info", "")["protocol"], json!(1));
}

#[test]
fn other_machines_need_an_invitation() {
    let refused = tengen(&["serve", "--no-open", "--host", "0.0.0.0"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--allow-remote"), "{}", refused.err);
}

/// Runs `tengen games` with a data folder; its status and all it says.
fn games(data: &Path, arguments: &[&str]) -> (i32, String) {
    let data = data.to_str().unwrap();
    let run = tengen(&[&["games", "--data", data], arguments].concat());
    (run.status, run.out + &run.err)
}

#[test]
fn games_are_checked_backed_up_restored_and_exported() {
    let data = tempfile::tempdir().unwrap();
    let (status, said) = games(data.path(), &["check"]);
    assert_eq!((status, said.contains("games.redb")), (2, true), "{said}");
    let server = Served::start(data.path());
    (0..3).for_each(|round| assert!(save_record(&server, round).is_some()));
    let (status, said) = games(data.path(), &["check"]);
    assert_eq!((status, said.contains("in use")), (2, true), "{said}");
    drop(server);

    let (status, said) = games(data.path(), &["check"]);
    assert_eq!((status, said.contains("3 records")), (0, true), "{said}");
    let backup = data.path().join("backup.jsonl");
    let file = backup.to_str().unwrap();
    assert_eq!(games(data.path(), &["backup", file]).0, 0);
    let out = data.path().join("out");
    let (status, said) = games(data.path(), &["export", out.to_str().unwrap()]);
    assert_eq!((status, std::fs::read_dir(&out).unwrap().count()), (0, 3), "{said}");

    // A file that is no database any more: an error with a way out, and nothing is thrown away.
    let database = data.path().join("games.redb");
    let mut bytes = std::fs::read(&database).unwrap();
    bytes[..512].fill(0);
    std::fs::write(&database, &bytes).unwrap();
    let (status, said) = games(data.path(), &["check"]);
    assert_eq!((status, said.contains("games restore")), (2, true), "{said}");
    let (status, said) = games(data.path(), &["restore"]);
    assert_eq!((status, said.contains("3 games and records restored")), (0, true), "{said}");
    assert_eq!(std::fs::read(data.path().join("games.redb.before-1")).unwrap(), bytes);
    let (status, said) = games(data.path(), &["restore", file]);
    assert_eq!((status, said.contains("games.redb.before-2")), (0, true), "{said}");
    assert!(games(data.path(), &["check"]).1.contains("3 records"));
}

#[test]
fn a_game_that_cannot_be_read_is_named_in_the_app_and_in_the_log() {
    let data = tempfile::tempdir().unwrap();
    let server = Served::start(data.path());
    (0..2).for_each(|round| assert!(save_record(&server, round).is_some()));
    drop(server);
    // This also puts the file in order after the kill.
    assert_eq!(games(data.path(), &["check"]).0, 0);
    let database = data.path().join("games.redb");
    let mut bytes = std::fs::read(&database).unwrap();
    let listed = br#"{"summary":{"id":"1","#;
    let places: Vec<usize> =
        (0..bytes.len()).filter(|&at| bytes[at..].starts_with(listed)).collect();
    assert!(!places.is_empty(), "the list holds plain JSON");
    places.into_iter().for_each(|at| bytes[at + 2] = b'?');
    std::fs::write(&database, bytes).unwrap();
    let (status, said) = games(data.path(), &["check"]);
    assert_eq!((status, said.contains("game 1 cannot be read")), (1, true), "{said}");

    let log = data.path().join("log");
    let mut command = Command::new(program("tengen"));
    command.args(["serve", "--no-open", "--port", "0", "--data"]).arg(data.path());
    command.env_remove("TENGEN_LOG").env("NO_COLOR", "1");
    command.stderr(std::fs::File::create(&log).unwrap());
    let server = Served::run(&mut command);
    let storage = http(&server.address, "GET", "/api/storage", "");
    assert_eq!(storage["unreadable"], json!(["1"]));
    let list = http(&server.address, "GET", "/api/games", "");
    let ids: Vec<&Value> = list.as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json!("2")]);
    drop(server);
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains("a game cannot be read game=1 "), "{log}");
}
