//! How much memory the engine may use, so that the whole process keeps its limit.

/// Less makes no table.
const SMALLEST: usize = 1 << 20;
/// What the process needs beside the engine's memory: the program, the tables of the rules, proofs
/// that are being written.
const BASE: u64 = 32 << 20;
/// And for each further thread.
const PER_THREAD: u64 = 1 << 20;
/// The largest table that a board is offered, as a power of two in KiB: half of what the machine
/// has, where that is known.
const LARGEST_HASH: u32 = 22;

/// Who limits the memory, and how.
pub(crate) struct MemoryPlan {
    /// For the whole process, if the manager limits it.
    pub(crate) process: Option<u64>,
    /// For the table, if the manager asks for a size.
    pub(crate) wanted: Option<u64>,
    /// The most for the table as long as the manager does not ask.
    usual: usize,
}

impl MemoryPlan {
    /// A plan of a manager who has said nothing, with the most that the user allows.
    pub(crate) fn new(usual: usize) -> MemoryPlan {
        MemoryPlan { process: None, wanted: None, usual }
    }

    /// The most that the engine may use. Its table grows with use, so the time of a move does not
    /// matter.
    pub(crate) fn engine_bytes(&self, threads: usize) -> usize {
        let own = match self.wanted {
            Some(bytes) => cut(bytes.min(1 << (LARGEST_HASH + 10))),
            None => self.usual,
        };
        own.min(self.share(threads)).max(SMALLEST)
    }

    /// What of the process's limit is left to the engine. An eighth of it stays free: what is
    /// given back is not always given back at once.
    fn share(&self, threads: usize) -> usize {
        let Some(process) = self.process else { return usize::MAX };
        let others = PER_THREAD.saturating_mul(threads as u64) + BASE;
        cut(process.saturating_sub(others) / 8 * 7)
    }

    /// What to say of a limit that cannot be kept.
    pub(crate) fn doubt(&self, threads: usize) -> Option<String> {
        let is_too_small = self.share(threads) < SMALLEST;
        let mib = (BASE + PER_THREAD) >> 20;
        is_too_small.then(|| format!("max_memory is too small: about {mib} MiB are needed"))
    }
}

fn cut(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// The largest table that a board may ask for, as a power of two in KiB.
pub(crate) fn largest_hash(installed_kib: Option<u64>) -> u32 {
    installed_kib.map_or(LARGEST_HASH, |kib| (kib / 2).max(1).ilog2().min(LARGEST_HASH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(process: Option<u64>, wanted: Option<u64>) -> MemoryPlan {
        MemoryPlan { process, wanted, ..MemoryPlan::new(256 << 20) }
    }

    #[test]
    fn the_whole_process_keeps_its_limit() {
        for mib in [40, 64, 80, 100, 350, 1000, 2047] {
            for threads in [1, 2, 4] {
                for wanted in [None, Some(0), Some(u64::MAX)] {
                    let limit = mib << 20;
                    let engine = plan(Some(limit), wanted).engine_bytes(threads) as u64;
                    let all = engine + BASE + PER_THREAD * threads as u64;
                    assert!(all <= limit, "{engine} of {limit} with {threads} threads");
                }
            }
        }
    }

    #[test]
    fn without_a_limit_the_users_holds_unless_a_board_asks() {
        assert_eq!(plan(None, None).engine_bytes(1), 256 << 20);
        assert_eq!(plan(Some(u64::MAX), None).engine_bytes(1), 256 << 20);
        assert_eq!(plan(None, Some(1 << 30)).engine_bytes(1), 1 << 30);
        assert_eq!(plan(None, Some(0)).engine_bytes(1), SMALLEST);
        assert_eq!(plan(Some(1), None).engine_bytes(1), SMALLEST);
    }

    #[test]
    fn a_board_is_offered_a_table_that_the_machine_has() {
        assert_eq!(largest_hash(None), LARGEST_HASH);
        assert_eq!(largest_hash(Some(16 << 20)), LARGEST_HASH);
        assert_eq!(largest_hash(Some(1 << 20)), 19);
        assert_eq!(largest_hash(Some(0)), 0);
    }
}
