//! The engine at the board: what each command causes.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_core::{Game, Point};
use tengen_player::{
    Answer as Found, Ask, Database, Event, Limits, Request, Session, SharedData, Source, Want,
    any_move,
};
use tengen_protocol::{Answer, Command, Info, Spot};

use crate::reader::{Cancel, Order};
use crate::settings::{BrainOptions, Settings};
use crate::stones::Stones;
use crate::writer::{ProgressWriter, write_line};

/// The engine at the board. Its answers go to `W`.
pub struct BrainSession<W> {
    out: W,
    pub(crate) settings: Settings,
    /// None before the first `START`.
    stones: Option<Stones>,
    pub(crate) engine: Session,
    /// How full the table was at last, in thousandths.
    fill: u32,
    /// Points that are no moves for now. A board may send `START` before every search.
    blocked: Vec<Spot>,
    /// Time used in this game, for managers that do not tell what is left.
    pub(crate) used: Duration,
}

/// What is said to a command, or why it cannot be obeyed.
pub(crate) type Said = Result<Vec<Answer>, String>;

impl<W: Write> BrainSession<W> {
    /// A session at a board that nobody has named yet.
    pub fn new(options: &BrainOptions, out: W) -> BrainSession<W> {
        BrainSession::with_data(options, &SharedData::default(), out)
    }

    /// The same with tables and books that others use too.
    pub fn with_data(options: &BrainOptions, shared: &SharedData, out: W) -> BrainSession<W> {
        let mut engine = Session::new(shared);
        options.seed.into_iter().for_each(|seed| engine.reseed(seed));
        let (settings, blocked, used) = (Settings::new(options), Vec::new(), Duration::ZERO);
        BrainSession { out, settings, stones: None, engine, fill: 0, blocked, used }
    }

    /// Where the answers go.
    pub fn output(&mut self) -> &mut W {
        &mut self.out
    }

    /// Does what is asked, and writes what there is to say.
    ///
    /// # Errors
    /// If the answer cannot be written. Messages during a search are lost then, and nobody minds.
    pub fn obey(&mut self, order: Order) -> io::Result<()> {
        let answers = self.answers(order);
        answers.iter().try_for_each(|answer| write_line(&mut self.out, answer))
    }

    /// Does what is asked; gives what is to be said in the end.
    fn answers(&mut self, order: Order) -> Vec<Answer> {
        let Order { command, arrived, cancel } = order;
        let done = match command {
            Ok(command) => self.done(command, &cancel, arrived),
            Err(bad) => Err(bad.to_string()),
        };
        // A manager that has given up waiting must not take this for another answer.
        if cancel.is_unwanted() {
            return Vec::new();
        }
        done.unwrap_or_else(|problem| vec![Answer::Error(problem)])
    }

