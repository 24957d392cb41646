//! The store: a folder of files to which records are appended, one file for each run.
//!
//! A store is about a rule, a size and an attacker. What is known of a position is true whichever claim
//! it was looked at for, so searches for several claims may share one. Nothing in it is ever changed. A run that is killed leaves at most the last record unfinished,
//! and that is ignored. Several runs may use one store at a time: each writes a file of its own and
//! reads on in those of the others.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tengen_core::{Board, Rule, Side, Size};

use crate::record::{Fact, Record};

/// What is to be proved: one side wins a position.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The rule.
    pub rule: Rule,
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub to_move: Side,
    /// The side that is claimed to win.
    pub attacker: Side,
}

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Reading or writing failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A file is no part of a store.
    #[error("{}: this is no file of a proof search", .0.display())]
    Foreign(PathBuf),
    /// The store is about other claims.
    #[error("{}: this store is about another rule, size or attacker", .0.display())]
    OtherGame(PathBuf),
}

/// How a file begins.
const MAGIC: &[u8; 8] = b"TENGPRV2";
/// How files are called.
const EXTENSION: &str = "run";
/// What is not yet on the disk after a power cut.
const SYNC: Duration = Duration::from_secs(10);

/// The folder, and the file of this run in it.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    header: Vec<u8>,
    size: Size,
    /// The file of this run, once there is something in it.
    own: Option<(PathBuf, BufWriter<File>)>,
    /// How far the files of others are read.
    read: Vec<(PathBuf, u64)>,
    synced: Instant,
}

impl Store {
    /// A store in this folder, which need not be there. Nothing is written before the first record.
    pub(crate) fn new(folder: &Path, claim: &Claim) -> Store {
        Store {
            folder: folder.to_owned(),
            header: header(claim),
            size: claim.board.size(),
            own: None,
            read: Vec::new(),
            synced: Instant::now(),
        }
    }

    /// The records that other runs have written since the last call.
    pub(crate) fn news(&mut self) -> Result<Vec<Record>, StoreError> {
        let mut records = Vec::new();
        for path in self.files()? {
            if self.own.as_ref().is_some_and(|(own, _)| *own == path) {
                continue;
            }
            let known = self.read.iter().position(|(known, _)| *known == path);
            let place = known.unwrap_or_else(|| {
                self.read.push((path.clone(), 0));
                self.read.len() - 1
            });
            let from = self.read[place].1;
            self.read[place].1 = self.read_on(&path, from, &mut records)?;
        }
        Ok(records)
    }

    fn files(&self) -> Result<Vec<PathBuf>, StoreError> {
        let at = |error| StoreError::Io { path: self.folder.clone(), error };
        let mut files = Vec::new();
        if !self.folder.try_exists().map_err(at)? {
            return Ok(files);
        }
        for entry in fs::read_dir(&self.folder).map_err(at)? {
            let path = entry.map_err(at)?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    }

    /// Reads whole records from a place on; where the next one will begin.
    fn read_on(
        &self,
        path: &Path,
        from: u64,
        records: &mut Vec<Record>,
    ) -> Result<u64, StoreError> {
        let at = |error| StoreError::Io { path: path.to_owned(), error };
        let mut file = File::open(path).map_err(at)?;
        file.seek(SeekFrom::Start(from)).map_err(at)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(at)?;
        let mut rest = &bytes[..];
        if from == 0 {
            let begins_alike = bytes.iter().zip(&self.header).all(|(a, b)| a == b);
            match rest.split_at_checked(self.header.len()) {
                // Another run is about to write it.
                None if begins_alike => return Ok(0),
                Some((_, after)) if begins_alike => rest = after,
                _ if bytes.starts_with(MAGIC) => {
                    return Err(StoreError::OtherGame(path.to_owned()));
                }
                _ => return Err(StoreError::Foreign(path.to_owned())),
            }
        }
        while let Some((record, after)) = next_record(rest, self.size) {
            records.extend(record);
            rest = after;
        }
        Ok(from + (bytes.len() - rest.len()) as u64)
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), StoreError> {
        let bytes = record.to_bytes(self.size);
        let is_due = self.synced.elapsed() >= SYNC;
        let (path, out) = self.own()?;
        let mut written = out.write_all(&(bytes.len() as u32).to_le_bytes());
        written = written.and_then(|()| out.write_all(&checksum(&bytes).to_le_bytes()));
        written = written.and_then(|()| out.write_all(&bytes));
        // What has cost hours leaves the program at once.
        if is_due || matches!(record.fact, Fact::Won(_)) {
            written = written.and_then(|()| out.flush());
        }
        if is_due {
            written = written.and_then(|()| out.get_ref().sync_data());
        }
        written.map_err(|error| StoreError::Io { path: path.clone(), error })?;
        if is_due {
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Everything is on the disk when this returns.
    pub(crate) fn sync(&mut self) -> Result<(), StoreError> {
        let Some((path, out)) = &mut self.own else { return Ok(()) };
        let written = out.flush().and_then(|()| out.get_ref().sync_data());
        written.map_err(|error| StoreError::Io { path: path.clone(), error })
    }

    /// The file of this run, begun if there is none.
    fn own(&mut self) -> Result<&mut (PathBuf, BufWriter<File>), StoreError> {
        let own = match self.own.take() {
            Some(own) => own,
            None => begin_file(&self.folder, &self.header)
                .map_err(|error| StoreError::Io { path: self.folder.clone(), error })?,
        };
        Ok(self.own.insert(own))
    }
}

fn begin_file(folder: &Path, header: &[u8]) -> io::Result<(PathBuf, BufWriter<File>)> {
    fs::create_dir_all(folder)?;
    let (path, mut file) = new_file(folder)?;
    file.write_all(header)?;
    file.sync_data()?;
    Ok((path, BufWriter::new(file)))
}

/// A file with a name that no other run has.
fn new_file(folder: &Path) -> io::Result<(PathBuf, File)> {
    for number in 1.. {
        let path = folder.join(format!("{number:05}.{EXTENSION}"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn header(claim: &Claim) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    let (size, attacks) = (claim.board.size(), u8::from(claim.attacker == Side::White));
    header.extend([claim.rule.code(), size.lines(), attacks]);
    header
}

/// The first record of these bytes, and the rest. A record that is whole but makes no sense is
/// skipped; one that is not whole ends the file.
fn next_record(bytes: &[u8], size: Size) -> Option<(Option<Record>, &[u8])> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (sum, rest) = rest.split_first_chunk()?;
    let (record, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    (checksum(record) == u32::from_le_bytes(*sum)).then(|| (Record::from_bytes(record, size), rest))
}

/// 32-bit FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
