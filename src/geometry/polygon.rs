//! Simple polygons with edges in any direction, such as track limits.

use std::cmp::Ordering;

use super::{Direction, Octilinear, Point};

/// A simple polygon, given by its corners in order, clockwise or counter-clockwise. It may be concave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon {
    corners: Vec<Point>,
}

impl Polygon {
    /// Creates the polygon with these corners; the last corner is joined to the first. Returns `None` if the polygon is
    /// not simple: if it has fewer than three corners, repeated corners, or edges that cross or touch each other.
    #[must_use]
    pub fn new(corners: &[Point]) -> Option<Self> {
        (corners.len() >= 3 && Self::tangle(corners).is_none()).then(|| Self { corners: corners.to_vec() })
    }

    /// Returns the polygon's corners.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    fn edges(&self) -> impl Iterator<Item = (Point, Point)> + Clone + '_ {
        self.corners.iter().copied().zip(self.corners.iter().copied().cycle().skip(1))
    }

    /// Returns the first two edges that meet anywhere except at a shared corner. Each edge is given by the index of the
    /// corner where it begins, and the lower index comes first. An edge without length is returned twice. Returns
    /// `None` if the outline is simple.
    ///
    /// ```
    /// use paddock::geometry::{Point, Polygon, Surd};
    ///
    /// let at = |x, y| Point::new(Surd::from_int(x), Surd::from_int(y));
    /// assert_eq!(Polygon::tangle(&[at(0, 0), at(4, 0), at(4, 4), at(0, 4)]), None);
    /// assert!(Polygon::tangle(&[at(0, 0), at(4, 4), at(4, 0), at(0, 4)]).is_some(), "two edges cross");
    /// ```
    #[must_use]
    pub fn tangle(corners: &[Point]) -> Option<(usize, usize)> {
        let count = corners.len();
        let edge = |place: usize| (corners[place], corners[(place + 1) % count]);
        let without_length = (0..count).find(|place| edge(*place).0 == edge(*place).1).map(|place| (place, place));
        without_length.or_else(|| {
            (0..count).find_map(|place| {
                let (a, b) = edge(place);
                let meets = |other: &usize| {
                    let (c, d) = edge(*other);
                    if *other == place + 1 {
                        // Neighbouring edges share the corner b = c. The next corner must not fold back onto the edge.
                        is_on(d, a, b) || is_on(a, c, d)
                    } else if place == 0 && *other == count - 1 {
                        is_on(c, a, b) || is_on(b, c, d)
                    } else {
                        touch(a, b, c, d)
                    }
                };
                (place + 1..count).find(meets).map(|other| (place, other))
            })
        })
    }

    /// Whether the polygon and the shape overlap. If they only touch, they do not overlap.
    #[must_use]
    pub fn overlaps(&self, shape: &Octilinear) -> bool {
        self.edge_enters(shape) || self.surrounds_middle(shape)
    }

    /// Whether the shape lies wholly inside the polygon. It may touch the polygon's edge.
    #[must_use]
    pub fn encloses(&self, shape: &Octilinear) -> bool {
        !self.edge_enters(shape) && self.surrounds_middle(shape)
    }

    /// Whether any edge of this polygon goes through the inside of `shape`.
    fn edge_enters(&self, shape: &Octilinear) -> bool {
        let outline = shape.corners();
        self.edges().any(|(from, to)| {
            // The separating axes of an edge and a convex polygon are the polygon's normals and the edge's own normal.
            let between = |d: Direction| {
                let (a, b) = (from.along(d), to.along(d));
                a.max(b) > -shape.reach(d.opposite()) && a.min(b) < shape.reach(d)
            };
            let side = |point: &Point| (to - from).cross(*point - from).sign();
            Direction::ALL[..4].iter().copied().all(between)
                && outline.iter().any(|point| side(point).is_gt())
                && outline.iter().any(|point| side(point).is_lt())
        })
    }

    /// Whether the middle of the shape's bounding box is inside the polygon. Every piece of the game is symmetric about
    /// this middle, so the middle lies inside the piece. If the middle is on an edge of the polygon, the even-odd rule
    /// says whether it counts as inside.
    fn surrounds_middle(&self, shape: &Octilinear) -> bool {
        let reach = |number: i64| shape.reach(Direction::new(number));
        // The middle may lie at half a unit, so doubled coordinates are compared.
        let middle = Point::new(reach(0) - reach(4), reach(2) - reach(6));
        let crossings = self.edges().filter(|(from, to)| {
            let (from, to) = (*from * 2, *to * 2);
            let (low, high) = if from.y < to.y { (from, to) } else { (to, from) };
            low.y <= middle.y && middle.y < high.y && (high - low).cross(middle - low).sign().is_gt()
        });
        crossings.count() % 2 == 1
    }
}

