//! A state in the words all games share: what timing tables, plots and exports know.

use serde::Serialize;

use super::CarId;

/// Something cars have so and so many points of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resource {
    /// Its name in sentences and headings.
    pub name: &'static str,
    /// Its key in JSON and tables. It never changes, so that scripts go on working.
    pub key: &'static str,
    /// The most a car can hold.
    pub max: u32,
}

impl Resource {
    /// A resource whose key is its name.
    #[must_use]
    pub const fn new(name: &'static str, max: u32) -> Self {
        Self { name, key: name, max }
    }
}

/// What a game calls [`CarView::gear`]: gears are the nearest thing that all games have, and not all of them have gears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GearWords {
    /// In headings.
    pub title: &'static str,
    /// In sentences.
    pub word: &'static str,
    /// What is known about it, beside plots.
    pub unit: &'static str,
    /// What it is, in a sentence without its full stop.
    pub help: &'static str,
}

impl GearWords {
    /// Of games with gears.
    pub const GEAR: Self =
        Self { title: "Gear", word: "gear", unit: "declared", help: "The gear declared for the next move" };
}

/// Something a car holds that works once: a Super Power, a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TokenView {
    /// Its name.
    pub name: &'static str,
    /// Whether it has been used.
    pub used: bool,
}

/// Points of a resource that a turn spends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cost {
    /// Of which.
    pub resource: &'static str,
    /// How many.
    pub amount: u32,
}

impl Cost {
    /// Adds what a way costs to the costs of others to the same place, of which only those stay that no other is cheaper
    /// than in every respect.
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

/// Whether a car still races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It does.
    Racing,
    /// It has crossed the line for the last time.
    Finished,
    /// Its player took it out of the race.
    Withdrawn,
    /// It is eliminated by what happened to it.
    Eliminated,
}

impl Status {
    /// Whether the car is out of the race without having finished it.
    #[must_use]
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Withdrawn | Self::Eliminated)
    }
}

/// A car between two turns.
#[derive(Clone, Debug, PartialEq)]
pub struct CarView {
    /// Its number.
    pub car: CarId,
    /// Where its centre is, in the game's unit.
    pub at: [f64; 2],
    /// Facing, 0 to 7, counter-clockwise, 0 = +x; where the game has directions.
    pub dir: Option<u8>,
    /// The gear for its next move, or what comes nearest.
    pub gear: Option<u8>,
    /// How far it goes to the right and up in a turn, where it goes on by itself.
    pub velocity: Option<[i32; 2]>,
    /// Points of each resource, in the order of [`GameInfo::resources`](super::GameInfo::resources).
    pub resources: Vec<u32>,
    /// The lap the car is in: how often the finish line has been counted, forward less backward.
    pub lap: u32,
    /// How many laps it has completed.
    pub laps_done: u32,
    /// How many of the lap's corners lie behind it; all of them before the line is crossed for the first time.
    pub corners: u32,
    /// Progress since the start, in laps: 1.25 is a quarter into the second lap. Negative on the grid.
    pub progress: f64,
    /// The same as a distance along the lap line, in the game's unit.
    pub distance: f64,
    /// Place in the race, from 1.
    pub rank: u32,
    /// Whether it still races.
    pub status: Status,
    /// What weighs on it, in the rulebook's words, such as "pushed".
    pub marks: Vec<&'static str>,
    /// What it holds that works once.
    pub tokens: Vec<TokenView>,
}

impl CarView {
    /// The lap that the car's crossings of the line have opened, forward less backward: 0 before the first, 1 in the
    /// first lap, one more than the race has for a car that is home.
    #[must_use]
    pub fn opened(&self) -> u32 {
        if self.laps_done > 0 { self.lap.max(self.laps_done + 1) } else { self.lap }
    }
}

/// A state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateView {
    /// The round being played, from 1.
    pub round: u32,
    /// Whose turn it is; `None` when the race is over.
    pub to_act: Option<CarId>,
    /// What is going on, in a word: `race`, `finished`.
    pub phase: &'static str,
    /// The cars, in grid order.
    pub cars: Vec<CarView>,
}

impl StateView {
    /// The car with this number.
    #[must_use]
    pub fn car(&self, car: CarId) -> Option<&CarView> {
        self.cars.iter().find(|view| view.car == car)
    }

    /// The cars in the order of their places.
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
