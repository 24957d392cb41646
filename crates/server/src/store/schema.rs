//! The tables of the database, and how older ones become those of today.

use redb::{ReadableTable, TableDefinition, WriteTransaction};

/// Games and records in full, by number: JSON of [`Stored`](super::Stored).
pub(super) const GAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("games");
/// What lists show of them: JSON of [`Listed`](super::Listed).
pub(super) const LIST: TableDefinition<u64, &[u8]> = TableDefinition::new("list");
/// Reviews by the number of their game: JSON of [`StoredReview`](crate::reviews::StoredReview). Older
/// programs do not know this table and leave it alone, so it needs no new version.
pub(super) const REVIEWS: TableDefinition<u64, &[u8]> = TableDefinition::new("reviews");
/// Scores of the positions of games, by the number of the game: JSON of
/// [`ScoredLine`](crate::wire::ScoredLine). Likewise.
pub(super) const SCORES: TableDefinition<u64, &[u8]> = TableDefinition::new("scores");
/// How it went with puzzles, by their names: JSON of [`Attempts`](crate::puzzles::Attempts). Likewise.
pub(super) const PUZZLES: TableDefinition<&str, &[u8]> = TableDefinition::new("puzzles");
/// Mistakes that became puzzles, by number: JSON of [`Mistake`](crate::puzzles::Mistake). Likewise.
pub(super) const MISTAKES: TableDefinition<u64, &[u8]> = TableDefinition::new("mistakes");
/// The profile, the last number and the version.
pub(super) const SETTINGS: TableDefinition<&str, &[u8]> = TableDefinition::new("settings");

/// The last number that a game was given, among the settings.
pub(super) const LAST_ID: &str = "last-id";
/// What the user has chosen in the app, among the settings.
pub(super) const PROFILE: &str = "profile";
/// The version of the database, among the settings.
const SCHEMA: &str = "schema";

/// The version that this program writes.
pub(super) const VERSION: u32 = 1;

/// Brings a database up to date; the version it had if that is a newer one, else today's. A newer
/// one is left as it is.
///
/// - 0: no version is noted. The same tables as 1.
/// - 1: the first that notes it.
pub(super) fn migrate(transaction: &WriteTransaction) -> Result<u32, redb::Error> {
    let mut settings = transaction.open_table(SETTINGS)?;
    let noted = settings.get(SCHEMA)?.map(|bytes| super::parse::<u32>(bytes.value()));
    // A version that cannot be read is damage to one entry; games are looked at one by one anyway.
    let version = noted.and_then(Result::ok).unwrap_or(0);
    if version > VERSION {
        return Ok(version);
    }
    if version < VERSION {
        settings.insert(SCHEMA, super::json(&VERSION).as_slice())?;
    }
    transaction.open_table(GAMES)?;
    transaction.open_table(LIST)?;
    transaction.open_table(REVIEWS)?;
    transaction.open_table(SCORES)?;
    transaction.open_table(PUZZLES)?;
    transaction.open_table(MISTAKES)?;
    Ok(VERSION)
}
