//! Warns about layouts that are valid but look like a mistake. An unusual layout that a player may well intend gets no
//! warning.

use super::pieces::{PIT_LINE_OFFSET, pieces};
use super::track::{Corner, Draft, Pitwall};
use crate::game::scene::Tag;
use crate::game::{Issue, Remedy};
use crate::geometry::{Octilinear, Point, Surd};

/// The grid must have room for this number of columns of cars and this number of rows of cars.
const GRID: [i64; 2] = [2, 3];
/// The check tries these distances between the pitwall's axis and the first column of cars on the grid, in half
/// octagons. The whole grid must have room at one of these distances.
const ASIDE: std::ops::RangeInclusive<i64> = 2..=24;

/// A limit for the cosine of the angle between two directions: the direction that a corner's curbs face, and the
/// direction to the outside of its bend. If the cosine is below the limit, the curbs face the wrong way. Correct curbs
/// have a cosine far above the limit, even in a hairpin. If curbs are rotated by 90°, the cosine is mostly below the
/// limit.
const LOOKS_AWAY: f64 = 0.15;
/// The distance from the pitwall's axis to the centre of a car that touches the wall, 3/8 + 1/2 octagons.
const WALL_AND_CAR: Surd = Surd::from_units(17_500, 0);
/// The distances from the pitwall at which the check tries to drive a car straight through the pit lane. Each number is
/// the extra distance beyond [`WALL_AND_CAR`], in half octagons.
const LANE_ASIDE: std::ops::RangeInclusive<i64> = 0..=20;
/// The points along the pit lane at which the check tests whether a car has room, in half octagons from the middle of
/// the lane.
const LANE_STEPS: std::ops::RangeInclusive<i64> = -3..=3;

/// Adds a warning to `issues` for each part of a circuit that looks like a mistake.
pub(super) fn check(
    draft: &Draft,
    pitwall: &Pitwall,
    corners: &[Corner],
    table: Option<&Octilinear>,
    issues: &mut Vec<Issue>,
) {
    order(draft, pitwall, corners, issues);
    facing(draft, pitwall, corners, issues);
    gaps(draft, pitwall, corners, issues);
    if let Some(table) = table {
        edges(draft, corners, table, issues);
        grid(pitwall, corners, table, issues);
        lane(pitwall, corners, table, issues);
    }
}

/// Checks that the pitwall stands between the last corner and the first (VR-TRACK-06), and that the lap does not reach
/// any corner from behind (VR-TRACK-07).
fn order(draft: &Draft, pitwall: &Pitwall, corners: &[Corner], issues: &mut Vec<Issue>) {
    let (Some(first), Some(last)) = (corners.first(), corners.last()) else { return };
    if !pitwall.finish.is_past(first.at) || !pitwall.entry.depth(last.at).is_negative() {
        issues.push(
            Issue::warning("VR-TRACK-06", "The pitwall does not stand between the last corner and corner 1.")
                .at(pitwall.at.to_f64())
                .fix("Move the pitwall, rotate it by 180°, or renumber the corners.")
                .remedy(Remedy::ShiftWall),
        );
    }
    let order = draft.corner_order();
    let anchors = anchors(pitwall, corners);
    for ((corner, before), place) in corners.iter().zip(&anchors).zip(order) {
        if corner.is_after(*before) {
            let number = draft.corners.get(place).map_or(0, |corner| corner.number);
            issues.push(
                Issue::warning("VR-TRACK-07", format!("Corner {number} is entered from behind."))
                    .at(corner.at.to_f64())
                    .fix("Rotate the corner, or change the direction in which cars go round it.")
                    .remedy(Remedy::FaceTheRace(Tag::Corner(place))),
            );
        }
    }
}

/// Returns the points that a short lap passes, in order: a point on the finish line close to the wall, then the apex of
/// each corner.
fn anchors(pitwall: &Pitwall, corners: &[Corner]) -> Vec<Point> {
    let line = pitwall.finish.origin + pitwall.track.normal.unit();
    std::iter::once(line).chain(corners.iter().map(Corner::apex)).collect()
}

