//! The effects that a move may have on a car's progress in the lap: the corners that it may pass, and the finish line
//! that it may cross. The car may stand anywhere in a small square, so several effects may be possible. For a square of
//! size zero, the effect is the one that section 4.3 of the ledger defines, computed in floating point.

use crate::games::vektorace::pieces::PIT_LINE_OFFSET;
use crate::games::vektorace::{Edition, Track};
use crate::geometry::Direction;

/// A tolerance that is larger than any floating-point error in this module, in octagons.
const SLACK: f64 = 1e-7;

/// A point or vector on the table: x and y in octagons.
pub type Xy = [f64; 2];

#[inline]
pub fn plus(a: Xy, b: Xy) -> Xy {
    [a[0] + b[0], a[1] + b[1]]
}

#[inline]
fn dot(a: Xy, b: Xy) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns the unit vector of a direction.
pub fn unit(direction: Direction) -> Xy {
    direction.unit().to_f64()
}

/// Returns the offset from a car's centre to the middle of its front edge.
fn half(heading: Direction) -> Xy {
    unit(heading).map(|part| part / 2.0)
}

/// A line, given by one of its points and by its normal. The normal points to the side that is past the line.
#[derive(Clone, Copy, Debug)]
struct Line {
    at: Xy,
    normal: Xy,
}

impl Line {
    fn new(at: Xy, normal: Direction) -> Self {
        Self { at, normal: unit(normal) }
    }

    /// Returns the distance of a point past the line; negative before it.
    #[inline]
    fn depth(&self, point: Xy) -> f64 {
        dot([point[0] - self.at[0], point[1] - self.at[1]], self.normal)
    }

    /// Returns the largest amount by which a point's distance past the line can change if the point moves by up to
    /// `reach` in x and in y.
    #[inline]
    fn give(&self, reach: f64) -> f64 {
        reach * (self.normal[0].abs() + self.normal[1].abs()) + SLACK
    }
}

#[derive(Clone, Copy, Debug)]
struct CornerLine {
    /// The line of the corner: points past it are after the corner.
    line: Line,
    /// The direction that the corner's middle curb faces. It points to the outside of the corner.
    outwards: Xy,
}

/// The phase of a lap: a car's progress as a number. It is 0 before the car first crosses the finish line, then 1 plus
/// the number of corners passed since that crossing. When the car has completed the lap, it is 2 plus the number of all
/// corners.
pub type Phase = usize;

/// The path and the headings of a move.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The centres of the car, the vector's first octagon, the last octagon laid, and the car at its new place.
    pub points: [Xy; 4],
    /// The car's heading during the move.
    pub moved: Direction,
    /// The car's heading after the move.
    pub heading: Direction,
}

