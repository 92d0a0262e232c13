//! Carries out an entry, and collects the facts for its report (rules ledger, sections 6 and 9).
//!
//! The effects of a throw are applied in the order of the rules ledger: engine failure, movement (finish line, choice
//! at the pit entry, finish), landing (red field, garage), failed try, start of rain, end of rain, skill slots, extra
//! throw.

use super::super::dice::{Die, LARGEST_FACE};
use super::super::draft::BATTERY;
use super::super::options::{Collision, LapSlots, TeamMates};
use super::super::setup::DRIVERS;
use super::super::skills::{Icon, LAP_SLOTS, MOST_SLOTS};
use super::super::state::{Driver, Phase, Rain, Spot, State};
use super::super::track::Track;
use super::super::turn::{Action, Branch, Throw, Turn, Use};
use super::super::tyres::Compound;
use super::drive::{Drive, change, drive};
use super::permit::{self, Why};
use super::{advance, check};

/// The special event at the field where a move ends: a collision, or a stop in the driver's own garage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// The move ended without a special event.
    None,
    /// The move ended on a red field where another driver stands. Contains the index of that driver in the state.
    Collision(usize),
    /// The move ended in the driver's own garage.
    Garage,
}

/// The facts of one recorded entry (a throw, a discharge or a spent skill slot): its route, its effects, the allowed
/// dice, and the reason for a forced stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The round to which the recorded entry belongs.
    pub round: u32,
    /// The driver's index in `State::drivers`.
    pub index: usize,
    /// The recorded entry itself.
    pub turn: Turn,
    /// The driver's state before the recorded entry.
    pub before: Driver,
    /// The driver's state after the recorded entry.
    pub after: Driver,
    /// Whether the recorded entry is an extra throw.
    pub is_extra: bool,
    /// The dice that the driver was allowed to throw, from slow to fast.
    pub allowed: Vec<Die>,
    /// The reason why only the blue die was allowed; `None` if other dice were allowed.
    pub blue_only: Option<permit::BlueOnly>,
    /// The reason why the driver had to stop in this lap; `None` if it did not have to.
    pub forced: Option<Why>,
    /// The distance, in fields, to the car ahead whose slipstream the driver could use; `None` if no car ahead was near
    /// enough.
    pub slipstream: Option<u16>,
    /// The fields that the token entered, in order.
    pub spots: Vec<Spot>,
    /// The laps that the driver completed with this throw or discharge.
    pub concluded: Vec<u8>,
    /// The special event at the field where the move ends: a collision, or a stop in the driver's own garage.
    pub landing: Landing,
    /// The number of the driver's failed tries to hit the garage, including this throw; `None` if this throw is not a
    /// failed try.
    pub failed_try: Option<u8>,
    /// Whether the headset skill put the driver into its garage.
    pub helped: bool,
    /// Whether the engine broke.
    pub failure: bool,
    /// The tyres taken off and put on; `None` if tyres were not changed.
    pub tyres: Option<(Compound, Compound)>,
    /// Whether the yellow flag came out.
    pub yellow: bool,
    /// Whether rain started.
    pub rain_start: bool,
    /// Whether rain ended.
    pub rain_end: bool,
    /// The number of skill slots that the team gained.
    pub gained: u8,
    /// The skill slot that the team spent; `None` if it spent no slot.
    pub spent: Option<(Icon, u8)>,
    /// The driver's finishing place; `None` if it did not finish.
    pub finish: Option<u8>,
    /// Whether the driver must throw again.
    pub extra: bool,
}

/// The result of carrying out a recorded entry.
pub(super) struct Done {
    pub state: State,
    pub report: Report,
}

