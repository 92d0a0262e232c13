//! The lines of a plot: a quantity of each car over turns, over rounds, or along the lap.

use crate::replay::Race;
use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::ghost::turns_in;
use super::series::{is_gap, is_interrupted};
use super::{Quantity, Series};
use crate::game::Resource;

/// The horizontal axis of a plot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Axis {
    /// The number of turns that all cars together have played.
    Turns,
    /// The number of rounds: 0 is the grid, and 3 is the end of round 3.
    /// This is the default, because gaps between cars can be compared only when all cars have moved in the round.
    #[default]
    Rounds,
    /// The part of the lap already driven, from 0 to 100 percent.
    Lap,
}

impl Axis {
    /// All axes that a plot can have.
    pub const ALL: [Self; 3] = [Self::Turns, Self::Rounds, Self::Lap];

    /// The short name of the axis, for the buttons that switch between axes.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Turns => "Turn",
            Self::Rounds => "Round",
            Self::Lap => "Lap",
        }
    }

    /// The title of the axis with its unit.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Turns => "turn",
            Self::Rounds => "round",
            Self::Lap => "% of the lap",
        }
    }

    /// Returns the lowest and the highest x coordinate on the axis in this race. The axis leaves out qualifying.
    #[must_use]
    pub fn range(self, series: &Series) -> [f64; 2] {
        let start = match self {
            Self::Turns => series.start() as f64,
            Self::Rounds | Self::Lap => 0.0,
        };
        [start, self.end(series).max(start + 1.0)]
    }

    /// The highest x coordinate on the axis in this race. The axis begins at 0, and includes qualifying.
    #[must_use]
    pub fn end(self, series: &Series) -> f64 {
        let end = match self {
            Self::Turns => series.positions().saturating_sub(1) as f64,
            Self::Rounds => round_of(series, series.positions().saturating_sub(1)) as f64,
            Self::Lap => 100.0,
        };
        end.max(1.0)
    }

    /// The x coordinate on the axis after `position` turns of the race. `None` on [`Axis::Lap`], where the cars have
    /// different x coordinates.
    #[must_use]
    pub fn x(self, series: &Series, position: usize) -> Option<f64> {
        match self {
            Self::Turns => Some(position as f64),
            Self::Rounds => Some(round_of(series, position) as f64),
            Self::Lap => None,
        }
    }

    /// The number of turns played in the race at an x coordinate of the axis. On the axis of rounds, it is the number
    /// at the end of the round. `None` on [`Axis::Lap`].
    #[must_use]
    pub fn position(self, series: &Series, x: f64) -> Option<usize> {
        let last = series.positions().saturating_sub(1);
        let whole = x.round().max(0.0) as usize;
        match self {
            Self::Turns => Some(whole.min(last)),
            Self::Rounds => Some(end_of_round(series, whole).min(last)),
            Self::Lap => None,
        }
    }
}

/// The number of rounds that have begun after `position` turns of the race; 0 on the grid.
fn round_of(series: &Series, position: usize) -> usize {
    if position == 0 {
        return 0;
    }
    // The first position of a round is the last position of the round before.
    series.rounds().partition_point(|start| (*start as usize) < position)
}

/// The number of turns played at the end of a round; 0 for round 0, which is the grid.
fn end_of_round(series: &Series, round: usize) -> usize {
    match round {
        0 => 0,
        _ => series.rounds().get(round).map_or(series.positions().saturating_sub(1), |next| *next as usize),
    }
}

/// The laps to draw if the axis is [`Axis::Lap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Laps {
    /// All laps, each from one crossing of the finish line to the next. The stretch from the grid to the line is not
    /// drawn.
    #[default]
    All,
    /// Only the lap with this number, from 1.
    One(u32),
}

/// The ways in which the points of a line can be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joining {
    /// Steps: a value stays the same until the next point.
    Steps,
    /// Straight lines between points. Used for measured values and for the axis along the lap.
    Straight,
}

/// A line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotLine<'a> {
    /// The car's index in grid order.
    pub car: usize,
    /// The number of the lap if the axis is [`Axis::Lap`]; otherwise `None`.
    pub lap: Option<u32>,
    /// The points (x, value), sorted by x.
    pub points: Cow<'a, [[f64; 2]]>,
    /// Whether the points are joined by steps or by straight lines.
    pub joining: Joining,
    /// The x coordinate at which the line ends. From its last point to this end, the line is horizontal.
    pub end: f64,
}

impl PlotLine<'_> {
    /// The value of the line at the x coordinate `x`. If the points are joined by steps, this is the value of the last
    /// point at or before `x`. If they are joined by straight lines, the line has a value only at its points: `None` if
    /// no point is exactly at `x`.
    #[must_use]
    pub fn value(&self, x: f64) -> Option<f64> {
        let next = self.points.partition_point(|[at, _]| *at <= x);
        let [at, value] = *self.points.get(next.checked_sub(1)?)?;
        let is_there = match self.joining {
            Joining::Steps => x <= self.end,
            Joining::Straight => at == x,
        };
        is_there.then_some(value)
    }
}

