//! Colours the path of each turn by a value, such as the gear or the points spent in the turn.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

use super::telemetry::played_in;
use super::{Quantity, Series, moved_in};
use crate::game::EventKind;
use crate::replay::Race;

/// The value that colours the paths of cars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PathValue {
    /// The value of a quantity. For gears, distances, luck and losses, it is the value in the turn itself. For all
    /// other quantities, it is the value after the turn.
    Of(Quantity),
    /// The number of points spent in the turn (the total of all resources).
    Spent,
}

impl PathValue {
    /// Lists the values by which the paths of this race can be coloured, in the order in which the window offers them.
    #[must_use]
    pub fn of_race(race: &dyn Race, series: &Series) -> Vec<Self> {
        let has_points = race.resources().iter().any(|resource| resource.max > 0);
        let own = series.own().map(|(number, _)| Quantity::Own(number));
        let all = Quantity::of_race(race, series).into_iter().chain(own);
        let is_there = |quantity: &Quantity| quantity.is_there(series, race.resources());
        has_points.then_some(Self::Spent).into_iter().chain(all.filter(is_there).map(Self::Of)).collect()
    }

    /// The title of this value in lists and legends.
    #[must_use]
    pub fn title(self, race: &dyn Race, series: &Series) -> Cow<'static, str> {
        match self {
            Self::Of(quantity) => quantity.title_in(race, series),
            Self::Spent => Cow::Borrowed("Points spent"),
        }
    }

    /// Whether the values are whole numbers, such as gears and points.
    #[must_use]
    pub const fn is_counted(self) -> bool {
        match self {
            Self::Of(quantity) => !quantity.is_measured(),
            Self::Spent => true,
        }
    }

    /// The value that colours a car's path in the turn with the number `turn`. `None` if the turn has no value, for
    /// example if the value is a gear and the car did not move.
    #[must_use]
    pub fn of_turn(self, race: &dyn Race, series: &Series, car: usize, turn: usize) -> Option<f64> {
        let at = |turn: usize, quantity| series.at(car, quantity, turn as f64);
        match self {
            Self::Spent => {
                let own = race.entrants().get(car)?.car;
                let spent = race.step(turn)?.events.iter().filter(|event| event.car == own);
                let points = spent.map(|event| match event.kind {
                    EventKind::Spent { amount, .. } => amount.max(0),
                    _ => 0,
                });
                Some(f64::from(points.sum::<i32>()))
            }
            Self::Of(Quantity::Gear) => {
                let step = race.step(turn)?;
                played_in(step, step.car).map(f64::from)
            }
            Self::Of(Quantity::Speed) => moved_in(series, car, turn as f64),
            Self::Of(quantity @ (Quantity::Luck | Quantity::Lost)) => {
                let before = turn.checked_sub(1).and_then(|before| at(before, quantity));
                Some(at(turn, quantity)? - before.unwrap_or(0.0))
            }
            Self::Of(quantity) => at(turn, quantity),
        }
    }

    /// The lowest and the highest value over all turns of a race; `None` if no turn has a value. For turns lost and for
    /// points spent, the range always includes 0.
    #[must_use]
    pub fn range(self, race: &dyn Race, series: &Series) -> Option<[f64; 2]> {
        let cars = 0..series.cars();
        let own = cars.flat_map(|car| series.own_turns(car).iter().map(move |turn| (car, *turn as usize)));
        let values = own.filter_map(|(car, turn)| self.of_turn(race, series, car, turn));
        let [low, high] =
            values.map(|value| [value; 2]).reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])?;
        let low = if matches!(self, Self::Spent | Self::Of(Quantity::Lost)) { low.min(0.0) } else { low };
        Some([low, high])
    }
}
