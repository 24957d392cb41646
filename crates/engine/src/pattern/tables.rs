//! Everything that is computed once for a rule and then only looked up.

use std::sync::Arc;

use tengen_core::{BySide, Rule, Side};

use crate::network::Network;
use crate::network::layout::Layout;
use crate::pattern::code::CodeTable;
use crate::pattern::shape::{HALF_CELLS, Half, LineTable};
use crate::pattern::weights::{PatternValue, PolicyWeights, ThreatWeights, Weights};
use crate::{PatternCode, Shape, Shapes, Threat};

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

/// The shapes of a point for both sides: Black's in the lower half, White's in the upper one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ShapePair(u32);

impl ShapePair {
    /// What one line becomes, for Black and for White.
    #[inline]
    const fn new(black: Shape, white: Shape) -> ShapePair {
        ShapePair(black as u32 | (white as u32) << 16)
    }

    /// The shapes of one side.
    #[inline]
    pub(crate) const fn of(self, side: Side) -> Shapes {
        Shapes::from_bits((self.0 >> (16 * side as u32)) as u16)
    }

    /// The shape of one side on the first line.
    pub(crate) const fn first(self, side: Side) -> Shape {
        self.of(side).on(0)
    }

    /// The same with other shapes, those of a single line, on a line.
    #[inline]
    pub(crate) const fn with(self, line: usize, shapes: ShapePair) -> ShapePair {
        ShapePair(self.0 & !(0x000F_000F << (4 * line)) | shapes.0 << (4 * line))
    }
}

/// Bits of one half of a window.
const HALF_BITS: u32 = 2 * HALF_CELLS as u32;
const HALF_KEYS: usize = 1 << HALF_BITS;

/// The tables of one rule.
#[derive(Debug)]
pub struct PatternTables {
    rule: Rule,
    lines: BySide<LineTable>,
    /// All that a move looks up, in one piece of memory.
    hot: Box<Hot>,
    /// By the side to move.
    threats: BySide<ThreatWeights>,
    policy: BySide<PolicyWeights>,
    /// What values positions beside the weights.
    network: Option<Arc<Layout>>,
}

/// What a move looks up for every point that it affects.
#[derive(Debug)]
struct Hot {
    /// What the cells to the left and to the right of a point add to the place of its line in
    /// [`Hot::shapes`], for Black and for White.
    places: [[PlacePair; HALF_KEYS]; 2],
    /// Bit n: the n-th cell is empty, and a stone at the end of these cells affects it.
    affected: [[u8; HALF_KEYS]; 2],
    shapes: BySide<[Shape; PLACES]>,
    values: BySide<[PatternValue; CODES]>,
    codes: CodeTable,
}

/// Places in the tables of lines of Black (lower half) and White (upper half).
type PlacePair = u32;

/// Room for all lines, rounded up so that a mask replaces the bounds check.
const PLACES: usize = LineTable::PLACES.next_power_of_two();
/// Room for all codes, rounded up so that a mask replaces the bounds check.
const CODES: usize = PatternCode::COUNT.next_power_of_two();

impl PatternTables {
    /// Computes the tables of a rule with the weights that come with the engine.
    pub fn new(rule: Rule) -> PatternTables {
        PatternTables::with_weights(rule, &Weights::built_in(rule))
    }

    /// Computes the tables of a rule with other weights.
    pub fn with_weights(rule: Rule, weights: &Weights) -> PatternTables {
        let lines =
            BySide::new(LineTable::new(rule, Side::Black), LineTable::new(rule, Side::White));
        let mut hot = Box::new(Hot {
            places: [places(left_cell, LineTable::LEFT), places(right_cell, LineTable::RIGHT)],
            affected: [
                affected(rule, left_cell, |n| HALF_CELLS - 1 - n),
                affected(rule, right_cell, |n| n),
            ],
            shapes: BySide::new([Shape::None; PLACES], [Shape::None; PLACES]),
            values: BySide::new([PatternValue::default(); CODES], [PatternValue::default(); CODES]),
            codes: CodeTable::new(),
        });
        for side in Side::BOTH {
            hot.shapes[side][..LineTable::PLACES].copy_from_slice(lines[side].shapes());
            for (code, shapes) in PatternCode::all() {
                let threat = Threat::of(shapes, rule.forbids(side));
                hot.values[side][code.index()] = weights.of(side).pattern_value(code, threat);
            }
        }
        let [black, white] = Side::BOTH.map(|side| weights.of(side));
        let threats = BySide::new(black.threats, white.threats);
        let policy = BySide::new(black.policy, white.policy);
        PatternTables { rule, lines, hot, threats, policy, network: None }
    }

