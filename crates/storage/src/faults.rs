//! A disk that fails at a chosen call, and may lose what was not synced.
//!
//! ```
//! use redb::TableDefinition;
//! use tengen_storage::Database;
//! use tengen_storage::faults::FaultyDisk;
//!
//! const WINS: TableDefinition<&str, u64> = TableDefinition::new("wins");
//! let disk = FaultyDisk::default();
//! let database = Database::open(Box::new(disk.clone()))?;
//! let insert = || {
//!     database.write(|transaction| {
//!         transaction.open_table(WINS)?.insert("black", 3)?;
//!         Ok(())
//!     })
//! };
//! disk.set_full(true);
//! assert!(insert().is_err());
//! disk.heal();
//! assert!(insert().is_ok());
//! # Ok::<(), tengen_storage::Failure>(())
//! ```

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{Database, DatabaseError, StorageBackend};

use crate::Disk;

/// What a disk is asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// To open the database.
    Open,
    /// To read bytes.
    Read,
    /// To write bytes.
    Write,
    /// To make sure that they are written.
    Sync,
    /// To grow or shrink.
    SetLen,
}

impl Call {
    /// All kinds.
    pub const ALL: [Call; 5] = [Call::Open, Call::Read, Call::Write, Call::Sync, Call::SetLen];
}

/// How it fails.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// At this call, counted from the first.
    pub at: usize,
    /// And at the calls after it, this many in all.
    pub calls: usize,
    /// With this error.
    pub error: io::ErrorKind,
}

#[derive(Debug, Default)]
struct State {
    /// What a reader sees.
    now: Vec<u8>,
    /// What is safe if the power goes.
    synced: Vec<u8>,
    /// Writes and lengths since the last sync, in order.
    since: Vec<Change>,
    /// All calls so far.
    calls: Vec<Call>,
    fault: Option<Fault>,
    faults: usize,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Length(length) => bytes.resize(*length, 0),
            Change::Write(offset, data) => {
                let end = offset + data.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*offset..end].copy_from_slice(data);
            }
        }
    }
}

/// A disk in memory. Clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct FaultyDisk(Arc<Mutex<State>>);

impl FaultyDisk {
    /// An empty disk that will fail like this.
    pub fn failing(fault: Fault) -> FaultyDisk {
        let disk = FaultyDisk::default();
        disk.state().fault = Some(fault);
        disk
    }

    /// The disk is full from now on, or has room again.
    pub fn set_full(&self, is_full: bool) {
        let mut state = self.state();
        let fault = Fault { at: state.calls.len(), calls: usize::MAX / 2, error: ERRORS[0] };
        state.fault = is_full.then_some(fault);
    }

    /// It fails no more.
    pub fn heal(&self) {
        self.state().fault = None;
    }

    /// All calls so far.
    pub fn calls(&self) -> Vec<Call> {
        self.state().calls.clone()
    }

    /// How many of them failed.
    pub fn faults(&self) -> usize {
        self.state().faults
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A call; the error if it is one that fails.
    fn call(&self, call: Call) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        let number = state.calls.len();
        state.calls.push(call);
        match state.fault {
            Some(Fault { at, calls, error }) if (at..at + calls).contains(&number) => {
                state.faults += 1;
                Err(io::Error::from(error))
            }
            _ => Ok(state),
        }
    }

    /// The disk after a power cut: of what was not synced each part is there or not, at random.
    #[must_use]
    pub fn after_power_cut(&self, rng: &mut fastrand::Rng) -> FaultyDisk {
        let state = self.state();
        let mut now = state.synced.clone();
        for change in state.since.iter().filter(|_| rng.bool()) {
            change.apply(&mut now);
        }
        let synced = now.clone();
        FaultyDisk(Arc::new(Mutex::new(State { now, synced, ..State::default() })))
    }
}

impl Disk for FaultyDisk {
    fn open(&self) -> Result<Database, DatabaseError> {
        drop(self.call(Call::Open)?);
        Database::builder().create_with_backend(self.clone())
    }
}

impl StorageBackend for FaultyDisk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().now.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.call(Call::Read)?;
        let bytes = state.now.get(offset as usize..offset as usize + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.call(Call::SetLen)?;
        let change = Change::Length(len as usize);
        change.apply(&mut state.now);
        state.since.push(change);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.call(Call::Sync)?;
        state.synced = state.now.clone();
        state.since.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let called = self.call(Call::Write).map(drop);
        // A write that fails may have come half way.
        let done = if called.is_ok() { data.len() } else { data.len() / 2 };
        let mut state = self.state();
        let change = Change::Write(offset as usize, data[..done].to_vec());
        change.apply(&mut state.now);
        state.since.push(change);
        called
    }
}

/// Errors that disks have.
pub const ERRORS: [io::ErrorKind; 4] = [
    io::ErrorKind::StorageFull,
    io::ErrorKind::Other,
    io::ErrorKind::QuotaExceeded,
    io::ErrorKind::TimedOut,
];
