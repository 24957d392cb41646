//! Zobrist keys: a number for every position, changed by one exclusive-or for every stone.

use crate::{BySide, Point, Rule, Side, Size};

/// Stones' keys; made at compile time from a fixed seed, so keys mean the same on every machine.
static STONES: [[u64; Point::INDEX_END]; 2] = {
    let mut table = [[0; Point::INDEX_END]; 2];
    let mut index = 0;
    while index < Point::INDEX_END {
        table[0][index] = mix(2 * index as u64 + 1);
        table[1][index] = mix(2 * index as u64 + 2);
        index += 1;
    }
    table
};

/// The finaliser of SplitMix64: every input bit moves every output bit.
const fn mix(n: u64) -> u64 {
    let mut z = n.wrapping_add(0x7E_46E5).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The key of one stone.
#[inline]
pub fn stone(side: Side, point: Point) -> u64 {
    STONES[side as usize][point.index()]
}

/// What a change of the side to move adds.
pub const SIDE: u64 = mix(1 << 32);

/// The key of everything but the stones: the board's size, the rule and the side to move.
pub fn frame(size: Size, rule: Rule, to_move: Side) -> u64 {
    let turn = BySide::new(0, SIDE)[to_move];
    mix(2 << 32 | u64::from(size.lines())) ^ mix(3 << 32 | u64::from(rule.code())) ^ turn
}
