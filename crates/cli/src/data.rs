//! `tengen data`: statistics, samples and conversion of files of games.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Subcommand;
use serde::Serialize;
use serde_json::json;
use tengen_core::Side;
use tengen_formats::{Format, Rows};
use tengen_train::{Ending, Record, Writer, pack};

use crate::{game_files, output};

/// Inspect files of self-play games, or convert them
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen data stat games.tgg\n  \
    tengen data sample games.tgg --count 3\n  \
    tengen data convert a.tgg b.tgg all.tgg.gz")]
pub(crate) struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Stat(Stat),
    Sample(Sample),
    Convert(Convert),
}

impl Data {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        match &self.command {
            Command::Stat(stat) => stat.run(),
            Command::Sample(sample) => sample.run(),
            Command::Convert(convert) => convert.run(),
        }
    }
}

/// Count games, positions and results, and check that all games are legal
#[derive(clap::Args)]
struct Stat {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// One JSON object for each rule and size
    #[arg(long)]
    json: bool,
}

/// Counts of one rule and size.
#[derive(Default, Serialize)]
struct Counts {
    games: u64,
    positions: u64,
    duplicates: u64,
    black: u64,
    white: u64,
    drawn: u64,
    /// Endings on the board, by proof, by even scores.
    endings: [u64; 3],
    longest: usize,
}

impl Counts {
    fn add(&mut self, record: &Record, is_new: bool) {
        self.games += 1;
        self.positions += record.moves.len() as u64;
        self.duplicates += u64::from(!is_new);
        self.black += u64::from(record.winner == Some(Side::Black));
        self.white += u64::from(record.winner == Some(Side::White));
        self.drawn += u64::from(record.winner.is_none());
        let ending = match record.ending {
            Ending::Board => 0,
            Ending::Proven => 1,
            Ending::Even => 2,
        };
        self.endings[ending] += 1;
        self.longest = self.longest.max(record.opening.len() + record.moves.len());
    }

    fn text(&self, rule: &str, lines: u8) -> String {
        let [board, proven, even] = self.endings;
        let mean = self.positions as f64 / self.games as f64;
        format!(
            "{rule} {lines}: {} games ({} duplicates), {} positions, {mean:.1} a game, longest {} moves; \
             black {}, white {}, drawn {}; ended on the board {board}, proven {proven}, even {even}\n",
            self.games,
            self.duplicates,
            self.positions,
            self.longest,
            self.black,
            self.white,
            self.drawn
        )
    }
}

impl Stat {
    fn run(&self) -> anyhow::Result<()> {
        let mut all: BTreeMap<(&str, u8), Counts> = BTreeMap::new();
        let mut seen = HashSet::new();
        each(&self.files, |record| {
            let counts = all.entry((record.rule.name(), record.size.lines())).or_default();
            counts.add(&record, seen.insert(record.fingerprint()));
            Ok(())
        })?;
        for ((rule, lines), counts) in &all {
            output::print(&match self.json {
                true => {
                    let mut value = serde_json::to_value(counts)?;
                    value["rule"] = json!(rule);
                    value["size"] = json!(lines);
                    value.to_string() + "\n"
                }
                false => counts.text(rule, *lines),
            })?;
        }
        Ok(())
    }
}

/// Print some random games, one a line
#[derive(clap::Args)]
struct Sample {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// How many
    #[arg(long, value_name = "N", default_value_t = 10)]
    count: usize,

    /// RNG seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// One JSON object a game, with the score of every move
    #[arg(long)]
    json: bool,
}

impl Sample {
    fn run(&self) -> anyhow::Result<()> {
        let mut rng = fastrand::Rng::with_seed(self.seed);
        let mut chosen: Vec<(usize, Record)> = Vec::new();
        let mut count = 0;
        each(&self.files, |record| {
            count += 1;
            // Reservoir sampling: every game is equally likely to be chosen.
            match chosen.len() < self.count {
                true => chosen.push((count, record)),
                false => {
                    let place = rng.usize(..count);
                    if let Some(room) = chosen.get_mut(place) {
                        *room = (count, record);
                    }
                }
            }
            Ok(())
        })?;
        chosen.sort_by_key(|(number, _)| *number);
        chosen.iter().try_for_each(|(_, record)| output::print(&self.text(record)))
    }