/// Checks that the curbs of each corner face the outside of its bend (VR-TRACK-07). The outside of the bend is computed
/// from the points that the lap passes before and after the corner.
fn facing(draft: &Draft, pitwall: &Pitwall, corners: &[Corner], issues: &mut Vec<Issue>) {
    let anchors = anchors(pitwall, corners);
    for ((index, corner), place) in corners.iter().enumerate().zip(draft.corner_order()) {
        let (Some(before), Some(after)) = (anchors.get(index), anchors.get((index + 2) % anchors.len())) else {
            continue;
        };
        let misses = outside(*before, corner, *after).is_some_and(|outside| {
            let facing = corner.facing.unit().to_f64();
            facing[0] * outside[0] + facing[1] * outside[1] < LOOKS_AWAY
        });
        // A corner entered from behind has already been reported.
        if misses && !corner.is_after(*before) {
            let number = draft.corners.get(place).map_or(0, |corner| corner.number);
            let message = format!("The curbs of corner {number} do not face the outside of its bend.");
            issues.push(
                Issue::warning("VR-TRACK-07", message)
                    .at(corner.at.to_f64())
                    .fix("Rotate the corner, or change the direction in which cars go round it.")
                    .remedy(Remedy::FaceTheRace(Tag::Corner(place))),
            );
        }
    }
}

/// Returns the direction from a corner to the outside of its bend, as a unit vector. The bend follows from the points
/// that the lap passes before and after the corner. Returns `None` if this direction cannot be computed.
fn outside(before: Point, corner: &Corner, after: Point) -> Option<[f64; 2]> {
    let unit = |way: Point| {
        let [x, y] = way.to_f64();
        let length = x.hypot(y);
        (length > 0.0).then(|| [x / length, y / length])
    };
    let (to, from) = (unit(corner.at - before)?, unit(after - corner.at)?);
    // The sum of the driving directions before and after the corner points along the bend. The outside is at a right
    // angle to this sum, away from the side to which cars turn. In a hairpin the sum is zero; the outside is then
    // straight ahead.
    let eta = corner.hand.eta() as f64;
    let across = [eta * (to[1] + from[1]), -eta * (to[0] + from[0])];
    let outside = [across[0] + to[0] - from[0], across[1] + to[1] - from[1]];
    let length = outside[0].hypot(outside[1]);
    (length > 1e-6).then(|| [outside[0] / length, outside[1] / length])
}

/// Finds gaps between two pieces that are too narrow for a car. Two pieces that touch have no gap, so they get no
/// warning.
fn gaps(draft: &Draft, pitwall: &Pitwall, corners: &[Corner], issues: &mut Vec<Issue>) {
    let car = Surd::ONE.times_root2();
    let order = draft.corner_order();
    let mut narrow = |place: usize, other: Tag, name: &str, gap: Surd| {
        if !gap.is_positive() || gap >= car {
            return;
        }
        let Some(corner) = draft.corners.get(place) else { return };
        let apart = gap.to_f64() / std::f64::consts::SQRT_2;
        let message = format!(
            "No car fits between corner {} and {name}: they are only {apart:.2} octagons apart.",
            corner.number
        );
        issues.push(
            Issue::warning("VR-TRACK-GAP", message)
                .at(corner.at.to_f64())
                .fix("Move the two pieces further apart, or close together so that they touch.")
                .remedy(Remedy::Widen(Tag::Corner(place), other)),
        );
    };
    for (index, corner) in corners.iter().enumerate() {
        let Some(place) = order.get(index) else { continue };
        for (before, other) in corners.iter().enumerate().take(index) {
            let Some(other_place) = order.get(before) else { continue };
            let number = draft.corners.get(*other_place).map_or(0, |corner| corner.number);
            let (gap, _) = corner.shape().gap(other.shape());
            narrow(*place, Tag::Corner(*other_place), &format!("corner {number}"), gap);
        }
        // The pitwall is one piece, so only its nearest part counts.
        let gap = pitwall.parts().iter().map(|part| corner.shape().gap(part).0).min();
        if let Some(gap) = gap {
            narrow(*place, Tag::Wall, "the pitwall", gap);
        }
    }
}

