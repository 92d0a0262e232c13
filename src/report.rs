//! The analysis of a race as one page that can be read without the program.
//!
//! [`html`] makes a page of one file: no scripts, no other files, light and dark as the reader's system asks. Its tables
//! are those of [`analysis::tables`](crate::analysis::tables), its plots those of `paddock render --plot`.

mod charts;
mod html;

pub use charts::chart;
pub use html::html;
