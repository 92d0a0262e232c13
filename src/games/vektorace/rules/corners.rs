//! Decides which corners a move passes (ledger, section 4). In the printed editions, this depends on where the move's
//! path crosses the rays of a corner. The online edition divides the area around a corner into eight sectors. It looks
//! for the sectors in which the noses of cars and vectors lie. A nose is the point just behind the middle of the front
//! edge.

use arrayvec::ArrayVec;

use super::situation::next_corner;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edition, State, Track};
use crate::geometry::{Direction, HalfPlane, Point, Segment, Surd};

/// On the way round a corner, the nose (front end) of a gear vector may be at most this number of sectors ahead of the
/// car's nose. The online edition divides the area around each corner into eight sectors (VR-CUT-04).
pub const VECTOR_STEP: u8 = 4;

/// The nose (front end) of a boost may be at most this number of sectors ahead of the gear vector's nose. The nose of
/// the car at its new place may be at most this number of sectors ahead of the nose of the last vector laid (online
/// edition; VR-CUT-04).
pub const PLACE_STEP: u8 = 3;

/// A car has passed the last corner if its sector around that corner is higher than this number (ledger, section 4.5).
pub const PASSED_SECTOR: u8 = 4;

/// The points that a move goes through, from the car's old centre to its new one (ledger, section 4.2).
pub type Path = ArrayVec<Point, 8>;

/// An error: the path cuts this corner, counted from 0. The car has to pass this corner next, but the path crosses the
/// corner's inside ray (from its centre into the bend).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(pub u8);

/// Follows a path and returns the number of corners passed at its end (ledger, section 4.3).
///
/// # Errors
/// Returns the corner that the path cuts.
pub fn walk(track: &Track, passed: u8, path: &[Point]) -> Result<u8, Cut> {
    let mut cut = None;
    let passed = walk_on(track, passed, path, None, &mut cut);
    cut.map_or(Ok(passed), Err)
}

/// Follows a path from its start until it first crosses `line`, or to its end. Returns the number of corners passed
/// until then.
pub fn walk_up_to(track: &Track, passed: u8, path: &[Point], line: &HalfPlane) -> u8 {
    walk_on(track, passed, path, Some(line), &mut None)
}

/// Follows a path to its end, or to the line `up_to` if it is given, and returns the number of corners passed there. If
/// the path cuts a corner, stores the first such corner in `cut` and continues as if its inside ray (the line that must
/// not be crossed) were not there.
fn walk_on(track: &Track, passed: u8, path: &[Point], up_to: Option<&HalfPlane>, cut: &mut Option<Cut>) -> u8 {
    let count = track.corners().len() as u8;
    let mut passed = passed;
    for pair in path.windows(2) {
        let [from, to] = pair else { continue };
        let segment = Segment::new(*from, *to);
        // The point where the segment crosses the line: a fraction of the segment, as numerator and denominator.
        let end = up_to.map(|line| (line.depth(*from), line.depth(*to)));
        if end.is_some_and(|(from, _)| from.is_positive()) {
            break;
        }
        let end = end.filter(|(_, to)| to.is_positive()).map(|(from, to)| (-from, to - from));
        // One segment may pass several corners. For each further corner only the rest of the segment counts: the part
        // after the point where it crossed the ray of the corner before. `since` is that point, as a fraction of the
        // segment.
        let mut since: Option<(Surd, Surd)> = None;
        loop {
            let next = passed % count;
            let corner = &track.corners()[usize::from(next)];
            let (before, after) = (corner.side(*from), corner.side(*to));
            let is_before = match since {
                None => !before.is_positive(),
                Some((part, whole)) => !(before.product(whole) + part.product(after - before)).sign().is_gt(),
            };
            if !is_before || !after.is_positive() {
                break;
            }
            let is_too_late =
                |(part, whole): (Surd, Surd)| ((-before).product(whole) - part.product(after - before)).sign().is_gt();
            if end.is_some_and(is_too_late) {
                break;
            }
            // If cars go round the corner counter-clockwise, the "after" side is to the left of the ray.
            let after_is_left = corner.hand.eta() > 0;
            let axis = if after_is_left { corner.facing } else { corner.facing.opposite() };
            let Some(crossing) = segment.crossing(corner.at, axis) else { break };
            let outside = if after_is_left { crossing.at.is_gt() } else { crossing.at.is_lt() };
            if !outside {
                cut.get_or_insert(Cut(next));
                break;
            }
            if passed == count {
                // All corners are passed. Corner 1 cannot be passed again before the car crosses the finish line.
                break;
            }
            passed += 1;
            since = Some((-before, after - before));
        }
    }
    passed
}

