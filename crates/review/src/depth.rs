//! How much a review may search. Nodes, not time: the same game gets the same review on every machine.

use tengen_core::Side;

/// How thorough a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// A game of sixty moves is scanned in some seconds.
    #[default]
    Quick,
    /// Five times as much.
    Standard,
    /// Twenty-five times as much.
    Deep,
}

impl Depth {
    /// All depths, the quickest first.
    pub const ALL: [Depth; 3] = [Depth::Quick, Depth::Standard, Depth::Deep];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            Depth::Quick => "quick",
            Depth::Standard => "standard",
            Depth::Deep => "deep",
        }
    }

    /// Nodes of one search of the scan.
    pub const fn nodes(self) -> u64 {
        match self {
            Depth::Quick => 60_000,
            Depth::Standard => 300_000,
            Depth::Deep => 1_500_000,
        }
    }
}

/// How many times the nodes of the scan a search of the check takes.
const CHECK: u64 = 5;
/// And how many times those of the check a search takes that confirms a losing move or a missed win.
const CONFIRM: u64 = 10;

/// Bytes of memory for such a search: in a small table it forgets what it has found.
const CONFIRM_MEMORY: usize = 256 << 20;

/// The searches of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Nodes of one search of the scan; the check takes five times as many, and where a losing move or a
    /// missed win is confirmed fifty times as many.
    pub nodes: u64,
    /// Whose moves are judged; none: those of both sides.
    pub side: Option<Side>,
    /// How many searches run at the same time, 1 or 2. It does not change what they find.
    pub threads: usize,
    /// Bytes of memory for each of two engines. Where a losing move or a missed win is confirmed they may have more.
    pub memory: usize,
}

impl Plan {
    /// A review of both sides at a depth.
    pub const fn new(depth: Depth) -> Plan {
        Plan { nodes: depth.nodes(), side: None, threads: 2, memory: 32 << 20 }
    }

    /// Nodes of one search of the check.
    pub const fn check_nodes(&self) -> u64 {
        self.nodes * CHECK
    }

    /// Nodes of one search that confirms a losing move or a missed win.
    pub const fn confirm_nodes(&self) -> u64 {
        self.check_nodes() * CONFIRM
    }

    /// Bytes of memory of a search that confirms.
    pub(crate) fn confirm_memory(&self) -> usize {
        self.memory.max(CONFIRM_MEMORY)
    }

    /// Whether the moves of a side are judged.
    pub(crate) fn judges(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }
}
