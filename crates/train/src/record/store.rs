//! Files of games, written so that a kill at any moment loses no finished game.
//!
//! A file is a header line and then frames: the length of a game in two bytes, the game, and four
//! bytes of checksum. A truncated last frame is dropped when the file is opened again. Where the
//! header says so, the first frame holds no game but the conditions under which all were played.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::Crc;

use super::{BadRecord, Conditions, Record};

/// The header of a file that does not say how its games were played.
const HEADER: &[u8; 15] = b"tengen games 1\n";
/// The header of a file that says so in its first frame.
const HEADER_WITH_CONDITIONS: &[u8; 15] = b"tengen games 2\n";
/// How often what was written is forced to the disk, in case the machine fails.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// A file of games that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        error: std::io::Error,
    },
    /// It has another header.
    #[error("{0}: this is no file of games")]
    NotGames(PathBuf),
    /// Another program writes to it.
    #[error("{0}: another program is writing to this file")]
    Busy(PathBuf),
    /// Its games were played otherwise.
    #[error("{path}: these games were played under other conditions: {differs}", path = path.display())]
    OtherConditions {
        /// The file.
        path: PathBuf,
        /// What the file has, and what was asked for.
        differs: String,
    },
    /// A game in it is damaged.
    #[error("{path}: byte {at}: {problem}", path = path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the game begins.
        at: u64,
        /// What is wrong with it.
        problem: Damage,
    },
}

/// What is wrong with a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The file ends in it.
    #[error("the file ends within a game")]
    Truncated,
    /// Its bytes are not those that were written.
    #[error("the checksum of a game is wrong")]
    Checksum,
    /// Its bytes are no game.
    #[error("{0}")]
    Record(#[from] BadRecord),
}

/// Reads games one after the other, plain or compressed (`.gz`).
pub struct Reader {
    path: PathBuf,
    input: Box<dyn Read + Send>,
    at: u64,
    conditions: Option<Conditions>,
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("path", &self.path).field("at", &self.at).finish()
    }
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        let file = File::open(path).map_err(file_error(path))?;
        let input: Box<dyn Read + Send> = match path.extension().is_some_and(|end| end == "gz") {
            true => Box::new(BufReader::new(flate2::read::MultiGzDecoder::new(file))),
            false => Box::new(BufReader::new(file)),
        };
        Reader::of(path, input)
    }

    /// Begins to read the bytes of a file.
    fn of(path: &Path, input: Box<dyn Read + Send>) -> Result<Reader, StoreError> {
        let (path, at) = (path.to_owned(), HEADER.len() as u64);
        let mut reader = Reader { path, input, at, conditions: None };
        let mut head = [0; HEADER.len()];
        match reader.input.read_exact(&mut head) {
            Ok(()) if &head == HEADER => Ok(reader),
            Ok(()) if &head == HEADER_WITH_CONDITIONS => {
                let frame = reader.frame()?.ok_or_else(|| reader.damaged(Damage::Truncated))?;
                reader.conditions = Some(Conditions::from_text(&String::from_utf8_lossy(&frame)));
                Ok(reader)
            }
            _ => Err(StoreError::NotGames(reader.path)),
        }
    }

    /// Reads on to the end, or to a game that was cut off.
    fn read_whole_games(&mut self, known: &mut impl FnMut(Record)) -> Result<(), StoreError> {
        loop {
            match self.read() {
                Ok(Some(record)) => known(record),
                Ok(None) | Err(StoreError::Damaged { problem: Damage::Truncated, .. }) => {
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The next game; none at the end of the file.
    fn read(&mut self) -> Result<Option<Record>, StoreError> {
        let at = self.at;
        let Some(game) = self.frame()? else { return Ok(None) };
        let record = Record::from_bytes(&game).map_err(|bad| StoreError::Damaged {
            path: self.path.clone(),
            at,
            problem: Damage::Record(bad),
        });
        record.map(Some)
    }

    /// What the next frame holds; none at the end of the file.
    fn frame(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        let mut length = [0; 2];
        match self.fill(&mut length)? {
            0 => return Ok(None),
            2 => {}
            _ => return Err(self.damaged(Damage::Truncated)),
        }
        let mut frame = vec![0; usize::from(u16::from_le_bytes(length)) + 4];
        if self.fill(&mut frame)? < frame.len() {
            return Err(self.damaged(Damage::Truncated));
        }
        let sum = frame.split_off(frame.len() - 4);
        if sum != checksum(&frame).to_le_bytes() {
            return Err(self.damaged(Damage::Checksum));
        }
        self.at += (2 + frame.len() + sum.len()) as u64;
        Ok(Some(frame))
    }

    /// Reads until the buffer is full or the file ends.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize, StoreError> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(file_error(&self.path)(error)),
            }
        }
        Ok(filled)
    }

    fn damaged(&self, problem: Damage) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), at: self.at, problem }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// Appends games to a file.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    output: BufWriter<File>,
    saved: Instant,
}

