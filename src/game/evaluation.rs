//! What the entries of a recorded race were worth, where a solver can tell.

use serde::Serialize;

use super::CarId;
use super::scene::Scene;

/// What an entry was worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// Who entered it.
    pub car: CarId,
    /// What it lost against the best that could be done, in turns; none where that cannot be told.
    pub lost: Option<f64>,
    /// What of that was lost before the dice, by choosing gear or die, and what by the use that was made of them; none
    /// where a game does not part the two.
    pub shares: Option<[f64; 2]>,
    /// What its dice gave or, with a minus, took; none where there are none.
    pub luck: Option<f64>,
    /// The variance of these dice.
    pub variance: f64,
    /// What its dice were worth, in turns; none where that cannot be told.
    pub worth: Option<f64>,
    /// What everything else was worth that is no decision of its driver's, in turns: black dice, and the other cars.
    pub chance: Option<f64>,
}

impl Verdict {
    /// Nothing is known yet about an entry of this car.
    #[must_use]
    pub const fn of(car: CarId) -> Self {
        Self { car, lost: None, shares: None, luck: None, variance: 0.0, worth: None, chance: None }
    }
}

/// Something that may be decided, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// What, as players say it: "4th gear", "to b37 for 1 brake".
    pub words: String,
    /// Expected turns to the finish, this one counted.
    pub turns: f64,
    /// Whether it is what was done.
    pub taken: bool,
    /// What may come of it, with its chance; empty where nothing is left to chance. The chances add up to 1.
    pub outcomes: Vec<(String, f64)>,
}

/// What a car may decide at a position, by expected turns to the finish.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The car to act.
    pub car: CarId,
    /// What may be chosen before the dice, the best first.
    pub choices: Vec<Choice>,
    /// What was chosen and thrown, in words: "4th gear, 9 thrown"; empty where that is not known.
    pub thrown: String,
    /// What may be done with that, the best first.
    pub uses: Vec<Choice>,
    /// The best of these, drawn.
    pub drawing: Scene,
}

/// What was found out about a race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The best there is in a few words, such as "21 turns at best".
    pub headline: String,
    /// What luck is counted in, in the plural.
    pub luck_unit: &'static str,
    /// One for each turn, in their order; none where a turn is not judged.
    pub verdicts: Vec<Option<Verdict>>,
    /// One for each position from the grid on, or none at all; none where nothing can be advised.
    pub advice: Vec<Option<Advice>>,
    /// The best way drawn, to be laid over the board.
    pub drawing: Scene,
}

/// What verdicts on a car add up to; a part is none where no verdict has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Account {
    /// Turns lost.
    pub lost: Option<f64>,
    /// Turns lost before the dice, and after them.
    pub shares: Option<[f64; 2]>,
    /// What dice gave, in the evaluation's unit.
    pub luck: Option<f64>,
    /// The same in standard deviations: beyond 2 either way it is rare.
    pub deviations: Option<f64>,
    /// What dice were worth, in turns.
    pub worth: Option<f64>,
    /// What everything else was worth that was not decided, in turns.
    pub chance: Option<f64>,
}

impl Account {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Evaluation {
    /// The verdict on turn `turn`, from 1.
    #[must_use]
    pub fn verdict(&self, turn: usize) -> Option<&Verdict> {
        self.verdicts.get(turn.checked_sub(1)?)?.as_ref()
    }

    /// What may be decided at position `at`, from 0.
    #[must_use]
    pub fn advice(&self, at: usize) -> Option<&Advice> {
        self.advice.get(at)?.as_ref()
    }

    /// What a car's verdicts add up to by turn `turn`.
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
