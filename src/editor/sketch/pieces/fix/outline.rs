//! Repairs the outline of a track limit that has too many corners, repeated corners or crossing edges.

use crate::games::vektorace::MAX_LIMIT_CORNERS;
use crate::geometry::{Point, Polygon};

/// The largest number of corners with which this module untangles an outline. If an outline has more corners, some of
/// them are removed first.
const MOST: usize = MAX_LIMIT_CORNERS;
/// A part of an outline is reversed only if this makes the outline shorter by more than this length. A smaller
/// difference may be a rounding error.
const SHORTER: f64 = 1e-9;

/// Repairs an outline: the result does not cross itself and has all or most of the corners. Returns `None` if the
/// result would enclose no area.
pub(super) fn tidied(outline: &[Point]) -> Option<Vec<Point>> {
    let mut corners = outline.to_vec();
    corners.dedup();
    while corners.len() > MOST {
        corners.remove(least_needed(&corners)?);
    }
    // Each round makes the outline shorter or removes a corner, so the loop ends.
    while let Some((place, other)) = Polygon::tangle(&corners) {
        if !uncrossed(&mut corners, place, other) {
            // Neighbouring edges that fold back on each other share this corner. For other edges that touch, this
            // corner is the end of one edge that lies on the other.
            let first_and_last = place == 0 && other == corners.len() - 1;
            corners.remove(if first_and_last { 0 } else { other });
        }
    }
    (corners.len() >= 3).then_some(corners)
}

/// Reverses the part of the outline between two crossing edges if that makes the outline shorter. Returns whether the
/// part was reversed.
fn uncrossed(corners: &mut [Point], place: usize, other: usize) -> bool {
    let count = corners.len();
    if other < place + 2 || (place == 0 && other == count - 1) {
        return false;
    }
    let (a, b, c, d) = (corners[place], corners[place + 1], corners[other], corners[(other + 1) % count]);
    let is_shorter = distance(a, c) + distance(b, d) < distance(a, b) + distance(c, d) - SHORTER;
    if is_shorter {
        corners[place + 1..=other].reverse();
    }
    is_shorter
}

/// Returns the index of the corner whose removal changes the area least. Returns `None` if there are no corners.
fn least_needed(corners: &[Point]) -> Option<usize> {
    let count = corners.len();
    let area = |place: usize| {
        let (before, at) = (corners[(place + count - 1) % count], corners[place]);
        (at - before).cross(corners[(place + 1) % count] - before).to_f64().abs()
    };
    (0..count).min_by(|a, b| area(*a).total_cmp(&area(*b)))
}

fn distance(from: Point, to: Point) -> f64 {
    let [x, y] = (to - from).to_f64();
    x.hypot(y)
}

#[cfg(test)]
mod tests {
    use super::super::super::place_at;
    use super::*;
    use proptest::prelude::*;

    fn points(places: &[(f64, f64)]) -> Vec<Point> {
        places.iter().map(|(x, y)| place_at(*x, *y)).collect()
    }

    #[test]
    fn a_bow_tie_becomes_a_square() {
        let tied = points(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)]);
        let square = tidied(&tied).expect("four corners");
        assert_eq!(square.len(), 4);
        assert!(Polygon::new(&square).is_some());
    }

    #[test]
    fn an_outline_of_too_many_corners_keeps_its_shape() {
        let around = |step: u32| {
            let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 400.0).sin_cos();
            place_at(10.0 * cos, 10.0 * sin)
        };
        let thin = tidied(&(0..400).map(around).collect::<Vec<_>>()).expect("a round one");
        assert_eq!(thin.len(), MAX_LIMIT_CORNERS);
        assert!(Polygon::new(&thin).is_some());
        assert!(thin.windows(2).all(|pair| distance(pair[0], pair[1]) < 1.5), "no side is cut off");
    }

    #[test]
    fn an_outline_without_area_is_dropped() {
        assert_eq!(tidied(&[]), None);
        assert_eq!(tidied(&points(&[(1.0, 1.0); 5])), None);
        assert_eq!(tidied(&points(&[(1.0, 1.0), (5.0, 1.0), (3.0, 1.0), (4.0, 1.0)])), None);
    }

    proptest! {
        #[test]
        fn tidied_outlines_are_simple(places in prop::collection::vec((-6i32..6, -6i32..6), 0..14)) {
            let places: Vec<(f64, f64)> = places.into_iter().map(|(x, y)| (f64::from(x), f64::from(y))).collect();
            if let Some(outline) = tidied(&points(&places)) {
                prop_assert!(Polygon::new(&outline).is_some());
                prop_assert!(outline.iter().all(|point| points(&places).contains(point)));
            }
        }
    }
}
