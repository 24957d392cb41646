//! Proofs beside the entries that refer to them.

use std::sync::Arc;

use redb::{ReadableTable, Table, TableDefinition};
use tengen_core::Symmetry;
use tengen_proof::{Proof, ReadLimits, check, read, write};

use crate::entry::ProofId;
use crate::{Claim, Position};

/// Proof files as `docs/proof-format.md` describes them, by their checksums, which are their last eight bytes.
pub(crate) const PROOFS: TableDefinition<u64, &[u8]> = TableDefinition::new("proofs");

/// Checking a proof takes far less than finding it; this bound keeps a foreign file from taking forever.
const CHECK_BUDGET: u64 = 50_000_000;
/// Bytes of the checksum at the end of a proof file.
const SUM: usize = 8;

/// What a proof shows of a position, if it is about this position and holds.
pub(crate) fn shown(proof: &Proof, position: &Position) -> Option<Claim> {
    let is_about = proof.rule() == position.rule
        && proof.to_move() == position.to_move
        && proof.board() == &position.board;
    if !is_about || check(proof, CHECK_BUDGET).is_err() {
        return None;
    }
    let plies = proof.plies();
    Some(match proof.attacker() == position.to_move {
        true => Claim::Wins { plies },
        false => Claim::Loses { plies },
    })
}

/// The bytes of a proof, and its number; none for one that cannot be written.
pub(crate) fn bytes_of(proof: &Proof) -> Option<(ProofId, Vec<u8>)> {
    let mut bytes = Vec::new();
    write(proof, &mut bytes).ok()?;
    Some((ProofId(u64::from_le_bytes(*bytes.last_chunk::<SUM>()?)), bytes))
}

/// Keeps a proof. Whether it is there afterwards: another one could have the same checksum.
pub(crate) fn keep(
    table: &mut Table<'_, u64, &'static [u8]>,
    id: ProofId,
    bytes: &[u8],
) -> Result<bool, redb::Error> {
    let known = table.get(id.0)?.map(|known| known.value().to_vec());
    // What is spoiled there is replaced.
    if let Some(known) = known.filter(|known| read(known, ReadLimits::default()).is_ok()) {
        return Ok(known == bytes);
    }
    table.insert(id.0, bytes)?;
    Ok(true)
}

/// A proof of the stored image, as one of the position itself, with what it shows; none if it does not hold.
pub(crate) fn trusted(
    bytes: &[u8],
    position: &Position,
    back: Symmetry,
) -> Option<(Claim, Arc<Proof>)> {
    let proof = read(bytes, ReadLimits::default()).ok()?.image(back);
    shown(&proof, position).map(|claim| (claim, Arc::new(proof)))
}