    fn done(&mut self, command: Command, cancel: &Cancel, arrived: Instant) -> Said {
        let nothing = Ok(Vec::new());
        match command {
            Command::ClearHash | Command::Info(Info::ClearHash) => {
                self.engine.forget();
                self.fill = 0;
                nothing
            }
            Command::Info(Info::Database(path)) => {
                self.use_database(path.as_deref());
                nothing
            }
            Command::Info(info) => {
                self.settings.take(&info);
                if !self.settings.ponders() {
                    self.engine.stop_pondering();
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
                self.answer(cancel, arrived)
            }
            Command::Turn(spot) => {
                self.board()?.opponent_plays(spot)?;
                self.answer(cancel, arrived)
            }
            Command::Board(block) => {
                self.board()?.set(&block)?;
                self.answer(cancel, arrived)
            }
            Command::SetBoard(block) => self.board()?.set(&block).and(nothing),
            Command::TakeBack(spot) => self.board()?.take_back(spot).map(|()| vec![Answer::Ok]),
            Command::Play(spot) => self.board()?.play(spot).map(|()| vec![Answer::Move(spot)]),
            Command::Swap2Board(spots) => self.swap2(&spots, cancel, arrived),
            Command::Swap2Step(step) => self.swap2_step(step, cancel, arrived),
            Command::Balance { moves, value } => self.balance(moves, value, cancel, arrived),
            Command::Best(lines) => {
                self.analyze(cancel, arrived, |_| Limits { multipv: lines, ..Limits::default() })
            }
            Command::SearchDefend => self.analyze(cancel, arrived, |game| {
                let only: Vec<Point> = game.board().free_points().collect();
                Limits { multipv: only.len(), only, ..Limits::default() }
            }),
            Command::ShowForbidden => self.forbidden(),
            Command::About => Ok(vec![about()]),
            Command::ShowInfo => Ok(self.meet_board()),
            Command::ShowHashUsage => {
                let percent = f64::from(self.fill) / 10.0;
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
            // The reader has already stopped the search on the own time.
            Command::Stop => {
                self.engine.stop_pondering();
                nothing
            }
            Command::End => nothing,
        }
    }

    /// Uses another analysis database, or none. One that cannot be used is named before the next answer.
    fn use_database(&mut self, path: Option<&str>) {
        // The one before is closed first: it may be the same file.
        self.engine.use_database(None);
        match path.map(|path| Database::open(Path::new(path))).transpose() {
            Ok(database) => self.engine.use_database(database.map(Arc::new)),
            Err(error) => self.settings.note(format!("{error}; no database is used")),
        }
    }

    fn start(&mut self, stones: Stones) -> Vec<Answer> {
        self.engine.prepare(&self.settings.options(), self.settings.rule());
        self.stones = Some(stones);
        self.used = Duration::ZERO;
        vec![Answer::Ok]
    }

    pub(crate) fn board(&mut self) -> Result<&mut Stones, String> {
        self.stones.as_mut().ok_or_else(|| "START comes first".to_owned())
    }

    /// Searches and moves. An unwanted answer leaves the board as the manager knows it.
    fn answer(&mut self, cancel: &Cancel, arrived: Instant) -> Said {
        self.tell_notes();
        let rule = self.settings.rule();
        let stones = self.board()?;
        let game = stones.game(rule);
        let any = stones.any_free().ok_or("the board is full")?;
        // A manager who goes on after the end, by our rule, wants a stone and no reasons.
        let found = game.as_ref().and_then(|game| {
            let request = self.request(game, Limits::default(), arrived);
            let (book, certificate) = (self.settings.asks_book(), self.settings.asks_certificate());
            self.search(&Request { book, certificate, ..request }, cancel, false)
        });
        if let Some(found) = &found {
            self.tell_certificate(found);
        }
        let point = found.as_ref().and_then(Found::point);
        let sound = || game.as_ref().and_then(any_move).unwrap_or(any);
        let point = point.unwrap_or_else(sound);
        self.used += arrived.elapsed();
        let size = self.board()?.size();
        if cancel.is_unwanted() {
            return Ok(Vec::new());
        }
        self.board()?.own_play(point);
        if let (true, Some(game), Some(found)) = (self.settings.ponders(), game, found) {
            self.ponder(&game, &found);
        }
        Ok(vec![Answer::Move(Spot::of(point, size))])
    }

    /// Looks at the position without a move in it. What is `wanted` says which moves and how many PVs.
    fn analyze(
        &mut self,
        cancel: &Cancel,
        arrived: Instant,
        wanted: impl FnOnce(&Game) -> Limits,
    ) -> Said {
        let game = self.game()?;
        let request = self.request(&game, wanted(&game), arrived);
        let found = self.search(&request, cancel, true);
        let best = found.and_then(|found| found.report.best()).ok_or("there is no move")?;
        Ok(vec![Answer::Move(Spot::of(best, game.size()))])
    }

    /// The game as it stands, if it is not over.
    pub(crate) fn game(&mut self) -> Result<Game, String> {
        self.tell_notes();
        let rule = self.settings.rule();
        let stones = self.board()?;
        stones.any_free().ok_or("the board is full")?;
        stones.game(rule).ok_or_else(|| "the game is over".to_owned())
    }

    /// The best move of a game, within what the settings allow and `wanted` asks for.
    fn request(&self, game: &Game, wanted: Limits, arrived: Instant) -> Request {
        let limits = Limits {
            multipv: wanted.multipv,
            only: wanted.only,
            exclude: self.excluded(game),
            ..self.settings.limits(self.used, arrived.elapsed())
        };
        Request { limits, ..self.settings.request(game.clone(), Want::Best) }
    }

    /// What the engine says, told as it is wanted. None if the search fails, which it must not.
    fn search(&mut self, request: &Request, cancel: &Cancel, asks_for_pvs: bool) -> Option<Found> {
        let (detail, size) = (self.settings.detail(), request.game.size());
        let mut writer = ProgressWriter::new(&mut self.out, detail, asks_for_pvs, size, cancel);
        let mut on_event = |event: &Event<'_>| writer.note(event);
        let found = self.engine.ask(request, cancel.stop(), &mut on_event).ok()?;
        self.fill = found.report.table_fill;
        writer.finish(&found.report);
        Some(found)
    }

    /// Uses the opponent's time for the reply that is expected.
    fn ponder(&mut self, game: &Game, found: &Found) {
        if let Some(after) = found.expected(game) {
            let limits = Limits { exclude: self.excluded(&after), ..Limits::default() };
            let (book, certificate) = (self.settings.asks_book(), self.settings.asks_certificate());
            let request = self.settings.request(after, Want::Best);
            self.engine.ponder(&Request { limits, book, certificate, ..request });
        }
    }

    /// The blocked points of a game's board; none if they are all there are.
    pub(crate) fn excluded(&self, game: &Game) -> Vec<Point> {
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
            format!("INFO MAX_HASH_SIZE {}", self.settings.largest_hash()),
        ];
        texts.map(Answer::Message).to_vec()
    }

    /// Tells what settings could not be obeyed. Before a search: then nobody waits for `OK`.
    /// Says whether a move comes from a certificate, for who asked for that.
    fn tell_certificate(&mut self, found: &Found) {
        if !self.settings.asks_certificate() {
            return;
        }
        let note = match (found.source, found.verdict) {
            (Source::Certificate, Some(verdict)) => format!("certificate: proven, {verdict}"),
            _ => "certificate: not inside, found by search".to_owned(),
        };
        let _ = write_line(&mut self.out, &Answer::Message(note));
    }

    pub(crate) fn tell_notes(&mut self) {
        for note in self.settings.take_notes() {
            // Who does not listen does not hear.
            let _ = write_line(&mut self.out, &Answer::Message(note));
        }
    }
}

/// Whether a move may be printed: on the board, free, and not forbidden.
fn is_sound(game: &Game, point: Point) -> bool {
    game.board().is_free(point) && !game.is_forbidden(point)
}

fn about() -> Answer {
    let version = env!("CARGO_PKG_VERSION");
    let author = env!("CARGO_PKG_AUTHORS");
    Answer::Other(format!("name=\"Tengen\", version=\"{version}\", author=\"{author}\""))
}
