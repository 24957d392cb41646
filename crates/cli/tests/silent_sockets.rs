//! The app while others keep it waiting: hundreds of silent connections, opened again as soon as they are
//! closed, and one client that wants answers. `TENGEN_SOCKETS` and `TENGEN_SECONDS` say how many and how
//! long.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tengen_test_support::environment::number;
use tengen_test_support::process::program;
use tengen_test_support::silence::{Silence, SilentSocket, ask};

/// What a person still takes for an instant.
const INSTANT: Duration = Duration::from_millis(100);

struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(data: &tempfile::TempDir) -> (Served, SocketAddr) {
    let mut command = Command::new(program("tengen"));
    command.args(["serve", "--no-open", "--port", "0", "--data"]).arg(data.path());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
    (Served(child), address.parse().unwrap())
}

fn check(silence: Silence) {
    let (sockets, seconds) = (number("TENGEN_SOCKETS", 600), number("TENGEN_SECONDS", 120));
    let data = tempfile::tempdir().unwrap();
    let (_served, server) = serve(&data);
    let (is_over, closed) = (AtomicBool::new(false), AtomicUsize::new(0));
    let open = || silence.open(server).unwrap();
    let mut silent: Vec<SilentSocket> = (0..sockets).map(|_| open()).collect();
    let mut times = Vec::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for socket in &mut silent {
                    if socket.is_closed() {
                        closed.fetch_add(1, Ordering::Relaxed);
                        *socket = open();
                    }
                }
                thread::sleep(Duration::from_millis(20));
            }
        });
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(seconds) {
            times.push(ask(server));
            thread::sleep(Duration::from_millis(10));
        }
        is_over.store(true, Ordering::Relaxed);
    });
    let mut times: Vec<Duration> = times.into_iter().collect::<Result<_, _>>().unwrap();
    times.sort_unstable();
    let (count, closed) = (times.len(), closed.into_inner());
    let share = |percent: usize| times[(count - 1) * percent / 100];
    let (half, most, all) = (share(50), share(99), share(100));
    #[expect(clippy::print_stderr, reason = "the measurement is what this test is for")]
    {
        eprintln!(
            "{silence:?}: {sockets} sockets, {seconds} s, {closed} closed; \
             {count} requests: p50 {half:.1?}, p99 {most:.1?}, longest {all:.1?}"
        );
    }
    assert!(closed >= sockets, "{silence:?}: only {closed} of {sockets} were closed");
    assert!(most < INSTANT, "{silence:?}: {most:?}");
}

macro_rules! silent {
    ($($name:ident: $silence:ident;)*) => {$(
        #[test]
        #[ignore = "takes two minutes"]
        fn $name() {
            check(Silence::$silence);
        }
    )*};
}

silent! {
    silent_from_the_start: FromTheStart;
    silent_in_the_head: InHead;
    silent_in_the_preface_of_http2: InHttp2Preface;
    silent_after_the_preface_of_http2: AfterHttp2Preface;
    silent_in_the_body: InBody;
    silent_after_an_answer: AfterAnswer;
}
