//! A sketch of a random circuit: the points on which its pieces lie. A sketch fills a frame whose lower left corner is
//! (0, 0), in quarters of an octagon. It always has the same orientation: the start is on the lower straight, cars
//! drive to the left along it, and the race goes clockwise. The [`Frame`] then rotates and mirrors it onto the table.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::QUARTER;
use crate::games::vektorace::TableDraft;
use crate::geometry::{Direction, Surd, UNITS_PER_ONE};

/// A point of the sketch: x and y in quarters of an octagon.
pub(super) type Place = [i64; 2];

/// The largest size of a random circuit, in octagons, on any table. The first number is its size along the starting
/// straight, the second its size across. A larger circuit would only make laps longer.
const LARGEST: [i64; 2] = [60, 36];
/// The smallest table on which a circuit fits, in octagons.
const SMALLEST: [i64; 2] = [16, 12];
/// The smallest and the largest distance from the table's edge to the pitwall's axis, in quarters of an octagon.
const WALL: [i64; 2] = [13, 20];
/// The smallest and the largest distance from the pitwall's axis up to the corners at the ends of the lower straight,
/// in quarters of an octagon.
const BASE: [i64; 2] = [16, 20];
/// The smallest and the largest distance from the table's upper edge to the highest corners, in quarters of an octagon.
const TOP: [i64; 2] = [18, 30];
/// The smallest and the largest distance from the table's side edges to the corners, in quarters of an octagon.
const SIDE: [i64; 2] = [22, 38];
/// The smallest difference in height (y) between the corners at the ends of the lower straight and the corners on the
/// opposite side of the circuit, in quarters of an octagon.
const LOW: i64 = 10;
/// The least distance from corner 1 to the pitwall, in quarters of an octagon.
const AHEAD: i64 = 16;
const BEHIND: i64 = 22;
/// The short sides of a course may have bends if they are at least this high, in quarters of an octagon.
const HIGH: i64 = 36;

/// The placement of a sketch on the table. It says where the sketch lies, and whether its axes are swapped or reversed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The lower left corner of the used part of the table, in coordinates of the table.
    from: Place,
    /// The width and height of the used part of the table.
    size: Place,
    /// Whether the starting straight runs vertically on the table.
    upright: bool,
    flipped: [bool; 2],
}

impl Frame {
    /// Returns up to two placements of a sketch on a table: one with a horizontal starting straight, and one with a
    /// vertical starting straight. Mirror images are not included. A placement is left out if the table is too small
    /// for it, or too short in the direction of the starting straight.
    pub(super) fn of(table: &TableDraft) -> Vec<Self> {
        let quarters = |number: Surd| number.to_f64().clamp(-1e6, 1e6) * UNITS_PER_ONE as f64 / QUARTER as f64;
        let from = [table.from.x, table.from.y].map(|low| quarters(low).ceil() as i64);
        let to = [table.to.x, table.to.y].map(|high| quarters(high).floor() as i64);
        let used = |axis: usize, most: i64| {
            let size = (to[axis] - from[axis]).min(4 * most);
            (from[axis] + (to[axis] - from[axis] - size) / 2, size)
        };
        [false, true]
            .into_iter()
            .map(|upright| {
                let most = if upright { [LARGEST[1], LARGEST[0]] } else { LARGEST };
                let ((x, width), (y, height)) = (used(0, most[0]), used(1, most[1]));
                Self { from: [x, y], size: [width, height], upright, flipped: [false; 2] }
            })
            .filter(|frame| {
                let [along, across] = frame.room();
                let sides = [to[0] - from[0], to[1] - from[1]];
                let (own, other) = if frame.upright { (sides[1], sides[0]) } else { (sides[0], sides[1]) };
                // A start along the short side is possible only if that side is nearly as long as the other.
                along >= 4 * SMALLEST[0] && across >= 4 * SMALLEST[1] && 6 * own >= 5 * other
            })
            .collect()
    }

