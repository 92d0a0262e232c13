//! The rules of the pit lane (ledger, section 3.15).

use super::corners::{PASSED_SECTOR, Path, sector, walk_up_to};
use super::evidence;
use super::fault::{Closed, Fault, NoCall};
use super::laid::Laid;
use super::situation::Situation;
use crate::game::IllegalTurn;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edition, Side, State, Supply, Track, Zone};
use crate::geometry::{Direction, HalfPlane, Octilinear, Point, Surd};

/// The highest gear allowed in the first edition's pit lane (VR-PIT-02).
pub const LANE_GEAR: u8 = 2;

/// The result of a move into the pit lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The car stops in the lane and may take points.
    Stop {
        /// The number of points that the stop gives. In the printed editions the car may take fewer. In the online
        /// edition it takes exactly this number.
        points: u8,
    },
    /// The car has overshot the exit line and takes no points.
    Overshoot,
}

/// Returns the condition that keeps the pit entry closed, or `None` if it is open (VR-PIT-01). The entry opens when the
/// car has crossed the finish line and passed all corners of the lap. On the final lap it opens only in the first
/// edition. `passed` is the number of corners passed.
fn closed(track: &Track, state: &State, car: &Car, passed: u8) -> Option<Closed> {
    if car.crossings == 0 {
        return Some(Closed::FirstCrossing);
    }
    if usize::from(passed) < track.corners().len() {
        return Some(Closed::Corner(passed));
    }
    let final_lap = car.crossings >= state.laps && state.edition != Edition::Formula8;
    final_lap.then_some(Closed::FinalLap)
}

/// Whether a car has passed the last corner of the lap (online edition). Only then do the pit lane's rules apply to the
/// car (ledger, section 4.5). `at` is the car's point, and `moved` its heading during the move.
fn is_past_last_online(track: &Track, car: &Car, at: Point, moved: Direction) -> bool {
    let last = track.corners().len() - 1;
    usize::from(car.passed) >= last && sector(track, last, at, moved) > PASSED_SECTOR
}

/// Whether the middle of a car's front is in the pit lane (ledger, section 3.15; R-33): on the pit side, past the entry
/// line and not past the exit line.
fn front_in_lane(track: &Track, front: Point) -> bool {
    let wall = track.pitwall();
    !wall.track.is_past(front) && wall.entry.is_past(front) && !wall.finish.is_past(front)
}

/// Whether any part of a car's base is in the lane. Touching the lane's edge does not count.
pub fn base_in_lane(track: &Track, at: Point) -> bool {
    track.pitwall().lane().overlaps(&pieces().car().moved(at))
}

/// Whether a car may rotate on the spot after a penalty. In the printed editions a car may not rotate while any part of
/// its base is in the pit lane (VR-PEN-03). In recorded online games, cars rotate in the pit lane.
pub fn may_rotate(situation: &Situation<'_>) -> bool {
    situation.is_online() || !base_in_lane(situation.track, situation.car.position)
}

/// Explains why a car may not rotate in the pit lane.
pub fn no_rotation(track: &Track) -> IllegalTurn {
    let wall = track.pitwall();
    let message = "The car may not rotate while any part of its base is in the pit lane.";
    IllegalTurn::new("VR-PEN-03", message).with(evidence::pitwall_with(wall, wall.entry))
}

/// Whether any vertex of a car's base is in one of these zones around the pitwall. As in the online edition, a vertex
/// on a line of the pit lane counts as in the lane.
fn vertex_in(track: &Track, at: Point, zones: &[Zone]) -> bool {
    let wall = track.pitwall();
    pieces().car().moved(at).corners().into_iter().any(|vertex| zones.contains(&wall.zone(vertex)))
}

/// Whether any vertex of a car's base is in the pit lane or on its lines.
fn vertex_in_lane(track: &Track, at: Point) -> bool {
    // Most cars are far from the lane. The overlap test rules them out before any vertex is tested.
    let base = pieces().car().moved(at);
    base.overlaps_by(track.pitwall().lane(), Surd::ZERO) && vertex_in(track, at, &[Zone::Box])
}

/// Checks the pit rules for a move along `path` that ends with `heading`.
pub fn check(
    situation: &Situation<'_>,
    path: &Path,
    heading: Direction,
    boosted: bool,
    vector: &Laid,
    side: Side,
) -> Result<(), Fault> {
    if situation.is_online() {
        let at = path.last().copied().unwrap_or(situation.car.position);
        check_online(situation, at, heading, boosted)
    } else {
        check_printed(situation, path, heading, boosted, vector, side)
    }
}

