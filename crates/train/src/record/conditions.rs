//! How the games of a file were played.

use std::fmt;

/// Names and values, in the order in which they are told.
///
/// ```
/// # use tengen_train::Conditions;
/// let conditions = |nodes: u32| Conditions::of([("seed", "4".to_owned()), ("nodes", nodes.to_string())]);
/// assert_eq!(conditions(60).differs_from(&conditions(60)), None);
/// let differs = conditions(100).differs_from(&conditions(60)).unwrap();
/// assert_eq!(differs, "nodes 60 there, 100 now");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions(Vec<(String, String)>);

impl Conditions {
    /// Conditions by their names, which are words.
    pub fn of<const N: usize>(all: [(&str, String); N]) -> Conditions {
        Conditions(all.map(|(name, value)| (name.to_owned(), value)).to_vec())
    }

    /// The same and one more, where there is something to tell.
    #[must_use]
    pub fn and(mut self, name: &str, value: Option<String>) -> Conditions {
        self.0.extend(value.map(|value| (name.to_owned(), value)));
        self
    }

    /// Reads what [`Conditions::to_string`] gives: a name, a space and the value on each line.
    pub(super) fn from_text(text: &str) -> Conditions {
        let pair = |line: &str| {
            let (name, value) = line.split_once(' ').unwrap_or((line, ""));
            (name.to_owned(), value.to_owned())
        };
        Conditions(text.lines().map(pair).collect())
    }

    /// What these conditions have otherwise than those of before, in words.
    pub fn differs_from(&self, before: &Conditions) -> Option<String> {
        let value = |all: &Conditions, name: &str| {
            let found = all.0.iter().find(|(known, _)| known == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
        };
        let only_before =
            before.0.iter().filter(|(name, _)| !self.0.iter().any(|(n, _)| n == name));
        let names = self.0.iter().chain(only_before).map(|(name, _)| name);
        let differences: Vec<String> = names
            .map(|name| (name, value(before, name), value(self, name)))
            .filter(|(_, there, now)| there != now)
            .map(|(name, there, now)| format!("{name} {there} there, {now} now"))
            .collect();
        (!differences.is_empty()).then(|| differences.join("; "))
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, value)| writeln!(f, "{name} {value}"))
    }
}
