//! Writes tables as Parquet, for DuckDB, Polars, pandas or Spark.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::Compression;
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;

use super::rows::{Rows, Values};
use super::{TableError, failed};
use crate::analysis::{Column, Kind};

/// The number of rows that are written at a time. A larger number would need more memory.
const GROUP: usize = 50_000;

/// A Parquet table that is being written.
pub struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    waiting: Rows,
}

impl<W: Write + Send> ParquetTable<W> {
    /// Starts a table with these columns.
    ///
    /// # Errors
    /// Returns an error if the header cannot be written.
    pub fn new(out: W, columns: Vec<Column>) -> Result<Self, TableError> {
        let fields: String = columns
            .iter()
            .map(|Column { name, kind, .. }| match kind {
                Kind::Text => format!("REQUIRED BYTE_ARRAY {name} (UTF8); "),
                Kind::Whole | Kind::Lap => format!("OPTIONAL INT32 {name}; "),
                Kind::Number(_) | Kind::Difference(_) => format!("OPTIONAL DOUBLE {name}; "),
                Kind::Flag => format!("REQUIRED BOOLEAN {name}; "),
            })
            .collect();
        let schema = parse_message_type(&format!("message telemetry {{ {fields}}}")).map_err(failed)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        let waiting = Rows::new(&columns);
        Ok(Self { writer, columns, waiting })
    }

    /// Adds rows. They are written in groups of `GROUP` rows.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written.
    pub fn add(&mut self, rows: &Rows) -> Result<(), TableError> {
        let mut from = 0;
        while from < rows.len() {
            let to = rows.len().min(from + GROUP - self.waiting.len());
            self.waiting.extend(rows, from, to);
            from = to;
            if self.waiting.len() >= GROUP {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Writes the rows that were added since the last write.
    fn flush(&mut self) -> Result<(), TableError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let rows = std::mem::replace(&mut self.waiting, Rows::new(&self.columns));
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for values in rows.columns() {
            let Some(mut column) = group.next_column().map_err(failed)? else { break };
            match (column.untyped(), values) {
                (ColumnWriter::ByteArrayColumnWriter(writer), Values::Text(texts)) => {
                    let different: Vec<ByteArray> = texts.different().iter().map(|text| text.as_str().into()).collect();
                    let place = |row: &u32| different.get(*row as usize).cloned();
                    let texts: Vec<ByteArray> = texts.rows().iter().filter_map(place).collect();
                    writer.write_batch(&texts, None, None).map_err(failed)?;
                }
                (ColumnWriter::Int32ColumnWriter(writer), Values::Whole(numbers)) => {
                    let (there, levels) = present(numbers);
                    writer.write_batch(&there, Some(&levels), None).map_err(failed)?;
                }
                (ColumnWriter::DoubleColumnWriter(writer), Values::Number(numbers)) => {
                    let (there, levels) = present(numbers);
                    writer.write_batch(&there, Some(&levels), None).map_err(failed)?;
                }
                (ColumnWriter::BoolColumnWriter(writer), Values::Flag(flags)) => {
                    writer.write_batch(flags, None, None).map_err(failed)?;
                }
                _ => return Err(TableError("a column has an unexpected type".to_owned())),
            }
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }

    /// Writes the rows that were not written yet, and the footer. Returns the output.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub fn finish(mut self) -> Result<W, TableError> {
        self.flush()?;
        self.writer.into_inner().map_err(failed)
    }
}

/// Returns the values that are present. Also returns a number for each cell (Parquet's definition level): 1 if the cell
/// has a value, otherwise 0.
fn present<T: Copy>(values: &[Option<T>]) -> (Vec<T>, Vec<i16>) {
    let levels = values.iter().map(|value| i16::from(value.is_some())).collect();
    (values.iter().copied().flatten().collect(), levels)
}