/// Checks the pit rules of the online edition. They apply only if the car has passed the last corner at the end of its
/// move.
///
/// - A car with a vertex in the pit lane must head along the wall (VR-PIT-10).
/// - A boost may not lead into the pit lane (VR-PIT-09).
/// - While the entry is closed, no move may lead from the pit side into the pit lane or across it (VR-PIT-01). Moves
///   from the track side are allowed on any lap, because recorded games have them.
/// - After BOX-BOX the car's nose may not end on the track side before the entry line. If the nose is on the track side
///   before the entry line when the move begins, it may not end on the track side past that line either (VR-PIT-14).
///   The nose is tested before the car is rotated.
fn check_online(situation: &Situation<'_>, at: Point, heading: Direction, boosted: bool) -> Result<(), Fault> {
    let (track, car) = (situation.track, &situation.car);
    if usize::from(car.passed) + 1 < track.corners().len() || !is_past_last_online(track, car, at, car.heading) {
        return Ok(());
    }
    let wall = track.pitwall();
    let from = wall.zone(car.position + pieces().nose(car.heading));
    if car.box_box {
        let to = wall.zone(at + pieces().nose(car.heading));
        let avoids = from == Zone::Finish && matches!(to, Zone::Start | Zone::Grid);
        if to == Zone::Finish || avoids {
            situation.raise(Fault::BoxBox)?;
        }
    }
    let inside = vertex_in_lane(track, at);
    if inside && heading != wall.direction {
        situation.raise(Fault::PitHeading)?;
    }
    let closed = closed(track, situation.state, car, track.corners().len() as u8);
    let from_pit_side = from == Zone::Entrance && (boosted || closed.is_some());
    let over = from_pit_side && vertex_in(track, at, &[Zone::Box, Zone::Exit]);
    if let Some(why) = closed
        && over
    {
        situation.raise(Fault::PitClosed(why))?;
    }
    if boosted && !car.in_lane && (inside || over) {
        situation.raise(Fault::BoostPit)?;
    }
    Ok(())
}

/// Whether a gear is legal if this is its only end point (online edition, VR-LEGAL-04). In recorded games it is not
/// legal for two kinds of end points. The car may move to a point of these kinds only if the gear also has an end point
/// of another kind:
///
/// - after BOX-BOX, points on the track side past the entry line (game 131, turns 95 to 113);
/// - while the entry is closed, points in the lane (game 153, turns 13 to 40).
pub fn counts_online(situation: &Situation<'_>, at: Point) -> bool {
    let (track, car) = (situation.track, &situation.car);
    let count = track.corners().len() as u8;
    if car.passed + 1 < count || car.sector <= PASSED_SECTOR {
        return true;
    }
    let beside = || matches!(track.pitwall().zone(at + pieces().nose(car.heading)), Zone::Start | Zone::Grid);
    // If the car begins before the entry line, a place past the exit counts like a place in the lane.
    let inside = || {
        vertex_in_lane(track, at)
            || (vertex_in(track, at, &[Zone::Exit]) && vertex_in(track, car.position, &[Zone::Entrance]))
    };
    !(car.box_box && beside() || closed(track, situation.state, car, count).is_some() && inside())
}

