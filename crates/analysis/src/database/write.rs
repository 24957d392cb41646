//! Writing: what outranks what is there.

use redb::{ReadableTable, Table, WriteTransaction};
use tengen_core::{Rule, Size, Symmetry};
use tengen_proof::Proof;

use super::{ANSWERS, Access, Database, POSITIONS};
use crate::entry::ProofId;
use crate::proofs::{self, PROOFS};
use crate::question::{Question, belongs};
use crate::{Entry, Error, Key, Placed, Position, Row, Source, bytes};

/// Something to be stored.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The position.
    pub position: Position,
    /// The question that this answers; none if it is the best that is known.
    pub question: Option<Question>,
    /// The entry.
    pub entry: Entry,
    /// The proof of its claim. One that is about something else or does not hold is left out.
    pub proof: Option<&'a Proof>,
}

/// What became of items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// Positions and questions that were new.
    pub new: u64,
    /// Entries that took another's place.
    pub better: u64,
    /// Entries that are outranked by what was there.
    pub outranked: u64,
    /// Proofs that did not hold or were about something else.
    pub refused: u64,
}

impl std::ops::AddAssign for Written {
    fn add_assign(&mut self, other: Written) {
        self.new += other.new;
        self.better += other.better;
        self.outranked += other.outranked;
        self.refused += other.refused;
    }
}

/// Which entries to forget.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Those of this rule.
    pub rule: Option<Rule>,
    /// Those of this size.
    pub size: Option<Size>,
    /// Those from here.
    pub source: Option<Source>,
    /// Those that are less deep and have no proof.
    pub below: Option<u32>,
    /// Answers to questions alone.
    pub only_answers: bool,
}

impl Filter {
    fn takes(&self, row: &Row) -> bool {
        let entry = &row.entry;
        self.rule.is_none_or(|rule| rule == row.position.rule)
            && self.size.is_none_or(|size| size == row.position.size())
            && self.source.is_none_or(|source| source == entry.source)
            && self.below.is_none_or(|depth| entry.depth < depth && entry.proof.is_none())
            && (!self.only_answers || row.question.is_some())
    }
}

/// An item as it is stored.
struct Ready {
    key: Vec<u8>,
    is_answer: bool,
    size: Size,
    entry: Entry,
    proof: Option<(ProofId, Vec<u8>)>,
}

type Entries<'a> = Table<'a, &'static [u8], &'static [u8]>;

impl Database {
    /// Stores what is known of a position if it outranks what is there. It is on the disk when this returns.
    ///
    /// # Errors
    /// If the disk fails, or the database is read only.
    pub fn put(
        &self,
        position: &Position,
        entry: Entry,
        proof: Option<&Proof>,
    ) -> Result<Written, Error> {
        self.write(&[Item { position: position.clone(), question: None, entry, proof }])
    }