    fn text(&self, record: &Record) -> String {
        let opening: String = record.opening.iter().map(ToString::to_string).collect();
        let moves: String = record.moves.iter().map(|one| one.point.to_string()).collect();
        let winner = record.winner.map_or_else(|| "draw".to_owned(), |side| side.to_string());
        let (rule, lines) = (record.rule.name(), record.size.lines());
        match self.json {
            true => {
                let scores: Vec<i16> = record.moves.iter().map(|one| one.score).collect();
                json!({
                    "rule": rule, "size": lines, "seed": record.seed, "number": record.number,
                    "opening": opening, "moves": moves, "scores": scores, "winner": winner,
                    "ending": ending_name(record.ending),
                })
                .to_string()
                    + "\n"
            }
            false => {
                let ending = ending_name(record.ending);
                format!("{rule} {lines} {winner} {ending}  {opening} {moves}\n")
            }
        }
    }
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Board => "board",
        Ending::Proven => "proven",
        Ending::Even => "even",
    }
}

/// Join files of games into one without duplicates: plain, packed or for other programs
///
/// The name of the output decides its format: .gz is packed, .sgf, .json and .pos are for other
/// programs and hold no scores, everything else is a plain file of games.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen data convert a.tgg b.tgg all.tgg.gz\n  \
    tengen data convert games.tgg games.sgf --most 100\n  \
    tengen data convert all/games.tgg few/games.tgg --puzzles mine.jsonl")]
struct Convert {
    /// Files of games, and as the last one the file to write
    #[arg(required = true, num_args = 2.., value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The most games to write
    #[arg(long, value_name = "N")]
    most: Option<usize>,

    /// Only the games that puzzles of this file were found in; may be given several times
    #[arg(long, value_name = "FILE")]
    puzzles: Vec<PathBuf>,
}

/// A game by the name of its file, its seed and its number.
type Named = (String, u32, u32);

impl Convert {
    fn run(&self) -> anyhow::Result<()> {
        let (out, files) = self.files.split_last().context("there is no file to write")?;
        ensure!(!files.contains(out), "{}: a file cannot be read and written", out.display());
        output::check_place(out)?;
        let wanted = self.games_of_puzzles()?;
        let mut seen = HashSet::new();
        let mut records = Vec::new();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            each(std::slice::from_ref(file), |record| {
                let game = (name.clone(), record.seed, record.number);
                // A file that was joined from two runs has some numbers twice: both are kept.
                let is_wanted = wanted.as_ref().is_none_or(|games| games.contains(&game));
                if is_wanted
                    && seen.insert(record.fingerprint())
                    && self.most.is_none_or(|most| records.len() < most)
                {
                    records.push(record);
                }
                Ok(())
            })?;
        }
        write(out, &records)?;
        output::print(&format!("{} games\n", records.len()))
    }

    /// The games that puzzles were found in, if only those are wanted.
    fn games_of_puzzles(&self) -> anyhow::Result<Option<HashSet<Named>>> {
        if self.puzzles.is_empty() {
            return Ok(None);
        }
        let mut games = HashSet::new();
        for file in &self.puzzles {
            let sources = crate::puzzles::open(file)?.into_iter().map(|puzzle| puzzle.source);
            games.extend(sources.map(|source| (source.games, source.seed, source.number)));
        }
        Ok(Some(games))
    }
}

fn write(out: &Path, records: &[Record]) -> anyhow::Result<()> {
    let end = out.extension().and_then(|end| end.to_str()).unwrap_or_default();
    if end == "gz" {
        return Ok(pack(out, records)?);
    }
    if let Some(format) = Format::from_extension(end) {
        ensure!(format.capacity().many, "{}: this format holds one game", out.display());
        let games: Result<Vec<_>, _> = records
            .iter()
            .map(|record| record.replay().map(|game| tengen_formats::Record::of(&game)))
            .collect();
        let written = tengen_formats::write(&games?, format, Rows::Bottom)?;
        return output::write(out, &written.bytes);
    }
    ensure!(!out.exists(), "{}: this file exists", out.display());
    let mut writer = Writer::open(out, drop)?;
    records.iter().try_for_each(|record| writer.append(record))?;
    Ok(writer.save()?)
}

/// Calls `see` for every game of the files; a game that cannot be replayed is an error with its place.
fn each(
    files: &[PathBuf],
    mut see: impl FnMut(Record) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for path in files {
        for (number, record) in (1..).zip(game_files::read(path)?) {
            let record = record?;
            let place = || format!("{}: game {number}", path.display());
            record.replay().with_context(place)?;
            see(record)?;
        }
    }
    Ok(())
}
