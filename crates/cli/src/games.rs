//! Files of games, as all training commands read them.

use std::path::Path;

use tengen_train::{Damage, Reader, Record, StoreError};

/// The games of a file. A truncated last game is left out with a notice; any other damage is an
/// error.
pub(crate) fn read(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Record, StoreError>>, StoreError> {
    let whole = |read: &Result<Record, StoreError>| match read {
        Err(error @ StoreError::Damaged { problem: Damage::Truncated, .. }) => {
            eprintln!("{error}; the games before it are used");
            false
        }
        _ => true,
    };
    Ok(Reader::open(path)?.take_while(whole))
}
