//! What the fuzz targets have in common.

pub mod server;

use tengen_core::Size;
use tengen_formats::{
    Format, Place, ReadError, ReadOptions, Record, Rows, read, reduce, write,
};

/// The board size that a byte stands for.
pub fn size_of(byte: u8) -> Size {
    let sizes: Vec<Size> = Size::all().collect();
    sizes[usize::from(byte) % sizes.len()]
}

/// The convention that a byte stands for.
pub fn rows_of(byte: u8) -> Rows {
    if byte < 128 { Rows::Bottom } else { Rows::Top }
}

/// Reads a file, the first byte of which holds the options; what was read, even of a broken file,
/// must survive every format that takes it.
pub fn check_file(data: &[u8], format: Option<Format>) {
    let Some((&first, file)) = data.split_first() else { return };
    let options = ReadOptions {
        format,
        size: size_of(first),
        rows: rows_of(first),
        ..ReadOptions::default()
    };
    let records = match read(file, &options) {
        Ok(reading) => {
            assert_eq!(Some(reading.format), format.or(Format::recognise(file)));
            reading.records
        }
        Err(error) => {
            check_error(&error, file);
            error.read
        }
    };
    for format in Format::ALL {
        check_together(&records, format, options.rows);
        // A file of many games is checked game by game only at its begin: it gets slow.
        for record in records.iter().take(8) {
            check_alone(record, format, options.rows);
        }
    }
}

/// The error points into the file and can be shown.
fn check_error(error: &ReadError, file: &[u8]) {
    match error.place {
        Place::Byte(byte) => assert!(byte <= file.len(), "{error}"),
        Place::Line { line, column } => {
            let lines = 1 + file.iter().filter(|&&byte| byte == b'\n').count();
            assert!((1..=lines).contains(&line), "{error}");
            assert!((1..=1 + file.len()).contains(&column), "{error}");
        }
    }
    assert!(!error.problem.is_empty());
    assert!(error.to_string().chars().all(|c| !c.is_control()), "{error}");
}

/// Reading what was written gives what `reduce` promised, and writing that changes nothing more.
fn check_alone(record: &Record, format: Format, rows: Rows) {
    let written = write(std::slice::from_ref(record), format, rows);
    let reduced = match reduce(record, format) {
        Err(error) => return assert_eq!(written.unwrap_err(), error),
        Ok(reduced) => reduced,
    };
    let written = written.expect("what can be reduced can be written");
    assert_eq!(written.lost, reduced.lost);
    assert_eq!(has_losses(&reduced.lost), reduced.record != *record, "{:?}", reduced.lost);
    assert_eq!(Format::recognise(&written.bytes), Some(format));
    let options =
        ReadOptions { format: Some(format), size: record.size(), rows, ..Default::default() };
    let reading = read(&written.bytes, &options).expect("our own file");
    assert_eq!(reading.records, [reduced.record]);
    let again = write(&reading.records, format, rows).expect("it was written before");
    assert_eq!(again.bytes, written.bytes);
    assert!(!has_losses(&again.lost), "{:?}", again.lost);
}

/// Whether more is lost than the size, which the reader gets separately.
fn has_losses(lost: &[String]) -> bool {
    lost.iter().any(|lost| lost != "the board's size")
}

/// As `check_alone`, for several games in one file.
fn check_together(records: &[Record], format: Format, rows: Rows) {
    let [first, _, ..] = records else { return };
    let size = first.size();
    let suits = format.capacity().size || records.iter().all(|record| record.size() == size);
    let Ok(written) = write(records, format, rows) else { return };
    // A library makes one tree of them.
    if suits && format != Format::Lib {
        let options = ReadOptions { format: Some(format), size, rows, ..Default::default() };
        let reading = read(&written.bytes, &options).expect("our own file");
        let reduced = records.iter().map(|record| reduce(record, format).expect("written").record);
        assert_eq!(reading.records, reduced.collect::<Vec<_>>());
    }
}
