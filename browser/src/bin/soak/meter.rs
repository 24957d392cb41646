//! Memory, threads, file handles and the size of the database, as the system tells them.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::run::Run;

/// One look at the server.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub(crate) at: Duration,
    pub(crate) life: u32,
    /// Kilobytes of resident memory.
    pub(crate) memory: u64,
    pub(crate) threads: u64,
    pub(crate) handles: u64,
    /// Bytes of the data folder.
    pub(crate) database: u64,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sample { at, life, memory, threads, handles, database } = self;
        let (memory, database) = (memory >> 10, database >> 10);
        write!(
            f,
            "{:5} s, life {}: {memory} MB, {threads} threads, {handles} handles, database {database} KB",
            at.as_secs(),
            life / 2 + 1
        )
    }
}

/// All samples of a run, also in a file.
#[derive(Debug)]
pub(crate) struct Meter {
    file: File,
    pub(crate) samples: Vec<Sample>,
}

impl Meter {
    pub(crate) fn new(path: &Path) -> Result<Meter> {
        let mut file = File::create(path)?;
        writeln!(file, "seconds,life,memory_kb,threads,handles,database_bytes")?;
        Ok(Meter { file, samples: Vec::new() })
    }

    /// Looks at a process and its folder.
    pub(crate) fn sample(&mut self, run: &Run, process: u32, folder: &Path) -> Result<Sample> {
        let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let number = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
            number.with_context(|| format!("/proc tells no {name}"))
        };
        let sizes = folder.read_dir()?.map(|entry| Ok(entry?.metadata()?.len()));
        let sample = Sample {
            at: run.elapsed(),
            life: run.life(),
            memory: field("VmRSS:")?,
            threads: field("Threads:")?,
            handles: std::fs::read_dir(format!("/proc/{process}/fd"))?.count() as u64,
            database: sizes.sum::<Result<u64>>()?,
        };
        let Sample { at, life, memory, threads, handles, database } = sample;
        let seconds = at.as_secs();
        writeln!(self.file, "{seconds},{life},{memory},{threads},{handles},{database}")?;
        self.samples.push(sample);
        Ok(sample)
    }
}
