//! Matches: players against each other, and what the results say.
//!
//! A player is a trait: our engine in this process, or any Gomocup brain in its own. Only
//! `tengen_core` decides about the rules; how a player thinks is not known here.
//!
//! ```
//! use tengen_arena::{Counts, Elo, Sprt};
//!
//! // 136 wins, 111 draws and 96 losses of single games.
//! let elo = Elo::of(&Counts { singles: [96, 111, 136], ..Counts::default() }).unwrap();
//! assert_eq!(format!("{:.0} ± {:.0}", elo.elo, elo.error), "41 ± 30");
//! let sprt: Sprt = "0,10".parse()?;
//! assert!((sprt.upper() - 2.944).abs() < 0.001);
//! # Ok::<(), tengen_arena::BadSprt>(())
//! ```
//!
//! In reading order: [`TimeControl`] and [`Player`], the players ([`PlayerSpec`], [`EnginePlayer`],
//! [`BrainPlayer`], [`BaselinePlayer`], [`RandomPlayer`]), [`play_game`] and [`Adjudication`],
//! [`Openings`], [`Pairing`] and [`Match`] (which games, in which order, on how many threads),
//! [`LiveGame`] and [`Spectator`] (who looks on),
//! [`Claim`] and [`Checked`] (whether claimed wins are true), [`GameRecord`], [`Encounter`],
//! [`Usage`], [`Log`] and [`LogReader`], [`Counts`], [`Elo`], [`Sprt`], [`ratings`] and
//! [`PerDoubling`].

mod adjudicate;
mod claims;
mod counts;
mod elo;
mod encounter;
mod log;
mod opening;
mod openings;
mod play;
mod player;
mod rating;
mod record;
mod scaling;
mod schedule;
mod spec;
mod sprt;
mod time;
mod tournament;
mod usage;

pub use adjudicate::{Adjudication, BadMargin, Margin};
pub use claims::{Checked, Claim, RefutedClaim};
pub use counts::{Counts, Points};
pub use elo::Elo;
pub use encounter::{Encounter, SprtCourse};
pub use log::{Log, LogEntry, LogError, LogReader, LoggedPlayer};
pub use openings::{Openings, OpeningsError};
pub use play::{Ending, PlayedGame, Terms, play_game};
pub use player::{
    BaselinePlayer, BaselineSettings, BrainPlayer, BrainSettings, EnginePlayer, EngineSettings,
    Failure, Player, Pondered, RandomPlayer, StartError,
};
pub use rating::{Meeting, Rating, ratings};
pub use record::{Contestant, GameRecord};
pub use scaling::PerDoubling;
pub use schedule::Pairing;
pub use spec::{ParseSpecError, PlayerSpec};
pub use sprt::{BadSprt, Sprt, SprtVerdict};
pub use time::{TimeControl, Turn};
pub use tournament::{
    Entrant, Finish, LiveGame, Match, MatchError, MatchResult, Progress, Spectator,
};
pub use usage::{MoveStats, PonderStats, Usage};
