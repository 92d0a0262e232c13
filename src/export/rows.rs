//! The columns and rows of telemetry tables. The values are stored column by column.

use std::collections::BTreeMap;

use crate::analysis::tables::status_word;
use crate::analysis::{Column, Kind, Samples, Table, Value, lap_part, last_lap};
use crate::game::{Resource, TokenView};
use crate::replay::{Race, Step};

/// A column of texts with few different values, such as names. Each different text is stored once.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    different: Vec<String>,
    places: BTreeMap<String, u32>,
    rows: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        // Most rows have the same text as the row above.
        let last = self.rows.last().copied().filter(|last| self.different[*last as usize] == text);
        let place = last.unwrap_or_else(|| self.place(text));
        self.rows.push(place);
    }

    fn place(&mut self, text: &str) -> u32 {
        if let Some(place) = self.places.get(text) {
            return *place;
        }
        let place = self.different.len() as u32;
        self.different.push(text.to_owned());
        self.places.insert(text.to_owned(), place);
        place
    }

    fn extend(&mut self, other: &Self, from: usize, to: usize) {
        let places: Vec<u32> = other.different.iter().map(|text| self.place(text)).collect();
        self.rows.extend(other.rows[from..to].iter().filter_map(|row| places.get(*row as usize)));
    }

    /// The distinct texts of the column, each listed once.
    #[must_use]
    pub fn different(&self) -> &[String] {
        &self.different
    }

    /// For each row, the index of its text in [`different`](Self::different).
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }
}

/// The values of a column, one for each row.
#[derive(Clone, Debug)]
pub enum Values {
    /// The texts of a column.
    Text(Texts),
    /// Whole numbers; `None` for an empty cell.
    Whole(Vec<Option<i32>>),
    /// Numbers; `None` for an empty cell.
    Number(Vec<Option<f64>>),
    /// Values that are yes or no.
    Flag(Vec<bool>),
}

impl Values {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Texts::default()),
            Kind::Whole | Kind::Lap => Self::Whole(Vec::new()),
            Kind::Number(_) | Kind::Difference(_) => Self::Number(Vec::new()),
            Kind::Flag => Self::Flag(Vec::new()),
        }
    }
}

/// Rows of a table. In a telemetry table, each row is one car after one turn.
#[derive(Clone, Debug)]
pub struct Rows {
    columns: Vec<Values>,
    len: usize,
}

impl Rows {
    /// Creates an empty table with these columns.
    #[must_use]
    pub fn new(columns: &[Column]) -> Self {
        Self { columns: columns.iter().map(|column| Values::new(column.kind)).collect(), len: 0 }
    }

    /// Converts a finished table to rows. Whole numbers are also accepted in a column of decimals.
    #[must_use]
    pub fn of(table: &Table) -> Self {
        let mut rows = Self::new(&table.columns);
        for (index, values) in rows.columns.iter_mut().enumerate() {
            for value in table.rows.iter().filter_map(|row| row.get(index)) {
                match (&mut *values, value) {
                    (Values::Text(texts), Value::Text(text)) => texts.push(text),
                    (Values::Whole(numbers), Value::Whole(number)) => numbers.push(*number),
                    (Values::Number(numbers), Value::Number(number)) => numbers.push(*number),
                    (Values::Number(numbers), Value::Whole(number)) => numbers.push(number.map(f64::from)),
                    (Values::Flag(flags), Value::Flag(flag)) => flags.push(*flag),
                    _ => {}
                }
            }
        }
        rows.len = table.rows.len();
        rows
    }

    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no rows.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The columns, in the table's order.
    #[must_use]
    pub fn columns(&self) -> &[Values] {
        &self.columns
    }

    /// Adds the rows `from..to` of another table that has the same columns.
    pub fn extend(&mut self, other: &Self, from: usize, to: usize) {
        let to = to.min(other.len);
        let from = from.min(to);
        for (own, other) in self.columns.iter_mut().zip(&other.columns) {
            match (own, other) {
                (Values::Text(own), Values::Text(other)) => own.extend(other, from, to),
                (Values::Whole(own), Values::Whole(other)) => own.extend(&other[from..to]),
                (Values::Number(own), Values::Number(other)) => own.extend(&other[from..to]),
                (Values::Flag(own), Values::Flag(other)) => own.extend(&other[from..to]),
                _ => {}
            }
        }
        self.len += to - from;
    }
}

/// The columns that have no value yet in the row that is being written, in the table's order.
struct Cells<'a>(std::slice::IterMut<'a, Values>);

impl Cells<'_> {
    fn text(&mut self, text: &str) {
        if let Some(Values::Text(texts)) = self.0.next() {
            texts.push(text);
        }
    }

    fn whole(&mut self, number: Option<i32>) {
        if let Some(Values::Whole(numbers)) = self.0.next() {
            numbers.push(number);
        }
    }

    fn count(&mut self, number: u32) {
        self.whole(i32::try_from(number).ok());
    }

    fn small(&mut self, number: Option<u8>) {
        self.whole(number.map(i32::from));
    }

    fn number(&mut self, number: f64) {
        self.maybe(Some(number));
    }

    fn maybe(&mut self, number: Option<f64>) {
        if let Some(Values::Number(numbers)) = self.0.next() {
            numbers.push(number);
        }
    }

    fn flag(&mut self, flag: bool) {
        if let Some(Values::Flag(flags)) = self.0.next() {
            flags.push(flag);
        }
    }
}