impl Quantity {
    /// All quantities that can be plotted for a race whose cars have this number of resources.
    pub fn all(resources: usize) -> impl Iterator<Item = Self> {
        let first = [Self::Gear, Self::Speed];
        let gaps = [Self::Rank, Self::Gap, Self::GapAhead];
        let last = gaps.into_iter().chain([Self::Driven, Self::Progress, Self::LapPart, Self::Luck, Self::Lost]);
        first.into_iter().chain((0..resources).map(Self::Resource)).chain(last)
    }

    /// The title of the quantity's panel.
    #[must_use]
    pub fn title(self, race: &dyn Race) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Gear => race.info().gear.title,
            Self::Speed => "Moved",
            Self::Resource(index) => {
                let name = race.resources().get(index).map_or("resource", |resource| resource.name);
                let mut letters = name.chars();
                let first = letters.next().into_iter().flat_map(char::to_uppercase);
                return Cow::Owned(first.chain(letters).collect());
            }
            Self::Rank => "Place",
            Self::Gap => "Gap to the leader",
            Self::GapAhead => "Gap ahead",
            Self::Driven => "Driven",
            Self::Progress => "Laps since the start",
            Self::LapPart => "Lap progress",
            Self::Luck => "Luck of the dice",
            Self::Lost => "Turns lost",
            Self::Own(_) => "Own quantity",
        })
    }

    /// The unit of the quantity. For a quantity without a unit, returns words that explain the values, such as "points
    /// left".
    #[must_use]
    pub fn unit(self, race: &dyn Race) -> &'static str {
        match self {
            Self::Gear => race.info().gear.unit,
            Self::Resource(_) => "points left",
            Self::Rank => "place",
            Self::Speed | Self::Gap | Self::GapAhead | Self::Driven | Self::Luck => race.info().unit,
            Self::Progress => "laps",
            Self::Lost => "turns lost compared with the best play",
            Self::LapPart => "% of the lap",
            Self::Own(_) => "own quantity",
        }
    }

    /// Converts a value of a series to the unit of [`unit`](Self::unit). Parts of a lap become percent.
    #[must_use]
    pub const fn in_unit(self, value: f64) -> f64 {
        if matches!(self, Self::LapPart) { value * 100.0 } else { value }
    }

    /// Whether the values are measured and so have decimals. Counted values, such as gears and places, have no
    /// decimals.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        !matches!(self, Self::Gear | Self::Resource(_) | Self::Rank)
    }

    /// A sentence about how the values are measured; `None` if the title and the unit are enough.
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        match self {
            Self::Gap | Self::GapAhead => Some("The lines end when the leader finishes."),
            _ => None,
        }
    }

    /// Whether a race has values of this quantity to plot. For example, a game without dice has no luck, and a race
    /// that was not compared with best play has no lost turns. `resources` are the race's resources; a resource that
    /// has no points in this race is not plotted.
    #[must_use]
    pub fn is_there(self, series: &Series, resources: &[Resource]) -> bool {
        match self {
            Self::Luck | Self::Lost | Self::Own(_) => {
                (0..series.cars()).any(|car| !series.values(car, self).is_empty())
            }
            Self::Resource(index) => resources.get(index).is_some_and(|resource| resource.max > 0),
            _ => true,
        }
    }
}

/// The lines that show a quantity: one for each car, or for each car and lap.
///
/// ```
/// use paddock::analysis::{Axis, Laps, Quantity, Series, lines};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let series = Series::of(race.as_ref());
/// // One line for each car.
/// assert_eq!(lines(&series, Quantity::Gear, Axis::Turns, Laps::All).len(), 2);
/// ```
#[must_use]
pub fn lines(series: &Series, quantity: Quantity, axis: Axis, laps: Laps) -> Vec<PlotLine<'_>> {
    if is_interrupted(quantity) && axis != Axis::Lap {
        return whole_lines(series, quantity, axis).flat_map(interrupted).collect();
    }
    match axis {
        Axis::Turns | Axis::Rounds if quantity == Quantity::Speed => {
            whole_lines(series, quantity, axis).flat_map(|line| at_rests(series, axis, line)).collect()
        }
        Axis::Turns | Axis::Rounds => whole_lines(series, quantity, axis).collect(),
        Axis::Lap => {
            let lines: Vec<PlotLine<'_>> =
                (0..series.cars()).flat_map(|car| by_lap(series, car, quantity, laps)).collect();
            let points: usize = lines.iter().map(|line| line.points.len()).sum();
            if points > DISTINGUISHED { together(lines) } else { lines }
        }
    }
}

