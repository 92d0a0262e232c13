//! Writes tables as CSV with a header row.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::Write;

use super::rows::{Rows, Values};
use super::{TableError, failed};
use crate::analysis::{Column, Table, Value};

/// A CSV table that is being written.
pub struct CsvTable<W: Write> {
    table: ::csv::Writer<W>,
}

impl<W: Write> CsvTable<W> {
    /// Starts a table with these columns.
    ///
    /// # Errors
    /// Returns an error if the header cannot be written.
    pub fn new(out: W, columns: &[Column]) -> Result<Self, TableError> {
        let mut table = ::csv::Writer::from_writer(out);
        table.write_record(columns.iter().map(|column| column.name.as_ref())).map_err(failed)?;
        Ok(Self { table })
    }

    /// Adds rows to the table.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written.
    pub fn add(&mut self, rows: &Rows) -> Result<(), TableError> {
        let mut cell = String::new();
        for row in 0..rows.len() {
            for values in rows.columns() {
                cell.clear();
                write(values, row, &mut cell);
                self.table.write_field(&cell).map_err(failed)?;
            }
            self.table.write_record(None::<&[u8]>).map_err(failed)?;
        }
        Ok(())
    }

    /// Adds all rows of a finished table.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written.
    pub fn add_table(&mut self, table: &Table) -> Result<(), TableError> {
        table.rows.iter().try_for_each(|row| self.table.write_record(row.iter().map(text)).map_err(failed))
    }

    /// Writes the rows that are still buffered, and returns the output.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub fn finish(self) -> Result<W, TableError> {
        self.table.into_inner().map_err(|error| failed(error.error()))
    }
}

/// Writes the value of a row into a cell. Leaves the cell empty if there is no value.
fn write(values: &Values, row: usize, cell: &mut String) {
    // Writing to a string cannot fail.
    let _ = match values {
        Values::Text(texts) => {
            let text = texts.rows().get(row).and_then(|place| texts.different().get(*place as usize));
            cell.write_str(&harmless(text.map_or("", String::as_str)))
        }
        Values::Whole(numbers) => numbers.get(row).copied().flatten().map_or(Ok(()), |number| write!(cell, "{number}")),
        Values::Number(numbers) => {
            numbers.get(row).copied().flatten().map_or(Ok(()), |number| write!(cell, "{number:.4}"))
        }
        Values::Flag(flags) => flags.get(row).map_or(Ok(()), |flag| write!(cell, "{}", u8::from(*flag))),
    };
}

/// Puts an apostrophe before a text that a spreadsheet would read as a formula.
fn harmless(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => harmless(text).into_owned(),
        Value::Whole(number) => number.map_or_else(String::new, |number| number.to_string()),
        Value::Number(number) => number.map_or_else(String::new, |number| format!("{number:.4}")),
        Value::Flag(flag) => u8::from(*flag).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn formulas_are_written_as_text() {
        for text in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(harmless(text), format!("'{text}"));
        }
        assert_eq!([harmless("Ada"), harmless("a=b"), harmless(""), harmless("1")], ["Ada", "a=b", "", "1"]);
    }
}
