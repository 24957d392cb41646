//! A file of counts sorted by position: made of any number of steps within a fixed memory, and looked up
//! without reading it.
//!
//! Steps are collected, sorted and written as runs; the runs are merged at the end. A look-up is a binary
//! search in the file, which the system keeps in its cache: a collection takes no memory of ours.
//!
//! The file: eight bytes that name it, the length of the description, the description in JSON, then
//! entries of [`ENTRY`] bytes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tengen_core::Point;

use super::line::Step;
use super::tally::{Count, Tally};
use crate::store::own_file;

const MAGIC: &[u8; 8] = b"TENGCOL1";
/// Key, move and four counts.
const ENTRY: usize = 8 + 2 + 4 * 4;
/// Steps in memory before they are written: 32 bytes each.
const MOST_HELD: usize = 1 << 19;
/// The longest description, in case a file is none of ours.
const LONGEST_HEAD: u32 = 1 << 16;

/// Collects counts.
#[derive(Debug)]
pub(super) struct Builder {
    /// The file to be; runs lie beside it.
    path: PathBuf,
    held: Vec<(Step, Count)>,
    runs: Vec<PathBuf>,
}

impl Builder {
    pub(super) fn new(path: PathBuf) -> Builder {
        Builder { path, held: Vec::new(), runs: Vec::new() }
    }

    pub(super) fn add(&mut self, step: Step, count: Count) -> io::Result<()> {
        self.held.push((step, count));
        if self.held.len() == MOST_HELD { self.write_run() } else { Ok(()) }
    }

    /// Writes the whole file with its description; it is there entirely or not at all.
    pub(super) fn finish(mut self, head: &[u8]) -> io::Result<()> {
        let unfinished = self.path.with_extension("tmp");
        let mut out = BufWriter::new(fresh(&unfinished)?);
        out.write_all(MAGIC)?;
        out.write_all(&(head.len() as u32).to_le_bytes())?;
        out.write_all(head)?;
        self.sort_held();
        if self.runs.is_empty() {
            self.held.iter().try_for_each(|entry| out.write_all(&bytes(entry)))?;
        } else {
            self.write_run()?;
            merge(&self.runs, &mut out)?;
        }
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&unfinished, &self.path)
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.sort_held();
        let path = self.path.with_extension(format!("run{}", self.runs.len()));
        self.runs.push(path.clone());
        let mut out = BufWriter::new(fresh(&path)?);
        self.held.iter().try_for_each(|entry| out.write_all(&bytes(entry)))?;
        self.held.clear();
        out.flush()
    }

    /// Sorts what is held and adds up what is equal.
    fn sort_held(&mut self) {
        self.held.sort_unstable_by_key(|&(step, _)| step);
        self.held.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1.add(later.1);
            }
            is_same
        });
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        for run in &self.runs {
            let _ = fs::remove_file(run);
        }
    }
}

fn fresh(path: &Path) -> io::Result<File> {
    let file = own_file(path)?;
    file.set_len(0)?;
    Ok(file)
}

/// Merges sorted runs and adds up what is equal.
fn merge(runs: &[PathBuf], out: &mut impl Write) -> io::Result<()> {
    let mut readers = Vec::new();
    let mut next = BinaryHeap::new();
    for (number, run) in runs.iter().enumerate() {
        let mut reader = BufReader::with_capacity(1 << 16, File::open(run)?);
        if let Some((step, count)) = read(&mut reader)? {
            next.push(Reverse((step, number, count)));
        }
        readers.push(reader);
    }
    let mut waiting: Option<(Step, Count)> = None;
    while let Some(Reverse((step, number, count))) = next.pop() {
        match &mut waiting {
            Some((same, sum)) if *same == step => sum.add(count),
            _ => {
                if let Some(done) = waiting.replace((step, count)) {
                    out.write_all(&bytes(&done))?;
                }
            }
        }
        if let Some((step, count)) = read(&mut readers[number])? {
            next.push(Reverse((step, number, count)));
        }
    }
    waiting.iter().try_for_each(|last| out.write_all(&bytes(last)))
}

