//! Moves a token field by field, and notes the finish line, the pit entry and the garage on its route (WW-MOVE,
//! WW-PIT).

use arrayvec::ArrayVec;

use super::super::draft::LAPS;
use super::super::state::{Driver, Spot};
use super::super::track::Track;
use super::super::turn::Branch;
use super::super::tyres::{Compound, Set};

/// The largest number of steps of one throw, including recorded throws that moved a wrong number of steps.
pub(super) const MOST_STEPS: u8 = 30;

/// The route of a token in one throw.
#[derive(Clone, Debug)]
pub(super) struct Drive {
    /// The driver's state after the move. [`Drive::finishes`] says whether it finished.
    pub driver: Driver,
    /// The fields that the token entered, in order.
    pub spots: ArrayVec<Spot, { MOST_STEPS as usize }>,
    /// The laps that the driver completed.
    pub concluded: ArrayVec<u8, 3>,
    /// Whether the driver completed its last lap.
    pub finishes: bool,
    /// Whether the token left the pit entry field, onto the track or into the pit lane.
    pub leaves_entry: bool,
    /// Whether the token entered the pit lane.
    pub turns_in: bool,
    /// Whether the token ends in its own garage.
    pub arrives: bool,
    /// Whether the token drove past its own garage.
    pub passes_garage: bool,
}

/// Moves a driver this number of fields. The caller handles stops in garages and collisions.
pub(super) fn drive(track: &Track, driver: &Driver, steps: u8, branch: Branch, garage: u16) -> Drive {
    let mut way = Drive {
        driver: *driver,
        spots: ArrayVec::new(),
        concluded: ArrayVec::new(),
        finishes: false,
        leaves_entry: false,
        turns_in: false,
        arrives: false,
        passes_garage: false,
    };
    for _ in 0..steps.min(MOST_STEPS) {
        let from = way.driver.spot;
        let (to, crosses) = track.next(from, branch);
        if from == Spot::Loop(track.pit_entry) {
            way.leaves_entry = true;
            way.turns_in |= matches!(to, Spot::Lane(_));
        }
        way.passes_garage |= way.arrives;
        way.arrives = to == Spot::Lane(garage);
        // A driver that enters a field of the loop loses its failed tries (WW-PIT-10). The pit entry field is excepted,
        // because tries begin there.
        if matches!(to, Spot::Loop(field) if field != track.pit_entry) {
            way.driver.fails = 0;
        }
        way.driver.spot = to;
        way.spots.push(to);
        if crosses {
            cross(&mut way);
        }
        if way.finishes {
            way.arrives = false;
            break;
        }
    }
    way
}

/// Applies the effects of crossing the finish line (WW-MOVE-02 to 04).
fn cross(way: &mut Drive) {
    let driver = &mut way.driver;
    if !driver.lap_open {
        driver.lap_open = true;
        return;
    }
    let lap = driver.lap;
    if !driver.charged {
        charge_lap(driver);
    }
    driver.charged = false;
    if !way.concluded.is_full() {
        way.concluded.push(lap);
    }
    if lap >= LAPS {
        way.finishes = true;
        driver.spot = Spot::Out;
    } else {
        driver.lap = lap + 1;
    }
}

/// Adds the current lap to the laps driven on the car's set of tyres (WW-TYRE-02).
fn charge_lap(driver: &mut Driver) {
    driver.set.laps = driver.set.laps.saturating_add(1);
    driver.used = driver.used.with(driver.set.compound);
    if let Some(compound) = driver.driven.get_mut(usize::from(driver.lap).wrapping_sub(1)) {
        *compound = Some(driver.set.compound);
    }
}

/// Whether the current lap counts as driven on the old set of tyres when a driver changes tyres in its garage. It does
/// if the garage lies before the finish line in the pit lane (WW-TYRE-02, WW-PIT-12), unless the lap is lost
/// (WW-TYRE-03).
pub(super) const fn is_charged_off(track: &Track, driver: &Driver, garage: u16) -> bool {
    track.is_before_line(garage) && driver.lap_open && !driver.charged
}

/// Takes the set of tyres off the car and fits a fresh one.
pub(super) fn change(track: &Track, driver: &mut Driver, garage: u16, compound: Compound) {
    if is_charged_off(track, driver, garage) {
        charge_lap(driver);
        driver.charged = true;
    }
    driver.set = Set::new(compound);
}
