//! `tengen completions`, `tengen man` and `tengen desktop`: what packagers install beside the binary.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use tengen_picture::Icon;

use crate::{Cli, output};

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    tengen completions bash > /usr/share/bash-completion/completions/tengen")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tengen", &mut script);
        output::print_bytes(&script)
    }
}

/// Print the manual page, or write those of all commands
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen man | man -l -\n  \
    tengen man --dir /usr/share/man/man1")]
pub(crate) struct Man {
    /// Folder for the pages of all commands
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match &self.dir {
            Some(dir) => {
                std::fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
                let pages = clap_mangen::generate_to(Cli::command(), dir);
                pages.with_context(|| format!("writing to {}", dir.display()))
            }
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                output::print_bytes(&page)
            }
        }
    }
}

/// Write the entry for the menus of a desktop, icons and a systemd user unit for `tengen serve`
#[derive(clap::Args)]
#[command(after_help = "Example:\n  tengen desktop --dir /usr")]
pub(crate) struct Desktop {
    /// Folder in which share/applications, share/icons and lib/systemd/user lie
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

const ENTRY: &str = include_str!("../data/desktop/tengen.desktop");
const UNIT: &str = include_str!("../data/desktop/tengen.service");
/// Widths of the icon in pixels.
const WIDTHS: [u32; 3] = [64, 128, 256];

impl Desktop {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        self.put("share/applications/tengen.desktop", ENTRY.as_bytes())?;
        self.put("lib/systemd/user/tengen.service", UNIT.as_bytes())?;
        let icons = "share/icons/hicolor";
        let whole = Icon::Rounded.svg();
        self.put(&format!("{icons}/scalable/apps/tengen.svg"), whole.as_bytes())?;
        for width in WIDTHS {
            let picture = Icon::Rounded.png(width)?;
            self.put(&format!("{icons}/{width}x{width}/apps/tengen.png"), &picture)?;
        }
        Ok(())
    }

    fn put(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.dir.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        output::write(&path, bytes)
    }
}
