//! Describes a race state in the form that all games share.

use super::VectorRacing;
use super::rules::{ranks, roots_left};
use super::state::{Life, Phase, Racer, Standing, State};
use super::track::Track;
use crate::game::{CarView, Details, StateView, Status, View};

impl View for VectorRacing {
    fn details(_: &Track, state: &State) -> Details {
        super::details::details(state)
    }

    fn view(track: &Track, state: &State) -> StateView {
        let ranks = ranks(track, state);
        let to_act = state.to_act().map(|index| state.racers[index].car);
        let lap = track.lap_steps();
        let cars =
            state.racers.iter().zip(ranks).map(|(racer, rank)| car_view(track, state, racer, rank, lap)).collect();
        let phase = match state.phase {
            Phase::Racing => "race",
            Phase::Over => "finished",
            Phase::Abandoned => "abandoned",
        };
        StateView { round: state.turn, to_act, phase, cars }
    }
}

fn car_view(track: &Track, state: &State, racer: &Racer, rank: u32, lap: u32) -> CarView {
    // The part of the lap already driven is computed from the steps left to the finish. A racer that starts in the
    // middle of a lap has driven a part of it.
    let left = track.steps_left(racer.at).unwrap_or(lap);
    let within = match (racer.standing, left.checked_sub(lap)) {
        (Standing::Finished(_), _) => 0.0,
        (_, None) => 1.0 - f64::from(left) / f64::from(lap),
        // A racer may be farther from the finish than a whole lap, for example in a dead end. It then ranks behind all
        // racers of its lap, but ahead of all racers of the lap before.
        (_, Some(more)) => -f64::from(more) / f64::from(more + 1) / f64::from(lap),
    };
    let progress = f64::from(racer.progress) + within;
    let gear = racer.base[0].unsigned_abs().max(racer.base[1].unsigned_abs());
    let lives = match &racer.life {
        Life::Endless => 0,
        Life::Points(points) => u32::try_from(*points).unwrap_or(0),
        Life::Roots(squares) => u32::try_from(roots_left(squares)).unwrap_or(0),
    };
    let done = u32::try_from(racer.progress).unwrap_or(0);
    CarView {
        velocity: Some(racer.base),
        car: racer.car,
        at: racer.at.map(f64::from),
        dir: direction(racer.base),
        gear: Some(u8::try_from(gear).unwrap_or(u8::MAX)),
        resources: vec![lives],
        lap: u32::try_from(racer.progress + 1).unwrap_or(0).min(state.terms.laps.max(done)),
        laps_done: done,
        corners: 0,
        progress,
        distance: progress * f64::from(lap),
        rank,
        status: match racer.standing {
            Standing::Racing => Status::Racing,
            Standing::Finished(_) => Status::Finished,
            Standing::Out => Status::Withdrawn,
        },
        marks: marks(racer),
        tokens: Vec::new(),
    }
}

/// Returns the direction of a velocity in eighths of a circle; `None` at rest.
fn direction([x, y]: [i32; 2]) -> Option<u8> {
    // The direction is an axis if one component is more than twice the other (the exact limit would be 22.5°).
    let (wide, tall) = (x.unsigned_abs() > 2 * y.unsigned_abs(), y.unsigned_abs() > 2 * x.unsigned_abs());
    Some(match (x.signum(), y.signum()) {
        (0, 0) => return None,
        (1, _) if wide => 0,
        (-1, _) if wide => 4,
        (_, 1) if tall => 2,
        (_, -1) if tall => 6,
        (1, 1) => 1,
        (-1, 1) => 3,
        (-1, -1) => 5,
        (1, -1) => 7,
        (1, _) => 0,
        (_, 1) => 2,
        (-1, _) => 4,
        _ => 6,
    })
}

fn marks(racer: &Racer) -> Vec<&'static str> {
    [
        (racer.force, "sliding on oil"),
        (racer.fast, "speed-up"),
        (racer.slow, "slow-down"),
        (racer.lost > 0, "repairing"),
        (matches!(racer.standing, Standing::Out), "out"),
    ]
    .into_iter()
    .filter_map(|(is_set, mark)| is_set.then_some(mark))
    .collect()
}
