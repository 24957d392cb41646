//! Words of the game as texts on the wire: checked when a message is read, trusted after that.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tengen_core::{Move, OpeningRule, Point, Rule, Side};

/// A wrapper that travels as the text its inner type prints and parses.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident($inner:ty) as $ts:literal = $text:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name(pub $inner);

        impl From<$inner> for $name {
            fn from(inner: $inner) -> $name {
                $name(inner)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                parse::<$inner>(&text).map($name).map_err(de::Error::custom)
            }
        }

        #[cfg(test)]
        impl ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn docs() -> Option<String> {
                None
            }

            fn name(_: &ts_rs::Config) -> String {
                $ts.to_owned()
            }

            fn inline(_: &ts_rs::Config) -> String {
                $text.to_owned()
            }

            fn decl(_: &ts_rs::Config) -> String {
                concat!("type ", $ts, " = ", $text, ";").to_owned()
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!($ts, ".ts").into())
            }
        }
    };
}

named! {
    /// A point, `h8`.
    PointName(Point) as "Point" = "string"
}
named! {
    /// A move: a point, or `--` for a pass.
    MoveName(Move) as "Move" = "string"
}
named! {
    /// A side.
    SideName(Side) as "Side" = "\"black\" | \"white\""
}
named! {
    /// A rule.
    RuleName(Rule) as "Rule" =
        "\"freestyle\" | \"standard\" | \"renju\" | \"caro\" | \"caro-exact\""
}
named! {
    /// An opening rule.
    OpeningName(OpeningRule) as "OpeningRule" =
        "\"none\" | \"swap-first\" | \"swap\" | \"swap2\" | \"pro\" | \"long-pro\" | \"rif\" | \"yamaguchi\" | \"soosyrv8\" | \"taraguchi10\""
}

/// Reads a word of the game.
trait Word: Sized {
    fn read(text: &str) -> Result<Self, String>;
}

fn parse<T: Word>(text: &str) -> Result<T, String> {
    T::read(text)
}

impl Word for Point {
    fn read(text: &str) -> Result<Point, String> {
        text.parse().map_err(|error: tengen_core::ParsePointError| error.to_string())
    }
}

impl Word for Move {
    fn read(text: &str) -> Result<Move, String> {
        if text == "--" { Ok(Move::Pass) } else { Point::read(text).map(Move::Stone) }
    }
}

impl Word for Side {
    fn read(text: &str) -> Result<Side, String> {
        let side = Side::BOTH.into_iter().find(|side| side.to_string() == text);
        side.ok_or_else(|| {
            let shown: String = text.chars().take(20).collect();
            format!("'{shown}' is not a side; the sides are black and white")
        })
    }
}

impl Word for Rule {
    fn read(text: &str) -> Result<Rule, String> {
        text.parse().map_err(|error: tengen_core::ParseRuleError| error.to_string())
    }
}

impl Word for OpeningRule {
    fn read(text: &str) -> Result<OpeningRule, String> {
        text.parse().map_err(|error: tengen_core::ParseOpeningRuleError| error.to_string())
    }
}
