//! `tengen watch`: a match that runs elsewhere, by its log. And what `tengen match --watch` shares with it.

mod page;
mod scoreboard;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use tengen_arena::{LogReader, Sprt};

use crate::interrupt;
pub(crate) use page::WatchPage;
pub(crate) use scoreboard::{MatchTerms, Scoreboard};

/// How often the log is looked at.
const PACE: Duration = Duration::from_millis(500);

/// Show a running match in a browser, by its log
///
/// The log is only read, so the match does not notice it. Games appear as they end; `tengen match
/// --watch` shows those that are being played too. The address is the first line printed, and the
/// page stays up until Ctrl-C.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen watch rapfi.jsonl --sprt 0,30\n  \
    tengen watch ladder.jsonl --port 8000 --no-open")]
pub(crate) struct Watch {
    /// The log of a match (`tengen match --log FILE`)
    #[arg(value_name = "LOG")]
    log: PathBuf,

    /// The SPRT of the match, which its log does not name
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,

    /// Port of the page [default: 7575 or the next free one]
    #[arg(long)]
    port: Option<u16>,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

impl Watch {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let stop = interrupt::stop_on_interrupt()?;
        let name = || self.log.display().to_string();
        let mut reader = LogReader::new(&self.log);
        let board = Arc::new(Scoreboard::default());
        let entries = reader.news().with_context(name)?;
        if entries.is_empty() {
            bail!("{}: no match has written this log yet", name());
        }
        board.open_log(&file_name(&self.log), self.sprt);
        board.read(entries);
        board.forget_speed();
        let page = WatchPage::open(board.clone(), self.port, self.no_open)?;
        crate::output::print(&format!("{}\n", page.link()))?;
        let mut is_broken = false;
        while !stop.is_stopped() {
            std::thread::sleep(PACE);
            if is_broken {
                continue;
            }
            match reader.news() {
                Ok(entries) => board.read(entries),
                Err(error) => {
                    eprintln!("tengen: {}: {error}", name());
                    board.break_down(&error.to_string());
                    is_broken = true;
                }
            }
        }
        // Ctrl-C is the way to end this.
        interrupt::excuse();
        Ok(())
    }
}

/// What a page calls the log: the folder is nobody's business.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}
