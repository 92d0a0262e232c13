//! Computes the coordinates of fields on the board, for pictures. No rule uses them.
//!
//! The loop's fields lie evenly along a smooth closed curve through the drawn points. The pit lane's fields lie along a
//! curve from the pit entry to the pit exit. A board without a drawing has an oval with a lane inside.

use std::f64::consts::TAU;

use super::draft::{Draft, MAX_COORDINATE, MAX_LANE, MAX_LOOP, MAX_POINTS};
use super::state::Spot;
use crate::game::smooth;

type Point = [f64; 2];

/// The number of points of the smooth curve between two drawn points.
const FINE: usize = 12;
/// Half the width of the loop's road. The unit is the length of a loop field.
const LOOP_HALF: f64 = 0.62;
/// The distance from the edge of the loop to the middle of the pit lane, measured at both ends of the lane. The unit is
/// the length of a loop field.
const MOUTH: f64 = 0.3;
/// If the draft has no points for the pit lane, the lane is drawn at this distance from the middle of the loop's road.
/// A crash zone without a position is drawn at this distance from the pit lane. The unit is the length of a loop field.
const ASIDE: f64 = 1.9;

/// The coordinates of every field, and the driving direction there.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    /// The centres of the loop's fields.
    pub fields: Vec<Point>,
    /// The driving direction at each loop field, as a unit vector.
    pub ahead: Vec<Point>,
    /// The centres of the pit lane's fields, beginning with P1.
    pub lane: Vec<Point>,
    /// The driving direction at each lane field, as a unit vector.
    pub lane_ahead: Vec<Point>,
    /// The midpoints of the borders between loop fields, with the driving direction. Cars enter field `i` over border
    /// `i`.
    borders: Vec<(Point, Point)>,
    /// The midpoints of the borders between lane fields, with the driving direction. Cars enter lane field P(i + 1)
    /// over border `i`.
    lane_borders: Vec<(Point, Point)>,
    /// The two connections between the loop and the pit lane, at the pit entry and at the pit exit, as lines. No fields
    /// lie on them.
    joints: [Vec<Point>; 2],
    /// The coordinates of the crash zone.
    pub crash_zone: Point,
    /// The distance between the centres of neighbouring loop fields.
    pub pitch: f64,
    /// The distance between the centres of neighbouring lane fields.
    pub lane_pitch: f64,
}

impl Course {
    /// Returns the coordinates of a draft's fields. The draft may be invalid: numbers beyond a limit are replaced by
    /// the limit.
    pub(super) fn of(draft: &Draft) -> Self {
        let count = draft.loop_len.clamp(3, MAX_LOOP) as usize;
        let line = drawn(&draft.line);
        let ring = if line.len() < 3 { oval(count) } else { curve(&line, true) };
        let (fields, ahead, length) = spread(&ring, count, 0.0);
        let (mut half, mut half_ahead, _) = spread(&ring, count, 0.5);
        half.rotate_right(1);
        half_ahead.rotate_right(1);
        let borders = half.into_iter().zip(half_ahead).collect();
        let pitch = (length / count as f64).max(1e-6);
        let field = |number: u32| number as usize % count;
        let (entry, exit) = (field(draft.pit_entry), field(draft.pit_exit));
        let inward = if area(&ring) >= 0.0 { 1.0 } else { -1.0 };
        let beside = |at: Point, ahead: Point, by: f64| [at[0] - ahead[1] * by, at[1] + ahead[0] * by];
        let mut way = vec![fields[entry]];
        let drawn_lane = drawn(&draft.lane);
        if drawn_lane.is_empty() {
            let steps = (exit + count - entry) % count;
            let inner = (1..steps).filter(|step| step % 2 == 1 || steps < 6);
            way.extend(inner.map(|step| {
                let at = (entry + step) % count;
                beside(fields[at], ahead[at], inward * ASIDE * pitch)
            }));
        } else {
            way.extend(drawn_lane);
        }
        way.push(fields[exit]);
        let lane_count = draft.lane_len.clamp(1, MAX_LANE) as usize;
        let way = curve(&way, false);
        let after_crash = f64::from(draft.crash_next.clamp(1, lane_count as u32)) / (lane_count + 1) as f64;
        let (crashed, crashed_ahead) = along(&way, std::iter::once(after_crash * length_of(&way)));
        // The fields lie on the part of the way beside the loop, so that the loop covers none of them.
        let (way, joints) = beside_the_loop(&way, &ring, (LOOP_HALF + MOUTH) * pitch);
        let lane_length = length_of(&way);
        let part = |index: f64| lane_length * index / lane_count as f64;
        let (lane, lane_ahead) = along(&way, (0..lane_count).map(|index| part(index as f64 + 0.5)));
        let (borders_at, borders_ahead) = along(&way, (0..=lane_count).map(|index| part(index as f64)));
        let lane_borders = borders_at.into_iter().zip(borders_ahead).collect();
        let lane_pitch = (lane_length / lane_count as f64).max(1e-6);
        let bounded = |at: Point| at.map(|value| value.clamp(-MAX_COORDINATE, MAX_COORDINATE));
        let crash_zone =
            draft.crash_zone.map_or_else(|| beside(crashed[0], crashed_ahead[0], inward * ASIDE * pitch), bounded);
        Self { fields, ahead, lane, lane_ahead, borders, lane_borders, joints, crash_zone, pitch, lane_pitch }
    }

