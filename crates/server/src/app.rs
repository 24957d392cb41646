//! Everything the server holds, shared by all requests.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_player::SharedData;
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::analyst::{Analyst, Resources};
use crate::assets;
use crate::clients::Clients;
use crate::engine_pool::EnginePool;
use crate::engines::{EngineLog, Engines, Script};
use crate::explain::Explainer;
use crate::explorer::Explorer;
use crate::games::Games;
use crate::guard::Guard;
use crate::jobs::Batches;
use crate::research::Researcher;
use crate::reviews::Reviews;
use crate::secret::Token;
use crate::store::{OpenError, Store};
use crate::watch::{Watched, Watches};
use crate::wire::{FromServer, Problem, ProblemCode};

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where games and settings are kept.
    pub data: PathBuf,
    /// With a token others than this machine are let in, if they know it.
    pub token: Option<Token>,
    /// The most threads of a search; none: all but one.
    pub threads: Option<usize>,
    /// A script in the engine's place, for tests of the front end.
    pub script: Option<PathBuf>,
    /// A match to look at. The server then does nothing else, and keeps nothing on the disk.
    pub watch: Option<Arc<dyn Watched>>,
}

impl Options {
    /// The usual: this machine only, the engine itself.
    pub fn new(data: impl Into<PathBuf>) -> Options {
        Options { data: data.into(), token: None, threads: None, script: None, watch: None }
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Data(#[from] OpenError),
    /// The script cannot be read.
    #[error("{0}")]
    Script(String),
    /// The token can be neither read nor made.
    #[error("the token: {0}")]
    Token(#[source] std::io::Error),
}

/// The server's parts. Clones share them.
#[derive(Clone, Debug)]
pub struct App(Arc<Parts>);

/// What [`App`] shares.
#[derive(Debug)]
pub struct Parts {
    pub(crate) guard: Guard,
    pub(crate) store: Arc<Store>,
    /// Pattern tables and certificates: what facts about positions are made of.
    pub(crate) shared: SharedData,
    pub(crate) clients: Arc<Clients>,
    pub(crate) games: Arc<Games>,
    pub(crate) analyst: Arc<Analyst>,
    pub(crate) reviews: Reviews,
    pub(crate) explainer: Arc<Explainer>,
    pub(crate) researcher: Arc<Researcher>,
    pub(crate) batches: Batches,
    pub(crate) watches: Watches,
    pub(crate) explorer: Explorer,
    pub(crate) resources: Resources,
    pub(crate) engine_log: EngineLog,
    pub(crate) is_scripted: bool,
    pub(crate) runtime: Handle,
    /// Work that takes a while and much memory: pictures, files.
    pub(crate) heavy: Semaphore,
    /// Who may send a large file now.
    pub(crate) large: Semaphore,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// Heavy requests at a time.
const MOST_HEAVY: usize = 2;

impl App {
    /// Opens the data folder and starts the threads that think. Must be called within a runtime.
    ///
    /// # Errors
    /// If the data folder or the script cannot be used.
    pub fn start(options: &Options) -> Result<App, StartError> {
        let store = Arc::new(match options.watch {
            None => Store::open(&options.data)?,
            Some(_) => Store::in_memory()?,
        });
        // Now that the folder is ours: a server that does not start revokes nothing.
        let token = options.token.as_ref().map(|token| token.reveal(store.folder()));
        let token = token.transpose().map_err(StartError::Token)?;
        let guard = token.map_or_else(Guard::local, Guard::with_token);
        let (shared, clients) = (SharedData::default(), Arc::new(Clients::default()));
        let engines = match &options.script {
            None => Engines::Real(shared.clone()),
            Some(path) => Engines::Scripted(Script::read(path).map_err(StartError::Script)?),
        };
        let resources = resources(options.threads);
        let is_scripted = matches!(engines, Engines::Scripted(_));
        let engine_log = EngineLog::default();
        let engines = Engines::Logged(Box::new(engines), engine_log.clone());
        // Two games can be thought about side by side where there is a thread to spare for each.
        let pool = EnginePool::start(resources.threads.min(2), engines.clone());
        let reviews = Reviews::new(engines.clone());
        let explainer = Explainer::new(engines.clone(), shared.clone(), clients.clone());
        let researcher = Researcher::new(engines.clone(), clients.clone(), resources.threads);
        let batches = Batches::new(engines.clone());
        let explorer = Explorer::start(store.clone(), shared.clone(), clients.clone());
        let analyst = Analyst::new(engines, clients.clone(), resources);
        let watches = Watches::start(options.watch.clone(), clients.clone());
        let games = Games::new(
            store.clone(),
            shared.clone(),
            clients.clone(),
            pool,
            analyst.clone(),
            resources.threads,
        );
        Ok(App(Arc::new(Parts {
            guard,
            store,
            shared,
            clients,
            games,
            analyst,
            reviews,
            explainer,
            researcher,
            batches,
            watches,
            explorer,
            resources,
            engine_log,
            is_scripted,
            runtime: Handle::current(),
            heavy: Semaphore::new(MOST_HEAVY),
            large: Semaphore::new(1),
        })))
    }

    /// Where games and settings are kept.
    pub fn data(&self) -> &Path {
        self.store.folder()
    }

    /// What other machines have to know, if they are let in.
    pub fn token(&self) -> Option<&str> {
        self.guard.token()
    }

    /// Saves what is in memory alone before the program ends; the numbers of games that would be lost.
    pub fn finish(&self) -> Vec<u64> {
        self.games.save_at_the_end()
    }

    /// Whether a page looks at the match that is shown.
    pub fn is_watched(&self) -> bool {
        self.watches.has_followers()
    }

    /// Names the build.
    pub(crate) fn build(&self) -> String {
        assets::build()
    }

    /// The list of games changed.
    pub(crate) fn changed(&self, game: &str) {
        self.clients.tell_everybody(FromServer::GamesChanged { game: game.to_owned() });
    }

    /// Runs work that may wait for the disk, off the runtime's own threads.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&app)).await;
        let broken = "something went wrong inside the server; nothing stored was lost";
        done.unwrap_or_else(|_| Err(Problem::new(ProblemCode::Internal, broken)))
    }

    /// The same for work that takes much time or memory: little of it at a time.
    pub(crate) async fn heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let _turn = turn(&self.heavy).await?;
        self.blocking(work).await
    }

    /// The turn to send a large file: until it is given back nobody else sends one.
    pub(crate) async fn large_turn(&self) -> Result<SemaphorePermit<'_>, Problem> {
        turn(&self.large).await
    }
}

async fn turn(turns: &Semaphore) -> Result<SemaphorePermit<'_>, Problem> {
    let busy = "the server is busy with files and pictures";
    let busy = || Problem::new(ProblemCode::TooMany, busy).retry_after(2000);
    let patience = std::time::Duration::from_secs(20);
    let turn = tokio::time::timeout(patience, turns.acquire()).await;
    turn.map_err(|_| busy())?.map_err(|_| busy())
}

/// What a search may use on this machine.
fn resources(threads: Option<usize>) -> Resources {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let all_but_one = cores.saturating_sub(1).max(1);
    let memory = available_memory().map_or(1024, |megabytes| (megabytes / 2).clamp(64, 32 << 10));
    Resources {
        threads: threads.unwrap_or(all_but_one).clamp(1, all_but_one),
        memory,
        default_memory: memory.min(256),
        lines: 20,
    }
}

/// Megabytes that are free, where the system tells.
fn available_memory() -> Option<u32> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    u32::try_from(kilobytes / 1024).ok()
}
