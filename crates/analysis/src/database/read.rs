//! Reading: what is known of a position, and everything row by row.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use redb::{ReadTransaction, ReadableTableMetadata};
use tengen_core::{Point, Rule, Size};
use tengen_proof::Proof;

use super::{ANSWERS, Access, Database, POSITIONS};
use crate::proofs::{self, PROOFS};
use crate::question::Question;
use crate::{Claim, Entry, Error, Key, Placed, Position, bytes};

/// What is known of a position.
#[derive(Clone, Debug)]
pub struct Known {
    /// The entry, with points of the position that was asked. Its claim is what somebody said;
    /// [`Known::claim`] is what can be believed.
    pub entry: Entry,
    /// The proof of the claim. It was checked just now.
    pub proof: Option<Arc<Proof>>,
}

impl Known {
    /// The claim as far as it can be believed: who is said to win without a proof wins likely.
    pub fn claim(&self) -> Option<Claim> {
        match self.proof {
            Some(_) => self.entry.claim,
            None => self.entry.claim.map(Claim::unproven),
        }
    }

    /// Whether the position is proven won or lost.
    pub fn is_proven(&self) -> bool {
        self.proof.is_some()
    }

    /// Whether somebody says that the position is won or lost, and nothing here shows it: whoever wants to
    /// know has to search again.
    pub fn is_unproven_claim(&self) -> bool {
        self.proof.is_none() && self.entry.claim.is_some_and(Claim::needs_proof)
    }
}

/// A row of the database: what is known of a position, or the answer to a question about it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position.
    pub position: Position,
    /// The question; none if this is the best that is known.
    pub question: Option<Question>,
    /// The entry, with points of this position.
    pub entry: Entry,
    /// The bytes of its proof, unchecked.
    pub proof: Option<Vec<u8>>,
}

/// A row that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("entry {key}: {problem}")]
pub struct Unreadable {
    /// Its key in hexadecimal.
    pub key: String,
    /// What is wrong.
    pub problem: String,
}

/// What a database holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stat {
    /// Positions by rule and size.
    pub positions: BTreeMap<(Rule, Size), u64>,
    /// Positions with a proof, which was not checked for this count.
    pub proven: u64,
    /// Positions that nobody has searched.
    pub hints: u64,
    /// Answers to questions.
    pub answers: u64,
    /// Proofs.
    pub proofs: u64,
    /// Rows that cannot be read.
    pub unreadable: Vec<Unreadable>,
}

/// Where to go on reading, and what was found.
type Page = (Vec<Result<Row, Unreadable>>, Option<Vec<u8>>);

/// Rows that are read at a time.
const PAGE: usize = 1_000;

impl Database {
    /// What is known of a position.
    ///
    /// # Errors
    /// If the disk fails. An entry that cannot be read counts as none.
    pub fn get(&self, position: &Position) -> Result<Option<Known>, Error> {
        let placed = Placed::of(position);
        self.known(position, &placed, placed.key().bytes(), false)
    }

    /// The answer to exactly this question.
    ///
    /// # Errors
    /// As [`Database::get`].
    pub fn answer(&self, position: &Position, question: &Question) -> Result<Option<Known>, Error> {
        let placed = Placed::of(position);
        self.known(position, &placed, &question.key(&placed), true)
    }

    fn known(
        &self,
        position: &Position,
        placed: &Placed,
        key: &[u8],
        is_answer: bool,
    ) -> Result<Option<Known>, Error> {
        let found = self.read(|transaction| {
            let table = transaction.open_table(if is_answer { ANSWERS } else { POSITIONS })?;
            let Some(bytes) = table.get(key)? else { return Ok(None) };
            let Ok(entry) = bytes::to_entry(bytes.value(), position.size()) else {
                return Ok(None);
            };
            let proof = match entry.proof {
                Some(id) => transaction.open_table(PROOFS)?.get(id.0)?,
                None => None,
            };
            Ok(Some((entry, proof.map(|bytes| bytes.value().to_vec()))))
        })?;
        Ok(found.map(|(entry, proof)| {
            let back = placed.symmetry().inverse();
            let trusted = proof.and_then(|bytes| proofs::trusted(&bytes, position, back));
            let mut entry = from_stored(entry, placed);
            entry.line.truncate(position.playable(&entry.line));
            match trusted {
                Some((claim, proof)) => {
                    Known { entry: Entry { claim: Some(claim), ..entry }, proof: Some(proof) }
                }
                None => Known { entry: Entry { proof: None, ..entry }, proof: None },
            }
        }))
    }

