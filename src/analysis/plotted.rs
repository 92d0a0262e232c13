//! The words for quantities on the command line and in tables, and the values of plots as a table.

use std::borrow::Cow;

use super::plot::{lines, turn_places};
use super::{Axis, Column, Kind, Laps, PlotLine, Quantity, Row, Series, Table, Value, moved_in};
use crate::game::Resource;
use crate::replay::Race;

/// The error for a word that names no quantity of a race.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown quantity {word:?}; this race has {}", known.join(", "))]
pub struct UnknownQuantity {
    /// The word that names no quantity.
    pub word: String,
    /// The words that name the quantities of the race.
    pub known: Vec<String>,
}

impl Quantity {
    /// The word for the quantity on the command line and in tables: lower-case, without spaces. The word for a resource
    /// is the name of its column in telemetry tables.
    #[must_use]
    pub fn word(self, resources: &[Resource]) -> &str {
        match self {
            Self::Gear => "gear",
            Self::Speed => "speed",
            Self::Resource(index) => resources.get(index).map_or("resource", |resource| resource.key),
            Self::Rank => "place",
            Self::Gap => "gap",
            Self::GapAhead => "gap_ahead",
            Self::Driven => "distance",
            Self::Progress => "progress",
            Self::LapPart => "lap_progress",
            Self::Luck => "luck",
            Self::Lost => "losses",
            Self::Own(_) => "own",
        }
    }

    /// The title of the quantity. The title of one of the user's own quantities is its expression.
    #[must_use]
    pub fn title_in(self, race: &dyn Race, series: &Series) -> Cow<'static, str> {
        match self {
            Self::Own(number) => Cow::Owned(series.own_text(number).unwrap_or("Own quantity").to_owned()),
            _ => self.title(race),
        }
    }

    /// The word for the quantity. The word for one of the user's own quantities is its expression.
    #[must_use]
    pub fn word_in<'a>(self, resources: &'a [Resource], series: &'a Series) -> &'a str {
        match self {
            Self::Own(number) => series.own_text(number).unwrap_or("own"),
            _ => self.word(resources),
        }
    }

    /// The quantities that have values in this race, in the order of the window's panels.
    #[must_use]
    pub fn of_race(race: &dyn Race, series: &Series) -> Vec<Self> {
        let resources = race.resources();
        let has_values = |quantity: &Self| {
            let mut cars = 0..series.cars();
            quantity.is_there(series, resources) && cars.any(|car| !series.values(car, *quantity).is_empty())
        };
        Self::all(resources.len()).filter(has_values).collect()
    }

    /// Finds the quantity that a word stands for. Ignores the difference between upper and lower case, and between
    /// spaces, hyphens and underscores. Names of columns in telemetry tables (`rank`, `driven`) are accepted too.
    ///
    /// # Errors
    /// Returns an error if no quantity with values in this race has this name. The error lists the valid names.
    pub fn named(word: &str, race: &dyn Race, series: &Series) -> Result<Self, UnknownQuantity> {
        let plain = |text: &str| text.trim().to_lowercase().replace([' ', '-'], "_");
        let wanted = match plain(word).as_str() {
            "rank" => "place".to_owned(),
            "driven" => "distance".to_owned(),
            "lost" => "losses".to_owned(),
            wanted => wanted.to_owned(),
        };
        let resources = race.resources();
        let own = Self::of_race(race, series);
        let fits = |quantity: &&Self| {
            let name = match quantity {
                Self::Resource(index) => resources.get(*index).map_or("", |resource| resource.name),
                _ => "",
            };
            plain(quantity.word(resources)) == wanted || plain(name) == wanted
        };
        own.iter().find(fits).copied().ok_or_else(|| UnknownQuantity {
            word: word.trim().to_owned(),
            known: own.iter().map(|quantity| quantity.word(resources).to_owned()).collect(),
        })
    }
}

