//! What nobody but the user may read: files of the data folder, and the token for other machines.

use std::io::{self, Read, Write};
use std::path::Path;

use crate::store::own_file;

/// The token's file in the data folder.
const FILE: &str = "token";

/// Which token lets other machines in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// This one.
    Given(String),
    /// The one in the data folder, so that links survive a restart. The first start makes it.
    Kept,
    /// A new one. The one in the data folder is no longer valid.
    Renewed,
}

impl Token {
    /// The token itself. The caller holds the data folder, so no other server uses the old one.
    pub(crate) fn reveal(&self, folder: &Path) -> io::Result<String> {
        let path = folder.join(FILE);
        match self {
            Token::Given(token) => return Ok(token.clone()),
            Token::Kept => {
                let mut kept = String::new();
                own_file(&path)?.read_to_string(&mut kept)?;
                if is_token(kept.trim()) {
                    return Ok(kept.trim().to_owned());
                }
            }
            Token::Renewed => {}
        }
        let token = random_token()?;
        write_secret(&path, format!("{token}\n").as_bytes())?;
        Ok(token)
    }
}

/// Bytes of a token. Nobody guesses them.
const BYTES: usize = 16;

fn random_token() -> io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn is_token(text: &str) -> bool {
    text.len() == 2 * BYTES && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes a file, whole or not at all, that nobody but its owner may read at any moment.
///
/// # Errors
/// If the file cannot be written.
pub fn write_secret(path: &Path, contents: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = own_file(&new)?;
    file.set_len(0)?;
    file.write_all(contents)?;
    file.sync_all()?;
    std::fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_kept_until_it_is_renewed() {
        let folder = tempfile::tempdir().unwrap();
        let first = Token::Kept.reveal(folder.path()).unwrap();
        assert!(is_token(&first));
        assert_eq!(Token::Kept.reveal(folder.path()).unwrap(), first);
        let second = Token::Renewed.reveal(folder.path()).unwrap();
        assert_ne!(second, first);
        assert_eq!(Token::Kept.reveal(folder.path()).unwrap(), second);
        assert_eq!(Token::Given("mine".to_owned()).reveal(folder.path()).unwrap(), "mine");
        assert_eq!(Token::Kept.reveal(folder.path()).unwrap(), second);
    }

    #[test]
    fn a_file_that_holds_no_token_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["", "short", "zz112233445566778899aabbccddeeff"] {
            std::fs::write(folder.path().join(FILE), text).unwrap();
            let token = Token::Kept.reveal(folder.path()).unwrap();
            assert!(is_token(&token) && token != text);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_readable_by_its_owner_alone_even_if_the_file_was_there() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |name: &str| {
            std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777
        };
        let path = folder.path().join("address");
        std::fs::write(&path, "an old and longer text").unwrap();
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).unwrap();
        write_secret(&path, b"secret").unwrap();
        assert_eq!((mode("address"), std::fs::read(&path).unwrap()), (0o600, b"secret".to_vec()));
        std::fs::write(folder.path().join(FILE), "00112233445566778899aabbccddeeff").unwrap();
        std::fs::set_permissions(folder.path().join(FILE), PermissionsExt::from_mode(0o644))
            .unwrap();
        Token::Kept.reveal(folder.path()).unwrap();
        assert_eq!(mode(FILE), 0o600);
    }
}
