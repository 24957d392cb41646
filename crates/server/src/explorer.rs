//! The explorer: which moves were played in a position, in the own games, the opening book and
//! imported collections, under all eight symmetries.

mod collections;
mod line;
mod own;
mod reading;
mod sorted;
mod tally;

pub(crate) use collections::{Collections, Upload};
pub(crate) use own::OwnGames;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;

use tengen_core::{Game, ImageKeys, Point};
use tengen_player::SharedData;
use tengen_player::book::{Name, Names};

use crate::clients::Clients;
use crate::facts;
use crate::store::Store;
use crate::wire::{
    Explore, ExploreSource, Explored, ExploredMove, FromServer, NamedOpening, Problem, Score,
};
use tally::{Count, Tally, ranked};

static NAMES: LazyLock<Names> = LazyLock::new(Names::built_in);

/// Answers questions about positions, and looks through the stored games when the server starts.
#[derive(Debug)]
pub(crate) struct Explorer {
    store: Arc<Store>,
    shared: SharedData,
    pub(crate) collections: Arc<Collections>,
    /// Kept for its end: see [`Indexer`].
    #[cfg_attr(not(test), expect(dead_code, reason = "it ends with its owner"))]
    indexer: Indexer,
}

impl Explorer {
    /// Begins to look through the stored games; pages hear when that is done.
    pub(crate) fn start(store: Arc<Store>, shared: SharedData, clients: Arc<Clients>) -> Explorer {
        let collections = Collections::open(store.folder(), clients.clone());
        let indexer = Indexer::start(store.clone(), clients);
        Explorer { store, shared, collections, indexer }
    }

    /// What is known of a position.
    pub(crate) fn answer(&self, ask: &Explore) -> Result<Explored, Problem> {
        let game = facts::game(&ask.pos)?;
        let images = ImageKeys::of(game.board(), game.to_move());
        let (moves, indexing) = match &ask.source {
            _ if game.outcome().is_some() => (Vec::new(), None),
            ExploreSource::Own => {
                let tally = self.store.own.look_up(images.key(), game.rule());
                (counted(&game, &images, tally), self.store.own.indexing())
            }
            ExploreSource::Book => (self.book_moves(&game, &images), None),
            ExploreSource::Collection { id } => {
                let tally = self.collections.look_up(id, images.key())?;
                (counted(&game, &images, tally), None)
            }
        };
        let games = moves.iter().map(|one| one.games).fold(0, u32::saturating_add);
        let opening = NAMES.of_opening(&game).map(named);
        Ok(Explored { moves, games, opening, indexing })
    }

    /// The moves of the opening book, best first.
    fn book_moves(&self, game: &Game, images: &ImageKeys) -> Vec<ExploredMove> {
        let Some(book) = self.shared.books.get(game.rule(), game.size()) else { return Vec::new() };
        let known = book.moves(game).into_iter();
        let moves = known.map(|known| {
            let count = Count { games: known.visits, ..Count::default() };
            let score = Some(Score::of(known.score, game.to_move()));
            ExploredMove { score, ..explored(game, images, images.least(known.point), count) }
        });
        moves.collect()
    }

    /// Waits until the stored games are looked through.
    #[cfg(test)]
    pub(crate) fn wait(&self) {
        self.indexer.wait();
    }
}

/// The moves of a tally where they lie on the board of a game.
fn counted(game: &Game, images: &ImageKeys, tally: Tally) -> Vec<ExploredMove> {
    let moves = ranked(tally).into_iter();
    moves.map(|(least, count)| explored(game, images, least, count)).collect()
}

fn explored(game: &Game, images: &ImageKeys, least: Point, count: Count) -> ExploredMove {
    let points = images.points(least);
    let mut after = game.clone();
    let opening = after.play(points[0]).ok().and_then(|_| NAMES.of(&after)).map(named);
    let Count { games, black, white, draws } = count;
    ExploredMove { points: facts::names(&points), games, black, white, draws, score: None, opening }
}

fn named(name: &Name) -> NamedOpening {
    let Name { number, name, english, japanese, .. } = name.clone();
    NamedOpening { number, name, english, japanese }
}

/// The thread that looks through the stored games. It ends with its owner, so that a data folder is
/// free as soon as its server is gone.
#[derive(Debug)]
struct Indexer {
    is_wanted: Arc<AtomicBool>,
    thread: std::sync::Mutex<Option<JoinHandle<()>>>,
}

impl Indexer {
    fn start(store: Arc<Store>, clients: Arc<Clients>) -> Indexer {
        let is_wanted = Arc::new(AtomicBool::new(true));
        let wanted = is_wanted.clone();
        // Whatever is saved from now on is newer than what the thread reads.
        let ids = store.begin_index();
        let thread = std::thread::Builder::new().name("explorer".to_owned()).spawn(move || {
            let is_news = !ids.is_empty();
            store.index(ids, || wanted.load(Ordering::Relaxed));
            if is_news {
                clients.tell_everybody(FromServer::ExplorerChanged);
            }
        });
        if let Err(error) = &thread {
            tracing::error!(%error, "the explorer does not know the stored games");
        }
        Indexer { is_wanted, thread: std::sync::Mutex::new(thread.ok()) }
    }

    /// Waits for the end of the thread.
    fn wait(&self) {
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.is_wanted.store(false, Ordering::Relaxed);
        self.wait();
    }
}

#[cfg(test)]
mod tests;