/// The length of a lap in the game's unit, computed from the distance that a car has driven. `None` if every car is
/// still on the line.
#[must_use]
pub fn lap_length(race: &dyn Race) -> Option<f64> {
    [race.len(), 0].into_iter().find_map(|at| {
        let view = race.view(at);
        let lengths = view.cars.iter().filter(|car| car.progress.abs() > 1e-3).map(|car| car.distance / car.progress);
        lengths.into_iter().find(|length| length.is_finite() && *length > 0.0)
    })
}

/// Returns the plotted values as a table. Each row is for one car at one x coordinate, with a column for each quantity.
/// A cell is empty if the car has no value there, such as a speed in a turn without a move.
///
/// On the axes of turns and rounds, x is the number of the turn or the round. On the axis along the lap, x is the
/// position in the game's unit, and each row is one of the car's own turns. Two more columns have the lap and the
/// number of the turn. This number counts the turns of all cars from the start of the race.
#[must_use]
pub fn plotted(race: &dyn Race, series: &Series, quantities: &[Quantity], axis: Axis, cars: &[usize]) -> Table {
    let mut columns = vec![Column::new("car", "Car", Kind::Whole, "The car's number")];
    let unit = if axis == Axis::Lap { race.info().unit } else { axis.label() };
    if axis == Axis::Lap {
        columns.push(Column::new("lap", "Lap", Kind::Whole, "The number of the lap"));
        columns.push(Column::new(
            "turn",
            "Turn",
            Kind::Whole,
            "The number of the turn, counted over all cars from the start of the race",
        ));
    }
    let x_kind = if axis == Axis::Lap { Kind::Number(4) } else { Kind::Whole };
    columns.push(Column::new("x", unit, x_kind, "The value on the horizontal axis"));
    for quantity in quantities {
        let kind = if quantity.is_measured() { Kind::Number(4) } else { Kind::Whole };
        let word = quantity.word_in(race.resources(), series).to_owned();
        columns.push(Column::new(word, quantity.title_in(race, series), kind, quantity.unit(race)));
    }
    let mut rows: Vec<Row> = Vec::new();
    let all: Vec<Vec<PlotLine<'_>>> = match axis {
        Axis::Lap => Vec::new(),
        _ => quantities.iter().map(|quantity| lines(series, *quantity, axis, Laps::All)).collect(),
    };
    let number = |value: u32| Value::Whole(i32::try_from(value).ok());
    let length = lap_length(race).unwrap_or(100.0);
    for car in cars {
        let Some(entrant) = race.entrants().get(*car) else { continue };
        let id = entrant.car.0;
        if axis == Axis::Lap {
            for (turn, lap, part) in turn_places(series, *car) {
                let mut row = vec![number(id), number(lap), number(turn), Value::number(part * length / 100.0)];
                row.extend(quantities.iter().map(|quantity| {
                    let at = f64::from(turn);
                    let value = match quantity {
                        Quantity::Speed => moved_in(series, *car, at),
                        _ => series.at(*car, *quantity, at),
                    };
                    cell(*quantity, value)
                }));
                rows.push(row);
            }
            continue;
        }
        // One of the user's own quantities may have several lines for one car.
        let own: Vec<Vec<&PlotLine<'_>>> =
            all.iter().map(|lines| lines.iter().filter(|line| line.car == *car).collect()).collect();
        let end = own.iter().flatten().map(|line| line.end as u32).max().unwrap_or(0);
        for x in 0..=end {
            let mut row = vec![number(id), number(x)];
            let values = quantities.iter().zip(&own);
            let value = |lines: &Vec<&PlotLine<'_>>| lines.iter().find_map(|line| line.value(f64::from(x)));
            row.extend(values.map(|(quantity, lines)| cell(*quantity, value(lines))));
            rows.push(row);
        }
    }
    Table { name: "plot".into(), columns, rows }
}

/// Makes a table cell for a value of a quantity: a whole number if the quantity is counted, a decimal number if it is
/// measured.
fn cell(quantity: Quantity, value: Option<f64>) -> Value {
    match quantity.is_measured() {
        true => Value::Number(value),
        false => Value::Whole(value.map(|value| value.round() as i32)),
    }
}
