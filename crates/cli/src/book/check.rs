//! `tengen book check`: deeper searches of the moves that a book plays.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, ensure};
use serde_json::json;
use tengen_core::Size;
use tengen_engine::{Stop, Verdict};
use tengen_player::book::Entry;
use tengen_player::{Book, BookMove};
use tengen_train::book::{BookSearcher, refuted, repaired};

use super::crew::Crew;
use super::log::{Log, conditions};
use super::open;
use crate::analyze::VerdictView;
use crate::progress::Shown;
use crate::{interrupt, machine, options, output};

/// A check searches this many times the nodes of the build.
const DEEPER: u64 = 4;

/// Search every move that a book would play, deeper than when it was built
///
/// The position after each playable move is searched, and after the move that a search of the position
/// itself prefers. A move is refuted if it loses, or if it is worse than the best of these by more
/// than 0.15 in winning chance. Refuted moves are listed. Exit status: 0 none is refuted, 1 some are,
/// or not all could be looked at. With --repair they are removed from the file, the others get the
/// deeper scores, and where none is good enough the move that the engine prefers comes in; that
/// done, the exit status is 0.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    tengen book check\n  \
    tengen book check renju --nodes 200000 --log check.log\n  \
    tengen book check mine.txt --log check.log --repair")]
pub(super) struct Check {
    /// A rule, for the book that is built in, or a file [default: all books that are built in]
    #[arg(value_name = "RULE|FILE")]
    pub(super) book: Option<String>,

    /// Lines of the board [default: 15, or what the file says]
    #[arg(long, value_name = "LINES", requires = "book", value_parser = options::size)]
    pub(super) size: Option<Size>,

    /// Nodes a search [default: four times what the book was made with]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(10..))]
    pub(super) nodes: Option<u64>,

    /// Positions searched at the same time [default: one for every core]
    #[arg(long, value_name = "N", value_parser = options::threads)]
    pub(super) threads: Option<usize>,

    /// The log of all searches: after an interruption or a kill the same command resumes. Of several
    /// books each has a log of its own, with rule and size at the end of its name
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,

    /// Remove refuted moves from the file
    #[arg(long, requires = "book")]
    pub(super) repair: bool,

    /// One JSON object for every refuted move, and one for each book
    #[arg(long)]
    pub(super) json: bool,
}

