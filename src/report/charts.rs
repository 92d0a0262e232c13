//! Plots of a race, ready to be drawn.

use crate::analysis::{Axis, Joining, Laps, PlotLine, Quantity, Series, lap_length, lines, parts_of_side};
use crate::render::chart::{Chart, ChartAxis, ChartLine, Joined};
use crate::replay::Race;

/// Makes the plot of a quantity over an axis, for the cars with these indices.
#[must_use]
pub fn chart(race: &dyn Race, series: &Series, quantity: Quantity, axis: Axis, cars: &[usize]) -> Chart {
    let is_lap = axis == Axis::Lap;
    let length = lap_length(race).filter(|_| is_lap);
    let scale = length.map_or(1.0, |length| length / 100.0);
    let own = lines(series, quantity, axis, Laps::All);
    let extent = quantity.extent_over(axis, &own, series, race.resources());
    let lines = own.iter().filter(|line| cars.contains(&line.car)).map(|line| {
        let name = race.entrants().get(line.car).map(|entrant| entrant.name.clone()).unwrap_or_default();
        let drawn = chart_line(line, quantity, axis, name);
        ChartLine { points: drawn.points.iter().map(|[x, y]| [x * scale, *y]).collect(), ..drawn }
    });
    let [from, to] = axis.range(series);
    let resource = match quantity {
        Quantity::Resource(index) => race.resources().get(index),
        _ => None,
    };
    Chart {
        name: quantity.word_in(race.resources(), series).to_owned(),
        title: quantity.title_in(race, series).into_owned(),
        x: ChartAxis {
            title: match length {
                Some(_) => format!("position along the lap, in {}; the numbers above are corners", race.info().unit),
                None => axis.label().to_owned(),
            },
            range: [from, to * scale],
            is_whole: !is_lap,
        },
        y: value_axis(race, quantity, extent),
        lines: lines.collect(),
        marks: match is_lap {
            true => {
                let middle = |from: f64, to: f64| (from + to) * 50.0 * scale;
                race.corner_spans().iter().map(|span| (middle(span.from, span.to), span.number.to_string())).collect()
            }
            false => Vec::new(),
        },
        most: resource.map(|resource| f64::from(resource.max)).filter(|most| (extent[0]..=extent[1]).contains(most)),
        ..Chart::default()
    }
}

/// Makes the line of a chart from a line of the analysis. The values are in the unit of the quantity.
#[must_use]
pub fn chart_line(line: &PlotLine<'_>, quantity: Quantity, axis: Axis, name: String) -> ChartLine {
    let is_stepped = line.joining == Joining::Steps;
    ChartLine {
        name,
        index: line.car,
        lap: line.lap,
        points: line.points.iter().map(|[x, y]| [*x, quantity.in_unit(*y)]).collect(),
        joined: if is_stepped { Joined::Steps } else { Joined::Marked },
        end: (is_stepped && axis != Axis::Lap).then_some(line.end),
    }
}

/// Makes the vertical axis of a chart. The extent is that of the values in the series.
#[must_use]
pub fn value_axis(race: &dyn Race, quantity: Quantity, extent: [f64; 2]) -> ChartAxis {
    let [low, high] = extent.map(|value| quantity.in_unit(value));
    ChartAxis {
        title: quantity.unit(race).to_owned(),
        // Place 1 is on top.
        range: if quantity == Quantity::Rank { [high, low] } else { [low, high] },
        is_whole: !quantity.is_measured(),
    }
}

/// Makes the plot of one drive's lead over another drive (see [`lead`](crate::analysis::lead)). A drive is a whole race
/// or one lap of a car. The first two arguments are the names and colours of the drives. `corners` has the number of
/// each corner and its point along the lap.
#[must_use]
pub fn delta(
    [first, second]: [&str; 2],
    colours: [usize; 2],
    points: &[[f64; 2]],
    is_lap: bool,
    corners: &[(u32, f64)],
) -> Chart {
    let most = points.iter().map(|[_, turns]| turns.abs()).fold(0.5, f64::max);
    let ends = [points.first(), points.last()].map(|end| end.map_or(0.0, |[x, _]| *x));
    let over = if is_lap { "distance from the finish line, in laps" } else { "distance from the start, in laps" };
    // The line has the colour of the drive ahead.
    let ahead = |index: usize, [one, other]: [&str; 2], side: f64| {
        let name = format!("{one} ahead of {other}");
        let line =
            move |points| ChartLine { name: name.clone(), index, points, joined: Joined::Line, ..ChartLine::default() };
        parts_of_side(points, side).into_iter().map(line).collect::<Vec<_>>()
    };
    Chart {
        name: "two-cars".to_owned(),
        title: format!("{first} against {second}"),
        x: ChartAxis { title: over.to_owned(), range: ends, is_whole: false },
        y: ChartAxis { title: format!("turns by which {first} is ahead"), range: [-most, most], is_whole: false },
        lines: [ahead(colours[0], [first, second], 1.0), ahead(colours[1], [second, first], -1.0)].concat(),
        marks: corners.iter().filter(|_| is_lap).map(|(number, at)| (*at, number.to_string())).collect(),
        ..Chart::default()
    }
}
