//! Which network an engine uses.

use std::sync::Arc;

use tengen_core::Rule;

use super::{Network, NetworkError};

/// Which network an engine uses beside its evaluation and policy.
///
/// ```
/// # use std::sync::Arc;
/// # use tengen_core::Rule;
/// # use tengen_engine::{Network, NetworkChoice};
/// let neutral = NetworkChoice::Given(Arc::new(Network::neutral(Rule::Renju)));
/// assert!(neutral.of(Rule::Renju).is_ok_and(|network| network.is_some()));
/// assert_eq!(
///     neutral.of(Rule::Caro).unwrap_err().to_string(),
///     "the network was made for renju, not for caro"
/// );
/// assert_eq!(NetworkChoice::None.of(Rule::Caro), Ok(None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum NetworkChoice {
    /// None.
    #[default]
    None,
    /// This one, for games of its rule.
    Given(Arc<Network>),
}

impl NetworkChoice {
    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If they are no network, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetworkChoice, NetworkError> {
        Ok(NetworkChoice::Given(Arc::new(Network::from_bytes(bytes)?)))
    }

    /// The network for games of a rule, if there is to be one.
    ///
    /// # Errors
    /// If the network was made for another rule.
    pub fn of(&self, rule: Rule) -> Result<Option<Arc<Network>>, NetworkError> {
        match self {
            NetworkChoice::None => Ok(None),
            NetworkChoice::Given(network) if network.fits(rule) => Ok(Some(network.clone())),
            NetworkChoice::Given(network) => {
                Err(NetworkError::Rule { found: network.rule, expected: rule })
            }
        }
    }
}
