//! `INFO key value`: what a manager tells an engine.

use std::fmt;
use std::time::Duration;

use tengen_core::Rule;

use crate::words::excerpt;

/// From here on a time is no limit: managers send this for "unlimited".
const UNLIMITED_MILLIS: u64 = 2_147_483_647;

/// A setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Info {
    /// Limit for each move; zero asks for an answer at once.
    TimeoutTurn(Duration),
    /// Limit for the whole game, if there is one.
    TimeoutMatch(Option<Duration>),
    /// What is left of the game's time, if it is limited.
    TimeLeft(Option<Duration>),
    /// Limit for the whole process in bytes, if there is one.
    MaxMemory(Option<u64>),
    /// The rule of the game.
    Rule(Rule),
    /// Depth of the search in plies, if it is limited.
    MaxDepth(Option<u32>),
    /// Nodes of each search, if they are limited.
    MaxNodes(Option<u64>),
    /// How many threads may search.
    Threads(usize),
    /// Bytes for the table of positions alone; zero for the least.
    HashSize(u64),
    /// What is added to the game's time with every move.
    TimeIncrement(Duration),
    /// What to report about a search.
    ShowDetail(Detail),
    /// Whether to think on the opponent's time.
    Pondering(bool),
    /// Whether to play from the opening book.
    Book(bool),
    /// Whether to play by the certificates of the first player's win.
    Certificate(bool),
    /// The file of the analysis database to use, if one is to be used.
    Database(Option<String>),
    /// The main algorithm, by its name in lower case.
    Algorithm(String),
    /// The level of the forced-win search, by its name in lower case.
    Solver(String),
    /// The file of the network, or `none`, as it stands.
    Network(String),
    /// The longest forced win to look for, in plies, if that is limited.
    MaxPlies(Option<u32>),
    /// Forget what was searched; for match runners, which can send nothing but settings.
    ClearHash,
    /// Anything else: the key in lower case, the rest of the line as it stands.
    Other {
        /// The key.
        key: String,
        /// The value; empty if there is none.
        value: String,
    },
}

/// What a board wants to see while the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// `MESSAGE REALTIME` lines, and lines for people.
    pub realtime: bool,
    /// Blocks of `INFO` lines.
    pub blocks: bool,
}

impl Detail {
    fn from_bits(bits: u64) -> Detail {
        Detail { realtime: bits & 1 != 0, blocks: bits & 2 != 0 }
    }

    fn bits(self) -> u8 {
        u8::from(self.realtime) | u8::from(self.blocks) << 1
    }
}

impl Info {
    /// Reads a key in any case and its value. A value that the key cannot have gives
    /// [`Info::Other`], which nobody obeys.
    pub fn parse(key: &str, value: &str) -> Info {
        let key = key.to_ascii_lowercase();
        let value = value.trim();
        let known = number(value).and_then(|number| Info::known(&key, number));
        let named = known.or_else(|| Info::named(&key, value));
        named.unwrap_or_else(|| Info::Other { key, value: value.to_owned() })
    }

    /// The settings of our own, whose values are names.
    fn named(key: &str, value: &str) -> Option<Info> {
        // A name is repeated where it is not known.
        let name = excerpt(value).to_ascii_lowercase();
        match key {
            _ if name.is_empty() => None,
            // Files differ by case, and their names may be long.
            "database" => Some(Info::Database(Some(value.to_owned()))),
            "algorithm" => Some(Info::Algorithm(name)),
            // `kill` and `kill_depth` are the older names of `solver` and `max_plies`.
            "solver" | "kill" => Some(Info::Solver(name)),
            "network" => Some(Info::Network(value.to_owned())),
            _ => None,
        }
    }

    fn known(key: &str, number: Number) -> Option<Info> {
        let positive = (number.size > 0 && !number.is_negative).then_some(number.size);
        Some(match key {
            "timeout_turn" => Info::TimeoutTurn(number.duration()),
            "timeout_match" => Info::TimeoutMatch(positive.map(Duration::from_millis)),
            "time_left" => {
                let unlimited = !number.is_negative && number.size >= UNLIMITED_MILLIS;
                Info::TimeLeft((!unlimited).then(|| number.duration()))
            }
            "max_memory" => Info::MaxMemory(positive),
            "rule" => Info::Rule(rule_of_code(positive.unwrap_or(0))),
            "max_depth" => Info::MaxDepth(positive.map(|n| n.try_into().unwrap_or(u32::MAX))),
            "max_node" => Info::MaxNodes(positive),
            "thread_num" => Info::Threads(positive?.try_into().unwrap_or(usize::MAX)),
            "hash_size" => Info::HashSize(positive.unwrap_or(0).saturating_mul(1 << 10)),
            "time_increment" => Info::TimeIncrement(number.duration()),
            "show_detail" => Info::ShowDetail(Detail::from_bits(positive.unwrap_or(0))),
            "pondering" => Info::Pondering(positive.is_some()),
            "book" => Info::Book(positive.is_some()),
            "certificate" => Info::Certificate(positive.is_some()),
            // A file is not called so.
            "database" if positive.is_none() => Info::Database(None),
            "clear_hash" if positive.is_some() => Info::ClearHash,
            "max_plies" | "kill_depth" => {
                Info::MaxPlies(positive.map(|n| n.try_into().unwrap_or(u32::MAX)))
            }
            _ => return None,
        })
    }
}

