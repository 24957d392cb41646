//! The messages between browser and server, declared once.
//!
//! `web/shared/wire.d.ts` is made from these types by the test `the_front_end_knows_these_types`;
//! with `TENGEN_WRITE=1` that test writes the file instead of comparing it.
//!
//! Live things go over one WebSocket at `/api/live`: the browser sends a [`ToServer`] with an
//! optional `id`, the server answers with [`FromServer`] that carry the same `id`, and sends others
//! without being asked. Unknown fields are ignored on both sides. Everything else is plain HTTP.
//! Points are lower case (`h8`, rows from the bottom), `--` is a pass.

mod analysis;
mod explain;
mod explorer;
mod game;
mod info;
mod library;
mod names;
mod position;
mod puzzle;
mod research;
mod review;
#[cfg(test)]
mod typescript;
mod watch;

pub use analysis::*;
pub use explain::*;
pub use explorer::*;
pub use game::*;
pub use info::*;
pub use library::*;
pub use names::*;
pub use position::*;
pub use puzzle::*;
pub use research::*;
pub use review::*;
pub use watch::*;

use serde::{Deserialize, Serialize};

/// The version of the protocol. A browser that speaks another one has to reload.
pub const VERSION: u32 = 1;

/// What stands around every message of the browser.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Envelope {
    /// The version of the protocol, [`VERSION`].
    pub v: u32,
    /// Chosen by the browser; the answer carries it too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
}

/// What the browser says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type")]
pub enum ToServer {
    /// Still here. A browser says this at least every five seconds; ten seconds of silence stop its
    /// search. Answered by `pong`.
    #[serde(rename = "ping")]
    Ping,
    /// What is there to know of a position? Answered by `position.facts`.
    #[serde(rename = "position.query")]
    PositionQuery(PositionQuery),
    /// Analyse a position. Replaces whatever was analysed; answered by a stream of
    /// `analyse.update` with this generation.
    #[serde(rename = "analyse.start")]
    AnalyseStart(Box<AnalyseStart>),
    /// Stop the analysis of this generation; a last `analyse.update` says that it stopped.
    #[serde(rename = "analyse.stop")]
    AnalyseStop {
        /// The generation.
        #[serde(rename = "gen")]
        generation: u32,
    },
    /// Find a forced win and its proof. Replaces whatever is explained; answered by `explain.result`.
    #[serde(rename = "explain")]
    Explain(Box<ExplainAsk>),
    /// How does a proof answer another reply? Answered by `explain.line`.
    #[serde(rename = "explain.reply")]
    ExplainReply(ExplainReply),
    /// What stops the forced wins of the side that is not to move? Replaces whatever is explained;
    /// answered by `explain.defences`.
    #[serde(rename = "explain.defend")]
    ExplainDefend(Box<DefendAsk>),
    /// Stop looking for what this page asked to be explained; the answer says that it was stopped.
    #[serde(rename = "explain.stop")]
    ExplainStop,
    /// Compare some moves: each gets the same limit. Replaces whatever is researched; answered by a stream of
    /// `compare.state`.
    #[serde(rename = "compare.start")]
    CompareStart(Box<CompareStart>),
    /// Find stones that make a position even. Replaces whatever is researched; answered by `balance.state`.
    #[serde(rename = "balance.start")]
    BalanceStart(Box<BalanceStart>),
    /// Stop comparing, or looking for a balance, for this page; a last state says so.
    #[serde(rename = "research.stop")]
    ResearchStop,
    /// Search every position of a line or of stored games in the background. Answered by `jobs`.
    #[serde(rename = "job.start")]
    JobStart(Box<JobStart>),
    /// Pause a job or let it go on. Answered by `jobs`.
    #[serde(rename = "job.pause")]
    JobPause(JobPause),
    /// Stop a job; what is done is kept. One that is over is dismissed. Answered by `jobs`.
    #[serde(rename = "job.stop")]
    JobStop(JobName),
    /// All jobs. Answered by `jobs`.
    #[serde(rename = "job.list")]
    JobList,
    /// What has a job found by now? Answered by `job.results`.
    #[serde(rename = "job.results")]
    JobResults(JobName),
    /// Which moves were played in a position? Answered by `explored`.
    #[serde(rename = "explore")]
    Explore(Explore),
    /// Start a game. Answered by `game.state`.
    #[serde(rename = "game.new")]
    GameNew(Box<GameNew>),
    /// Follow a game that is stored: after a reload, or in a second tab. Answered by `game.state`.
    #[serde(rename = "game.open")]
    GameOpen {
        /// The game.
        game: String,
    },
    /// Follow this game no longer.
    #[serde(rename = "game.leave")]
    GameLeave {
        /// The game.
        game: String,
    },
    /// Put a stone, also in an opening. Answered by `game.state` or `error`.
    #[serde(rename = "game.move")]
    GameMove(GameMove),
    /// Take back: the player's last move and the reply to it; while the engine thinks, the one
    /// move it thinks about.
    #[serde(rename = "game.undo")]
    GameUndo {
        /// The game.
        game: String,
    },
    /// Do something else in a game.
    #[serde(rename = "game.action")]
    GameAction {
        /// The game.
        game: String,
        /// What to do.
        action: GameAction,
    },
    /// Show the review of a stored game, and follow it if it runs. Answered by `review.state`.
    #[serde(rename = "review.open")]
    ReviewOpen {
        /// The game.
        game: String,
    },
    /// Review a stored game, or go on with a review that was stopped. Answered by `review.state`, then by
    /// a stream of them.
    #[serde(rename = "review.start")]
    ReviewStart(ReviewStart),
    /// Stop the review of a game. What is done is kept; a last `review.state` says so.
    #[serde(rename = "review.stop")]
    ReviewStop {
        /// The game.
        game: String,
    },
    /// Follow no review any more. One that nobody follows stops.
    #[serde(rename = "review.leave")]
    ReviewLeave,
    /// Try a move in place of a mistake. Answered by `review.tried`.
    #[serde(rename = "review.try")]
    ReviewTry(ReviewTry),
    /// Follow the match that this server shows. Answered by `watch.state`, then by a stream of them.
    #[serde(rename = "watch.open")]
    WatchOpen,
    /// Follow the match no longer.
    #[serde(rename = "watch.leave")]
    WatchLeave,
    /// Games of the match that ended earlier. Answered by `watch.games`.
    #[serde(rename = "watch.games")]
    WatchGames(WatchGamesAsk),
    /// Try a move of a puzzle. Answered by `puzzle.tried`.
    #[serde(rename = "puzzle.try")]
    PuzzleTry(PuzzleTry),
    /// Give a hint for a puzzle. Answered by `puzzle.hint`.
    #[serde(rename = "puzzle.hint")]
    PuzzleHint(PuzzleHintAsk),
    /// Show the solution of a puzzle; one that is not solved is given up. Answered by `puzzle.solution`.
    #[serde(rename = "puzzle.solution")]
    PuzzleSolution {
        /// Its name.
        puzzle: String,
    },
    /// Give the next step of a hint. Answered by `game.hint`.
    #[serde(rename = "game.hint")]
    GameHint {
        /// The game.
        game: String,
    },
}

