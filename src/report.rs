//! The analysis of a race as one page that can be read without the program.
//!
//! [`html`] makes a page of one file: no scripts, no other files, light and dark as the reader's system asks. `pdf` makes the
//! same as pages of A4. The tables are those of [`analysis::tables`](crate::analysis::tables), the plots those of
//! `paddock render --plot`.

mod charts;
mod html;
mod parts;
#[cfg(feature = "pictures")]
mod pdf;

pub use charts::{chart, delta};
pub use html::html;
#[cfg(feature = "pictures")]
pub use pdf::pdf;