impl Check {
    pub(super) fn run(&self) -> anyhow::Result<ExitCode> {
        let is_sound = self.all(&interrupt::stop_on_interrupt()?)?;
        Ok(if is_sound { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    /// Whether every move of the books holds, after a repair if one is wanted.
    pub(super) fn all(&self, stop: &Stop) -> anyhow::Result<bool> {
        let is_file =
            self.book.as_ref().is_some_and(|book| book.parse::<tengen_core::Rule>().is_err());
        ensure!(
            is_file || !self.repair,
            "--repair: what is built in cannot be repaired, name its file"
        );
        let books: Vec<Arc<Book>> = match &self.book {
            Some(book) => vec![open(book, self.size)?],
            None => Book::all_built_in().collect(),
        };
        let mut is_sound = true;
        for book in books {
            is_sound &= self.check(&book, stop)?;
        }
        Ok(is_sound)
    }

    /// Whether every move of a book holds, after a repair if one is wanted.
    fn check(&self, book: &Book, stop: &Stop) -> anyhow::Result<bool> {
        let mut log = self.open_log(book)?;
        let entries: Vec<Entry> = book.entries().iter().map(playable).collect();
        let entries: Vec<Entry> =
            entries.into_iter().filter(|entry| !entry.moves.is_empty()).collect();
        self.search(book, &entries, &mut log, stop)?;
        let (mut looked_at, mut bad) = (0, 0);
        for entry in &entries {
            let Some(judged) = log.get(&entry.name()).filter(|judged| covers(judged, entry)) else {
                continue;
            };
            looked_at += entry.moves.len();
            for (known, best) in refuted(judged) {
                if let Some(before) = entry.moves.iter().find(|before| before.point == known.point)
                {
                    bad += 1;
                    output::print(&self.refutation(book, entry, before.score, known, best))?;
                }
            }
        }
        let moves: usize = entries.iter().map(|entry| entry.moves.len()).sum();
        output::print(&self.summary(book, entries.len(), moves, looked_at, bad))?;
        let is_whole = looked_at == moves;
        if self.repair && is_whole && bad > 0 {
            let path = self.book.as_ref().context("there is no file to repair")?;
            let repaired = repaired(book, log.found());
            output::write(path.as_ref(), repaired.to_string().as_bytes())?;
            return Ok(true);
        }
        Ok(is_whole && bad == 0)
    }

    /// Searches behind the moves of all entries that the log does not know.
    fn search(
        &self,
        book: &Book,
        entries: &[Entry],
        log: &mut Log,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let is_new =
            |entry: &&Entry| log.get(&entry.name()).is_none_or(|judged| !covers(judged, entry));
        let new: Vec<&Entry> = entries.iter().filter(is_new).collect();
        let mut crew = Crew::new(self.threads.unwrap_or_else(machine::cores), self.nodes(book));
        let mut shown = Shown::of(entries.len() as u64, "positions");
        let (mut done, mut bad) = ((entries.len() - new.len()) as u64, 0);
        shown.update(done, String::new());
        shown.reset_eta();
        let judge = |searcher: &mut BookSearcher, entry: &&Entry| {
            let game = entry.game(book.rule(), book.size()).ok()?;
            searcher.judge(&game, &entry.moves, stop)
        };
        crew.work(&new, stop, judge, |number, judged| {
            done += 1;
            let is_known = |point| new[number].moves.iter().any(|known| known.point == point);
            bad += refuted(&judged).iter().filter(|(known, _)| is_known(known.point)).count();
            log.add(Entry { line: new[number].line.clone(), moves: judged })?;
            shown.update(done, format!("{bad} moves refuted"));
            Ok(())
        })?;
        shown.finish();
        Ok(())
    }

    fn nodes(&self, book: &Book) -> u64 {
        self.nodes.unwrap_or(DEEPER * book.nodes())
    }

    fn open_log(&self, book: &Book) -> anyhow::Result<Log> {
        let Some(path) = &self.log else { return Ok(Log::none()) };
        let (rule, size) = (book.rule(), book.size());
        let path = match self.book {
            Some(_) => path.clone(),
            None => {
                let mut name = path.clone().into_os_string();
                name.push(format!(".{rule}-{size}"));
                name.into()
            }
        };
        Log::open(&path, &conditions("check", rule, size, self.nodes(book), 1))
    }

    fn refutation(
        &self,
        book: &Book,
        entry: &Entry,
        before: Verdict,
        known: BookMove,
        best: Verdict,
    ) -> String {
        let (position, point) = (entry.name(), known.point);
        match self.json {
            true => {
                let object = json!({
                    "rule": book.rule().name(), "size": book.size().lines(), "position": position,
                    "move": point.to_string(), "book": VerdictView::of(before),
                    "found": VerdictView::of(known.score), "best": VerdictView::of(best),
                });
                format!("{object}\n")
            }
            false => format!(
                "{} {} {position}: {point} {before} is refuted: {}, the best {best}\n",
                book.rule(),
                book.size(),
                known.score
            ),
        }
    }

    fn summary(
        &self,
        book: &Book,
        positions: usize,
        moves: usize,
        looked_at: usize,
        bad: usize,
    ) -> String {
        let (rule, size, nodes) = (book.rule(), book.size(), self.nodes(book));
        match self.json {
            true => {
                let object = json!({
                    "rule": rule.name(), "size": size.lines(), "positions": positions, "moves": moves,
                    "checked": looked_at, "refuted": bad, "nodes": nodes, "repaired": self.repair && bad > 0,
                });
                format!("{object}\n")
            }
            false => {
                let rest = match moves - looked_at {
                    0 if self.repair && bad > 0 => "; taken out".to_owned(),
                    0 => String::new(),
                    left => format!("; interrupted, {left} moves were not looked at"),
                };
                format!(
                    "{rule} {size}: {moves} moves in {positions} positions at {nodes} nodes, {bad} refuted{rest}\n"
                )
            }
        }
    }
}

/// A entry with its playable moves alone.
fn playable(entry: &Entry) -> Entry {
    let moves = entry.moves.iter().filter(|known| known.is_playable()).copied().collect();
    Entry { line: entry.line.clone(), moves }
}

/// Whether a judgement is of all moves of a entry.
fn covers(judged: &[BookMove], entry: &Entry) -> bool {
    entry.moves.iter().all(|known| judged.iter().any(|one| one.point == known.point))
}
