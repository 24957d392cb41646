//! A game at the table: who sits where, what was done, whose turn it is.

use tengen_core::opening::{Act, Action, Opening, Player};
use tengen_core::{Game, Move, OpeningRule, Outcome, Point, Side, WinReason, renju};
use tengen_player::{Answer, EngineOptions, Level, Limits, Request, Source, Want};

use super::checks::{checked_clock, checked_seat};
use super::clock::GameClock;
use crate::engines::game_options;
use crate::facts;
use crate::wire::{GameNew, MoveName, Position, Problem, ProblemCode, Score, Seat};

/// A game under way, or finished.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) game: Game,
    /// The opening, if the game has one; it stays when ordinary play has begun.
    pub(super) opening: Option<Opening>,
    /// Who began and who answered; without an opening Black and White.
    pub(super) seats: [Seat; 2],
    /// What stands beside every move of `game`.
    pub(super) notes: Vec<MoveNote>,
    pub(super) clock: Option<GameClock>,
    pub(super) is_paused: bool,
    pub(super) auto_reply: bool,
    /// A dialog of the app is open: the clock of a person stands still.
    pub(super) is_held: bool,
    /// While paused: the engine makes this one move.
    pub(super) one_step: bool,
    pub(super) pace_ms: u32,
    pub(super) hints: u32,
    pub(super) allow_forbidden: bool,
    pub(super) engine_resigns: bool,
    /// Whether the engine at its best thinks on a person's time.
    pub(super) ponder: bool,
    /// Whether the engine at its best plays from the opening book.
    pub(super) book: bool,
    pub(super) draw_refused: bool,
    /// Changes with the position and with who plays: thoughts of another stamp are worth nothing.
    /// It starts at random, so that a game that was left and opened again never repeats one.
    pub(super) stamp: u64,
}

/// What stands beside a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct MoveNote {
    pub(super) ms: u32,
    pub(super) score: Option<Score>,
    /// Whether the opening book knew it.
    pub(super) is_from_book: bool,
    /// The clocks before the move, for taking it back.
    pub(super) clock: Option<GameClock>,
}

/// What is pondered at most, so that a forgotten page is no stove.
const MOST_PONDERED: u64 = 100_000_000;

/// The slowest game of engine against engine.
pub(super) const SLOWEST: u32 = 60_000;

