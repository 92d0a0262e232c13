//! How far along the track a point lies, measured along its middle (RT-CRASH-03, the book's 6(a)).
//!
//! Two distances, from the start and to the finish, by ways that keep off the walls: what it costs to get to the middle of
//! the track first is in both of them, so that their difference tells only how far along a point lies. Unlike the king
//! distance it is flat nowhere. Costs are whole numbers.

use super::draft::Kind;
use super::grid::Points;
use super::king::{STEPS, Step, is_near};
use super::options::FinishRule;
use super::track::Track;

/// What a step costs along an axis, and along a diagonal: about 1 to √2.
const AXIS: u32 = 5;
const DIAGONAL: u32 = 7;
/// How much the middle is preferred: a step beside a wall costs so many times more than one far from all walls.
const PULL: u32 = 24;

/// What is not reached.
const NEVER: u32 = u32::MAX;

/// How far along the middle of a track its points are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Middle<'a> {
    /// The costs from the start, then those to the finish.
    ways: &'a [Vec<u32>; 2],
}

impl<'a> Middle<'a> {
    /// The costs of a track, worked out when they are first asked for.
    pub fn of(track: &'a Track) -> Self {
        let ways = track.middle.get_or_init(|| {
            let map = Map::new(track);
            let (starts, finishes) = ends(track);
            [map.spread(&starts), map.spread(&finishes)]
        });
        Self { ways }
    }

    /// How far along a grid point is, in any unit; `None` where the start or the finish is not reached.
    pub fn along(&self, points: &Points, at: [i32; 2]) -> Option<i64> {
        let index = points.index(at)?;
        let [from, to] = [0, 1].map(|which: usize| self.ways[which].get(index).copied().filter(|cost| *cost != NEVER));
        Some(i64::from(from?) - i64::from(to?))
    }
}

/// The points at which a lap begins, and those at which it ends.
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

/// What steps cost where, and which there are.
struct Map<'a> {
    track: &'a Track,
    costs: Vec<u32>,
    /// The steps from each point that touch no wall and do not cross the line, as bits.
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
                    // The line is no wall.
                    Step::Finishes | Step::Back => {}
                }
            }
            if !is_open {
                clear[index] = 1;
                layer.push(at);
            }
        }
        // How far from walls: from the points beside one inwards.
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

    /// What it costs to get to each point from the nearest of these.
    fn spread(&self, from: &[[i32; 2]]) -> Vec<u32> {
        const MOST: usize = (DIAGONAL * 2 * (1 + PULL)) as usize;
        let points = &self.track.inside;
        let mut cost = vec![NEVER; points.width() * points.height()];
        // No step costs more than there are buckets, so that they can be used in turn.
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