    /// Returns the coordinates of a token's field on the board.
    pub(super) fn at(&self, spot: Spot) -> Point {
        let of = |list: &[Point], index: usize| list.get(index).copied().unwrap_or(self.crash_zone);
        match spot {
            Spot::Loop(field) => of(&self.fields, usize::from(field)),
            Spot::Lane(field) => of(&self.lane, usize::from(field).wrapping_sub(1)),
            Spot::CrashZone => self.crash_zone,
            Spot::Out => of(&self.fields, 0),
        }
    }

    /// Returns the direction in which a car on this field faces.
    pub(super) fn facing(&self, spot: Spot) -> Point {
        let of = |list: &[Point], index: usize| list.get(index).copied().unwrap_or([1.0, 0.0]);
        match spot {
            Spot::Loop(field) => of(&self.ahead, usize::from(field)),
            Spot::Lane(field) => of(&self.lane_ahead, usize::from(field).wrapping_sub(1)),
            Spot::CrashZone => self.lane_ahead.last().copied().unwrap_or([1.0, 0.0]),
            Spot::Out => of(&self.ahead, 0),
        }
    }

    fn lane_half(&self) -> f64 {
        self.pitch.min(self.lane_pitch) * 0.44
    }

    /// Returns the outlines of the roads between the loop and the pit lane. The ends of these roads lie under fields of
    /// the loop.
    pub(super) fn joints(&self) -> Vec<Vec<Point>> {
        let half = self.lane_half();
        let road = |way: &Vec<Point>| {
            let side = |index: usize, left: f64| {
                let (before, after) = (way[index.saturating_sub(1)], way[(index + 1).min(way.len() - 1)]);
                let [x, y] = [after[0] - before[0], after[1] - before[1]];
                let by = left * half / x.hypot(y).max(1e-9);
                [way[index][0] - y * by, way[index][1] + x * by]
            };
            let right = (0..way.len()).map(|index| side(index, -1.0));
            right.chain((0..way.len()).rev().map(|index| side(index, 1.0))).collect()
        };
        self.joints.iter().filter(|way| way.len() > 1).map(road).collect()
    }

    /// Returns the outline of a field, from its border with the field before to its border with the next.
    pub(super) fn outline(&self, spot: Spot) -> Vec<Point> {
        const GAP: f64 = 0.04;
        let side = |(at, [x, y]): (Point, Point), left: f64| [at[0] - y * left, at[1] + x * left];
        let (ends, half) = match spot {
            Spot::Loop(field) => {
                let next = (usize::from(field) + 1) % self.borders.len().max(1);
                (self.borders.get(usize::from(field)).zip(self.borders.get(next)), self.pitch * LOOP_HALF)
            }
            Spot::Lane(field) => {
                let before = self.lane_borders.get(usize::from(field).wrapping_sub(1));
                (before.zip(self.lane_borders.get(usize::from(field))), self.lane_half())
            }
            Spot::CrashZone | Spot::Out => (None, self.pitch * 0.6),
        };
        let Some((rear, front)) = ends else {
            let (at, [x, y]) = (self.at(spot), self.facing(spot));
            let along = self.pitch * 0.9;
            let corner = |forward: f64, left: f64| [at[0] + x * forward - y * left, at[1] + y * forward + x * left];
            return vec![corner(-along, -half), corner(along, -half), corner(along, half), corner(-along, half)];
        };
        let corners = [side(*rear, -half), side(*front, -half), side(*front, half), side(*rear, half)];
        let middle = [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0);
        corners.map(|corner| [0, 1].map(|axis| corner[axis] + (middle[axis] - corner[axis]) * GAP)).to_vec()
    }
}

