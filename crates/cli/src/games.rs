//! Files of games, as all commands of learning read them.

use std::path::Path;

use tengen_train::{Damage, Reader, Record, StoreError};

/// The games of a file. One that a kill cut off at the end is left out, with a notice; damage in
/// the midst is an error.
pub(crate) fn read(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Record, StoreError>>, StoreError> {
    let whole = |read: &Result<Record, StoreError>| match read {
        Err(error @ StoreError::Damaged { problem: Damage::Cut, .. }) => {
            eprintln!("{error}; the games before it are taken");
            false
        }
        _ => true,
    };
    Ok(Reader::open(path)?.take_while(whole))
}