    /// Calls `each` for every row, the best of all positions first, then the answers. It ends early when
    /// `each` says so.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn for_each(
        &self,
        mut each: impl FnMut(Result<Row, Unreadable>) -> bool,
    ) -> Result<(), Error> {
        for is_answer in [false, true] {
            let mut after: Option<Vec<u8>> = None;
            loop {
                let (rows, next) = self.page(is_answer, after.as_deref())?;
                if !rows.into_iter().all(&mut each) {
                    return Ok(());
                }
                match next {
                    Some(next) => after = Some(next),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// The rows after a key: as many as fit into a page. A row that is written meanwhile may be among them.
    fn page(&self, is_answer: bool, after: Option<&[u8]>) -> Result<Page, Error> {
        self.read(|transaction| {
            let table = transaction.open_table(if is_answer { ANSWERS } else { POSITIONS })?;
            let proofs = transaction.open_table(PROOFS)?;
            let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
            let mut rows = Vec::new();
            let mut last = None;
            for found in table.range::<&[u8]>((begin, Bound::Unbounded))?.take(PAGE) {
                let (key, bytes) = found?;
                let row = match row(key.value(), bytes.value(), is_answer) {
                    Ok(row) => {
                        let proof = match row.entry.proof {
                            Some(id) => proofs.get(id.0)?.map(|bytes| bytes.value().to_vec()),
                            None => None,
                        };
                        Ok(Row { proof, ..row })
                    }
                    Err(problem) => {
                        let key = key.value().iter().map(|byte| format!("{byte:02x}")).collect();
                        Err(Unreadable { key, problem: problem.to_owned() })
                    }
                };
                rows.push(row);
                last = Some(key.value().to_vec());
            }
            let is_full = rows.len() == PAGE;
            Ok((rows, last.filter(|_| is_full)))
        })
    }

    /// Counts everything.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn stat(&self) -> Result<Stat, Error> {
        let mut stat =
            Stat { proofs: self.read(|it| Ok(it.open_table(PROOFS)?.len()?))?, ..Stat::default() };
        self.for_each(|row| {
            match row {
                Ok(Row { question: Some(_), .. }) => stat.answers += 1,
                Ok(row) => {
                    let kind = (row.position.rule, row.position.size());
                    *stat.positions.entry(kind).or_default() += 1;
                    stat.proven += u64::from(row.proof.is_some());
                    stat.hints += u64::from(row.entry.claim.is_none());
                }
                Err(unreadable) => stat.unreadable.push(unreadable),
            }
            true
        })?;
        Ok(stat)
    }

    pub(super) fn read<T>(
        &self,
        work: impl Fn(&ReadTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Error> {
        let done = match &self.access {
            Access::Write(database) => database.read(work),
            Access::Read(database) => database.read(work),
        };
        done.map_err(|failure| self.failed(&failure))
    }
}

/// A row without its proof.
fn row(key: &[u8], value: &[u8], is_answer: bool) -> Result<Row, &'static str> {
    let (_, position, rest) = Key::split(key).ok_or("its key is no position")?;
    let question = match is_answer {
        true => Some(Question::from_key(rest).ok_or("its key is no question")?),
        false if rest.is_empty() => None,
        false => return Err("its key goes on after the position"),
    };
    let entry = bytes::to_entry(value, position.size())?;
    Ok(Row { position, question, entry, proof: None })
}

/// The entry with points of the position itself.
fn from_stored(entry: Entry, placed: &Placed) -> Entry {
    let line: Vec<Point> = entry.line.iter().map(|&point| placed.from_stored(point)).collect();
    Entry { line, ..entry }
}
