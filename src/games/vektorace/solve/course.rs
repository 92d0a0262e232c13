//! What a move may come to in the lap, for a car that stands somewhere within a small square: the corners it may pass,
//! the line it may cross. With a square of no size this is the count of section 4.3 in floating point.

use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::{Edition, Track};
use crate::geometry::Direction;

/// What floating point may get wrong, generously.
const SLACK: f64 = 1e-7;

/// A point or a way on the table, x and y in octagons.
pub type Xy = [f64; 2];

#[inline]
pub fn plus(a: Xy, b: Xy) -> Xy {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline]
fn dot(a: Xy, b: Xy) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// The unit vector of a direction.
pub fn unit(direction: Direction) -> Xy {
    direction.unit().to_f64()
}

/// From a car's middle to the middle of its front.
fn half(heading: Direction) -> Xy {
    unit(heading).map(|part| part / 2.0)
}

/// A line through a point, with the side that counts.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: Xy,
    normal: Xy,
}

impl Line {
    fn new(at: Xy, normal: Direction) -> Self {
        Self { at, normal: unit(normal) }
    }

    /// How far past the line a point is.
    #[inline]
    fn depth(&self, point: Xy) -> f64 {
        dot([point[0] - self.at[0], point[1] - self.at[1]], self.normal)
    }

    /// How much that can change where the point moves by up to `reach` in x and in y.
    #[inline]
    fn give(&self, reach: f64) -> f64 {
        reach * (self.normal[0].abs() + self.normal[1].abs()) + SLACK
    }
}

#[derive(Clone, Copy, Debug)]
struct CornerLine {
    /// Past it lies what comes after the corner.
    line: Line,
    /// Where the curb looks: outside.
    outwards: Xy,
}

/// Where a lap has come to: 0 before the line is crossed for the first time, then one more than the corners passed
/// since; after the last of these the lap is done.
pub type Phase = usize;

/// A move as points.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The car, the vector's first octagon, the last octagon laid, the place.
    pub points: [Xy; 4],
    /// Where the car looked.
    pub moved: Direction,
    /// Where it looks.
    pub heading: Direction,
}

/// The lines of a lap.
#[derive(Clone, Debug)]
pub struct Course {
    corners: Vec<CornerLine>,
    finish: Line,
    entry: Line,
    track_side: Line,
    along: Direction,
    square_finish: bool,
}

impl Course {
    pub fn new(track: &Track, edition: Edition) -> Self {
        let wall = track.pitwall();
        let at = wall.at.to_f64();
        let offset = PIT_LINE_OFFSET.to_f64();
        let along = unit(wall.direction);
        let shifted = |by: f64| [at[0] + along[0] * by, at[1] + along[1] * by];
        let corners = track
            .corners()
            .iter()
            .map(|corner| CornerLine {
                line: Line::new(corner.at.to_f64(), corner.facing.turned(2 * corner.hand.eta())),
                outwards: unit(corner.facing),
            })
            .collect();
        Self {
            corners,
            finish: Line::new(shifted(offset), wall.direction),
            entry: Line::new(shifted(-offset), wall.direction),
            track_side: Line::new(at, wall.track.normal),
            along: wall.direction,
            square_finish: edition == Edition::Second,
        }
    }

    /// The phase of a lap that is done.
    pub fn done(&self) -> Phase {
        self.corners.len() + 2
    }

    /// Whether a move of a car at `from`, at most `longest` octagons long, can lead into the pit lane.
    pub fn is_near_the_lane(&self, from: Xy, longest: f64, reach: f64) -> bool {
        let (entry, side) = (self.entry.depth(from), self.track_side.depth(from));
        let (entry_give, side_give) = (self.entry.give(reach), self.track_side.give(reach));
        entry < 0.5 + entry_give && entry > -longest - 0.5 - entry_give && side < longest + 0.5 + side_give
    }

    /// How far past the line of a phase's next corner a move of this way begins that may have to do with that line:
    /// more than the first and up to the second. Everywhere else the corner changes nothing.
    pub fn band(&self, phase: Phase, way: [Xy; 3], reach: f64) -> (f64, f64) {
        let line = &self.corners[self.next(phase)].line;
        let ways = way.map(|way| dot(way, line.normal));
        let give = line.give(reach);
        let most = ways.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let least = ways[0].min(ways[1]).min(0.0);
        (-most - give, -least + give)
    }

    /// How far past the line of the lap a move must begin that may cross it, and how far one that surely does, where it
    /// counts in this phase and the corners do not come into it.
    pub fn finish_band(&self, phase: Phase, way: Xy, heading: Direction, reach: f64) -> Option<(f64, f64)> {
        let counts = phase == 0 || phase > self.corners.len();
        let ahead = dot(plus(way, half(heading)), self.finish.normal);
        let give = self.finish.give(reach);
        counts.then_some((-ahead - give, -ahead + give))
    }

    /// Whether a car that moved in one direction and then looks in another may cross the line in this phase (VR-WIN-03).
    pub fn may_finish(&self, phase: Phase, moved: Direction, heading: Direction) -> bool {
        phase == 0 || !self.square_finish || moved == self.along || heading == self.along
    }

