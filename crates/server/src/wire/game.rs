//! Games: how they start, what is done in them, how they stand.

use serde::{Deserialize, Serialize};

use super::{
    Algorithm, CertificateState, Facts, GameResult, MoveName, OpeningName, PointName, RuleName,
    Score, Setup, SideName, SolverLevelName,
};

/// Starts a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameNew {
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board, 5 to 22.
    pub size: u8,
    /// The opening rule; `none` if nothing is said. A game from a position knows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
    /// Who holds Black; in an opening with swaps, who begins.
    pub black: Seat,
    /// Who holds White; in an opening with swaps, who answers.
    pub white: Seat,
    /// The clock; none if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// Stones set up before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// Moves already made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveName>>,
    /// Engine against engine: the least time between two moves, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace_ms: Option<u32>,
    /// Whether a person may play a forbidden point, and lose; `false` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_forbidden: Option<bool>,
    /// Whether the engine gives up when it is proved lost; `false` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_resigns: Option<bool>,
    /// Whether the engine, at its best level, thinks on the time of the person it plays; `false` by
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<bool>,
    /// Whether the engine, at its best level, plays from the opening book; `true` by
    /// default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<bool>,
}

/// A player: a person or the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Seat {
    /// A person at this machine.
    Person {
        /// The name, if it is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The engine.
    Engine {
        /// Its level, from 1 on; [`Info::levels`](super::Info) lists them.
        level: u8,
        /// How it searches; alpha-beta by default. [`Info::algorithms`](super::Info) lists the choices.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        algorithm: Option<Algorithm>,
        /// How much of the position the solver searches for forced wins; all of it by default, as when
        /// the levels were measured. Saved games of older versions say `kill`.
        #[serde(default, alias = "kill", skip_serializing_if = "Option::is_none")]
        solver: Option<SolverLevelName>,
    },
}

/// How time is counted. All times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClockRule {
    /// Time for the game, and some more after every move.
    Increment {
        /// For the game.
        main: u32,
        /// After every move.
        increment: u32,
    },
    /// Time for the game, then periods; a move within a period leaves it whole.
    ByoYomi {
        /// For the game.
        main: u32,
        /// One period.
        period: u32,
        /// How many.
        periods: u32,
    },
    /// Time for every move.
    PerMove {
        /// For one move.
        time: u32,
    },
}

/// A stone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameMove {
    /// The game.
    pub game: String,
    /// Where.
    #[serde(rename = "move")]
    pub point: PointName,
    /// How many moves the game had when this one was made. A move that was sent twice, after a
    /// lost connection, is played once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// What else is done in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum GameAction {
    /// Gives up for the person to move, or for the only person.
    Resign,
    /// Offers a draw to the engine, which takes it if it is not better; two people agree.
    OfferDraw,
    /// Passes, in renju.
    Pass,
    /// Stops the clock and the engine.
    Pause,
    /// Goes on.
    Resume,
    /// While paused: lets the engine make one move.
    Step,
    /// Exchanges the seats.
    SwapSides,
    /// Whether the engine answers. Without, the person places both colours.
    AutoReply {
        /// Whether it does.
        on: bool,
    },
    /// Takes one of the options of the opening step.
    Choose {
        /// The option.
        option: String,
    },
    /// Declares a number in an opening.
    Declare {
        /// The number.
        number: u8,
    },
    /// Takes back the last thing done in an opening, where its rule allows that.
    Back,
    /// Engine against engine: the least time between two moves, in milliseconds.
    Pace {
        /// The time.
        ms: u32,
    },
    /// Lets another level play from now on.
    Level {
        /// Whose.
        side: SideName,
        /// The level.
        level: u8,
    },
    /// Whether the engine, at its best level, thinks on the time of the person it plays.
    Ponder {
        /// Whether it does.
        on: bool,
    },
    /// Whether the engine, at its best level, plays from the opening book.
    Book {
        /// Whether it does.
        on: bool,
    },
    /// The time of the person to move stands still, or goes on: a dialog of the app is open.
    Hold {
        /// Whether it stands still.
        on: bool,
    },
}

