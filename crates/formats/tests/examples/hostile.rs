//! Files that are deep, long or wide: neither the stack nor the clock may run out.
//!
//! Each would take minutes if anything were quadratic. A slow machine gets more time.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tengen_formats::{Format, ReadOptions, Record, Rows, read, reduce, write};

use crate::{record, refusal};

const DEEP: usize = 100_000;
const LONG: usize = 1_000_000;

/// A minute, or more where one plain long game takes more than half a second: no other file is a hundred
/// times as much work.
static LIMIT: LazyLock<Duration> = LazyLock::new(|| {
    let start = Instant::now();
    record(Format::Sgf, passes());
    (120 * start.elapsed()).max(Duration::from_secs(60))
});

/// A million passes, one after the other.
fn passes() -> String {
    format!("(;GM[4]SZ[15]{})", ";B[];W[]".repeat(LONG / 2))
}

/// Runs within a time that no quadratic reader keeps.
#[track_caller]
fn quick<T>(work: impl FnOnce() -> T) -> T {
    let limit = *LIMIT;
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < limit, "took {:?} of {limit:?}", start.elapsed());
    done
}

/// Whether SGF and JSON give the record back; other formats may refuse it but not fail.
fn check_written(record: &Record) {
    for format in [Format::Sgf, Format::Json] {
        let written = write(std::slice::from_ref(record), format, Rows::Bottom).unwrap();
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        assert_eq!(read(&written.bytes, &options).unwrap().records[0], *record);
    }
    for format in [Format::Pos, Format::Psq, Format::Offset, Format::Board] {
        let _ = reduce(record, format);
    }
}

#[test]
fn deep_variations() {
    quick(|| {
        let text =
            format!("(;GM[4]SZ[15]{}{}", "(;B[](;W[]".repeat(DEEP / 2), ")".repeat(DEEP + 1));
        let deep = record(Format::Sgf, text);
        assert_eq!((deep.move_count(), deep.variation_count()), (DEEP, 0));
        check_written(&deep);
    });
}

/// A variation at every move: each leaf hangs on the end of a longer line.
#[test]
fn a_comb() {
    quick(|| {
        let text = format!("(;GM[4]SZ[15]{}{})", "(;B[]".repeat(DEEP), ")(;W[])".repeat(DEEP));
        let comb = record(Format::Sgf, text);
        assert_eq!(comb.node_count(), 1 + 2 * DEEP);
        check_written(&comb);
    });
}

#[test]
fn unclosed_variations() {
    let error = quick(|| refusal(Format::Sgf, format!("(;GM[4]SZ[15]{}", "(;B[]".repeat(DEEP))));
    assert_eq!(error.read[0].move_count(), DEEP);
    let error = quick(|| refusal(Format::Sgf, "(".repeat(LONG)));
    assert_eq!(error.place, crate::at(1, 2));
}

#[test]
fn a_million_passes() {
    quick(|| {
        let long = record(Format::Sgf, passes());
        assert_eq!(long.move_count(), LONG);
        check_written(&long);
        let line = write(&[long], Format::Pos, Rows::Bottom).unwrap().bytes;
        assert_eq!(record(Format::Pos, line).move_count(), LONG);
    });
}

#[test]
fn a_library_of_a_million_nodes() {
    let mut chain = b"\x00\x00".to_vec();
    chain.extend([0x00, 0x00].repeat(LONG - 1));
    chain.extend([0x00, 0x40]);
    let chain = quick(|| record(Format::Lib, chain));
    assert_eq!(chain.move_count(), LONG);

    // Every node announces a sibling: as many forks as nodes, closed from the inside.
    let mut forks = b"\x00\x00".to_vec();
    forks.extend([0x00, 0x80].repeat(DEEP));
    forks.extend([0x00, 0x40].repeat(DEEP + 1));
    let forks = quick(|| record(Format::Lib, forks));
    assert_eq!(forks.move_count(), 2 * DEEP + 1);
    quick(|| check_written(&forks));
}

#[test]
fn a_library_with_all_texts_on_one_board() {
    // Nodes that are no moves put their texts and comments on the node before.
    let mut bytes =
        b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x00\x00".to_vec();
    bytes.extend(b"\x79\xCB\x00\x01c\x00A\x00".repeat(DEEP));
    bytes.extend(b"\x78\x40");
    let tree = quick(|| record(Format::Lib, bytes));
    assert_eq!(tree.notes(Record::ROOT).marks.len(), DEEP);
    assert_eq!(tree.notes(Record::ROOT).comment.len(), 2 * DEEP - 1);
    quick(|| check_written(&reduce(&tree, Format::Sgf).unwrap().record));
}

#[test]
fn a_node_with_many_properties() {
    let text: String = (0..DEEP).map(|number| format!("X{number}[a]")).collect();
    let wide = quick(|| record(Format::Sgf, format!("(;GM[4]SZ[15]{text})")));
    assert_eq!(wide.notes(Record::ROOT).extra.len(), DEEP);
    quick(|| check_written(&wide));
    let same = quick(|| record(Format::Sgf, format!("(;GM[4]SZ[15]{})", "X[a]".repeat(DEEP))));
    assert_eq!(same.notes(Record::ROOT).extra[0].values.len(), DEEP);
}

