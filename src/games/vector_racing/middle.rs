//! The distance of a point along the track, measured along the middle of the track (RT-CRASH-03, rulebook 6(a)).
//!
//! The measure is a difference: the cost of the route from the start to the point, minus the cost of the route from the
//! point to the finish. Both routes avoid the walls. Both costs include the steps between the point and the middle of
//! the track, so the cost of these steps cancels out. Two points, one behind the other along the track, can have the
//! same king distance (number of king steps to the finish), but they differ in this measure. Costs are whole numbers.

use super::draft::Kind;
use super::grid::Points;
use super::king::{STEPS, Step, is_near};
use super::options::FinishRule;
use super::track::Track;

/// The cost of a step along an axis. A diagonal step costs `DIAGONAL`, about √2 times as much.
const AXIS: u32 = 5;
const DIAGONAL: u32 = 7;
/// The strength of the preference for the middle of the track. A step beside a wall costs `1 + PULL` times as much as a
/// step far from all walls.
const PULL: u32 = 24;

/// The cost of a point that cannot be reached.
const NEVER: u32 = u32::MAX;

/// Measures how far along the track a point is. The distance is measured along the middle of the track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Middle<'a> {
    /// Two costs for each grid point: the cost of the route from the start to the point, and the cost of the route from
    /// the point to the finish.
    ways: &'a [Vec<u32>; 2],
}

impl<'a> Middle<'a> {
    /// Prepares to measure distances along the middle of a track. The first call for a track computes the costs of the
    /// routes to and from every grid point; later calls use them again.
    pub fn of(track: &'a Track) -> Self {
        let ways = track.middle.get_or_init(|| {
            let map = Map::new(track);
            let (starts, finishes) = ends(track);
            [map.spread(&starts), map.spread(&finishes)]
        });
        Self { ways }
    }

    /// Returns how far along the track a grid point is, in cost units. A larger number is further along. Returns `None`
    /// if the start or the finish cannot be reached from the point.
    pub fn along(&self, points: &Points, at: [i32; 2]) -> Option<i64> {
        let index = points.index(at)?;
        let [from, to] = [0, 1].map(|which: usize| self.ways[which].get(index).copied().filter(|cost| *cost != NEVER));
        Some(i64::from(from?) - i64::from(to?))
    }
}

/// Returns the points at which a lap begins and the points at which it ends.
fn ends(track: &Track) -> (Vec<[i32; 2]>, Vec<[i32; 2]>) {
    let line = track.line.filter(|_| track.draft.rules.finish == FinishRule::Line);
    let near = || track.inside.iter().filter(|at| line.is_some_and(|line| is_near(&line, *at, track.scale)));
    let steps = |at: [i32; 2], kind: Step| STEPS.iter().any(|step| track.king_step(at, *step) == kind);
    let finishes = match &track.goals {
        Some(goals) if line.is_none() => goals.iter().filter(|at| track.inside.has(*at)).collect(),
        _ => near().filter(|at| steps(*at, Step::Finishes)).collect(),
    };
    let starts = match track.draft.kind {
        Kind::Circuit if line.is_some() => near().filter(|at| steps(*at, Step::Back)).collect(),
        _ => track.draft.all_starts().filter(|at| track.inside.has(*at)).collect(),
    };
    (starts, finishes)
}

/// The king steps (moves of a king in chess) that are possible at each grid point, and their costs.
struct Map<'a> {
    track: &'a Track,
    costs: Vec<u32>,
    /// For each grid point, a bit mask of the king steps (moves of a king in chess) from it. Only steps that touch no
    /// wall and do not cross the finish line are in the mask.
    steps: Vec<u8>,
}

impl<'a> Map<'a> {
    fn new(track: &'a Track) -> Self {
        let points = &track.inside;
        let size = points.width() * points.height();
        let (mut steps, mut clear) = (vec![0u8; size], vec![0u32; size]);
        let mut layer = Vec::new();
        for at in points.iter() {
            let Some(index) = points.index(at) else { continue };
            let mut is_open = true;
            for (bit, step) in STEPS.iter().enumerate() {
                match track.king_step(at, *step) {
                    Step::Clear => steps[index] |= 1 << bit,
                    Step::Blocked => is_open = false,
                    // The finish line is not a wall, so this step does not make `at` a point beside a wall.
                    Step::Finishes | Step::Back => {}
                }
            }
            if !is_open {
                clear[index] = 1;
                layer.push(at);
            }
        }
        // Compute the distance from the walls: first the points beside a wall, then inwards.
        for far in 2.. {
            let mut next = Vec::new();
            for at in layer {
                for to in around(at) {
                    if let Some(index) = points.index(to).filter(|index| points.has(to) && clear[*index] == 0) {
                        clear[index] = far;
                        next.push(to);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        let costs = clear.into_iter().map(|far| 1 + PULL / far.max(1)).collect();
        Self { track, costs, steps }
    }

    /// Returns, for each grid point, the cost of the cheapest route that leads to it from a point in `from`.
    fn spread(&self, from: &[[i32; 2]]) -> Vec<u32> {
        const MOST: usize = (DIAGONAL * 2 * (1 + PULL)) as usize;
        let points = &self.track.inside;
        let mut cost = vec![NEVER; points.width() * points.height()];
        // Every step costs less than the number of buckets, so an emptied bucket can be used again for later costs.
        let mut due: Vec<Vec<[i32; 2]>> = vec![Vec::new(); MOST + 1];
        let mut waiting = from.len();
        for at in from {
            if let Some(index) = points.index(*at) {
                cost[index] = 0;
            }
        }
        due[0] = from.to_vec();
        for now in 0u32.. {
            if waiting == 0 {
                break;
            }
            let bucket = std::mem::take(&mut due[now as usize % (MOST + 1)]);
            waiting -= bucket.len();
            for at in bucket {
                let Some(index) = points.index(at).filter(|index| cost[*index] == now) else { continue };
                for (bit, step) in STEPS.iter().enumerate() {
                    let to = [at[0] + step[0], at[1] + step[1]];
                    let Some(next) = points.index(to).filter(|_| self.steps[index] >> bit & 1 == 1) else { continue };
                    let unit = if step.contains(&0) { AXIS } else { DIAGONAL };
                    let sum = now + unit * (self.costs[index] + self.costs[next]);
                    if sum < cost[next] {
                        cost[next] = sum;
                        due[sum as usize % (MOST + 1)].push(to);
                        waiting += 1;
                    }
                }
            }
        }
        cost
    }
}

fn around(at: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
    STEPS.into_iter().map(move |step| [at[0] + step[0], at[1] + step[1]])
}
