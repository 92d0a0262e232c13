//! The pit lane (section 3.15).

use super::fault::Fault;
use super::movement::Laid;
use super::situation::Situation;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edition, Side, State, Supply, Track, Zone};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The highest gear in the first edition's pit lane (VR-PIT-02).
pub const LANE_GEAR: u8 = 2;

/// How a move ends, seen from the pit lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The car is in the lane and may take so many points.
    Stop {
        /// At most, or in the online edition exactly.
        points: u8,
    },
    /// It has overshot the exit line and takes nothing.
    Overshoot,
}

/// Whether the lap is open for a pit stop: the line crossed once, not on the final lap except in the first edition
/// (VR-PIT-01), and all corners passed.
pub fn is_open(track: &Track, state: &State, car: &Car) -> bool {
    let last_lap_is_open = state.edition == Edition::Formula8;
    all_passed(track, state, car) && car.crossings >= 1 && (last_lap_is_open || car.crossings < state.laps)
}

/// Whether the car has all corners of the lap behind it, or online has come to the last one.
pub fn all_passed(track: &Track, state: &State, car: &Car) -> bool {
    let count = track.corners().len();
    match state.edition {
        Edition::Online => usize::from(car.passed) + 1 >= count,
        Edition::Formula8 | Edition::Second => usize::from(car.passed) == count,
    }
}

/// Whether a front stands in the lane: pit side, past the entry line, not past the exit line (section 3.15; R-33).
fn front_in_lane(track: &Track, front: Point) -> bool {
    let wall = track.pitwall();
    !wall.track.is_past(front) && wall.entry.is_past(front) && !wall.finish.is_past(front)
}

/// Whether a base is partly in the lane: its inside meets the strip between the lines on the pit side.
pub fn base_in_lane(track: &Track, at: Point) -> bool {
    track.pitwall().lane().overlaps(&pieces().car().moved(at))
}

/// Whether some vertex of a base is in the lane, its lines included: the online edition's test.
fn vertex_in_lane(track: &Track, at: Point) -> bool {
    let wall = track.pitwall();
    let base = pieces().car().moved(at);
    // Most places are nowhere near: four intervals decide that without looking at vertices.
    base.overlaps_by(wall.lane(), Surd::ZERO) && base.corners().into_iter().any(|vertex| wall.zone(vertex) == Zone::Box)
}

/// The pit rules for a place and a heading.
pub fn check(
    situation: &Situation<'_>,
    at: Point,
    heading: Direction,
    boosted: bool,
    vector: &Laid,
    side: Side,
) -> Result<(), Fault> {
    if situation.is_online() {
        check_online(situation, at, heading, boosted)
    } else {
        check_printed(situation, at, heading, boosted, vector, side)
    }
}

/// Online, the lane's rules bind a car that has come to the last corner: heading along the wall where some vertex is
/// in the lane (VR-PIT-10), no boost into it (VR-PIT-09), no entry from the pit side on a lap that is closed (VR-PIT-01), and after BOX-BOX no way
/// back to the track before the exit line (VR-PIT-14), judged by the nose as the move left it.
fn check_online(situation: &Situation<'_>, at: Point, heading: Direction, boosted: bool) -> Result<(), Fault> {
    let (track, car) = (situation.track, &situation.car);
    if !all_passed(track, situation.state, car) {
        return Ok(());
    }
    let wall = track.pitwall();
    if car.box_box && matches!(wall.zone(at + pieces().nose(car.heading)), Zone::Finish | Zone::Grid) {
        situation.raise(Fault::BoxBox)?;
    }
    if !vertex_in_lane(track, at) {
        return Ok(());
    }
    if heading != wall.direction {
        situation.raise(Fault::PitHeading)?;
    }
    if boosted && !car.in_lane {
        situation.raise(Fault::BoostPit)?;
    }
    if wall.zone(car.position) == Zone::Entrance
        && !is_open(track, situation.state, car)
        && wall.zone(at + pieces().nose(heading)) == Zone::Box
    {
        situation.raise(Fault::PitClosed)?;
    }
    Ok(())
}