/// A game as it stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct GameState {
    /// The game.
    pub game: String,
    /// Grows with every change; an older one is to be dropped.
    pub revision: u32,
    /// The rule.
    pub rule: RuleName,
    /// Lines of the board.
    pub size: u8,
    /// The opening rule.
    pub opening: OpeningName,
    /// Stones set up before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// The moves, those of the opening included.
    pub moves: Vec<PlayedMove>,
    /// Whose stone is next.
    pub turn: SideName,
    /// Who holds which colour now.
    pub seats: Seats,
    /// The clocks, if there are any.
    #[cfg_attr(test, ts(optional = false))]
    pub clock: Option<Clocks>,
    /// What the opening asks for; none after it.
    #[cfg_attr(test, ts(optional = false))]
    pub step: Option<OpeningStep>,
    /// What was chosen in the opening, in order.
    pub choices: Vec<OpeningChoice>,
    /// The fifth moves offered, until one is kept.
    pub offers: Vec<PointName>,
    /// How the game ended, if it did.
    #[cfg_attr(test, ts(optional = false))]
    pub result: Option<GameResult>,
    /// Whether the engine thinks.
    pub thinking: bool,
    /// Whether a person may put a stone or act in the opening now.
    pub your_turn: bool,
    /// Whether there is something to take back.
    pub can_undo: bool,
    /// Whether the game stands still.
    pub paused: bool,
    /// Whether the engine answers.
    pub auto_reply: bool,
    /// Whether a forbidden point may be played, and loses.
    pub allow_forbidden: bool,
    /// Whether the engine, at its best level, thinks on the time of the person it plays.
    pub ponder: bool,
    /// Whether the engine, at its best level, plays from the opening book.
    pub book: bool,
    /// Engine against engine: the least time between two moves.
    pub pace_ms: u32,
    /// How many hints were given.
    pub hints: u32,
    /// What happened to a draw that was offered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<DrawAnswer>,
    /// Why the engine does not move though it should; it is tried again on `resume`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_problem: Option<String>,
    /// Whether Games lists it: a game that is left with few stones is forgotten.
    pub listed: bool,
    /// Why the game could not be saved, if it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub save_problem: Option<String>,
    /// If Black is the engine at its best, which plays by the certificates of the first player's win: whether
    /// it does so here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateState>,
    /// What is known of the position.
    pub facts: Facts,
}

/// What the engine said to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DrawAnswer {
    /// It refused.
    Refused,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct PlayedMove {
    /// The stone or pass.
    #[serde(rename = "move")]
    pub action: MoveName,
    /// How long it took, in milliseconds.
    pub ms: u32,
    /// What the engine thought of it, if it thought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Whether the engine took it from the opening book.
    #[serde(default)]
    pub book: bool,
}

/// Who holds which colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seats {
    /// Black's.
    pub black: Seat,
    /// White's.
    pub white: Seat,
}

/// Both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Clocks {
    /// How time is counted.
    pub rule: ClockRule,
    /// Black's.
    pub black: ClockFace,
    /// White's.
    pub white: ClockFace,
    /// Whose clock runs, counted from the moment this was sent; none: both stand still.
    pub running: Option<SideName>,
}

/// One clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockFace {
    /// Milliseconds left: of the main time, of this period, or of this move.
    pub left: u32,
    /// Periods left, this one included, once the main time is over; none before that, and where
    /// there are no periods.
    pub periods: Option<u32>,
}

/// What an opening asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct OpeningStep {
    /// Which step this is, from one.
    pub step: u32,
    /// How many there are as things stand.
    pub of: u32,
    /// Who acts: the player who began, or the opponent.
    pub actor: Actor,
    /// What colour the actor holds now.
    pub side: SideName,
    /// What has to be done.
    #[serde(rename = "do")]
    pub action: StepKind,
    /// Names the step for the text that explains it: `swap2.choose`.
    pub text: String,
    /// How many stones or offers are still to be put.
    pub count: u32,
    /// Their colours.
    pub colors: Vec<SideName>,
    /// Where they may be put; none: anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<Zone>,
    /// What there is to choose from.
    pub options: Vec<String>,
    /// The numbers that can be declared, first and last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(u8, u8)>,
    /// Whether the last act can be taken back.
    pub can_go_back: bool,
}

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// A person.
    You,
    /// The engine.
    Engine,
}

/// What a step asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Stones, by `game.move`.
    Place,
    /// Fifth moves to choose from, by `game.move`.
    Offer,
    /// One of the options, by `game.action`.
    Choose,
    /// A number, by `game.action`.
    Declare,
}

/// A square, and whether stones lie inside or outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Zone {
    /// Lower left corner.
    pub low: PointName,
    /// Upper right corner.
    pub high: PointName,
    /// Whether the stones lie inside.
    pub inside: bool,
}

/// Something chosen or declared in an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpeningChoice {
    /// By whom.
    pub actor: Actor,
    /// What: an option (`take-black`), or the number that was declared.
    pub option: String,
    /// After how many stones.
    pub after: u32,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
pub struct Hint {
    /// The game.
    pub game: String,
    /// How many moves the game had.
    pub ply: u32,
    /// 1: an area, 2: the point, 3: the point with its line.
    pub step: u8,
    /// The area, lower left and upper right corner: five lines each way, less at the edge.
    pub area: (PointName, PointName),
    /// The point, from step 2 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<PointName>,
    /// The line, in step 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<PointName>>,
    /// What it leads to, in step 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}
