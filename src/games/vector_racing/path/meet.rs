//! Finds the walls, regions and finish cells that a leg (a straight part of a path) meets, and the next event: a warp,
//! a reflector or a spinner.

use arrayvec::ArrayVec;

use super::Terms;
use crate::games::vector_racing::draft::Spin;
use crate::games::vector_racing::exact::{Leg, Time, Vector, times};
use crate::games::vector_racing::objects::{ObjectId, ObjectKind};
use crate::games::vector_racing::options::{FinishRule, WallRule};
use crate::games::vector_racing::placed::Area;
use crate::games::vector_racing::polygon::Place;
use crate::games::vector_racing::track::Track;

/// The warps already used in this move, as a bit mask (RT-WARP-03).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Warps(u64);

impl Warps {
    pub const fn mark(&mut self, pair: usize) {
        self.0 |= 1 << pair;
    }

    const fn has(self, pair: usize) -> bool {
        self.0 >> pair & 1 == 1
    }
}

/// A change that an object makes to the path of a move: a jump through a warp, a reflection, or a turn at a spinner.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Jump { pair: usize, by: Vector },
    Mirror { axis: usize, at: i64 },
    Turn { at: Vector, clockwise: bool },
}

/// An object met on the path, with the time at which the path meets it.
#[derive(Clone, Copy, Debug)]
pub(in crate::games::vector_racing) struct Met {
    pub t: Time,
    pub id: ObjectId,
    pub bit: u64,
}

/// The next event on a leg (a straight part of a path) that changes the path. If several changes happen at the same
/// time, they belong to one event: at most a warp, two reflectors and a spinner.
#[derive(Clone, Debug)]
pub(super) struct Next {
    pub t: Time,
    pub met: ArrayVec<Met, 4>,
    pub changes: ArrayVec<Change, 4>,
    pub is_warp: bool,
}

impl Next {
    fn add(slot: &mut Option<Self>, met: Met, change: Change) {
        let is_warp = matches!(change, Change::Jump { .. });
        match slot {
            Some(next) if next.t < met.t => return,
            Some(next) if next.t == met.t => {}
            _ => *slot = Some(Self { t: met.t, met: ArrayVec::new(), changes: ArrayVec::new(), is_warp: false }),
        }
        if let Some(next) = slot {
            next.is_warp |= is_warp;
            // On a valid track, one point never has more objects than this list can hold.
            let _ = next.met.try_push(met);
            let _ = next.changes.try_push(change);
        }
    }
}

/// Returns the next event on a leg (a straight part of a path) after the time `after`: a warp, reflectors or a spinner,
/// in the order of RT-EVT-04.
pub(super) fn next_event(track: &Track, leg: &Leg, after: Time, used: Warps) -> Option<Next> {
    let objects = &track.objects;
    if !objects.bend_paths() {
        return None;
    }
    let mut next = None;
    let is_due = |t: &Time| *t > after && *t <= Time::END;
    for (pair, warp) in objects.warps.iter().enumerate().filter(|(pair, _)| !used.has(*pair)) {
        for (end, sign) in warp.ends.iter().zip([1, -1]) {
            let Some(t) = entry(end, leg, after).filter(is_due) else { continue };
            let id = ObjectId { kind: ObjectKind::Warp, number: pair as u8 + 1 };
            let met = Met { t, id, bit: objects.warp_bit(pair) };
            Next::add(&mut next, met, Change::Jump { pair, by: times(warp.offset, sign) });
        }
    }
    // Two reflectors end to end on one line reflect a path once (RT-REFL-03).
    let mut mirrored = [None, None];
    for (index, reflector) in objects.reflectors.iter().enumerate() {
        let across = 1 - reflector.along;
        if leg.velocity[across] == 0 {
            continue;
        }
        let t = Time::ratio(reflector.at - leg.origin[across], leg.velocity[across]);
        let is_on = leg.compare(t, reflector.along, reflector.from).is_ge()
            && leg.compare(t, reflector.along, reflector.to).is_le();
        if !is_due(&t) || !is_on || mirrored[across] == Some(t) {
            continue;
        }
        mirrored[across] = Some(t);
        let id = ObjectId { kind: ObjectKind::Refl, number: index as u8 + 1 };
        let met = Met { t, id, bit: objects.reflector_bit(index) };
        Next::add(&mut next, met, Change::Mirror { axis: across, at: reflector.at / track.scale });
    }
    for (index, spinner) in objects.spinners.iter().enumerate() {
        let Some(t) = leg.through(spinner.at).filter(is_due) else { continue };
        let id = ObjectId { kind: ObjectKind::Spin, number: index as u8 + 1 };
        let met = Met { t, id, bit: objects.spinner_bit(index) };
        let at = spinner.at.map(|value| value / track.scale);
        Next::add(&mut next, met, Change::Turn { at, clockwise: spinner.turn == Spin::Cw });
    }
    next
}

