//! Reads tables in CSV or Parquet, from this program or another.

use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::record::Field;

use super::TableFormat;
use crate::game::Refused;

/// The cells of a table as texts. The text of an empty cell is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, each with a text for each column.
    pub rows: Vec<Vec<String>>,
}

impl Cells {
    /// Returns the index of the column with this name.
    ///
    /// # Errors
    /// Returns an error if there is no such column.
    pub fn column(&self, name: &str) -> Result<usize, Refused> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| format!("the table has no column `{name}`").into())
    }
}

/// Reads a whole table.
///
/// # Errors
/// Returns an error if the bytes are not a table of this format.
pub fn read_table(bytes: Vec<u8>, format: TableFormat) -> Result<Cells, Refused> {
    match format {
        TableFormat::Csv => csv(&bytes),
        TableFormat::Parquet => parquet(bytes),
    }
}

fn csv(bytes: &[u8]) -> Result<Cells, Refused> {
    let mut reader = ::csv::Reader::from_reader(bytes);
    let wrong = |error: ::csv::Error| Refused::from(format!("this is not a CSV table: {error}"));
    let columns = reader.headers().map_err(wrong)?.iter().map(ToOwned::to_owned).collect();
    let row = |record: Result<::csv::StringRecord, ::csv::Error>| {
        Ok(record.map_err(wrong)?.iter().map(ToOwned::to_owned).collect())
    };
    let rows: Result<Vec<Vec<String>>, Refused> = reader.records().map(row).collect();
    Ok(Cells { columns, rows: rows? })
}

fn parquet(bytes: Vec<u8>) -> Result<Cells, Refused> {
    let wrong = |error: ::parquet::errors::ParquetError| Refused::from(format!("this is not a Parquet table: {error}"));
    let reader = SerializedFileReader::new(::bytes::Bytes::from(bytes)).map_err(wrong)?;
    let schema = reader.metadata().file_metadata().schema();
    let columns = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    let cell = |field: &Field| match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bool(flag) => u8::from(*flag).to_string(),
        Field::Int(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => other.to_string(),
    };
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(wrong)? {
        rows.push(row.map_err(wrong)?.get_column_iter().map(|(_, field)| cell(field)).collect());
    }
    Ok(Cells { columns, rows })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Column, Kind, Table, Value};
    use crate::export::write_table;

    #[test]
    fn what_is_written_is_read_back() {
        let column = |name, kind| Column::new(name, name, kind, "");
        let columns = vec![column("name", Kind::Text), column("count", Kind::Whole), column("share", Kind::Number(1))];
        let row = |name: &'static str, count, share| vec![Value::text(name), Value::Whole(count), Value::Number(share)];
        let rows = vec![row("a, \"b\"", Some(3), Some(0.5)), row("", None, None)];
        let table = Table { columns, rows, ..Table::default() };
        for format in [TableFormat::Csv, TableFormat::Parquet] {
            let mut bytes = Vec::new();
            write_table(&table, format, &mut bytes).unwrap();
            let cells = read_table(bytes, format).unwrap();
            assert_eq!(cells.columns, ["name", "count", "share"]);
            assert_eq!(cells.rows.len(), 2);
            assert_eq!(cells.rows[0][..2], ["a, \"b\"", "3"]);
            assert_eq!(cells.rows[0][2].parse::<f64>(), Ok(0.5));
            assert_eq!(cells.rows[1], ["", "", ""]);
            assert!(cells.column("count").is_ok() && cells.column("missing").is_err());
            assert!(read_table(b"\xff\xfe not a table".to_vec(), TableFormat::Parquet).is_err());
        }
    }
}