/// Checks the pit rules of the printed editions: VR-PIT-01, 02, 09, 10, 11, 14.
fn check_printed(
    situation: &Situation<'_>,
    path: &Path,
    heading: Direction,
    boosted: bool,
    vector: &Laid,
    side: Side,
) -> Result<(), Fault> {
    let (track, car) = (situation.track, &situation.car);
    let wall = track.pitwall();
    let at = path.last().copied().unwrap_or(car.position);
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
    let was_inside = base_in_lane(track, car.position);
    let enters = enters(track, car, path, heading) || (!was_inside && crosses(track, car, path));
    if enters && let Some(why) = closed_to(track, situation.state, car, path) {
        situation.raise(Fault::PitClosed(why))?;
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
    // In the first edition a car may not rotate at all when it leaves the lane (VR-PIT-10).
    let turns_inside = !along && ((was_inside && first) || base_in_lane(track, at));
    if turns_inside || (enters && (!along || car.heading != wall.direction)) {
        situation.raise(Fault::PitHeading)?;
    }
    Ok(())
}

/// Whether a move enters the pit lane (VR-PIT-01). The car's front must be before the entry line at the start of the
/// move and past it at the end. The front must end in the lane, or the path must lead through the lane.
fn enters(track: &Track, car: &Car, path: &Path, heading: Direction) -> bool {
    let wall = track.pitwall();
    let before = car.position + pieces().front(car.heading);
    let after = path.last().copied().unwrap_or(car.position) + pieces().front(heading);
    !wall.entry.is_past(before)
        && wall.entry.is_past(after)
        && (front_in_lane(track, after) || leads_through_lane(track, path))
}

/// Whether the path of a car whose front is not in the pit lane leads through the lane. The direction does not matter:
/// the path may begin behind the exit line (VR-PIT-01).
fn crosses(track: &Track, car: &Car, path: &Path) -> bool {
    !front_in_lane(track, car.position + pieces().front(car.heading)) && leads_through_lane(track, path)
}

/// Whether any part of the path lies in the pit lane: on the pit side of the wall, between the entry line and the exit
/// line.
pub fn leads_through_lane(track: &Track, path: &[Point]) -> bool {
    let wall = track.pitwall();
    path.windows(2).any(|pair| {
        let [from, to] = pair else { return false };
        // Find the part of the segment on which all three depths are at least 0. `since` and `until` are the ends of
        // that part, as fractions of the segment.
        let depths = |line: &HalfPlane| (line.depth(*from), line.depth(*to));
        let outside = |(from, to): (Surd, Surd)| (-from, -to);
        let bounds = [outside(depths(&wall.track)), depths(&wall.entry), outside(depths(&wall.finish))];
        let one = Surd::from_int(1);
        let (mut since, mut until) = ((Surd::ZERO, one), (one, one));
        let is_less = |a: (Surd, Surd), b: (Surd, Surd)| (a.0.product(b.1) - b.0.product(a.1)).sign().is_lt();
        for (start, end) in bounds {
            if !start.is_positive() && !end.is_positive() {
                return false;
            }
            let part = (start.abs(), (end - start).abs());
            if start.is_negative() && is_less(since, part) {
                since = part;
            } else if end.is_negative() && is_less(part, until) {
                until = part;
            }
        }
        is_less(since, until)
    })
}

/// Returns the condition that keeps the pit lane closed to a move along this path; `None` if the lane is open. Corners
/// that the path passes before it reaches the entry line count as passed (VR-PIT-01).
fn closed_to(track: &Track, state: &State, car: &Car, path: &Path) -> Option<Closed> {
    let passed = walk_up_to(track, car.passed, path, &track.pitwall().entry);
    closed(track, state, car, passed)
}

/// Returns the result of a move along `path` that enters the pit lane; `None` if the move does not enter it.
/// `vector_end` is the centre of the last octagon laid.
pub fn entry(situation: &Situation<'_>, vector_end: Point, path: &Path, heading: Direction) -> Option<Entry> {
    let (track, state, car) = (situation.track, situation.state, &situation.car);
    if car.in_lane {
        return None;
    }
    let wall = track.pitwall();
    let at = path.last().copied().unwrap_or(car.position);
    let speeding = situation.gear.saturating_sub(2) * 2;
    match state.edition {
        Edition::Formula8 | Edition::Second => {
            if !enters(track, car, path, heading) || closed_to(track, state, car, path).is_some() {
                return None;
            }
            if state.edition == Edition::Formula8 {
                // Within the speed limit, a car that passes straight through counts as stopped (VR-PIT-08).
                return Some(Entry::Stop { points: 8 });
            }
            let front = at + pieces().front(heading);
            Some(if wall.finish.is_past(front) { Entry::Overshoot } else { Entry::Stop { points: 8 - speeding } })
        }
        Edition::Online => {
            let from = wall.zone(car.position + pieces().nose(car.heading));
            if !is_past_last_online(track, car, at, car.heading) || !matches!(from, Zone::Entrance | Zone::Finish) {
                return None;
            }
            if vertex_in_lane(track, at) {
                // If the nose is past the exit, the stop gives two points less. So in gear 5 it gives no points
                // (VR-PIT-07).
                let late = if wall.zone(at + pieces().nose(heading)) == Zone::Box { 0 } else { 2 };
                let points = 8u8.saturating_sub(speeding + late);
                return Some(if points > 0 { Entry::Stop { points } } else { Entry::Overshoot });
            }
            let over = wall.zone(vector_end + pieces().nose(car.heading)) == Zone::Exit;
            over.then_some(Entry::Overshoot)
        }
    }
}

/// Whether the car's front is still in the pit lane. If it is, the car must declare gear 2 (VR-PIT-12).
pub fn is_inside(track: &Track, at: Point, heading: Direction) -> bool {
    front_in_lane(track, at + pieces().front(heading))
}

/// Whether a car is in the pit lane after its move, so that its next gear is limited (VR-PIT-12). In the first edition
/// the car is in the lane if its front is in the lane. In the other editions, a car that enters the lane in this move
/// counts as being in the lane, even if it overshoots the exit. A car that was already in the lane counts as being in
/// the lane until its front leaves the lane.
pub fn is_in_lane_after(track: &Track, state: &State, car: &Car, entry: Option<Entry>) -> bool {
    let inside = is_inside(track, car.position, car.heading);
    match (entry, state.edition) {
        (_, Edition::Formula8) => inside,
        (Some(_), _) => true,
        (None, _) => car.in_lane && inside,
    }
}

/// Whether a pit stop may be called at the end of this turn (VR-PIT-13).
///
/// # Errors
/// Returns the condition that is not met.
pub fn may_call(track: &Track, state: &State, car: &Car) -> Result<(), NoCall> {
    if state.edition == Edition::Formula8 {
        return Err(NoCall::Edition);
    }
    if car.box_box {
        return Err(NoCall::Called);
    }
    if car.in_lane {
        return Err(NoCall::InLane);
    }
    let count = track.corners().len() as u8;
    let online = state.edition == Edition::Online;
    let passed = if online && car.passed + 1 >= count && car.sector > PASSED_SECTOR { count } else { car.passed };
    if let Some(why) = closed(track, state, car, passed) {
        return Err(NoCall::Closed(why));
    }
    let wall = track.pitwall();
    if online {
        let is_there = wall.zone(car.position + pieces().nose(car.heading)) == Zone::Entrance;
        return if is_there { Ok(()) } else { Err(NoCall::Nose) };
    }
    if car.heading != wall.direction {
        return Err(NoCall::Heading);
    }
    if wall.entry.is_past(car.position + pieces().front(car.heading)) {
        return Err(NoCall::Past);
    }
    Ok(())
}

/// Returns the number of points that the car can take at a stop where `offered` points are available. In the online
/// edition it takes all of them. In the printed editions it takes only what it can hold, and the rest is lost
/// (VR-PIT-05).
pub fn points_open(state: &State, car: &Car, offered: u8) -> u8 {
    match state.edition {
        Edition::Online => offered,
        Edition::Formula8 | Edition::Second => {
            offered.min(8u8.saturating_sub(car.tyre) + 8u8.saturating_sub(car.nitro))
        }
    }
}

/// Whether the car may take these points. In the printed editions it may take any number up to the points offered. In
/// the online edition it must take all of them (VR-PIT-03 to 05, R-53).
pub fn may_take(state: &State, car: &Car, offered: u8, taken: Supply) -> bool {
    let (sum, open) = (u32::from(taken.tyre) + u32::from(taken.nitro), u32::from(points_open(state, car, offered)));
    let fits = if state.edition == Edition::Online { sum == open } else { sum <= open };
    fits && holds(state, car, taken)
}

/// Whether the car has room for the points that it takes. In the printed editions it can hold at most 8 points of each
/// kind (VR-PIT-05). In the online edition there is no limit.
pub fn holds(state: &State, car: &Car, taken: Supply) -> bool {
    let fits = |stock: u8, taken: u8| u32::from(stock) + u32::from(taken) <= 8;
    state.edition == Edition::Online || (fits(car.tyre, taken.tyre) && fits(car.nitro, taken.nitro))
}

/// Returns the car's point on the board after its move. In the second edition a car that overshot the pit exit is set
/// back (VR-PIT-06).
pub fn resting_place(situation: &Situation<'_>, entry: Option<Entry>, at: Point, heading: Direction) -> Point {
    match entry {
        Some(Entry::Overshoot) if !situation.is_online() => set_back(situation, at, heading),
        _ => at,
    }
}

/// Returns the point to which a car is set back in the second edition (VR-PIT-06, R-36). Its front is then on the exit
/// line. If obstacles are in the way, the point is further back, but no further than necessary.
fn set_back(situation: &Situation<'_>, at: Point, heading: Direction) -> Point {
    let wall = situation.track.pitwall();
    let front = at + pieces().front(heading);
    let over = wall.finish.depth(front);
    let mut back = over;
    // Each car that is in the way can move the place back once.
    for _ in 0..=situation.state.cars.len() {
        let Some(way) = heading.opposite().times(back) else { break };
        let place = at + way;
        let base = pieces().car().moved(place);
        let Some(obstacle) = situation.hit(&base) else { return place };
        // The base is clear of a part of an obstacle as soon as it is behind one of the three rear sides of that part.
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