impl Writer {
    /// Opens a file, or begins one. `known` receives every game in it; a game that was cut
    /// off at its end is dropped. Nobody else can open it to write until the writer is dropped.
    ///
    /// # Errors
    /// If it cannot be written, another program writes to it, it begins otherwise, or it is damaged
    /// before its end.
    pub fn open(path: &Path, known: impl FnMut(Record)) -> Result<Writer, StoreError> {
        Writer::open_or_begin(path, None, known)
    }

    /// Opens a file of games that were all played under the same conditions, or begins one. What was
    /// begun without conditions is not asked for them.
    ///
    /// # Errors
    /// As [`Writer::open`], and if the file names other conditions.
    pub fn open_under(
        path: &Path,
        conditions: &Conditions,
        known: impl FnMut(Record),
    ) -> Result<Writer, StoreError> {
        Writer::open_or_begin(path, Some(conditions), known)
    }

    fn open_or_begin(
        path: &Path,
        conditions: Option<&Conditions>,
        mut known: impl FnMut(Record),
    ) -> Result<Writer, StoreError> {
        if begins_otherwise(path) {
            return Err(StoreError::NotGames(path.to_owned()));
        }
        let options =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).clone();
        let mut file = options.open(path).map_err(file_error(path))?;
        // Before anything is read: two writers would each write over the games of the other.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(StoreError::Busy(path.to_owned()));
        }
        let input = file.try_clone().map_err(file_error(path))?;
        let end = match Reader::of(path, Box::new(BufReader::new(input))) {
            Ok(mut reader) => {
                if let (Some(now), Some(then)) = (conditions, &reader.conditions)
                    && let Some(differs) = now.differs_from(then)
                {
                    return Err(StoreError::OtherConditions { path: path.to_owned(), differs });
                }
                reader.read_whole_games(&mut known)?;
                reader.at
            }
            // The file is new, or was cut before its first game.
            Err(
                StoreError::NotGames(_) | StoreError::Damaged { problem: Damage::Truncated, .. },
            ) => 0,
            Err(error) => return Err(error),
        };
        let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(file_error(path))?;
        let mut writer =
            Writer { path: path.to_owned(), output: BufWriter::new(file), saved: Instant::now() };
        if end == 0 {
            let begun = write_head(&mut writer.output, conditions);
            begun.map_err(file_error(path))?;
            writer.save()?;
        }
        Ok(writer)
    }

    /// Appends a game. It is in the file at once: the next game may take minutes, and a kill before
    /// its end would lose what waits in a buffer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), StoreError> {
        let written =
            write_frame(&mut self.output, &record.to_bytes()).and_then(|()| self.output.flush());
        written.map_err(file_error(&self.path))?;
        if self.saved.elapsed() >= SAVE_EVERY {
            self.save()?;
        }
        Ok(())
    }

    /// Forces everything to the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&mut self) -> Result<(), StoreError> {
        self.saved = Instant::now();
        let saved = self.output.flush().and_then(|()| self.output.get_ref().sync_data());
        saved.map_err(file_error(&self.path))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // Callers that care about errors have called `save` before.
        let _ = self.save();
    }
}

/// Writes games into a compressed file, to be kept or sent.
///
/// # Errors
/// If it cannot be written.
pub fn pack<'a>(
    path: &Path,
    records: impl IntoIterator<Item = &'a Record>,
) -> Result<(), StoreError> {
    let write = || {
        let file = BufWriter::new(File::create(path)?);
        let mut output = flate2::write::GzEncoder::new(file, flate2::Compression::best());
        output.write_all(HEADER)?;
        for record in records {
            write_frame(&mut output, &record.to_bytes())?;
        }
        output.finish()?.flush()
    };
    write().map_err(file_error(path))
}

fn write_head(output: &mut impl Write, conditions: Option<&Conditions>) -> std::io::Result<()> {
    match conditions {
        None => output.write_all(HEADER),
        Some(conditions) => {
            output.write_all(HEADER_WITH_CONDITIONS)?;
            write_frame(output, conditions.to_string().as_bytes())
        }
    }
}

fn write_frame(output: &mut impl Write, bytes: &[u8]) -> std::io::Result<()> {
    output.write_all(&(bytes.len() as u16).to_le_bytes())?;
    output.write_all(bytes)?;
    output.write_all(&checksum(bytes).to_le_bytes())
}

/// Whether a file is there that is not even the beginning of a file of games.
fn begins_otherwise(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).map(|file| file.take(HEADER.len() as u64).read_to_end(&mut start));
    read.is_ok() && ![HEADER, HEADER_WITH_CONDITIONS].iter().any(|head| head.starts_with(&start))
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = Crc::new();
    sum.update(bytes);
    sum.sum()
}

fn file_error(path: &Path) -> impl Fn(std::io::Error) -> StoreError + use<> {
    let path = path.to_owned();
    move |error| StoreError::File { path: path.clone(), error }
}
