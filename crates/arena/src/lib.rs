//! Matches: players against each other, and what the results say.
//!
//! A player is a trait: our engine in this process, or any Gomocup brain in its own. The rules are
//! asked of `tengen_core` alone; how a player thinks is not known here.
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
//! In reading order: [`Player`] and [`TimeControl`], the players ([`PlayerSpec`], [`EnginePlayer`],
//! [`BrainPlayer`], [`SeedsPlayer`], [`RandomPlayer`]), [`play_game`], [`Openings`], [`Match`] (which
//! games, in which order, on how many threads), [`Claim`] and [`Checked`] (whether players told the
//! truth), [`GameRecord`] and [`Log`], [`Counts`], [`Elo`], [`Sprt`].

mod claims;
mod counts;
mod elo;
mod log;
mod openings;
mod play;
mod player;
mod record;
mod schedule;
mod spec;
mod sprt;

pub use claims::{Checked, Claim, RefutedClaim};
pub use counts::{Counts, Points};
pub use elo::Elo;
pub use log::{Log, LogError};
pub use openings::{Openings, OpeningsError};
pub use play::{Ending, PlayedGame, Terms, play_game};
pub use player::{
    BrainPlayer, BrainSettings, EnginePlayer, EngineSettings, Failure, Player, RandomPlayer,
    SeedsPlayer, SeedsSettings, StartError, TimeControl, Turn,
};
pub use record::{Contestant, GameRecord};
pub use schedule::{Finish, Match, MatchError, MatchResult, Progress};
pub use spec::{ParseSpecError, PlayerSpec};
pub use sprt::{BadSprt, Sprt, SprtVerdict};
