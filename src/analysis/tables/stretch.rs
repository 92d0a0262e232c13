//! The table of a stretch: the sums of each car over the selected part of the race.

use super::{car_columns, car_values, distance_column, resource_columns, resource_values};
use crate::analysis::{Column, Kind, Row, Series, Stretch, Table, Value, sums};
use crate::replay::Race;

/// The table of a stretch: one row for each car, in grid order.
///
/// ```
/// use paddock::analysis::{Series, Stretch, tables};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let table = tables::stretch(race.as_ref(), &Series::of(race.as_ref()), Stretch::Turns([10, 20]));
/// assert_eq!(table.whole(0, "turns").zip(table.whole(1, "turns")), Some((5, 5)));
/// ```
#[must_use]
pub fn stretch(race: &dyn Race, series: &Series, stretch: Stretch) -> Table {
    let unit = race.info().unit;
    let mut columns: Vec<Column> = car_columns().into();
    if matches!(stretch, Stretch::Lap { .. }) {
        columns.push(Column::new(
            "passages",
            "Laps",
            Kind::Whole,
            "The number of laps in which the car drove through the stretch",
        ));
    }
    columns.extend([
        Column::new("turns", "Turns", Kind::Whole, "The number of turns that the car played in the stretch"),
        distance_column(race, "in the stretch"),
        Column::new(
            "mean",
            "Per turn",
            Kind::Number(2),
            format!("The mean distance driven in one of the car's own turns, in {unit}"),
        ),
    ]);
    columns.extend(resource_columns(race, "spent; points gained are not subtracted"));
    columns.extend([
        Column::new("places", "Places", Kind::Difference(0), "The number of places gained within the stretch"),
        Column::new(
            "gained",
            "Gained on leader",
            Kind::Difference(1),
            format!("The distance gained on the leader within the stretch, in {unit}"),
        ),
        Column::new("passed", "Overtook", Kind::Whole, "The number of times the car overtook another car"),
        Column::new("was_passed", "Was overtaken", Kind::Whole, "The number of times the car was overtaken"),
    ]);
    let rows = sums(race, series, stretch).into_iter().filter_map(|sum| {
        let entrant = race.entrants().get(sum.car)?;
        let mut row: Row = car_values(entrant.car, &entrant.name).into();
        if matches!(stretch, Stretch::Lap { .. }) {
            row.push(Value::whole(sum.passages));
        }
        row.extend([
            Value::whole(sum.turns),
            Value::number(sum.distance),
            Value::Number((sum.turns > 0).then(|| sum.distance / f64::from(sum.turns))),
        ]);
        row.extend(resource_values(race, &sum.spent));
        row.extend([
            Value::Whole(Some(sum.places)),
            Value::Number(sum.gained),
            Value::whole(sum.passed),
            Value::whole(sum.was_passed),
        ]);
        Some(row)
    });
    let rows = rows.collect();
    Table { name: "stretch".into(), columns, rows }.without_idle_decimals().in_words(race.info().gear)
}
