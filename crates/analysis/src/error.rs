//! What can go wrong with a database.

use std::path::PathBuf;

use tengen_storage::Failure;

use crate::database::VERSION;

/// Why a database cannot be opened, read or written. Every text names the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process holds it.
    #[error("{} is in use by another Tengen: one process writes a database, or several read it", .0.display())]
    InUse(PathBuf),
    /// It was not there, and was to be read.
    #[error("{}: there is no such database", .0.display())]
    Missing(PathBuf),
    /// A newer program wrote it.
    #[error("{} was written by a newer Tengen (version {version} of the database; this one knows {VERSION})",
        path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        version: u32,
    },
    /// It is something else.
    #[error("{} is no analysis database", .0.display())]
    Foreign(PathBuf),
    /// It cannot be understood.
    #[error("{} is damaged: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// It was opened to be read only.
    #[error("{} is open for reading only", .0.display())]
    ReadOnly(PathBuf),
    /// The disk failed.
    #[error("{}: {problem}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl Error {
    pub(crate) fn of(failure: &Failure, path: PathBuf) -> Error {
        let problem = failure.to_string();
        match failure {
            failure if failure.is_in_use() => Error::InUse(path),
            failure if failure.is_damage() => Error::Damaged { path, problem },
            _ => Error::Disk { path, problem },
        }
    }
}
