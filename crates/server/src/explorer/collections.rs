//! Imported collections: each is one file of counts in the data folder.
//!
//! A file arrives in pieces and lies beside them until it is read, on a thread of its own and one at a time.
//! Files that nobody finished are swept at the next start.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tengen_formats::Format;

use super::reading::{Summary, into_counts};
use super::sorted::{Builder, Sorted};
use super::tally::Tally;
use crate::clients::Clients;
use crate::store::{now, own_file, own_folder};
use crate::wire::{CollectionInfo, CollectionProgress, FromServer, Problem, ProblemCode};

/// The folder in the data folder, and the ending of finished files there.
const FOLDER: &str = "collections";
const ENDING: &str = "moves";
/// The ending of a collection that was deleted and can be brought back.
const DELETED: &str = "deleted";
/// How often pages hear of progress.
const NEWS: Duration = Duration::from_millis(250);
/// The longest name.
const LONGEST_NAME: usize = 120;

/// How a reading is to end.
const GO_ON: u8 = 0;
const KEEP: u8 = 1;
const DROP: u8 = 2;

/// All collections of a data folder.
#[derive(Debug)]
pub(crate) struct Collections {
    folder: PathBuf,
    clients: Arc<Clients>,
    all: Mutex<BTreeMap<u64, Collection>>,
    last_id: AtomicU64,
    /// The file that is taken in or read now, if one is.
    job: Mutex<Option<Arc<Job>>>,
}

#[derive(Debug)]
struct Collection {
    info: CollectionInfo,
    counts: Sorted,
}

/// A file on its way to a collection.
#[derive(Debug)]
pub(crate) struct Job {
    id: u64,
    name: String,
    read: AtomicU64,
    total: AtomicU64,
    moves: AtomicU64,
    /// Whether the file is still on its way.
    is_sent: AtomicBool,
    end: AtomicU8,
}

impl Job {
    fn info(&self) -> CollectionInfo {
        let get = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let (read, total, moves) = (get(&self.read), get(&self.total), get(&self.moves));
        CollectionInfo {
            id: self.id.to_string(),
            name: self.name.clone(),
            format: String::new(),
            moves,
            games: None,
            problem: None,
            created: 0,
            progress: Some(CollectionProgress {
                read,
                total,
                sending: self.is_sent.load(Ordering::Relaxed),
            }),
        }
    }

    fn end(&self) -> u8 {
        self.end.load(Ordering::Relaxed)
    }
}

impl Collections {
    /// Opens those of a data folder. One that cannot be read is left alone.
    pub(crate) fn open(data: &Path, clients: Arc<Clients>) -> Arc<Collections> {
        let folder = data.join(FOLDER);
        let (all, last) = found(&folder);
        Arc::new(Collections {
            folder,
            clients,
            all: Mutex::new(all),
            last_id: AtomicU64::new(last),
            job: Mutex::default(),
        })
    }

    /// All of them by age, and the one that is being read.
    pub(crate) fn list(&self) -> Vec<CollectionInfo> {
        let done: Vec<CollectionInfo> = self.all().values().map(|one| one.info.clone()).collect();
        let coming = self.job().as_ref().map(|job| job.info());
        done.into_iter().chain(coming).collect()
    }

    /// What a collection knows of a position.
    pub(crate) fn look_up(&self, id: &str, key: u64) -> Result<Tally, Problem> {
        let number: u64 = id.parse().map_err(|_| no_such_collection(id))?;
        let mut all = self.all();
        let collection = all.get_mut(&number).ok_or_else(|| no_such_collection(id))?;
        collection.counts.look_up(key).map_err(|error| self.failed(&error))
    }