/// The lines of a quantity over turns or rounds. Where a line has a gap, the value is NaN.
fn whole_lines(series: &Series, quantity: Quantity, axis: Axis) -> impl Iterator<Item = PlotLine<'_>> {
    (0..series.cars()).map(move |car| {
        let (points, end) = match axis {
            Axis::Rounds => (Cow::Owned(by_round(series, car, quantity)), last_round(series, car, quantity) as f64),
            _ => {
                let (values, end) = (series.values(car, quantity), series.line_end(car, quantity) as f64);
                // The series of a gap goes on after the leader has finished.
                (Cow::Borrowed(&values[..values.partition_point(|[x, _]| *x <= end)]), end)
            }
        };
        let joining = if quantity == Quantity::Speed { Joining::Straight } else { Joining::Steps };
        PlotLine { car, lap: None, points, joining, end }
    })
}

/// Splits a line of [`Quantity::Speed`] at each round in which the car did not move. On the axis of turns, also splits
/// it between qualifying and the race.
fn at_rests<'a>(series: &Series, axis: Axis, line: PlotLine<'a>) -> Vec<PlotLine<'a>> {
    let (start, starts) = (series.start() as f64, series.rounds());
    // The points are in the order of turns. So the search for the round of a point goes on from that of the point before:
    // plots do this in every frame, and a race may have thousands of rounds.
    let mut begun = 0;
    let mut round = |x: f64| {
        if axis != Axis::Turns {
            return x as usize;
        }
        while starts.get(begun).is_some_and(|start| f64::from(*start) < x.trunc()) {
            begun += 1;
        }
        begun
    };
    let mut cuts: Vec<usize> = Vec::new();
    let mut before: Option<(f64, usize)> = None;
    for (index, [x, _]) in line.points.iter().enumerate() {
        let now = (*x, round(*x));
        let is_rest = before.is_some_and(|(from, round)| {
            now.1 > round + 1 || (axis == Axis::Turns && start > 0.0 && from <= start && *x > start)
        });
        if is_rest {
            cuts.push(index);
        }
        before = Some(now);
    }
    if cuts.is_empty() {
        return vec![line];
    }
    let ends = cuts.iter().copied().chain([line.points.len()]);
    let parts = std::iter::once(0).chain(cuts.iter().copied()).zip(ends);
    let part = |(from, to): (usize, usize)| {
        let points = match &line.points {
            Cow::Borrowed(points) => Cow::Borrowed(&points[from..to]),
            Cow::Owned(points) => Cow::Owned(points[from..to].to_vec()),
        };
        let end = points.last().map_or(line.end, |[x, _]| *x);
        PlotLine { car: line.car, lap: line.lap, points, joining: line.joining, end }
    };
    parts.map(part).collect()
}

/// Splits a line at its gaps.
fn interrupted(line: PlotLine<'_>) -> Vec<PlotLine<'_>> {
    if line.points.iter().all(|[_, value]| !value.is_nan()) {
        return vec![line];
    }
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, [x, _]) in line.points.iter().enumerate().filter(|(_, [_, value])| value.is_nan()) {
        // A part ends just before the gap, because there is no value at the gap.
        parts.push((start..index, (x - 1e-9).min(line.end)));
        start = index + 1;
    }
    parts.push((start..line.points.len(), line.end));
    let part = |(range, end): (std::ops::Range<usize>, f64)| {
        let points = line.points.get(range).filter(|points| !points.is_empty())?.to_vec();
        Some(PlotLine { points: Cow::Owned(points), end, ..line.clone() })
    };
    parts.into_iter().filter_map(part).collect()
}

/// The largest number of points for which a plot along the lap draws each lap as a line of its own. A plot with more
/// points merges all laps of a car into one line.
const DISTINGUISHED: usize = 10_000;