/// The printed editions' rules: VR-PIT-01, 02, 09, 10, 11, 14.
fn check_printed(
    situation: &Situation<'_>,
    at: Point,
    heading: Direction,
    boosted: bool,
    vector: &Laid,
    side: Side,
) -> Result<(), Fault> {
    let (track, car) = (situation.track, &situation.car);
    let wall = track.pitwall();
    let front = at + pieces().front(heading);
    if car.box_box
        && wall.track.is_past(front)
        && wall.entry.is_past(front)
        && !wall.finish.is_past(car.position)
        && !car.in_lane
    {
        situation.raise(Fault::BoxBox)?;
    }
    let first = situation.is_first();
    let (was_inside, enters) = (base_in_lane(track, car.position), enters(track, car, at, heading));
    if enters && !is_open(track, situation.state, car) {
        situation.raise(Fault::PitClosed)?;
    }
    let front_inside = front_in_lane(track, car.position + pieces().front(car.heading));
    if enters || (first && front_inside) {
        if first && situation.gear > LANE_GEAR {
            situation.raise(Fault::PitSpeed)?;
        }
        if boosted {
            situation.raise(Fault::BoostPit)?;
        }
    }
    if was_inside && ((vector.first - car.position) != car.heading.unit() || side != Side::Front) {
        situation.raise(Fault::PitAside)?;
    }
    let along = heading == wall.direction;
    // The first edition allows no turn at all on the way out (VR-PIT-10).
    let turns_inside = !along && ((was_inside && first) || base_in_lane(track, at));
    if turns_inside || (enters && (!along || car.heading != wall.direction)) {
        situation.raise(Fault::PitHeading)?;
    }
    Ok(())
}

/// Whether a move takes the front from before the entry line over it on the pit side.
fn enters(track: &Track, car: &Car, at: Point, heading: Direction) -> bool {
    let wall = track.pitwall();
    let before = car.position + pieces().front(car.heading);
    let after = at + pieces().front(heading);
    !wall.entry.is_past(before) && wall.entry.is_past(after) && !wall.track.is_past(after)
}

/// What a finished move means for the pit stop: `vector_end` is the last octagon laid.
pub fn entry(
    track: &Track,
    state: &State,
    car: &Car,
    gear: u8,
    vector_end: Point,
    at: Point,
    heading: Direction,
) -> Option<Entry> {
    if car.in_lane || !is_open(track, state, car) {
        return None;
    }
    let wall = track.pitwall();
    let speeding = gear.saturating_sub(2) * 2;
    match state.edition {
        Edition::Formula8 | Edition::Second => {
            if !enters(track, car, at, heading) {
                return None;
            }
            if state.edition == Edition::Formula8 {
                // At its speed limit a car that passes straight through has stopped too (VR-PIT-08).
                return Some(Entry::Stop { points: 8 });
            }
            let front = at + pieces().front(heading);
            Some(if wall.finish.is_past(front) { Entry::Overshoot } else { Entry::Stop { points: 8 - speeding } })
        }
        Edition::Online => {
            let from = wall.zone(car.position);
            if !matches!(from, Zone::Entrance | Zone::Finish) {
                return None;
            }
            let partly = vertex_in_lane(track, at);
            if partly && wall.zone(at + pieces().nose(heading)) == Zone::Box {
                return Some(Entry::Stop { points: 8 - speeding });
            }
            if from != Zone::Entrance || !wall.finish.is_past(at + pieces().nose(heading)) {
                return None;
            }
            // VR-PIT-07: nose past the exit with the base still partly inside costs two points more.
            let vector_out = wall.finish.is_past(vector_end);
            let points = 8u8.saturating_sub(speeding + 2);
            Some(if partly && !vector_out && points > 0 { Entry::Stop { points } } else { Entry::Overshoot })
        }
    }
}

/// Whether the front still stands in the lane, so that gear 2 is forced (VR-PIT-12).
pub fn is_inside(track: &Track, at: Point, heading: Direction) -> bool {
    front_in_lane(track, at + pieces().front(heading))
}

