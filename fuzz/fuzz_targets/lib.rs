//! Any bytes as a lib file: read, and written again in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_formats::Format;

fuzz_target!(|data: &[u8]| tengen_fuzz::check_file(data, Some(Format::Lib)));