/// Takes one line for each lap of each car. Merges the lines of a car into a single line, with its points sorted by x.
fn together(lines: Vec<PlotLine<'_>>) -> Vec<PlotLine<'_>> {
    let mut all: Vec<PlotLine<'_>> = Vec::new();
    for line in lines {
        match all.last_mut().filter(|last| last.car == line.car) {
            Some(last) => {
                last.end = last.end.max(line.end);
                last.points.to_mut().extend_from_slice(&line.points);
            }
            None => all.push(PlotLine { lap: None, ..line }),
        }
    }
    for line in &mut all {
        line.points.to_mut().sort_by(|a, b| a[0].total_cmp(&b[0]));
    }
    all
}

/// Returns the last round for which a car's line has a value. The value of a round is the value at its end. If the
/// quantity is a gap whose line ends in the middle of a round, returns the round before.
fn last_round(series: &Series, car: usize, quantity: Quantity) -> usize {
    let end = series.line_end(car, quantity);
    let round = round_of(series, end);
    let is_cut = is_gap(quantity) && end_of_round(series, round) > end;
    if is_cut { round.saturating_sub(1) } else { round }
}

/// Returns a car's value of a quantity at the end of each round. For [`Quantity::Speed`], returns the total distance
/// that the car moved in the round, and leaves out rounds in which it did not move.
fn by_round(series: &Series, car: usize, quantity: Quantity) -> Vec<[f64; 2]> {
    let rounds = last_round(series, car, quantity);
    if quantity == Quantity::Speed {
        let mut points: Vec<[f64; 2]> = Vec::new();
        for [turn, moved] in series.values(car, quantity) {
            let round = round_of(series, *turn as usize) as f64;
            match points.last_mut() {
                Some([known, sum]) if *known == round => *sum += moved,
                _ => points.push([round, *moved]),
            }
        }
        return points;
    }
    let mut points: Vec<[f64; 2]> = Vec::with_capacity(rounds + 1);
    for round in 0..=rounds {
        let at = end_of_round(series, round);
        let value = series.at(car, quantity, at as f64);
        let Some(value) = value.or_else(|| is_interrupted(quantity).then_some(f64::NAN)) else { continue };
        if points.last().is_none_or(|[_, before]| *before != value) {
            points.push([round as f64, value]);
        }
    }
    points
}

/// Makes one line for each lap of a car, with a point for each of its own turns. The x of a point is the progress in
/// the lap after the turn; its y is the value of the quantity after the turn. Values that are counted, such as gears
/// and points, are joined by steps.
fn by_lap(series: &Series, car: usize, quantity: Quantity, laps: Laps) -> Vec<PlotLine<'static>> {
    let mut lines: Vec<PlotLine<'static>> = Vec::new();
    for (turn, lap, x) in turn_places(series, car) {
        let at = f64::from(turn);
        let is_wanted = laps == Laps::All || laps == Laps::One(lap);
        let value = if quantity == Quantity::Speed { moved_in(series, car, at) } else { series.at(car, quantity, at) };
        let (true, Some(value)) = (is_wanted, value) else { continue };
        match lines.last_mut().filter(|line| line.lap == Some(lap)) {
            Some(line) => {
                let points = line.points.to_mut();
                // Leaves out points to which the car moved backwards, because a line may only go to the right.
                if points.last().is_none_or(|[before, _]| *before <= x) {
                    points.push([x, value]);
                    line.end = x;
                }
            }
            None => lines.push(PlotLine {
                car,
                lap: Some(lap),
                points: Cow::Owned(vec![[x, value]]),
                joining: if quantity.is_measured() { Joining::Straight } else { Joining::Steps },
                end: x,
            }),
        }
    }
    lines
}

/// Lists a car's own turns as triples: the number of turns played in the race so far, the lap, and the x coordinate on
/// [`Axis::Lap`]. Turns before the car first crosses the line, or after it has finished its last lap, are left out.
pub(super) fn turn_places(series: &Series, car: usize) -> impl Iterator<Item = (u32, u32, f64)> + '_ {
    let place = move |turn: &u32| lap_place(series, car, *turn as usize).map(|(lap, x)| (*turn, lap, x));
    series.own_turns(car).iter().filter_map(place).filter(|(_, lap, _)| (1..=series.laps()).contains(lap))
}

/// The distance a car moved in turn number `at` of the race; `None` if it did not move.
#[must_use]
pub fn moved_in(series: &Series, car: usize, at: f64) -> Option<f64> {
    let moves = series.values(car, Quantity::Speed);
    let index = moves.partition_point(|[turn, _]| *turn < at);
    moves.get(index).filter(|[turn, _]| *turn == at).map(|[_, moved]| *moved)
}

/// The lap that a car is in after `position` turns of the race, and the car's x coordinate on [`Axis::Lap`], in
/// percent. `None` if the car or its progress is unknown.
#[must_use]
pub fn lap_place(series: &Series, car: usize, position: usize) -> Option<(u32, f64)> {
    let part = series.at(car, Quantity::LapPart, position as f64)?;
    Some((series.lap(car, position)?, part * 100.0))
}

/// Returns the turn that ends nearest to `x`, of the turns that a car played in a lap. The turn is given by its number
/// in the race. `None` if the car has no turns in the lap.
#[must_use]
pub fn turn_at(series: &Series, car: usize, lap: u32, x: f64) -> Option<usize> {
    let away = |turn: &u32| lap_place(series, car, *turn as usize).map_or(f64::MAX, |(_, place)| (place - x).abs());
    let nearest = turns_in(series, car, lap).iter().min_by(|a, b| away(a).total_cmp(&away(b)));
    nearest.map(|turn| *turn as usize)
}
