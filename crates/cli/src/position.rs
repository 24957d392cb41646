//! Positions as users name them: moves, set-ups, files, standard input.

use std::io::BufRead;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use tengen_core::{Game, Size};
use tengen_formats::{NodeId, ReadOptions, Reading, Record, parse_position};

use crate::options::BoardOptions;

/// The largest file that is read: more is a mistake, not a game.
const LARGEST_FILE: u64 = 200 << 20;

/// A position, and where in which record it stands if it came from a file.
pub(crate) struct Position {
    pub(crate) game: Game,
    pub(crate) place: Option<(Record, NodeId)>,
}

/// The positions that an argument names, one after the other.
///
/// `-` reads on as long as the user does: positions are given one by one.
pub(crate) fn positions<'a>(
    argument: &'a str,
    board: &'a BoardOptions,
) -> Box<dyn Iterator<Item = anyhow::Result<Position>> + 'a> {
    if argument == "-" {
        let lines = (1..).zip(std::io::stdin().lock().lines());
        return Box::new(lines.map(move |(number, line)| {
            let place = || format!("standard input, line {number}");
            let line = line.with_context(place)?;
            parse(&line, board).map_err(|error| anyhow!("{}, {error}", place()))
        }));
    }
    match named(argument, board) {
        Ok(positions) => Box::new(positions.into_iter().map(Ok)),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// The games that arguments name and what messages call each, one after the other. A game that is
/// over has nothing to look for.
pub(crate) fn ongoing<'a>(
    arguments: &'a [String],
    board: &'a BoardOptions,
) -> impl Iterator<Item = anyhow::Result<(String, Game)>> + 'a {
    arguments.iter().flat_map(move |argument| {
        (1..).zip(positions(argument, board)).map(move |(number, position)| {
            let game = position?.game;
            let name = match argument.as_str() {
                "-" => format!("standard input, line {number}"),
                _ => argument.clone(),
            };
            match game.outcome() {
                Some(outcome) => bail!("{name}: the game is over: {outcome}"),
                None => Ok((name, game)),
            }
        })
    })
}

/// The one position that an argument names.
pub(crate) fn single(argument: &str, board: &BoardOptions) -> anyhow::Result<Position> {
    let mut found = positions(argument, board);
    let first = found.next().ok_or_else(|| anyhow!("{argument}: there is no position"))??;
    if argument != "-" && found.next().is_some() {
        bail!("{argument} holds several games; {argument}#2 is the second");
    }
    Ok(first)
}

/// How messages name a file that is read.
pub(crate) fn shown(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => path.display().to_string(),
    }
}

/// Reads a file as `tengen convert` and positions do.
pub(crate) fn read_file(path: &Path, options: &ReadOptions) -> anyhow::Result<Reading> {
    let Some(bytes) = file_bytes(path, LARGEST_FILE)? else {
        bail!("{}: more than {} MB is not read", shown(path), LARGEST_FILE >> 20);
    };
    tengen_formats::read(&bytes, options).with_context(|| shown(path))
}

/// The content of a file, or of standard input for `-`; none if it has more bytes than the limit.
pub(crate) fn file_bytes(path: &Path, limit: u64) -> anyhow::Result<Option<Vec<u8>>> {
    use std::io::Read;
    let name = || shown(path);
    let mut bytes = Vec::new();
    // One byte more than the limit shows that there is more.
    if path.as_os_str() == "-" {
        std::io::stdin().lock().take(limit + 1).read_to_end(&mut bytes).with_context(name)?;
    } else {
        let file = std::fs::File::open(path).with_context(name)?;
        if file.metadata().with_context(name)?.len() > limit {
            return Ok(None);
        }
        // What is no ordinary file, a pipe, does not tell its length.
        file.take(limit + 1).read_to_end(&mut bytes).with_context(name)?;
    }
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= limit))
}

/// A text if it is a position, else a file.
fn named(argument: &str, board: &BoardOptions) -> anyhow::Result<Vec<Position>> {
    let file = FileArgument::parse(argument);
    match parse(argument, board) {
        Ok(position) => Ok(vec![position]),
        Err(_) if Path::new(file.path).exists() => file.positions(board),
        Err(_) if looks_like_a_file(argument) => bail!("{}: there is no such file", file.path),
        Err(error) => Err(anyhow!("{argument}: {error}")),
    }
}

fn looks_like_a_file(argument: &str) -> bool {
    !argument.contains('=') && argument.contains(['.', '/', '\\', '@', '#'])
}

fn parse(text: &str, board: &BoardOptions) -> Result<Position, tengen_formats::PositionError> {
    let size = board.size.unwrap_or_default();
    let rule = board.rule.unwrap_or_default();
    let game = parse_position(text, size, rule, board.rows)?;
    Ok(Position { game, place: None })
}

/// `FILE`, `FILE@20` (after move 20), `FILE#3` (the third game), `FILE#3@20`.
struct FileArgument<'a> {
    path: &'a str,
    game: Option<usize>,
    moves: Option<usize>,
}

impl<'a> FileArgument<'a> {
    fn parse(argument: &'a str) -> FileArgument<'a> {
        let number = |text: &'a str, mark: char| -> Option<(&'a str, usize)> {
            let (before, number) = text.rsplit_once(mark)?;
            Some((before, number.parse().ok()?))
        };
        if Path::new(argument).exists() {
            return FileArgument { path: argument, game: None, moves: None };
        }
        let (rest, moves) = number(argument, '@').map_or((argument, None), |(r, n)| (r, Some(n)));
        let (path, game) = number(rest, '#').map_or((rest, None), |(r, n)| (r, Some(n)));
        FileArgument { path, game, moves }
    }

    fn positions(&self, board: &BoardOptions) -> anyhow::Result<Vec<Position>> {
        let options = ReadOptions {
            size: board.size.unwrap_or_default(),
            rows: board.rows,
            ..ReadOptions::default()
        };
        let records = read_file(Path::new(self.path), &options)?.records;
        let games = records.len();
        let chosen = (1..).zip(records).filter(|(n, _)| self.game.is_none_or(|game| game == *n));
        let positions: Vec<Position> = chosen
            .map(|(_, record)| self.position(record, board))
            .collect::<anyhow::Result<_>>()
            .with_context(|| self.path.to_owned())?;
        match self.game.filter(|_| positions.is_empty()) {
            Some(game) => bail!("{}: there is no game {game}, only {games}", self.path),
            None => Ok(positions),
        }
    }

    fn position(&self, record: Record, board: &BoardOptions) -> anyhow::Result<Position> {
        check_size(&record, board.size)?;
        let end = match self.moves {
            None => record.main_end(),
            Some(moves) => record.main_node_after(moves).ok_or_else(|| {
                let length = record.line_to(record.main_end()).moves.len();
                anyhow!("there is no move {moves}, the game has {length}")
            })?,
        };
        let rule = board.rule.or(record.rule).unwrap_or_default();
        let game = record.game_at(end, rule)?;
        Ok(Position { game, place: Some((record, end)) })
    }
}

/// A size that was asked for must be the file's.
pub(crate) fn check_size(record: &Record, asked: Option<Size>) -> anyhow::Result<()> {
    match asked.filter(|&size| size != record.size()) {
        Some(size) => bail!("the board has {} lines, not {size}", record.size()),
        None => Ok(()),
    }
}
