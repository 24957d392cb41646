//! A manager that keeps to nothing but the protocol: commands in odd order, in any case, with any
//! end of line, in pieces, with rubbish between. It knows what must be answered to each of them.
//!
//! `TENGEN_SEED=n` holds the conversation of another seed, `TENGEN_COMMANDS=n` a longer one.

use fastrand::Rng;
use tengen_core::{Game, Move, Point, Rule, Side, Size};
use tengen_protocol::{Command, Detail, Info, Owner, Spot, Stone};
use tengen_test_support::manager::Manager;

/// What the manager knows of the brain's board.
struct Table {
    manager: Manager,
    rng: Rng,
    /// None before the first `START`.
    game: Option<Game>,
    rule: Rule,
    /// What was sent since the last answer, for those who look for a fault.
    sent: Vec<String>,
    /// Whether lines may come that were not asked for one by one.
    is_talkative: bool,
    /// Whether a setting could not be met, which a `MESSAGE` says before the next move.
    has_note: bool,
}

impl Table {
    fn new(seed: u64) -> Table {
        let mut manager = Manager::new();
        // No thought is long, whatever is said of times.
        manager.send("INFO max_node 300");
        let rng = Rng::with_seed(seed);
        let (rule, sent) = (Rule::Freestyle, Vec::new());
        Table { manager, rng, game: None, rule, sent, is_talkative: false, has_note: false }
    }

    /// Sends a text with its lines ended somehow, in pieces.
    fn send(&mut self, text: &str) {
        let text = match self.rng.u8(..3) {
            0 => text.to_lowercase(),
            1 => text.to_uppercase(),
            _ => text.to_owned(),
        };
        self.sent.push(text.clone());
        let end = *self.rng.choice(&["\n", "\r\n", "\r", "\n\n", " \r\n", "\r\r\n"]).unwrap();
        let bytes = format!("{}{end}", text.replace('\n', end));
        let mut rest = bytes.as_bytes();
        while !rest.is_empty() {
            let whole = self.rng.bool();
            let length = if whole { rest.len() } else { self.rng.usize(1..=rest.len()) };
            let (piece, left) = rest.split_at(length);
            self.manager.send_raw(piece);
            rest = left;
        }
    }

    /// The next answer; what comes before it must be allowed.
    fn answer(&mut self) -> String {
        loop {
            let line = self.manager.line();
            let is_aside = line.starts_with("MESSAGE ") || line.starts_with("INFO ");
            if !is_aside {
                return line;
            }
            assert!(self.is_talkative || self.has_note, "'{line}' was not asked for");
        }
    }

    fn fail(&self, problem: &str) -> ! {
        panic!("{problem}\nsent:\n{}", self.sent.join("\n"))
    }

    /// What is said to the last command must begin like this.
    fn expect(&mut self, beginning: &str) {
        let line = self.answer();
        if !line.starts_with(beginning) {
            self.fail(&format!("'{line}' instead of '{beginning}'"));
        }
    }

    /// A move that can be played; an error where there is none.
    fn expect_move(&mut self) -> Option<Point> {
        let line = self.answer();
        self.has_note = false;
        let game = self.game.as_ref().expect("a game is under way");
        let is_full = game.board().is_full();
        let spot = line.parse::<Spot>().ok().and_then(|spot| spot.on(game.size()));
        match spot {
            Some(point) if game.board().is_free(point) => Some(point),
            None if is_full && line.starts_with("ERROR ") => None,
            _ => self.fail(&format!("'{line}' is no move")),
        }
    }

    /// One thing that a manager may do.
    fn act(&mut self) {
        match self.rng.u8(..20) {
            0 => self.start(),
            1..=3 => self.setting(),
            4 => self.rubbish(),
            5 => self.ask_for_nothing(),
            6..=9 => self.board(),
            10..=14 => self.turn(),
            15 => self.take_back(),
            16 => self.analysis(),
            17 => self.opening(),
            18 => self.bad_arguments(),
            _ => self.small_talk(),
        }
    }

    fn start(&mut self) {
        let size = Size::new(self.rng.u8(5..=22)).unwrap();
        let again = self.game.as_ref().map(Game::size).filter(|_| self.rng.bool());
        match again {
            Some(_) => self.send("RESTART"),
            None => {
                let form = *self.rng.choice(&["START #", "START # #", "START #,#"]).unwrap();
                self.send(&form.replace('#', &size.to_string()));
            }
        }
        self.game = Some(Game::new(again.unwrap_or(size), self.rule));
        self.expect("OK");
    }

