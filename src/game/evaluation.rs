//! Evaluates the turns of a recorded race, if a solver can compute their value.

use serde::Serialize;

use super::CarId;
use super::scene::Scene;

/// The evaluation of one turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The car that made the turn.
    pub car: CarId,
    /// The number of turns that the driver lost by decisions that were not the best; `None` if unknown.
    pub lost: Option<f64>,
    /// The number of turns lost, split in two. The first number is the loss by decisions before the roll, such as the
    /// choice of gear or die. The second is the loss by decisions after the roll, such as the use of the result. `None`
    /// if the game does not separate the two.
    pub shares: Option<[f64; 2]>,
    /// The luck with the dice in this turn, in the unit of [`Evaluation::luck_unit`]; negative for bad luck. `None` if
    /// the turn has no dice.
    pub luck: Option<f64>,
    /// The variance of `luck`: the sum of the variances of the dice rolled in this turn.
    pub variance: f64,
    /// The number of turns that the driver gained by the `luck`; negative for turns lost. `None` if unknown.
    pub worth: Option<f64>,
    /// The number of turns that the driver gained by everything else outside the driver's control, such as black dice
    /// and other cars. Negative for turns lost; `None` if unknown.
    pub chance: Option<f64>,
}

impl Verdict {
    /// Makes a verdict on a turn of this car. All its values are still unknown.
    #[must_use]
    pub const fn of(car: CarId) -> Self {
        Self { car, lost: None, shares: None, luck: None, variance: 0.0, worth: None, chance: None }
    }
}

/// The fastest drive of a car that is alone on the circuit, from the grid of a race. A search has proved that no drive
/// takes fewer turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProvedLap {
    /// The result of the search, in a sentence.
    pub words: String,
    /// The progress of the drive, as pairs of two numbers: the number of laps driven since the start, and the number of
    /// turns taken. The first pair belongs to the grid. Each later pair belongs to a turn that took the car farther
    /// than ever before.
    pub way: Vec<[f64; 2]>,
}

impl ProvedLap {
    /// Makes a proved lap. Leaves out turns that took the car no farther than it had been before.
    #[must_use]
    pub fn new(words: String, way: impl IntoIterator<Item = [f64; 2]>) -> Self {
        let mut rising: Vec<[f64; 2]> = Vec::new();
        for [progress, count] in way {
            if rising.last().is_none_or(|[before, _]| progress > *before) {
                rising.push([progress, count]);
            }
        }
        Self { words, way: rising }
    }
}

/// A decision that was possible, and its value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The decision in players' words, such as "4th gear" or "to b37 for 1 brake".
    pub words: String,
    /// The expected number of turns to the finish after this decision. It includes the current turn.
    pub turns: f64,
    /// Whether the player took this decision.
    pub taken: bool,
    /// The possible results of the decision, each with its probability. The probabilities add up to 1. Empty if no die
    /// is involved.
    pub outcomes: Vec<(String, f64)>,
}

/// The possible decisions of a car at one time in the race, compared by the expected number of turns to the finish.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The car to act.
    pub car: CarId,
    /// The decisions before the roll, best first.
    pub choices: Vec<Choice>,
    /// The decision that the player took and the result of the roll, such as "4th gear, rolled 9". Empty if unknown.
    pub thrown: String,
    /// The decisions after the roll: the ways to use its result, best first.
    pub uses: Vec<Choice>,
    /// A drawing of the best decision.
    pub drawing: Scene,
}

/// The evaluation of a whole race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The result of the evaluation in a few words, such as "21 turns at best".
    pub headline: String,
    /// The unit of `luck`, in the plural.
    pub luck_unit: &'static str,
    /// The verdicts, one for each turn, in order; `None` for a turn that is not evaluated.
    pub verdicts: Vec<Option<Verdict>>,
    /// The advice for the position on the grid and for the position after each turn, in order. `None` if there is no
    /// advice for that position. The whole list is empty if the game gives no advice.
    pub advice: Vec<Option<Advice>>,
    /// A drawing of the best route, to show over the board.
    pub drawing: Scene,
}

