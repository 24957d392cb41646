//! Boards drawn as in a book.
//!
//! A [`Diagram`] says what lies on the board, a [`Look`] says how it is drawn, and both are plain
//! data. [`svg()`] turns them into text, [`png()`] into pixels, [`gif()`] a
//! game into an animation. Pixels do not depend on the fonts
//! of a machine: the one that is used, DejaVu Sans Condensed, is part of the program. Letters that
//! it lacks, Chinese and Japanese among them, become boxes there; a browser shows them in the SVG.
//!
//! ```
//! use tengen_core::{Game, Rule, Size};
//! use tengen_picture::{Diagram, Look, Mark, Numbers, png, svg};
//!
//! let mut game = Game::new(Size::default(), Rule::Renju);
//! for point in ["h8", "h9", "i9"] {
//!     game.play(point.parse()?)?;
//! }
//! let mut diagram = Diagram::of(&game);
//! diagram.marks.push(("g7".parse()?, Mark::Label("A".into())));
//! diagram.caption = Some("White to move".into());
//!
//! let look = Look { numbers: Numbers::All, ..Look::default() };
//! assert!(svg(&diagram, &look).starts_with("<svg"));
//! assert!(png(&diagram, &look, 640)?.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Graph`] shows the winning chances of a whole game in the same two forms, an [`Icon`] the app.
//!
//! It writes no files and knows no move that was not played: what is forbidden or won is asked of
//! `tengen-core`, once, by [`Diagram::of`].

mod diagram;
mod gif;
mod graph;
mod icon;
mod layout;
mod look;
mod palette;
mod png;
mod svg;
mod text;

pub use diagram::{Diagram, Mark, Stone};
pub use gif::{Animation, diagrams, gif};
pub use graph::{Dot, Graph};
pub use icon::Icon;
pub use layout::star_points;
pub use look::{Coordinates, FoulMarks, Look, Numbers, ParseThemeError, Theme};
pub use png::{PictureError, WIDTHS, png};
pub use svg::svg;