#[test]
fn rectangles_cannot_fill_the_memory() {
    let many = "[aa:vv]".repeat(DEEP);
    let text = format!("(;GM[4]SZ[22]AB{many}CR{many}AE{many}TR{many})");
    let wide = quick(|| record(Format::Sgf, text));
    assert_eq!(wide.notes(Record::ROOT).marks.len(), 2 * 22 * 22);
    assert_eq!(wide.notes(Record::ROOT).setup.stones.len(), 22 * 22);
}

#[test]
fn many_games_many_lines() {
    let games = quick(|| crate::reading(Format::Sgf, "(;GM[1];B[hh])".repeat(DEEP)));
    assert_eq!((games.records.len(), games.notices.len()), (DEEP, 2));
    let lines = quick(|| crate::reading(Format::Pos, "h8i9\n\n".repeat(DEEP)));
    assert_eq!(lines.records.len(), DEEP);
    let lines = quick(|| crate::reading(Format::Offset, "0,0,1,1\n\n".repeat(DEEP)));
    assert_eq!(lines.records.len(), DEEP);
    let error = quick(|| refusal(Format::Pos, format!("{}x", "h8\n".repeat(DEEP))));
    assert_eq!((error.place, error.read.len()), (crate::at(DEEP + 1, 1), DEEP));
}

#[test]
fn json_that_nests() {
    let head = "{\"format\":\"tengen\",\"version\":1,\"games\":";
    for open in ["[", "{\"a\":"] {
        let error = quick(|| refusal(Format::Json, format!("{head}{}", open.repeat(LONG))));
        assert_eq!(error.read.len(), 0);
    }
    let node = "{\"extra\":".to_owned() + &"[".repeat(LONG);
    let text = format!("{head}[{{\"size\":15,\"nodes\":[{{}},{node}");
    assert_eq!(quick(|| refusal(Format::Json, text)).read[0].node_count(), 1);
}

/// Blanks, digits and brackets without end, each in every text format.
#[test]
fn long_runs_of_one_character() {
    let texts = Format::ALL.into_iter().filter(|&format| format != Format::Lib);
    for format in texts {
        for unit in [" ", "\n", "1", "1,", "a", "[", "(", "(;", ";", "-", "é", "\\", "b=;", "1."] {
            let text = unit.repeat(200_000 / unit.len());
            let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
            let _ = quick(|| read(text.as_bytes(), &options).map(drop));
        }
    }
}

/// Every format with 100 nodes and more, where it can hold them.
fn long_files() -> Vec<(Format, Vec<u8>)> {
    let many = |part: &str| part.repeat(100);
    let mut library = b"\xFFRenLib\xFF\x03\x04".to_vec();
    library.resize(20, 0);
    library.extend([0x78, 0x00]);
    (0..99).for_each(|_| library.extend([0x11, 0xC0]));
    library.extend([0x11, 0x40]);
    let points = (0..100).map(|n| format!("{},{},1\n", n % 15 + 1, n / 15 + 1));
    let psq = format!("Piskvorky 15x15, 11:11, 0\n{}-1\n", points.collect::<String>());
    let nodes = format!("[{{}}{}]", many(r#",{"side":"black","move":"--"}"#));
    let json = |games: &str| format!(r#"{{"format":"tengen","version":1,"games":[{games}]}}"#);
    let game = format!(r#"{{"size":15,"nodes":{nodes}}}"#);
    let empty = r#"{"size":15,"nodes":[{}]}"#;
    vec![
        (Format::Pos, many("h8i9\n").into_bytes()),
        (Format::Offset, many("0,0, 1,1\n").into_bytes()),
        (Format::Sgf, many("(;GM[4]SZ[15];B[hh])").into_bytes()),
        (Format::Sgf, format!("(;GM[4]SZ[15]{})", many(";B[]")).into_bytes()),
        (Format::Json, json(&game).into_bytes()),
        (Format::Json, json(&vec![empty; 100].join(",")).into_bytes()),
        (Format::Psq, psq.into_bytes()),
        (Format::Lib, library),
    ]
}

#[test]
fn a_limit_of_nodes_ends_reading_where_it_is_reached() {
    for (format, bytes) in long_files() {
        let whole = read(&bytes, &ReadOptions { format: Some(format), ..Default::default() });
        let nodes = |records: &[Record]| records.iter().map(Record::node_count).sum::<usize>();
        let all = nodes(&whole.unwrap_or_else(|error| panic!("{format}: {error}")).records);
        assert!(all >= 100, "{format}: {all}");
        for max_nodes in [0, 1, 50, all - 1, all] {
            let options = ReadOptions { format: Some(format), max_nodes, ..Default::default() };
            match read(&bytes, &options) {
                Ok(_) => assert_eq!(max_nodes, all, "{format}"),
                Err(error) => {
                    assert!(max_nodes < all, "{format}: {error}");
                    assert_eq!(error.problem, "there are too many nodes", "{format}");
                    assert_eq!(nodes(&error.read), max_nodes, "{format}");
                }
            }
        }
    }
}

#[test]
fn millions_of_short_games_take_no_time_where_a_few_are_wanted() {
    let text = "h8i9\n".repeat(3_000_000);
    let options = ReadOptions { max_nodes: 30_000, ..ReadOptions::default() };
    quick(|| assert_eq!(read(text.as_bytes(), &options).unwrap_err().read.len(), 10_000));
}
