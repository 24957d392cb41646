//! `tengen openings export`: openings as other programs read them.

use std::path::PathBuf;

use tengen_core::{Rule, Size};
use tengen_formats::{Rows, position_text};

use crate::{options, output};

/// Write openings as moves in turn, one opening a line
///
/// c-gomoku-cli reads such a file with `type=pos`. The table that `make` writes has more columns, which it
/// does not know.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen openings export data/openings/generated/standard-15.txt --rule standard --out standard.pos\n  \
    tengen openings export data/openings/generated/freestyle-20.txt --size 20 > freestyle-20.pos")]
pub(super) struct Export {
    /// A table or any file of positions
    file: PathBuf,

    /// Rule of the openings
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    rule: Rule,

    /// Lines of their board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    size: Size,

    /// Where row 1 lies in the file
    #[arg(long, value_name = "EDGE", default_value = "bottom", value_parser = options::rows())]
    rows: Rows,

    /// The file to write; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

impl Export {
    pub(super) fn run(&self) -> anyhow::Result<()> {
        let openings = super::of_file(&self.file, self.rule, self.size, self.rows)?;
        // Two games of a match have the same opening.
        let games = (0..openings.count()).map(|number| openings.of_game(2 * number));
        let text: String = games.map(|game| position_text(game, Rows::Bottom) + "\n").collect();
        output::write(&self.out, text.as_bytes())
    }
}
