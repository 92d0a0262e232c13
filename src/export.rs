//! Tables out. Pictures are the renderer's.
//!
//! [`Rows`] are the telemetry of a race, a row a car and turn; [`CsvTable`] and [`ParquetTable`] write them as they come, so
//! that a table of thousands of races takes no more memory than a few.

mod csv;
mod parquet;
mod rows;

pub use csv::CsvTable;
pub use parquet::ParquetTable;
pub use rows::{Column, Kind, Rows, Texts, Values, columns, rows};

/// Why a table could not be written; in words.
#[derive(Debug, thiserror::Error)]
#[error("the table could not be written: {0}")]
pub struct TableError(pub String);
