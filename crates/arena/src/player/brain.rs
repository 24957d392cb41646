//! A Gomocup brain as a player: a process driven through the protocol as c-gomoku-cli does it.

use std::path::PathBuf;
use std::time::Duration;

use tengen_core::{Game, Move, Point, Side};
use tengen_engine::Stop;
use tengen_protocol::{Answer, Command, Info, Owner, Spot, Stone};

use crate::{Failure, Player, StartError, TimeControl, Turn};

mod output;
mod process;
mod says;

use process::{Process, Wait};

/// The limit that tournaments announce, and what brains expect.
const USUAL_MEMORY: u64 = 350 << 20;
/// Loading tables and networks takes its time.
const START_PATIENCE: Duration = Duration::from_secs(10);
/// Nobody needs to know who a brain is.
const ABOUT_PATIENCE: Duration = Duration::from_secs(3);
/// How long a move without a time limit may take before the brain counts as hanging.
const USUAL_PATIENCE: Duration = Duration::from_secs(300);
/// This many lines that are neither moves nor messages are no accident.
const MOST_NONSENSE: usize = 100;

/// Which program a brain is, and the settings it gets.
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
    /// Threads that search; not sent if none.
    pub threads: Option<usize>,
    /// Bytes for the process, if not the usual.
    pub memory: Option<usize>,
    /// How long a move may take that has no time limit, if not the usual.
    pub patience: Option<Duration>,
    /// Further `INFO` keys and their values.
    pub infos: Vec<(String, String)>,
}

/// A brain. Its process is started again when it crashed or had to be killed.
#[derive(Debug)]
pub struct BrainPlayer {
    settings: BrainSettings,
    process: Option<Process>,
    /// How many moves the process knows, if it has made one in this game.
    known: Option<usize>,
    /// The score it last gave its position.
    score: Option<i32>,
}

impl BrainPlayer {
    /// Starts the process.
    ///
    /// # Errors
    /// If there is no such program. One that starts and fails loses its games.
    pub fn new(settings: BrainSettings) -> Result<BrainPlayer, StartError> {
        let process = Process::start(&settings.program, &settings.arguments)?;
        Ok(BrainPlayer { settings, process: Some(process), known: None, score: None })
    }

    /// The process: the one that lives, or a new one that has introduced itself.
    fn running(&mut self) -> Result<&mut Process, Failure> {
        // It may have died since the last game, which cost it nothing.
        if self.process.as_mut().is_some_and(Process::has_ended) {
            self.process = None;
        }
        let mut process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.settings.program, &self.settings.arguments)
                .map_err(|error| Failure::Crash(error.to_string()))?,
        };
        if !process.is_known {
            introduce(&mut process)?;
            process.is_known = true;
        }
        Ok(self.process.insert(process))
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
        let infos = self.infos(opening, time);
        let process = self.running()?;
        process.say(&Command::Start(opening.size()));
        process.send()?;
        wait_for_ok(process, START_PATIENCE + time.tolerance)?;
        infos.into_iter().for_each(|info| process.say(&Command::Info(info)));
        process.send()
    }

    /// The `INFO` lines of a game, in the order of c-gomoku-cli.
    fn infos(&self, opening: &Game, time: &TimeControl) -> Vec<Info> {
        let settings = &self.settings;
        let memory = settings.memory.map_or(USUAL_MEMORY, |bytes| bytes as u64);
        let other = |key: &str, value: String| Info::Other { key: key.to_owned(), value };
        let increment = Some(time.increment.as_millis()).filter(|&millis| millis > 0);
        let known = [
            Some(Info::Rule(opening.rule())),
            time.turn.map(Info::TimeoutTurn),
            Some(Info::TimeoutMatch(time.game)),
            increment.map(|millis| other("time_increment", millis.to_string())),
            settings.depth.map(|depth| Info::MaxDepth(Some(depth))),
            settings.nodes.map(|nodes| Info::MaxNodes(Some(nodes))),
            Some(Info::MaxMemory(Some(memory))),
            settings.threads.map(Info::Threads),
        ];
        let own = settings.infos.iter().map(|(key, value)| other(key, value.clone()));
        known.into_iter().flatten().chain(own).collect()
    }

    fn ask(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let question = self.question(game);
        let patience = turn.deadline().or(self.settings.patience).unwrap_or(USUAL_PATIENCE);
        self.score = None;
        let Some(process) = self.process.as_mut() else {
            return Err(Failure::Crash("there is no process".to_owned()));
        };
        // What was said before the question is no answer to it.
        process.forget_answers();
        process.say(&Command::Info(Info::TimeLeft(turn.left)));
        process.say(&question);
        process.send()?;
        let (spot, score) = wait_for_move(process, &Wait { patience, stop: Some(stop) })?;
        self.score = score;
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
    fn begin(&mut self, opening: &Game, time: &TimeControl, _: u64) -> Result<(), Failure> {
        self.known = None;
        let done = self.greet(opening, time);
        self.settle(done)
    }

    fn choose(&mut self, game: &Game, turn: &Turn, stop: &Stop) -> Result<Point, Failure> {
        let done = self.ask(game, turn, stop);
        let point = self.settle(done)?;
        self.known = Some(game.moves().len() + 1);
        Ok(point)
    }

    fn score(&self) -> Option<i32> {
        self.score
    }

    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            process.dismiss();
        }
    }
}

