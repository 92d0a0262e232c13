//! Checks whether an entry, such as a throw, is legal. Reports only the first broken rule. The first check is whether
//! it is the driver's turn.

use super::super::dice::{Die, LARGEST_FACE};
use super::super::draft::BATTERY;
use super::super::options::{DriverOrder, GarageThrow, PitEnter};
use super::super::setup::DRIVERS;
use super::super::skills::LAST_SLOT;
use super::super::state::{Driver, Phase, Spot, State};
use super::super::track::Track;
use super::super::turn::{Action, Branch, Throw, Turn, Use};
use super::super::tyres::Compound;
use super::drive::{Drive, drive};
use super::fault::Fault;
use super::fit;
use super::permit::{self, BlueOnly};

/// Returns the first rule that a turn breaks.
pub(super) fn check(track: &Track, state: &State, turn: &Turn) -> Result<(), Fault> {
    let index = state.index_of(turn.car).ok_or(Fault::Stranger)?;
    if state.phase != Phase::Racing {
        return Err(Fault::Over);
    }
    order(state, index)?;
    match turn.action {
        Action::Pass => Err(Fault::Idle),
        Action::Spend { icon, slot } => {
            let team = state.team_of(index);
            // Only the driver to move may spend a slot, so that there is only one way to record each slot.
            if state.to_act() != Some(index) {
                return Err(Fault::NotNow(state.to_act().unwrap_or(index), "WW-SKILL-05"));
            }
            let is_next = slot == team.skills.of(icon) + 1 && slot <= LAST_SLOT;
            if is_next && team.free > 0 { Ok(()) } else { Err(Fault::Slot(icon, slot)) }
        }
        Action::Discharge => discharge(track, state, index),
        Action::Throw(throw) => check_throw(track, state, index, &throw),
    }
}

/// Checks whether it is the driver's turn (WW-TURN-01 to 03).
fn order(state: &State, index: usize) -> Result<(), Fault> {
    let Some(first) = state.to_act() else { return Err(Fault::Over) };
    if first == index {
        return Ok(());
    }
    let clause = if !state.drivers[index].is_racing() {
        "WW-TURN-03"
    } else if index / DRIVERS != first / DRIVERS || state.extra.is_some() || !state.is_due(index) {
        "WW-TURN-01"
    } else if state.round == 1 || state.terms.options.driver_order == DriverOrder::Fixed {
        "WW-TURN-02"
    } else {
        return Ok(());
    };
    Err(Fault::NotNow(first, clause))
}

/// Checks a discharge, which is a use of the battery (WW-BAT-04 to 07).
fn discharge(track: &Track, state: &State, index: usize) -> Result<(), Fault> {
    let driver = &state.drivers[index];
    if driver.battery < BATTERY {
        return Err(Fault::NotFull);
    }
    if state.rain.is_some() {
        return Err(Fault::WetBattery("WW-RAIN-03"));
    }
    if let Some(why) = permit::blue_only(state, index) {
        return Err(Fault::BlueOnly(why, "WW-BAT-06"));
    }
    if driver.filled_now {
        return Err(Fault::JustFilled);
    }
    let way = drive(track, driver, BATTERY, Branch::Track, state.garage(index));
    match permit::forced(track, state, index) {
        Some(why) if way.leaves_entry => Err(Fault::MustStop(why, "WW-BAT-07")),
        _ => Ok(()),
    }
}

/// Whether a throw of this face breaks the driver's engine in the current move (WW-ENG-01).
pub(super) fn breaks(state: &State, index: usize, face: u8) -> bool {
    face == LARGEST_FACE && state.team_of(index).skills.breaking_six() == Some(state.row.saturating_add(1))
}

/// Whether a throw of this die may end in the driver's own garage (WW-PIT-02).
fn is_garage_die(state: &State, die: Die) -> bool {
    die == Die::Blue || state.terms.options.garage_throw == GarageThrow::Any
}

