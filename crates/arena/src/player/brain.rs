//! A Gomocup brain as a player: a process driven through the protocol as c-gomoku-cli does it.

use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use tengen_core::{Game, Move, Point, Side};
use tengen_engine::Stop;
use tengen_protocol::{Answer, Command, Info, Lines, Owner, Spot, Stone};

use crate::{Failure, Player, StartError, TimeControl, Turn};

/// The limit that tournaments announce, and what brains expect.
const USUAL_MEMORY: u64 = 350 << 20;
/// Loading tables and networks takes its time.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// Nobody needs to know who a brain is.
const ABOUT_PATIENCE: Duration = Duration::from_secs(3);
/// After `END` a process may tidy up for so long.
const END_PATIENCE: Duration = Duration::from_millis(500);
/// How often a wait looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// Which program a brain is, and what it is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrainSettings {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Nodes of each search, if limited.
    pub nodes: Option<u64>,
    /// Depth of each search in plies, if limited.
    pub depth: Option<u32>,
    /// Threads that search; not told if none.
    pub threads: Option<usize>,
    /// Bytes for the process, if not the usual.
    pub memory: Option<usize>,
}

/// A brain. Its process is started again when it crashed or had to be killed.
#[derive(Debug)]
pub struct BrainPlayer {
    settings: BrainSettings,
    process: Option<Running>,
    /// How many moves the process knows, if it has made one in this game.
    known: Option<usize>,
}

impl BrainPlayer {
    /// Starts the process.
    ///
    /// # Errors
    /// If it does not start.
    pub fn new(settings: BrainSettings) -> Result<BrainPlayer, StartError> {
        let process = Running::start(&settings)?;
        Ok(BrainPlayer { settings, process: Some(process), known: None })
    }

    fn running(&mut self) -> Result<&mut Running, Failure> {
        let running = match self.process.take() {
            Some(running) => running,
            None => {
                Running::start(&self.settings).map_err(|error| Failure::Crash(error.to_string()))?
            }
        };
        Ok(self.process.insert(running))
    }

    /// What a process did wrong ends it: nobody knows what it does next.
    fn settle<T>(&mut self, done: Result<T, Failure>) -> Result<T, Failure> {
        if done.is_err() {
            self.process = None;
            self.known = None;
        }
        done
    }

    fn greet(&mut self, opening: &Game, time: &TimeControl) -> Result<(), Failure> {
        let settings = self.settings.clone();
        let running = self.running()?;
        running.send(&Command::Start(opening.size()))?;
        running.wait_for_ok(START_PATIENCE + time.tolerance)?;
        let memory = settings.memory.map_or(USUAL_MEMORY, |bytes| bytes as u64);
        let infos = [
            Some(Info::Rule(opening.rule())),
            time.turn.map(Info::TimeoutTurn),
            Some(Info::TimeoutMatch(time.game)),
            settings.depth.map(|depth| Info::MaxDepth(Some(depth))),
            settings.nodes.map(|nodes| Info::MaxNodes(Some(nodes))),
            Some(Info::MaxMemory(Some(memory))),
            settings.threads.map(Info::Threads),
        ];
        for info in infos.into_iter().flatten() {
            running.send(&Command::Info(info))?;
        }
        Ok(())
    }

    fn ask(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let question = self.question(game);
        let running = self.running()?;
        // What was said before the question is no answer to it.
        while running.answers.try_recv().is_ok() {}
        running.send(&Command::Info(Info::TimeLeft(turn.left)))?;
        running.send(&question)?;
        let spot = running.wait_for_move(turn.deadline(), stop)?;
        spot.on(game.size()).ok_or_else(|| Failure::Answer(format!("{spot} is off the board")))
    }

    /// The whole board at first, later the opponent's last move.
    fn question(&self, game: &Game) -> Command {
        let last = match (game.moves().last(), self.known) {
            (Some(&Move::Stone(point)), Some(known)) if game.moves().len() == known + 1 => point,
            _ if game.board().stone_count() == 0 => return Command::Begin,
            _ => return Command::Board(stones(game)),
        };
        Command::Turn(Spot::of(last, game.size()))
    }
}

impl Player for BrainPlayer {
    fn begin(&mut self, opening: &Game, time: &TimeControl) -> Result<(), Failure> {
        self.known = None;
        // The process may have died since the last game, which cost it nothing.
        if self.process.as_mut().is_some_and(|running| !running.is_alive()) {
            self.process = None;
        }
        let done = self.greet(opening, time);
        self.settle(done)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let done = self.ask(game, turn, stop);
        let point = self.settle(done)?;
        self.known = Some(game.moves().len() + 1);
        Ok(point)
    }

