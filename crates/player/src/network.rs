//! Networks in files, as users name them.

use std::fs;

use tengen_engine::NetworkChoice;

/// A network that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the network in {path}: {problem}")]
pub struct ReadNetworkError {
    /// Its file.
    pub path: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads the network that a user names: the path of a file, or `none`.
///
/// ```
/// use tengen_player::{NetworkChoice, read_network};
///
/// assert_eq!(read_network("none")?, NetworkChoice::None);
/// let error = read_network("Cargo.toml").unwrap_err().to_string();
/// assert_eq!(error, "the network in Cargo.toml: this is no network: it does not begin with TENGENNW");
/// # Ok::<(), tengen_player::ReadNetworkError>(())
/// ```
///
/// # Errors
/// If the file cannot be read or holds no whole network.
pub fn read_network(name: &str) -> Result<NetworkChoice, ReadNetworkError> {
    if name == "none" {
        return Ok(NetworkChoice::None);
    }
    let fault = |problem: String| ReadNetworkError { path: name.to_owned(), problem };
    let bytes = fs::read(name).map_err(|error| fault(error.to_string()))?;
    NetworkChoice::from_bytes(&bytes).map_err(|error| fault(error.to_string()))
}
