//! Any bytes as the messages of a page, one on each line. A line that is no object is put into the envelope of a
//! message first (`game.move "game":"$","move":"h8"`), so that mutations get past the reader of JSON. `$` stands
//! for the game that the page has heard of last.
#![no_main]

use std::cell::RefCell;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use tengen_fuzz::server::Server;
use tengen_server::Page;
use tengen_server::wire::{Answer, FromServer, GameState, ProblemCode, Seat, Seats, VERSION};

/// Messages of one input.
const MESSAGES: usize = 16;
/// The script answers at once; a game that waits longer waits for something else.
const PATIENCE: Duration = Duration::from_millis(10);

thread_local! {
    static SERVER: RefCell<Server> = RefCell::new(Server::start());
}

fuzz_target!(|data: &[u8]| {
    SERVER.with_borrow_mut(|server| {
        let (app, runtime) = server.next_run();
        let _inside = runtime.enter();
        let page = Page::connect(app).expect("the page before has left");
        let mut reader = Reader { page, game: None };
        reader.read();
        for (line, id) in String::from_utf8_lossy(data).lines().zip(0..).take(MESSAGES) {
            reader.page.handle(&reader.message(line, id));
            reader.read();
            reader.wait();
        }
    });
});

/// A page, and the state of a game that it has heard of last.
struct Reader {
    page: Page,
    game: Option<GameState>,
}

impl Reader {
    /// The message that a line stands for.
    fn message(&self, line: &str, id: u32) -> String {
        let game = self.game.as_ref().map_or("1", |state| &state.game);
        let line = line.replace('$', game);
        if line.starts_with('{') {
            return line;
        }
        let (kind, body) = line.split_once(' ').unwrap_or((&line, ""));
        let comma = if body.is_empty() { "" } else { "," };
        format!(r#"{{"v":{VERSION},"id":{id},"type":"{kind}"{comma}{body}}}"#)
    }

    /// Reads what was sent.
    fn read(&mut self) {
        while let Some(text) = self.page.next_sent() {
            let answer: Answer = serde_json::from_str(&text).expect("a message");
            assert_eq!(answer.v, VERSION);
            match answer.message {
                FromServer::GameState(state) => {
                    assert_eq!(state.save_problem, None);
                    self.game = Some(*state);
                }
                FromServer::Error(problem) => {
                    assert_ne!(problem.code, ProblemCode::Internal, "{problem:?}");
                    assert!(!problem.text.is_empty());
                }
                _ => {}
            }
        }
    }

    /// Waits for the engine's move, so that the same bytes do the same again.
    fn wait(&mut self) {
        let begun = Instant::now();
        let is_person = |seat: &Seat| matches!(seat, Seat::Person { .. });
        // Two engines never stop thinking.
        let thinks = |state: &GameState| {
            let Seats { black, white } = &state.seats;
            state.thinking && (is_person(black) || is_person(white))
        };
        while self.game.as_ref().is_some_and(thinks) && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_micros(20));
            self.read();
        }
    }
}