/// The lines that a car crosses in a lap: the line of each corner and the lines of the pitwall.
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

    /// Returns the number of the lap's last phase: in this phase the lap is complete.
    pub fn done(&self) -> Phase {
        self.corners.len() + 2
    }

    /// Whether a car within `reach` of `from` can get into the pit lane with a move of at most `longest` octagons.
    pub fn is_near_the_lane(&self, from: Xy, longest: f64, reach: f64) -> bool {
        let (entry, side) = (self.entry.depth(from), self.track_side.depth(from));
        let (entry_give, side_give) = (self.entry.give(reach), self.track_side.give(reach));
        entry < 0.5 + entry_give && entry > -longest - 0.5 - entry_give && side < longest + 0.5 + side_give
    }

    /// Returns a range of distances past the next corner's line: more than the first number and at most the second.
    /// Only a move that begins within this range may touch the line. The corner has no effect on other moves.
    pub fn band(&self, phase: Phase, way: [Xy; 3], reach: f64) -> (f64, f64) {
        let line = &self.corners[self.next(phase)].line;
        let ways = way.map(|way| dot(way, line.normal));
        let give = line.give(reach);
        let most = ways.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let least = ways[0].min(ways[1]).min(0.0);
        (-most - give, -least + give)
    }

    /// Returns two limits for the start of a move, as distances past the finish line (negative before the line). A move
    /// that begins beyond the first limit may cross the line. A move that begins beyond the second limit certainly
    /// crosses it. Returns `None` if a crossing does not count in this phase. The result is valid only for moves that
    /// pass no corner.
    pub fn finish_band(&self, phase: Phase, way: Xy, heading: Direction, reach: f64) -> Option<(f64, f64)> {
        let counts = phase == 0 || phase > self.corners.len();
        let ahead = dot(plus(way, half(heading)), self.finish.normal);
        let give = self.finish.give(reach);
        counts.then_some((-ahead - give, -ahead + give))
    }

    /// Whether a car with these headings during and after its move may cross the finish line in this phase (VR-WIN-02).
    pub fn may_finish(&self, phase: Phase, moved: Direction, heading: Direction) -> bool {
        phase == 0 || !self.square_finish || moved == self.along || heading == self.along
    }

    /// Returns two distances of a point: past the next corner's line, and past the finish line. A negative distance
    /// means that the point is before the line.
    pub fn depths(&self, phase: Phase, point: Xy) -> (f64, f64) {
        (self.corners[self.next(phase)].line.depth(point), self.finish.depth(point))
    }

    fn next(&self, phase: Phase) -> usize {
        self.passed(phase) % self.corners.len()
    }

    fn passed(&self, phase: Phase) -> usize {
        if phase == 0 { self.corners.len() } else { phase - 1 }
    }

    /// Returns the phases of the lap to which a move may lead, one bit each; 0 if the move is certainly illegal. The
    /// points of `way` are rounded. The exact points are at most `reach` away in x and in y. The phase to which the
    /// exact move leads is always included.
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

    /// Whether the move certainly leads into the pit lane. Such a move cannot be part of a clean lap. In the first
    /// edition it is a pit stop; in the other editions the pit lane is closed on the only lap that the search drives.
    fn enters_the_lane(&self, way: &Way, reach: f64) -> bool {
        let after = plus(way.points[3], half(way.heading));
        // If the move ends past the exit, its path decides: it led over the lane, or passed the lane on the track side
        // (VR-PIT-01).
        if self.track_side.depth(after) >= -self.track_side.give(reach)
            || self.entry.depth(after) <= self.entry.give(reach)
            || self.finish.depth(after) >= -self.finish.give(reach)
        {
            return false;
        }
        self.entry.depth(plus(way.points[0], half(way.moved))) < -self.entry.give(reach)
    }

    /// Follows a path and returns how many corners the car may have passed at its end: a set of possible counts, with
    /// one bit for each count. `passed` is the set of possible counts at the start.
    fn walk(&self, passed: u32, points: &[Xy; 4], reach: f64) -> u32 {
        let mut passed = passed;
        for pair in points.windows(2) {
            let [from, to] = pair else { continue };
            let (mut open, mut after) = (passed, 0);
            // A possible number of corners passed stays, or it goes up by one. It is removed if the path cuts the
            // corner. After going up, it may go up again in the same step.
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
                        // All corners are passed. Corner 1 cannot be passed again before the car crosses the finish
                        // line.
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
        // For a second corner in the same step, only the rest of the step counts. The rest may begin anywhere on the
        // step.
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
            // The distance from the corner to the point where the step crosses the line, measured outwards, plus the
            // most that a shift of the car can add.
            let slope = (to_out - from_out) / rise;
            (from_out - start * slope + give * slope.abs()).min(most)
        } else {
            most
        };
        Crossing { stays: may_stay, passes: furthest + give_out > 0.0 }
    }
}

/// The possible results at a corner when a car moves along one straight part of its path: the corner is still ahead, or
/// it is passed. Both may be possible at once, because the car may begin anywhere in a square.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    /// Whether the corner may still be ahead at the end of this part of the path.
    stays: bool,
    /// Whether it is possible that this part of the path passes the corner on its outer side.
    passes: bool,
}
