//! Games: what may be done in them and what follows. Nothing here knows threads, sockets or disks.

mod actions;
mod checks;
mod clock;
mod saved;
mod state;
mod table;
mod undo;

pub(crate) use saved::SavedGame;
pub(crate) use state::Around;
pub(crate) use table::Table;

#[cfg(test)]
mod tests;
