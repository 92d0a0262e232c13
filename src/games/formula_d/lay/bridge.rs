//! Finds the places where a line crosses itself. At each such place, one of the two stretches of the line becomes a
//! bridge.

use crate::games::formula_d::line::{Course, Point};

/// The largest number of spaces by which a bridge extends beyond the crossing on either side.
const MOST_REACH: usize = 12;
/// Two places belong to the same stretch if their distance along the line is less than this number of spaces. The line
/// can cross itself only at places that are further apart.
const SAME: usize = 4;

/// A place where the line crosses itself. `at` has the numbers of the two spaces that cross, the earlier one on the lap
/// first. `reach` is the number of spaces that the bridge extends to either side of the crossing.
pub(super) struct Crossing {
    pub at: [usize; 2],
    pub reach: usize,
}

impl Crossing {
    /// Whether space `k` of a lap of `count` spaces lies on the bridge at this crossing. If `over` is 0, the earlier of
    /// the two crossing stretches is the bridge; if it is 1, the later stretch.
    pub fn is_over(&self, k: usize, count: usize, over: usize) -> bool {
        let way = k.abs_diff(self.at[over]);
        way.min(count - way) <= self.reach
    }
}

/// Finds all crossings of a line with itself, for a track that is `width` spaces wide.
pub(super) fn crossings(course: &Course, width: f64) -> Vec<Crossing> {
    let count = course.count;
    let middle: Vec<Point> = (0..=count).map(|k| course.at(k as f64, 0.0, 0.0).0).collect();
    let open: Vec<bool> = (0..count).map(|k| course.tunnel(k as f64, k as f64 + 1.0).is_none()).collect();
    let side = |a: Point, b: Point, c: Point| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let mut found = Vec::new();
    for one in (0..count).filter(|k| open[*k]) {
        let (a, b) = (middle[one], middle[one + 1]);
        for other in (one + SAME..count.min(one + count - SAME)).filter(|k| open[*k]) {
            let (c, d) = (middle[other], middle[other + 1]);
            // Each step is about one space long, so two steps that lie far apart cannot cross.
            if (a[0] - c[0]).abs() > 4.0 || (a[1] - c[1]).abs() > 4.0 {
                continue;
            }
            if side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) <= 0.0 {
                let angle = (b[1] - a[1]).atan2(b[0] - a[0]) - (d[1] - c[1]).atan2(d[0] - c[0]);
                let reach = (width / 2.0 / angle.sin().abs().max(0.1) + 1.5).ceil() as usize;
                found.push(Crossing { at: [one, other], reach: reach.min(MOST_REACH) });
            }
        }
    }
    found
}
