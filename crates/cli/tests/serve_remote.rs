//! The app for other machines: who can read the token on this one, and how it is revoked.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tengen_test_support::process::{program, tengen};
use tengen_test_support::wait::PATIENCE;

/// A server that lets other machines in.
struct Remote {
    child: Child,
    host: String,
    token: String,
}

impl Remote {
    fn command(data: &Path) -> Command {
        let mut command = Command::new(program("tengen"));
        command.args(["serve", "--allow-remote", "--no-tls", "--port", "0", "--data"]).arg(data);
        command
    }

    fn run(command: &mut Command) -> Remote {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let link = line.trim().strip_prefix("http://").expect("an address comes first");
        let (host, token) = link.split_once("/#token=").expect("the token is in the fragment");
        Remote { child, host: host.to_owned(), token: token.to_owned() }
    }

    fn start(data: &Path, options: &[&str]) -> Remote {
        Remote::run(Remote::command(data).arg("--no-open").args(options))
    }

    /// The status of a call with this token.
    fn status(&self, token: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "GET /api/info HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\n\r\n",
            self.host
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_token_survives_a_restart_and_a_new_one_revokes_it() {
    let data = tempfile::tempdir().unwrap();
    let first = Remote::start(data.path(), &[]);
    let token = first.token.clone();
    assert_eq!((first.status(&token), first.status("guess")), (200, 403));

    // A server that does not start revokes nothing.
    let folder = data.path().to_str().unwrap();
    let refused = tengen(&[
        "serve",
        "--no-open",
        "--allow-remote",
        "--new-token",
        "--port",
        "0",
        "--data",
        folder,
    ]);
    assert_eq!(refused.status, 2, "{}", refused.err);
    assert!(refused.err.contains("in use"), "{}", refused.err);
    drop(first);

    let second = Remote::start(data.path(), &[]);
    assert_eq!((&second.token, second.status(&token)), (&token, 200));
    drop(second);

    let third = Remote::start(data.path(), &["--new-token"]);
    assert_ne!(third.token, token);
    assert_eq!((third.status(&third.token), third.status(&token)), (200, 403));
    drop(third);
    assert_eq!(Remote::start(data.path(), &[]).status(&token), 403);
}

#[test]
fn a_new_token_is_for_other_machines() {
    let refused = tengen(&["serve", "--no-open", "--new-token"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("--allow-remote"), "{}", refused.err);
}

/// A program that stands in for the one that opens a browser and writes its arguments down.
#[cfg(target_os = "linux")]
fn opener(folder: &Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let (opener, seen) = (folder.join("xdg-open"), folder.join("arguments"));
    let seen = seen.display();
    let script = format!("#!/bin/sh\necho \"$@\" > '{seen}.part'\nmv '{seen}.part' '{seen}'\n");
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, PermissionsExt::from_mode(0o755)).unwrap();
    folder.join("arguments")
}

#[cfg(target_os = "linux")]
fn opened(command: &mut Command, folder: &Path) -> (Remote, String) {
    let seen = opener(folder);
    let path = format!("{}:/usr/bin:/bin", folder.display());
    let server = Remote::run(command.env("PATH", path).env("DISPLAY", ":0"));
    tengen_test_support::wait::wait_until(|| seen.exists());
    (server, std::fs::read_to_string(seen).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_else_on_this_machine_can_read_the_token() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, programs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let data = folder.path().join("data");
    // The folder and the address as an earlier version left them.
    std::fs::create_dir(&data).unwrap();
    std::fs::write(data.join("address"), "http://127.0.0.1:1/?token=old").unwrap();
    for (path, mode) in [(data.clone(), 0o755), (data.join("address"), 0o644)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    }

    let (server, arguments) = opened(&mut Remote::command(&data), programs.path());
    assert!(!arguments.contains(&server.token), "{arguments}");
    let page = Path::new(arguments.trim());
    assert_eq!(page, data.join("open.html"));
    let text = std::fs::read_to_string(page).unwrap();
    assert!(
        text.contains(&format!("url=http://{}/#token={}", server.host, server.token)),
        "{text}"
    );

    let process = format!("/proc/{}/cmdline", server.child.id());
    let arguments = std::fs::read(process).unwrap();
    assert!(!String::from_utf8_lossy(&arguments).contains(&server.token));

    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for name in ["address", "token", "open.html"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
}
