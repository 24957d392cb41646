//! The page that shows a ladder: only the part between its markers is replaced.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::output;

/// The line before the table, and the one after it.
const BEGIN: &str = "<!-- ladder: made by `tengen match --ladder`, not by hand -->";
const END: &str = "<!-- end of the ladder -->";

/// A page with a place for a table.
#[derive(Debug)]
pub(super) struct Page {
    path: PathBuf,
    before: String,
    after: String,
}

impl Page {
    /// Reads a page before games are played for it.
    pub(super) fn open(path: &Path) -> anyhow::Result<Page> {
        let name = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(name)?;
        let page = Page::cut(&text).map(|(before, after)| {
            let (before, after) = (before.to_owned(), after.to_owned());
            Page { path: path.to_owned(), before, after }
        });
        page.ok_or_else(|| anyhow!("{}: the lines '{BEGIN}' and '{END}' are missing", name()))
    }

    /// What stands before and after the place.
    fn cut(text: &str) -> Option<(&str, &str)> {
        let begin = text.find(BEGIN)?;
        let end = begin + text[begin..].find(END)?;
        Some((&text[..begin], &text[end + END.len()..]))
    }

    pub(super) fn write(&self, table: &str) -> anyhow::Result<()> {
        let Page { path, before, after } = self;
        let text = format!("{before}{BEGIN}\n{table}{END}{after}");
        output::write(path, text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_part_between_the_markers_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("page.md");
        std::fs::write(&path, format!("# Title\n\n{BEGIN}\nold\n{END}\n\nrest\n")).unwrap();
        for table in ["new\n", "newer\n"] {
            Page::open(&path).unwrap().write(table).unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text, format!("# Title\n\n{BEGIN}\n{table}{END}\n\nrest\n"));
        }
        std::fs::write(&path, "# Title\n").unwrap();
        assert!(Page::open(&path).unwrap_err().to_string().contains("are missing"));
    }
}
