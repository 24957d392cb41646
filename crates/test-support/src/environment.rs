//! Numbers from the environment, for runs that are longer than usual.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use tengen_core::Rule;

/// The number that a variable names, or this one.
///
/// # Panics
/// If the variable holds anything else.
pub fn number<T: FromStr<Err: Display>>(name: &str, default: T) -> T {
    let parse = |text: String| text.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    std::env::var(name).map_or(default, parse)
}

/// The seed of all random tests: the same in every run unless `TENGEN_SEED` says otherwise.
pub fn seed() -> u64 {
    number("TENGEN_SEED", 1)
}

/// All rules, or those that `TENGEN_RULES` names with commas between them.
///
/// # Panics
/// If a name is not that of a rule.
pub fn rules() -> Vec<Rule> {
    let named = std::env::var("TENGEN_RULES").unwrap_or_default();
    let names: Vec<&str> = named.split(',').filter(|name| !name.is_empty()).collect();
    let named = |name: &&str| name.parse().unwrap_or_else(|error| panic!("TENGEN_RULES: {error}"));
    if names.is_empty() { Rule::ALL.to_vec() } else { names.iter().map(named).collect() }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