    /// Settings, which are never answered.
    fn setting(&mut self) {
        let info = match self.rng.u8(..13) {
            0 => Info::Pondering(self.rng.bool()),
            1 => {
                let detail = Detail { realtime: self.rng.bool(), blocks: self.rng.bool() };
                self.is_talkative = detail != Detail::default();
                Info::ShowDetail(detail)
            }
            2 => {
                self.rule = *self.rng.choice(&Rule::ALL).unwrap();
                Info::Rule(self.rule)
            }
            3 => Info::TimeLeft(self.rng.bool().then(|| std::time::Duration::from_millis(0))),
            4 => Info::Threads(self.rng.usize(1..=2)),
            5 => Info::Solver(self.rng.choice(&["off", "fast", "slow"]).unwrap().to_string()),
            6 => {
                self.has_note = true;
                Info::Algorithm("dice".to_owned())
            }
            7 => Info::HashSize(self.rng.u64(..4) << 20),
            8 => Info::MaxDepth(self.rng.bool().then_some(3)),
            9 => Info::Book(self.rng.bool()),
            _ => {
                let keys = ["timeout_turn", "game_type", "folder", "x", "", "max_memory", "rule"];
                let key = self.rng.choice(&keys).unwrap().to_string();
                let value = self.rng.choice(&["x", "", "C:\\a b", "--1", "1 2"]).unwrap();
                Info::Other { key, value: value.to_string() }
            }
        };
        self.send(&format!("INFO {info}"));
    }

    /// Words that nobody knows.
    fn rubbish(&mut self) {
        let words =
            ["hello", "\u{1}\u{2}", "stars 15", "BOARDS", "7,7,x", "!", "\u{e9}t\u{e9}", "x,"];
        let word = *self.rng.choice(&words).unwrap();
        self.send(word);
        self.expect("UNKNOWN ");
    }

    /// Commands without an answer.
    fn ask_for_nothing(&mut self) {
        let lines = ["", "   ", "\t", "DONE", "YXSTOP", "stop", "YXHASHCLEAR", "YXBLOCKRESET"];
        let line = *self.rng.choice(&lines).unwrap();
        self.send(line);
    }

    fn small_talk(&mut self) {
        let talk = [("ABOUT", "name="), ("RECTSTART 15,16", "ERROR "), ("START 99", "ERROR ")];
        let (line, answer) = *self.rng.choice(&talk).unwrap();
        self.send(line);
        self.expect(answer);
        if self.game.is_some() {
            self.send("YXSHOWFORBID");
            self.expect("FORBID ");
        }
    }

    fn bad_arguments(&mut self) {
        let lines = [
            "TURN",
            "TURN x",
            "TURN 1",
            "TURN 1,2,3",
            "TURN 99,1",
            "TAKEBACK",
            "TAKEBACK 99,99",
            "PLAY ,",
            "YXNBEST x",
            "BOARD\n1,1\nDONE",
            "BOARD 1,1,1 x DONE",
            "BOARD 1,1,1 1,1,2 DONE",
            "SWAP2BOARD 1,1 DONE",
            "YXBOARD 1,1,9 DONE",
            "START",
        ];
        let line = *self.rng.choice(&lines).unwrap();
        self.send(line);
        self.expect("ERROR ");
    }

    /// A position that the brain is to move in: any stones, sometimes too few or too many.
    fn board(&mut self) {
        let Some(size) = self.game.as_ref().map(Game::size) else {
            self.send("BOARD\nDONE");
            return self.expect("ERROR START");
        };
        let mut points: Vec<Point> = size.points().collect();
        self.rng.shuffle(&mut points);
        let count = self.rng.usize(..points.len().min(30));
        let own = if count.is_multiple_of(2) { Side::Black } else { Side::White };
        let sides = [Side::Black, Side::White].into_iter().cycle();
        let stones: Vec<(Point, Side)> = points.into_iter().take(count).zip(sides).collect();
        let mut block: Vec<Stone> = stones
            .iter()
            .map(|&(point, side)| Stone {
                spot: Spot::of(point, size),
                owner: if side == own { Owner::Own } else { Owner::Opponent },
            })
            .collect();
        if self.rng.bool() {
            self.rng.shuffle(&mut block);
        }
        let Ok(game) = Game::from_setup(size, self.rule, stones, own) else { return };
        self.game = Some(game);
        let text = Command::Board(block).to_string();
        let one_line = self.rng.bool();
        self.send(&if one_line { text.replace('\n', " ") } else { text });
        self.play_answer();
    }

