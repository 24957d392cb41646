//! Where the database lies: a file of the user's own, memory, or in tests a disk that fails on demand.

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use redb::{Database, DatabaseError};

/// A place for one database, which can be opened again and again.
pub trait Disk: Debug + Send + Sync {
    /// Opens the database, an empty one where there is none.
    ///
    /// # Errors
    /// If that fails.
    fn open(&self) -> Result<Database, DatabaseError>;
}

/// A file.
#[derive(Debug)]
pub struct FileDisk {
    path: PathBuf,
    cache: Option<usize>,
}

impl FileDisk {
    /// A file, which need not be there.
    pub fn new(path: impl Into<PathBuf>) -> FileDisk {
        FileDisk { path: path.into(), cache: None }
    }

    /// Keeps at most this many bytes of the file in memory.
    #[must_use]
    pub fn with_cache(self, bytes: usize) -> FileDisk {
        FileDisk { cache: Some(bytes), ..self }
    }
}

impl Disk for FileDisk {
    fn open(&self) -> Result<Database, DatabaseError> {
        let mut builder = Database::builder();
        if let Some(bytes) = self.cache {
            builder.set_cache_size(bytes);
        }
        builder.create_file(own_file(&self.path)?)
    }
}

/// No disk at all: what is stored is gone with the process.
#[derive(Debug)]
pub struct MemoryDisk;

impl Disk for MemoryDisk {
    fn open(&self) -> Result<Database, DatabaseError> {
        Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())
    }
}

/// Opens a file that nobody but its owner may read, also one that was there before.
///
/// # Errors
/// If the system refuses.
pub fn own_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        let file = options.mode(0o600).open(path)?;
        file.set_permissions(PermissionsExt::from_mode(0o600))?;
        Ok(file)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Makes a folder that nobody but its owner may look into.
///
/// # Errors
/// If the system refuses.
pub fn own_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o700))?;
    }
    Ok(())
}
