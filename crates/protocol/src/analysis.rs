//! What boards show while an engine thinks, in the words of Yixin and Rapfi.

use std::fmt;
use std::time::Duration;

use crate::Spot;

/// One line of play with all that is known of it: a block of `INFO` lines.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The place of the line, zero for the best.
    pub index: usize,
    /// How many lines there are.
    pub count: usize,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The deepest line looked at.
    pub seldepth: u32,
    /// Nodes spent on the first move of this line.
    pub nodes: u64,
    /// Nodes of the whole search.
    pub total_nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Nodes a second.
    pub speed: u64,
    /// What the line is worth to the side to move.
    pub evaluation: Evaluation,
    /// Its chance to win, from 0 to 1.
    pub win_rate: f64,
    /// The moves; at least one.
    pub line: Vec<Spot>,
}

/// What a line is worth.
///
/// ```
/// # use tengen_protocol::Evaluation;
/// assert_eq!(Evaluation::WinIn(7).to_string(), "+M7");
/// assert_eq!(Evaluation::Estimate(-286).to_string(), "-286");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// An estimate in hundredths of a point.
    Estimate(i32),
    /// A proven win in this many plies.
    WinIn(u32),
    /// A proven loss in this many plies.
    LossIn(u32),
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Estimate(value) => write!(f, "{value}"),
            Evaluation::WinIn(plies) => write!(f, "+M{plies}"),
            Evaluation::LossIn(plies) => write!(f, "-M{plies}"),
        }
    }
}

/// All lines of the block, without the last line's end.
impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: Vec<String> = self.line.iter().map(Spot::to_string).collect();
        writeln!(f, "INFO PV {}", self.index)?;
        writeln!(f, "INFO NUMPV {}", self.count)?;
        writeln!(f, "INFO DEPTH {}", self.depth)?;
        writeln!(f, "INFO SELDEPTH {}", self.seldepth)?;
        writeln!(f, "INFO NODES {}", self.nodes)?;
        writeln!(f, "INFO TOTALNODES {}", self.total_nodes)?;
        writeln!(f, "INFO TOTALTIME {}", self.time.as_millis())?;
        writeln!(f, "INFO SPEED {}", self.speed)?;
        writeln!(f, "INFO EVAL {}", self.evaluation)?;
        writeln!(f, "INFO WINRATE {:.4}", self.win_rate)?;
        writeln!(f, "INFO BESTLINE {}", line.join(" "))?;
        f.write_str("INFO PV DONE")
    }
}

/// What happens in a search right now: the rest of a `MESSAGE` line.
///
/// ```
/// # use tengen_protocol::{Answer, Realtime, Spot};
/// let best = Realtime::Best(Spot { x: 7, y: 8 });
/// assert_eq!(Answer::Message(best.to_string()).to_string(), "MESSAGE REALTIME BEST 7,8");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Realtime {
    /// What was marked before is old.
    Refresh,
    /// This move is being looked at.
    Looking(Spot),
    /// It was looked at.
    Done(Spot),
    /// This is the best move so far.
    Best(Spot),
    /// This move loses.
    Lost(Spot),
    /// What the best move is worth.
    Value(i32),
    /// The best line, for people.
    Line(String),
}

impl fmt::Display for Realtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("REALTIME ")?;
        match self {
            Realtime::Refresh => f.write_str("REFRESH"),
            Realtime::Looking(spot) => write!(f, "POS {spot}"),
            Realtime::Done(spot) => write!(f, "DONE {spot}"),
            Realtime::Best(spot) => write!(f, "BEST {spot}"),
            Realtime::Lost(spot) => write!(f, "LOST {spot}"),
            Realtime::Value(value) => write!(f, "VAL {value}"),
            Realtime::Line(text) => write!(f, "PV {text}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_holds_all_lines_in_order() {
        let analysis = Analysis {
            index: 0,
            count: 1,
            depth: 12,
            seldepth: 19,
            nodes: 18_000,
            total_nodes: 18_320,
            time: Duration::from_millis(75),
            speed: 241_000,
            evaluation: Evaluation::Estimate(286),
            win_rate: 0.68,
            line: vec![Spot { x: 7, y: 6 }, Spot { x: 7, y: 9 }, Spot { x: 8, y: 9 }],
        };
        let expected = "INFO PV 0\nINFO NUMPV 1\nINFO DEPTH 12\nINFO SELDEPTH 19\n\
            INFO NODES 18000\nINFO TOTALNODES 18320\nINFO TOTALTIME 75\nINFO SPEED 241000\n\
            INFO EVAL 286\nINFO WINRATE 0.6800\nINFO BESTLINE 7,6 7,9 8,9\nINFO PV DONE";
        assert_eq!(analysis.to_string(), expected);
    }
}
