//! What the entries of a recorded race were worth, where a solver can tell.

use super::CarId;
use super::scene::Scene;

/// What an entry was worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Who entered it.
    pub car: CarId,
    /// What it lost against the best that could be done, in turns; none where that cannot be told.
    pub lost: Option<f64>,
    /// What its dice gave or, with a minus, took; none where there are none.
    pub luck: Option<f64>,
}

/// What was found out about a race.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// The best there is in a few words, such as "21 turns at best".
    pub headline: String,
    /// What luck is counted in, in the plural.
    pub luck_unit: &'static str,
    /// One for each turn, in their order; none where a turn is not judged.
    pub verdicts: Vec<Option<Verdict>>,
    /// The best way drawn, to be laid over the board.
    pub drawing: Scene,
}

impl Judgement {
    /// The verdict on turn `turn`, from 1.
    #[must_use]
    pub fn verdict(&self, turn: usize) -> Option<&Verdict> {
        self.verdicts.get(turn.checked_sub(1)?)?.as_ref()
    }

    /// What a car lost in all up to turn `turn`, and what luck it had; none where nothing can be told.
    #[must_use]
    pub fn sums(&self, car: CarId, turn: usize) -> [Option<f64>; 2] {
        let own = || self.verdicts.iter().take(turn).flatten().filter(|verdict| verdict.car == car);
        let sum = |pick: fn(&Verdict) -> Option<f64>| {
            own().filter_map(pick).fold(None, |sum: Option<f64>, next| Some(sum.unwrap_or(0.0) + next))
        };
        [sum(|verdict| verdict.lost), sum(|verdict| verdict.luck)]
    }
}

/// Who looks on while a race is judged: is told how far that has come, and may stop it.
#[derive(Clone, Copy)]
pub struct Onlooker<'a> {
    /// Is told what is being done.
    pub tell: &'a (dyn Fn(String) + Sync),
    /// Whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}
