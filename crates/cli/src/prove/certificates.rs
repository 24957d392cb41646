//! Certificates of what a proof search has settled: one file for each first reply.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use tengen_core::Point;
use tengen_proof::{Certificate, check_certificate, write_certificate};
use tengen_prover::Prover;

use crate::interrupt;
use crate::output;
use crate::progress::Shown;

/// Writes a file for each first reply that is settled, but for those that are there. Nothing is written
/// that was not checked.
pub(super) fn write(prover: &Prover, folder: &Path, memory: usize) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let stop = interrupt::stop_on_interrupt()?;
    let mut shown = Shown::endless("positions");
    let mut failed = None;
    let mut begun = Instant::now();
    let mut told = Vec::new();
    prover.certificates(
        memory << 20,
        &|reply| !path_of(folder, reply).exists(),
        &mut |written| shown.update(written.defences, format!("{} attacks", written.attacks)),
        &mut |reply, certificate| {
            let seconds = begun.elapsed().as_secs_f64();
            let line = match certificate {
                Err(gap) => Ok(format!("{reply}: {gap}")),
                Ok(certificate) => keep(folder, reply, &certificate)
                    .map(|kept| format!("{reply}: {kept}, written in {seconds:.0} s")),
            };
            match line {
                Ok(line) => told.push(line),
                Err(error) => failed = Some(error),
            }
            begun = Instant::now();
            failed.is_none() && !stop.is_stopped()
        },
    );
    shown.finish();
    for line in told {
        output::print(&(line + "\n"))?;
    }
    failed.map_or(Ok(()), Err)
}

/// The list of the parts: a reply a line, and the plies after it up to the five.
fn add_to_index(folder: &Path, reply: Point, plies: u32) -> anyhow::Result<()> {
    let path = folder.join("index.txt");
    let known = if path.exists() { fs::read_to_string(&path)? } else { String::new() };
    let own = format!("{reply} ");
    let mut lines: Vec<String> =
        known.lines().filter(|line| !line.starts_with(&own)).map(str::to_owned).collect();
    lines.push(format!("{reply} {plies}"));
    lines.sort();
    fs::write(&path, lines.join("\n") + "\n").with_context(|| path.display().to_string())
}

fn path_of(folder: &Path, reply: Point) -> PathBuf {
    folder.join(format!("{reply}.proof.gz"))
}

/// Checks a certificate and puts it into the folder; what there is to say of it.
fn keep(folder: &Path, reply: Point, certificate: &Certificate) -> anyhow::Result<String> {
    let begun = Instant::now();
    let checked = check_certificate(certificate, u64::MAX)
        .with_context(|| format!("{reply}: the certificate is refused"))?;
    let seconds = begun.elapsed().as_secs_f64();
    let path = path_of(folder, reply);
    let part = folder.join(format!("{reply}.proof.gz.part"));
    let write = || -> anyhow::Result<u64> {
        let file = fs::File::create(&part)?;
        let mut out = GzEncoder::new(std::io::BufWriter::new(file), Compression::best());
        write_certificate(certificate, &mut out)?;
        out.finish()?.into_inner().map_err(std::io::IntoInnerError::into_error)?.sync_all()?;
        let bytes = fs::metadata(&part)?.len();
        fs::rename(&part, &path)?;
        Ok(bytes)
    };
    let bytes = write().with_context(|| path.display().to_string())?;
    add_to_index(folder, reply, checked.plies)?;
    Ok(format!(
        "{} attacks, {bytes} bytes, wins in {} at most, {} positions checked in {seconds:.1} s",
        certificate.attack_count(),
        checked.plies,
        checked.positions
    ))
}
