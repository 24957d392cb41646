//! Any bytes as a file of whatever format they look like.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| tengen_fuzz::check_file(data, None));