/// Whether a throw is a failed try to hit the garage (WW-PIT-08). The throw is a failed try even if the team's headset
/// skill then puts the driver into the garage.
pub(super) fn is_failed_try(track: &Track, state: &State, index: usize, throw: &Throw) -> bool {
    let driver = &state.drivers[index];
    let Some(steps) = track.steps_to_garage(driver.spot, state.garage(index)) else { return false };
    let is_on_entry = driver.spot == Spot::Loop(track.pit_entry);
    if !is_on_entry && !matches!(driver.spot, Spot::Lane(_)) {
        return false;
    }
    let score = u16::from(throw.face);
    let wants = match throw.what {
        Use::Hold | Use::Halt => true,
        Use::Move => score < steps && !throw.through && (!is_on_entry || throw.branch == Some(Branch::Pit)),
        Use::Charge | Use::Failure | Use::Discharge => false,
    };
    let could =
        is_garage_die(state, throw.die) && u8::try_from(steps).is_ok_and(|steps| track.faces.shows(throw.die, steps));
    wants && could && score != steps
}

/// Returns the route on which the team's headset skill puts the driver into the garage after this throw (WW-PIT-09).
/// The route may cross the finish line in the pit lane. Returns `None` if the headset does not help after this throw.
pub(super) fn helped_way(track: &Track, state: &State, index: usize, throw: &Throw) -> Option<Drive> {
    let driver = &state.drivers[index];
    let fails = driver.fails.saturating_add(1);
    let last = state.team_of(index).skills.helping_try()?;
    if fails < last || !is_failed_try(track, state, index, throw) {
        return None;
    }
    let garage = state.garage(index);
    let steps = u8::try_from(track.steps_to_garage(driver.spot, garage)?).ok()?;
    Some(drive(track, driver, steps, Branch::Pit, garage))
}

/// Returns the route of a token that is moved by the score of a throw.
pub(super) fn way_of(track: &Track, driver: &Driver, throw: &Throw, garage: u16) -> Drive {
    drive(track, driver, throw.distance(), throw.branch.unwrap_or(Branch::Track), garage)
}

/// Checks that the driver may make this throw and use its score as recorded.
pub(super) fn check_throw(track: &Track, state: &State, index: usize, throw: &Throw) -> Result<(), Fault> {
    let allowed = permit::allowed(track, state, index, state.is_extra(index));
    if !allowed.has(throw.die) {
        return Err(match allowed.blue_only {
            Some(why) => Fault::BlueOnly(why, blue_clause(why)),
            None if throw.die == Die::Blue => Fault::NotBlue,
            None => Fault::Dice,
        });
    }
    if !track.faces.shows(throw.die, throw.face) {
        return Err(Fault::Face);
    }
    if throw.what == Use::Discharge {
        return Err(Fault::BatteryFirst);
    }
    let breaks = breaks(state, index, throw.face);
    if breaks != (throw.what == Use::Failure) {
        return Err(Fault::Choices(if breaks { "WW-ENG-02" } else { "WW-ENG-01" }));
    }
    match throw.what {
        Use::Move => moved(track, state, index, throw),
        Use::Charge => {
            bare(throw)?;
            if state.rain.is_some() {
                return Err(Fault::WetBattery("WW-BAT-03"));
            }
            let is_soft = state.drivers[index].set.compound == Compound::Soft;
            if throw.die == Die::Red && !is_soft && !state.terms.options.slipstream_charge {
                return Err(Fault::SlipstreamOnly);
            }
            let is_over = state.drivers[index].battery.saturating_add(throw.face) > BATTERY;
            if is_over { Err(Fault::Overcharge) } else { Ok(()) }
        }
        Use::Hold | Use::Halt => {
            waits(track, state, index, throw)?;
            stop(track, state, index, throw, helped_way(track, state, index, throw).as_ref())
        }
        Use::Failure => {
            bare(&Throw { tyres: None, ..*throw })?;
            let mut driver = state.drivers[index];
            driver.lap_open = !track.is_before_line(state.garage(index));
            match (state.terms.options.engine_garage_change, throw.tyres) {
                (true, choice) => fit::check(track, state, index, &driver, choice, None),
                (false, Some(_)) => Err(Fault::NoStop),
                (false, None) => Ok(()),
            }
        }
        Use::Discharge => Err(Fault::BatteryFirst),
    }
}

/// Returns the id of the clause that allows only the blue die for this reason.
const fn blue_clause(why: BlueOnly) -> &'static str {
    match why {
        BlueOnly::PitLane => "WW-PIT-02",
        BlueOnly::CrashZone => "WW-CRZ-02",
        BlueOnly::Yellow => "WW-YEL-01",
        BlueOnly::Rain => "WW-RAIN-03",
        BlueOnly::Worn => "WW-TYRE-10",
    }
}

