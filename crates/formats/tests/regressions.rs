//! Inputs that once broke something, and the seeds of the fuzz targets.
//!
//! What `fuzz/` finds is put down here, with the bytes as they were found: the first is the
//! fuzzer's, which sets board size and rows, the rest is the file.

use tengen_core::{Rule, Size};
use tengen_formats::{
    Format, Place, ReadError, ReadOptions, Record, Rows, parse_position, position_text, read,
};
use tengen_test_support::formats::round_trip::{check_round_trip, writable};

/// Reads a file as the fuzz targets do, and sends what was read through all formats.
fn check_file(data: &[u8], format: Option<Format>) {
    let Some((&first, file)) = data.split_first() else { return };
    let lines = Size::MIN.lines() + first % (Size::MAX.lines() - Size::MIN.lines() + 1);
    let options = ReadOptions {
        format,
        size: Size::new(lines).unwrap(),
        rows: if first < 128 { Rows::Bottom } else { Rows::Top },
        ..ReadOptions::default()
    };
    let records = match read(file, &options) {
        Ok(reading) => reading.records,
        Err(error) => {
            check_error(&error, file);
            error.read
        }
    };
    check_records(&records, options.rows);
}

fn check_records(records: &[Record], rows: Rows) {
    for record in records {
        for format in writable() {
            let _ = check_round_trip(record, format, rows);
        }
    }
}

fn check_error(error: &ReadError, file: &[u8]) {
    match error.place {
        Place::Byte(byte) => assert!(byte <= file.len(), "{error}"),
        Place::Line { line, column } => {
            let lines = 1 + file.iter().filter(|&&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&line), "{error}");
            assert!((1..=1 + file.len()).contains(&column), "{error}");
        }
    }
    assert!(!error.to_string().contains(char::is_control), "{error}");
}

/// The JSON reader quotes names that it does not know, line breaks and all.
#[test]
fn an_unknown_json_name_with_a_line_break() {
    let head = "\n{\"format\":\"tengen\",\"version\":1,\"games\":[\n";
    let game =
        "{\"size\":15,\"rule\":\"renju\",\"nodes\":[\n{\"setup\":{\"bx\\ny\\u0000\",\"extra\":[]}";
    check_file(format!("{head}{game}").as_bytes(), Some(Format::Json));
}

/// One less than the least number there is.
#[test]
fn a_psq_stone_at_the_least_number() {
    let file = b"\nPiskvorky 15x15, 11:11, 0\n-9223372036854775808,-9223372036854775808\n0\n";
    check_file(file, Some(Format::Psq));
}

#[test]
fn the_seeds_of_the_fuzz_targets() {
    let mut files = 0;
    for format in Format::ALL.map(Some).into_iter().chain([None]) {
        for seed in seeds(format.map_or("recognise", Format::name)) {
            check_file(&seed, format);
            files += 1;
        }
    }
    for seed in seeds("position") {
        let (&[first, second], text) = seed.split_first_chunk().unwrap();
        let size = Size::all().nth(usize::from(first) % Size::all().count()).unwrap();
        let rule = Rule::ALL[usize::from(second) % Rule::ALL.len()];
        let rows = if first < 128 { Rows::Bottom } else { Rows::Top };
        let text = String::from_utf8(text.to_vec()).unwrap();
        let game =
            parse_position(&text, size, rule, rows).unwrap_or_else(|e| panic!("{text}: {e}"));
        let printed = position_text(&game, rows);
        assert_eq!(parse_position(&printed, size, rule, rows), Ok(game));
        files += 1;
    }
    assert!(files >= 25, "{files}");
}

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let path = format!("{}/../../fuzz/seeds/{target}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    entries.map(|entry| std::fs::read(entry.unwrap().path()).unwrap()).collect()
}