/// A car's progress: the number of times that it has crossed the finish line, the number of corners passed since the
/// last crossing and, in the online edition, its sector around the current corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// The number of times that the car has crossed the finish line (ledger, section 4.3).
    pub crossings: u8,
    /// The number of corners passed since the car last crossed the finish line (ledger, section 4.3).
    pub passed: u8,
    /// The sector in which the car's nose lies, 0 to 7: one of eight parts of the area around the corner that the car
    /// must pass next (ledger, section 4.5). Always 0 in the printed editions.
    pub sector: u8,
}

/// Returns the car's progress in the lap after a move along `path` to the point `at`. During the move the car has the
/// heading `moved`, and after it the heading `heading`.
///
/// # Errors
/// Returns the corner that the path cuts (printed editions).
pub fn lap_after(
    track: &Track,
    state: &State,
    car: &Car,
    path: &[Point],
    at: Point,
    moved: Direction,
    heading: Direction,
) -> Result<Lap, Cut> {
    match state.edition {
        Edition::Online => Ok(sectors_after(track, car, at, moved, heading)),
        Edition::Formula8 | Edition::Second => {
            let count = track.corners().len() as u8;
            let mut passed = walk(track, car.passed, path)?;
            let mut crossings = car.crossings;
            if passed == count && track.pitwall().finish.is_past(at + pieces().front(heading)) {
                crossings = crossings.saturating_add(1);
                passed = walk(track, 0, path)?;
            }
            Ok(Lap { crossings, passed, sector: 0 })
        }
    }
}

/// Returns a car's progress in the lap after a move, even if the move cuts a corner. A log can contain such a move if a
/// rule was broken or a steward's call allowed it. A corner that is cut does not count as passed.
pub fn lap_forgiving(
    track: &Track,
    state: &State,
    car: &Car,
    path: &[Point],
    at: Point,
    moved: Direction,
    heading: Direction,
) -> Lap {
    lap_after(track, state, car, path, at, moved, heading).unwrap_or_else(|_| {
        let passed = walk_on(track, car.passed, path, None, &mut None);
        let line = track.pitwall().finish.is_past(at + pieces().front(heading));
        if usize::from(passed) == track.corners().len() && line {
            let passed = walk_on(track, 0, path, None, &mut None);
            return Lap { crossings: car.crossings.saturating_add(1), passed, sector: 0 };
        }
        Lap { crossings: car.crossings, passed, sector: 0 }
    })
}

/// Returns the progress in the lap at the end of a turn in the online edition (ledger, section 4.5).
fn sectors_after(track: &Track, car: &Car, at: Point, moved: Direction, heading: Direction) -> Lap {
    let last = track.corners().len() - 1;
    let current = next_corner(track, Edition::Online, usize::from(car.passed));
    let mut lap = Lap { crossings: car.crossings, passed: current as u8, sector: sector(track, current, at, moved) };
    if current < last {
        if lap.sector > 3 {
            lap.passed += 1;
            lap.sector = sector(track, current + 1, at, heading);
        }
    } else if lap.sector > PASSED_SECTOR && track.pitwall().finish.is_past(at + pieces().nose(heading)) {
        lap.crossings = lap.crossings.saturating_add(1);
        lap.passed = 0;
        lap.sector = sector(track, 0, at, heading);
        if lap.sector > 5 {
            lap.sector = 1;
        }
    }
    lap
}

/// Returns the sector around a corner in which the nose of a car lies. `at` is the car's centre.
#[inline]
pub fn sector(track: &Track, corner: usize, at: Point, heading: Direction) -> u8 {
    track.corners()[corner].sector(at + pieces().nose(heading))
}
