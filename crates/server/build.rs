//! Embeds the front end.

fn main() {}
