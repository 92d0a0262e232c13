//! Plots as pictures and tables, for export.

use super::others::OtherRace;
use super::plot::bands;
use super::sides::{colour_index, name, pair};
use super::{AnalysisDesk, Desk, Shown};
use crate::analysis::{Axis, Column, Kind, Quantity, Table, Value};
use crate::render::chart::{Chart, ChartAxis};
use crate::report::{chart_line, delta, value_axis};

/// Makes the chart of a quantity. It shows the same range of the axis and the same cars as the plot on screen.
pub(super) fn of_quantity(shown: Shown<'_>, own: &mut AnalysisDesk, desk: &Desk, quantity: Quantity) -> Chart {
    let series = &shown.figures.series;
    let (axis, resources) = (own.axis, shown.race.resources());
    let window = own.window(shown, desk).unwrap_or_else(|| axis.range(series));
    let all = own.lines(shown, quantity);
    let visible = all.iter().filter(|line| !desk.is_hidden(line.car));
    let lines = visible.map(|line| chart_line(line, quantity, axis, shown.name(line.car).to_owned()));
    let title = quantity.title_in(shown.race, series);
    Chart {
        name: if matches!(quantity, Quantity::Own(_)) {
            "own-quantity".to_owned()
        } else {
            title.to_lowercase().replace(' ', "-")
        },
        title: format!("{}: {title}", shown.race.title()),
        x: ChartAxis { title: axis.label().to_owned(), range: window, is_whole: axis != Axis::Lap },
        y: value_axis(shown.race, quantity, quantity.extent_over(axis, &all, series, resources)),
        bands: if axis == Axis::Lap { Vec::new() } else { bands(shown, axis) },
        lines: lines.collect(),
        ..Chart::default()
    }
}

/// Makes the chart of the gap between the two sides of the comparison; `None` if the race has fewer than two cars.
pub(super) fn of_comparison(shown: Shown<'_>, own: &mut AnalysisDesk, others: &[OtherRace]) -> Option<Chart> {
    let sides = pair(shown, own, others)?;
    let points = own.difference(shown, others, sides);
    let [mine, theirs] = sides.map(|side| name(shown, others, side));
    let colours = [colour_index(sides, 0), colour_index(sides, 1)];
    let corners: Vec<(u32, f64)> =
        shown.race.corner_spans().iter().map(|span| (span.number, (span.from + span.to) / 2.0)).collect();
    let chart = delta([&mine, &theirs], colours, &points, sides[0].lap.is_some(), &corners);
    Some(Chart { title: format!("{}: {}", shown.race.title(), chart.title), ..chart })
}

/// Returns the points of a chart that lie in its visible range, as a table.
pub(super) fn table(shown: Shown<'_>, chart: &Chart) -> Table {
    let mut columns = vec![
        Column::new("car", "Car", Kind::Whole, "The car's number"),
        Column::new("name", "Driver", Kind::Text, "The driver's name"),
    ];
    let has_laps = chart.lines.iter().any(|line| line.lap.is_some());
    if has_laps {
        columns.push(Column::new("lap", "Lap", Kind::Whole, "The number of the lap"));
    }
    columns.extend([
        Column::new("x", chart.x.title.clone(), Kind::Number(4), "The value on the horizontal axis"),
        Column::new("value", chart.y.title.clone(), Kind::Number(4), "The value on the vertical axis"),
    ]);
    let [from, to] = chart.x.range;
    let rows = chart.lines.iter().flat_map(|line| {
        let car = shown.race.entrants().get(line.index).map(|entrant| entrant.car.0);
        line.points.iter().filter(move |[x, _]| (from..=to).contains(x)).map(move |[x, value]| {
            let mut row =
                vec![Value::Whole(car.and_then(|car| i32::try_from(car).ok())), Value::text(line.name.clone())];
            if has_laps {
                row.push(Value::Whole(line.lap.and_then(|lap| i32::try_from(lap).ok())));
            }
            row.extend([Value::number(*x), Value::number(*value)]);
            row
        })
    });
    Table { name: chart.name.clone().into(), columns, rows: rows.collect() }
}
