//! Ends moves, turns and rounds, and finds the next driver to act (WW-TURN, WW-YEL-03, WW-RAIN-05, WW-RACE-03).

use super::super::options::RainCount;
use super::super::setup::DRIVERS;
use super::super::state::{Driver, Phase, State};
use super::super::track::Track;

/// Prepares the state for an entry, which may be out of turn. If the driver's team moves only later in the round, skips
/// the teams before it and begins that team's turn now.
pub(super) fn begin(next: &mut State, index: usize) {
    if next.extra.is_some_and(|due| usize::from(due) != index) {
        let due = next.extra.map_or(0, usize::from);
        next.teams[due / DRIVERS].moved[due % DRIVERS] = true;
        next.extra = None;
        next.row = 0;
    }
    let seat = index / DRIVERS;
    if seat > usize::from(next.seat) {
        end_turn(next, usize::from(next.seat));
        next.seat = seat as u8;
    }
}

/// Ends the move of a driver.
pub(super) fn end_move(track: &Track, next: &mut State, index: usize) {
    next.extra = None;
    next.row = 0;
    next.teams[index / DRIVERS].moved[index % DRIVERS] = true;
    settle(track, next);
}

/// Advances to the next driver that has to move, ending turns and rounds on the way.
pub(super) fn settle(track: &Track, next: &mut State) {
    while next.phase == Phase::Racing && next.to_act().is_none() {
        let seat = usize::from(next.seat);
        end_turn(next, seat);
        if seat + 1 < next.teams.len() {
            next.seat += 1;
        } else {
            end_round(track, next);
        }
        if !next.drivers.iter().any(Driver::is_racing) {
            next.phase = Phase::Over;
        }
    }
}

fn end_turn(next: &mut State, seat: usize) {
    next.drivers.iter_mut().skip(seat * DRIVERS).take(DRIVERS).for_each(|driver| driver.filled_now = false);
    if let Some(team) = next.teams.get_mut(seat) {
        team.moved = [false; DRIVERS];
    }
}

fn end_round(track: &Track, next: &mut State) {
    next.yellow = None;
    for team in &mut next.teams {
        team.six = false;
        team.moved = [false; DRIVERS];
    }
    let counted = u32::from(next.terms.options.rain_count == RainCount::StartingRound);
    let lasts = track.rain_rounds.saturating_sub(counted);
    if next.rain.is_some_and(|rain| next.round >= rain.start.saturating_add(lasts)) {
        next.rain = None;
        next.rain_ended = next.round;
    }
    if next.round >= next.terms.options.round_cap {
        next.phase = Phase::Abandoned;
        return;
    }
    next.round += 1;
    next.seat = 0;
}