fn bytes((step, count): &(Step, Count)) -> [u8; ENTRY] {
    let mut bytes = [0; ENTRY];
    bytes[..8].copy_from_slice(&step.key.to_le_bytes());
    bytes[8..10].copy_from_slice(&(step.action.index() as u16).to_le_bytes());
    let counts = [count.games, count.black, count.white, count.draws];
    for (place, number) in bytes[10..].chunks_exact_mut(4).zip(counts) {
        place.copy_from_slice(&number.to_le_bytes());
    }
    bytes
}

/// The entry of some bytes; none if no program of ours wrote them.
fn parse(bytes: &[u8]) -> Option<(Step, Count)> {
    let key = u64::from_le_bytes(bytes[..8].try_into().ok()?);
    let action = u16::from_le_bytes(bytes[8..10].try_into().ok()?);
    let number = |at: usize| Some(u32::from_le_bytes(bytes[at..at + 4].try_into().ok()?));
    let action = Point::from_index(usize::from(action))?;
    let count =
        Count { games: number(10)?, black: number(14)?, white: number(18)?, draws: number(22)? };
    Some((Step { key, action }, count))
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file of the collection is damaged")
}

fn read(input: &mut impl Read) -> io::Result<Option<(Step, Count)>> {
    let mut bytes = [0; ENTRY];
    match input.read_exact(&mut bytes) {
        Ok(()) => parse(&bytes).map(Some).ok_or_else(damaged),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

/// A finished file.
#[derive(Debug)]
pub(super) struct Sorted {
    file: File,
    /// Where entries begin.
    start: u64,
    entries: u64,
}

impl Sorted {
    /// Opens a file; it and its description.
    pub(super) fn open(path: &Path) -> io::Result<(Sorted, Vec<u8>)> {
        let mut file = File::open(path)?;
        let (mut magic, mut length) = ([0; 8], [0; 4]);
        file.read_exact(&mut magic)?;
        file.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if &magic != MAGIC || length > LONGEST_HEAD {
            return Err(damaged());
        }
        let mut head = vec![0; length as usize];
        file.read_exact(&mut head)?;
        let start = 12 + u64::from(length);
        let entries = file.metadata()?.len().saturating_sub(start) / ENTRY as u64;
        Ok((Sorted { file, start, entries }, head))
    }

    /// What was played in a position.
    pub(super) fn look_up(&mut self, key: u64) -> io::Result<Tally> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry(middle)? {
                (step, _) if step.key < key => low = middle + 1,
                _ => high = middle,
            }
        }
        let mut tally = Tally::new();
        for number in low..self.entries {
            let (step, count) = self.entry(number)?;
            if step.key != key {
                break;
            }
            tally.insert(step.action, count);
        }
        Ok(tally)
    }

    fn entry(&mut self, number: u64) -> io::Result<(Step, Count)> {
        self.file.seek(SeekFrom::Start(self.start + number * ENTRY as u64))?;
        read(&mut self.file)?.ok_or_else(damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Winner;

    #[test]
    fn runs_are_merged_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.moves");
        let mut builder = Builder::new(path.clone());
        let points: Vec<Point> = tengen_core::Size::default().points().collect();
        let step = |n: u64| Step {
            key: n.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            action: points[(n % 225) as usize],
        };
        // Twice over, so that every entry is in two runs.
        let most = MOST_HELD as u64 + 1000;
        for n in (0..most).chain(0..most) {
            builder.add(step(n), Count::one(Some(Winner::White))).unwrap();
        }
        assert!(builder.runs.len() >= 2 && builder.held.len() < MOST_HELD);
        builder.finish(b"{}").unwrap();
        let (mut sorted, head) = Sorted::open(&path).unwrap();
        assert_eq!((head.as_slice(), sorted.entries), (b"{}".as_slice(), most));
        for n in (0..most).step_by(997) {
            let tally = sorted.look_up(step(n).key).unwrap();
            let twice = Count { games: 2, white: 2, ..Count::default() };
            assert_eq!(tally.into_iter().collect::<Vec<_>>(), [(step(n).action, twice)]);
        }
        assert!(sorted.look_up(12345).unwrap().is_empty());
        // Nothing else remains.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn another_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1.moves");
        fs::write(&path, b"TENGCOL1\xFF\xFF\xFF\xFFabc").unwrap();
        assert_eq!(Sorted::open(&path).unwrap_err().kind(), io::ErrorKind::InvalidData);
        fs::write(&path, b"TENG").unwrap();
        assert!(Sorted::open(&path).is_err());
    }
}
