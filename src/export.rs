//! Writes tables as CSV and Parquet. Pictures are made in `render`.
//!
//! [`Rows`] is the telemetry of a race: one row for each car and turn. [`CsvTable`] and [`ParquetTable`] do not keep
//! all rows in memory, so a table of thousands of races needs no more memory than one of a few races. [`write_table`]
//! writes a finished table.

mod csv;
mod parquet;
mod read;
mod rows;

pub use csv::CsvTable;
pub use parquet::ParquetTable;
pub use read::{Cells, read_table};
pub use rows::{Rows, Texts, Values, columns, rows};

use std::io::Write;

use crate::analysis::Table;

/// The format of a table file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// CSV, a text format that spreadsheets can open.
    Csv,
    /// Parquet, a binary format that stores a table by column. Databases can read it.
    Parquet,
}

/// Writes a finished table in this format.
///
/// # Errors
/// Returns an error if the output cannot be written.
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

/// The reason why a table cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the table could not be written: {0}")]
pub struct TableError(pub String);
