//! Checks that a random sketch looks like a circuit drawn by a person. The course must not cross or nearly touch
//! itself, its bends must be neither too flat nor too sharp, and corners must have space between them. The checks use
//! only sums, products and square roots, which give the same results on every machine.

use super::sketch::{Place, Sketch};
use crate::geometry::Direction;

/// A bend of the course at a corner. It says which way the corner piece faces, and on which side cars pass the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    /// The direction in which the corner's curbs face.
    pub(super) facing: Direction,
    /// Whether the course bends against the direction of the lap at this corner, for example to the left in a clockwise
    /// race.
    pub(super) against: bool,
}

/// The smallest and the largest allowed cosine of a bend's angle. The angle is 0 if cars drive straight on. A bend with
/// a smaller cosine is too sharp, and a bend with a larger cosine is too flat.
const TURN: [f64; 2] = [-0.97, 0.9];
/// Like [`TURN`], but for corners that bend against the direction of the lap, for example to the left in a clockwise
/// race.
const TURN_AGAINST: [f64; 2] = [-0.6, 0.87];
/// The least distance between two corners, in quarters of an octagon. The first number is for the tightest spacing, the
/// second for the widest.
const APART: [f64; 2] = [13.0, 28.0];
/// The least distance between two stretches of the course, in quarters of an octagon. A stretch must also keep this
/// distance from every corner except the two at its ends. The first number is for the tightest spacing, the second for
/// the widest.
const CLEAR: [f64; 2] = [10.0, 24.0];
/// The offset, in quarters of an octagon, from the pitwall's centre to the point where cars cross the start and finish
/// line. The first number is along the pitwall, the second across it.
const LINE: Place = [-5, 4];

type Way = [f64; 2];

/// Returns the bend at each corner. Returns `None` if the sketch fails a check. `ease` is the spacing that the checks
/// require, from 1 (widest) to 0 (tightest).
pub(super) fn bends(sketch: &Sketch, ease: f64) -> Option<Vec<Bend>> {
    let corners = &sketch.corners;
    let line = [sketch.wall[0] + LINE[0], sketch.wall[1] + LINE[1]];
    let mut course = vec![line];
    course.extend(corners);
    let within = |[least, most]: [f64; 2]| least + (most - least) * ease;
    (stands_apart(corners, within(APART)) && runs_clear(&course, within(CLEAR))).then_some(())?;
    let count = course.len();
    (1..count).map(|place| bend(course[place - 1], course[place], course[(place + 1) % count])).collect()
}

fn bend(before: Place, at: Place, after: Place) -> Option<Bend> {
    let (to, from) = (unit(before, at)?, unit(at, after)?);
    let cosine = to[0] * from[0] + to[1] * from[1];
    // The race goes clockwise, so a turn to the left is against its direction.
    let against = to[0] * from[1] - to[1] * from[0] > 0.0;
    let [least, most] = if against { TURN_AGAINST } else { TURN };
    if cosine < least || cosine > most {
        return None;
    }
    // The outside of a bend is where a car that goes straight on would leave it.
    let outside = [to[0] - from[0], to[1] - from[1]];
    let off = |direction: &Direction| {
        let (x, y) = direction.signs();
        outside[0] * x as f64 + outside[1] * y as f64
    };
    let diagonals = [1, 3, 5, 7].map(Direction::new);
    let facing = diagonals.into_iter().max_by(|a, b| off(a).total_cmp(&off(b)))?;
    Some(Bend { facing, against })
}

fn stands_apart(corners: &[Place], least: f64) -> bool {
    corners.iter().enumerate().all(|(index, corner)| {
        corners.iter().skip(index + 1).all(|other| square(way(*corner, *other)) >= least * least)
    })
}

/// Whether all stretches of the course keep at least the distance `least` from each other and do not cross.
/// Neighbouring stretches are not compared.
fn runs_clear(course: &[Place], least: f64) -> bool {
    let count = course.len();
    let stretch = |index: usize| (course[index % count], course[(index + 1) % count]);
    (0..count).all(|index| {
        (index + 2..count).filter(|other| other + 1 - index != count).all(|other| {
            let ((a, b), (c, d)) = (stretch(index), stretch(other));
            let crosses = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
            let nearest = [(a, c, d), (b, c, d), (c, a, b), (d, a, b)]
                .into_iter()
                .map(|(point, from, to)| off_stretch(point, from, to))
                .fold(f64::INFINITY, f64::min);
            !crosses && nearest >= least * least
        })
    })
}

fn way(from: Place, to: Place) -> Way {
    [(to[0] - from[0]) as f64, (to[1] - from[1]) as f64]
}

fn square([x, y]: Way) -> f64 {
    x * x + y * y
}

fn unit(from: Place, to: Place) -> Option<Way> {
    let [x, y] = way(from, to);
    let length = square([x, y]).sqrt();
    (length > 0.0).then(|| [x / length, y / length])
}

/// Returns the side of a stretch of the course on which a point lies: 1 for the left side, -1 for the right side, 0 for
/// a point on the line through the stretch.
const fn side(from: Place, to: Place, at: Place) -> i64 {
    ((to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])).signum()
}

/// Returns the square of the distance from a point to a stretch of the course.
fn off_stretch(at: Place, from: Place, to: Place) -> f64 {
    let (along, off) = (way(from, to), way(from, at));
    let part = ((along[0] * off[0] + along[1] * off[1]) / square(along).max(1.0)).clamp(0.0, 1.0);
    square([off[0] - part * along[0], off[1] - part * along[1]])
}
