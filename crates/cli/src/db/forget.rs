//! `tengen db forget`: entries that are not wanted any more.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use tengen_analysis::{Database, Filter, Position, Source};

use crate::options::BoardOptions;
use crate::{output, position};

/// Forget positions, or all entries of a kind
///
/// The file keeps its size, and room in it for new entries; `tengen db compact` makes it smaller.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen db forget analysis.redb h8i9i7\n  \
    tengen db forget analysis.redb --all --rule renju --below 12\n  \
    tengen db forget analysis.redb --all --source import\n  \
    tengen db forget analysis.redb --all")]
pub(super) struct Forget {
    /// The database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,

    /// Positions: moves in turn, set-ups, files, or - for one a line on standard input
    #[arg(value_name = "POS", required_unless_present = "all")]
    positions: Vec<String>,

    #[command(flatten)]
    board: BoardOptions,

    /// Forget all entries that the other options choose, of --rule and --size too
    #[arg(long, conflicts_with = "positions")]
    all: bool,

    /// Those less deep, unless they have a proof
    #[arg(long, value_name = "DEPTH", requires = "all")]
    below: Option<u32>,

    /// Those that come from here
    #[arg(long, value_name = "SOURCE", requires = "all", value_parser = source())]
    source: Option<Source>,

    /// Answers to exact questions alone, as reviews keep them
    #[arg(long, requires = "all")]
    answers: bool,
}

fn source() -> impl TypedValueParser<Value = Source> {
    PossibleValuesParser::new(Source::ALL.map(Source::name)).try_map(|name| {
        let found = Source::ALL.into_iter().find(|source| source.name() == name);
        found.ok_or("unknown name")
    })
}

impl Forget {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        // A file that is not there is not made for this.
        drop(Database::open_read_only(&self.database)?);
        let database = Database::open(&self.database)?;
        let mut count = 0;
        if self.all {
            let BoardOptions { rule, size, .. } = self.board;
            let (source, below, only_answers) = (self.source, self.below, self.answers);
            count = database.forget_all(&Filter { rule, size, source, below, only_answers })?;
        }
        for game in position::ongoing(&self.positions, &self.board) {
            count += database.forget(&Position::of(&game?.1))?;
        }
        output::print(&format!("{count} entries forgotten\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}
