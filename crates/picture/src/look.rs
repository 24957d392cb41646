//! How a diagram is drawn.

use std::fmt;
use std::str::FromStr;

/// How a diagram is drawn, whatever is on it.
///
/// ```
/// # use tengen_picture::{Look, Numbers, Theme};
/// let for_a_book = Look { theme: Theme::Paper, numbers: Numbers::All, ..Look::default() };
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Look {
    /// The colours.
    pub theme: Theme,
    /// Which edges carry letters and numbers.
    pub coordinates: Coordinates,
    /// Which stones carry the number of their move.
    pub numbers: Numbers,
    /// What is drawn on a forbidden point.
    pub fouls: FoulMarks,
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// A wooden board.
    #[default]
    Wood,
    /// Black ink on white paper, nothing else.
    Paper,
    /// A slate, for dark screens.
    Slate,
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 3] = [Theme::Wood, Theme::Paper, Theme::Slate];

    /// The name by which users ask for it.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Paper => "paper",
            Theme::Slate => "slate",
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a theme: wood, paper or slate")]
pub struct ParseThemeError(String);

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Theme::ALL.into_iter().find(|theme| theme.name().eq_ignore_ascii_case(text));
        named.ok_or_else(|| ParseThemeError(text.chars().take(12).collect()))
    }
}

/// Which edges carry the names of columns and rows: letters from `a`, numbers from 1 at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coordinates {
    /// No edge.
    Hidden,
    /// Letters below and numbers at the left.
    #[default]
    TwoEdges,
    /// All four edges.
    FourEdges,
}

/// Which stones carry the number of their move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Numbers {
    /// No stone.
    #[default]
    Hidden,
    /// All that have a number.
    All,
    /// The last moves, this many.
    Last(u32),
}

impl Numbers {
    /// Whether `number` is written where `highest` is the highest of the diagram.
    pub(crate) fn show(self, number: u32, highest: u32) -> bool {
        match self {
            Numbers::Hidden => false,
            Numbers::All => true,
            Numbers::Last(count) => highest.saturating_sub(number) < count,
        }
    }
}

/// What is drawn on a forbidden point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FoulMarks {
    /// A cross.
    #[default]
    Cross,
    /// A cross and the kind of the foul: a small `3`, `4` or `6`.
    CrossAndKind,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_read_back_from_their_names() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
            assert_eq!(theme.name().to_uppercase().parse(), Ok(theme));
        }
        assert!("marble".parse::<Theme>().is_err());
    }

    #[test]
    fn the_last_numbers_are_the_highest() {
        let shown = |numbers: Numbers| (1..=9).filter(|&n| numbers.show(n, 9)).collect::<Vec<_>>();
        assert_eq!(shown(Numbers::Hidden), []);
        assert_eq!(shown(Numbers::Last(0)), []);
        assert_eq!(shown(Numbers::Last(2)), [8, 9]);
        assert_eq!(shown(Numbers::Last(100)).len(), 9);
        assert_eq!(shown(Numbers::All).len(), 9);
    }
}
