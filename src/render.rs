//! Draws a [`Scene`](crate::game::scene::Scene) as SVG, and as PNG made from that SVG.
//! Also makes moving pictures of races.
//! The window paints the same list of shapes with the same [`Theme`], so an exported picture looks like the window.

#[cfg(feature = "pictures")]
pub(crate) mod book;
pub mod chart;
mod code;
#[cfg(feature = "pictures")]
pub(crate) mod fonts;
pub mod furniture;
#[cfg(feature = "pictures")]
pub mod moving;
#[cfg(feature = "pictures")]
pub(crate) mod paper;
#[cfg(feature = "pictures")]
mod png;
mod position;
pub mod sample;
#[cfg(feature = "pictures")]
mod sheet;
mod strip;
mod svg;
#[cfg(feature = "pictures")]
mod texts;
pub mod theme;
#[cfg(feature = "pictures")]
pub(crate) mod vectors;
#[cfg(feature = "pictures")]
mod wide;

#[cfg(feature = "pictures")]
pub use self::png::{pixels, pixels_of, png, png_of};
#[cfg(feature = "pictures")]
pub use book::Sheet;
#[cfg(feature = "pictures")]
pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use sheet::{SheetRequest, pieces, plan, tiles};
#[cfg(feature = "pictures")]
pub use texts::Texts;
#[cfg(feature = "pictures")]
pub use wide::unwritable;

use crate::limits::{MAX_PICTURE_SIDE, MAX_SHEETS};
pub use code::qr_code;
pub use position::{COORDINATES, GUIDE, position};
pub use strip::{Panel, strip};
pub use svg::{Caption, Picture, escaped, svg};
pub use theme::{Colour, Line, Paint, Theme, car_colour, cividis, colour_round};

/// The family name of the font used in the window and in pictures.
pub const FONT_FAMILY: &str = "IBM Plex Sans";

/// The font's regular weight, as a TTF file.
pub static FONT_REGULAR: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-Regular.ttf");

/// The font's semi-bold weight, as a TTF file.
pub static FONT_SEMIBOLD: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-SemiBold.ttf");

/// The height of the font's capital letters, as a fraction of the font size.
pub const CAPITAL: f64 = 0.698;

/// The reason why a picture or a sheet cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The picture has no pixels, or too many.
    #[error(
        "a picture {width} pixels wide and {height} high cannot be made: each side must be 1 to {MAX_PICTURE_SIDE} pixels"
    )]
    Size {
        /// The requested width, in pixels.
        width: u32,
        /// The height that follows from the scene's proportions, in pixels.
        height: u64,
    },
    /// The SVG cannot be turned into pixels.
    #[cfg(feature = "pictures")]
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The PDF cannot be written.
    #[error("the sheet cannot be made: {0}")]
    Pdf(String),
    /// The sheet needs more than [`MAX_SHEETS`] pages.
    #[error(
        "{pages} pages are needed at this scale, and at most {MAX_SHEETS} are possible: choose a smaller unit or larger paper"
    )]
    Pages {
        /// The number of pages that the sheet would need.
        pages: u64,
    },
    /// The length of a unit, in millimetres, is too small or too large to print.
    #[error("a unit of {0} mm cannot be printed: choose 1 to 200 mm")]
    Unit(f64),
    /// There is nothing to print.
    #[error("the table is empty, so there is nothing to print")]
    Blank,
    /// A piece to cut out is larger than the paper.
    #[error("the piece \"{0}\" is larger than the paper: choose larger paper or a smaller unit")]
    Piece(String),
    /// The game has no pieces to cut out.
    #[error("{0} has no pieces to cut out; choose the plan, or the tiles at true size")]
    NoPieces(&'static str),
    /// The PNG cannot be written.
    #[cfg(feature = "pictures")]
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] ::png::EncodingError),
}
