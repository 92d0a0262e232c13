//! The places of a circuit, thrown by chance. A sketch lies in a frame from (0, 0) up, in quarters of an octagon, and
//! always looks the same way: the start is the straight below, cars run along it to the left, and go round clockwise. The
//! [`Frame`] turns and mirrors it onto the table.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

use super::QUARTER;
use crate::games::vektorace::TableDraft;
use crate::geometry::{Direction, Surd, UNITS_PER_ONE};

/// x and y in quarters of an octagon.
pub(super) type Place = [i64; 2];

/// The largest part of a table that is used, along and across the start, in octagons: on a larger one laps would only
/// get longer.
const LARGEST: [i64; 2] = [60, 36];
/// The smallest, below which nothing fits.
const SMALLEST: [i64; 2] = [16, 12];
/// From the table's edge to the pitwall's axis, at least and at most, in quarters.
const WALL: [i64; 2] = [13, 20];
/// From there up to the corners at the ends of the straight.
const BASE: [i64; 2] = [16, 20];
/// From the upper edge to the highest corners.
const TOP: [i64; 2] = [18, 30];
/// From the edges at the sides to the corners.
const SIDE: [i64; 2] = [22, 38];
/// From the lowest corner of the far side down to the corners of the straight, at least.
const LOW: i64 = 10;
/// From corner 1 to the wall, and from the wall to the last corner, at least: the grid is behind the wall.
const AHEAD: i64 = 16;
const BEHIND: i64 = 22;
/// How high the course has to be for a bend on one of its short sides.
const HIGH: i64 = 36;

/// How a sketch lies on the table: moved, with its axes swapped or turned round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The lower left corner of the part that is used.
    from: Place,
    /// Its width and height on the table.
    size: Place,
    /// The start runs up the table and not across.
    upright: bool,
    flipped: [bool; 2],
}

impl Frame {
    /// The ways there are to lay a start along a table's sides, before they are mirrored: none where it is too small.
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
                // Along the short side only where that is nearly as long.
                along >= 4 * SMALLEST[0] && across >= 4 * SMALLEST[1] && 6 * own >= 5 * other
            })
            .collect()
    }

    /// How long it is along the start, and across.
    const fn room(&self) -> Place {
        if self.upright { [self.size[1], self.size[0]] } else { self.size }
    }

    /// A sketch's place on the table.
    pub(super) fn place(&self, [x, y]: Place) -> Place {
        let [x, y] = if self.upright { [y, x] } else { [x, y] };
        let turned = |axis: usize, at: i64| if self.flipped[axis] { self.size[axis] - at } else { at };
        [self.from[0] + turned(0, x), self.from[1] + turned(1, y)]
    }

    /// A sketch's direction on the table.
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

    /// Whether the race goes the other way round than in the sketch.
    pub(super) const fn is_mirrored(&self) -> bool {
        self.upright ^ self.flipped[0] ^ self.flipped[1]
    }
}

/// Where the pieces of a circuit lie.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// The pitwall's centre.
    pub(super) wall: Place,
    /// The corners, in the order they are passed.
    pub(super) corners: Vec<Place>,
}

/// How corners are shared out: at the ends of the straight, on the short sides, and on the far side between.
struct Plan {
    left: usize,
    right: usize,
    sides: [bool; 2],
    far: usize,
}

impl Sketch {
    /// One more, in one of the frames or its mirror images; `None` where this throw comes to nothing. `ease` is how much
    /// room it has to have, from 1 down to 0.
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
        // A pair of corners at an end mostly stands square.
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
        // On whole halves, as a person puts it.
        let at = random.random_range(low..=high) / 2 * 2;
        Some((frame, Self { wall: [at, wall], corners }))
    }
}

/// A distance between two, the larger the more room there is: both in quarters, for a table of about forty octagons.
fn among(random: &mut ChaCha8Rng, [least, most]: [i64; 2], room: i64, ease: f64) -> i64 {
    let most = most.min(room / 4).max(least);
    let low = least + ((most - least) as f64 * ease / 2.0) as i64;
    random.random_range(low..=most)
}

/// A corner that pushes in the side between two others; `inwards` is the sign of x.
fn dent(random: &mut ChaCha8Rng, bottom: Place, top: Place, inwards: i64) -> Place {
    let middle = [(bottom[0] + top[0]) / 2, (bottom[1] + top[1]) / 2];
    [middle[0] + inwards * random.random_range(12..=22), middle[1] + random.random_range(-6..=6)]
}

impl Plan {
    /// Shares out so many corners; `high` where there is room for bends on the short sides.
    fn throw(random: &mut ChaCha8Rng, count: usize, high: bool) -> Option<Self> {
        // With few corners a hairpin of one is common, with many rare.
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

/// The heights on the far side: mostly a few that corners share, which is how people draw.
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
            // One end may be lower than the other.
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