/// Carries out a recorded entry (a throw, a discharge or a spent skill slot), whether it is legal or not. Returns the
/// next state and a report of the entry; `None` if the race is over or the car is not racing.
pub(super) fn act(track: &Track, state: &State, turn: &Turn) -> Option<Done> {
    let index = state.index_of(turn.car)?;
    if state.phase != Phase::Racing || !state.drivers[index].is_racing() {
        return None;
    }
    let mut next = state.clone();
    advance::begin(&mut next, index);
    let driver = state.drivers[index];
    let allowed = permit::allowed(track, state, index, state.is_extra(index));
    let mut report = Report {
        round: next.round,
        index,
        turn: *turn,
        before: driver,
        after: driver,
        is_extra: state.is_extra(index),
        allowed: allowed.list(),
        blue_only: allowed.blue_only,
        forced: permit::forced(track, state, index),
        slipstream: permit::slipstream(track, state, index),
        spots: Vec::new(),
        concluded: Vec::new(),
        landing: Landing::None,
        failed_try: None,
        helped: false,
        failure: false,
        tyres: None,
        yellow: false,
        rain_start: false,
        rain_end: false,
        gained: 0,
        spent: None,
        finish: None,
        extra: false,
    };
    let mut is_six = false;
    match turn.action {
        Action::Spend { icon, slot } => {
            spend(&mut next, index, icon, slot);
            advance::settle(track, &mut next);
            report.spent = Some((icon, slot));
            report.after = next.drivers[index];
            return Some(Done { state: next, report });
        }
        Action::Pass => {}
        Action::Discharge => {
            is_six = true;
            discharge(track, &mut next, index, &mut report);
        }
        Action::Throw(throw) => {
            is_six = throw.face == LARGEST_FACE;
            thrown(track, state, &mut next, index, &throw, &mut report);
        }
    }
    let has_thrown_six = is_six && turn.as_throw().is_some();
    weather(&mut next, has_thrown_six, &mut report);
    award(&mut next, index, &mut report);
    let goes_on = next.phase == Phase::Racing && next.drivers[index].is_racing();
    let is_stopped = report.failure || matches!(report.landing, Landing::Collision(_));
    report.extra = is_six && goes_on && !is_stopped && !permit::allowed(track, &next, index, true).is_none();
    if report.extra {
        next.extra = Some(index as u8);
    } else {
        let rained = next.rain.is_some();
        advance::end_move(track, &mut next, index);
        report.rain_end |= rained && next.rain.is_none();
    }
    report.after = next.drivers[index];
    Some(Done { state: next, report })
}

/// Spends a skill slot (WW-SKILL-05). Spends even a slot that is not the next one of its icon, because the players of a
/// recorded race may have accepted it.
fn spend(next: &mut State, index: usize, icon: Icon, slot: u8) {
    let Some(team) = next.teams.get_mut(index / DRIVERS) else { return };
    team.skills = team.skills.with(icon, slot.clamp(1, super::super::skills::LAST_SLOT));
    team.free = team.free.saturating_sub(1);
}

fn discharge(track: &Track, next: &mut State, index: usize, report: &mut Report) {
    let way = drive(track, &next.drivers[index], BATTERY, Branch::Track, next.garage(index));
    next.drivers[index] = way.driver;
    next.drivers[index].battery = 0;
    land(track, next, index, &way, report);
}

/// Carries out a throw and its use.
fn thrown(track: &Track, state: &State, next: &mut State, index: usize, throw: &Throw, report: &mut Report) {
    let garage = state.garage(index);
    next.drivers[index].die = Some(throw.die);
    if throw.face == LARGEST_FACE {
        next.row = next.row.saturating_add(1);
        next.teams[index / DRIVERS].six = true;
    }
    let helped = check::helped_way(track, state, index, throw);
    let is_try = check::is_failed_try(track, state, index, throw);
    let driver = &mut next.drivers[index];
    match throw.what {
        Use::Failure => {
            report.failure = true;
            driver.spot = Spot::Lane(garage);
            driver.lap_open = !track.is_before_line(garage);
            driver.charged = false;
            report.landing = Landing::Garage;
            if state.terms.options.engine_garage_change {
                stop(track, next, index, throw, report);
            }
            return;
        }
        Use::Charge => {
            driver.battery = driver.battery.saturating_add(throw.face).min(BATTERY);
            driver.filled_now |= driver.battery == BATTERY;
            return;
        }
        Use::Discharge => return discharge(track, next, index, report),
        Use::Move | Use::Hold | Use::Halt => {}
    }
    let way = match (helped, throw.what) {
        (Some(way), _) => {
            report.helped = true;
            Some(way)
        }
        (None, Use::Move) => Some(check::way_of(track, &state.drivers[index], throw, garage)),
        (None, Use::Halt) => {
            let steps = track.steps_to_entry(state.drivers[index].spot).unwrap_or(0);
            let steps = u8::try_from(steps).unwrap_or(u8::MAX).min(throw.face);
            Some(drive(track, &state.drivers[index], steps, Branch::Track, garage))
        }
        _ => None,
    };
    if let Some(way) = way {
        let (die, filled_now) = (driver.die, driver.filled_now);
        *driver = Driver { die, filled_now, ..way.driver };
        land(track, next, index, &way, report);
        if way.arrives {
            report.landing = Landing::Garage;
            stop(track, next, index, throw, report);
        }
    }
    if is_try {
        let fails = state.drivers[index].fails.saturating_add(1);
        report.failed_try = Some(fails);
        if !report.helped {
            next.drivers[index].fails = fails;
        }
    }
}