    /// Begins to take in a file; nobody else can until it is read.
    pub(crate) fn begin(&self, name: &str, total: u64) -> Result<Upload, Problem> {
        let mut job = self.job();
        if job.is_some() {
            let text = "another collection is being read; wait for it or stop it";
            return Err(Problem::new(ProblemCode::NotNow, text));
        }
        let made = own_folder(&self.folder);
        made.map_err(|error| self.failed(&error))?;
        let id = self.last_id.fetch_add(1, Ordering::Relaxed) + 1;
        let path = self.folder.join(format!("{id}.upload"));
        let file = own_file(&path).map_err(|error| self.failed(&error))?;
        let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
        let started = Arc::new(Job {
            id,
            name: if name.trim().is_empty() { format!("{id}") } else { name },
            read: AtomicU64::new(0),
            total: AtomicU64::new(total),
            moves: AtomicU64::new(0),
            is_sent: AtomicBool::new(true),
            end: AtomicU8::new(GO_ON),
        });
        *job = Some(started.clone());
        let news = News { clients: self.clients.clone(), last: Instant::now() };
        Ok(Upload { job: started, path, file, size: 0, format: None, news })
    }

    /// The file did not come: somebody else may send one.
    pub(crate) fn abandon(&self) {
        *self.job() = None;
    }

    /// Reads a file that is here, on a thread of its own.
    pub(crate) fn read(self: &Arc<Self>, upload: Upload) -> Result<CollectionInfo, Problem> {
        let Some(format) = upload.format else {
            self.abandon();
            let text = "this looks like no file of games that can be read";
            return Err(Problem::new(ProblemCode::BadFile, text));
        };
        upload.job.total.store(upload.size, Ordering::Relaxed);
        upload.job.is_sent.store(false, Ordering::Relaxed);
        upload.job.read.store(0, Ordering::Relaxed);
        let info = upload.job.info();
        let all = self.clone();
        let work = move || all.run(&upload, format);
        let thread = std::thread::Builder::new().name("collection".to_owned()).spawn(work);
        thread.map_err(|error| {
            self.abandon();
            self.failed(&error)
        })?;
        Ok(info)
    }

    /// Reads the file, then tells everybody.
    fn run(&self, upload: &Upload, format: Format) {
        let done = self.build(upload, format);
        if let Err(error) = &done {
            tracing::error!(%error, "a collection could not be made");
            let text = format!("the collection could not be kept: {error}");
            self.clients
                .tell_everybody(FromServer::Error(Problem::new(ProblemCode::NotSaved, text)));
        }
        let _ = fs::remove_file(&upload.path);
        self.abandon();
        self.clients.tell_everybody(FromServer::ExplorerChanged);
    }