/// Returns the time when a leg (a straight part of a path) enters one of the two areas of a warp from outside
/// (RT-WARP-01, RT-WARP-02).
fn entry(area: &Area, leg: &Leg, after: Time) -> Option<Time> {
    match area {
        Area::Point(at) => leg.through(*at).filter(|t| *t > after),
        Area::Polygon(polygon) if polygon.place_at(leg, after) == Place::Outside => polygon.first_touch(leg, after),
        Area::Polygon(_) => None,
    }
}

/// Returns the regions that a leg (a straight part of a path) meets after the time `after` and up to `until`, in order
/// of time (RT-GEO-07).
pub(super) fn regions(track: &Track, leg: &Leg, after: Time, until: Time) -> Vec<Met> {
    let mut met = Vec::new();
    let [low, high] = leg.bounds();
    for (index, region) in track.objects.regions.iter().enumerate() {
        let [from, to] = region.area.bounds();
        if (0..2).any(|axis| to[axis] < low[axis] || from[axis] > high[axis]) {
            continue;
        }
        let t = match &region.area {
            Area::Point(at) => leg.through(*at).filter(|t| *t > after),
            Area::Polygon(polygon) => polygon.first_meeting(leg, after),
        };
        if let Some(t) = t.filter(|t| *t <= until) {
            let id = ObjectId { kind: region.kind.object(), number: region.number };
            met.push(Met { t, id, bit: 1 << index });
        }
    }
    met.sort_by_key(|met| met.t);
    met
}

/// Returns the first time at which a wall stops the racer (RT-CRASH-01, RT-WALL). Searches from the time `after`, which
/// is excluded, to the time `until` of the next event.
pub(super) fn wall(
    track: &Track,
    terms: Terms,
    leg: &Leg,
    after: Time,
    until: Time,
    is_last: bool,
    velocity: Vector,
) -> Option<Time> {
    let ends_well = || {
        let [x, y] = [0, 1].map(|axis| (leg.origin[axis] + leg.velocity[axis]) / track.scale);
        // A racer that drives out through an opening of the boundary does not need a grid point to land on.
        let is_through = || {
            track.line.as_ref().filter(|line| line.opening).is_some_and(|line| line.passed(leg, after, until).is_some())
        };
        !is_last || track.standing(terms.walls).has([x as i32, y as i32]) || is_through()
    };
    match terms.walls {
        WallRule::NoTouch => {
            // The quick test needs grid points at both ends, so the leg must be a whole move.
            if after == Time::START && is_last {
                let [from, to] = ends(track, leg);
                if track.walls.is_surely_clear(from, to) {
                    return (!ends_well()).then_some(Time::END);
                }
            }
            track.walls.first_contact(leg, after, until).or_else(|| (!ends_well()).then_some(Time::END))
        }
        WallRule::MayTouch => {
            let crossing = if track.walls.is_map() {
                cells_left(track, leg, after, until)
            } else {
                track.walls.first_crossing(leg, after, until, is_last)
            };
            crossing.or_else(|| (!ends_well()).then_some(Time::END))
        }
        WallRule::LandingOnly => (!ends_well()).then_some(Time::END),
        WallRule::Sampled => {
            samples(track, leg, after, until, velocity).find(|(_, cell)| !track.inside.has(*cell)).map(|(t, _)| t)
        }
    }
}

/// Returns the grid points where a move begins and ends. The move must consist of this single leg (straight part of a
/// path).
fn ends(track: &Track, leg: &Leg) -> [[i32; 2]; 2] {
    let from = leg.origin.map(|value| (value / track.scale) as i32);
    let to = [0, 1].map(|axis| ((leg.origin[axis] + leg.velocity[axis]) / track.scale) as i32);
    [from, to]
}

/// A crashed racer is placed near a point of its path. Returns the time at which the racer is at this point. Usually
/// this is the time `t` of the crash. If only landing on a wall is a crash, it is the time of the path's first contact
/// with a wall.
pub(super) fn first_touch(track: &Track, terms: Terms, leg: &Leg, after: Time, t: Time) -> Time {
    match terms.walls {
        WallRule::LandingOnly => track.walls.first_contact(leg, after, t).unwrap_or(t),
        WallRule::NoTouch | WallRule::MayTouch | WallRule::Sampled => t,
    }
}

/// Returns the times at which a leg (a straight part of a path) is checked for walls, after the time `after` and up to
/// `until`. Each time comes with the racer's cell at that time (RT-WALL-03).
fn samples(
    track: &Track,
    leg: &Leg,
    after: Time,
    until: Time,
    velocity: Vector,
) -> impl Iterator<Item = (Time, [i32; 2])> {
    let count = 2 * (velocity[0].abs() + velocity[1].abs());
    let (leg, scale) = (*leg, track.scale);
    (0..=count)
        .map(move |step| (step, Time::ratio(step, count)))
        .skip_while(move |(_, t)| *t <= after)
        .take_while(move |(_, t)| *t <= until)
        .map(move |(step, t)| (t, sample_cell(&leg, step, count, scale)))
}

