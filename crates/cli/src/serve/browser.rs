//! Opening the user's browser.

use std::path::{Path, PathBuf};

use tengen_server::write_secret;

/// The page in the data folder that leads to a link with a token.
const PAGE: &str = "open.html";

/// Opens a browser if there is one. Everybody on this machine sees the arguments of a program, so a
/// link with a token goes into a page that only the user can read. Returns the page's path, if there is
/// one now.
pub(super) fn open_browser(link: &str, is_secret: bool, data: &Path) -> Option<PathBuf> {
    if !is_secret {
        open_link(link);
        return None;
    }
    if !has_browser() {
        return None;
    }
    let page = std::path::absolute(data.join(PAGE)).ok()?;
    let text = format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Tengen</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={link}\">\n<a href=\"{link}\">Tengen</a>\n"
    );
    write_secret(&page, text.as_bytes()).ok()?;
    let _ = open::that_detached(&page);
    Some(page)
}

/// Opens a link without secrets, if there is a browser.
pub(crate) fn open_link(link: &str) {
    if has_browser() {
        let _ = open::that_detached(link);
    }
}

/// Whether a browser can be opened; on a bare console none is looked for.
fn has_browser() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}
