//! The exact shapes of the pieces in each of the eight directions, relative to the origin (ledger, section 1.2).

use std::sync::LazyLock;

use crate::geometry::{Direction, Octilinear, Point, Surd};

/// Half the length of a side of the unit octagon, `(√2 − 1) / 2`.
pub const HALF_SIDE: Surd = Surd::from_units(-10_000, 10_000);

/// The distance from a car's front edge to its nose, a point just behind that edge: 1/200 octagon. The online edition
/// uses the nose to decide where a car is (ledger, section 4.5).
pub const NOSE_OFFSET: Surd = Surd::from_units(100, 0);

/// The distance from a pitwall's centre to its entry line, and also to its finish line: `3/4 + 3√2/8` octagons.
pub const PIT_LINE_OFFSET: Surd = Surd::from_units(15_000, 7_500);

/// The number of the longest vector. It is also the vector's length in octagons.
pub const LONGEST: u8 = 5;

/// The shapes of all pieces in all directions, computed once.
#[derive(Debug)]
pub struct Pieces {
    car: Octilinear,
    body: [Octilinear; 8],
    shaft: [[Octilinear; 8]; 6],
    corner: [Octilinear; 8],
    pitwall: [[Octilinear; 3]; 8],
    nose: [Point; 8],
    front: [Point; 8],
}

static PIECES: LazyLock<Pieces> = LazyLock::new(Pieces::build);

/// Returns the shapes of all pieces.
#[inline]
#[must_use]
pub fn pieces() -> &'static Pieces {
    &PIECES
}

impl Pieces {
    /// Returns the shape of a car's base: an octagon, which is the same in every direction. The octagons of vectors
    /// have this shape too.
    #[inline]
    #[must_use]
    pub const fn car(&self) -> &Octilinear {
        &self.car
    }

    /// Returns the bases of three cars that touch a corner at `at`: one at the middle curb, which faces `facing`, and one
    /// at each of the curbs beside it. Every lap goes past all three places, or further out.
    #[must_use]
    pub fn cars_at_curbs(&self, at: Point, facing: Direction) -> [Octilinear; 3] {
        [0, -1, 1].map(|eighths| self.car.moved(at + facing.turned(eighths).unit()))
    }

    /// Returns the body of a car that faces `direction`: the rectangle from front edge to rear edge (online edition
    /// only).
    #[inline]
    #[must_use]
    pub const fn body(&self, direction: Direction) -> &Octilinear {
        &self.body[direction.index()]
    }

    /// Returns the shaft between the two octagons of vector `length` (3 to 5). The vector's first octagon lies at the
    /// origin. Returns `None` for vectors 1 and 2, which have no shaft.
    #[inline]
    #[must_use]
    pub fn shaft(&self, length: u8, direction: Direction) -> Option<&Octilinear> {
        (3..=LONGEST).contains(&length).then(|| &self.shaft[usize::from(length)][direction.index()])
    }

    /// Returns the shape of a corner piece that faces `facing`, relative to its centre.
    #[inline]
    #[must_use]
    pub const fn corner(&self, facing: Direction) -> &Octilinear {
        &self.corner[facing.index()]
    }

    /// Returns the three parts of the pitwall: rear octagon, front octagon, shaft.
    #[inline]
    #[must_use]
    pub const fn pitwall(&self, direction: Direction) -> &[Octilinear; 3] {
        &self.pitwall[direction.index()]
    }

    /// Returns the offset from a car's centre to its nose, just behind the middle of its front edge (ledger, section
    /// 4.5).
    #[inline]
    #[must_use]
    pub const fn nose(&self, direction: Direction) -> Point {
        self.nose[direction.index()]
    }

    /// Returns the offset from a car's centre to the middle of its front edge.
    #[inline]
    #[must_use]
    pub const fn front(&self, direction: Direction) -> Point {
        self.front[direction.index()]
    }