    /// The same with a network beside the weights.
    #[must_use]
    pub fn with_network(self, network: Option<&Network>) -> PatternTables {
        PatternTables { network: network.map(|network| Arc::new(Layout::new(network))), ..self }
    }

    /// The network, if there is one.
    pub(crate) fn network(&self) -> Option<&Arc<Layout>> {
        self.network.as_ref()
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The cells of a window of eleven that a stone in its middle affects, a bit each: empty ones,
    /// as far as a line of either side may reach.
    #[inline]
    pub(crate) fn affected(&self, window: u64) -> u32 {
        let (left, right) = halves(window);
        let far = u32::from(self.hot.affected[1][right]) << (HALF_CELLS + 1);
        u32::from(self.hot.affected[0][left]) | far
    }

    /// What the middle of a window becomes on its line, for both sides.
    #[inline]
    pub(crate) fn shapes(&self, window: u64) -> ShapePair {
        let (black, white) = self.places(window);
        let shapes = &self.hot.shapes;
        ShapePair::new(
            shapes[Side::Black][black & (PLACES - 1)],
            shapes[Side::White][white & (PLACES - 1)],
        )
    }

    /// Where a stone of the enemy of `side` weakens what the middle of a window is for `side`.
    pub(crate) fn defences(&self, window: u64, side: Side) -> u16 {
        let (black, white) = self.places(window);
        self.lines[side].defences(if side == Side::Black { black } else { white })
    }

    /// The places of a window in the tables of lines.
    #[inline]
    fn places(&self, window: u64) -> (usize, usize) {
        let (left, right) = halves(window);
        // The sum of a left and a right half fits: no carry from Black's to White's.
        let pair = self.hot.places[0][left] + self.hot.places[1][right];
        (pair as usize & 0xFFFF, pair as usize >> 16)
    }

    /// What threats add to the evaluation when `side` is to move.
    #[inline]
    pub(crate) fn threats(&self, side: Side) -> &ThreatWeights {
        &self.threats[side]
    }

    /// What is added to the policy of moves of `side` beside their patterns.
    #[inline]
    pub(crate) fn policy(&self, side: Side) -> &PolicyWeights {
        &self.policy[side]
    }

    /// The pattern code of four shapes.
    #[inline]
    pub(crate) fn code(&self, shapes: Shapes) -> PatternCode {
        self.hot.codes.code(shapes)
    }

    /// What a pattern is worth to `side`.
    #[inline]
    pub(crate) fn pattern_value(&self, side: Side, code: PatternCode) -> PatternValue {
        self.hot.values[side][code.index() & (CODES - 1)]
    }
}

/// The cells to the left and to the right of the middle of a window.
#[inline]
fn halves(window: u64) -> (usize, usize) {
    let right = (window >> (HALF_BITS + 2)) as usize & (HALF_KEYS - 1);
    (window as usize & (HALF_KEYS - 1), right)
}

/// The n-th cell from the point on, in a half of cells.
fn left_cell(key: usize, n: usize) -> u64 {
    (key >> (2 * (HALF_CELLS - 1 - n)) & 3) as u64
}

fn right_cell(key: usize, n: usize) -> u64 {
    (key >> (2 * n) & 3) as u64
}

type CellAt = fn(usize, usize) -> u64;

/// What every half adds to the places of its lines; `step` is that of one half's number.
fn places(cell_at: CellAt, step: usize) -> [PlacePair; HALF_KEYS] {
    std::array::from_fn(|key| {
        let [black, white] = Side::BOTH.map(|side| {
            let own = cell(side);
            let is_open = |n: &usize| [EMPTY, own].contains(&cell_at(key, *n));
            let length = (0..HALF_CELLS).take_while(is_open).count();
            let stones = (0..length).filter(|&n| cell_at(key, n) == own).map(|n| 1 << n).sum();
            let enemy = length < HALF_CELLS && cell_at(key, length) == cell(!side);
            (step * usize::from(Half::new(length as u8, stones, enemy).id())) as PlacePair
        });
        black | white << 16
    })
}

/// The cells of every half that a stone at its end affects; `bit` is that of the n-th cell.
fn affected(rule: Rule, cell_at: CellAt, bit: fn(usize) -> usize) -> [u8; HALF_KEYS] {
    // Where longer rows win as well, no fifth cell can spoil a five.
    let reach = if rule == Rule::Freestyle { HALF_CELLS - 1 } else { HALF_CELLS };
    std::array::from_fn(|key| {
        let mut seen = EMPTY;
        let mut affected = 0;
        for n in 0..reach {
            seen |= cell_at(key, n);
            if seen == WALL {
                // An edge, or stones of both colours: nothing reaches beyond, for neither side.
                break;
            }
            if cell_at(key, n) == EMPTY {
                affected |= 1 << bit(n);
            }
        }
        affected
    })
}