/// A message of the server with what stands around it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The version of the protocol.
    pub v: u32,
    /// The `id` of the message this answers, if it answers one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The message.
    #[serde(flatten)]
    pub message: FromServer,
}

impl Answer {
    /// An answer to the message with this `id`, or news if there is none.
    pub fn new(id: Option<u32>, message: FromServer) -> Answer {
        Answer { v: VERSION, id, message }
    }

    /// The text that is sent.
    ///
    /// # Panics
    /// Never: these types have no maps with odd keys.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("messages can be written as JSON")
    }
}

/// What the server says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type")]
pub enum FromServer {
    /// The first message on a connection.
    #[serde(rename = "hello")]
    Hello {
        /// Names the build: another one than the page was loaded with means "Reload to update".
        build: String,
        /// Names this connection.
        client: u32,
        /// The same as `GET /api/info`, so that the first view needs no request for it.
        info: Box<Info>,
    },
    /// The answer to `ping`.
    #[serde(rename = "pong")]
    Pong,
    /// The answer to `position.query`.
    #[serde(rename = "position.facts")]
    PositionFacts(Box<Facts>),
    /// What the analysis knows by now. At most ten of them come in a second.
    #[serde(rename = "analyse.update")]
    AnalyseUpdate(Box<AnalyseUpdate>),
    /// Another tab asked for the engine, and this tab's analysis ended. `analyse.start` takes it
    /// over again.
    #[serde(rename = "engine.taken")]
    EngineTaken {
        /// The generation that ended.
        #[serde(rename = "gen")]
        generation: u32,
    },
    /// The answer to `explain`.
    #[serde(rename = "explain.result")]
    ExplainResult(Box<Explanation>),
    /// The answer to `explain.reply`.
    #[serde(rename = "explain.line")]
    ExplainLine(ExplainedLine),
    /// The answer to `explain.defend`.
    #[serde(rename = "explain.defences")]
    ExplainDefences(DefenceList),
    /// A comparison as far as it is. At most four of them come in a second.
    #[serde(rename = "compare.state")]
    CompareState(CompareState),
    /// The answer to `balance.start`.
    #[serde(rename = "balance.state")]
    BalanceState(BalanceState),
    /// All jobs: an answer, and news for every page. At most two of them come in a second.
    #[serde(rename = "jobs")]
    Jobs(Jobs),
    /// The answer to `job.results`.
    #[serde(rename = "job.results")]
    JobResults(JobResults),
    /// The answer to `explore`.
    #[serde(rename = "explored")]
    Explored(Box<Explored>),
    /// The explorer knows more or less than before: all stored games are looked through, or a collection
    /// came or went.
    #[serde(rename = "explorer.changed")]
    ExplorerChanged,
    /// How far the file of a collection is read. At most four of them come in a second.
    #[serde(rename = "collection")]
    Collection(CollectionInfo),
    /// A game as it stands now.
    #[serde(rename = "game.state")]
    GameState(Box<GameState>),
    /// A hint.
    #[serde(rename = "game.hint")]
    GameHint(Hint),
    /// A review as far as it has come. At most four of them come in a second.
    #[serde(rename = "review.state")]
    ReviewState(Box<ReviewState>),
    /// How good a tried move is.
    #[serde(rename = "review.tried")]
    ReviewTried(ReviewTried),
    /// The match that this server shows. At most two of them come in a second.
    #[serde(rename = "watch.state")]
    WatchState(Box<WatchState>),
    /// The answer to `watch.games`.
    #[serde(rename = "watch.games")]
    WatchGames(WatchGames),
    /// What became of a move that was tried in a puzzle.
    #[serde(rename = "puzzle.tried")]
    PuzzleTried(PuzzleTried),
    /// A hint for a puzzle.
    #[serde(rename = "puzzle.hint")]
    PuzzleHint(PuzzleHint),
    /// The solution of a puzzle.
    #[serde(rename = "puzzle.solution")]
    PuzzleSolution(PuzzleSolution),
    /// The list of stored games changed: by play, import, delete or rename in any tab.
    #[serde(rename = "games.changed")]
    GamesChanged {
        /// The game that changed.
        game: String,
    },
    /// Something could not be done; nothing changed.
    #[serde(rename = "error")]
    Error(Problem),
}

