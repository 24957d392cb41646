//! The records that reading has given so far, and the room for more.

use tengen_core::Size;

use crate::error::Fault;
use crate::{EditError, Editor, Record};

/// Records as they are read. What a file may still add is known at every node: a few bytes make a
/// record or a node of many, so a check at the end would come too late.
pub(crate) struct Collected {
    pub(crate) records: Vec<Record>,
    nodes: usize,
    most: usize,
}

impl Collected {
    /// Nothing yet, and room for this many nodes of all records together.
    pub(crate) fn new(most: usize) -> Collected {
        Collected { records: Vec::new(), nodes: 0, most }
    }

    /// An editor for the next record, with the room that is left.
    pub(crate) fn editor(&self, size: Size) -> Result<Editor, EditError> {
        match self.most - self.nodes {
            0 => Err(EditError::TooMany),
            room => Ok(Editor::with_room(size, room)),
        }
    }

    /// The same for a record that begins at a byte.
    pub(crate) fn editor_at(&self, byte: usize, size: Size) -> Result<Editor, Fault> {
        self.editor(size).map_err(|error| Fault::new(byte, error))
    }

    pub(crate) fn push(&mut self, record: Record) {
        self.nodes += record.node_count();
        self.records.push(record);
    }
}