/// The sum of all verdicts on one car. A field is `None` if no verdict has a value for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Account {
    /// The number of turns that the car's driver lost by decisions that were not the best.
    pub lost: Option<f64>,
    /// The two parts of `lost`: turns lost by decisions before the roll, and by decisions after the roll.
    pub shares: Option<[f64; 2]>,
    /// The car's total luck with the dice, in the unit of [`Evaluation::luck_unit`].
    pub luck: Option<f64>,
    /// The car's total luck in standard deviations. Values above 2 or below -2 are rare.
    pub deviations: Option<f64>,
    /// The number of turns gained by the `luck`; negative for turns lost.
    pub worth: Option<f64>,
    /// The number of turns gained by causes outside the driver's control that `luck` does not include, such as black
    /// dice and other cars; negative for turns lost.
    pub chance: Option<f64>,
}

impl Account {
    /// Whether all fields are `None`, because no verdict on the car has a value for any of them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Evaluation {
    /// The verdict on a turn, given by its number from 1. `None` if that turn is not evaluated.
    #[must_use]
    pub fn verdict(&self, turn: usize) -> Option<&Verdict> {
        self.verdicts.get(turn.checked_sub(1)?)?.as_ref()
    }

    /// Returns the advice for the position after the first `at` turns of the race; 0 means the position on the grid.
    /// Returns `None` if there is no advice for that position.
    #[must_use]
    pub fn advice(&self, at: usize) -> Option<&Advice> {
        self.advice.get(at)?.as_ref()
    }

    /// Adds up the verdicts on a car from the first turn of the race to turn `turn`: the turns that the car lost, and
    /// its luck.
    #[must_use]
    pub fn account(&self, car: CarId, turn: usize) -> Account {
        let own = || self.verdicts.iter().take(turn).flatten().filter(|verdict| verdict.car == car);
        let sum = |pick: &dyn Fn(&Verdict) -> Option<f64>| {
            own().filter_map(pick).fold(None, |sum: Option<f64>, next| Some(sum.unwrap_or(0.0) + next))
        };
        let luck = sum(&|verdict| verdict.luck);
        let variance: f64 = own().map(|verdict| verdict.variance).sum();
        let share = |which: usize| sum(&|verdict| verdict.shares.map(|shares| shares[which]));
        Account {
            lost: sum(&|verdict| verdict.lost),
            shares: share(0).zip(share(1)).map(|(before, after)| [before, after]),
            luck,
            deviations: luck.filter(|_| variance > 0.0).map(|luck| luck / variance.sqrt()),
            worth: sum(&|verdict| verdict.worth),
            chance: sum(&|verdict| verdict.chance),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_add_up_by_car_and_missing_ones_stay_missing() {
        let of = |car: u32, lost, luck| Verdict { lost, luck, variance: 2.0, ..Verdict::of(CarId(car)) };
        let verdicts = vec![
            Some(of(1, Some(0.5), Some(3.0))),
            None,
            Some(of(2, None, Some(-1.0))),
            Some(of(1, Some(0.25), Some(1.0))),
        ];
        let evaluation = Evaluation { verdicts, ..Evaluation::default() };
        let one = evaluation.account(CarId(1), 4);
        assert_eq!((one.lost, one.luck, one.deviations), (Some(0.75), Some(4.0), Some(2.0)));
        assert_eq!(evaluation.account(CarId(1), 3).lost, Some(0.5), "up to a turn");
        let two = evaluation.account(CarId(2), 4);
        assert_eq!((two.lost, two.luck, two.worth), (None, Some(-1.0), None));
        assert!(evaluation.account(CarId(3), 4).is_empty());
        assert!(evaluation.verdict(2).is_none() && evaluation.verdict(0).is_none() && evaluation.advice(0).is_none());
    }
}
