//! The kinds of puzzles.

use std::fmt;
use std::str::FromStr;

/// What the side to move has to find.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A win by fours alone.
    Vcf,
    /// A win by threats, where fours alone do not win.
    Vct,
    /// A win by any moves, where threats alone do not win.
    Win,
    /// The move that stops a win by threats.
    Defence,
    /// A win by fours that needs a forbidden point of Black's: renju, White to move.
    Trap,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 5] = [Kind::Vcf, Kind::Vct, Kind::Win, Kind::Defence, Kind::Trap];

    /// The name users know.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Vcf => "vcf",
            Kind::Vct => "vct",
            Kind::Win => "win",
            Kind::Defence => "defence",
            Kind::Trap => "trap",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let named = Kind::ALL.into_iter().find(|kind| kind.name() == text);
        let names = || Kind::ALL.map(Kind::name).join(", ");
        named.ok_or_else(|| format!("'{text}' is no kind of puzzle; the kinds are {}", names()))
    }
}
