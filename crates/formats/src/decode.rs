//! From bytes to text, whatever code page the author had.

use std::borrow::Cow;

use encoding_rs::Encoding;

/// The text of a file: Unicode if it is valid, else what its byte order mark or an SGF `CA`
/// property says, else `otherwise`.
pub(crate) fn text<'a>(bytes: &'a [u8], otherwise: &'static Encoding) -> Cow<'a, str> {
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => encoding.decode_without_bom_handling(&bytes[mark..]).0,
        None => text_or(bytes, named_encoding(bytes).unwrap_or(otherwise)),
    }
}

/// Unicode if it is valid, else `otherwise`.
pub(crate) fn text_or<'a>(bytes: &'a [u8], otherwise: &'static Encoding) -> Cow<'a, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => otherwise.decode_without_bom_handling(bytes).0,
    }
}

/// The encoding that a `CA[…]` near the start of the file names.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    const KEY: &[u8] = b"CA[";
    let head = &bytes[..bytes.len().min(4096)];
    let start = head.windows(KEY.len()).position(|window| window == KEY)? + KEY.len();
    let length = head[start..].iter().position(|&b| b == b']')?;
    Encoding::for_label(&head[start..start + length])
}