/// Returns the cell of the sample point that lies at the fraction `step / count` of a leg. A coordinate half-way
/// between two cells is rounded away from zero.
fn sample_cell(leg: &Leg, step: i64, count: i64, scale: i64) -> [i32; 2] {
    [0, 1].map(|axis| {
        let value =
            i128::from(leg.origin[axis]) * i128::from(count) + i128::from(leg.velocity[axis]) * i128::from(step);
        let unit = i128::from(count) * i128::from(scale);
        let rounded = (2 * value.abs() + unit) / (2 * unit);
        (rounded * value.signum()) as i32
    })
}

/// Returns the time when the racer reaches a finish cell; `None` if the finish is a line.
pub(super) fn goal(track: &Track, terms: Terms, leg: &Leg, after: Time, until: Time, velocity: Vector) -> Option<Time> {
    let goals = track.goals.as_ref()?;
    match terms.finish {
        FinishRule::Line => None,
        FinishRule::CellsLand => {
            let [_, to] = ends(track, leg);
            (until == Time::END && goals.has(to)).then_some(Time::END)
        }
        FinishRule::CellsPass if terms.walls == WallRule::Sampled => {
            samples(track, leg, after, until, velocity).find(|(_, cell)| goals.has(*cell)).map(|(t, _)| t)
        }
        FinishRule::CellsPass => {
            cells(track, leg, after, until).into_iter().filter(|(_, cell)| goals.has(*cell)).map(|(t, _)| t).min()
        }
    }
}

/// Returns the cells that a leg (a straight part of a path) meets, each with the time of the first contact. A cell's
/// edges belong to it.
fn cells(track: &Track, leg: &Leg, after: Time, until: Time) -> Vec<(Time, [i32; 2])> {
    squares(track, leg)
        .filter_map(|cell| {
            let [enters, leaves] = within(track, leg, cell)?;
            (leaves > after && enters <= until).then_some((enters.max(after), cell))
        })
        .collect()
}

/// Returns the first time at which the path enters the inside of a wall cell's square (RT-WALL-01 on a map of cells).
fn cells_left(track: &Track, leg: &Leg, after: Time, until: Time) -> Option<Time> {
    squares(track, leg)
        .filter(|cell| !track.inside.has(*cell))
        .filter_map(|cell| {
            let [enters, leaves] = within(track, leg, cell)?;
            let begins = enters.max(after);
            (enters < leaves && begins < leaves && begins < until).then_some(begins)
        })
        .min()
}

/// Returns the cells near a leg (a straight part of a path): for each row of cells, the cells around the part of the
/// leg that lies in this row. Cells off the map are returned only if they are next to the map, because a leg that
/// leaves the map meets one of these cells first.
fn squares(track: &Track, leg: &Leg) -> impl Iterator<Item = [i32; 2]> {
    let scale = track.scale;
    let [mut low, mut high] = leg.bounds().map(|corner| corner.map(|value| value.div_euclid(scale)));
    let size = [track.inside.width(), track.inside.height()].map(|size| size as i64);
    for axis in 0..2 {
        let first = i64::from(track.inside.from()[axis]);
        low[axis] = low[axis].max(first - 1);
        high[axis] = high[axis].min(first + size[axis]);
    }
    let leg = *leg;
    (low[1] - 1..=high[1] + 1).flat_map(move |y| {
        // The columns of the leg in rows y - 1 to y + 1; all its columns if it runs along the row.
        let (from, to) = if leg.velocity[1] == 0 {
            (low[0], high[0])
        } else {
            let x = |y: i64| {
                let rise = y * scale - leg.origin[1];
                let above = i128::from(leg.origin[0]) * i128::from(leg.velocity[1])
                    + i128::from(rise) * i128::from(leg.velocity[0]);
                above.div_euclid(i128::from(leg.velocity[1]) * i128::from(scale)) as i64
            };
            let (a, b) = (x(y - 1), x(y + 1));
            (a.min(b).max(low[0]), a.max(b).min(high[0]))
        };
        (from - 1..=to + 1).map(move |x| [x as i32, y as i32])
    })
}

/// Returns the times when a leg (a straight part of a path) enters and leaves the square of a cell. The square includes
/// its edges. Returns `None` if the leg never meets the square.
fn within(track: &Track, leg: &Leg, cell: [i32; 2]) -> Option<[Time; 2]> {
    let (mut enters, mut leaves) = (Time::START, Time::END);
    for (axis, place) in cell.into_iter().enumerate() {
        let middle = i64::from(place) * track.scale * 2;
        let (low, high) = (middle - track.scale, middle + track.scale);
        let (origin, velocity) = (leg.origin[axis] * 2, leg.velocity[axis] * 2);
        if velocity == 0 {
            if origin < low || origin > high {
                return None;
            }
            continue;
        }
        let (a, b) = (Time::ratio(low - origin, velocity), Time::ratio(high - origin, velocity));
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    (enters <= leaves).then_some([enters, leaves])
}
