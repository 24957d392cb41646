//! The wins that were explained last: pages ask for other lines of them and for their files.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::guide::Guide;
use crate::wire::{Problem, ProblemCode};

/// How many are kept; the oldest go first.
const MOST: usize = 32;
/// Attacks of all of them together, at twenty bytes or so each; the last one stays in any case.
const MOST_ATTACKS: usize = 10_000_000;

/// Explained wins by their names.
#[derive(Debug, Default)]
pub(crate) struct Proofs {
    kept: Mutex<VecDeque<(String, Arc<Guide>)>>,
}

impl Proofs {
    /// Keeps a win; its name.
    pub(crate) fn keep(&self, guide: Arc<Guide>) -> String {
        let name = format!("{:016x}", fastrand::u64(..));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((name.clone(), guide));
        while kept.len() > 1 && (kept.len() > MOST || attacks(&kept) > MOST_ATTACKS) {
            kept.pop_front();
        }
        name
    }

    /// The win with this name.
    pub(crate) fn get(&self, name: &str) -> Result<Arc<Guide>, Problem> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(one, _)| one == name).map(|(_, guide)| guide.clone());
        let gone = "the proof is no longer kept; explain the position again";
        found.ok_or_else(|| Problem::new(ProblemCode::NotFound, gone))
    }
}

fn attacks(kept: &VecDeque<(String, Arc<Guide>)>) -> usize {
    let size = |guide: &Guide| match guide {
        Guide::Proof(proof) => proof.attack_count(),
        // The library holds it anyway.
        Guide::Certificate(..) => 0,
    };
    kept.iter().map(|(_, guide)| size(guide)).sum()
}

#[cfg(test)]
mod tests {
    use tengen_core::{Board, Rule, Side, Size};
    use tengen_proof::ProofBuilder;

    use super::*;

    #[test]
    fn the_oldest_proofs_are_forgotten() {
        let mut builder =
            ProofBuilder::new(Rule::Freestyle, Board::new(Size::default()), Side::Black);
        let root = builder.add("h8".parse().unwrap(), &[], None);
        let guide = Arc::new(Guide::Proof(Arc::new(builder.finish(root))));
        let proofs = Proofs::default();
        let names: Vec<String> = (0..MOST + 1).map(|_| proofs.keep(guide.clone())).collect();
        assert!(proofs.get(&names[0]).is_err());
        assert!(proofs.get(&names[1]).is_ok() && proofs.get(&names[MOST]).is_ok());
    }
}