/// Asks for its name, as c-gomoku-cli does first. An answer is welcome, silence is not fatal.
fn introduce(process: &mut Process) -> Result<(), Failure> {
    process.say(&Command::About);
    process.send()?;
    let about = |answer: Answer| match answer {
        Answer::Message(_) | Answer::Debug(_) => None,
        _ => Some(Ok(())),
    };
    match process.wait(&Wait { patience: ABOUT_PATIENCE, stop: None }, about) {
        Err(Failure::Time(_)) => Ok(()),
        done => done,
    }
}

fn wait_for_ok(process: &mut Process, patience: Duration) -> Result<(), Failure> {
    let done = process.wait(&Wait { patience, stop: None }, |answer| match answer {
        Answer::Ok => Some(Ok(())),
        Answer::Error(text) => Some(Err(Failure::Answer(format!("it refuses: {text}")))),
        _ => None,
    });
    match done {
        Err(Failure::Time(_)) => Err(Failure::Time("; START was not answered".to_owned())),
        done => done,
    }
}

/// Waits for a move, and gives what was said of the position before. Lines that are neither are
/// not for us, since some brains talk while they think; but too many of them lose, and so does what
/// can only be meant as a move.
fn wait_for_move(process: &mut Process, wait: &Wait<'_>) -> Result<(Spot, Option<i32>), Failure> {
    let (mut score, mut nonsense, mut count) = (None, None, 0);
    let done = process.wait(wait, |answer| {
        let text = match answer {
            Answer::Move(spot) => return Some(Ok(spot)),
            Answer::Message(text) => {
                score = says::score(&text).or(score);
                return None;
            }
            Answer::Debug(_) => return None,
            Answer::Other(text) if text.starts_with("INFO ") => {
                score = says::score(&text).or(score);
                return None;
            }
            other => other.to_string(),
        };
        count += 1;
        let text: String = text.chars().take(60).collect();
        let is_fatal = count >= MOST_NONSENSE || says::is_meant_as_move(&text);
        let fault = is_fatal.then(|| Err(Failure::Answer(format!("'{text}' is no move"))));
        nonsense = Some(text);
        fault
    });
    match (done, nonsense) {
        (Ok(spot), _) => Ok((spot, score)),
        (Err(Failure::Time(why)), Some(text)) if why.is_empty() => {
            Err(Failure::Time(format!("; it said '{text}'")))
        }
        (Err(failure), _) => Err(failure),
    }
}

/// The stones from the point of view of the side to move, in the order of the moves.
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
