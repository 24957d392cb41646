//! Any bytes as a board file: read, and written again in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_formats::Format;

fuzz_target!(|data: &[u8]| tengen_fuzz::check_file(data, Some(Format::Board)));
