//! The colours of the themes.

use std::fmt;

use tengen_core::BySide;

use crate::Theme;

/// A colour, `0xrrggbb`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(u32);

impl Colour {
    /// Red, green and blue.
    pub(crate) const fn channels(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// Every colour that a picture uses.
pub(crate) struct Palette {
    /// The board, and the paper around it.
    pub(crate) board: Colour,
    /// Grid and star points.
    pub(crate) line: Colour,
    /// Coordinates, caption, and marks on empty points.
    pub(crate) ink: Colour,
    /// The stones.
    pub(crate) stone: BySide<Colour>,
    /// What is written on them.
    pub(crate) on_stone: BySide<Colour>,
    /// Their thin rims.
    pub(crate) rim: BySide<Colour>,
    /// The last move on a stone of each side.
    pub(crate) last: BySide<Colour>,
    /// The rings of the row that won.
    pub(crate) win: BySide<Colour>,
    /// The cross of a forbidden point, and the seam that parts it from the grid.
    pub(crate) foul: Colour,
    pub(crate) foul_seam: Colour,
    /// Arrows; their seam has the colour of the board.
    pub(crate) arrow: Colour,
}

const BLACK: Colour = Colour(0x111111);
const WHITE: Colour = Colour(0xffffff);
const GREY: Colour = Colour(0x444444);

impl Palette {
    pub(crate) const fn of(theme: Theme) -> Palette {
        match theme {
            Theme::Wood => WOOD,
            Theme::Paper => PAPER,
            Theme::Slate => SLATE,
        }
    }
}

const WOOD: Palette = Palette {
    board: Colour(0xe7c587),
    line: Colour(0x5c431d),
    ink: Colour(0x40301a),
    stone: BySide::new(BLACK, WHITE),
    on_stone: BySide::new(WHITE, BLACK),
    rim: BySide::new(BLACK, GREY),
    last: BySide::new(Colour(0xff7a6b), Colour(0xc1121f)),
    win: BySide::new(Colour(0x2fc79a), Colour(0x008563)),
    foul: Colour(0xc1121f),
    foul_seam: Colour(0xe7c587),
    arrow: Colour(0x1b4f91),
};

const PAPER: Palette = Palette {
    board: WHITE,
    line: BLACK,
    ink: BLACK,
    stone: BySide::new(BLACK, WHITE),
    on_stone: BySide::new(WHITE, BLACK),
    rim: BySide::new(BLACK, BLACK),
    last: BySide::new(WHITE, BLACK),
    win: BySide::new(WHITE, BLACK),
    foul: BLACK,
    foul_seam: WHITE,
    arrow: BLACK,
};

const SLATE: Palette = Palette {
    board: Colour(0x586878),
    line: Colour(0xa9b8c5),
    ink: Colour(0xeef2f5),
    stone: BySide::new(BLACK, WHITE),
    on_stone: BySide::new(WHITE, BLACK),
    rim: BySide::new(BLACK, GREY),
    last: BySide::new(Colour(0xff7a6b), Colour(0xc1121f)),
    win: BySide::new(Colour(0x2fc79a), Colour(0x008563)),
    foul: Colour(0xc1121f),
    foul_seam: WHITE,
    arrow: Colour(0xffd166),
};

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::Side;

    /// Contrast after WCAG 2: the lighter luminance over the darker one, both plus 0.05.
    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    fn luminance(colour: Colour) -> f64 {
        let [red, green, blue] = colour.channels().map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    #[test]
    fn everything_stands_out_from_what_is_beneath_it() {
        for theme in Theme::ALL {
            let p = Palette::of(theme);
            let mut pairs = vec![
                (p.ink, p.board, 4.5),
                (p.line, p.board, 2.5),
                (p.foul_seam, p.board, 1.0),
                (p.foul, p.foul_seam, 3.0),
                (p.arrow, p.board, 3.0),
            ];
            for side in Side::BOTH {
                let edge = contrast(p.stone[side], p.board).max(contrast(p.rim[side], p.board));
                assert!(edge >= 3.0, "{theme}: {side} stones");
                pairs.push((p.on_stone[side], p.stone[side], 4.5));
                pairs.push((p.last[side], p.stone[side], 4.5));
                pairs.push((p.win[side], p.stone[side], 4.5));
            }
            for (upper, lower, least) in pairs {
                assert!(contrast(upper, lower) >= least, "{theme}: {upper} on {lower}");
            }
        }
    }

    #[test]
    fn paper_needs_one_ink() {
        let p = PAPER;
        let mut colours = vec![p.board, p.line, p.ink, p.foul, p.foul_seam, p.arrow];
        for pair in [p.stone, p.on_stone, p.rim, p.last, p.win] {
            colours.extend(Side::BOTH.map(|side| pair[side]));
        }
        assert!(colours.iter().all(|&colour| colour == BLACK || colour == WHITE));
    }
}
