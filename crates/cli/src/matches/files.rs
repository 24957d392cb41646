//! The games of a match as files of other programs.

use std::path::Path;

use anyhow::{Context, anyhow};
use tengen_arena::{Contestant, GameRecord, MatchResult};
use tengen_formats::{Format, Rows};

use crate::output;

/// The format of a file that is to hold many games.
pub(super) fn format_of(path: &Path) -> anyhow::Result<Format> {
    let by_name = || Format::from_extension(path.extension()?.to_str()?);
    by_name()
        .filter(|format| format.capacity().many)
        .ok_or_else(|| anyhow!("{}: the name must end in .sgf, .json or .pos", path.display()))
}

/// Writes all games to one file.
pub(super) fn write_all(path: &Path, format: Format, result: &MatchResult) -> anyhow::Result<()> {
    let records = result.records().map(GameRecord::to_file).collect::<Result<Vec<_>, _>>()?;
    let written = tengen_formats::write(&records, format, Rows::Bottom);
    output::write(path, &written.with_context(|| path.display().to_string())?.bytes)
}

/// Writes each game to a PSQ file of its own, named as the judge of Gomocup names them: round, Black,
/// White, and 1, 2 or 0 for who won.
pub(super) fn write_psq(folder: &Path, result: &MatchResult) -> anyhow::Result<()> {
    let place = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(place)?;
    for game in result.records() {
        let written = tengen_formats::write(&[game.to_file()?], Format::Psq, Rows::Bottom);
        output::write(&folder.join(psq_name(game)), &written.with_context(place)?.bytes)?;
    }
    Ok(())
}

fn psq_name(game: &GameRecord) -> String {
    let (black, white) = match game.black {
        Contestant::A => (&game.a, &game.b),
        Contestant::B => (&game.b, &game.a),
    };
    let winner = match game.winner {
        None => 0,
        Some(winner) if winner == game.black => 1,
        Some(_) => 2,
    };
    // What every file system takes.
    let plain = |name: &str| -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-.".contains(c) { c } else { '-' };
        name.chars().take(60).map(plain).collect()
    };
    format!("{:05}_{}_{}_{winner}.psq", game.game + 1, plain(black), plain(white))
}
