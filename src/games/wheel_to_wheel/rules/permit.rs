//! Decides which dice a driver may throw, and whether it must stop. Covers the dice for each compound, the reasons why
//! only the blue die is allowed, the slipstream, and forced stops (WW-DICE, WW-SLIP, WW-YEL, WW-TYRE-05).

use super::super::dice::Die;
use super::super::draft::LAPS;
use super::super::options::{Strategy, TyreOverrun, YellowScope};
use super::super::setup::DRIVERS;
use super::super::state::{Spot, State};
use super::super::track::Track;
use super::super::tyres::Compound;

/// The reason why only the blue die is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlueOnly {
    /// The token is in the pit lane.
    PitLane,
    /// The token is in the crash zone.
    CrashZone,
    /// The yellow flag is out.
    Yellow,
    /// It rains.
    Rain,
    /// The set of tyres is worn, and the options allow driving on (WW-TYRE-10).
    Worn,
}

impl BlueOnly {
    /// Returns the reason as a clause that can follow "because".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::PitLane => "the car is in the pit lane",
            Self::CrashZone => "the car is in the crash zone",
            Self::Yellow => "the yellow flag is out",
            Self::Rain => "it rains",
            Self::Worn => "the tyres are worn",
        }
    }
}

/// The dice that a driver may throw now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The reason why only the blue die is allowed; `None` if other dice are allowed.
    pub blue_only: Option<BlueOnly>,
    dice: [bool; 3],
}

impl Allowed {
    /// Whether the driver may throw this die.
    #[must_use]
    pub const fn has(self, die: Die) -> bool {
        self.dice[die as usize]
    }

    /// Returns the allowed dice, from slow to fast.
    #[must_use]
    pub fn list(self) -> Vec<Die> {
        Die::ALL.into_iter().filter(|die| self.has(*die)).collect()
    }

    /// Whether no die is allowed. Then the driver gets no extra throw.
    #[must_use]
    pub fn is_none(self) -> bool {
        self.dice == [false; 3]
    }
}

/// Returns the reason why a driver may throw only the blue die; `None` if it may throw others (WW-DICE-02).
#[must_use]
pub fn blue_only(state: &State, index: usize) -> Option<BlueOnly> {
    let driver = state.drivers.get(index)?;
    let team = index / DRIVERS;
    let is_yellow = state.yellow.is_some_and(|seat| match state.terms.options.yellow_scope {
        YellowScope::AllLater => true,
        YellowScope::FollowingTeams => usize::from(seat) != team,
    });
    match driver.spot {
        Spot::Lane(_) => Some(BlueOnly::PitLane),
        Spot::CrashZone => Some(BlueOnly::CrashZone),
        _ if state.rain.is_some() => Some(BlueOnly::Rain),
        _ if is_yellow => Some(BlueOnly::Yellow),
        _ if state.terms.options.tyre_overrun == TyreOverrun::BlueOnly && driver.set.is_worn() => Some(BlueOnly::Worn),
        _ => None,
    }
}

/// Returns the distance, in fields, to the nearest car ahead on the loop, if it is near enough for the slipstream
/// (WW-SLIP-01, 02).
#[must_use]
pub fn slipstream(track: &Track, state: &State, index: usize) -> Option<u16> {
    let Some(Spot::Loop(at)) = state.drivers.get(index).map(|driver| driver.spot) else { return None };
    let reach = state.team_of(index).skills.slipstream();
    let others = state.drivers.iter().enumerate().filter(|(other, _)| *other != index);
    others
        .filter_map(|(_, other)| match other.spot {
            Spot::Loop(field) => Some(track.ahead(at, field)),
            _ => None,
        })
        .filter(|distance| (1..=reach).contains(distance))
        .min()
}

/// Returns the dice that a driver may throw, in a first or an extra throw (WW-DICE-01 to 03).
#[must_use]
pub fn allowed(track: &Track, state: &State, index: usize, is_extra: bool) -> Allowed {
    let blue_only = blue_only(state, index);
    let fast = || state.drivers[index].set.compound == Compound::Soft || slipstream(track, state, index).is_some();
    let dice = match (blue_only, is_extra) {
        (Some(_), is_extra) => [!is_extra, false, false],
        (None, is_extra) => [!is_extra, true, fast()],
    };
    Allowed { blue_only, dice }
}

/// The reason why a driver must stop in its garage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The driver's tyres will be worn at the end of this lap.
    Worn,
    /// The driver still has to use this compound.
    Missing(Compound),
    /// The driver's binding tyre plan requires this compound for the next lap. The second value is the number of that
    /// lap.
    Plan(Compound, u8),
}

/// Returns the reason why a driver must enter the pit lane and change tyres as soon as it can; `None` if it does not
/// have to (WW-TYRE-05, WW-TYRE-09).
///
/// A driver whose garage lies past the finish line in the pit lane completes the lap before it reaches the garage.
/// Between the line and the garage, this function checks the lap just completed.
#[must_use]
pub fn forced(track: &Track, state: &State, index: usize) -> Option<Why> {
    let driver = state.drivers.get(index)?;
    let garage = state.garage(index);
    track.steps_to_garage(driver.spot, garage)?;
    if !driver.lap_open || driver.charged {
        return None;
    }
    let is_concluded = match driver.spot {
        Spot::Lane(field) => field >= track.lane_line,
        Spot::CrashZone => true,
        Spot::Loop(_) | Spot::Out => false,
    };
    // The lap after the change of tyres, and whether the current set will be worn by then.
    let (next, is_worn) = match is_concluded {
        true => (driver.lap, driver.set.is_worn()),
        false => (driver.lap + 1, driver.set.left() <= 1),
    };
    if next > LAPS {
        return None;
    }
    let options = &state.terms.options;
    if options.tyre_overrun == TyreOverrun::ForcedPit {
        if is_worn {
            return Some(Why::Worn);
        }
        if next == LAPS
            && let Some(missing) = driver.used.with(driver.set.compound).missing()
        {
            return Some(Why::Missing(missing));
        }
    }
    planned(state, index, next)
        .filter(|planned| *planned != driver.set.compound.counts_as())
        .map(|c| Why::Plan(c, next))
}

/// Returns the compound that a driver's tyre plan requires for a lap; `None` if there is no binding plan.
pub(super) fn planned(state: &State, index: usize, lap: u8) -> Option<Compound> {
    let plan = state.terms.teams.get(index / DRIVERS)?.plans[index % DRIVERS]?;
    plan.compound(lap).filter(|_| state.terms.options.strategy == Strategy::Binding)
}
