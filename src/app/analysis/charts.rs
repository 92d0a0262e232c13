//! Plots as pictures and as tables, to be written.

use super::comparison::pair;
use super::plot::bands;
use super::{AnalysisDesk, Desk, Shown};
use crate::analysis::{Axis, Column, Joining, Kind, Quantity, Table, Value, difference};
use crate::render::chart::{Chart, ChartAxis, ChartLine, Joined};

/// A plot as it is shown: the same part of the axis, the same cars.
pub(super) fn of_quantity(shown: Shown<'_>, own: &mut AnalysisDesk, desk: &Desk, quantity: Quantity) -> Chart {
    let series = &shown.figures.series;
    let (axis, resources) = (own.axis, shown.race.resources());
    let window = own.window(desk).unwrap_or_else(|| axis.range(series));
    let lines = own.lines(shown, quantity);
    let lines = lines.iter().filter(|line| !desk.is_hidden(line.car)).map(|line| ChartLine {
        name: shown.name(line.car).to_owned(),
        index: line.car,
        points: line.points.to_vec(),
        joined: match line.joining {
            Joining::Steps => Joined::Steps,
            Joining::Straight => Joined::Marked,
        },
        end: (line.joining == Joining::Steps).then_some(line.end),
    });
    Chart {
        title: format!("{}: {}", shown.race.title(), quantity.title(resources)),
        x: ChartAxis { title: axis.label().to_owned(), range: window },
        y: ChartAxis { title: quantity.unit(shown.race.unit()).to_owned(), range: quantity.extent(series, resources) },
        bands: if axis == Axis::Lap { Vec::new() } else { bands(shown, axis) },
        lines: lines.collect(),
    }
}

/// The difference of two cars.
pub(super) fn of_comparison(shown: Shown<'_>, own: &AnalysisDesk) -> Chart {
    let Some([first, second]) = pair(shown, own) else { return Chart::default() };
    let points = difference(&shown.figures.series, first, second);
    let most = points.iter().map(|[_, turns]| turns.abs()).fold(0.5, f64::max);
    let ends = [points.first(), points.last()].map(|end| end.map_or(0.0, |[x, _]| *x));
    let (mine, theirs) = (shown.name(first), shown.name(second));
    Chart {
        title: format!("{}: {mine} against {theirs}", shown.race.title()),
        x: ChartAxis { title: "laps since the start".to_owned(), range: ends },
        y: ChartAxis { title: format!("turns {mine} is ahead"), range: [-most, most] },
        bands: Vec::new(),
        lines: vec![ChartLine {
            name: format!("{mine} ahead of {theirs}"),
            index: first,
            points,
            joined: Joined::Line,
            end: None,
        }],
    }
}

/// The points of a plot.
pub(super) fn table(shown: Shown<'_>, chart: &Chart) -> Table {
    let columns = vec![
        Column::new("car", "Car", Kind::Whole, "The car's number"),
        Column::new("name", "Driver", Kind::Text, "Whose line it is"),
        Column::new("x", chart.x.title.clone(), Kind::Number(4), "To the right"),
        Column::new("value", chart.y.title.clone(), Kind::Number(4), "Upwards"),
    ];
    let rows = chart.lines.iter().flat_map(|line| {
        let car = shown.race.entrants().get(line.index).map(|entrant| entrant.car.0);
        line.points.iter().map(move |[x, value]| {
            vec![
                Value::Whole(car.and_then(|car| i32::try_from(car).ok())),
                Value::text(line.name.clone()),
                Value::number(*x),
                Value::number(*value),
            ]
        })
    });
    Table { name: "plot", columns, rows: rows.collect() }
}
