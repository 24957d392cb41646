//! `tengen convert`: from one file format to another.

use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use tengen_formats::{Encoding, Format, ReadError, ReadOptions, Reading, Record, Rows};

use crate::options::{self, BoardOptions};
use crate::{output, position};

/// Convert game files: sgf, psq, lib, pos, offset, board, json
///
/// The input's format is recognised by its content. What the output's format cannot hold is left
/// out and named. A damaged file writes nothing.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen convert game.psq game.sgf\n  \
    tengen convert library.lib lines.pos --all-lines\n  \
    tengen convert games.sgf library.lib\n  \
    tengen convert openings.txt openings.pos --from offset --size 20 --write-rows top\n  \
    tengen convert - - --to json < game.sgf")]
pub(crate) struct Convert {
    /// File to read; - is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// File to write; - is standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Format of IN [default: by its content]
    #[arg(long, value_name = "FORMAT", value_parser = options::format())]
    from: Option<Format>,

    /// Format of OUT [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = options::format())]
    to: Option<Format>,

    #[command(flatten)]
    board: BoardOptions,

    /// Where row 1 lies in a pos file that is written
    #[arg(long, value_name = "EDGE", default_value = "bottom", value_parser = options::rows())]
    write_rows: Rows,

    /// Only the N-th game of IN
    #[arg(long, value_name = "N")]
    game: Option<usize>,

    /// Every line of play as a game of its own, not only the main one (pos, offset)
    #[arg(long)]
    all_lines: bool,

    /// Code page of texts that are not Unicode and do not name theirs, such as gbk or shift_jis
    #[arg(long, value_name = "NAME", default_value = "windows-1252", value_parser = charset)]
    charset: &'static Encoding,

    /// Write what was read of a damaged file
    #[arg(long)]
    keep_going: bool,
}

fn charset(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| "this code page is unknown".to_owned())
}

impl Convert {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let format = self.output_format()?;
        let mut records = self.read()?;
        if self.all_lines {
            if !matches!(format, Format::Pos | Format::Offset) {
                bail!("--all-lines is for pos and offset files; {format} keeps one game in one");
            }
            records = records.iter().flat_map(lines_of).collect();
        }
        if records.is_empty() {
            bail!("{}: there is no game to write", position::shown(&self.input));
        }
        let written = tengen_formats::write(&records, format, self.write_rows);
        let written = written.with_context(|| position::shown(&self.input))?;
        output::write(&self.output, &written.bytes)?;
        if !written.lost.is_empty() {
            eprintln!("{}: {format} cannot hold {}", self.output.display(), listed(&written.lost));
        }
        Ok(())
    }

    fn output_format(&self) -> anyhow::Result<Format> {
        let by_name = || Format::from_extension(self.output.extension()?.to_str()?);
        self.to.or_else(by_name).ok_or_else(|| {
            anyhow!("{}: the name tells no format; --to does", self.output.display())
        })
    }

    fn read(&self) -> anyhow::Result<Vec<Record>> {
        let options = ReadOptions {
            format: self.from,
            size: self.board.size.unwrap_or_default(),
            rows: self.board.rows,
            charset: self.charset,
            ..ReadOptions::default()
        };
        let name = || position::shown(&self.input);
        let mut records = match position::read_file(&self.input, &options) {
            Ok(reading) => self.notice(reading),
            Err(error) if self.keep_going => self.salvage(error)?,
            Err(error) => return Err(error),
        };
        for record in &mut records {
            position::check_size(record, self.board.size).with_context(name)?;
            record.rule = self.board.rule.or(record.rule);
        }
        let games = records.len();
        match self.game {
            None => Ok(records),
            Some(game) if (1..=games).contains(&game) => Ok(vec![records.swap_remove(game - 1)]),
            Some(game) => bail!("{}: there is no game {game}, only {games}", name()),
        }
    }

    fn notice(&self, reading: Reading) -> Vec<Record> {
        for notice in &reading.notices {
            eprintln!("{}: {notice}", position::shown(&self.input));
        }
        reading.records
    }

    /// What was read before the damage.
    fn salvage(&self, error: anyhow::Error) -> anyhow::Result<Vec<Record>> {
        eprintln!("{error:#}");
        match error.downcast::<ReadError>() {
            Ok(damage) => Ok(damage.read),
            Err(other) => Err(other),
        }
    }
}

/// Every line of play of a record, from its start to a leaf.
fn lines_of(record: &Record) -> Vec<Record> {
    record.leaves().map(|leaf| record.only_line_to(leaf)).collect()
}

fn listed(things: &[String]) -> String {
    match things {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => things.concat(),
    }
}
