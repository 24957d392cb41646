//! Makes `web/shared/wire.d.ts` from the message types.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use super::*;

/// The declarations of all types met so far, by name.
struct Declarations<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_none() || self.found.contains_key(&T::ident(self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(self.config));
        self.found.insert(T::ident(self.config), declaration);
        T::visit_dependencies(self);
    }
}

/// The whole file: what has no other place than HTTP is named here.
fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config: &config, found: BTreeMap::new() };
    all.visit::<Envelope>();
    all.visit::<ToServer>();
    all.visit::<FromServer>();
    all.visit::<Info>();
    all.visit::<Profile>();
    all.visit::<StoredGame>();
    all.visit::<SaveRecord>();
    all.visit::<RenameGame>();
    all.visit::<Deleted>();
    all.visit::<ManyGames>();
    all.visit::<DeletedGames>();
    all.visit::<TagGames>();
    all.visit::<CollectionInfo>();
    all.visit::<Storage>();
    all.visit::<Imported>();
    all.visit::<Export>();
    all.visit::<Render>();
    all.visit::<PuzzleFilter>();
    all.visit::<PuzzleList>();
    all.visit::<PuzzleShown>();
    all.visit::<OwnPuzzle>();
    all.visit::<OwnSaved>();
    let types: Vec<String> = all.found.into_values().collect();
    format!(
        "// Made from crates/server/src/wire.rs by its tests. Do not edit:\n\
         // TENGEN_WRITE=1 cargo test -p tengen-server wire\n\n\
         /** The version of the protocol. */\n\
         export type Version = {VERSION};\n\n\
         {}",
        types.join("\n")
    )
}

#[test]
fn the_front_end_knows_these_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/shared/wire.d.ts");
    let wanted = declarations();
    if std::env::var_os("TENGEN_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &wanted).unwrap();
    }
    let held = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        held == wanted,
        "web/shared/wire.d.ts is out of date: TENGEN_WRITE=1 cargo test -p tengen-server wire"
    );
}

#[test]
fn names_that_the_front_end_is_told_are_those_of_the_game() {
    let told = declarations();
    let line = |name: &str| {
        let start = format!("export type {name} = ");
        told.lines().find(|line| line.starts_with(&start)).unwrap().to_owned()
    };
    for rule in tengen_core::Rule::ALL {
        assert!(line("Rule").contains(&format!("\"{rule}\"")), "{rule}");
    }
    for rule in tengen_core::OpeningRule::ALL {
        assert!(line("OpeningRule").contains(&format!("\"{rule}\"")), "{rule}");
    }
}
