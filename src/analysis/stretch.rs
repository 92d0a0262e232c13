//! A stretch is a part of the race that the user selected. This module sums up what each car did in it.

use super::plot::{lap_place, turn_places};
use super::{Axis, Laps, PlotLine, Quantity, Series};
use crate::game::{CarId, EventKind};
use crate::replay::Race;

/// A part of a race: a range of turns, or a part of the lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stretch {
    /// A range of turns, given by the numbers of turns played at its beginning and at its end: `[4, 9]` stands for
    /// turns 5 to 9.
    Turns([usize; 2]),
    /// A part of the lap, in one lap or in all laps. It contains each car's own turns that end in this part of the lap.
    Lap {
        /// The places where the part begins and ends, in percent of the lap.
        part: [f64; 2],
        /// The laps whose turns belong to the stretch: all laps, or only one lap.
        laps: Laps,
    },
}

impl Stretch {
    /// The stretch between two x coordinates of an axis, in any order. `None` if no turn lies between them.
    ///
    /// ```
    /// use paddock::analysis::{Axis, Laps, Series, Stretch};
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let series = Series::of(race.as_ref());
    /// assert_eq!(Stretch::between(&series, Axis::Turns, Laps::All, [9.2, 4.0]), Some(Stretch::Turns([4, 9])));
    /// assert_eq!(Stretch::between(&series, Axis::Turns, Laps::All, [4.1, 3.9]), None);
    /// ```
    #[must_use]
    pub fn between(series: &Series, axis: Axis, laps: Laps, [one, other]: [f64; 2]) -> Option<Self> {
        let [from, to] = [one.min(other), one.max(other)];
        if axis == Axis::Lap {
            let part = [from.clamp(0.0, 100.0), to.clamp(0.0, 100.0)];
            return (part[1] > part[0]).then_some(Self::Lap { part, laps });
        }
        let turns = [axis.position(series, from)?, axis.position(series, to)?];
        (turns[0] < turns[1]).then_some(Self::Turns(turns))
    }

    /// Returns a stretch that begins after `at` turns. It ends where the stretch `known` ends, if that is later than
    /// `at`; otherwise at the end of the race. `None` if `at` is the end of the race.
    #[must_use]
    pub fn from(known: Option<Self>, at: usize, len: usize) -> Option<Self> {
        let end = match known {
            Some(Self::Turns([_, to])) if to > at && to <= len => to,
            _ => len,
        };
        (at < end).then_some(Self::Turns([at, end]))
    }

    /// Returns a stretch that ends after `at` turns. It begins where the stretch `known` begins, if that is earlier
    /// than `at`; otherwise at the start of the race. `None` if `at` is 0, the start of the race.
    #[must_use]
    pub fn to(known: Option<Self>, at: usize) -> Option<Self> {
        let start = match known {
            Some(Self::Turns([from, _])) if from < at => from,
            _ => 0,
        };
        (start < at).then_some(Self::Turns([start, at]))
    }

    /// The stretch, cut off at the end of a race of `len` turns. `None` if no turn is left.
    #[must_use]
    pub fn within(self, len: usize) -> Option<Self> {
        match self {
            Self::Turns([from, to]) => (from < to.min(len)).then_some(Self::Turns([from, to.min(len)])),
            Self::Lap { .. } => (len > 0).then_some(self),
        }
    }

    /// Whether a car's turn belongs to the stretch. `turn` is the number of this turn in the race.
    #[must_use]
    pub fn includes(self, series: &Series, car: usize, turn: usize) -> bool {
        match self {
            Self::Turns([from, to]) => from < turn && turn <= to,
            Self::Lap { .. } => {
                lap_place(series, car, turn).is_some_and(|(lap, place)| self.includes_place(series, lap, place))
            }
        }
    }

    /// Whether a turn that ends at this place of this lap belongs to the stretch. `place` is in percent of the lap.
    /// Always `false` for a stretch of turns.
    #[must_use]
    pub fn includes_place(self, series: &Series, lap: u32, place: f64) -> bool {
        let Self::Lap { part: [from, to], laps } = self else { return false };
        let is_wanted = laps == Laps::All || laps == Laps::One(lap);
        is_wanted && (1..=series.laps()).contains(&lap) && (from..=to).contains(&place)
    }

    /// Returns the x coordinates at which the stretch begins and ends on an axis. Returns `None` if the stretch is not
    /// one continuous range of the axis: a part of the lap has no such range on the axes of turns and rounds, and a
    /// range of turns has none on the axis along the lap.
    #[must_use]
    pub fn on_axis(self, series: &Series, axis: Axis) -> Option<[f64; 2]> {
        match (self, axis) {
            (Self::Lap { part, .. }, Axis::Lap) => Some(part),
            (Self::Turns([from, to]), Axis::Turns | Axis::Rounds) => Some([axis.x(series, from)?, axis.x(series, to)?]),
            _ => None,
        }
    }

