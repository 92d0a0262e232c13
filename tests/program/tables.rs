//! Telemetry tables: CSV and Parquet agree, and another engine reads the Parquet.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn paddock(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_paddock")).args(arguments).output().unwrap()
}

fn replays() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("replays/vektorace")
}

/// Both tables of all shipped VektoRace races.
fn tables(folder: &Path) -> [String; 2] {
    ["csv", "parquet"].map(|ending| {
        let out = folder.join("season").with_extension(ending);
        let out = out.to_str().unwrap().to_owned();
        let answer = paddock(&["export", replays().to_str().unwrap(), "-o", &out]);
        assert_eq!(answer.status.code(), Some(0), "{}", String::from_utf8_lossy(&answer.stderr));
        assert!(String::from_utf8(answer.stdout).unwrap().contains("telemetry of 9 races"));
        out
    })
}

#[test]
fn parquet_has_the_rows_and_columns_of_the_csv() {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::RowAccessor as _;
    let folder = tempfile::tempdir().unwrap();
    let [csv, file] = tables(folder.path());
    let text = std::fs::read_to_string(csv).unwrap();
    let mut lines = csv::Reader::from_reader(text.as_bytes());
    let header: Vec<String> = lines.headers().unwrap().iter().map(str::to_owned).collect();
    let reader = SerializedFileReader::new(std::fs::File::open(file).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    let names: Vec<String> = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
    assert_eq!(names, header);
    let place = |name: &str| header.iter().position(|known| known == name).unwrap();
    let mut count = 0;
    for (line, row) in lines.records().zip(reader.get_row_iter(None).unwrap()) {
        let (line, row) = (line.unwrap(), row.unwrap());
        assert_eq!(line[place("race")], *row.get_string(place("race")).unwrap());
        assert_eq!(line[place("turn")], row.get_int(place("turn")).unwrap().to_string());
        assert_eq!(line[place("tyre")], row.get_int(place("tyre")).unwrap().to_string());
        assert_eq!(line[place("x")], format!("{:.4}", row.get_double(place("x")).unwrap()));
        assert_eq!(line[place("acted")] == *"1", row.get_bool(place("acted")).unwrap());
        // On the grid nothing has been played: the value is missing, not 0.
        assert_eq!(line[place("played")].is_empty(), row.is_null(place("played")).unwrap());
        count += 1;
    }
    assert_eq!(count, text.lines().count() - 1);
    assert!(count > 5_000);
}

#[test]
#[ignore = "needs python3 with DuckDB (pip install duckdb)"]
fn duckdb_reads_the_parquet_back() {
    let folder = tempfile::tempdir().unwrap();
    let [csv, parquet] = tables(folder.path());
    let script = "
import sys
import duckdb
csv, parquet = sys.argv[1:]
figures = 'count(*), count(distinct race), sum(turn), sum(tyre), sum(nitro), round(sum(x), 1), sum(acted::int), count(played), max(rank)'
print(duckdb.sql(f\"select {figures} from '{parquet}'\").fetchall()[0])
print(duckdb.sql(f\"select {figures} from read_csv('{csv}')\").fetchall()[0])
print(duckdb.sql(f\"select name from '{parquet}' where status = 'finished' and rank = 1 group by race, name order by race\").fetchall())
";
    let answer = Command::new("python3").args(["-c", script, &csv, &parquet]).output().unwrap();
    let words = String::from_utf8(answer.stdout).unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    let mut lines = words.lines();
    let (from_parquet, from_csv) = (lines.next().unwrap(), lines.next().unwrap());
    assert_eq!(from_parquet, from_csv);
    assert!(from_parquet.contains(", 9, "), "nine races: {from_parquet}");
    assert!(lines.next().unwrap().contains("Finn"));
}

#[test]
fn wrong_table_names_and_inputs_are_refused_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table.parquet");
    let tracks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tracks");
    let answer = paddock(&["export", tracks.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(String::from_utf8(answer.stderr).unwrap().contains("no races"));
    let circuit = tracks.join("vektorace/copper-kettle.json");
    let answer = paddock(&["export", circuit.to_str().unwrap(), "-o", out.to_str().unwrap()]);
    assert_eq!(answer.status.code(), Some(2));
    assert!(String::from_utf8(answer.stderr).unwrap().contains("name a race"));
    assert_eq!(paddock(&["export", "race.json", "-o", "table.ods"]).status.code(), Some(2));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}
