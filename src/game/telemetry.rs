//! The state of a race in terms that all games share. It is the data of timing tables, plots and exports.

use std::borrow::Cow;

use serde::Serialize;

use super::CarId;

/// A resource: a kind of points that cars spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The resource's name in sentences and headings.
    pub name: &'static str,
    /// The resource's key in JSON and tables. The key never changes, so that scripts keep working.
    pub key: &'static str,
    /// A car can hold at most this number of points of the resource.
    pub max: u32,
    /// Whether cars gain points of the resource while they drive. If so, a car that spends its last point is not listed
    /// as a car that ran out of points.
    pub recharges: bool,
}

impl Resource {
    /// Makes a resource whose key is the same as its name.
    ///
    /// ```
    /// use paddock::game::Resource;
    ///
    /// let tyre = Resource::new("tyre", 8);
    /// assert_eq!((tyre.key, tyre.max), ("tyre", 8));
    /// ```
    #[must_use]
    pub const fn new(name: &'static str, max: u32) -> Self {
        Self { name, key: name, max, recharges: false }
    }

    /// Returns this resource with one change: cars gain points of it while they drive, as they do with a battery.
    ///
    /// ```
    /// use paddock::game::Resource;
    ///
    /// assert!(Resource::new("battery", 6).recharging().recharges);
    /// ```
    #[must_use]
    pub const fn recharging(self) -> Self {
        Self { recharges: true, ..self }
    }
}

/// The game's words for [`CarView::gear`]. In a game without gears, they name the nearest equivalent, such as the
/// speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GearWords {
    /// The game's word for the gear, for use in headings.
    pub title: &'static str,
    /// The game's word for the gear, for use inside a sentence.
    pub word: &'static str,
    /// The text beside plots that explains the numbers of the gear, such as "engaged" or "1 (blue) to 3 (red)".
    pub unit: &'static str,
    /// An explanation of the gear, without a full stop.
    pub help: &'static str,
    /// The names of the gear's values, beginning with the name of value 0. Empty if the values are shown as numbers.
    pub values: &'static [&'static str],
}

impl GearWords {
    /// Returns the name of a gear, or its number if the gear has no name. `value` is the gear's number.
    #[must_use]
    pub fn name(&self, value: u8) -> Cow<'static, str> {
        match self.values.get(usize::from(value)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(value.to_string()),
        }
    }

    /// Explains the numbers of a game that has no gears but a speed or a die, such as "die: 1 (blue) to 3 (red)"; `None` if
    /// the numbers are gears.
    #[must_use]
    pub fn legend(&self) -> Option<String> {
        (self.word != Self::GEAR.word).then(|| format!("{}: {}", self.word, self.unit))
    }

    /// The words for the gear in games that have gears.
    pub const GEAR: Self = Self {
        title: "Gear",
        word: "gear",
        unit: "declared",
        help: "The gear declared for the next move",
        values: &[],
    };
}

/// A token that a car holds: something that it can use once, such as a Super Power, or all the time, such as a skill slot
/// of its team (WW-SKILL-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TokenView {
    /// The token's name.
    pub name: &'static str,
    /// Whether the token has been used.
    pub used: bool,
}

/// The cost of a turn in points of one resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// The name of the resource.
    pub resource: &'static str,
    /// The number of points that the turn costs.
    pub amount: u32,
}

impl Cost {
    /// Adds the cost of a route to a list of costs, one for each route to the same place on the board. A route is
    /// dropped from the list if another route is at least as cheap in every resource.
    pub fn add_way(costs: &mut Vec<Vec<Self>>, cost: &[Self]) {
        let amount = |of: &[Self], resource: &str| {
            of.iter().filter(|cost| cost.resource == resource).map(|cost| cost.amount).sum::<u32>()
        };
        let covers = |one: &[Self], other: &[Self]| {
            one.iter().all(|cost| cost.amount == 0 || amount(one, cost.resource) <= amount(other, cost.resource))
        };
        if costs.iter().any(|known| covers(known, cost)) {
            return;
        }
        costs.retain(|known| !covers(cost, known));
        costs.push(cost.to_vec());
    }
}

/// The status of a car: whether it is racing, has finished, or is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The car is racing.
    Racing,
    /// The car has finished the race.
    Finished,
    /// The car was withdrawn by its player.
    Withdrawn,
    /// The car was eliminated.
    Eliminated,
}

impl Status {
    /// Whether the car left the race without finishing.
    #[must_use]
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Withdrawn | Self::Eliminated)
    }
}

/// The position of a corner on the lap.
#[derive(Clone, Debug, PartialEq)]
pub struct CornerSpan {
    /// The number of the corner, from 1.
    pub number: u32,
    /// The name of the corner; empty if it has none.
    pub name: String,
    /// The corner's index in the draft's list, as in [`Tag::Corner`](super::scene::Tag::Corner).
    pub index: usize,
    /// The position on the lap at which the corner begins, as a fraction of the lap from 0 (the finish line) to 1.
    pub from: f64,
    /// The position on the lap at which the corner ends, as a fraction of the lap. It is equal to `from` if the corner
    /// is a single point of the lap.
    pub to: f64,
}