    /// How far a point is past the line of a phase's next corner, and past the line of the lap.
    pub fn depths(&self, phase: Phase, point: Xy) -> (f64, f64) {
        (self.corners[self.next(phase)].line.depth(point), self.finish.depth(point))
    }

    fn next(&self, phase: Phase) -> usize {
        self.passed(phase) % self.corners.len()
    }

    fn passed(&self, phase: Phase) -> usize {
        if phase == 0 { self.corners.len() } else { phase - 1 }
    }

    /// The phases a move may lead to, a bit for each; none where it is surely refused. Wherever within `reach` of its
    /// points, in x and y, the move really is, what the rules make of it is among them.
    pub fn outcomes(&self, phase: Phase, way: &Way, reach: f64) -> u32 {
        if self.enters_the_lane(way, reach) {
            return 0;
        }
        let count = self.corners.len();
        let passed = self.walk(1 << self.passed(phase), &way.points, reach);
        let mut phases = 0;
        for corners in 0..count {
            if passed & (1 << corners) != 0 {
                phases |= 1 << (corners + 1);
            }
        }
        if passed & (1 << count) == 0 {
            return phases;
        }
        let front = plus(way.points[3], half(way.heading));
        let (depth, give) = (self.finish.depth(front), self.finish.give(reach));
        let last = if phase == 0 { 0 } else { count + 1 };
        if depth <= give {
            phases |= 1 << last;
        }
        if depth > -give {
            if phase == 0 {
                phases |= self.walk(1, &way.points, reach) << 1;
            } else if self.may_finish(phase, way.moved, way.heading) {
                phases |= 1 << self.done();
            }
        }
        phases
    }

    /// Whether the move surely leads into the pit lane: closed on the only lap, and in the first edition a stop, which a
    /// clean lap does not make.
    fn enters_the_lane(&self, way: &Way, reach: f64) -> bool {
        let after = plus(way.points[3], half(way.heading));
        // Past the exit it depends on the path whether the lane was jumped or passed by on the track side (VR-PIT-01).
        if self.track_side.depth(after) >= -self.track_side.give(reach)
            || self.entry.depth(after) <= self.entry.give(reach)
            || self.finish.depth(after) >= -self.finish.give(reach)
        {
            return false;
        }
        self.entry.depth(plus(way.points[0], half(way.moved))) < -self.entry.give(reach)
    }

    /// How many corners may be passed after the points, a bit for each number, from any of those numbers before.
    fn walk(&self, passed: u32, points: &[Xy; 4], reach: f64) -> u32 {
        let mut passed = passed;
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            let (mut open, mut after) = (passed, 0);
            // A number stays, goes up, or is cut off; those that went up may pass the next corner in the same step.
            let mut since_last = 0u32;
            while open != 0 {
                let number = open.trailing_zeros();
                open &= open - 1;
                let crossing = self.cross(
                    number as usize % self.corners.len(),
                    *from,
                    *to,
                    reach,
                    since_last & (1 << number) != 0,
                );
                if crossing.stays {
                    after |= 1 << number;
                }
                if crossing.passes {
                    if number as usize == self.corners.len() {
                        // All passed: corner 1 cannot be passed again before the line is counted.
                        after |= 1 << number;
                    } else {
                        open |= 1 << (number + 1);
                        since_last |= 1 << (number + 1);
                    }
                }
            }
            passed = after;
            if passed == 0 {
                break;
            }
        }
        passed
    }

    #[inline]
    fn cross(&self, corner: usize, from: Xy, to: Xy, reach: f64, since_last: bool) -> Crossing {
        let corner = &self.corners[corner];
        let (start, end) = (corner.line.depth(from), corner.line.depth(to));
        let give = corner.line.give(reach);
        // Only the rest of a step counts for a second corner in it: it may begin anywhere on the way.
        let start_least = if since_last { start.min(end) } else { start };
        let may_cross = start_least - give <= 0.0 && end + give > 0.0;
        let may_stay = start + give > 0.0 || end - give <= 0.0 || since_last;
        if !may_cross {
            return Crossing { stays: true, passes: false };
        }
        let out = |point: Xy| dot([point[0] - corner.line.at[0], point[1] - corner.line.at[1]], corner.outwards);
        let (from_out, to_out) = (out(from), out(to));
        let most = from_out.max(to_out);
        let give_out = reach * (corner.outwards[0].abs() + corner.outwards[1].abs()) + SLACK;
        let rise = end - start;
        let furthest = if rise > SLACK {
            // Where the step crosses the line, and how much further out if it is shifted.
            let slope = (to_out - from_out) / rise;
            (from_out - start * slope + give * slope.abs()).min(most)
        } else {
            most
        };
        Crossing { stays: may_stay, passes: furthest + give_out > 0.0 }
    }
}

/// What may come of a step across a corner's line.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// The line is not crossed.
    stays: bool,
    /// It is crossed outside.
    passes: bool,
}