/// Checks that the entry of a throw names no branch (track or pit lane), no `through` and no fresh tyres.
const fn bare(throw: &Throw) -> Result<(), Fault> {
    if throw.branch.is_some() {
        Err(Fault::NoFork)
    } else if throw.through {
        Err(Fault::NoTry)
    } else if throw.tyres.is_some() {
        Err(Fault::NoStop)
    } else {
        Ok(())
    }
}

/// Checks a throw that moves the token (WW-TURN-05, WW-MOVE-05, WW-PIT-01, 03 to 06).
fn moved(track: &Track, state: &State, index: usize, throw: &Throw) -> Result<(), Fault> {
    if throw.steps.is_some() {
        return Err(Fault::Choices("WW-TURN-05"));
    }
    let driver = &state.drivers[index];
    let way = way_of(track, driver, throw, state.garage(index));
    let forced = permit::forced(track, state, index);
    match (way.leaves_entry, throw.branch) {
        (true, None) => return Err(Fault::SayWhere),
        (false, Some(Branch::Pit)) => return Err(Fault::NoEntry),
        (false, Some(Branch::Track)) => return Err(Fault::NoFork),
        (true, Some(Branch::Track)) => {
            if let Some(why) = forced {
                return Err(Fault::MustStop(why, "WW-TYRE-05"));
            }
        }
        (true, Some(Branch::Pit)) => {
            let is_exact = state.terms.options.pit_enter == PitEnter::Exact;
            if is_exact && driver.spot != Spot::Loop(track.pit_entry) {
                return Err(Fault::PassesEntry);
            }
        }
        (false, None) => {}
    }
    if way.arrives && !is_garage_die(state, throw.die) {
        return Err(Fault::BlueGarage);
    }
    if let Some(why) = forced.filter(|_| way.passes_garage) {
        return Err(Fault::MustStop(why, "WW-PIT-06"));
    }
    // `through` may be recorded only if it makes a difference, and only for drivers that may drive past their garage.
    if throw.through {
        if !is_failed_try(track, state, index, &Throw { through: false, ..*throw }) {
            return Err(Fault::NoTry);
        }
        if let Some(why) = forced {
            return Err(Fault::NotThrough(why));
        }
    }
    let helped = helped_way(track, state, index, throw);
    stop(track, state, index, throw, Some(helped.as_ref().unwrap_or(&way)))
}

/// Checks a throw with which a driver holds in the pit lane or halts on the pit entry field (WW-PIT-06, 07).
fn waits(track: &Track, state: &State, index: usize, throw: &Throw) -> Result<(), Fault> {
    bare(&Throw { tyres: None, ..*throw })?;
    let driver = &state.drivers[index];
    let steps = track.steps_to_garage(driver.spot, state.garage(index));
    let score = u16::from(throw.face);
    let is_past = steps.is_some_and(|steps| score > steps);
    if throw.what == Use::Hold {
        let is_held = matches!(driver.spot, Spot::Lane(_)) && is_past;
        return if is_held { Ok(()) } else { Err(Fault::Choices("WW-PIT-06")) };
    }
    let to_entry = track.steps_to_entry(driver.spot);
    let must_stand = state.terms.options.pit_enter == PitEnter::Exact;
    // A score that would end exactly in the garage cannot be moved with a die that may not end there.
    let is_barred = steps == Some(score) && !is_garage_die(state, throw.die);
    let is_halted = to_entry.is_some_and(|steps| score > steps && (is_past || is_barred || (must_stand && steps > 0)));
    if is_halted { Ok(()) } else { Err(Fault::Choices("WW-PIT-07")) }
}

/// Checks whether the driver may fit the tyres that the entry names, or may keep its old set if the entry names none.
/// Only a car that arrives at its garage may fit a new set.
fn stop(track: &Track, state: &State, index: usize, throw: &Throw, way: Option<&Drive>) -> Result<(), Fault> {
    match way.filter(|way| way.arrives) {
        Some(way) => {
            let forced = permit::forced(track, state, index);
            fit::check(track, state, index, &way.driver, throw.tyres, forced)
        }
        None if throw.tyres.is_some() => Err(Fault::NoStop),
        None => Ok(()),
    }
}