    /// The size of the used part of the table: along the starting straight, then across it.
    const fn room(&self) -> Place {
        if self.upright { [self.size[1], self.size[0]] } else { self.size }
    }

    /// Converts a point of the sketch to the point on the table.
    pub(super) fn place(&self, [x, y]: Place) -> Place {
        let [x, y] = if self.upright { [y, x] } else { [x, y] };
        let turned = |axis: usize, at: i64| if self.flipped[axis] { self.size[axis] - at } else { at };
        [self.from[0] + turned(0, x), self.from[1] + turned(1, y)]
    }

    /// Converts a direction in the sketch to the direction on the table.
    pub(super) fn direction(&self, direction: Direction) -> Direction {
        let mut number = i64::from(direction.number());
        if self.upright {
            number = 2 - number;
        }
        if self.flipped[0] {
            number = 4 - number;
        }
        if self.flipped[1] {
            number = -number;
        }
        Direction::new(number)
    }

    /// Whether the race goes counter-clockwise on the table.
    pub(super) const fn is_mirrored(&self) -> bool {
        self.upright ^ self.flipped[0] ^ self.flipped[1]
    }
}

/// The points on which a circuit's pieces lie.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The point of the pitwall's centre.
    pub(super) wall: Place,
    /// The points of the corners, in the order in which cars pass them.
    pub(super) corners: Vec<Place>,
}

/// The number of corners in each part of a circuit: at the two ends of the lower straight, on the two short sides, and
/// on the far side.
struct Plan {
    left: usize,
    right: usize,
    sides: [bool; 2],
    far: usize,
}

impl Sketch {
    /// Makes a random sketch in one of the frames, or in the mirror image of a frame. `ease` is the spacing, from 1
    /// (widest) to 0 (tightest). Returns `None` if this attempt fails.
    pub(super) fn throw(random: &mut ChaCha8Rng, frames: &[Frame], count: usize, ease: f64) -> Option<(Frame, Self)> {
        let index = random.random_range(0..frames.len().max(1) as u64) as usize;
        let frame = Frame { flipped: [random.random(), random.random()], ..*frames.get(index)? };
        let room = frame.room();
        let wall = among(random, WALL, room[1], ease);
        let base = wall + among(random, BASE, room[1], ease);
        let top = room[1] - among(random, TOP, room[1], ease);
        let left = among(random, SIDE, room[0], ease);
        let right = room[0] - among(random, SIDE, room[0], ease);
        if top < base + LOW || right < left + AHEAD + BEHIND {
            return None;
        }
        let plan = Plan::throw(random, count, top - base >= HIGH)?;
        let levels = Levels::throw(random, base + LOW, top);
        // If an end has two corners, one is usually exactly above the other.
        let mut aside = |chance: f64| if random.random_bool(chance) { random.random_range(0..=8) } else { 0 };
        let (nudged, slanted) = ([aside(0.4), aside(0.4)], [aside(0.4), aside(0.4)]);

        let single = |random: &mut ChaCha8Rng| base + random.random_range(0..=(top - base) / 2);
        let mut corners: Vec<Place> = Vec::with_capacity(count);
        let first_far: Place;
        if plan.left == 1 {
            first_far = [left, single(random)];
            corners.push(first_far);
        } else {
            let bottom = [left + slanted[0], base + nudged[0] / 2];
            first_far = [left + nudged[1], levels.high(random)];
            corners.push(bottom);
            if plan.sides[0] {
                corners.push(dent(random, bottom, first_far, 1));
            }
            corners.push(first_far);
        }
        let last_far: Place =
            if plan.right == 1 { [right, single(random)] } else { [right - slanted[1], levels.high(random)] };
        let gaps = plan.far as i64 + 1;
        let between = last_far[0] - first_far[0];
        for number in 1..gaps {
            let reach = between / gaps * 2 / 5;
            let x = first_far[0] + between * number / gaps + random.random_range(-reach.max(0)..=reach.max(0));
            corners.push([x, levels.any(random)]);
        }
        corners.push(last_far);
        if plan.right == 2 {
            let bottom = [right, base + nudged[1] / 2];
            if plan.sides[1] {
                corners.push(dent(random, bottom, last_far, -1));
            }
            corners.push(bottom);
        }
        let (first, last) = (corners.first()?[0], corners.last()?[0]);
        let (low, high) = (first + AHEAD, last - BEHIND);
        if low > high {
            return None;
        }
        // Places the pitwall on half octagons, as a person would.
        let at = random.random_range(low..=high) / 2 * 2;
        Some((frame, Self { wall: [at, wall], corners }))
    }
}

