//! Tables out. Pictures are the renderer's.
//!
//! [`Rows`] are the telemetry of a race, a row a car and turn; [`CsvTable`] and [`ParquetTable`] write them as they come, so
//! that a table of thousands of races takes no more memory than a few. [`write_table`] writes one that is all there.

mod csv;
mod parquet;
mod rows;

pub use csv::CsvTable;
pub use parquet::ParquetTable;
pub use rows::{Rows, Texts, Values, columns, rows};

use std::io::Write;

use crate::analysis::Table;

/// The kinds of file a table is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Text, which spreadsheets read.
    Csv,
    /// Columns, which databases read.
    Parquet,
}

/// Writes a table.
///
/// # Errors
/// Where the output cannot be written.
pub fn write_table(table: &Table, format: TableFormat, out: impl Write + Send) -> Result<(), TableError> {
    match format {
        TableFormat::Csv => {
            let mut csv = CsvTable::new(out, &table.columns)?;
            csv.add_table(table)?;
            csv.finish()?.flush().map_err(failed)
        }
        TableFormat::Parquet => {
            let mut parquet = ParquetTable::new(out, table.columns.clone())?;
            parquet.add(&Rows::of(table))?;
            parquet.finish()?.flush().map_err(failed)
        }
    }
}

fn failed(error: impl std::fmt::Display) -> TableError {
    TableError(error.to_string())
}

/// Why a table could not be written; in words.
#[derive(Debug, thiserror::Error)]
#[error("the table could not be written: {0}")]
pub struct TableError(pub String);
