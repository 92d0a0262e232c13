//! The two tables of a championship: teams and drivers.

use crate::analysis::championship::{Championship, Line};
use crate::analysis::{Column, Kind, Row, Table, Value};

/// The table of the teams, the leader first.
#[must_use]
pub fn team_championship(championship: &Championship) -> Table {
    table(championship, &championship.teams, "championship-teams")
}

/// The table of the drivers, the leader first.
#[must_use]
pub fn driver_championship(championship: &Championship) -> Table {
    table(championship, &championship.drivers, "championship-drivers")
}

fn table(championship: &Championship, lines: &[Line], name: &'static str) -> Table {
    let of_drivers = name.ends_with("drivers");
    let mut columns =
        vec![Column::new("place", "#", Kind::Whole, "The place in the championship; equal results share a place")];
    if of_drivers {
        columns.extend(super::car_columns());
    }
    columns.push(Column::new("team", "Team", Kind::Text, "The team's name, or its colour if it has none"));
    columns.push(Column::new("points", "Points", Kind::Whole, "The points from all races together"));
    for (number, title) in &championship.races {
        let help = format!("The points from race {number}: {title}");
        columns.push(Column::new(format!("race_{number}"), format!("Race {number}"), Kind::Whole, help));
    }
    let whose = if of_drivers { "" } else { " by both drivers" };
    for (column, title, word) in
        [("wins", "Wins", "First"), ("seconds", "Seconds", "Second"), ("thirds", "Thirds", "Third")]
    {
        let help = format!(
            "{word} places{whose}. If points are equal, the number of wins decides the order, then the number of second places, then the number of third places, and so on"
        );
        columns.push(Column::new(column, title, Kind::Whole, help));
    }
    let row = |line: &Line| -> Row {
        let mut row = vec![Value::whole(line.place)];
        if of_drivers {
            row.extend([Value::Whole(line.car.and_then(|car| i32::try_from(car.0).ok())), text(&line.name)]);
        }
        row.push(text(if of_drivers { &line.team } else { &line.name }));
        row.push(Value::whole(line.points));
        row.extend(line.by_race.iter().map(|points| Value::whole(*points)));
        row.extend((0..3).map(|place| Value::whole(line.places.get(place).copied().unwrap_or(0))));
        row
    };
    Table { name: name.into(), columns, rows: lines.iter().map(row).collect() }
}

fn text(text: &str) -> Value {
    Value::text(text.to_owned())
}
