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
mod game;
mod info;
mod library;
mod names;
mod position;
#[cfg(test)]
mod typescript;

pub use analysis::*;
pub use game::*;
pub use info::*;
pub use library::*;
pub use names::*;
pub use position::*;

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
    /// A game as it stands now.
    #[serde(rename = "game.state")]
    GameState(Box<GameState>),
    /// A hint.
    #[serde(rename = "game.hint")]
    GameHint(Hint),
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
