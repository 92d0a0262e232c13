//! Passing corners: rays and paths (printed editions), eight sectors and noses (online edition); section 4.

use arrayvec::ArrayVec;

use super::situation::next_corner;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Car, Edition, State, Track};
use crate::geometry::{Direction, HalfPlane, Point, Segment, Surd};

/// How many sectors a gear vector's nose may lead ahead of the car's (VR-CUT-04).
pub const VECTOR_STEP: u8 = 4;

/// How many sectors a boost's nose, or the car's, may lead ahead (VR-CUT-04).
pub const PLACE_STEP: u8 = 3;

/// The last sector in which a car has not yet left the last corner behind it (section 4.5).
pub const PASSED_SECTOR: u8 = 4;

/// The points a move goes through (section 4.2).
pub type Path = ArrayVec<Point, 8>;

/// The next corner's inside ray was crossed: the corner, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut(pub u8);

/// Walks a path and answers how many corners have been passed after it (section 4.3).
///
/// # Errors
/// Where the path cuts the next corner.
pub fn walk(track: &Track, passed: u8, path: &[Point]) -> Result<u8, Cut> {
    let mut cut = None;
    let passed = walk_on(track, passed, path, None, &mut cut);
    cut.map_or(Ok(passed), Err)
}

/// Counts the corners passed where a path first crosses a line, or at its end.
pub fn walk_up_to(track: &Track, passed: u8, path: &[Point], line: &HalfPlane) -> u8 {
    walk_on(track, passed, path, Some(line), &mut None)
}

/// The same, up to a line where there is one, carrying on after a cut as if the ray were not there.
fn walk_on(track: &Track, passed: u8, path: &[Point], up_to: Option<&HalfPlane>, cut: &mut Option<Cut>) -> u8 {
    let count = track.corners().len() as u8;
    let mut passed = passed;
    for pair in path.windows(2) {
        let [from, to] = pair else { continue };
        let segment = Segment::new(*from, *to);
        // The part of the segment, as a fraction, after which the line is crossed.
        let end = up_to.map(|line| (line.depth(*from), line.depth(*to)));
        if end.is_some_and(|(from, _)| from.is_positive()) {
            break;
        }
        let end = end.filter(|(_, to)| to.is_positive()).map(|(from, to)| (-from, to - from));
        // One segment may pass several corners: for the next one only the rest of it counts, from where it crossed the
        // last one's ray, given as a part of the whole.
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
            // "After" lies to the left of the ray for a corner taken counter-clockwise.
            let after_is_left = corner.hand.eta() > 0;
            let axis = if after_is_left { corner.facing } else { corner.facing.opposite() };
            let Some(crossing) = segment.crossing(corner.at, axis) else { break };
            let outside = if after_is_left { crossing.at.is_gt() } else { crossing.at.is_lt() };
            if !outside {
                cut.get_or_insert(Cut(next));
                break;
            }
            if passed == count {
                // All passed: corner 1 cannot be passed again before the line is counted.
                break;
            }
            passed += 1;
            since = Some((-before, after - before));
        }
    }
    passed
}

/// Where a car stands in the lap after a move: crossings of the line, corners passed, sector (online).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lap {
    /// `c` of section 4.3.
    pub crossings: u8,
    /// `j` of section 4.3.
    pub passed: u8,
    /// The sector of section 4.5; 0 in the printed editions.
    pub sector: u8,
}

/// What the line and the corners make of a finished move: `path` leads to `at`, `heading` is the final one,
/// `moved` the heading of the move.
///
/// # Errors
/// Where the path cuts a corner (printed editions).
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

/// The same for a move that cuts a corner and stands all the same, in a log that breaks rules or by a steward's call:
/// the corner is not passed by it.
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

/// The online edition's count at the end of a turn (section 4.5).
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

/// The sector of a nose around a corner.
#[inline]
pub fn sector(track: &Track, corner: usize, at: Point, heading: Direction) -> u8 {
    track.corners()[corner].sector(at + pieces().nose(heading))
}
