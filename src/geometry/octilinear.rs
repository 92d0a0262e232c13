//! Convex polygons whose edges run in the eight directions.

use super::{Direction, Point, Surd};

/// A convex polygon whose edges run at multiples of 45°. It is stored as its reach in each of the eight directions. The
/// reach in a direction is the largest value of [`Point::along`] that any point of the polygon has in this direction.
/// The literature calls this form a discrete oriented polytope, 8-DOP (Klosowski et al., 1998). Other programs use it
/// to approximate shapes. Here it is exact, because every piece on the table is such a polygon or a union of a few such
/// polygons.
///
/// To test whether two such polygons overlap, four intervals are compared. To move a polygon, eight numbers are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Octilinear {
    reach: [Surd; 8],
}

impl Octilinear {
    /// Returns the smallest octilinear polygon that contains `points`. Returns `None` if there are no points. If the
    /// points are the corners of an octilinear polygon, the result is that polygon.
    #[must_use]
    pub fn around(points: &[Point]) -> Option<Self> {
        let (first, rest) = points.split_first()?;
        let mut reach = Direction::ALL.map(|direction| first.along(direction));
        for point in rest {
            for direction in Direction::ALL {
                let along = point.along(direction);
                if along > reach[direction.index()] {
                    reach[direction.index()] = along;
                }
            }
        }
        Some(Self { reach })
    }

    /// Returns the regular octagon about the origin whose opposite edges are `2 · inner` apart. Returns `None` if
    /// `inner / √2` is not a whole number of units.
    #[must_use]
    pub fn octagon(inner: Surd) -> Option<Self> {
        let diagonal = inner.times_root2();
        inner.over_root2()?;
        Some(Self { reach: Direction::ALL.map(|direction| if direction.is_diagonal() { diagonal } else { inner }) })
    }

    /// Returns the polygon's reach in `direction`: the largest value of [`Point::along`] that any of its points has.
    #[inline]
    #[must_use]
    pub fn reach(&self, direction: Direction) -> Surd {
        self.reach[direction.index()]
    }

    /// Returns the polygon moved by `offset`.
    #[inline]
    #[must_use]
    pub fn moved(&self, offset: Point) -> Self {
        let (x, y) = (offset.x, offset.y);
        let (sum, difference) = (x + y, y - x);
        let r = &self.reach;
        Self {
            reach: [
                r[0] + x,
                r[1] + sum,
                r[2] + y,
                r[3] + difference,
                r[4] - x,
                r[5] - sum,
                r[6] - y,
                r[7] - difference,
            ],
        }
    }

    /// Returns the polygon rotated about the origin by `eighths` of a full turn. Returns `None` if a
    /// [`reach`](Self::reach) of the rotated polygon is not a whole number of units, so that it cannot be stored.
    #[must_use]
    pub fn turned(&self, eighths: i64) -> Option<Self> {
        let mut reach = [Surd::ZERO; 8];
        for direction in Direction::ALL {
            let target = direction.turned(eighths);
            let value = self.reach(direction);
            reach[target.index()] = match (direction.is_diagonal(), target.is_diagonal()) {
                (false, true) => value.times_root2(),
                (true, false) => value.over_root2()?,
                _ => value,
            };
        }
        Some(Self { reach })
    }