impl Table {
    /// A new game.
    pub(crate) fn new(new: GameNew) -> Result<Table, Problem> {
        let size = facts::size(new.size)?;
        let rule = new.opening.map_or(OpeningRule::None, |name| name.0);
        let given = new.moves.unwrap_or_default();
        let pos = Position { rule: new.rule, size: new.size, setup: new.setup, moves: given };
        let from_position = pos.setup.is_some() || !pos.moves.is_empty();
        let opening = match rule {
            OpeningRule::None => None,
            _ if from_position => {
                let text = format!("a game from a position is not opened by {rule}");
                return Err(Problem::new(ProblemCode::Opening, text));
            }
            rule => {
                Some(Opening::new(rule, size).map_err(|e| Problem::new(ProblemCode::Unsuited, e))?)
            }
        };
        let game = facts::game(&pos)?;
        let clock = new.clock.map(checked_clock).transpose()?;
        Ok(Table {
            notes: vec![MoveNote::default(); game.moves().len()],
            game,
            opening,
            seats: [checked_seat(new.black)?, checked_seat(new.white)?],
            clock,
            is_paused: false,
            auto_reply: true,
            is_held: false,
            one_step: false,
            pace_ms: new.pace_ms.unwrap_or(0).min(SLOWEST),
            hints: 0,
            allow_forbidden: new.allow_forbidden.unwrap_or(false),
            engine_resigns: new.engine_resigns.unwrap_or(false),
            ponder: new.ponder.unwrap_or(false),
            book: new.book.unwrap_or(true),
            draw_refused: false,
            stamp: fastrand::u64(..u64::MAX / 2),
        })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whose clock runs if nothing holds it: the colour of the player to act.
    pub(crate) fn clock_side(&self) -> Side {
        match self.step() {
            Some(step) if self.player(Side::Black) == step.actor => Side::Black,
            Some(_) => Side::White,
            None => self.game.to_move(),
        }
    }

    /// Whether time counts now.
    pub(crate) fn clock_runs(&self) -> bool {
        let held = self.is_held && !self.is_engines_turn();
        self.clock.is_some() && self.is_running() && !self.is_paused && !held && self.auto_reply
    }

    /// How long until the time of the player to act is over.
    pub(crate) fn until_flag(&self) -> Option<u32> {
        self.clock.map(|clock| clock.until_flag(self.clock_side()))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.game.outcome().is_none()
    }

    /// Whether both sides are engines.
    pub(crate) fn is_watched(&self) -> bool {
        self.seats.iter().all(|seat| matches!(seat, Seat::Engine { .. }))
    }

    pub(crate) fn pace_ms(&self) -> u32 {
        self.pace_ms
    }

    pub(super) fn step(&self) -> Option<tengen_core::opening::Step> {
        self.opening.as_ref().and_then(Opening::step)
    }

    pub(super) fn player(&self, side: Side) -> Player {
        match (&self.opening, side) {
            (Some(opening), side) => opening.player(side),
            (None, Side::Black) => Player::First,
            (None, Side::White) => Player::Second,
        }
    }

    pub(super) fn seat(&self, side: Side) -> &Seat {
        &self.seats[self.player(side) as usize]
    }

    /// The player to act.
    fn actor(&self) -> Player {
        self.step().map_or_else(|| self.player(self.game.to_move()), |step| step.actor)
    }

    fn is_engines_turn(&self) -> bool {
        let seat = &self.seats[self.actor() as usize];
        self.is_running() && self.auto_reply && matches!(seat, Seat::Engine { .. })
    }

    /// Whether Black is the engine at its best with all it may look up, the certificates included.
    pub(super) fn has_certificates(&self) -> bool {
        let best = |&level: &u8| Level::new(level) == Some(Level::BEST);
        self.book && matches!(self.seat(Side::Black), Seat::Engine { level, .. } if best(level))
    }

    /// What the engine has to do now, if anything.
    pub(crate) fn engine_request(&self, threads: usize) -> Option<Request> {
        if !self.is_engines_turn() || (self.is_paused && !self.one_step) {
            return None;
        }
        let Seat::Engine { level, algorithm, solver } = self.seats[self.actor() as usize] else {
            return None;
        };
        let level = Level::new(level)?;
        let algorithm = algorithm.unwrap_or_default().into();
        let solver = solver.unwrap_or_default().into();
        if let Some(opening) = self.opening.as_ref().filter(|opening| opening.step().is_some()) {
            let limits = Limits { nodes: Some(level.opening_nodes()), ..Limits::default() };
            let request = self.request(Want::Opening(opening.clone()), game_options());
            return Some(Request { limits, ..request });
        }
        let side = self.game.to_move();
        let (clock, time) = self.clock.map_or((None, None), |clock| clock.engine_time(side));
        let threads = if level == Level::BEST { threads } else { 1 };
        let options = EngineOptions { threads, algorithm, solver, ..game_options() };
        let limits = Limits { clock, time, ..Limits::default() };
        Some(Request {
            limits,
            book: self.book,
            certificate: self.book,
            ..self.request(Want::Level(level), options)
        })
    }

    fn request(&self, want: Want, options: EngineOptions) -> Request {
        Request { options, ..Request::new(self.game.clone(), want) }
    }

    /// What the engine may ponder while a person thinks, who is expected to play this point.
    pub(crate) fn ponder_request(&self, expected: Point, threads: usize) -> Option<Request> {
        let is_persons_turn = self.is_your_turn() && self.auto_reply && self.step().is_none();
        if !self.ponder || !is_persons_turn {
            return None;
        }
        let mut ahead = self.clone();
        ahead.place(expected, 0).ok()?;
        let request = ahead.engine_request(threads)?;
        let Limits { time, clock, .. } = request.limits;
        let nodes = (time.is_some() || clock.is_some()).then_some(MOST_PONDERED);
        let limits = Limits { nodes, ..Limits::default() };
        let is_best = request.want == Want::Level(Level::BEST);
        is_best.then_some(Request { limits, ..request })
    }

    /// Whether a person may act.
    pub(super) fn is_your_turn(&self) -> bool {
        self.is_running() && !self.is_paused && !self.is_engines_turn()
    }

    /// Time went by for the player to act. The game ends if it was too much.
    pub(crate) fn spend(&mut self, ms: u32) {
        let side = self.clock_side();
        let runs = self.clock_runs();
        if let Some(clock) = self.clock.as_mut().filter(|_| runs)
            && !clock.spend(side, ms)
        {
            self.end(Outcome::Win(!side, WinReason::Time));
        }
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        // The game is running: its callers have looked.
        let ended = self.game.end(outcome);
        debug_assert!(ended.is_ok());
        self.stamp += 1;
    }

    /// A person's stone. `ms`: how long it took.
    pub(crate) fn place(&mut self, point: Point, ms: u32) -> Result<(), Problem> {
        self.check_turn()?;
        if self.step().is_none() {
            self.check_forbidden(point)?;
        }
        self.put(point, MoveNote { ms, ..MoveNote::default() })
    }

    /// Whether somebody may act who is no engine.
    pub(super) fn check_turn(&self) -> Result<(), Problem> {
        if let Some(outcome) = self.game.outcome() {
            let text = format!("the game is over: {outcome}");
            return Err(Problem::new(ProblemCode::GameOver, text));
        }
        if self.is_paused {
            return Err(Problem::new(
                ProblemCode::NotNow,
                "the game stands still; resume it first",
            ));
        }
        match self.is_engines_turn() {
            true => Err(Problem::new(ProblemCode::NotYourTurn, "it is the engine's turn")),
            false => Ok(()),
        }
    }

    fn check_forbidden(&self, point: Point) -> Result<(), Problem> {
        let board = self.game.board();
        let is_free = self.game.size().contains(point) && board.is_free(point);
        if self.allow_forbidden || !is_free || !self.game.is_forbidden(point) {
            return Ok(());
        }
        let fouls = renju::fouls(board, point);
        let text = format!("{point} is forbidden for Black: {fouls}");
        Err(Problem::new(ProblemCode::Forbidden, text).at(point))
    }

    /// A stone of the player to act.
    fn put(&mut self, point: Point, note: MoveNote) -> Result<(), Problem> {
        if self.step().is_some() {
            return self.act(Act::Place(point), note.ms);
        }
        let (side, clock) = (self.game.to_move(), self.clock);
        self.game.play(point)?;
        self.moved(side, MoveNote { clock, ..note });
        Ok(())
    }

    pub(super) fn moved(&mut self, side: Side, note: MoveNote) {
        self.notes.push(note);
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        self.one_step = false;
        self.draw_refused = false;
        self.stamp += 1;
    }

    /// A step of the opening, by the player to act.
    pub(super) fn act(&mut self, act: Act, ms: u32) -> Result<(), Problem> {
        let over = || Problem::new(ProblemCode::Opening, "there is no opening to act in");
        let (side, before) = (self.clock_side(), self.clock);
        let opening = self.opening.as_mut().ok_or_else(over)?;
        let actor = opening.step().ok_or_else(over)?.actor;
        opening.act(actor, act)?;
        self.game = opening.game(self.game.rule());
        let note = MoveNote { ms, clock: before, ..MoveNote::default() };
        self.notes.resize(self.game.moves().len(), note);
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
        self.one_step = false;
        self.stamp += 1;
        Ok(())
    }

    /// The engine's move, and how long it took.
    pub(crate) fn engine_moves(&mut self, answer: &Answer, ms: u32) -> Result<(), Problem> {
        let no_move = || Problem::new(ProblemCode::Internal, "the engine found no move");
        let point = answer.point().ok_or_else(no_move)?;
        let side = self.game.to_move();
        let score = answer.verdict.map(|verdict| Score::of(verdict, side));
        let is_lost = |score: &Score| match (self.game.to_move(), score.proof) {
            (Side::Black, Some(proof)) => proof == crate::wire::ProofKind::Loss,
            (Side::White, Some(proof)) => proof == crate::wire::ProofKind::Win,
            (_, None) => false,
        };
        if self.engine_resigns && score.as_ref().is_some_and(is_lost) {
            self.end(Outcome::Win(!self.game.to_move(), WinReason::Resignation));
            return Ok(());
        }
        let is_from_book = answer.source == Source::Book;
        self.put(point, MoveNote { ms, score, is_from_book, clock: None })
    }

    /// What the engine does in an opening.
    pub(crate) fn engine_acts(&mut self, acts: &[Act], ms: u32) -> Result<(), Problem> {
        acts.iter().try_for_each(|&act| self.act(act, ms))
    }

    /// A hint was given.
    pub(crate) fn count_hint(&mut self) {
        self.hints += 1;
    }

    /// The request of a hint.
    pub(crate) fn hint_request(&self) -> Result<Request, Problem> {
        self.check_turn()?;
        match self.step() {
            Some(_) => Err(Problem::new(ProblemCode::NotNow, "there are no hints in an opening")),
            None => Ok(self.request(Want::Hint, game_options())),
        }
    }

    /// The moves with what stands beside them.
    pub(super) fn played(&self) -> impl Iterator<Item = (MoveName, &MoveNote)> {
        self.game.moves().iter().map(|&action: &Move| action.into()).zip(&self.notes)
    }

    /// What the step of the opening asks for, in words of the wire, needs to know who is who.
    pub(super) fn is_engine(&self, player: Player) -> bool {
        matches!(self.seats[player as usize], Seat::Engine { .. })
    }

    /// The choices made in the opening: by whom, what, after how many stones.
    pub(super) fn choices(&self) -> Vec<(Player, String, usize)> {
        let mut stones = 0;
        let mut choices = Vec::new();
        for (player, act) in self.opening.iter().flat_map(Opening::acts) {
            match act {
                Act::Place(_) => stones += 1,
                Act::Choose(choice) => choices.push((*player, choice.to_string(), stones)),
                Act::Declare(number) => choices.push((*player, number.to_string(), stones)),
            }
        }
        choices
    }

    /// Whether the step asks for offers.
    pub(super) fn offers(&self) -> Vec<Point> {
        let opening = self.opening.as_ref();
        let asked = opening.and_then(Opening::step).map(|step| step.action);
        match asked {
            Some(Action::Offer { .. } | Action::Choose { .. }) => {
                opening.map_or_else(Vec::new, |opening| opening.offers().to_vec())
            }
            _ => Vec::new(),
        }
    }
}
