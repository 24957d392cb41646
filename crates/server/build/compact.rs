//! What a browser does not need of a module or a style sheet is left out: comments, indentation, empty lines.
//! That is a quarter of what is sent. Lines stay lines, so nothing depends on where statements end.

/// A module without its comments and its indentation.
pub(crate) fn script(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    // One entry for each open `${` of a template: the braces open inside of it.
    let mut templates: Vec<usize> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                rest = behind_comment(rest, &out);
                continue;
            }
            '/' if begins_expression(&out) => regex_length(rest),
            '"' | '\'' => quoted_length(rest, first),
            '`' => template_length(rest, 1, &mut templates),
            '{' => {
                if let Some(open) = templates.last_mut() {
                    *open += 1;
                }
                1
            }
            '}' => match templates.last_mut() {
                Some(0) => {
                    templates.pop();
                    template_length(rest, 1, &mut templates)
                }
                Some(open) => {
                    *open -= 1;
                    1
                }
                None => 1,
            },
            '\n' => {
                end_line(&mut out);
                rest = rest[1..].trim_start();
                continue;
            }
            _ => first.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    end_line(&mut out);
    out
}

/// A style sheet without its comments and its indentation.
pub(crate) fn style(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("/*") => {
                rest = behind_comment(rest, &out);
                continue;
            }
            '"' | '\'' => quoted_length(rest, first),
            '\n' => {
                end_line(&mut out);
                rest = rest[1..].trim_start();
                continue;
            }
            _ => first.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    end_line(&mut out);
    out
}

/// What follows a comment, without the spaces that only it kept apart from what stands before.
fn behind_comment<'a>(rest: &'a str, before: &str) -> &'a str {
    let rest = rest.find("*/").map_or("", |at| &rest[at + 2..]);
    match before.chars().next_back() {
        None | Some(' ' | '\n' | '(') => rest.trim_start_matches([' ', '\t']),
        _ => rest,
    }
}

/// Ends a line, unless it is empty.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches([' ', '\t']).len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// Whether a value may begin here, so that a slash begins a regular expression and divides nothing.
fn begins_expression(before: &str) -> bool {
    let before = before.trim_end();
    let Some(last) = before.chars().next_back() else { return true };
    if last.is_alphanumeric() || matches!(last, '_' | '$') {
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).next();
        return matches!(word, Some("return" | "typeof" | "case" | "in" | "of" | "await" | "void"));
    }
    !matches!(last, ')' | ']' | '}' | '"' | '\'' | '`')
}

/// The bytes of a text up to its closing quote.
fn quoted_length(text: &str, quote: char) -> usize {
    length_until(&text[1..], |c| c == quote) + 1
}

/// The bytes of a regular expression up to its closing slash; flags read like any word.
fn regex_length(text: &str) -> usize {
    let mut in_class = false;
    let end = |c| {
        match c {
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        c == '/' && !in_class
    };
    length_until(&text[1..], end) + 1
}

/// The bytes up to and with the character that ends it. One behind a backslash never does.
fn length_until(text: &str, mut ends: impl FnMut(char) -> bool) -> usize {
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if ends(c) {
            return at + c.len_utf8();
        }
    }
    text.len()
}

/// The bytes of a template from `from` on: to its end, or to the next `${`, which is noted.
fn template_length(text: &str, from: usize, open: &mut Vec<usize>) -> usize {
    let mut chars = text[from..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            ('\\', _) => drop(chars.next()),
            ('`', _) => return from + at + 1,
            ('$', Some((_, '{'))) => {
                open.push(0);
                return from + at + 2;
            }
            _ => {}
        }
    }
    text.len()
}