    fn end(&mut self) {
        if let Some(mut running) = self.process.take() {
            running.dismiss();
        }
    }
}

/// The stones as the side to move is told them, in the order of the moves.
fn stones(game: &Game) -> Vec<Stone> {
    let set_up =
        Side::BOTH.into_iter().flat_map(|side| game.start().stones(side).map(move |p| (p, side)));
    let sides = [game.first_to_move(), !game.first_to_move()].into_iter().cycle();
    let played = game.moves().iter().zip(sides).filter_map(|(&action, side)| match action {
        Move::Stone(point) => Some((point, side)),
        Move::Pass => None,
    });
    let own = game.to_move();
    let owner = |side: Side| if side == own { Owner::Own } else { Owner::Opponent };
    set_up
        .chain(played)
        .map(|(point, side)| Stone { spot: Spot::of(point, game.size()), owner: owner(side) })
        .collect()
}

/// A process that lives. It is killed when it is dropped.
#[derive(Debug)]
struct Running {
    child: Child,
    input: ChildStdin,
    /// What it says; closed when it has ended.
    answers: Receiver<Answer>,
}

impl Running {
    fn start(settings: &BrainSettings) -> Result<Running, StartError> {
        let program = || settings.program.display().to_string();
        let failed = |problem: String| StartError { program: program(), problem };
        let mut process = Process::new(&settings.program);
        // An interrupt from the keyboard is for us: brains that die of it would lose their games.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child = process
            .args(&settings.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // What brains say here is for nobody, and a full pipe would stop them.
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no pipes".to_owned()));
        };
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            let lines = Lines::new(BufReader::new(output));
            for answer in lines.filter_map(|line| Answer::parse(&line)) {
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        let mut running = Running { child, input, answers };
        running.introduce().map_err(|failure| failed(failure.to_string()))?;
        Ok(running)
    }

    /// Asks for its name, as c-gomoku-cli does first. An answer is welcome, silence is not fatal.
    fn introduce(&mut self) -> Result<(), Failure> {
        self.send(&Command::About)?;
        let about = |answer: Answer| match answer {
            Answer::Message(_) | Answer::Debug(_) => None,
            _ => Some(Ok(())),
        };
        match self.wait(Some(ABOUT_PATIENCE), &Stop::new(), about) {
            Err(Failure::Time) => Ok(()),
            done => done,
        }
    }

    fn send(&mut self, command: &Command) -> Result<(), Failure> {
        let lines = format!("{command}\n");
        let sent = self.input.write_all(lines.as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone())
    }

    fn wait_for_ok(&mut self, patience: Duration) -> Result<(), Failure> {
        self.wait(Some(patience), &Stop::new(), |answer| match answer {
            Answer::Ok => Some(Ok(())),
            Answer::Error(text) => Some(Err(Failure::Answer(format!("it refuses: {text}")))),
            _ => None,
        })
    }

    /// Lines that are no move are not for us: some brains talk while they think.
    fn wait_for_move(&mut self, patience: Option<Duration>, stop: &Stop) -> Result<Spot, Failure> {
        self.wait(patience, stop, |answer| match answer {
            Answer::Move(spot) => Some(Ok(spot)),
            _ => None,
        })
    }

    /// Waits until an answer is what was `wanted`.
    fn wait<T>(
        &mut self,
        patience: Option<Duration>,
        stop: &Stop,
        wanted: impl Fn(Answer) -> Option<Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let start = Instant::now();
        loop {
            let left = patience.map(|patience| patience.saturating_sub(start.elapsed()));
            if stop.is_stopped() || left == Some(Duration::ZERO) {
                return Err(Failure::Time);
            }
            match self.answers.recv_timeout(left.map_or(GLANCE, |left| left.min(GLANCE))) {
                Ok(answer) => {
                    if let Some(done) = wanted(answer) {
                        return done;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    fn is_alive(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Says how the process ended.
    fn gone(&mut self) -> Failure {
        let ended = self.ended_within(END_PATIENCE).then(|| self.child.wait());
        Failure::Crash(match ended {
            Some(Ok(status)) => format!("the process ended: {status}"),
            _ => "the process closed its output".to_owned(),
        })
    }

    /// Asks the process to end; what does not end in time is killed.
    fn dismiss(&mut self) {
        if self.send(&Command::End).is_ok() {
            self.ended_within(END_PATIENCE);
        }
    }

    fn ended_within(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        while self.is_alive() {
            if start.elapsed() > patience {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail only if the process has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
