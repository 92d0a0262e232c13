//! A simple policy of a lone driver, good enough to compare strategies.

use crate::games::wheel_to_wheel::dice::Die;
use crate::games::wheel_to_wheel::draft::{BATTERY, LAPS};
use crate::games::wheel_to_wheel::rules::{self, allowed, choices};
use crate::games::wheel_to_wheel::state::{Driver, Spot, State};
use crate::games::wheel_to_wheel::track::Track;
use crate::games::wheel_to_wheel::turn::{Branch, Throw, Turn, Use};
use crate::games::wheel_to_wheel::tyres::Plan;

/// The rule by which a policy chooses the die to throw on the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// The driver throws the fastest allowed die. On the way to its garage, the driver throws the die that is expected
    /// to bring the car closest to the garage.
    #[default]
    Fastest,
    /// The driver throws this die if it is allowed, otherwise the fastest allowed die.
    Always(Die),
}

/// The policy of a lone driver: its tyre plan, the dice that it throws, and when it charges the battery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Policy {
    /// The compounds of the driver's laps. The driver enters the pit lane if the plan has another compound for the next
    /// lap, or if the rules demand a stop. Without a plan, the driver stops and changes tyres only if it must.
    pub plan: Option<Plan>,
    /// The rule by which the driver chooses its die.
    pub speed: Speed,
    /// The highest score with which the driver charges the battery on the loop. The driver charges only if the score
    /// fits into the battery. 0 if the driver never charges on the loop.
    pub charges: u8,
}

/// The goal that a driver drives to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The finish of the race.
    Finish,
    /// The end of the lap with this number.
    Lap(u8),
}

impl Goal {
    /// Whether the driver has reached the goal.
    #[must_use]
    pub const fn is_reached(self, driver: &Driver) -> bool {
        match self {
            Self::Finish => driver.finished > 0,
            Self::Lap(lap) => driver.finished > 0 || driver.lap > lap,
        }
    }
}

/// A choice before the throw: a die, or the battery instead of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The driver uses the battery instead of throwing a die.
    Battery,
    /// The driver throws this die.
    Die(Die),
}

impl Choice {
    /// Returns the die or the battery in words.
    pub(in crate::games::wheel_to_wheel) fn words(self) -> String {
        match self {
            Self::Battery => "battery".to_owned(),
            Self::Die(die) => format!("{} die", die.name()),
        }
    }
}

/// Plays a lone driver: chooses a die or the battery, then decides how the driver uses the throw.
pub trait Play {
    /// Returns the battery or a die to throw; `None` if there is no legal play.
    fn choose(&self, track: &Track, state: &State) -> Option<Choice>;
    /// Returns the use that the driver makes of a throw; `None` if there is no legal use.
    fn answer(&self, track: &Track, state: &State, die: Die, face: u8) -> Option<Throw>;
}

impl<P: Play> Play for &P {
    fn choose(&self, track: &Track, state: &State) -> Option<Choice> {
        (**self).choose(track, state)
    }

    fn answer(&self, track: &Track, state: &State, die: Die, face: u8) -> Option<Throw> {
        (**self).answer(track, state, die, face)
    }
}

impl Play for Policy {
    fn choose(&self, track: &Track, state: &State) -> Option<Choice> {
        let index = state.to_act()?;
        let discharge = Turn::discharge(state.car(index));
        if state.drivers[index].battery == BATTERY && rules::code(track, state, &discharge).is_none() {
            return Some(Choice::Battery);
        }
        let dice = allowed(track, state, index, state.is_extra(index));
        let fastest = dice.list().last().copied()?;
        let die = match self.speed {
            Speed::Always(die) if dice.has(die) => die,
            _ if self.wants_stop(track, state, index) => self.to_garage(track, state, index, &dice.list(), fastest),
            _ => fastest,
        };
        Some(Choice::Die(die))
    }

    fn answer(&self, track: &Track, state: &State, die: Die, face: u8) -> Option<Throw> {
        let index = state.to_act()?;
        let driver = &state.drivers[index];
        let wants = self.wants_stop(track, state, index);
        let offered = choices(track, state, index, die, face);
        let worth = |throw: &Throw| {
            let fitted = self.fits(track, driver, throw);
            let rank = match throw.what {
                Use::Failure => 9,
                Use::Charge if face <= self.charges && matches!(driver.spot, Spot::Loop(_)) => 8,
                Use::Move if wants == (throw.branch == Some(Branch::Pit)) || throw.branch.is_none() => 6,
                Use::Hold | Use::Halt if wants => 7,
                Use::Move => 4,
                Use::Hold | Use::Halt => 2,
                Use::Charge => 1,
                Use::Discharge => 0,
            };
            (rank, u8::from(fitted), u8::from(throw.through != wants))
        };
        offered.into_iter().max_by_key(worth)
    }
}

impl Policy {
    /// Returns the die for a driver on the way to its garage. A face that is too high for the garage does not move the
    /// car, so only the other faces count. The best die is the one on which these other faces have the largest sum.
    fn to_garage(self, track: &Track, state: &State, index: usize, dice: &[Die], fastest: Die) -> Die {
        let Some(steps) = track.steps_to_garage(state.drivers[index].spot, state.garage(index)) else { return fastest };
        let usable = |die: Die| {
            let faces = track.faces().of(die).iter().map(|face| u16::from(*face));
            faces.filter(|face| *face <= steps).sum::<u16>()
        };
        dice.iter().copied().max_by_key(|die| usable(*die)).unwrap_or(fastest)
    }

    /// Whether the driver wants to make a stop before this lap is over.
    fn wants_stop(self, track: &Track, state: &State, index: usize) -> bool {
        if rules::forced(track, state, index).is_some() {
            return true;
        }
        let driver = &state.drivers[index];
        let is_ahead = track.steps_to_garage(driver.spot, state.garage(index)).is_some();
        let next = next_lap(track, driver);
        let planned = self.plan.and_then(|plan| plan.compound(next)).filter(|_| next <= LAPS);
        let is_open = driver.lap_open && !driver.charged && is_ahead;
        is_open && planned.is_some_and(|planned| planned != driver.set.compound.counts_as())
    }

    /// Whether the car has the right tyres after this throw: those that the plan names for the car's next lap. Without
    /// a plan, or if the plan names none, the throw must not change the tyres.
    fn fits(self, track: &Track, driver: &Driver, throw: &Throw) -> bool {
        let Some(plan) = self.plan else { return throw.tyres.is_none() };
        let next = if throw.what == Use::Failure { driver.lap } else { next_lap(track, driver) };
        match (plan.compound(next), throw.tyres) {
            (Some(planned), Some(compound)) => compound == planned,
            (Some(planned), None) => planned == driver.set.compound.counts_as(),
            (None, tyres) => tyres.is_none(),
        }
    }
}

/// Returns the number of the lap that the driver drives after its next stop. Usually this is the lap after
/// `driver.lap`. It is `driver.lap` itself in two cases: the driver is in the pit lane or the crash zone and already
/// past the finish line, or the driver has not yet crossed the finish line to begin that lap.
const fn next_lap(track: &Track, driver: &Driver) -> u8 {
    let is_past_line = match driver.spot {
        Spot::Lane(field) => !track.is_before_line(field),
        Spot::CrashZone => true,
        Spot::Loop(_) | Spot::Out => false,
    };
    if is_past_line || !driver.lap_open { driver.lap } else { driver.lap + 1 }
}
