//! The engine at the board: what each command causes.

use std::time::{Duration, Instant};

use tengen_core::{Game, Point};
use tengen_engine::{Limits, Report};
use tengen_protocol::{Answer, Command, Info, Spot};

use super::ear::{Order, Thought};
use super::memory::largest_hash;
use super::mind::{Mind, Question};
use super::settings::Settings;
use super::stones::Stones;
use super::voice::{Teller, say};

/// The engine at the board.
pub(super) struct Seat {
    pub(super) settings: Settings,
    /// None before the first `START`.
    stones: Option<Stones>,
    pub(super) mind: Mind,
    /// Points that are no moves for now. A board may send `START` before every thought.
    blocked: Vec<Spot>,
    /// Time used in this game, for managers that do not tell what is left.
    pub(super) used: Duration,
    /// What a search by chance begins with.
    pub(super) rng: fastrand::Rng,
}

/// What is said to a command, or why it cannot be obeyed.
pub(super) type Said = Result<Vec<Answer>, String>;

impl Seat {
    /// A seat at a board that nobody has named yet.
    pub(super) fn new(settings: Settings, rng: fastrand::Rng) -> Seat {
        let mind = Mind::default();
        Seat { settings, stones: None, mind, blocked: Vec::new(), used: Duration::ZERO, rng }
    }

    /// Does what is asked; gives what is to be said.
    pub(super) fn obey(&mut self, order: Order) -> Vec<Answer> {
        let Order { command, arrived, thought } = order;
        let done = match command {
            Ok(command) => self.done(command, &thought, arrived),
            Err(bad) => Err(bad.to_string()),
        };
        // Who has given up waiting must not take this for another answer.
        if thought.is_unwanted() {
            return Vec::new();
        }
        done.unwrap_or_else(|problem| vec![Answer::Error(problem)])
    }

    fn done(&mut self, command: Command, thought: &Thought, arrived: Instant) -> Said {
        let nothing = Ok(Vec::new());
        match command {
            Command::ClearHash | Command::Info(Info::ClearHash) => {
                self.mind.forget();
                nothing
            }
            Command::Info(info) => {
                self.settings.take(&info);
                if !self.settings.ponders() {
                    self.mind.rest();
                }
                nothing
            }
            Command::Start(size) => Ok(self.start(Stones::new(size))),
            Command::Restart => {
                let emptied = self.board().map(|stones| stones.emptied());
                emptied.map(|stones| self.start(stones))
            }
            Command::Begin => {
                self.board()?.begin()?;
                self.answer(thought, arrived)
            }
            Command::Turn(spot) => {
                self.board()?.opponent_plays(spot)?;
                self.answer(thought, arrived)
            }
            Command::Board(block) => {
                self.board()?.set(&block)?;
                self.answer(thought, arrived)
            }
            Command::SetBoard(block) => self.board()?.set(&block).and(nothing),
            Command::TakeBack(spot) => self.board()?.take_back(spot).map(|()| vec![Answer::Ok]),
            Command::Play(spot) => self.board()?.play(spot).map(|()| vec![Answer::Move(spot)]),
            Command::Swap2Board(spots) => self.swap2(&spots, thought, arrived),
            Command::Swap2Step(step) => self.swap2_step(step, thought, arrived),
            Command::Balance { moves, value } => self.balance(moves, value, thought, arrived),
            Command::Best(lines) => {
                self.analyze(thought, arrived, |_| Limits { multipv: lines, ..Limits::default() })
            }
            Command::SearchDefend => self.analyze(thought, arrived, |game| {
                let only: Vec<Point> = game.board().free_points().collect();
                Limits { multipv: only.len(), only, ..Limits::default() }
            }),
            Command::ShowForbidden => self.forbidden(),
            Command::About => Ok(vec![about()]),
            Command::ShowInfo => Ok(self.meet_board()),
            Command::ShowHashUsage => {
                let percent = f64::from(self.mind.fill()) / 10.0;
                Ok(vec![Answer::Message(format!("Hash usage {percent:.1}%"))])
            }
            Command::Block(spots) => {
                self.blocked.extend(spots);
                nothing
            }
            Command::Unblock(spots) => {
                self.blocked.retain(|spot| !spots.contains(spot));
                nothing
            }
            Command::UnblockAll => {
                self.blocked.clear();
                nothing
            }
            Command::Unknown(word) => Ok(vec![Answer::Unknown(word)]),
            // Whoever listens has already stopped what is thought about on the own time.
            Command::Stop => {
                self.mind.rest();
                nothing
            }
            Command::End => nothing,
        }
    }

    fn start(&mut self, stones: Stones) -> Vec<Answer> {
        self.mind.prepare(&self.settings);
        self.stones = Some(stones);
        self.used = Duration::ZERO;
        vec![Answer::Ok]
    }

    pub(super) fn board(&mut self) -> Result<&mut Stones, String> {
        self.stones.as_mut().ok_or_else(|| "START comes first".to_owned())
    }