    fn turn(&mut self) {
        let Some(game) = self.game.take() else {
            self.send("TURN 2,2");
            return self.expect("ERROR START");
        };
        // The same stones under the rule as it is now.
        let stones: Vec<(Point, Side)> = Side::BOTH
            .into_iter()
            .flat_map(|side| game.board().stones(side).map(move |point| (point, side)))
            .collect();
        let point = self.rng.choice(game.size().points().collect::<Vec<_>>()).unwrap();
        let spot = Spot::of(point, game.size());
        self.send(&Command::Turn(spot).to_string());
        if !game.board().is_free(point) {
            self.game = Some(game);
            return self.expect("ERROR ");
        }
        let mover = game.to_move();
        let with_move = stones.into_iter().chain([(point, mover)]);
        match Game::from_setup(game.size(), self.rule, with_move, !mover) {
            Ok(game) => {
                self.game = Some(game);
                self.play_answer();
            }
            // Somebody has won; the brain moves all the same, and another game begins.
            Err(_) => {
                self.expect("");
                self.has_note = false;
                self.game = Some(game);
                self.start();
            }
        }
    }

    /// Plays the brain's answer; a game that it ends gives way to another.
    fn play_answer(&mut self) {
        let Some(point) = self.expect_move() else { return };
        let mut game = self.game.take().expect("a game is under way");
        let is_forbidden = game.is_forbidden(point);
        let has_other = game.board().free_points().any(|point| !game.is_forbidden(point));
        assert!(!is_forbidden || !has_other, "{point} is forbidden");
        let ended = game.play(point).expect("a free point").is_some();
        self.game = Some(game);
        if ended {
            self.start();
        }
    }

    /// The last stone goes away, comes again as a move of the engine, and all is as before.
    fn take_back(&mut self) {
        let Some(game) = self.game.as_ref() else {
            self.send("TAKEBACK 2,2");
            return self.expect("ERROR START");
        };
        let Some(&Move::Stone(point)) = game.moves().last() else { return };
        let spot = Spot::of(point, game.size());
        for (line, answer) in [
            (format!("TAKEBACK {spot}"), "OK".to_owned()),
            (format!("TAKEBACK {spot}"), "ERROR ".to_owned()),
            (format!("PLAY {spot}"), spot.to_string()),
            (format!("PLAY {spot}"), "ERROR ".to_owned()),
        ] {
            self.send(&line);
            self.expect(&answer);
        }
    }

    /// A look at the position changes nothing.
    fn analysis(&mut self) {
        if self.game.is_none() {
            self.send("YXNBEST 1");
            return self.expect("ERROR START");
        }
        let before = std::mem::replace(&mut self.is_talkative, true);
        let count = self.rng.usize(1..4);
        self.send(&format!("YXNBEST {count}"));
        let line = self.answer();
        self.has_note = false;
        self.is_talkative = before;
        let is_free = |spot: Spot| {
            let game = self.game.as_ref().unwrap();
            spot.on(game.size()).is_some_and(|point| game.board().is_free(point))
        };
        // Under another rule the game may be over by now.
        if !line.starts_with("ERROR ") && !line.parse().is_ok_and(is_free) {
            self.fail(&format!("'{line}' is no move"));
        }
    }

    /// Openings are no part of the game.
    fn opening(&mut self) {
        if self.game.is_none() {
            self.send("SWAP2BOARD\nDONE");
            return self.expect("ERROR START");
        }
        let question = *self.rng.choice(&["SWAP2BOARD\nDONE", "swap2board done"]).unwrap();
        self.send(question);
        let line = self.answer();
        self.has_note = false;
        let spots: Vec<Spot> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert_eq!(spots.len(), 3, "'{line}' is no proposal");
    }
}

fn hold(seed: u64) {
    let count = std::env::var("TENGEN_COMMANDS").map_or(150, |count| count.parse().unwrap());
    let mut table = Table::new(seed);
    for _ in 0..count {
        table.act();
    }
    table.manager.end();
}

#[test]
fn a_manager_without_manners() {
    let seed = std::env::var("TENGEN_SEED").map_or(1, |seed| seed.parse().unwrap());
    hold(seed);
}

#[test]
fn another_manager_without_manners() {
    hold(2);
}
