//! The outlines of spaces. A lane that ends or begins gets narrower there: its outer border runs to the border of the
//! lane beside it.

use crate::games::formula_d::line::{Course, OpenLanes, ahead};

/// Half the length of a space's outline, in spaces.
const LONG: f64 = 0.48;
/// Half the width of a space's outline, in lane widths.
const WIDE: f64 = 0.47;
/// The distance from the middle of a lane's last space to the tip of its outline, in spaces.
const TIP: f64 = 1.3;
/// The distance from the middle of a lane's last space to the outer front corner of its outline, in spaces. This corner
/// lies on the straight line from the outer rear corner to the tip (see [`TIP`]).
const SIDE: f64 = 1.1;

/// Returns the outline of space `k` of a lane, in the order right rear, right front, left front, left rear. Each point
/// is given by its position relative to the middle of the space: the distance forward, in spaces, and the distance to
/// the left, in lane widths.
pub(super) fn outline(open: &OpenLanes, course: &Course, lane: usize, k: usize) -> [[f64; 2]; 4] {
    let mut points = [[-LONG, -WIDE], [LONG, -WIDE], [LONG, WIDE], [-LONG, WIDE]];
    let part = (SIDE + LONG) / (TIP + LONG);
    let side = [SIDE, WIDE * (2.0 * part - 1.0)];
    let [left, right] = inner(open, course, lane, k);
    for (is_end, sign, [outer, tip]) in [(open.is_last(lane, k), 1.0, [1, 2]), (open.is_first(lane, k), -1.0, [0, 3])] {
        // Only one side can be the inner one: the lanes beyond a lane that ends are closed.
        if is_end && left {
            (points[outer], points[tip]) = ([side[0] * sign, side[1]], [TIP * sign, WIDE]);
        } else if is_end && right {
            (points[tip], points[outer]) = ([side[0] * sign, -side[1]], [TIP * sign, -WIDE]);
        }
    }
    points
}

/// Whether the lane to the left of a space is open both behind and in front of the space, and the same for the lane to
/// the right.
fn inner(open: &OpenLanes, course: &Course, lane: usize, k: usize) -> [bool; 2] {
    let (back, front) = (k + course.count - 1 + ahead(lane), k + ahead(lane));
    let goes_on = |other: usize| open.has(other, back) && open.has(other, front);
    [lane.checked_sub(1).is_some_and(goes_on), goes_on(lane + 1)]
}
