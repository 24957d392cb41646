//! Everything that is computed once for a rule and then only looked up.

use tengen_core::{BySide, Rule, Side};

use crate::code::CodeTable;
use crate::shape::{HALF_CELLS, Half, HalfId, LineTable};
use crate::weights::{ThreatValues, Weights, Worth};
use crate::{Code, Shape, Shapes, Threat};

/// Two bits a cell.
pub(crate) const EMPTY: u64 = 0;
pub(crate) const WALL: u64 = 3;

/// The two bits of a stone.
pub(crate) const fn cell(side: Side) -> u64 {
    match side {
        Side::Black => 1,
        Side::White => 2,
    }
}

/// Bits of one half of a window.
const HALF_BITS: u32 = 2 * HALF_CELLS as u32;
const HALF_KEYS: usize = 1 << HALF_BITS;

/// The tables of one rule.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    /// The halves of each side, by the cells to the left and to the right of a point.
    halves: [Box<[[HalfId; 2]; HALF_KEYS]>; 2],
    lines: BySide<LineTable>,
    codes: CodeTable,
    worths: BySide<Box<[Worth; CODES]>>,
    threats: ThreatValues,
}

/// Room for all codes, rounded up so that a mask replaces the bounds check.
const CODES: usize = Code::COUNT.next_power_of_two();

impl Tables {
    /// Computes the tables of a rule with the numbers that come with the engine.
    pub fn new(rule: Rule) -> Tables {
        Tables::with_weights(rule, &Weights::built_in())
    }

    /// Computes the tables of a rule with other numbers.
    pub fn with_weights(rule: Rule, weights: &Weights) -> Tables {
        let worths = |side: Side| {
            let mut worths = Box::new([Worth::default(); CODES]);
            for (code, shapes) in Code::all() {
                let threat = Threat::of(shapes, rule.forbids(side));
                worths[code.index()] = weights.worth(code, threat);
            }
            worths
        };
        Tables {
            rule,
            halves: [halves(left_cell), halves(right_cell)],
            lines: BySide::new(
                LineTable::new(rule, Side::Black),
                LineTable::new(rule, Side::White),
            ),
            codes: CodeTable::new(),
            worths: BySide::new(worths(Side::Black), worths(Side::White)),
            threats: weights.threats(),
        }
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How far a stone is felt along a line.
    pub(crate) fn reach(&self) -> u32 {
        // Where longer rows win as well, no fifth cell can spoil a five.
        if self.rule == Rule::Freestyle { 4 } else { HALF_CELLS as u32 }
    }

    /// The halves of a window of eleven cells, for Black and for White.
    #[inline]
    pub(crate) fn halves(&self, window: u64) -> ([HalfId; 2], [HalfId; 2]) {
        let left = self.halves[0][window as usize & (HALF_KEYS - 1)];
        let right = self.halves[1][(window >> (HALF_BITS + 2)) as usize & (HALF_KEYS - 1)];
        (left, right)
    }

    /// What a line becomes for both sides.
    #[inline]
    pub(crate) fn shapes(&self, window: u64) -> BySide<Shape> {
        let (left, right) = self.halves(window);
        BySide::new(
            self.lines[Side::Black].shape(left[0], right[0]),
            self.lines[Side::White].shape(left[1], right[1]),
        )
    }

    /// Where a stone of the enemy of `side` weakens what the middle of a window is for `side`.
    pub(crate) fn defences(&self, window: u64, side: Side) -> u16 {
        let (left, right) = self.halves(window);
        self.lines[side].defences(left[side as usize], right[side as usize])
    }

    /// What the strongest threats of both sides add for the side to move.
    #[inline]
    pub(crate) fn threat_value(&self, own: Threat, enemy: Threat) -> i32 {
        let (own, enemy) = (self.threats.own[own as usize], self.threats.enemy[enemy as usize]);
        i32::from(own) + i32::from(enemy)
    }

    #[inline]
    pub(crate) fn code(&self, shapes: Shapes) -> Code {
        self.codes.code(shapes)
    }

    #[inline]
    pub(crate) fn worth(&self, side: Side, code: Code) -> Worth {
        self.worths[side][code.index() & (CODES - 1)]
    }
}

/// The n-th cell from the point on, in a half of cells.
fn left_cell(key: usize, n: usize) -> u64 {
    (key >> (2 * (HALF_CELLS - 1 - n)) & 3) as u64
}

fn right_cell(key: usize, n: usize) -> u64 {
    (key >> (2 * n) & 3) as u64
}

fn halves(cell_at: fn(usize, usize) -> u64) -> Box<[[HalfId; 2]; HALF_KEYS]> {
    let mut halves = Box::new([[0; 2]; HALF_KEYS]);
    for (key, pair) in halves.iter_mut().enumerate() {
        *pair = Side::BOTH.map(|side| {
            let own = cell(side);
            let is_open = |n: &usize| [EMPTY, own].contains(&cell_at(key, *n));
            let length = (0..HALF_CELLS).take_while(is_open).count();
            let stones = (0..length).filter(|&n| cell_at(key, n) == own).map(|n| 1 << n).sum();
            let enemy = length < HALF_CELLS && cell_at(key, length) == cell(!side);
            Half::new(length as u8, stones, enemy).id()
        });
    }
    halves
}
