//! One database file that survives a failing disk.
//!
//! ```
//! use redb::TableDefinition;
//! use tengen_storage::{Database, MemoryDisk};
//!
//! const WINS: TableDefinition<&str, u64> = TableDefinition::new("wins");
//! let database = Database::open(Box::new(MemoryDisk))?;
//! database.write(|transaction| {
//!     transaction.open_table(WINS)?.insert("black", 3)?;
//!     Ok(())
//! })?;
//! let wins = database.read(|transaction| {
//!     Ok(transaction.open_table(WINS)?.get("black")?.map(|wins| wins.value()))
//! })?;
//! assert_eq!(wins, Some(3));
//! # Ok::<(), tengen_storage::Failure>(())
//! ```
//!
//! What [`Database::write`] has written is on the disk when it returns. One process writes a file, and
//! then no other opens it; several may read it with [`ReadOnly`]. With the feature `faults` there is a
//! disk that fails at a chosen call and may lose what was not synced.
//!
//! What is not here: tables, their versions and what lies in them.

mod database;
mod disk;
#[cfg(feature = "faults")]
pub mod faults;
mod read_only;

pub use database::{Database, Failure};
pub use disk::{Disk, FileDisk, MemoryDisk, own_file, own_folder};
pub use read_only::ReadOnly;
