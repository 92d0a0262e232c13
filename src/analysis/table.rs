//! Tables of rows and columns. Each column has values of one kind.
//! The window shows, sorts and filters the same table that is written as CSV or Parquet.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::game::words::{fixed, signed};
use crate::game::{CarId, GearWords};

/// The kind of values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, which may be empty.
    Text,
    /// Whole numbers; cells may be empty.
    Whole,
    /// Numbers of laps, which are whole numbers; cells may be empty. The number 0 stands for the stretch from the grid
    /// to the line. On screen, 0 is shown as [`FROM_GRID`], and an empty cell as [`QUALIFYING`].
    Lap,
    /// Numbers; cells may be empty. They have this number of decimals on screen, and four decimals in files.
    Number(usize),
    /// Differences, shown with a plus or minus sign and this number of decimals; cells may be empty.
    Difference(usize),
    /// Yes or no, written as 1 or 0 in files.
    Flag,
}

/// The text shown for lap 0, the stretch from the grid to the line.
pub const FROM_GRID: &str = "to the line";

/// The text shown for a lap without a number: a qualifying lap.
pub const QUALIFYING: &str = "qualifying";

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The column's key in files: lower-case letters and underscores.
    pub name: Cow<'static, str>,
    /// The column's heading.
    pub title: Cow<'static, str>,
    /// The column's meaning and unit: a sentence without the full stop.
    pub help: Cow<'static, str>,
    /// The kind of values in the column's cells.
    pub kind: Kind,
}

impl Table {
    /// Removes the decimals of each column in which all numbers are whole, such as distances in games whose cars move by
    /// whole fields. Files are not affected.
    #[must_use]
    pub fn without_idle_decimals(mut self) -> Self {
        let Self { columns, rows, .. } = &mut self;
        for (index, column) in columns.iter_mut().enumerate() {
            let is_whole = rows.iter().all(|row| match row.get(index) {
                Some(Value::Number(Some(number))) => number.fract() == 0.0,
                _ => true,
            });
            column.kind = match column.kind {
                Kind::Number(_) if is_whole => Kind::Number(0),
                Kind::Difference(_) if is_whole => Kind::Difference(0),
                kind => kind,
            };
        }
        self
    }

    /// Replaces the word "gear" in titles and explanations by the game's own word.
    #[must_use]
    pub fn in_words(mut self, words: GearWords) -> Self {
        if words != GearWords::GEAR {
            for column in &mut self.columns {
                column.title = column.title.replace("Gear", words.title).replace("gear", words.word).into();
                column.help = column.help.replace("gear", words.word).into();
            }
        }
        self
    }
}

impl Column {
    /// Makes a column.
    #[must_use]
    pub fn new(
        name: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        kind: Kind,
        help: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { name: name.into(), title: title.into(), help: help.into(), kind }
    }
}

/// The value of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text; an empty text is an empty cell.
    Text(Cow<'static, str>),
    /// A whole number; `None` for an empty cell.
    Whole(Option<i32>),
    /// A number; `None` for an empty cell.
    Number(Option<f64>),
    /// Yes or no.
    Flag(bool),
}

impl Value {
    /// Makes a cell with a text.
    #[must_use]
    pub fn text(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Text(text.into())
    }

    /// Makes a cell with a whole number, or an empty cell if the number is too large for files.
    #[must_use]
    pub fn whole(number: impl TryInto<i32>) -> Self {
        Self::Whole(number.try_into().ok())
    }

    /// Makes a cell with a number.
    #[must_use]
    pub const fn number(number: f64) -> Self {
        Self::Number(Some(number))
    }