/// Whether a car is in the lane after its move, so that the lane binds its declaration (VR-PIT-12). A car that overshot
/// the exit is, until its next move; in the first edition only one whose front is still in the lane.
pub fn is_in_lane_after(track: &Track, state: &State, car: &Car, entry: Option<Entry>) -> bool {
    let inside = is_inside(track, car.position, car.heading);
    match (entry, state.edition) {
        (_, Edition::Formula8) => inside,
        (Some(_), _) => true,
        (None, _) => car.in_lane && inside,
    }
}

/// Whether a pit stop may be called at the end of this turn (VR-PIT-13).
pub fn may_call(track: &Track, state: &State, car: &Car) -> bool {
    if car.box_box || car.in_lane || !is_open(track, state, car) {
        return false;
    }
    let wall = track.pitwall();
    match state.edition {
        Edition::Online => wall.zone(car.position + pieces().nose(car.heading)) == Zone::Entrance,
        Edition::Formula8 => false,
        Edition::Second => {
            car.heading == wall.direction && !wall.entry.is_past(car.position + pieces().front(car.heading))
        }
    }
}

/// How many of the points that a stop offers the car has to take: all of them online, otherwise what it can
/// hold; the rest is forfeited (VR-PIT-05).
pub fn points_due(state: &State, car: &Car, offered: u8) -> u8 {
    match state.edition {
        Edition::Online => offered,
        Edition::Formula8 | Edition::Second => {
            offered.min(8u8.saturating_sub(car.tyre) + 8u8.saturating_sub(car.nitro))
        }
    }
}

/// Whether so many points may be taken (VR-PIT-03 to 05).
pub fn supply_is_due(state: &State, car: &Car, offered: u8, taken: Supply) -> bool {
    let sum = u32::from(taken.tyre) + u32::from(taken.nitro);
    sum == u32::from(points_due(state, car, offered)) && holds(state, car, taken)
}

/// Whether the car can hold what it takes: at most 8 of a kind, online as many as there are (VR-PIT-05, R-53).
pub fn holds(state: &State, car: &Car, taken: Supply) -> bool {
    let fits = |stock: u8, taken: u8| u32::from(stock) + u32::from(taken) <= 8;
    state.edition == Edition::Online || (fits(car.tyre, taken.tyre) && fits(car.nitro, taken.nitro))
}

/// Where a car rests after its move: it is set back if it overshot in the second edition (VR-PIT-06).
pub fn resting_place(situation: &Situation<'_>, entry: Option<Entry>, at: Point, heading: Direction) -> Point {
    match entry {
        Some(Entry::Overshoot) if !situation.is_online() => set_back(situation, at, heading),
        _ => at,
    }
}

/// The second edition's set-back: the front on the exit line, or further back by the least distance that is free
/// (VR-PIT-06, R-36).
fn set_back(situation: &Situation<'_>, at: Point, heading: Direction) -> Point {
    let wall = situation.track.pitwall();
    let front = at + pieces().front(heading);
    let over = wall.finish.depth(front);
    let mut back = over;
    // Behind every car there is room for one; each obstacle can push the place back once.
    for _ in 0..=situation.state.cars.len() {
        let Some(way) = heading.opposite().times(back) else { break };
        let place = at + way;
        let base = pieces().car().moved(place);
        let Some(obstacle) = situation.hit(&base) else { return place };
        // A part of the obstacle is cleared as soon as the base is behind one of its three rear sides.
        let clear = |part: &Octilinear| {
            let behind = |d: Direction| base.reach(d) + part.reach(d.opposite());
            behind(heading).min(behind(heading.turned(1))).min(behind(heading.turned(-1)))
        };
        let Some(step) =
            situation.obstacle_shapes(obstacle).iter().filter(|part| part.overlaps(&base)).map(clear).max()
        else {
            break;
        };
        back += step;
    }
    heading.opposite().times(over).map_or(at, |way| at + way)
}
