//! The feature `serde`: points, rules and opening rules as the text users type, sides as `black` and
//! `white`, sizes as numbers.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::{OpeningRule, Point, Rule, Side, Size};

/// Reads what [`FromStr`] reads.
fn parsed<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: Display,
{
    let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
    text.parse().map_err(Error::custom)
}

macro_rules! as_text {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                parsed(deserializer)
            }
        }
    )*};
}

as_text!(Point, Rule, OpeningRule);

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let side = Side::BOTH.into_iter().find(|side| side.to_string() == text);
        side.ok_or_else(|| D::Error::custom(format!("'{text}' is not black or white")))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.lines())
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lines = u8::deserialize(deserializer)?;
        Size::new(lines)
            .ok_or_else(|| D::Error::custom(format!("there is no board of size {lines}")))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_are_written_as_users_type_them() {
        check("h8".parse::<Point>().unwrap(), "\"h8\"");
        check(Side::White, "\"white\"");
        check(Size::new(20).unwrap(), "20");
        Rule::ALL.into_iter().for_each(|rule| check(rule, &format!("\"{rule}\"")));
        check("swap2".parse::<OpeningRule>().unwrap(), "\"swap2\"");
    }

    #[test]
    fn nonsense_is_refused_with_a_sentence() {
        let refused = |error: serde_json::Error, word: &str| {
            assert!(error.to_string().contains(word), "{error}");
        };
        refused(serde_json::from_str::<Point>("\"88\"").unwrap_err(), "88");
        refused(serde_json::from_str::<Side>("\"red\"").unwrap_err(), "red");
        refused(serde_json::from_str::<Size>("4").unwrap_err(), "4");
        refused(serde_json::from_str::<Rule>("\"chess\"").unwrap_err(), "chess");
    }
}