/// Carries out a stop in the driver's own garage, with or without a change of tyres (WW-PIT-03, 11).
fn stop(track: &Track, next: &mut State, index: usize, throw: &Throw, report: &mut Report) {
    let garage = next.garage(index);
    let driver = &mut next.drivers[index];
    driver.stops = driver.stops.saturating_add(1);
    driver.fails = 0;
    if let Some(compound) = throw.tyres {
        report.tyres = Some((driver.set.compound, compound));
        change(track, driver, garage, compound);
    }
}

/// Applies the effects of a move on the board: completed laps, the finish, a collision.
fn land(track: &Track, next: &mut State, index: usize, way: &Drive, report: &mut Report) {
    report.spots = way.spots.to_vec();
    report.concluded = way.concluded.to_vec();
    if way.finishes {
        next.finished += 1;
        next.drivers[index].finished = next.finished;
        report.finish = Some(next.finished);
        let racing = next.drivers.iter().filter(|driver| driver.is_racing()).count();
        // A race is over when only one driver is left. In the analysis of a lone driver, it is over only when that
        // driver finishes.
        if racing <= usize::from(next.drivers.len() > 2) {
            next.phase = Phase::Over;
        }
        return;
    }
    let round = next.round;
    let Spot::Loop(field) = next.drivers[index].spot else { return };
    if way.spots.is_empty() {
        return;
    }
    if track.is_red(field) && round > track.free_rounds {
        let is_strict = next.terms.options.collision == Collision::SameRound;
        let shares = next.terms.options.team_mates == TeamMates::Share;
        let is_hit = |(other, driver): &(usize, &Driver)| {
            *other != index
                && driver.spot == Spot::Loop(field)
                && (!is_strict || driver.landed == round)
                && !(shares && *other / DRIVERS == index / DRIVERS)
        };
        if let Some((other, _)) = next.drivers.iter().enumerate().find(is_hit) {
            report.landing = Landing::Collision(other);
            let driver = &mut next.drivers[index];
            driver.spot = Spot::CrashZone;
            driver.lap_open = true;
            driver.charged = false;
            if next.yellow.is_none() {
                next.yellow = Some((index / DRIVERS) as u8);
                report.yellow = true;
            }
            return;
        }
    }
    next.drivers[index].landed = round;
}

/// Updates the rain (WW-RAIN-01, 02, 04, 06, 07). Rain starts as soon as every team that still races has thrown a six
/// in the same round. Rain ends when every driver has completed the lap that it was driving when the rain started.
fn weather(next: &mut State, has_thrown_six: bool, report: &mut Report) {
    if !next.terms.weather || next.phase != Phase::Racing {
        return;
    }
    if has_thrown_six && next.rain.is_none() && next.rain_ended != next.round {
        let races = |team: usize| next.drivers.iter().skip(team * DRIVERS).take(DRIVERS).any(Driver::is_racing);
        let all = next.teams.iter().enumerate().all(|(team, held)| held.six || !races(team));
        if all {
            let mut rain = Rain { start: next.round, laps: [0; super::super::state::MAX_DRIVERS] };
            for (lap, driver) in rain.laps.iter_mut().zip(&next.drivers).filter(|(_, driver)| driver.is_racing()) {
                *lap = driver.lap;
            }
            next.rain = Some(rain);
            report.rain_start = true;
        }
    }
    if let Some(rain) = next.rain {
        let is_through = |(lap, driver): (&u8, &Driver)| *lap == 0 || !driver.is_racing() || driver.lap > *lap;
        if rain.laps.iter().zip(&next.drivers).all(is_through) {
            next.rain = None;
            next.rain_ended = next.round;
            report.rain_end = true;
        }
    }
}

/// Gives skill slots to the driver's team if the driver is the first to complete a lap that earns slots (WW-SKILL-03,
/// 04).
fn award(next: &mut State, index: usize, report: &mut Report) {
    if next.terms.championship.is_some() {
        return;
    }
    let last = match next.terms.options.lap_slots {
        LapSlots::EachLap => super::super::draft::LAPS - 1,
        LapSlots::FirstLapOnly => 1,
    };
    for lap in report.concluded.iter().copied().filter(|lap| *lap <= last) {
        if lap <= next.awarded {
            continue;
        }
        next.awarded = lap;
        let team = &mut next.teams[index / DRIVERS];
        let room = MOST_SLOTS.saturating_sub(team.skills.taken()).saturating_sub(team.free);
        let gained = LAP_SLOTS.min(room);
        team.free += gained;
        report.gained += gained;
    }
}
