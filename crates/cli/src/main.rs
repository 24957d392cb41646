//! The command line of Tengen.

fn main() {}