    /// The text of this value on screen, in a column of this kind. It is empty for an empty cell.
    #[must_use]
    pub fn shown(&self, kind: Kind) -> Cow<'_, str> {
        match (self, kind) {
            (Self::Text(text), _) => Cow::Borrowed(text),
            (Self::Whole(None), Kind::Lap) => Cow::Borrowed(QUALIFYING),
            (Self::Whole(None), _) | (Self::Number(None), _) | (Self::Flag(false), _) => Cow::Borrowed(""),
            (Self::Whole(Some(0)), Kind::Lap) => Cow::Borrowed(FROM_GRID),
            (Self::Whole(Some(number)), Kind::Difference(_)) => Cow::Owned(signed(f64::from(*number), 0)),
            (Self::Whole(Some(number)), _) => Cow::Owned(number.to_string()),
            (Self::Number(Some(number)), Kind::Difference(decimals)) => Cow::Owned(signed(*number, decimals)),
            (Self::Number(Some(number)), Kind::Number(decimals)) => Cow::Owned(fixed(*number, decimals)),
            (Self::Number(Some(number)), _) => Cow::Owned(number.to_string()),
            (Self::Flag(true), _) => Cow::Borrowed("yes"),
        }
    }
}

/// The sort key of a cell. Empty cells come last, whether the order is ascending or descending.
#[derive(PartialEq)]
struct Key {
    is_missing: bool,
    text: String,
    number: f64,
    backwards: bool,
}

impl Key {
    fn of(value: Option<&Value>, backwards: bool) -> Self {
        let (text, number) = match value {
            Some(Value::Text(text)) if !text.is_empty() => (text.to_lowercase(), Some(0.0)),
            Some(Value::Whole(number)) => (String::new(), number.map(f64::from)),
            Some(Value::Number(number)) => (String::new(), *number),
            // In ascending order, yes comes before no.
            Some(Value::Flag(flag)) => (String::new(), Some(if *flag { 0.0 } else { 1.0 })),
            _ => (String::new(), None),
        };
        Self { is_missing: number.is_none(), text, number: number.unwrap_or(0.0), backwards }
    }
}

impl Eq for Key {}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.text.cmp(&other.text).then(self.number.total_cmp(&other.number));
        self.is_missing.cmp(&other.is_missing).then(if self.backwards { order.reverse() } else { order })
    }
}

/// The separator between values in a row's search text. Nobody can type this character into the search field.
const MARK: char = '\u{1f}';

/// A row of a table: a value for each column.
pub type Row = Vec<Value>;

/// A table of rows and columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The table's name in file names: lower-case letters and hyphens.
    pub name: Cow<'static, str>,
    /// The table's columns.
    pub columns: Vec<Column>,
    /// The table's rows.
    pub rows: Vec<Row>,
}

/// The user's choice of the rows to show, and of their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The words to search for: only rows that contain every one of them are shown.
    /// Upper and lower case make no difference.
    pub words: String,
    /// The cars whose rows are hidden.
    pub without: Vec<CarId>,
    /// The column to sort by, and whether to sort in descending order. `None` keeps the table's order.
    pub sorted: Option<(usize, bool)>,
}

impl Table {
    /// The index of the column with this key; `None` if no column has it.
    ///
    /// ```
    /// use paddock::analysis::{Column, Kind, Table};
    ///
    /// let columns = vec![Column::new("lap", "Lap", Kind::Whole, "Its number")];
    /// let table = Table { name: "laps".into(), columns, rows: Vec::new() };
    /// assert_eq!(table.column("lap"), Some(0));
    /// ```
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The whole number in a row, in the column with this key; `None` if there is no such number.
    #[must_use]
    pub fn whole(&self, row: usize, name: &str) -> Option<i32> {
        match self.rows.get(row)?.get(self.column(name)?)? {
            Value::Whole(number) => *number,
            _ => None,
        }
    }

    /// Counts the rows with these indices. In a table of laps, does not count the rows of qualifying laps and of the
    /// stretch from the grid to the finish line.
    #[must_use]
    pub fn counted(&self, rows: impl Iterator<Item = usize>) -> usize {
        let lap = self.columns.iter().position(|column| column.kind == Kind::Lap);
        let is_lap = |row: &usize| {
            let value = lap.and_then(|lap| self.rows.get(*row)?.get(lap));
            value.is_none_or(|value| !matches!(value, Value::Whole(None | Some(0))))
        };
        rows.filter(is_lap).count()
    }

    /// The number of the car that a row belongs to; `None` if it belongs to no car.
    #[must_use]
    pub fn car(&self, row: usize) -> Option<CarId> {
        self.whole(row, "car").and_then(|car| u32::try_from(car).ok()).map(CarId)
    }