    /// Thinks and moves. An unwanted thought leaves the board as the manager knows it.
    fn answer(&mut self, thought: &Thought, arrived: Instant) -> Said {
        self.tell_notes();
        let rule = self.settings.rule();
        let stones = self.board()?;
        let game = stones.game(rule);
        let any = stones.any_free().ok_or("the board is full")?;
        let (point, report) = match &game {
            // A manager who goes on after the end, by our rule, wants a stone and no reasons.
            None => (any, None),
            Some(game) => {
                let book = self.book_seed();
                let report = self.think(game, &Limits::default(), book, thought, arrived, false);
                let best = report.as_ref().and_then(Report::best);
                let best = best.filter(|&point| is_sound(game, point));
                (best.unwrap_or_else(|| sound(game, any)), report)
            }
        };
        self.used += arrived.elapsed();
        let size = self.board()?.size();
        if thought.is_unwanted() {
            return Ok(Vec::new());
        }
        self.board()?.own_play(point);
        if let (true, Some(game), Some(report)) = (self.settings.ponders(), game, report) {
            self.ponder(game, &report);
        }
        Ok(vec![Answer::Move(Spot::of(point, size))])
    }

    /// Looks at the position without a move in it.
    fn analyze(
        &mut self,
        thought: &Thought,
        arrived: Instant,
        wanted: impl FnOnce(&Game) -> Limits,
    ) -> Said {
        let game = self.game()?;
        let report = self.think(&game, &wanted(&game), None, thought, arrived, true);
        let best = report.and_then(|report| report.best()).ok_or("there is no move")?;
        Ok(vec![Answer::Move(Spot::of(best, game.size()))])
    }

    /// The game as it stands, if it is not over.
    pub(super) fn game(&mut self) -> Result<Game, String> {
        self.tell_notes();
        let rule = self.settings.rule();
        let stones = self.board()?;
        stones.any_free().ok_or("the board is full")?;
        stones.game(rule).ok_or_else(|| "the game is over".to_owned())
    }

    /// The engine's view of a game, told as it is wanted. What is `wanted` says which moves and how
    /// many lines; the settings say how long.
    fn think(
        &mut self,
        game: &Game,
        wanted: &Limits,
        book: Option<u64>,
        thought: &Thought,
        arrived: Instant,
        asks_for_lines: bool,
    ) -> Option<Report> {
        let exclude = self.excluded(game);
        let (settings, used) = (&self.settings, self.used);
        let limits = || Limits {
            multipv: wanted.multipv,
            only: wanted.only.clone(),
            exclude: exclude.clone(),
            ..settings.limits(used, arrived.elapsed())
        };
        let question = Question { game, limits: &limits, thought, book };
        let mut teller = Teller::new(settings.detail(), asks_for_lines, game.size(), thought);
        let report = self.mind.think(&question, settings, &mut |event| teller.hear(event))?;
        teller.finish(&report);
        Some(report)
    }

    /// Uses the opponent's time for the reply that is expected.
    fn ponder(&mut self, mut game: Game, report: &Report) {
        let line = report.pvs.first().map_or(&[][..], |line| &line.moves);
        let goes_on = |&point: &Point| matches!(game.play(point), Ok(None));
        if line.len() > 1 && line[..2].iter().all(goes_on) {
            let exclude = self.excluded(&game);
            self.mind.ponder(game, Limits { exclude, ..Limits::default() });
        }
    }

    /// What chance begins with if the opening book is asked before a search.
    fn book_seed(&mut self) -> Option<u64> {
        self.settings.asks_book().then(|| self.rng.u64(..))
    }

    /// The blocked points of a game's board; none if they are all there are.
    pub(super) fn excluded(&self, game: &Game) -> Vec<Point> {
        let points: Vec<Point> =
            self.blocked.iter().filter_map(|spot| spot.on(game.size())).collect();
        let is_open = |point: Point| !points.contains(&point) && is_sound(game, point);
        match game.board().free_points().any(is_open) {
            true => points,
            false => Vec::new(),
        }
    }

    fn forbidden(&mut self) -> Said {
        let rule = self.settings.rule();
        let stones = self.board()?;
        let size = stones.size();
        let spots = stones.game(rule).map_or_else(Vec::new, |game| {
            let free = game.board().free_points().filter(|&point| game.is_forbidden(point));
            free.map(|point| Spot::of(point, size)).collect()
        });
        Ok(vec![Answer::Forbidden(spots)])
    }

    fn meet_board(&mut self) -> Vec<Answer> {
        self.settings.meet_board();
        let threads = self.settings.most_threads();
        let texts = [
            format!("Tengen {}", env!("CARGO_PKG_VERSION")),
            format!("INFO MAX_THREAD_NUM {threads}"),
            format!("INFO MAX_HASH_SIZE {}", largest_hash()),
        ];
        texts.map(Answer::Message).to_vec()
    }

    /// Tells what settings could not be obeyed. Before a thought: then nobody waits for `OK`.
    pub(super) fn tell_notes(&mut self) {
        for note in self.settings.take_notes() {
            // Who does not listen does not hear.
            let _ = say(&Answer::Message(note));
        }
    }
}

/// Whether a move may be printed: on the board, free, and not forbidden.
fn is_sound(game: &Game, point: Point) -> bool {
    game.board().is_free(point) && !game.is_forbidden(point)
}

/// Some move that may be printed; `any` free point if all are forbidden.
fn sound(game: &Game, any: Point) -> Point {
    game.board().free_points().find(|&point| is_sound(game, point)).unwrap_or(any)
}

fn about() -> Answer {
    let version = env!("CARGO_PKG_VERSION");
    let author = env!("CARGO_PKG_AUTHORS");
    Answer::Other(format!("name=\"Tengen\", version=\"{version}\", author=\"{author}\""))
}