/// Whether a point lies on a segment, including its ends.
fn is_on(point: Point, from: Point, to: Point) -> bool {
    (to - from).cross(point - from).sign() == Ordering::Equal
        && (from - point).dot(to - point).sign() != Ordering::Greater
}

/// Whether two segments have a point in common.
fn touch(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |from: Point, to: Point, point: Point| (to - from).cross(point - from).sign();
    let cross = side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b);
    let strictly = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)].iter().all(|sign| !sign.is_eq());
    (cross && strictly) || is_on(a, c, d) || is_on(b, c, d) || is_on(c, a, b) || is_on(d, a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Surd;
    use proptest::prelude::*;

    fn point(x: i64, y: i64) -> Point {
        Point::new(Surd::from_int(x), Surd::from_int(y))
    }

    fn polygon(corners: &[(i64, i64)]) -> Option<Polygon> {
        Polygon::new(&corners.iter().map(|(x, y)| point(*x, *y)).collect::<Vec<_>>())
    }

    fn octagon(x: i64, y: i64) -> Octilinear {
        Octilinear::octagon(Surd::HALF).expect("whole").moved(point(x, y))
    }

    #[test]
    fn only_simple_polygons_are_polygons() {
        assert!(polygon(&[(0, 0), (4, 0), (4, 4)]).is_some());
        assert!(polygon(&[(0, 0), (4, 0)]).is_none());
        assert!(polygon(&[(0, 0), (4, 4), (4, 0), (0, 4)]).is_none(), "a bow tie");
        assert!(polygon(&[(0, 0), (4, 0), (2, 0)]).is_none(), "folded back");
        assert!(polygon(&[(0, 0), (4, 0), (4, 4), (2, 0), (0, 4)]).is_none(), "a corner on an edge");
        assert!(polygon(&[(0, 0), (2, 0), (4, 0), (4, 4)]).is_some(), "a corner on a straight side is harmless");
    }

    #[test]
    fn a_tangled_outline_is_reported() {
        let tangle =
            |corners: &[(i64, i64)]| Polygon::tangle(&corners.iter().map(|(x, y)| point(*x, *y)).collect::<Vec<_>>());
        assert_eq!(tangle(&[(0, 0), (4, 0), (4, 4)]), None);
        assert_eq!(tangle(&[(0, 0), (4, 4), (4, 0), (0, 4)]), Some((0, 2)), "a bow tie");
        assert_eq!(tangle(&[(0, 0), (4, 0), (4, 0), (4, 4)]), Some((1, 1)), "a corner twice");
        assert_eq!(tangle(&[(0, 4), (0, 0), (4, 0), (2, 0)]), Some((1, 2)), "folded back");
        assert_eq!(tangle(&[]), None);
    }

    #[test]
    fn a_touching_shape_neither_overlaps_nor_leaves() {
        let bent = polygon(&[(0, 0), (8, 0), (8, 8), (4, 8), (4, 4), (0, 4)]).expect("simple");
        let half = Point::new(Surd::HALF, Surd::HALF);
        let touching = Octilinear::octagon(Surd::HALF).expect("whole").moved(half);
        assert!(bent.encloses(&touching) && bent.overlaps(&touching));
        let beside = touching.moved(point(0, 4));
        assert!(!bent.overlaps(&beside) && !bent.encloses(&beside));
        // In the notch, away from the edges, and far away.
        assert!(!bent.overlaps(&octagon(2, 6)) && !bent.overlaps(&octagon(20, 6)));
        assert!(bent.overlaps(&octagon(4, 5)) && !bent.encloses(&octagon(4, 5)));
    }

    proptest! {
        #[test]
        fn a_box_gives_the_same_answers_as_an_octilinear_box(x in -30i64..30, y in -30i64..30, w in 1i64..20, h in 1i64..20) {
            let tenth = |n: i64| Surd::from_units(n * 2_000, 0);
            let at = Point::new(tenth(x), tenth(y));
            let octagon = Octilinear::octagon(Surd::HALF).expect("whole").moved(at);
            let corners = [point(0, 0), Point::new(tenth(w), Surd::ZERO), Point::new(tenth(w), tenth(h)), Point::new(Surd::ZERO, tenth(h))];
            let polygon = Polygon::new(&corners).expect("simple");
            let same = Octilinear::around(&corners).expect("points");
            prop_assert_eq!(polygon.overlaps(&octagon), same.overlaps(&octagon));
            prop_assert_eq!(polygon.encloses(&octagon), same.encloses(&octagon));
        }
    }
}