/// Returns the telemetry columns for races whose cars have these resources, such as tyre points. The first column names
/// the race.
#[must_use]
pub fn columns(resources: &[Resource]) -> Vec<Column> {
    use Kind::{Flag, Number, Text, Whole};
    const PLACES: Kind = Number(4);
    let first = [
        ("race", Text),
        ("turn", Whole),
        ("round", Whole),
        ("car", Whole),
        ("name", Text),
        ("acted", Flag),
        ("x", PLACES),
        ("y", PLACES),
        ("dir", Whole),
        ("gear", Whole),
        ("speed", PLACES),
        ("driven", PLACES),
    ];
    let last = [
        ("lap", Whole),
        ("progress", PLACES),
        ("rank", Whole),
        ("gap", PLACES),
        ("status", Text),
        ("tokens", Text),
        ("illegal", Text),
        ("played", Whole),
        ("corners", Whole),
        ("unverified", Flag),
        ("turns_behind", Whole),
        ("qualifying", Flag),
        ("game", Text),
        ("edition", Text),
        ("circuit", Text),
        ("title", Text),
        ("laps", Whole),
        ("gap_ahead", PLACES),
        ("lap_progress", PLACES),
        ("luck", PLACES),
    ];
    let resources = resources.iter().map(|resource| (resource.key, Whole));
    first.into_iter().chain(resources).chain(last).map(|(name, kind)| Column::new(name, name, kind, "")).collect()
}

/// Returns the names of a car's tokens, such as its skills, in one text. The names of used tokens are in brackets.
fn tokens(tokens: &[TokenView]) -> String {
    let one = |token: &TokenView| if token.used { format!("({})", token.name) } else { token.name.to_owned() };
    tokens.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// Returns the telemetry rows of a race, sorted by turn, then in grid order. `name` identifies the race in the table.
#[must_use]
pub fn rows(name: &str, race: &dyn Race) -> Rows {
    let mut rows = Rows::new(&columns(race.resources()));
    let mut samples = Samples::of(race);
    while let Some(cars) = samples.next_position() {
        for sample in cars {
            let entrant = race.entrants().iter().find(|entrant| entrant.car == sample.car);
            let step = if sample.turn == 0 || !sample.acted { None } else { race.step(sample.turn) };
            let clause = step.and_then(Step::fault).map_or("", |illegal| illegal.clause);
            let mut cells = Cells(rows.columns.iter_mut());
            cells.text(name);
            cells.count(sample.turn as u32);
            cells.count(sample.round);
            cells.count(sample.car.0);
            cells.text(entrant.map_or("", |entrant| &entrant.name));
            cells.flag(sample.acted);
            sample.at.iter().for_each(|part| cells.number(*part));
            cells.small(sample.dir);
            cells.small(sample.gear);
            cells.number(sample.speed);
            cells.number(sample.driven);
            // Every column gets a cell, even if the game's view has no value for it.
            for (index, resource) in race.resources().iter().enumerate() {
                // A resource that this race does not use stays empty, such as life in a race without damage.
                let points = sample.resources.get(index).filter(|_| resource.max > 0);
                cells.whole(points.and_then(|points| i32::try_from(*points).ok()));
            }
            cells.count(last_lap(sample.lap, race.laps()));
            cells.number(sample.progress);
            cells.count(sample.rank);
            cells.maybe(sample.gap);
            cells.text(status_word(sample.status));
            if sample.tokens.is_empty() {
                cells.text("")
            } else {
                cells.text(&tokens(&sample.tokens))
            }
            cells.text(clause);
            cells.small(sample.played);
            cells.count(sample.corners);
            cells.flag(step.is_some_and(|step| step.unverified));
            cells.whole(sample.turns_behind.and_then(|rounds| i32::try_from(rounds).ok()));
            cells.flag(sample.is_qualifying);
            cells.text(race.info().id);
            cells.text(race.edition().unwrap_or(""));
            cells.text(race.track_name());
            cells.text(race.title());
            cells.count(race.laps());
            cells.maybe(sample.gap_ahead);
            cells.number(lap_part(sample.progress, sample.lap, race.laps()));
            cells.maybe(sample.luck);
            rows.len += 1;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_stored_once_and_survive_adding_to_another_table() {
        let columns = [Column::new("name", "", Kind::Text, ""), Column::new("points", "", Kind::Whole, "")];
        let table = |names: &[&str]| {
            let mut rows = Rows::new(&columns);
            for (number, name) in (1..).zip(names) {
                let mut cells = Cells(rows.columns.iter_mut());
                cells.text(name);
                cells.whole(Some(number));
                rows.len += 1;
            }
            rows
        };
        let mut one = table(&["Ada", "Bruno", "Ada"]);
        one.extend(&table(&["Clara", "Bruno", "Ada", "Ada"]), 1, 3);
        one.extend(&table(&["Clara"]), 0, 9);
        let [Values::Text(texts), Values::Whole(numbers)] = one.columns() else { panic!("two columns") };
        let names: Vec<&str> = texts.rows().iter().map(|row| texts.different()[*row as usize].as_str()).collect();
        assert_eq!(names, ["Ada", "Bruno", "Ada", "Bruno", "Ada", "Clara"]);
        assert_eq!(texts.different().len(), 3);
        assert_eq!(numbers.iter().flatten().copied().collect::<Vec<_>>(), [1, 2, 3, 2, 3, 1]);
        assert_eq!(one.len(), 6);
    }
}