    /// Stores many, all or none of them. The answer to a question takes the place of an older one.
    ///
    /// # Errors
    /// As [`Database::put`].
    pub fn write(&self, items: &[Item<'_>]) -> Result<Written, Error> {
        let ready: Vec<Ready> = items.iter().map(ready).collect();
        let proofs = items.iter().filter(|item| item.proof.is_some()).count() as u64;
        let kept = ready.iter().filter(|ready| ready.proof.is_some()).count() as u64;
        let mut written = self.change(|transaction| {
            let mut positions = transaction.open_table(POSITIONS)?;
            let mut answers = transaction.open_table(ANSWERS)?;
            let mut proofs = transaction.open_table(PROOFS)?;
            let mut written = Written::default();
            for ready in &ready {
                let table = if ready.is_answer { &mut answers } else { &mut positions };
                put(table, &mut proofs, ready, &mut written)?;
            }
            Ok(written)
        })?;
        written.refused = proofs - kept;
        Ok(written)
    }

    /// Forgets what is known of a position, and the answers to questions about it; how many entries that were.
    ///
    /// # Errors
    /// As [`Database::put`].
    pub fn forget(&self, position: &Position) -> Result<u64, Error> {
        let key = Placed::of(position).key().clone();
        self.change(|transaction| {
            let mut positions = transaction.open_table(POSITIONS)?;
            let mut count = u64::from(positions.remove(key.bytes())?.is_some());
            let mut answers = transaction.open_table(ANSWERS)?;
            for key in keys_of(&answers, &key)? {
                count += u64::from(answers.remove(key.as_slice())?.is_some());
            }
            Ok(count)
        })
    }

    /// Forgets all entries of a kind; how many.
    ///
    /// # Errors
    /// As [`Database::put`].
    pub fn forget_all(&self, filter: &Filter) -> Result<u64, Error> {
        /// A transaction holds what it changes in memory.
        const AT_ONCE: usize = 50_000;
        let mut keys: Vec<(Vec<u8>, bool)> = Vec::new();
        self.for_each(|row| {
            if let Ok(row) = row
                && filter.takes(&row)
            {
                let placed = Placed::of(&row.position);
                keys.push(match &row.question {
                    None => (placed.key().bytes().to_vec(), false),
                    // The row's points are those of the stored image, which is the position here.
                    Some(question) => (question.key(&placed), true),
                });
            }
            true
        })?;
        let mut forgotten = 0;
        for keys in keys.chunks(AT_ONCE) {
            forgotten += self.change(|transaction| {
                let mut positions = transaction.open_table(POSITIONS)?;
                let mut answers = transaction.open_table(ANSWERS)?;
                let mut count = 0;
                for (key, is_answer) in keys {
                    let table = if *is_answer { &mut answers } else { &mut positions };
                    count += u64::from(table.remove(key.as_slice())?.is_some());
                }
                Ok(count)
            })?;
        }
        Ok(forgotten)
    }

    pub(super) fn change<T>(
        &self,
        work: impl Fn(&WriteTransaction) -> Result<T, redb::Error>,
    ) -> Result<T, Error> {
        match &self.access {
            Access::Write(database) => {
                database.write(work).map_err(|failure| self.failed(&failure))
            }
            Access::Read(_) => Err(Error::ReadOnly(self.path.clone())),
        }
    }
}

/// Lays an item onto the image that is stored, and checks its proof.
fn ready(item: &Item<'_>) -> Ready {
    let Item { position, question, entry, proof } = item;
    let placed = Placed::of(position);
    let shown = proof.and_then(|proof| Some((proofs::shown(proof, position)?, proof)));
    let stored = shown.and_then(|(claim, proof)| {
        let (id, bytes) = proofs::bytes_of(&proof.image(placed.symmetry()))?;
        Some((claim, id, bytes))
    });
    let line = entry.line[..position.playable(&entry.line)].iter();
    let line = line.map(|&point| placed.to_stored(point)).collect();
    let mut entry = Entry { line, proof: None, ..entry.clone() };
    if let Some((claim, id, _)) = &stored {
        entry.claim = Some(*claim);
        entry.proof = Some(*id);
    }
    Ready {
        key: match question {
            Some(question) => question.key(&placed),
            None => placed.key().bytes().to_vec(),
        },
        is_answer: question.is_some(),
        size: position.size(),
        entry,
        proof: stored.map(|(_, id, bytes)| (id, bytes)),
    }
}

fn put(
    table: &mut Entries<'_>,
    proofs: &mut Table<'_, u64, &'static [u8]>,
    ready: &Ready,
    written: &mut Written,
) -> Result<(), redb::Error> {
    let mut entry = ready.entry.clone();
    let before = table.get(ready.key.as_slice())?.map(|bytes| bytes.value().to_vec());
    // What cannot be read is worth nothing.
    let known = before.as_ref().and_then(|bytes| bytes::to_entry(bytes, ready.size).ok());
    let known = match known {
        Some(known) if !ready.is_answer => Some(honest(known, proofs, ready)?),
        known => known,
    };
    let is_kept = |known: &Entry| match ready.is_answer {
        true => *known == entry,
        false => !entry.outranks(known),
    };
    if known.as_ref().is_some_and(is_kept) {
        written.outranked += 1;
        return Ok(());
    }
    if let Some((id, bytes)) = &ready.proof
        && !proofs::keep(proofs, *id, bytes)?
    {
        entry.proof = None;
        if !ready.is_answer && known.as_ref().is_some_and(|known| !entry.outranks(known)) {
            written.outranked += 1;
            return Ok(());
        }
    }
    table.insert(ready.key.as_slice(), bytes::of_entry(&entry).as_slice())?;
    match before {
        Some(_) => written.better += 1,
        None => written.new += 1,
    }
    Ok(())
}

/// An entry as it is, without a proof that is lost or shows something else: it must not outrank what is true.
fn honest(
    entry: Entry,
    proofs: &Table<'_, u64, &'static [u8]>,
    ready: &Ready,
) -> Result<Entry, redb::Error> {
    let Some(id) = entry.proof else { return Ok(entry) };
    let proof = proofs.get(id.0)?.map(|bytes| bytes.value().to_vec());
    let position = Key::split(&ready.key).map(|(_, position, _)| position);
    let shown = proof.zip(position);
    let shown = shown.and_then(|(bytes, at)| proofs::trusted(&bytes, &at, Symmetry::IDENTITY));
    Ok(match shown {
        Some((claim, _)) => Entry { claim: Some(claim), ..entry },
        None => Entry { proof: None, ..entry },
    })
}

/// The keys of the answers about a position.
fn keys_of(answers: &Entries<'_>, key: &Key) -> Result<Vec<Vec<u8>>, redb::Error> {
    let mut keys = Vec::new();
    for found in answers.range(key.bytes()..)? {
        let (found, _) = found?;
        if !belongs(found.value(), key) {
            break;
        }
        keys.push(found.value().to_vec());
    }
    Ok(keys)
}
