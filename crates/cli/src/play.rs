//! `tengen play`: a game in the terminal.
//!
//! One thread reads what is typed, so that Ctrl-C ends a thought; the other plays. Nothing that is
//! typed ends the game but `quit`, and whatever ends it, the moves are printed.

mod command;
mod input;
mod opening;
mod screen;
mod seats;
mod text;

use std::path::Path;

use anyhow::{Context, bail};
use tengen_core::opening::Opening;
use tengen_core::{Game, Move, OpeningRule, Outcome, Point, Side, WinReason, renju};
use tengen_formats::{Ending, Format, How, Record, Rows, position_text};
use tengen_player::{
    Answer, Ask, EngineOptions, Event, Level, Limits, Request, Session, SharedData, Want,
};

use crate::options::{BoardOptions, BudgetOptions, SearchOptions};
use crate::{machine, output, position};
use command::Command;
use input::{Heard, Input};
use screen::Screen;
use seats::Seats;

/// Play a game in the terminal
///
/// Type a point (h8) to play there, and help for the other commands: undo, hint, level, side, swap,
/// new, save, show, pass, quit. At the end the game is printed as a position, to go on with.
///
/// Levels 1 to 9 look at fewer moves and choose at random among those that look nearly as good;
/// from level 3 on they miss no five and no block of a five. Level 10 opens with moves of the
/// opening book, where it knows the position.
///
/// With an opening rule whoever plays black acts first, and colours may change: type points, choices
/// and numbers as each step asks for them.
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads
    .default_value("0")
    .hide_default_value(true)
    .help("Threads that search [default: all processors but one]")))]
#[command(mut_arg("time", |time| time.help("Time a move [default: what the level takes]")))]
#[command(mut_arg("nodes", |nodes| nodes.help("Nodes a move [default: those of the level]")))]
#[command(after_help = "Examples:\n  \
    tengen play\n  \
    tengen play --rule renju --side white --level 8\n  \
    tengen play --rule renju --opening soosyrv8\n  \
    tengen play --time 5000 game.sgf@20")]
pub(crate) struct Play {
    /// Position to start from [default: the empty board]
    #[arg(value_name = "POS")]
    position: Option<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// The opening rule: none, swap-first, swap, swap2, pro, long-pro, rif, yamaguchi, soosyrv8 or
    /// taraguchi10
    #[arg(long, value_name = "NAME", default_value = "none", conflicts_with = "position")]
    opening: OpeningRule,

    /// What you play; none lets the engine play itself [default: the side to move]
    #[arg(long, value_enum)]
    side: Option<Seats>,

    /// Strength from 1 to 10 [default: 5, or 10 with a limit of time, nodes or depth]
    #[arg(long, value_name = "N")]
    level: Option<Level>,

    /// Makes the weaker levels, and the opening book, choose the same again
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Level 10 plays without the opening book and without certificates of the first player's win
    #[arg(long)]
    no_book: bool,

    #[command(flatten)]
    search: SearchOptions,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let game = self.start()?;
        let seats = self.side.unwrap_or(match game.to_move() {
            Side::Black => Seats::Black,
            Side::White => Seats::White,
        });
        let opening = Opening::new(self.opening, game.size())?;
        let mut session = Session::new(&SharedData::default());
        self.seed.into_iter().for_each(|seed| session.reseed(seed));
        let mut table = Table {
            session,
            level: self.level(),
            limits: self.limits().unwrap_or_default(),
            options: self.engine(),
            book: !self.no_book,
            screen: Screen::new(),
            input: Input::open()?,
            game,
            opening,
            seats,
        };
        let played = table.play();
        table.part()?;
        played
    }

    fn start(&self) -> anyhow::Result<Game> {
        let Some(argument) = &self.position else {
            let (size, rule) = (self.board.size, self.board.rule);
            return Ok(Game::new(size.unwrap_or_default(), rule.unwrap_or_default()));
        };
        let game = position::single(argument, &self.board)?.game;
        match game.outcome() {
            Some(outcome) => bail!("{argument}: the game is over: {outcome}"),
            None => Ok(game),
        }
    }

    fn engine(&self) -> EngineOptions {
        let all = machine::cores();
        let threads = match self.search.threads {
            0 => (all - 1).max(1),
            asked => asked,
        };
        EngineOptions { threads, ..self.search.engine() }
    }

    /// The limits that were asked for.
    fn limits(&self) -> Option<Limits> {
        let SearchOptions { depth, budget: BudgetOptions { time, nodes, .. }, .. } = self.search;
        let is_limited = time.is_some() || nodes.is_some() || depth.is_some();
        is_limited.then(|| self.search.limits())
    }

    /// Who sets a limit means it: the moves are then the best that it allows.
    fn level(&self) -> Level {
        self.level.unwrap_or(if self.limits().is_some() { Level::BEST } else { Level::default() })
    }
}

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Turn,
    End,
}