    /// Whether the polygons overlap. Polygons that only touch do not overlap.
    ///
    /// ```
    /// use paddock::geometry::{Octilinear, Point, Surd};
    ///
    /// let octagon = Octilinear::octagon(Surd::from_int(1)).unwrap();
    /// // Shapes that only touch do not overlap.
    /// let touching = octagon.moved(Point::new(Surd::from_int(2), Surd::from_int(0)));
    /// assert!(!octagon.overlaps(&touching));
    /// ```
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        [0usize, 2, 1, 3].into_iter().all(|axis| {
            (self.reach[axis] + other.reach[axis + 4]).is_positive()
                && (other.reach[axis] + self.reach[axis + 4]).is_positive()
        })
    }

    /// Whether the polygons overlap by at least `depth` along each of the four axes: horizontal, vertical and the two
    /// diagonals. With a depth of zero, polygons that only touch also overlap.
    #[inline]
    #[must_use]
    pub fn overlaps_by(&self, other: &Self, depth: Surd) -> bool {
        [0usize, 2, 1, 3].into_iter().all(|axis| {
            let least = if axis % 2 == 1 { depth.times_root2() } else { depth };
            self.reach[axis] + other.reach[axis + 4] >= least && other.reach[axis] + self.reach[axis + 4] >= least
        })
    }

    /// Returns the shortest move, in one of the eight directions, that separates this polygon from the other. The
    /// result is the length of the move times √2, and the direction of the move. Returns `None` if the polygons do not
    /// overlap.
    #[must_use]
    pub fn overlap_depth(&self, other: &Self) -> Option<(Surd, Direction)> {
        let mut least: Option<(Surd, Direction)> = None;
        for direction in Direction::ALL {
            let along = other.reach(direction) + self.reach(direction.opposite());
            if !along.is_positive() {
                return None;
            }
            let way = if direction.is_diagonal() { along } else { along.times_root2() };
            if least.is_none_or(|(shortest, _)| way < shortest) {
                least = Some((way, direction));
            }
        }
        least
    }

    /// Measures the gap between the two polygons in each of the eight directions. Returns the width of the widest gap,
    /// times √2, and the gap's direction, which points from the other polygon to this one. The width is zero if the
    /// polygons touch and negative if they overlap.
    #[must_use]
    pub fn gap(&self, other: &Self) -> (Surd, Direction) {
        let beyond = |direction: Direction| {
            let along = -(other.reach(direction) + self.reach(direction.opposite()));
            if direction.is_diagonal() { along } else { along.times_root2() }
        };
        let best = Direction::ALL.into_iter().max_by_key(|direction| beyond(*direction)).unwrap_or_default();
        (beyond(best), best)
    }

    /// Returns the range of shifts along `axis` that make this polygon overlap `other`. Both ends of the range are
    /// excluded. Returns `None` if there is no such shift. `axis` must not be diagonal.
    #[must_use]
    pub fn shifts_onto(&self, other: &Self, axis: Direction) -> Option<(Surd, Surd)> {
        let (mut from, mut to): (Option<Surd>, Option<Surd>) = (None, None);
        for direction in Direction::ALL {
            let room = self.reach(direction) + other.reach(direction.opposite());
            // The polygons overlap if room + shift·(axis·direction) > 0. The factor axis·direction is -1, 0 or 1 on
            // the scale of `along`.
            let factor = axis.unit().along(direction).sign();
            if factor.is_gt() {
                from = Some(from.map_or(-room, |least| least.max(-room)));
            } else if factor.is_lt() {
                to = Some(to.map_or(room, |most| most.min(room)));
            } else if !room.is_positive() {
                return None;
            }
        }
        from.zip(to).filter(|(from, to)| from < to)
    }

    /// Whether `point` is inside or on the edge.
    ///
    /// ```
    /// use paddock::geometry::{Octilinear, Point, Surd};
    ///
    /// let octagon = Octilinear::octagon(Surd::from_int(1)).unwrap();
    /// assert!(octagon.contains(Point::new(Surd::from_int(1), Surd::from_int(0))), "on the edge");
    /// ```
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        Direction::ALL.into_iter().all(|direction| point.along(direction) <= self.reach(direction))
    }

    /// Whether `other` lies wholly inside this polygon. It may touch the edge.
    #[must_use]
    pub fn encloses(&self, other: &Self) -> bool {
        Direction::ALL.into_iter().all(|direction| other.reach(direction) <= self.reach(direction))
    }

    /// Returns twice the reach, in `direction`, of the area that both polygons share (see [`reach`](Self::reach)).
    /// Returns `None` if the polygons do not overlap. The value is doubled because two diagonal edges may meet at half
    /// a unit.
    #[must_use]
    pub fn common_reach_doubled(&self, other: &Self, direction: Direction) -> Option<Surd> {
        if !self.overlaps(other) {
            return None;
        }
        let bound = Direction::ALL.map(|d| self.reach(d).min(other.reach(d)) * 2);
        let mut furthest: Option<Surd> = None;
        for first in Direction::ALL {
            for second in [first.turned(1), first.turned(2), first.turned(3)] {
                let Some(corner) = doubled_crossing((first, bound[first.index()]), (second, bound[second.index()]))
                else {
                    continue;
                };
                let inside = Direction::ALL.into_iter().all(|d| corner.along(d) <= bound[d.index()]);
                let along = corner.along(direction);
                if inside && furthest.is_none_or(|furthest| along > furthest) {
                    furthest = Some(along);
                }
            }
        }
        furthest
    }

    /// Returns the part of a straight line that lies in the polygon or on its edge. The line is perpendicular to
    /// `normal`: it has all points `p` for which `p.along(normal)` is `level` (see [`Point::along`]). The result is the
    /// start and the end of the part, measured along `normal.turned(2)`. Returns `None` if the line misses the polygon.
    #[must_use]
    pub fn chord(&self, normal: Direction, level: Surd) -> Option<(Surd, Surd)> {
        if level > self.reach(normal) || -level > self.reach(normal.opposite()) {
            return None;
        }
        let axis = normal.turned(2);
        let (mut from, mut to) = (-self.reach(axis.opposite()), self.reach(axis));
        // A point on the line has along(normal ± 45°) = level ± t (axes) or (level ± t)/2 (diagonals).
        for (diagonal, level, forward) in [
            (normal.turned(1), level, true),
            (normal.turned(-1), level, false),
            (normal.turned(3), -level, true),
            (normal.turned(-3), -level, false),
        ] {
            let scale = if normal.is_diagonal() { 2 } else { 1 };
            let bound = self.reach(diagonal) * scale - level;
            if forward {
                to = to.min(bound);
            } else {
                from = from.max(-bound);
            }
        }
        (from <= to).then_some((from, to))
    }

    /// Returns the corners, counter-clockwise, without repeats.
    ///
    /// ```
    /// use paddock::geometry::{Octilinear, Surd};
    ///
    /// let octagon = Octilinear::octagon(Surd::from_int(1)).unwrap();
    /// assert_eq!(octagon.corners().len(), 8);
    /// ```
    #[must_use]
    pub fn corners(&self) -> Vec<Point> {
        let r = &self.reach;
        // Of two neighbouring edges, one gives x or y, and the other gives x + y or y − x.
        let all = [
            Point::new(r[0], r[1] - r[0]),
            Point::new(r[1] - r[2], r[2]),
            Point::new(r[2] - r[3], r[2]),
            Point::new(-r[4], r[3] - r[4]),
            Point::new(-r[4], r[4] - r[5]),
            Point::new(r[6] - r[5], -r[6]),
            Point::new(r[7] - r[6], -r[6]),
            Point::new(r[0], r[0] - r[7]),
        ];
        let mut corners: Vec<Point> = Vec::with_capacity(8);
        for corner in all {
            if corners.last() != Some(&corner) && corners.first() != Some(&corner) {
                corners.push(corner);
            }
        }
        corners
    }
}

