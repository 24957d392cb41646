//! Writing results: to standard output, or to a file that is never left half written.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
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
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.context("standard output"),
    }
}

/// Writes a file, or standard output for `-`: the whole content or nothing.
pub(crate) fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        return print_bytes(content);
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

fn write_file(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    // A device or pipe cannot be replaced by another file.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Ok(std::fs::write(path, content)?);
    }
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder(path));
    // The error itself names the temporary file, which nobody knows.
    let mut file = file.map_err(|error| io::Error::from(error.kind()))?;
    file.write_all(content)?;
    file.persist(path)?;
    Ok(())
}