/// The game with everybody at the table.
struct Table {
    game: Game,
    /// How the game was opened, or is just being opened.
    opening: Opening,
    seats: Seats,
    session: Session,
    level: Level,
    /// The limits that were asked for.
    limits: Limits,
    options: EngineOptions,
    book: bool,
    screen: Screen,
    input: Input,
}

impl Table {
    /// Plays until somebody leaves.
    fn play(&mut self) -> anyhow::Result<()> {
        self.show()?;
        let mut next = Next::Turn;
        while next == Next::Turn && !self.input.is_interrupted() {
            next = match self.opening.step() {
                Some(step) => self.opening_turn(&step)?,
                None => self.turn()?,
            };
        }
        Ok(())
    }

    /// A move, or a command.
    fn turn(&mut self) -> anyhow::Result<Next> {
        if self.game.outcome().is_none() && !self.seats.hold(self.game.to_move()) {
            self.engine_plays()?;
            // Where the engine plays itself, people can still say something between moves.
            return self.input.waiting().map_or(Ok(Next::Turn), |line| self.obey(&line));
        }
        self.screen.prompt(self.game.to_move())?;
        match self.input.next() {
            Heard::Line(line) => self.obey(&line),
            Heard::End => Ok(Next::End),
        }
    }

    /// Does what a line asks for; what cannot be done is said and changes nothing.
    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        match Command::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(Next::End),
            Ok(Some(command)) => {
                if let Err(refusal) = self.carry_out(command) {
                    self.screen.say(&format!("{refusal:#}"))?;
                }
            }
            Err(refusal) => self.screen.say(&refusal)?,
        }
        Ok(Next::Turn)
    }

    fn carry_out(&mut self, command: Command) -> anyhow::Result<()> {
        match command {
            Command::Move(action) => self.person_plays(action),
            Command::Undo => self.undo(),
            Command::Hint => self.hint(),
            Command::Level(level) => {
                self.level = level.unwrap_or(self.level);
                self.screen.say(&format!("level {}", self.level))
            }
            Command::Side(seats) => self.seat(seats),
            Command::Swap => self.seat(self.seats.swapped()),
            Command::New => {
                self.game = Game::new(self.game.size(), self.game.rule());
                self.opening = Opening::new(self.opening.rule(), self.game.size())?;
                self.session.forget();
                self.show()
            }
            Command::Save(path) => self.save(&path),
            Command::Show => self.show(),
            Command::Help => self.screen.say(command::HELP),
            Command::Quit => Ok(()),
        }
    }

    fn person_plays(&mut self, action: Move) -> anyhow::Result<()> {
        if let Move::Stone(point) = action {
            self.check_forbidden(point)?;
        }
        self.game.make(action)?;
        // The engine's answer comes at once, with the board after it.
        if self.game.outcome().is_some() || self.seats.hold(self.game.to_move()) {
            self.show()?;
        }
        Ok(())
    }

    /// A forbidden point would lose on the spot; it is refused with the reason.
    fn check_forbidden(&self, point: Point) -> anyhow::Result<()> {
        let board = self.game.board();
        let is_playable = board.size().contains(point) && board.is_free(point);
        if !is_playable || self.game.outcome().is_some() || !self.game.is_forbidden(point) {
            return Ok(());
        }
        let Some(why) = renju::prohibition(board, point) else { return Ok(()) };
        let lines = why.shapes.iter().map(|shape| {
            let stones: Vec<String> = shape.stones.iter().map(Point::to_string).collect();
            format!("{} {}", shape.direction, stones.join(" "))
        });
        let lines = lines.collect::<Vec<_>>().join("; ");
        bail!("{point} is forbidden to black: {} ({lines})", why.fouls)
    }

    fn engine_plays(&mut self) -> anyhow::Result<()> {
        let side = self.game.to_move();
        let answer = self.ask(Want::Level(self.level))?;
        if self.input.is_interrupted() {
            return Ok(());
        }
        let Some(point) = answer.point() else {
            self.screen.say(&format!("{side} has no move and passes"))?;
            return Ok(self.game.pass()?);
        };
        self.game.play(point).context("the engine's move")?;
        self.screen.say(&format!("{side} plays {}", text::answer(&answer, point)))?;
        self.show()
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(outcome) = self.game.outcome() {
            bail!("the game is over: {outcome}");
        }
        let answer = self.ask(Want::Hint)?;
        match answer.point() {
            Some(point) => self.screen.say(&format!("hint: {}", text::answer(&answer, point))),
            None => bail!("there is no move"),
        }
    }

    /// What the engine answers; what it thinks on the way is shown.
    fn ask(&mut self, want: Want) -> anyhow::Result<Answer> {
        self.ask_within(want, self.limits.clone())
    }

    fn ask_within(&mut self, want: Want, limits: Limits) -> anyhow::Result<Answer> {
        let (options, book) = (self.options.clone(), self.book);
        let certificate = book;
        let request =
            Request { limits, options, book, certificate, ..Request::new(self.game.clone(), want) };
        let screen = &self.screen;
        let mut on_event = |event: &Event<'_>| {
            if let Event::Progress(report) = event
                && let Some(text) = text::progress(report)
            {
                screen.thinking(&text);
            }
        };
        let answer = self.session.ask(&request, self.input.stop(), &mut on_event);
        screen.thought();
        answer.context("the engine")
    }

    /// Takes moves back until it is a person's turn again: the engine's answer goes too.
    fn undo(&mut self) -> anyhow::Result<()> {
        let played = self.game.moves().len();
        let first = self.game.first_to_move();
        let mover = |n: usize| if n.is_multiple_of(2) { first } else { !first };
        let is_persons = |&n: &usize| self.seats == Seats::None || self.seats.hold(mover(n));
        // What the opening put stays.
        let opened = self.opening.stones().len();
        let Some(kept) = (opened..played).rev().find(is_persons) else {
            bail!("there is no move of yours to take back");
        };
        while self.game.moves().len() > kept {
            self.game.undo();
        }
        self.show()
    }

    fn seat(&mut self, seats: Seats) -> anyhow::Result<()> {
        self.seats = seats;
        self.screen.say(&format!("you play {seats}"))
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let Some(format) = extension.and_then(Format::from_extension) else {
            bail!("{}: a game's name ends in .sgf, .psq, .pos or .json", path.display());
        };
        let name = || path.display().to_string();
        let written =
            tengen_formats::write(&[self.record()], format, Rows::Bottom).with_context(name)?;
        output::write(path, &written.bytes)?;
        let lost = match written.lost.is_empty() {
            true => String::new(),
            false => format!("; {format} cannot hold {}", written.lost.join(", ")),
        };
        self.screen.say(&format!("saved as {}{lost}", name()))
    }

    /// The game as files hold it, with who plays now.
    fn record(&self) -> Record {
        let mut record = Record::of(&self.game);
        for side in Side::BOTH {
            record.info.players[side] = match self.seats.hold(side) {
                true => "Player".to_owned(),
                false => format!("Tengen, level {}", self.level),
            };
        }
        record.info.ending = self.game.outcome().map(|outcome| match outcome {
            Outcome::Win(side, WinReason::Forbidden(_)) => Ending::Won(side, How::Forfeit),
            Outcome::Win(side, _) => Ending::Won(side, How::Play),
            Outcome::Draw(_) => Ending::Drawn,
        });
        record
    }

    fn show(&self) -> anyhow::Result<()> {
        self.screen.board(&self.game)?;
        match self.game.outcome() {
            Some(outcome) => self.screen.say(&outcome.to_string()),
            None => Ok(()),
        }
    }

    /// The last words: nothing that was played is lost.
    fn part(&self) -> anyhow::Result<()> {
        self.screen.leave_prompt()?;
        let text = position_text(&self.game, Rows::Bottom);
        if text.is_empty() {
            return Ok(());
        }
        if self.game.outcome().is_some() {
            return self.screen.say(&format!("The game: {text}"));
        }
        let quoted = if text.contains('=') { format!("'{text}'") } else { text };
        let (rule, size) = (self.game.rule(), self.game.size());
        let (seats, level) = (self.seats, self.level);
        self.screen.say(&format!(
            "Go on with: tengen play --rule {} --size {} --side {seats} --level {level} {quoted}",
            rule.name(),
            size.lines(),
        ))
    }
}
