//! Pictures of a [`Scene`](crate::game::scene::Scene): SVG, and PNG rasterised from that SVG. The window paints the
//! same list of shapes with the same [`Theme`], so what is exported is what is seen.

pub mod chart;
#[cfg(feature = "pictures")]
mod paper;
#[cfg(feature = "pictures")]
mod png;
#[cfg(feature = "pictures")]
mod sheet;
mod svg;
pub mod theme;

#[cfg(feature = "pictures")]
pub use self::png::{pixels, png};
#[cfg(feature = "pictures")]
pub use paper::Paper;
#[cfg(feature = "pictures")]
pub use sheet::{SheetRequest, plan, tiles};

use crate::limits::{MAX_PICTURE_SIDE, MAX_SHEETS};
pub use svg::{Caption, Picture, svg};
pub use theme::{Colour, Line, Paint, Theme, car_colour, cividis};

/// The font of the interface and of pictures, as its file names itself.
pub const FONT_FAMILY: &str = "IBM Plex Sans";

/// Its regular cut.
pub static FONT_REGULAR: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-Regular.ttf");

/// Its semi-bold cut.
pub static FONT_SEMIBOLD: &[u8] = include_bytes!("../assets/fonts/IBMPlexSans-SemiBold.ttf");

/// The height of its capital letters, in parts of the font's size.
pub const CAPITAL: f64 = 0.698;

/// Why a picture cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// No pixels, or too many.
    #[error(
        "a picture {width} pixels wide and {height} high cannot be made: each side must be 1 to {MAX_PICTURE_SIDE}"
    )]
    Size {
        /// Asked for.
        width: u32,
        /// What follows from the scene's proportions.
        height: u64,
    },
    /// The rasteriser refused our SVG.
    #[cfg(feature = "pictures")]
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The PDF cannot be written.
    #[error("the sheet cannot be made: {0}")]
    Pdf(String),
    /// So many pages that nobody would print them.
    #[error(
        "{pages} pages would be needed at this scale; at most {MAX_SHEETS} are made: choose a smaller unit or larger paper"
    )]
    Pages {
        /// How many.
        pages: u64,
    },
    /// A length that is none.
    #[error("a unit of {0} mm cannot be printed: 1 to 200 mm are possible")]
    Unit(f64),
    /// The PNG cannot be written.
    #[cfg(feature = "pictures")]
    #[error("the picture cannot be encoded: {0}")]
    Encode(#[from] ::png::EncodingError),
}
