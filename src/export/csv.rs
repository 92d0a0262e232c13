//! Tables as CSV, with a header.

use std::io::Write;

use super::{TableError, failed};
use crate::analysis::{Column, Row, Value};

/// A table that is being written.
pub struct CsvTable<W: Write> {
    table: ::csv::Writer<W>,
}

impl<W: Write> CsvTable<W> {
    /// A table with these columns.
    ///
    /// # Errors
    /// Where the header cannot be written.
    pub fn new(out: W, columns: &[Column]) -> Result<Self, TableError> {
        let mut table = ::csv::Writer::from_writer(out);
        table.write_record(columns.iter().map(|column| column.name.as_ref())).map_err(failed)?;
        Ok(Self { table })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), TableError> {
        rows.iter().try_for_each(|row| self.table.write_record(row.iter().map(text)).map_err(failed))
    }

    /// Writes what is left and gives the output back.
    ///
    /// # Errors
    /// Where that cannot be done.
    pub fn finish(self) -> Result<W, TableError> {
        self.table.into_inner().map_err(|error| failed(error.error()))
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone().into_owned(),
        Value::Whole(number) => number.map_or_else(String::new, |number| number.to_string()),
        Value::Number(number) => number.map_or_else(String::new, |number| format!("{number:.4}")),
        Value::Flag(flag) => u8::from(*flag).to_string(),
    }
}