    /// The turn that a row belongs to, by its number in the race. If the row covers several turns, as a lap does, this
    /// is the last of them. `None` if the row belongs to no turn.
    #[must_use]
    pub fn turn(&self, row: usize) -> Option<usize> {
        let turn = ["turn", "to"].into_iter().find_map(|name| self.whole(row, name))?;
        usize::try_from(turn).ok()
    }

    /// The search text of each row, for [`chosen`](Self::chosen). Compute it once for each table.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.rows.iter().map(|row| self.words_of(row)).collect()
    }

    /// The text of this row that is searched: first the row's texts in lower case, then its numbers. The numbers are
    /// separated by [`MARK`], so that a search for 12 does not find 120.
    fn words_of(&self, row: &Row) -> String {
        let (mut texts, mut numbers) = (String::from(MARK), String::from(MARK));
        for (value, column) in row.iter().zip(&self.columns) {
            match value {
                Value::Text(text) => {
                    texts.push_str(&text.to_lowercase());
                    texts.push(MARK);
                }
                // A flag is found by the heading of its column.
                Value::Flag(true) => {
                    texts.push_str(&column.title.to_lowercase());
                    texts.push(MARK);
                }
                Value::Flag(false) => {}
                _ => {
                    numbers.push_str(&value.shown(column.kind).replace('−', "-"));
                    numbers.push(MARK);
                }
            }
        }
        texts + &numbers
    }

    /// The indices of the rows to show, in display order. `words` is the result of [`words`](Self::words).
    #[must_use]
    pub fn chosen(&self, choice: &Choice, words: &[String]) -> Vec<u32> {
        let asked = choice.words.to_lowercase().replace('−', "-");
        let asked: Vec<[String; 2]> =
            asked.split_whitespace().map(|word| [word.to_owned(), format!("{MARK}{word}{MARK}")]).collect();
        let has = |row: usize, [word, whole]: &[String; 2]| {
            words.get(row).is_some_and(|words| {
                // A number must match as a whole; in texts any part may match.
                let is_number = word.trim_start_matches(['+', '-']).parse::<f64>().is_ok();
                words.contains(whole.as_str()) || (!is_number && words.contains(word.as_str()))
            })
        };
        let car = self.column("car");
        let is_left_out = |row: usize| {
            let value = car.and_then(|car| self.rows.get(row)?.get(car));
            matches!(value, Some(Value::Whole(Some(car))) if choice.without.iter().any(|out| u32::try_from(*car) == Ok(out.0)))
        };
        let mut rows: Vec<u32> = (0..self.rows.len())
            .filter(|row| !is_left_out(*row) && asked.iter().all(|word| has(*row, word)))
            .map(|row| row as u32)
            .collect();
        if let Some((column, backwards)) = choice.sorted {
            // A stable sort: equal rows keep their order.
            rows.sort_by_cached_key(|row| {
                Key::of(self.rows.get(*row as usize).and_then(|row| row.get(column)), backwards)
            });
        }
        rows
    }

    /// Returns these rows as text to paste into a spreadsheet, with a header and tabs between columns.
    #[must_use]
    pub fn copied(&self, rows: &[u32]) -> String {
        let header = self.columns.iter().map(|column| column.title.clone()).collect::<Vec<_>>().join("\t");
        let mut text = header + "\n";
        for row in rows.iter().filter_map(|row| self.rows.get(*row as usize)) {
            let cells = row.iter().zip(&self.columns).map(|(value, column)| value.shown(column.kind));
            // Tabs and line breaks would shift the columns, and spreadsheets do not understand the typographic minus.
            let cells: Vec<String> =
                cells.map(|cell| cell.replace(['\t', '\n', '\r'], " ").replace('−', "-")).collect();
            text.push_str(&cells.join("\t"));
            text.push('\n');
        }
        text
    }

    /// Returns a table with only these rows, in this order.
    #[must_use]
    pub fn with(&self, rows: &[u32]) -> Self {
        let rows = rows.iter().filter_map(|row| self.rows.get(*row as usize)).cloned().collect();
        Self { name: self.name.clone(), columns: self.columns.clone(), rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let row = |car: i32, name: &'static str, gear: Option<f64>, pit: bool| {
            vec![Value::whole(car), Value::text(name), Value::Number(gear), Value::Flag(pit)]
        };
        Table {
            name: "cars".into(),
            columns: vec![
                Column::new("car", "Car", Kind::Whole, "The car"),
                Column::new("name", "Driver", Kind::Text, "Whose it is"),
                Column::new("gear", "Gear", Kind::Number(1), "The mean gear"),
                Column::new("pit", "Pit stop", Kind::Flag, "Whether it stopped"),
            ],
            rows: vec![
                row(7, "Ada", Some(3.0), false),
                row(3, "bob", None, true),
                row(12, "Cleo", Some(2.5), false),
                row(4, "Ada", Some(4.5), true),
            ],
        }
    }

    fn chosen(choice: Choice) -> Vec<u32> {
        let table = table();
        table.chosen(&choice, &table.words())
    }

    #[test]
    fn rows_are_sorted_both_ways_with_what_is_missing_last() {
        let by = |column, backwards| chosen(Choice { sorted: Some((column, backwards)), ..Choice::default() });
        assert_eq!(by(0, false), [1, 3, 0, 2], "numbers, not their digits");
        assert_eq!(by(1, false), [0, 3, 1, 2], "capitals or not, and equal ones as they were");
        assert_eq!(by(2, false), [2, 0, 3, 1]);
        assert_eq!(by(2, true), [3, 0, 2, 1]);
        assert_eq!(by(3, false), [1, 3, 0, 2], "yes comes first");
        assert_eq!(by(99, false), [0, 1, 2, 3], "a column that is not there changes nothing");
    }

    #[test]
    fn rows_are_filtered_by_every_word_and_by_car() {
        let with = |words: &str| chosen(Choice { words: words.to_owned(), ..Choice::default() });
        assert_eq!(with("ada"), [0, 3]);
        assert_eq!(with("ada pit"), [3], "a flag is found by its title");
        assert_eq!(with("3"), [1], "a number is found whole: not 3.0");
        assert_eq!(with("nobody"), [] as [u32; 0]);
        assert_eq!(with("2.5 cleo"), [2]);
        assert_eq!(chosen(Choice { without: vec![CarId(7), CarId(3)], ..Choice::default() }), [2, 3]);
    }

    #[test]
    fn a_table_is_copied_with_tabs_and_nothing_shifts() {
        let mut table = table();
        table.rows[0][1] = Value::text("Ada\tB\n");
        assert_eq!(table.copied(&[0, 1]), "Car\tDriver\tGear\tPit stop\n7\tAda B \t3.0\t\n3\tbob\t\tyes\n");
    }

    #[test]
    fn only_columns_with_parts_of_a_unit_show_decimals() {
        let row = |driven: f64, luck: f64| vec![Value::number(driven), Value::Number(None), Value::number(luck)];
        let columns = vec![
            Column::new("distance", "Driven", Kind::Number(1), "The distance"),
            Column::new("gap", "Gap", Kind::Number(1), "The gap"),
            Column::new("luck", "Luck", Kind::Difference(1), "The luck"),
        ];
        let shown = |rows: Vec<Row>| {
            let table = Table { name: "cars".into(), columns: columns.clone(), rows }.without_idle_decimals();
            let cells = table.rows[0].iter().zip(&table.columns).map(|(value, column)| value.shown(column.kind));
            cells.map(|text| text.into_owned()).collect::<Vec<String>>()
        };
        assert_eq!(shown(vec![row(224.0, 2.0), row(4.0, -1.0)]), ["224", "", "+2"]);
        assert_eq!(shown(vec![row(224.0, 2.0), row(4.5, -0.5)]), ["224.0", "", "+2.0"], "the rows of a column agree");
    }

    #[test]
    fn differences_have_a_sign_and_no_minus_before_a_nought() {
        let shown = |number: f64| Value::number(number).shown(Kind::Difference(1)).into_owned();
        assert_eq!([shown(1.25), shown(-0.5), shown(-0.01), shown(0.0)], ["+1.2", "−0.5", "0.0", "0.0"]);
        assert_eq!(Value::whole(-2).shown(Kind::Difference(0)), "−2");
        assert_eq!(Value::whole(u64::MAX), Value::Whole(None));
    }
}