/// Returns the crossing of two lines. A line is given by its normal and by a number: the value of [`Point::along`] in
/// the direction of the normal, which is the same for all points of the line. The callers double this number, so the
/// crossing has doubled coordinates. Returns `None` if the coordinates are not whole numbers of units. The normals are
/// at most 135° apart.
fn doubled_crossing((first, a): (Direction, Surd), (second, b): (Direction, Surd)) -> Option<Point> {
    // If one of the normals is an axis, it comes first, because it fixes x or y directly.
    let (axis, axis_at, other, other_at) =
        if first.is_diagonal() && !second.is_diagonal() { (second, b, first, a) } else { (first, a, second, b) };
    let (cx, cy) = axis.signs();
    let (dx, dy) = other.signs();
    if axis.is_diagonal() {
        // Both normals are diagonal and at right angles: cx·x + cy·y = a, dx·x + dy·y = b, and all signs are ±1.
        return Some(if cx == dx {
            Point::new(((axis_at + other_at) * cx).half()?, ((axis_at - other_at) * cy).half()?)
        } else {
            Point::new(((axis_at - other_at) * cx).half()?, ((axis_at + other_at) * cy).half()?)
        });
    }
    // The first line fixes x or y. The second line gives the other coordinate.
    Some(if cx == 0 {
        let y = axis_at * cy;
        Point::new((other_at - y * dy) * dx, y)
    } else {
        let x = axis_at * cx;
        Point::new(x, (other_at - x * dx) * dy)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn octagon() -> Octilinear {
        Octilinear::octagon(Surd::HALF).expect("half an octagon is whole")
    }

    fn at(x: i64, y: i64) -> Point {
        Point::new(Surd::from_units(x, 0), Surd::from_units(y, 0))
    }

    #[test]
    fn an_octagon_has_eight_corners_half_a_side_off_its_axes() {
        let corners = octagon().corners();
        assert_eq!(corners.len(), 8);
        let half_side = Surd::from_units(-10_000, 10_000);
        assert_eq!(corners[0], Point::new(Surd::HALF, half_side));
        assert_eq!(Octilinear::around(&corners), Some(octagon()));
    }

    #[test]
    fn neighbours_touch_in_all_directions_and_never_overlap() {
        for direction in Direction::ALL {
            let neighbour = octagon().moved(direction.unit());
            assert!(!octagon().overlaps(&neighbour), "{direction:?}");
            assert!(octagon().overlaps_by(&neighbour, Surd::ZERO));
            let nearer = octagon().moved(
                direction.unit()
                    - Point::new(Surd::from_units(direction.signs().0, 0), Surd::from_units(direction.signs().1, 0)),
            );
            assert!(octagon().overlaps(&nearer), "{direction:?}");
        }
    }

    #[test]
    fn the_depth_is_the_shortest_move_that_separates() {
        let other = octagon().moved(at(19_000, 0));
        let (depth, direction) = octagon().overlap_depth(&other).expect("they overlap");
        assert_eq!(depth, Surd::from_units(1_000, 0).times_root2());
        assert_eq!(direction, Direction::new(4));
        assert!(octagon().overlaps_by(&other, Surd::from_units(1_000, 0)));
        assert!(!octagon().overlaps_by(&other, Surd::from_units(1_001, 0)));
        assert_eq!(octagon().overlap_depth(&octagon().moved(at(20_000, 0))), None);
    }

    #[test]
    fn a_rotated_shape_has_the_rotated_corners() {
        let wedge = Octilinear::around(&[at(0, 0), at(8_000, 0), at(8_000, 8_000)]).expect("three corners");
        for eighths in 0..8 {
            let turned = wedge.turned(eighths).expect("even reaches");
            for corner in wedge.corners() {
                assert!(turned.corners().contains(&corner.turned(eighths).expect("even corners")), "{eighths}");
            }
            assert_eq!(turned.turned(-eighths), Some(wedge));
        }
    }

    #[test]
    fn chords_end_on_the_outline() {
        let half_side = Surd::from_units(-10_000, 10_000);
        for normal in Direction::ALL {
            let scale = |number: Surd| if normal.is_diagonal() { number.times_root2() } else { number };
            let top = octagon().chord(normal, scale(Surd::HALF)).expect("touches the flat");
            assert_eq!(top, (-scale(half_side), scale(half_side)), "{normal:?}");
            let middle = octagon().chord(normal, Surd::ZERO).expect("goes through");
            assert_eq!(middle, (-scale(Surd::HALF), scale(Surd::HALF)), "{normal:?}");
            assert_eq!(octagon().chord(normal, scale(Surd::ONE)), None);
        }
    }

    proptest! {
        #[test]
        fn overlapping_shapes_have_a_common_part(x in -25_000i64..25_000, y in -25_000i64..25_000) {
            let other = octagon().moved(at(x, y));
            let overlap = octagon().overlaps(&other);
            prop_assert_eq!(overlap, octagon().overlap_depth(&other).is_some());
            for direction in Direction::ALL {
                let (Some(there), Some(back)) = (
                    octagon().common_reach_doubled(&other, direction),
                    octagon().common_reach_doubled(&other, direction.opposite()),
                ) else {
                    prop_assert!(!overlap);
                    continue;
                };
                // The common part has some extent and is no larger than either polygon.
                prop_assert!((there + back).is_positive());
                prop_assert!(there <= octagon().reach(direction) * 2 && there <= other.reach(direction) * 2);
            }
            prop_assert_eq!(overlap, other.overlaps(&octagon()));
        }
    }
}