/// What went wrong, for people and for programs. HTTP errors have this as their body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Problem {
    /// What kind of thing went wrong.
    pub code: ProblemCode,
    /// One English sentence that names the place.
    pub text: String,
    /// The point it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<PointName>,
    /// The game it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// After how many milliseconds another try makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_ms: Option<u32>,
}

/// Kinds of problems. Pages translate these; the text beside them is the English fallback.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemCode {
    /// The message or request cannot be understood.
    BadMessage,
    /// The browser speaks another version of the protocol.
    BadVersion,
    /// A position that cannot be: two stones on a point, an existing five.
    BadPosition,
    /// A stone lies there.
    Occupied,
    /// The point is off the board.
    OffBoard,
    /// The point is forbidden to Black.
    Forbidden,
    /// It is not this player's turn.
    NotYourTurn,
    /// The game has ended.
    GameOver,
    /// The opening rule does not allow this.
    Opening,
    /// By the opening rule the stone has to lie elsewhere.
    OutOfZone,
    /// A fifth move that differs only by symmetry was offered before.
    Symmetric,
    /// The opening rule does not suit the board.
    Unsuited,
    /// There is nothing to take back.
    NothingToUndo,
    /// This cannot be done now.
    NotNow,
    /// There is no such game, page or file.
    NotFound,
    /// The file or body is too large.
    TooLarge,
    /// Too many messages or requests; wait a little.
    TooMany,
    /// The host or origin is not allowed, or the token is missing.
    Refused,
    /// The game could not be saved; the text names the folder.
    NotSaved,
    /// The file is of no known kind or damaged.
    BadFile,
    /// The format cannot hold this.
    CannotHold,
    /// Something failed inside the server. Nothing stored was lost.
    Internal,
}
