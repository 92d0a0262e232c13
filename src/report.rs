//! The analysis of a race as a document that can be read without the program.
//!
//! [`html`] makes an HTML page in one file. It needs no scripts and no other files, and follows the light or dark
//! setting of the reader's system. `pdf` makes the same content as A4 pages. Both have the tables of
//! [`analysis::tables`](crate::analysis::tables) and the plots of `paddock render --plot`.

mod charts;
mod html;
mod parts;
#[cfg(feature = "pictures")]
mod pdf;

pub use charts::{chart, chart_line, delta, value_axis};
pub use html::html;
#[cfg(feature = "pictures")]
pub use pdf::pdf;