    fn build() -> Self {
        // With the lengths of the ledger's section 1.2, all measures of every piece are whole numbers of units in every
        // direction. The tests below check each piece.
        let whole = "every piece measures whole units in every direction (ledger, section 1.2)";
        let at = |x: Surd, y: Surd| Point::new(x, y);
        let everywhere = |shape: Octilinear| Direction::ALL.map(|d| shape.turned(i64::from(d.number())).expect(whole));
        let car = Octilinear::octagon(Surd::HALF).expect(whole);
        let rectangle = |from: Surd, to: Surd, half_width: Surd| {
            Octilinear::around(&[at(from, half_width), at(from, -half_width), at(to, half_width), at(to, -half_width)])
                .expect("four corners")
        };
        let shaft_half_width = Surd::from_units(5_600, 0);
        let shaft = std::array::from_fn(|length| {
            everywhere(rectangle(Surd::ZERO, Surd::ONE * (length as i64 - 1).max(0), shaft_half_width))
        });
        // `k` is the length K of the ledger's section 1.2: K = 25,172 units, so K·√2/4 = 6293 units of √2
        // (`quarter`).
        let k = Surd::from_units(25_172, 0);
        let quarter = Surd::from_units(0, 6_293);
        let far = k - quarter * 3;
        let curbed = Octilinear::around(&[
            at(quarter, quarter),
            at(far, quarter),
            at(-quarter, -far),
            at(-quarter, -quarter),
            at(-far, -quarter),
            at(quarter, far),
        ])
        .expect("six corners");
        let corner = Direction::ALL.map(|facing| curbed.turned(facing.eighths_from(Direction::new(3))).expect(whole));
        let small = Octilinear::octagon(Surd::from_units(7_500, 0)).expect(whole);
        let wall_shaft =
            rectangle(Surd::from_units(-22_500, 0), Surd::from_units(22_500, 0), Surd::from_units(4_200, 0));
        let pitwall = Direction::ALL.map(|direction| {
            let reach = direction.times(Surd::from_units(22_500, 0)).expect(whole);
            let shaft = wall_shaft.turned(i64::from(direction.number())).expect(whole);
            [small.moved(-reach), small.moved(reach), shaft]
        });
        Self {
            car,
            body: everywhere(rectangle(-Surd::HALF, Surd::HALF, HALF_SIDE)),
            shaft,
            corner,
            pitwall,
            nose: Direction::ALL.map(|d| d.times(Surd::HALF - NOSE_OFFSET).expect(whole)),
            front: Direction::ALL.map(|d| d.times(Surd::HALF).expect(whole)),
        }
    }
}

/// Returns the shapes that make up a gear or boost vector. `first` is the centre of its first octagon. Vector 1 has one
/// octagon and vector 2 has two. Vectors 3 to 5 have two octagons and a shaft.
pub fn vector_parts(length: u8, first: Point, direction: Direction) -> impl Iterator<Item = Octilinear> {
    let pieces = pieces();
    let last = first + direction.unit() * i64::from(length - 1);
    let tail = pieces.car().moved(first);
    let head = (length > 1).then(|| pieces.car().moved(last));
    let shaft = pieces.shaft(length, direction).map(|shaft| shaft.moved(first));
    [Some(tail), head, shaft].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_piece_has_six_equal_edges_and_the_corners_of_the_ledger() {
        let corners: Vec<[f64; 2]> =
            pieces().corner(Direction::new(3)).corners().into_iter().map(Point::to_f64).collect();
        assert_eq!(corners.len(), 6);
        for [x, y] in [
            [0.4450, 0.4450],
            [-0.0763, 0.4450],
            [-0.4450, 0.0763],
            [-0.4450, -0.4450],
            [0.0763, -0.4450],
            [0.4450, -0.0763],
        ] {
            assert!(corners.iter().any(|c| (c[0] - x).abs() < 1e-4 && (c[1] - y).abs() < 1e-4), "{x} {y}: {corners:?}");
        }
        for facing in Direction::ALL {
            let corners: Vec<[f64; 2]> = pieces().corner(facing).corners().into_iter().map(Point::to_f64).collect();
            for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                assert!(((to[0] - from[0]).hypot(to[1] - from[1]) - 0.5213).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn the_pitwall_is_three_long_and_three_quarters_wide() {
        for direction in Direction::ALL {
            let parts = pieces().pitwall(direction);
            let scale = if direction.is_diagonal() { std::f64::consts::SQRT_2 } else { 1.0 };
            let reach = |d: Direction| parts.iter().map(|part| part.reach(d).to_f64() / scale).fold(f64::MIN, f64::max);
            assert!((reach(direction) - 1.5).abs() < 1e-12);
            assert!((reach(direction.opposite()) - 1.5).abs() < 1e-12);
            assert!((reach(direction.turned(2)) - 0.375).abs() < 1e-12);
        }
    }

    #[test]
    fn each_vector_has_its_octagons_and_shaft() {
        for direction in Direction::ALL {
            for length in 1..=LONGEST {
                let parts: Vec<_> = vector_parts(length, Point::ORIGIN, direction).collect();
                assert_eq!(parts.len(), [1, 2, 3, 3, 3][usize::from(length) - 1]);
            }
        }
        let shaft = pieces().shaft(4, Direction::new(0)).expect("vector 4 has a shaft");
        assert_eq!(shaft.reach(Direction::new(2)).to_f64(), 0.28);
        assert_eq!(shaft.reach(Direction::new(0)).to_f64(), 3.0);
    }
}