/// The rule that a code means. Managers differ: 2 is a continuous game for some and renju for
/// others, and only the latter ask engines for it.
pub fn rule_of_code(code: u64) -> Rule {
    let has = |bit: u64| code & bit != 0;
    match () {
        () if has(4) || code == 2 => Rule::Renju,
        () if has(8) && has(1) => Rule::CaroExact,
        () if has(8) => Rule::Caro,
        () if has(1) => Rule::Standard,
        () => Rule::Freestyle,
    }
}

/// A whole number of any length, cut to what fits.
#[derive(Clone, Copy)]
struct Number {
    is_negative: bool,
    size: u64,
}

impl Number {
    /// Milliseconds; negative times count as 0.
    fn duration(self) -> Duration {
        Duration::from_millis(if self.is_negative { 0 } else { self.size })
    }
}

fn number(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-');
    let is_negative = digits.is_some();
    let digits = digits.or(text.strip_prefix('+')).unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| Number { is_negative, size: digits.parse().unwrap_or(u64::MAX) })
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::TimeoutTurn(time) => write!(f, "timeout_turn {}", time.as_millis()),
            Info::TimeoutMatch(time) => {
                write!(f, "timeout_match {}", time.map_or(0, |time| time.as_millis()))
            }
            Info::TimeLeft(time) => {
                let unlimited = u128::from(UNLIMITED_MILLIS);
                write!(f, "time_left {}", time.map_or(unlimited, |time| time.as_millis()))
            }
            Info::MaxMemory(bytes) => write!(f, "max_memory {}", bytes.unwrap_or(0)),
            Info::Rule(rule) => write!(f, "rule {}", rule.code()),
            Info::MaxDepth(depth) => write!(f, "max_depth {}", depth.unwrap_or(0)),
            Info::MaxNodes(nodes) => write!(f, "max_node {}", nodes.unwrap_or(0)),
            Info::Threads(threads) => write!(f, "thread_num {threads}"),
            Info::HashSize(bytes) => write!(f, "hash_size {}", bytes >> 10),
            Info::TimeIncrement(time) => write!(f, "time_increment {}", time.as_millis()),
            Info::ShowDetail(detail) => write!(f, "show_detail {}", detail.bits()),
            Info::Pondering(wanted) => write!(f, "pondering {}", u8::from(*wanted)),
            Info::Book(wanted) => write!(f, "book {}", u8::from(*wanted)),
            Info::Certificate(wanted) => write!(f, "certificate {}", u8::from(*wanted)),
            Info::Database(path) => write!(f, "database {}", path.as_deref().unwrap_or("0")),
            Info::Algorithm(name) => write!(f, "algorithm {name}"),
            Info::Solver(name) => write!(f, "solver {name}"),
            Info::Network(path) => write!(f, "network {path}"),
            Info::MaxPlies(plies) => write!(f, "max_plies {}", plies.unwrap_or(0)),
            Info::ClearHash => f.write_str("clear_hash 1"),
            Info::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_read_back_from_its_code() {
        for rule in Rule::ALL {
            assert_eq!(rule_of_code(rule.code().into()), rule);
        }
        let others = [(2, Rule::Renju), (3, Rule::Standard), (5, Rule::Renju), (10, Rule::Caro)];
        for (code, rule) in others {
            assert_eq!(rule_of_code(code), rule, "{code}");
        }
    }

    #[test]
    fn times_are_never_negative_and_may_be_unlimited() {
        let millis = Duration::from_millis;
        assert_eq!(Info::parse("TIME_LEFT", "-5"), Info::TimeLeft(Some(Duration::ZERO)));
        assert_eq!(Info::parse("time_left", "2147483647"), Info::TimeLeft(None));
        assert_eq!(Info::parse("time_left", "99999999999999999999999"), Info::TimeLeft(None));
        assert_eq!(Info::parse("Timeout_Turn", "250"), Info::TimeoutTurn(millis(250)));
        assert_eq!(Info::parse("timeout_match", "0"), Info::TimeoutMatch(None));
    }

    #[test]
    fn a_name_that_is_repeated_is_short_and_printable() {
        let long = format!("\0{}", "X".repeat(60_000));
        assert_eq!(Info::parse("solver", &long), Info::Solver("x".repeat(30)));
    }

    #[test]
    fn the_path_of_a_network_stays_as_it_stands() {
        let path = "C:\\My Networks\\Renju.bin";
        assert_eq!(Info::parse("NETWORK", path), Info::Network(path.to_owned()));
        assert_eq!(Info::parse("network", "none").to_string(), "network none");
        assert!(matches!(Info::parse("network", ""), Info::Other { .. }));
    }

    #[test]
    fn older_names_of_the_solver_are_understood() {
        assert_eq!(Info::parse("kill", "Fast"), Info::parse("SOLVER", "fast"));
        assert_eq!(Info::parse("kill_depth", "9"), Info::parse("max_plies", "9"));
        assert_eq!(Info::parse("max_plies", "0"), Info::MaxPlies(None));
    }

    #[test]
    fn unusable_values_are_nobodys_setting() {
        for (key, value) in [("rule", "x"), ("thread_num", "0"), ("max_memory", ""), ("foo", "1")] {
            assert!(matches!(Info::parse(key, value), Info::Other { .. }), "{key} {value}");
        }
        assert_eq!(Info::parse("max_depth", "-1"), Info::MaxDepth(None));
    }
}