/// Splits the path of the pit lane in three. Returns the middle part, from the first to the last point that is further
/// than `reach` from the loop, and the parts before and after it. If no point of the lane is that far from the loop,
/// returns the whole path as the middle part.
fn beside_the_loop(way: &[Point], ring: &[Point], reach: f64) -> (Vec<Point>, [Vec<Point>; 2]) {
    let apart = |at: &Point| {
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let far = |(from, to): (&Point, &Point)| {
            let [x, y] = [to[0] - from[0], to[1] - from[1]];
            let part = ((at[0] - from[0]) * x + (at[1] - from[1]) * y) / (x * x + y * y).max(1e-12);
            distance(*at, [0, 1].map(|axis| from[axis] + [x, y][axis] * part.clamp(0.0, 1.0)))
        };
        sides.map(far).fold(f64::MAX, f64::min) > reach
    };
    let first = way.iter().position(&apart);
    let last = way.iter().rposition(apart);
    match first.zip(last) {
        Some((first, last)) if first + 1 < last => {
            (way[first..=last].to_vec(), [way[..=first].to_vec(), way[last..].to_vec()])
        }
        _ => (way.to_vec(), [Vec::new(), Vec::new()]),
    }
}

/// Returns the drawn points of a curve without repeated points. Limits their number and their coordinates.
fn drawn(points: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points.iter().take(MAX_POINTS) {
        let point = point.map(|value| if value.is_finite() { value } else { 0.0 });
        let point = point.map(|value| value.clamp(-MAX_COORDINATE, MAX_COORDINATE));
        if kept.last().is_none_or(|last| distance(*last, point) > 1e-6) {
            kept.push(point);
        }
    }
    while kept.len() > 1 && kept.first().zip(kept.last()).is_some_and(|(a, b)| distance(*a, *b) <= 1e-6) {
        kept.pop();
    }
    kept
}

fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns twice the area inside a closed line; positive if the race runs counter-clockwise.
fn area(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
}

/// Returns the points of an oval that is `count` fields long, counter-clockwise from the middle of its lower straight.
fn oval(count: usize) -> Vec<Point> {
    let length = count as f64;
    let straight = length * 0.27;
    let radius = (length - 2.0 * straight) / TAU;
    let sample = |part: usize| {
        let mut s = length * part as f64 / 256.0;
        if s < straight / 2.0 {
            return [s, -radius];
        }
        s -= straight / 2.0;
        let bend = radius * TAU / 2.0;
        let turned = |s: f64, middle: f64, from: f64| {
            let angle = from + s / radius;
            [middle + radius * angle.cos(), radius * angle.sin()]
        };
        if s < bend {
            return turned(s, straight / 2.0, -TAU / 4.0);
        }
        s -= bend;
        if s < straight {
            return [straight / 2.0 - s, radius];
        }
        s -= straight;
        if s < bend {
            return turned(s, -straight / 2.0, TAU / 4.0);
        }
        [s - bend - straight / 2.0, -radius]
    };
    (0..256).map(sample).collect()
}

/// Returns a smooth curve through the points, closed or open. The curve consists of short straight pieces.
pub(super) fn curve(points: &[Point], closed: bool) -> Vec<Point> {
    if points.len() < 2 {
        return points.to_vec();
    }
    let mut curve = smooth(points, closed, FINE, |[a, b, c, d]| {
        // Makes a Catmull-Rom curve. Tangents are shortened if the neighbouring points are far away, so that the curve
        // does not swing out.
        let reach = distance(b, c);
        let tangent = |from: Point, to: Point| {
            let length = distance(from, to).max(1e-9);
            [0, 1].map(|axis| (to[axis] - from[axis]) / length * reach)
        };
        let (m, n) = (tangent(a, c), tangent(b, d));
        move |t: f64| {
            let (t2, t3) = (t * t, t * t * t);
            [0, 1].map(|axis| {
                b[axis] * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + m[axis] * (t3 - 2.0 * t2 + t)
                    + c[axis] * (3.0 * t2 - 2.0 * t3)
                    + n[axis] * (t3 - t2)
            })
        }
    });
    if !closed {
        curve.extend(points.last());
    }
    curve
}

