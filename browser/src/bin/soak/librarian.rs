//! The client of files and records: imports and exports of all formats, saves, edits, deletes, restores.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use serde_json::{Value, json};
use tengen_browser::{Answer, repository};

use crate::janitor::Janitor;
use crate::line::request;
use crate::run::Run;

/// Records kept at a time.
const MOST_RECORDS: usize = 30;
/// What an export may be written as.
const FORMATS: [&str; 6] = ["sgf", "psq", "pos", "json", "board", "offset"];

/// Works until the end of the run.
pub(crate) fn work(run: &Run) {
    let mut random = run.random(100);
    let mut janitor = Janitor::default();
    let mut shelf = Vec::new();
    let files = match files() {
        Ok(files) => files,
        Err(error) => return run.tally.fail(&format!("librarian: {error:#}")),
    };
    run.sessions("librarian", |life| {
        let mut desk = Librarian { run, random: &mut random, files: &files, shelf: &mut shelf };
        desk.look_over_the_shelf()?;
        for round in 0.. {
            if run.is_over() || run.life() != life {
                break;
            }
            desk.round()?;
            if round % 10 == 0 {
                janitor.clean(run)?;
            }
            run.pause(Duration::from_millis(300));
        }
        Ok(())
    });
}

/// The files of `data/`, good ones and damaged ones.
fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for folder in ["damaged", "samples"] {
        let folder = repository().join("data").join(folder);
        let mut paths = folder.read_dir()?.collect::<std::io::Result<Vec<_>>>()?;
        paths.sort_by_key(std::fs::DirEntry::file_name);
        for path in paths {
            let name = path.file_name().to_string_lossy().into_owned();
            files.push((name, std::fs::read(path.path())?));
        }
    }
    Ok(files)
}

/// A record that is stored.
#[derive(Debug)]
struct Kept {
    id: String,
    changed: u64,
    record: Value,
    /// A change was asked for that has no answer yet.
    is_changing: bool,
}

struct Librarian<'a, 'r> {
    run: &'r Run,
    random: &'a mut Rng,
    files: &'a [(String, Vec<u8>)],
    shelf: &'a mut Vec<Kept>,
}

impl Librarian<'_, '_> {
    /// After a kill every record is there as it was confirmed.
    fn look_over_the_shelf(&mut self) -> Result<()> {
        for kept in &mut *self.shelf {
            let answer = request(self.run, "GET", &format!("/api/games/{}", kept.id), &[])?;
            // What was asked for last may have been done or not, and was perhaps a deletion.
            if !kept.is_changing {
                ensure!(answer.status == 200, "record {} is lost: {}", kept.id, answer.body);
                let stored: Value = serde_json::from_str(&answer.body)?;
                let changed = stored["summary"]["changed"].as_u64();
                ensure!(changed == Some(kept.changed), "record {} is not the last one", kept.id);
                self.run.tally.checks.fetch_add(1, Ordering::Relaxed);
            }
        }
        let (run, mut left) = (self.run, Vec::new());
        for kept in self.shelf.drain(..) {
            if kept.is_changing {
                request(run, "DELETE", &format!("/api/games/{}", kept.id), &[])?;
            } else {
                left.push(kept);
            }
        }
        *self.shelf = left;
        Ok(())
    }

    /// A file comes in, goes out in all formats, and is saved; a record is edited or deleted.
    fn round(&mut self) -> Result<()> {
        let (name, bytes) = self.random.choice(self.files).context("no files")?;
        let imported = self.import(name, bytes)?;
        let records = imported["records"].as_array().cloned().unwrap_or_default();
        if let Some(record) = self.random.choice(&records) {
            self.export(record)?;
            self.save(record)?;
        }
        if let Some(place) = self.random.choice(0..self.shelf.len()) {
            self.edit(place)?;
            self.pictures(place)?;
        }
        if self.shelf.len() > MOST_RECORDS {
            self.delete()?;
        }
        let storage = request(self.run, "GET", "/api/storage", &[])?;
        let storage: Value = serde_json::from_str(&storage.body)?;
        for name in ["unreadable", "unsaved"] {
            ensure!(storage[name] == json!([]), "{name} games: {storage}");
        }
        Ok(())
    }

