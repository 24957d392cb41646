//! Where a book begins: openings, and positions that were met in games.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tengen_core::{Game, Move, Point, Rule, Size};
use tengen_formats::{ReadOptions, Rows, parse_position};
use tengen_player::book::Names;
use tengen_train::book::BookBuilder;

use crate::{game_files, openings, position};

/// Positions with more stones are no openings.
const MOST_STONES: usize = 16;
/// A position that was met less often is one game's own.
const FEWEST_GAMES: u32 = 2;

/// What is known before the first search.
pub(super) struct Sources {
    rule: Rule,
    size: Size,
    openings: Vec<Game>,
    /// Positions of games: how many games met each, and the moves of the first of them.
    met: HashMap<u64, (u32, Vec<Point>)>,
}

impl Sources {
    /// The named openings, laid on the middle of the board.
    pub(super) fn new(rule: Rule, size: Size) -> Sources {
        let middle = Point::new(size.lines() / 2, size.lines() / 2);
        let names = Names::built_in();
        let opening = |stones: &[Point]| {
            let mut game = Game::new(size, rule);
            let first = stones[0];
            for point in stones {
                let far = |a: u8, b: u8| i32::from(a) - i32::from(b);
                let (dx, dy) = (far(point.x(), first.x()), far(point.y(), first.y()));
                game.play(middle?.moved(dx, dy, size)?).ok()?;
            }
            Some(game)
        };
        let openings = names.all().iter().filter_map(|name| opening(&name.stones)).collect();
        Sources { rule, size, openings, met: HashMap::new() }
    }

    /// Adds the openings of a file.
    pub(super) fn read_openings(&mut self, path: &Path) -> anyhow::Result<()> {
        let read = openings::of_file(path, self.rule, self.size, Rows::Top)?;
        // Each is there for two games.
        self.openings.extend((0..read.count()).map(|number| read.of_game(2 * number).clone()));
        Ok(())
    }

    /// Adds the games of a file: self-play, a table `id | rule | size | … | moves | …`, or records.
    pub(super) fn read_games(&mut self, path: &Path) -> anyhow::Result<()> {
        let end =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if end.ends_with(".tgg") || end.ends_with(".tgg.gz") {
            return self.read_selfplay(path);
        }
        let text = std::fs::read_to_string(path).ok();
        match text.filter(|text| lines(text).next().is_some_and(|(_, line)| line.contains('|'))) {
            Some(table) => self.read_table(&table).with_context(|| path.display().to_string()),
            None => self.read_records(path),
        }
    }

    fn read_selfplay(&mut self, path: &Path) -> anyhow::Result<()> {
        for record in game_files::read(path)? {
            let record = record?;
            if record.rule == self.rule && record.size == self.size {
                let moves = record.opening.iter().copied();
                let moves = moves.chain(record.moves.iter().map(|one| one.point));
                // Stones that were put at random were not chosen by anybody.
                self.meet(moves, record.opening.len())?;
            }
        }
        Ok(())
    }

    fn read_table(&mut self, table: &str) -> anyhow::Result<()> {
        for (number, line) in lines(table) {
            let place = || format!("line {number}");
            let columns: Vec<&str> = line.split('|').map(str::trim).collect();
            let &[_, rule, size, _, _, moves, ..] = columns.as_slice() else {
                let wanted = "id | rule | size | result | how it is known | moves";
                return Err(anyhow!("there are not six columns: {wanted}")).with_context(place);
            };
            let rule: Rule = rule.parse().with_context(place)?;
            if rule == self.rule && size == self.size.to_string() {
                let game = parse_position(first_moves(moves), self.size, rule, Rows::Bottom);
                self.meet_game(&game.with_context(place)?).with_context(place)?;
            }
        }
        Ok(())
    }

    fn read_records(&mut self, path: &Path) -> anyhow::Result<()> {
        let options = ReadOptions { size: self.size, ..ReadOptions::default() };
        for (number, record) in (1..).zip(position::read_file(path, &options)?.records) {
            let fits =
                record.size() == self.size && record.rule.is_none_or(|rule| rule == self.rule);
            if fits {
                let place = || format!("{}: game {number}", path.display());
                let game = record.game_at(record.main_end(), self.rule).with_context(place)?;
                self.meet_game(&game).with_context(place)?;
            }
        }
        Ok(())
    }

    /// Meets the positions of a game that began at the empty board.
    fn meet_game(&mut self, game: &Game) -> anyhow::Result<()> {
        if game.start().stone_count() > 0 {
            return Ok(());
        }
        let stones = game.moves().iter().map_while(|action| match action {
            Move::Stone(point) => Some(*point),
            Move::Pass => None,
        });
        self.meet(stones.collect::<Vec<_>>(), 0)
    }

    /// Visits the positions after each of these moves, from this many moves on.
    fn meet(&mut self, moves: impl IntoIterator<Item = Point>, from: usize) -> anyhow::Result<()> {
        let mut game = Game::new(self.size, self.rule);
        let mut line = Vec::new();
        for (stones, point) in (1..=MOST_STONES).zip(moves) {
            if game.play(point)?.is_some() {
                break;
            }
            line.push(point);
            if stones >= from {
                self.met.entry(game.shift_key()).or_insert_with(|| (0, line.clone())).0 += 1;
            }
        }
        Ok(())
    }

    /// A book that begins here. Walks begin at a limited number of positions: openings first, then what
    /// was met most often, which is half of them at most.
    pub(super) fn builder(self, most: usize) -> BookBuilder {
        let often = self.met.into_iter().filter(|(_, (games, _))| *games >= FEWEST_GAMES);
        let often: HashMap<u64, (u32, Vec<Point>)> = often.collect();
        let games: HashMap<u64, u32> =
            often.iter().map(|(key, (games, _))| (*key, *games)).collect();
        let weight = |game: &Game| 1 + games.get(&game.shift_key()).copied().unwrap_or(0);
        let openings = self.openings.iter().take(most).map(|game| (game, weight(game)));
        let openings: Vec<(&Game, u32)> = openings.collect();
        let mut builder = BookBuilder::new(self.rule, self.size, games);
        openings.into_iter().for_each(|(game, weight)| builder.add_start(game, weight));
        let mut often: Vec<(u32, Vec<Point>)> = often.into_values().collect();
        often.sort_by(|a, b| (b.0, a.1.len(), &a.1).cmp(&(a.0, b.1.len(), &b.1)));
        let room = most.saturating_sub(self.openings.len()).min(most / 2);
        for (games, line) in often.iter().take(room) {
            let mut game = Game::new(self.size, self.rule);
            if line.iter().all(|&point| game.play(point) == Ok(None)) {
                builder.add_start(&game, *games);
            }
        }
        builder
    }
}

/// Lines of a table that are neither empty nor remarks, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The moves that are looked at: some games of the tables go on after their end.
fn first_moves(moves: &str) -> &str {
    let letters = moves.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic());
    moves.get(..letters.map(|(at, _)| at).nth(MOST_STONES).unwrap_or(moves.len())).unwrap_or(moves)
}

/// Reads all files.
pub(super) fn read(
    rule: Rule,
    size: Size,
    openings: &[PathBuf],
    games: &[PathBuf],
) -> anyhow::Result<Sources> {
    let mut sources = Sources::new(rule, size);
    openings.iter().try_for_each(|path| sources.read_openings(path))?;
    games.iter().try_for_each(|path| sources.read_games(path))?;
    Ok(sources)
}