/// Chooses a random distance between `least` and `most`, in quarters of an octagon. The distance is also at most a
/// quarter of `room`, but never smaller than `least`. The nearer `ease` is to 1, the larger the distance tends to be.
fn among(random: &mut ChaCha8Rng, [least, most]: [i64; 2], room: i64, ease: f64) -> i64 {
    let most = most.min(room / 4).max(least);
    let low = least + ((most - least) as f64 * ease / 2.0) as i64;
    random.random_range(low..=most)
}

/// Returns the point of a corner that makes a short side of the circuit bend inwards. This corner lies between the
/// corners `bottom` and `top`. `inwards` is 1 for the left side and -1 for the right.
fn dent(random: &mut ChaCha8Rng, bottom: Place, top: Place, inwards: i64) -> Place {
    let middle = [(bottom[0] + top[0]) / 2, (bottom[1] + top[1]) / 2];
    [middle[0] + inwards * random.random_range(12..=22), middle[1] + random.random_range(-6..=6)]
}

impl Plan {
    /// Chooses at random the number of corners on each side of the circuit. `high` says whether the short sides have
    /// space for bends. Returns `None` if the ends of the lower straight would need more than `count` corners.
    fn throw(random: &mut ChaCha8Rng, count: usize, high: bool) -> Option<Self> {
        // An end with a single corner is common on circuits with few corners, and rare on those with many.
        let pair = if count <= 4 { 0.6 } else { 0.85 };
        let mut end = |left: usize| if left > 1 && random.random_bool(pair) { 2 } else { 1 };
        let left = end(count - 1);
        let right = end(count - left);
        let mut far = count.checked_sub(left + right)?;
        let mut sides = [false; 2];
        for (side, end) in sides.iter_mut().zip([left, right]) {
            if high && end == 2 && far > 0 && random.random_bool(0.3) {
                *side = true;
                far -= 1;
            }
        }
        Some(Self { left, right, sides, far })
    }
}

/// The possible y coordinates of the corners on the far side, which lies opposite the lower straight. In most circuits,
/// these corners have only two different y coordinates, as in circuits drawn by people.
struct Levels {
    low: i64,
    high: i64,
    shared: Option<[i64; 2]>,
}

impl Levels {
    fn throw(random: &mut ChaCha8Rng, low: i64, high: i64) -> Self {
        let third = (high - low) / 3;
        let shared = random
            .random_bool(0.6)
            .then(|| [low + random.random_range(0..=third), high - random.random_range(0..=third / 2)]);
        Self { low, high, shared }
    }

    fn any(&self, random: &mut ChaCha8Rng) -> i64 {
        match self.shared {
            Some([low, high]) => {
                if random.random() {
                    low
                } else {
                    high
                }
            }
            None => random.random_range(self.low..=self.high),
        }
    }

    fn high(&self, random: &mut ChaCha8Rng) -> i64 {
        match self.shared {
            // Sometimes an end of the far side lies lower than the other corners.
            Some([low, high]) => {
                if random.random_bool(0.2) {
                    low.midpoint(high)
                } else {
                    high
                }
            }
            None => random.random_range(self.low.midpoint(self.high)..=self.high),
        }
    }
}