/// Places `count` points at equal distances along a closed line. `first` is the distance of the first point from the
/// beginning of the line, as a multiple of the distance between points. Returns the points, their directions, and the
/// length of the line.
fn spread(ring: &[Point], count: usize, first: f64) -> (Vec<Point>, Vec<Point>, f64) {
    let mut line = ring.to_vec();
    line.extend(ring.first());
    let length = length_of(&line);
    let places = (0..count).map(|index| length * (index as f64 + first) / count as f64);
    let (at, ahead) = along(&line, places);
    (at, ahead, length)
}

fn length_of(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// Returns points of a line, and the direction of the line at each point. `places` has the distances of the points from
/// the beginning of the line, in increasing order.
fn along(line: &[Point], places: impl Iterator<Item = f64>) -> (Vec<Point>, Vec<Point>) {
    let (mut index, mut before) = (0, 0.0);
    let mut found = (Vec::new(), Vec::new());
    for place in places {
        while index + 2 < line.len() && before + distance(line[index], line[index + 1]) <= place {
            before += distance(line[index], line[index + 1]);
            index += 1;
        }
        let from = line.get(index).copied().unwrap_or_default();
        let to = line.get(index + 1).copied().unwrap_or([from[0] + 1.0, from[1]]);
        let step = distance(from, to).max(1e-9);
        let part = ((place - before) / step).clamp(0.0, 1.0);
        found.0.push([0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part));
        found.1.push([0, 1].map(|axis| (to[axis] - from[axis]) / step));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oval_has_fields_of_length_one() {
        let course = Course::of(&Draft::assumed());
        assert_eq!((course.fields.len(), course.lane.len()), (60, 18));
        let ring = course.fields.iter().zip(course.fields.iter().cycle().skip(1));
        for (from, to) in ring {
            assert!((distance(*from, *to) - 1.0).abs() < 0.03, "{from:?} {to:?}");
        }
        assert!(course.fields[0][0].abs() < 1e-9 && course.ahead[0][0] > 0.999);
    }

    #[test]
    fn the_loop_covers_no_field_of_the_pit_lane() {
        let mut checked = 0;
        for file in ["lanternwood", "skerry-sands"] {
            let bytes = std::fs::read(format!("tracks/wheel_to_wheel/{file}.json")).expect("a file");
            let Ok(crate::replay::Opened::Track(draft)) = crate::open(&bytes, &crate::replay::no_files) else {
                panic!("{file} is not a circuit")
            };
            let course = Course::of(draft.of::<crate::games::wheel_to_wheel::WheelToWheel>().expect("a circuit"));
            for field in &course.lane {
                let nearest = course.fields.iter().map(|other| distance(*field, *other)).fold(f64::MAX, f64::min);
                assert!(nearest > LOOP_HALF * course.pitch, "{file}: {field:?}");
                checked += 1;
            }
            let ends = [&course.joints[0], &course.joints[1]].map(|way| length_of(way) / course.pitch);
            assert!(ends.iter().all(|length| (0.5..4.0).contains(length)), "{file}: {ends:?}");
        }
        assert!(checked > 20, "{checked}");
    }

    #[test]
    fn any_drawing_gives_places() {
        for line in [vec![], vec![[0.0, 0.0]; 9], vec![[1e300, -1e300], [0.0, 3.0], [5.0, 1.0]], vec![[1.0, 2.0]]] {
            let draft = Draft { loop_len: u32::MAX, lane_len: 0, lane: line.clone(), line, ..Draft::default() };
            let course = Course::of(&draft);
            assert!(course.fields.iter().chain(&course.lane).flatten().all(|value| value.is_finite()));
        }
    }
}