    /// Returns the points of a line that belong to turns in the stretch, at most `most` of them. Only the car's own
    /// turns count. The window marks these points if the stretch is in several pieces on the axis.
    #[must_use]
    pub fn marked(self, series: &Series, axis: Axis, line: &PlotLine<'_>, most: usize) -> Vec<[f64; 2]> {
        let own = series.own_turns(line.car).iter().map(|turn| *turn as usize);
        let inside = own.filter(|turn| self.includes(series, line.car, *turn));
        let point = |turn: usize| match axis.x(series, turn) {
            Some(x) => Some([x, line.value(x)?]),
            None => {
                let (lap, x) = lap_place(series, line.car, turn)?;
                line.lap.is_none_or(|known| known == lap).then_some(())?;
                Some([x, line.value(x)?])
            }
        };
        inside.filter_map(point).take(most).collect()
    }

    /// Lists a car's passages through the stretch. Each passage is given by the number of turns played before it and
    /// after it. If the stretch is a part of the lap, there is one passage in each lap.
    #[must_use]
    pub fn passages(self, series: &Series, car: usize) -> Vec<[usize; 2]> {
        let Self::Lap { .. } = self else {
            return match self {
                Self::Turns(turns) => vec![turns],
                Self::Lap { .. } => Vec::new(),
            };
        };
        let mut passages: Vec<([usize; 2], u32)> = Vec::new();
        let mut was_inside = false;
        for (turn, lap, _) in turn_places(series, car) {
            let turn = turn as usize;
            let is_inside = self.includes(series, car, turn);
            let goes_on = std::mem::replace(&mut was_inside, is_inside);
            if !is_inside {
                continue;
            }
            match passages.last_mut() {
                Some(([_, to], known)) if *known == lap && goes_on => *to = turn,
                _ => passages.push(([turn - 1, turn], lap)),
            }
        }
        passages.into_iter().map(|(passage, _)| passage).collect()
    }
}

/// The totals of one car in a stretch: turns, distance, points and places.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StretchSum {
    /// The car's index in grid order.
    pub car: usize,
    /// The number of times the car drove through the stretch; 1 if the stretch is a range of turns.
    pub passages: u32,
    /// The number of turns that the car played in the stretch.
    pub turns: u32,
    /// The distance the car moved, in the game's unit.
    pub distance: f64,
    /// The points of each resource that the car spent, in the order of the race's resources. Points gained are not
    /// subtracted.
    pub spent: Vec<u32>,
    /// The number of places gained; negative for places lost.
    pub places: i32,
    /// The distance gained on the leader, in the game's unit; negative if distance was lost. `None` if the car's gap is
    /// unknown.
    pub gained: Option<f64>,
    /// The number of times the car passed another car.
    pub passed: u32,
    /// The number of times the car was passed.
    pub was_passed: u32,
}

/// Sums up a stretch for each car, in grid order.
///
/// ```
/// use paddock::analysis::{Quantity, Series, Stretch, sums};
/// use paddock::replay::{Opened, no_files};
///
/// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
/// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
/// let series = Series::of(race.as_ref());
/// let all = sums(race.as_ref(), &series, Stretch::Turns([0, race.len()]));
/// assert_eq!(Some(all[0].distance), series.at(0, Quantity::Driven, race.len() as f64));
/// ```
#[must_use]
pub fn sums(race: &dyn Race, series: &Series, stretch: Stretch) -> Vec<StretchSum> {
    let passages: Vec<Vec<[usize; 2]>> = (0..series.cars()).map(|car| stretch.passages(series, car)).collect();
    let mut all: Vec<StretchSum> =
        passages.iter().enumerate().map(|(car, passages)| measured(race, series, car, passages)).collect();
    let is_inside = |car: usize, turn: usize| {
        let passages = passages.get(car).map_or(&[][..], Vec::as_slice);
        let next = passages.partition_point(|[_, to]| *to < turn);
        passages.get(next).is_some_and(|[from, _]| *from < turn)
    };
    let index = |car: CarId| race.entrants().iter().position(|entrant| entrant.car == car);
    let first = passages.iter().flatten().map(|[from, _]| *from).min().unwrap_or(0);
    let last = passages.iter().flatten().map(|[_, to]| *to).max().unwrap_or(0);
    for turn in first + 1..=last {
        let Some(step) = race.step(turn) else { continue };
        if let Some(car) = index(step.car).filter(|car| is_inside(*car, turn)) {
            all[car].turns += u32::from(step.begins_turn());
        }
        for event in &step.events {
            let Some(car) = index(event.car) else { continue };
            match event.kind {
                EventKind::Spent { resource, amount, .. } if is_inside(car, turn) => {
                    let place = race.resources().iter().position(|known| known.name == resource);
                    let spent = place.and_then(|place| all[car].spent.get_mut(place));
                    if let (Some(spent), Ok(amount)) = (spent, u32::try_from(amount)) {
                        *spent += amount;
                    }
                }
                EventKind::Overtook { other } => {
                    all[car].passed += u32::from(is_inside(car, turn));
                    if let Some(other) = index(other).filter(|other| is_inside(*other, turn)) {
                        all[other].was_passed += 1;
                    }
                }
                _ => {}
            }
        }
    }
    if race.info().simultaneous {
        add_passing(race, series, &is_inside, [first, last], &mut all);
    }
    all
}

