//! What the build leaves out of modules and style sheets is nothing that a browser reads.

#[path = "../build/compact.rs"]
mod compact;

use std::path::Path;

#[test]
fn comments_indentation_and_empty_lines_are_left_out() {
    let source = "// @ts-check\n\n/** A sum. */\nexport function sum(a, b) {\n  // Both.\n  /* type */ (a).b = sum(/** type */ (a));\n  return a + b; /* done */\n}\n";
    assert_eq!(
        compact::script(source),
        "export function sum(a, b) {\n(a).b = sum((a));\nreturn a + b;\n}\n"
    );
    let sheet = "/* Stones. */\n.stone {\n  fill: black;\n\n  content: \"/* no */\";\n}\n";
    assert_eq!(compact::style(sheet), ".stone {\nfill: black;\ncontent: \"/* no */\";\n}\n");
}

#[test]
fn what_only_looks_like_a_comment_stays() {
    for text in [
        "const a = \"http://a.b/*c*/\";\n",
        "const a = 'it\\'s // not';\n",
        "const a = /[/*]\\/\\/x/g.test(b);\n",
        "const a = b.replace(/\"/g, \"\") / 2;\n",
        "const a = (b + c) / 2 / d;\n",
        "const a = list[0] / 2;\n",
        "return /^\\w+\\//.exec(a);\n",
        "const a = `//${b ? `/*${c}*/` : { d: '}' }.d} // e`;\n",
        "const a = `$ \\` \\${ // b`;\n",
        "const a = \"五 // 子\"; // 黑\n",
    ] {
        let expected =
            text.strip_suffix(" // 黑\n").map_or(text.to_owned(), |code| code.to_owned() + "\n");
        assert_eq!(compact::script(text), expected);
    }
}

#[test]
fn lines_of_a_template_keep_their_spaces() {
    let text = "const a = `one\n  two\n\n  ${\n    b // three\n  }  \n`;\n";
    assert_eq!(compact::script(text), "const a = `one\n  two\n\n  ${\nb\n}  \n`;\n");
}

#[test]
fn the_front_end_loses_its_comments_and_nothing_twice() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("web")];
    let mut modules = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "js") {
                let once = compact::script(&std::fs::read_to_string(&path).unwrap());
                assert_eq!(compact::script(&once), once, "{}", path.display());
                assert!(
                    !once.contains("@param") && !once.contains("@ts-check"),
                    "{}",
                    path.display()
                );
                modules += 1;
            }
        }
    }
    assert!(modules > 50, "{modules} modules were found");
}
