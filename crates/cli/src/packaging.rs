//! `tengen completions` and `tengen man`: what packagers install beside the binary.

use std::path::PathBuf;

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;

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
