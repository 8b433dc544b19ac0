//! See `bodies::moves`.

#![no_main]

#[path = "../../fuzzing/bodies.rs"]
#[allow(dead_code, reason = "one body a target")]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::moves(bytes));
