//! Building an opening book from our own searches, and checking one by deeper ones.
//!
//! [`BookBuilder`] says which position is looked at next and makes the book, [`BookSearcher`]
//! searches, [`is_refuted`] tells what a book does not play, [`repaired`] takes that out.
//! `docs/book.md` describes how the books that ship are made.

mod backup;
mod builder;
mod refutation;
mod repair;
mod searcher;

pub use builder::BookBuilder;
pub use refutation::{REFUTED, is_refuted, refuted};
pub use repair::repaired;
pub use searcher::BookSearcher;