/// The state of a car between two turns.
#[derive(Clone, Debug, PartialEq)]
pub struct CarView {
    /// The car's number.
    pub car: CarId,
    /// The centre of the car on the board, in the game's unit.
    pub at: [f64; 2],
    /// The direction that the car faces, from 0 to 7: 0 is to the right (+x), and the numbers increase
    /// counter-clockwise. `None` if the game has no directions.
    pub dir: Option<u8>,
    /// The car's gear. In a game without gears, this is the nearest equivalent, such as the speed. `None` if the car
    /// has no gear now, for example because it has not declared one.
    pub gear: Option<u8>,
    /// The velocity of the car: units to the right, then units up, in each turn. `None` if the game has no velocity.
    pub velocity: Option<[i32; 2]>,
    /// The points that the car has left of each resource, in the order of
    /// [`GameInfo::resources`](super::GameInfo::resources).
    pub resources: Vec<u32>,
    /// The lap that the car is in: the number of forward crossings of the finish line, minus the number of backward
    /// crossings.
    pub lap: u32,
    /// The number of laps that the car has completed.
    pub laps_done: u32,
    /// The number of corners that the car has passed in this lap. Before the car first crosses the finish line, all
    /// corners of the circuit count as passed.
    pub corners: u32,
    /// The car's progress in laps, counted from the start line. For example, 1.25 is a quarter into the second lap. The
    /// progress is negative on the grid.
    pub progress: f64,
    /// The car's progress as a distance along the route around the circuit, in the game's unit.
    pub distance: f64,
    /// The car's rank in the race, from 1.
    pub rank: u32,
    /// Whether the car is still in the race.
    pub status: Status,
    /// The car's current conditions in the rulebook's words, such as "pushed".
    pub marks: Vec<&'static str>,
    /// The tokens that the car holds.
    pub tokens: Vec<TokenView>,
}

impl CarView {
    /// Makes the view of a racing car at this point of the board. The car has rank 1, is before the finish line, and
    /// has no other data.
    ///
    /// ```
    /// use paddock::game::{CarId, CarView};
    ///
    /// let car = CarView { rank: 2, ..CarView::new(CarId(7), [3.0, 0.0]) };
    /// assert_eq!((car.rank, car.lap, car.gear), (2, 0, None));
    /// ```
    #[must_use]
    pub const fn new(car: CarId, at: [f64; 2]) -> Self {
        Self {
            car,
            at,
            dir: None,
            gear: None,
            velocity: None,
            resources: Vec::new(),
            lap: 0,
            laps_done: 0,
            corners: 0,
            progress: 0.0,
            distance: 0.0,
            rank: 1,
            status: Status::Racing,
            marks: Vec::new(),
            tokens: Vec::new(),
        }
    }

    /// The number of the latest lap that the car has begun: forward crossings of the finish line minus backward
    /// crossings. It is 0 before the first crossing and 1 in the first lap. For a car that has finished, it is one more
    /// than the laps of the race.
    #[must_use]
    pub fn opened(&self) -> u32 {
        if self.laps_done > 0 { self.lap.max(self.laps_done + 1) } else { self.lap }
    }

    /// Returns the number of the car's current lap as players count: 1 from the grid on, and at most `laps`, the number
    /// of laps of the race. After the finish, the number stays at `laps`.
    #[must_use]
    pub fn lap_of(&self, laps: u32) -> u32 {
        self.lap.clamp(1, laps.max(1))
    }
}

/// The state of a race between two turns.
#[derive(Clone, Debug, PartialEq)]
pub struct StateView {
    /// The round being played, from 1.
    pub round: u32,
    /// The car whose turn it is. `None` if the race is over.
    pub to_act: Option<CarId>,
    /// The phase of the race as one word, such as `race` or `finished`.
    pub phase: &'static str,
    /// The cars, in grid order.
    pub cars: Vec<CarView>,
}

impl StateView {
    /// Whether the cars drive for their places on the grid.
    #[must_use]
    pub fn is_qualifying(&self) -> bool {
        self.phase == "qualifying"
    }

    /// The car with this number. `None` if the car is not in the race.
    ///
    /// ```
    /// use paddock::game::CarId;
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let view = race.view(0);
    /// let first = view.cars[0].car;
    /// assert_eq!(view.car(first).map(|car| car.lap), Some(0));
    /// assert!(view.car(CarId(4_711)).is_none());
    /// ```
    #[must_use]
    pub fn car(&self, car: CarId) -> Option<&CarView> {
        self.cars.iter().find(|view| view.car == car)
    }

    /// The cars, sorted by their rank in the race.
    ///
    /// ```
    ///
    /// use paddock::replay::{Opened, no_files};
    ///
    /// let bytes = std::fs::read("replays/vektorace/nightjar-park-duel.json").unwrap();
    /// let Ok(Opened::Race(race)) = paddock::open(&bytes, &no_files) else { panic!("not a race") };
    /// let finish = race.view(race.len());
    /// let ranks: Vec<u32> = finish.standings().iter().map(|car| car.rank).collect();
    /// assert_eq!(ranks, [1, 2]);
    /// ```
    #[must_use]
    pub fn standings(&self) -> Vec<&CarView> {
        let mut cars: Vec<_> = self.cars.iter().collect();
        cars.sort_by_key(|view| view.rank);
        cars
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_ways_those_stay_that_no_other_is_cheaper_than() {
        let cost = |parts: &[(&'static str, u32)]| -> Vec<Cost> {
            parts.iter().map(|(resource, amount)| Cost { resource, amount: *amount }).collect()
        };
        let mut costs = Vec::new();
        for way in
            [&[("tyres", 3)][..], &[("brakes", 2)], &[("brakes", 1), ("tyres", 3)], &[("tyres", 1), ("brakes", 1)]]
        {
            Cost::add_way(&mut costs, &cost(way));
        }
        let kept = [cost(&[("tyres", 3)]), cost(&[("brakes", 2)]), cost(&[("tyres", 1), ("brakes", 1)])];
        assert_eq!(costs, kept);
        Cost::add_way(&mut costs, &cost(&[("tyres", 1)]));
        assert_eq!(costs, [cost(&[("brakes", 2)]), cost(&[("tyres", 1)])]);
        Cost::add_way(&mut costs, &[]);
        assert_eq!(costs, [Vec::new()], "what is free beats everything");
    }
}
