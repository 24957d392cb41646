//! Writing results: to standard output, or to a file that is never left half written.

use std::ffi::OsString;
use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use tengen_core::Point;

/// Prints a text. A reader who has seen enough (`tengen … | head`) is no error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    print_bytes(text.as_bytes())
}

/// Prints bytes, likewise.
pub(crate) fn print_bytes(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    finished(out.write_all(bytes).and_then(|()| out.flush()))
}

/// The names of points, as results show them.
pub(crate) fn names(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

/// How writing to standard output ended; likewise.
pub(crate) fn finished(written: io::Result<()>) -> anyhow::Result<()> {
    match written {
        Err(error) if is_broken_pipe(&error) => Ok(()),
        done => done.context("standard output"),
    }
}

fn is_broken_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Writes a file, or standard output for `-`: the whole content or nothing.
pub(crate) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        return print_bytes(content);
    }
    write_with(path, |out| Ok(out.write_all(content)?))
}

/// The same for a content that is made piece by piece.
pub(crate) fn write_with(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        let mut out = io::BufWriter::new(io::stdout().lock());
        return match content(&mut out).and_then(|()| Ok(out.flush()?)) {
            Err(error) if error.downcast_ref().is_some_and(is_broken_pipe) => Ok(()),
            done => done.context("standard output"),
        };
    }
    check_place(path)?;
    write_file(path, content).with_context(|| format!("writing {}", path.display()))
}

/// Whether there is a folder for a file that is to be written later.
pub(crate) fn check_place(path: &Path) -> anyhow::Result<()> {
    let place = || format!("writing {}", path.display());
    if path.is_dir() {
        return Err(anyhow!("this is a folder")).with_context(place);
    }
    match folder(path) {
        folder if folder.is_dir() => Ok(()),
        folder => Err(anyhow!("there is no folder {}", folder.display())).with_context(place),
    }
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn write_file(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let path = &target(path)?;
    let before = path.metadata().ok();
    // A device or pipe cannot be replaced by another file.
    if before.as_ref().is_some_and(|found| !found.is_file()) {
        return content(&mut File::create(path)?);
    }
    let (part, file) = open_part(path)?;
    let mut out = io::BufWriter::new(&file);
    let written = file.set_len(0).map_err(anyhow::Error::from);
    let written = written.and_then(|()| content(&mut out)).and_then(|()| Ok(out.flush()?));
    drop(out);
    // The new file takes the old one's place, and so its mode.
    let mode = before.map_or(Ok(()), |before| file.set_permissions(before.permissions()));
    let done =
        written.and_then(|()| mode.and_then(|()| std::fs::rename(&part, path)).map_err(Into::into));
    if done.is_err() {
        // The error that matters is the first.
        let _ = std::fs::remove_file(&part);
    }
    done
}

/// The file that a path leads to: a link stays, and what it points to is written.
fn target(path: &Path) -> anyhow::Result<PathBuf> {
    /// As many links as systems follow.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = std::fs::read_link(&path) else { return Ok(path) };
        path = folder(&path).join(next);
    }
    bail!("there are too many links on the way");
}

/// Opens the file that is written before it takes another's place. Its name follows from the
/// other's, so that what a kill leaves behind is taken up by the next run; a lock keeps two runs
/// apart.
fn open_part(path: &Path) -> anyhow::Result<(PathBuf, File)> {
    let name = path.file_name().context("this is no file's name")?;
    let mut part_name = OsString::from(".");
    part_name.push(name);
    part_name.push(".tmp");
    let part = folder(path).join(part_name);
    if part.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        bail!("{} is in the way", part.display());
    }
    let file = File::options().create(true).truncate(false).write(true).open(&part);
    // The error itself would be about a file that nobody knows.
    let file = file.map_err(|error| io::Error::from(error.kind()))?;
    // A file system without locks has no second run to keep away either.
    let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    // Another run may have renamed it just before the lock: then it is the other's result.
    ensure!(!is_taken && part.exists(), "another program is writing it");
    Ok((part, file))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder, sorted.
    fn names_in(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<String> =
            entries.map(|entry| name(entry).into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_written_again_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("private");
        std::fs::write(&path, "before").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        write(&path, b"after").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"after");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_points_to_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let [file, new, link, to_new] =
            ["file", "new", "link", "to_new"].map(|name| folder.path().join(name));
        std::fs::write(&file, "before").unwrap();
        std::os::unix::fs::symlink("file", &link).unwrap();
        std::os::unix::fs::symlink("new", &to_new).unwrap();
        for (link, target) in [(link, file), (to_new, new)] {
            write(&link, b"after").unwrap();
            assert!(link.is_symlink(), "{}", link.display());
            assert!(!target.is_symlink() && std::fs::read(&target).unwrap() == b"after");
        }
    }

    #[test]
    fn what_a_kill_left_behind_is_gone_after_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.txt");
        let (part, file) = open_part(&path).unwrap();
        (&file).write_all(b"half of a longer ta").unwrap();
        let problem = write(&path, b"a table").unwrap_err();
        assert!(format!("{problem:#}").ends_with("another program is writing it"), "{problem:#}");
        // The kill: the lock goes, the file stays.
        drop(file);
        assert!(part.exists());
        write(&path, b"a table").unwrap();
        assert_eq!(names_in(folder.path()), ["table.txt"]);
        assert_eq!(std::fs::read(&path).unwrap(), b"a table");
    }
}