    /// A damaged file is refused, or read up to the damage; the server says which.
    fn import(&mut self, name: &str, bytes: &[u8]) -> Result<Value> {
        let answer = request(self.run, "POST", &format!("/api/import?name={name}&size=15"), bytes)?;
        ensure!(matches!(answer.status, 200 | 422), "{name}: {} {}", answer.status, answer.body);
        if answer.status == 200 { Ok(serde_json::from_str(&answer.body)?) } else { Ok(Value::Null) }
    }

    /// Writes a record in every format; what can be written can be read.
    fn export(&mut self, record: &Value) -> Result<()> {
        let body = json!({ "records": [record] }).to_string();
        for format in FORMATS {
            let path = format!("/api/export?format={format}");
            let answer = request(self.run, "POST", &path, body.as_bytes())?;
            ensure!(
                matches!(answer.status, 200 | 422),
                "{path}: {} {}",
                answer.status,
                answer.body
            );
            if answer.status == 200 {
                let name = format!("again.{format}");
                let again = self.import(&name, answer.body.as_bytes())?;
                ensure!(!again["records"].is_null(), "{format} is written and not read");
            }
        }
        Ok(())
    }

    fn save(&mut self, record: &Value) -> Result<()> {
        let save = json!({ "name": "soak", "record": record }).to_string();
        let answer = request(self.run, "POST", "/api/games", save.as_bytes())?;
        ensure!(answer.status == 200, "saving a record: {} {}", answer.status, answer.body);
        let (id, changed) = summary(&answer)?;
        self.shelf.push(Kept { id, changed, record: record.clone(), is_changing: false });
        Ok(())
    }

    /// Another version of a record, and one that comes too late.
    fn edit(&mut self, place: usize) -> Result<()> {
        let (run, kept) = (self.run, &mut self.shelf[place]);
        let path = format!("/api/games/{}", kept.id);
        kept.record["event"] = json!(format!("soak {}", self.random.u32(..)));
        let save = json!({ "record": kept.record, "changed": kept.changed }).to_string();
        kept.is_changing = true;
        let answer = request(run, "PUT", &path, save.as_bytes())?;
        ensure!(answer.status == 200, "PUT {path}: {} {}", answer.status, answer.body);
        kept.changed = summary(&answer)?.1;
        kept.is_changing = false;
        let late = request(run, "PUT", &path, save.as_bytes())?;
        ensure!(late.status == 409, "a version that came too late: {} {}", late.status, late.body);
        let name = json!({ "name": "soak", "tags": ["soak"] }).to_string();
        let renamed = request(run, "PATCH", &path, name.as_bytes())?;
        ensure!(renamed.status == 200, "PATCH {path}: {} {}", renamed.status, renamed.body);
        kept.changed = summary(&renamed)?.1;
        Ok(())
    }

    fn pictures(&mut self, place: usize) -> Result<()> {
        let ending = self.random.choice(["svg", "png", "sgf", "json"]).unwrap_or("svg");
        let path = format!("/api/games/{}.{ending}", self.shelf[place].id);
        let answer = request(self.run, "GET", &path, &[])?;
        // A record may hold stones that no rule lets come about.
        ensure!(matches!(answer.status, 200 | 400 | 422), "{path}: {}", answer.status);
        Ok(())
    }

    /// Deletes a record, brings it back, and deletes it for good.
    fn delete(&mut self) -> Result<()> {
        let Some(kept) = self.shelf.first_mut() else { return Ok(()) };
        kept.is_changing = true;
        let path = format!("/api/games/{}", kept.id);
        let back = format!("{path}/restore");
        let steps = [("DELETE", &path, 200), ("GET", &path, 404), ("POST", &back, 200)];
        for (method, path, expected) in
            steps.into_iter().chain([("GET", &path, 200), ("DELETE", &path, 200)])
        {
            let answer = request(self.run, method, path, &[])?;
            let Answer { status, body, .. } = answer;
            ensure!(status == expected, "{method} {path}: {status} {body}");
        }
        self.shelf.remove(0);
        Ok(())
    }
}

/// The number of a stored record, and when it was changed.
fn summary(answer: &Answer) -> Result<(String, u64)> {
    let summary: Value = serde_json::from_str(&answer.body)?;
    let id = summary["id"].as_str().context("no id")?.to_owned();
    Ok((id, summary["changed"].as_u64().context("no time")?))
}
