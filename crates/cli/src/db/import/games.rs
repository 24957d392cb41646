//! Libraries and game records: the main move that follows each position.

use std::path::Path;

use anyhow::Context;
use tengen_analysis::{Entry, Imported, Position};
use tengen_core::{Move, Rule};
use tengen_formats::{NodeId, ReadOptions, Record};

use crate::db::Batch;
use crate::options::BoardOptions;
use crate::position::{check_size, shown};
use crate::progress::Shown;

pub(super) fn read(
    path: &Path,
    bytes: &[u8],
    board: &BoardOptions,
    batch: &mut Batch<'_>,
) -> anyhow::Result<()> {
    let options = ReadOptions {
        size: board.size.unwrap_or_default(),
        rows: board.rows,
        ..ReadOptions::default()
    };
    let reading = tengen_formats::read(bytes, &options).with_context(|| shown(path))?;
    let mut progress = Shown::endless("positions");
    let mut count = 0;
    let name = format!("{} file", reading.format.name());
    for (number, record) in (1..).zip(&reading.records) {
        check_size(record, board.size)
            .with_context(|| format!("{}, game {number}", shown(path)))?;
        let rule = board.rule.or(record.rule).unwrap_or_default();
        for node in record.preorder() {
            if let Some(entry) = hint(record, node, rule, &name) {
                batch.add(entry)?;
                count += 1;
                progress.update(count, String::new());
            }
        }
    }
    progress.finish();
    Ok(())
}

/// The move that follows a node; none if nothing does, or it is no move of the side whose turn it is.
fn hint(record: &Record, node: NodeId, rule: Rule, name: &str) -> Option<Imported> {
    let next = record.play(record.first_child(node)?)?;
    let Move::Stone(point) = next.action else { return None };
    let game = record.game_at(node, rule).ok().filter(|game| game.outcome().is_none())?;
    (game.to_move() == next.side).then(|| Imported {
        position: Position::of(&game),
        question: None,
        entry: Entry::hint(vec![point], name),
        proof: None,
    })
}
