//! The picture of the app: a black stone on the crossing that gave it its name.

use crate::Theme;
use crate::png::rasterized;
use crate::{PictureError, palette::Palette};

/// Where the icon is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// By itself: with round corners.
    Rounded,
    /// Inside a shape that the system cuts out: the board reaches to the edges, and the stone stays within the
    /// circle that no shape cuts, four fifths as wide as the picture.
    Maskable,
}

impl Icon {
    /// The icon as a text in SVG.
    ///
    /// ```
    /// # use tengen_picture::Icon;
    /// assert!(Icon::Rounded.svg().starts_with("<svg"));
    /// assert!(Icon::Maskable.png(192)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), tengen_picture::PictureError>(())
    /// ```
    pub fn svg(self) -> String {
        let Palette { board, line, stone, on_stone, .. } = Palette::of(Theme::Wood);
        let (corner, radius) = match self {
            Icon::Rounded => (7.0, 8.4),
            Icon::Maskable => (0.0, 7.2),
        };
        // Light falls from the upper left.
        let (shine, shine_radius) = (16.0 - radius / 3.0, radius * 0.31);
        let (stone, light) = (stone[tengen_core::Side::Black], on_stone[tengen_core::Side::Black]);
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="512" height="512">
<rect width="32" height="32" rx="{corner}" fill="{board}"/>
<path d="M16 2v28M2 16h28" stroke="{line}" stroke-width="1.4"/>
<circle cx="16" cy="16" r="{radius}" fill="{stone}"/>
<circle cx="{shine}" cy="{shine}" r="{shine_radius}" fill="{light}" fill-opacity="0.22"/>
</svg>
"#
        )
    }

    /// The icon as a PNG file, `width` pixels wide and high.
    ///
    /// # Errors
    /// If the width is not one of [`WIDTHS`](crate::WIDTHS).
    pub fn png(self, width: u32) -> Result<Vec<u8>, PictureError> {
        rasterized(&self.svg(), width, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::Pixmap;

    fn pixel(icon: Icon, x: u32, y: u32) -> (u8, u8, u8, u8) {
        let picture = Pixmap::decode_png(&icon.png(128).unwrap()).unwrap();
        assert_eq!((picture.width(), picture.height()), (128, 128));
        let pixel = picture.pixel(x, y).unwrap();
        (pixel.red(), pixel.green(), pixel.blue(), pixel.alpha())
    }

    #[test]
    fn only_an_icon_by_itself_has_round_corners() {
        assert_eq!(pixel(Icon::Rounded, 0, 0).3, 0, "nothing is in the corner");
        assert_eq!(pixel(Icon::Maskable, 0, 0), (0xe7, 0xc5, 0x87, 255));
    }

    #[test]
    fn a_black_stone_lies_in_the_middle() {
        for icon in [Icon::Rounded, Icon::Maskable] {
            assert_eq!(pixel(icon, 70, 74), (0x11, 0x11, 0x11, 255));
        }
    }

    #[test]
    fn no_mask_cuts_the_stone() {
        // A circle of four fifths is what every mask shows.
        for (x, y) in [(14, 64), (64, 14), (26, 26)] {
            assert_ne!(pixel(Icon::Maskable, x, y), (0x11, 0x11, 0x11, 255));
        }
    }
}