/// Finds corners with no room for a car between their curbs and the table's edge.
fn edges(draft: &Draft, corners: &[Corner], table: &Octilinear, issues: &mut Vec<Issue>) {
    for (corner, place) in corners.iter().zip(draft.corner_order()) {
        // Every car passes each curb at this place or further out. So if a car there would be off the table, none fits
        // past the curb.
        let cars = pieces().cars_at_curbs(corner.at, corner.facing);
        if table.encloses(corner.shape()) && !cars.iter().all(|car| table.encloses(car)) {
            let number = draft.corners.get(place).map_or(0, |corner| corner.number);
            let message = format!("No car fits between the curbs of corner {number} and the edge of the table.");
            issues.push(
                Issue::warning("VR-TRACK-GAP", message)
                    .at(corner.at.to_f64())
                    .fix("Move the corner away from the edge, or rotate its curbs to the other side.")
                    .remedy(Remedy::MoveOntoTable(Tag::Corner(place))),
            );
        }
    }
}

/// Checks that a car can drive straight through the pit lane, from before its entry line to past its exit line
/// (VR-PIT-01).
fn lane(pitwall: &Pitwall, corners: &[Corner], table: &Octilinear, issues: &mut Vec<Issue>) {
    let (along, aside) = (pitwall.direction, pitwall.track.normal.opposite());
    let is_free = |across: Surd, ahead: Surd| {
        let (Some(across), Some(ahead)) = (aside.times(across), along.times(ahead)) else { return true };
        let car = pieces().car().moved(pitwall.at + across + ahead);
        table.encloses(&car)
            && !corners.iter().any(|corner| corner.shape().overlaps(&car))
            && !pitwall.parts().iter().any(|part| part.overlaps(&car))
    };
    // A car that has just left the lane stands with its rear on the exit line.
    let past = PIT_LINE_OFFSET + Surd::HALF;
    let is_open = |half: i64| {
        let ahead = LANE_STEPS.map(|step| Surd::HALF * step).chain([past, -past]);
        ahead.into_iter().all(|ahead| is_free(WALL_AND_CAR + Surd::HALF * half, ahead))
    };
    if !LANE_ASIDE.into_iter().any(is_open) {
        issues.push(
            Issue::warning("VR-TRACK-LANE", "No car fits through the pit lane behind the pitwall.")
                .at(pitwall.at.to_f64())
                .fix("Move the pitwall away from the table's edge, or move the corners out of the lane.")
                .remedy(Remedy::ShiftWall),
        );
    }
}

/// Checks that six cars can start: there must be room for them on the straight before the pit entry line (VR-START-01).
fn grid(pitwall: &Pitwall, corners: &[Corner], table: &Octilinear, issues: &mut Vec<Issue>) {
    let (back, aside) = (pitwall.direction.opposite(), pitwall.track.normal);
    let is_free = |across: Surd, behind: Surd| {
        let (Some(across), Some(behind)) = (aside.times(across), back.times(behind)) else { return true };
        let car = pieces().car().moved(pitwall.at + across + behind);
        table.encloses(&car)
            && !corners.iter().any(|corner| corner.shape().overlaps(&car))
            && !pitwall.parts().iter().any(|part| part.overlaps(&car))
    };
    let [wide, long] = GRID;
    let fits = |start: i64| {
        (0..wide).all(|column| {
            (0..long).all(|row| {
                let across = Surd::HALF * start + Surd::from_int(column);
                is_free(across, PIT_LINE_OFFSET + Surd::HALF + Surd::from_int(row))
            })
        })
    };
    if !ASIDE.into_iter().any(fits) {
        let message = "The straight before the pit entry line is too short for six cars to start from it.";
        issues.push(
            Issue::warning("VR-TRACK-GRID", message)
                .at(pitwall.at.to_f64())
                .fix("Move the pitwall forward along the straight, or move away the corners behind it.")
                .remedy(Remedy::ShiftWall),
        );
    }
}