/// Computes a car's totals over all its passages through the stretch. Each total is the sum of the differences between
/// the state after a passage and the state before it.
fn measured(race: &dyn Race, series: &Series, car: usize, passages: &[[usize; 2]]) -> StretchSum {
    let mut sum = StretchSum {
        car,
        passages: passages.len() as u32,
        spent: vec![0; race.resources().len()],
        ..StretchSum::default()
    };
    for [from, to] in passages.iter().copied() {
        let value = |quantity, at: usize| series.at(car, quantity, at as f64);
        let change = |quantity| Some(value(quantity, to)? - value(quantity, from)?);
        sum.distance += change(Quantity::Driven).unwrap_or(0.0);
        sum.places -= change(Quantity::Rank).unwrap_or(0.0).round() as i32;
        if let Some(gap) = change(Quantity::Gap) {
            *sum.gained.get_or_insert(0.0) -= gap;
        }
    }
    sum
}

/// Counts how often cars passed each other, by comparing the order at the ends of rounds.
/// Used for games whose cars move at the same time.
fn add_passing(
    race: &dyn Race,
    series: &Series,
    is_inside: &dyn Fn(usize, usize) -> bool,
    [first, last]: [usize; 2],
    all: &mut [StretchSum],
) {
    let end = race.view(race.len());
    let is_out = |car: usize| {
        let view = race.entrants().get(car).and_then(|entrant| end.car(entrant.car));
        view.is_none_or(|car| car.status.is_out())
    };
    let rank = |car: usize, at: usize| series.at(car, Quantity::Rank, at as f64).unwrap_or(0.0);
    let raced = |car: usize, at: usize| series.end(car).is_none_or(|end| end > at);
    let mut ends: Vec<usize> = series.rounds().iter().map(|start| *start as usize).collect();
    ends.push(series.positions().saturating_sub(1));
    for pair in ends.windows(2).filter(|pair| pair[1] > first && pair[1] <= last) {
        let [before, now] = [pair[0], pair[1]];
        for one in (0..series.cars()).filter(|car| raced(*car, before)) {
            for other in (0..series.cars()).filter(|car| raced(*car, before)) {
                let has_left = is_out(other) && series.end(other).is_some_and(|end| end <= now);
                if !has_left && rank(one, before) > rank(other, before) && rank(one, now) < rank(other, now) {
                    all[one].passed += u32::from(is_inside(one, now));
                    all[other].was_passed += u32::from(is_inside(other, now));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_move_either_end_and_keep_the_other() {
        let stretch = |from, to| Some(Stretch::Turns([from, to]));
        assert_eq!(Stretch::from(None, 3, 10), stretch(3, 10), "to the end of the race");
        assert_eq!(Stretch::from(stretch(1, 7), 3, 10), stretch(3, 7));
        assert_eq!(Stretch::from(stretch(1, 7), 8, 10), stretch(8, 10), "the end was earlier");
        assert_eq!(Stretch::from(None, 10, 10), None, "nothing comes after the end");
        assert_eq!(Stretch::to(None, 3), stretch(0, 3), "from the grid");
        assert_eq!(Stretch::to(stretch(1, 7), 3), stretch(1, 3));
        assert_eq!(Stretch::to(stretch(5, 7), 3), stretch(0, 3), "the beginning was later");
        assert_eq!(Stretch::to(None, 0), None, "nothing comes before the grid");
        assert_eq!(Stretch::Turns([4, 9]).within(6), stretch(4, 6));
        assert_eq!(Stretch::Turns([4, 9]).within(4), None);
    }
}