    fn build(&self, upload: &Upload, format: Format) -> io::Result<()> {
        let job = &upload.job;
        let path = self.path(job.id, ENDING);
        let mut builder = Builder::new(path.clone());
        let news = News { clients: self.clients.clone(), last: Instant::now() };
        let news = Mutex::new(news);
        let watch = |read: u64, moves: u64| {
            job.read.store(read, Ordering::Relaxed);
            job.moves.store(moves, Ordering::Relaxed);
            news.lock().unwrap_or_else(PoisonError::into_inner).tell(job);
            if job.end() == GO_ON { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let Summary { moves, games, problem } =
            into_counts(&upload.path, format, &mut builder, &watch)?;
        if job.end() == DROP {
            return Ok(());
        }
        let stopped = (job.end() == KEEP).then(|| "stopped before the end".to_owned());
        let info = CollectionInfo {
            format: format.name().to_owned(),
            moves,
            games,
            problem: problem.or(stopped),
            created: now(),
            progress: None,
            ..job.info()
        };
        let head = serde_json::to_vec(&info).map_err(io::Error::other)?;
        builder.finish(&head)?;
        let (counts, _) = Sorted::open(&path)?;
        self.all().insert(job.id, Collection { info, counts });
        Ok(())
    }

    /// Stops the reading of a file and keeps what was read.
    pub(crate) fn stop(&self, id: &str) -> Result<(), Problem> {
        self.end_job(id, KEEP).then_some(()).ok_or_else(|| no_such_collection(id))
    }

    /// Deletes a collection, which can be brought back until another one is deleted or the server ends; or
    /// stops the reading of its file.
    pub(crate) fn delete(&self, id: &str) -> Result<(), Problem> {
        if self.end_job(id, DROP) {
            return Ok(());
        }
        let number: u64 = id.parse().map_err(|_| no_such_collection(id))?;
        let mut all = self.all();
        if all.remove(&number).is_none() {
            return Err(no_such_collection(id));
        }
        sweep(&self.folder, &[DELETED]);
        let moved = fs::rename(self.path(number, ENDING), self.path(number, DELETED));
        moved.map_err(|error| self.failed(&error))
    }

    /// Brings a collection back.
    pub(crate) fn restore(&self, id: &str) -> Result<(), Problem> {
        let number: u64 = id.parse().map_err(|_| no_such_collection(id))?;
        let path = self.path(number, ENDING);
        fs::rename(self.path(number, DELETED), &path).map_err(|_| no_such_collection(id))?;
        let (counts, info) = opened(&path, number).map_err(|error| self.failed(&error))?;
        self.all().insert(number, Collection { info, counts });
        Ok(())
    }

    fn end_job(&self, id: &str, how: u8) -> bool {
        let job = self.job();
        let job = job.as_ref().filter(|job| job.id.to_string() == id);
        job.inspect(|job| job.end.store(how, Ordering::Relaxed)).is_some()
    }

    fn path(&self, id: u64, ending: &str) -> PathBuf {
        self.folder.join(format!("{id}.{ending}"))
    }

    fn failed(&self, error: &io::Error) -> Problem {
        let text = format!("{}: {error}", self.folder.display());
        Problem::new(ProblemCode::NotSaved, text)
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<u64, Collection>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn job(&self) -> MutexGuard<'_, Option<Arc<Job>>> {
        self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A file that is being sent.
#[derive(Debug)]
pub(crate) struct Upload {
    job: Arc<Job>,
    path: PathBuf,
    file: fs::File,
    size: u64,
    /// What the first piece looks like.
    format: Option<Format>,
    news: News,
}

/// Tells pages how far a file is, not too often.
#[derive(Debug)]
struct News {
    clients: Arc<Clients>,
    last: Instant,
}

impl News {
    fn tell(&mut self, job: &Job) {
        if self.last.elapsed() >= NEWS {
            self.last = Instant::now();
            self.clients.tell_everybody(FromServer::Collection(job.info()));
        }
    }
}

impl Upload {
    /// Takes in a piece; how long the file is by now. None if nobody wants it any more.
    pub(crate) fn push(&mut self, piece: &[u8]) -> io::Result<Option<u64>> {
        if self.size == 0 {
            self.format = Format::recognise(piece);
        }
        self.file.write_all(piece)?;
        self.size += piece.len() as u64;
        self.job.read.store(self.size, Ordering::Relaxed);
        self.news.tell(&self.job);
        Ok((self.job.end() == GO_ON).then_some(self.size))
    }

    /// Whether it is a library, by its first bytes.
    pub(crate) fn is_library(&self) -> bool {
        self.format == Some(Format::Lib)
    }

    /// Forgets the file.
    pub(crate) fn discard(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The collections in a folder, and the last number that one was given. What was not finished goes.
fn found(folder: &Path) -> (BTreeMap<u64, Collection>, u64) {
    sweep(folder, &[DELETED, "upload", "tmp"]);
    let (mut all, mut last) = (BTreeMap::new(), 0);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let number = path.file_stem().and_then(|stem| stem.to_str()?.parse::<u64>().ok());
        let Some(number) = number else { continue };
        last = last.max(number);
        match opened(&path, number) {
            Ok((counts, info)) => _ = all.insert(number, Collection { info, counts }),
            Err(error) => tracing::error!(?path, %error, "a collection cannot be read"),
        }
    }
    (all, last)
}

fn opened(path: &Path, number: u64) -> io::Result<(Sorted, CollectionInfo)> {
    let (counts, head) = Sorted::open(path)?;
    let info: CollectionInfo = serde_json::from_slice(&head)?;
    Ok((counts, CollectionInfo { id: number.to_string(), progress: None, ..info }))
}

/// Removes files with these endings, and runs.
fn sweep(folder: &Path, endings: &[&str]) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        if endings.contains(&ending) || endings.contains(&"tmp") && ending.starts_with("run") {
            let _ = fs::remove_file(&path);
        }
    }
}

fn no_such_collection(id: &str) -> Problem {
    let shown: String = id.chars().take(20).collect();
    Problem::new(ProblemCode::NotFound, format!("there is no collection '{shown}'"))
}

#[cfg(test)]
mod tests;
