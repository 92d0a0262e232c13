//! Tables as Parquet, which other engines read: DuckDB, Polars, pandas, Spark.

use std::io::Write;
use std::sync::Arc;

use ::parquet::basic::Compression;
use ::parquet::column::writer::ColumnWriter;
use ::parquet::data_type::ByteArray;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;

use super::{TableError, failed};
use crate::analysis::{Column, Kind, Row, Value};

/// So many rows are written together: what bounds the memory.
const GROUP: usize = 50_000;

/// A table that is being written.
pub struct ParquetTable<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<Column>,
    waiting: Vec<Row>,
}

impl<W: Write + Send> ParquetTable<W> {
    /// A table with these columns.
    ///
    /// # Errors
    /// Where its beginning cannot be written.
    pub fn new(out: W, columns: Vec<Column>) -> Result<Self, TableError> {
        let fields: String = columns
            .iter()
            .map(|Column { name, kind, .. }| match kind {
                Kind::Text => format!("REQUIRED BYTE_ARRAY {name} (UTF8); "),
                Kind::Whole => format!("OPTIONAL INT32 {name}; "),
                Kind::Number(_) | Kind::Difference(_) => format!("OPTIONAL DOUBLE {name}; "),
                Kind::Flag => format!("REQUIRED BOOLEAN {name}; "),
            })
            .collect();
        let schema = parse_message_type(&format!("message telemetry {{ {fields}}}")).map_err(failed)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        Ok(Self { writer, columns, waiting: Vec::new() })
    }

    /// Adds rows; they are written once there are enough.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub fn add(&mut self, rows: Vec<Row>) -> Result<(), TableError> {
        self.waiting.extend(rows);
        if self.waiting.len() >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes what waits.
    fn flush(&mut self) -> Result<(), TableError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.waiting);
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for index in 0..self.columns.len() {
            let Some(mut column) = group.next_column().map_err(failed)? else { break };
            let values = rows.iter().filter_map(|row| row.get(index));
            match column.untyped() {
                ColumnWriter::ByteArrayColumnWriter(writer) => {
                    let texts: Vec<ByteArray> = values
                        .filter_map(|value| match value {
                            Value::Text(text) => Some(text.as_ref().into()),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&texts, None, None).map_err(failed)?;
                }
                ColumnWriter::Int32ColumnWriter(writer) => {
                    let numbers: Vec<Option<i32>> = values
                        .filter_map(|value| match value {
                            Value::Whole(number) => Some(*number),
                            _ => None,
                        })
                        .collect();
                    // A level tells which of them are there.
                    let levels: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                    let there: Vec<i32> = numbers.into_iter().flatten().collect();
                    writer.write_batch(&there, Some(&levels), None).map_err(failed)?;
                }
                ColumnWriter::DoubleColumnWriter(writer) => {
                    let numbers: Vec<Option<f64>> = values
                        .filter_map(|value| match value {
                            Value::Number(number) => Some(*number),
                            Value::Whole(number) => Some(number.map(f64::from)),
                            _ => None,
                        })
                        .collect();
                    let levels: Vec<i16> = numbers.iter().map(|number| i16::from(number.is_some())).collect();
                    let there: Vec<f64> = numbers.into_iter().flatten().collect();
                    writer.write_batch(&there, Some(&levels), None).map_err(failed)?;
                }
                ColumnWriter::BoolColumnWriter(writer) => {
                    let flags: Vec<bool> = values
                        .filter_map(|value| match value {
                            Value::Flag(flag) => Some(*flag),
                            _ => None,
                        })
                        .collect();
                    writer.write_batch(&flags, None, None).map_err(failed)?;
                }
                _ => return Err(TableError("a column has a kind of its own".to_owned())),
            }
            column.close().map_err(failed)?;
        }
        group.close().map_err(failed)?;
        Ok(())
    }

    /// Writes what is left, and the end.
    ///
    /// # Errors
    /// Where that cannot be done.
    pub fn finish(mut self) -> Result<W, TableError> {
        self.flush()?;
        self.writer.into_inner().map_err(failed)
    }
}
