//! Places a racer after a crash (RT-CRASH-02 to 05).

use std::cmp::Ordering;

use crate::games::vector_racing::exact::{Leg, Time, dot, minus};
use crate::games::vector_racing::middle::Middle;
use crate::games::vector_racing::path::Rest;
use crate::games::vector_racing::track::Track;
use crate::limits::vector_racing::MAX_LOOKS;

/// The point where a crashed racer is placed, and the king distances by which this point was chosen. A king distance is
/// a number of king steps (moves of a king in chess) to the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::vector_racing) struct Placement {
    /// The grid point on which the racer is placed.
    pub at: [i32; 2],
    /// The number of king steps (moves of a king in chess) from `at` to the finish; `None` if the finish cannot be
    /// reached.
    pub king: Option<u32>,
    /// A lower bound for the number of king steps (moves of a king in chess) from the crash point to the finish,
    /// rounded down. Points with fewer steps are ahead of the crash, so the racer is not placed on them. `None` if no
    /// suitable point was found; the racer then returns to the point where its move began.
    pub bound: Option<i64>,
}

/// A grid point on which a crashed racer may be placed, with two distances. `king` is its king distance (number of king
/// steps to the finish). `away` gives its Chebyshev distance from the crash point (the larger of the distances along x
/// and along y). `away` is a pair (p, q): the distance is `p + q * t` in scaled units, where `t` is the time of the
/// crash.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    at: [i32; 2],
    king: u32,
    away: (i128, i128),
}

/// The radius of the first search for a point on which to place the racer, in grid units around the crash.
const REACH: i64 = 4;
/// The largest number of candidates (points on which a crashed racer may be placed) from which the direction of the
/// track is computed. If there are more, the direction stays unknown. The first search, within [`REACH`], never finds
/// more.
const MOST_KNOWN: i128 = 100;

/// Returns the placement of a crashed racer whose move began at `before`.
pub(in crate::games::vector_racing) fn place(track: &Track, rest: &Rest, before: [i32; 2]) -> Placement {
    let (leg, t) = (&track.leg(rest.origin, rest.velocity), rest.t);
    let size = track.inside.width().max(track.inside.height()) as i64;
    let mut reach = REACH;
    while let Some(near) = candidates(track, leg, rest, reach) {
        if let Some(found) = choose(track, leg, t, &near) {
            return found;
        }
        if reach >= size {
            break;
        }
        reach *= 2;
    }
    Placement { at: before, king: track.king_distance(before), bound: None }
}

/// Returns all points within `reach` grid units of the crash on which the racer may be placed; `None` if this area has
/// too many points to check.
fn candidates(track: &Track, leg: &Leg, rest: &Rest, reach: i64) -> Option<Vec<Candidate>> {
    let t = rest.t;
    let scale = track.scale;
    let from = track.inside.from();
    // Search the box around the crash point. If the time of the crash is not a fraction, search the box around the
    // whole leg instead: its bounds are exact.
    let around = |axis: usize| {
        let [low, high] = leg.bounds();
        match t {
            Time::Ratio(above, below) => {
                let value = i128::from(leg.origin[axis]) * i128::from(below)
                    + i128::from(leg.velocity[axis]) * i128::from(above);
                let floor = value.div_euclid(i128::from(below)) as i64;
                (floor, floor + 1)
            }
            Time::Root { .. } => (low[axis], high[axis]),
        }
    };
    let span = |axis: usize| {
        let (low, high) = around(axis);
        let size = [track.inside.width(), track.inside.height()][axis] as i64;
        let first = i64::from(from[axis]);
        let (low, high) = (low.div_euclid(scale) - reach, high.div_euclid(scale) + 1 + reach);
        low.max(first)..=high.min(first + size)
    };
    let bounds = [0, 1].map(|axis| {
        let (low, high) = around(axis);
        [low - (reach + 1) * scale, high + (reach + 1) * scale]
    });
    let mut sight = track.walls.sight([bounds.map(|[low, _]| low), bounds.map(|[_, high]| high)], leg, t);
    let points: usize = [0, 1].map(|axis| span(axis).count()).into_iter().product();
    if reach > REACH && points.saturating_mul(sight.count()) > MAX_LOOKS {
        return None;
    }
    let mut found = Vec::new();
    for y in span(1) {
        for x in span(0) {
            let at = [x as i32, y as i32];
            let Some(king) = track.king_inside(at) else { continue };
            let Some(away) = chebyshev(leg, t, [x * scale, y * scale]) else { continue };
            let is_near = t.sign(away.0 - i128::from(reach * scale), away.1) != Ordering::Greater;
            let point = track.scaled(at);
            let is_screened = || track.line.is_some_and(|line| line.screens(point, leg, t, rest.moved));
            if is_near && sight.sees(point) && !is_screened() {
                found.push(Candidate { at, king, away });
            }
        }
    }
    Some(found)
}

/// Returns the Chebyshev distance of a point from the racer's point at time `t`: the larger of the distances along x
/// and along y. The result is a pair (p, q): the distance is `p + q * t`.
fn chebyshev(leg: &Leg, t: Time, point: [i64; 2]) -> Option<(i128, i128)> {
    let form = |axis: usize, sign: i64| {
        let (p, q) = (sign * (point[axis] - leg.origin[axis]), -sign * leg.velocity[axis]);
        (i128::from(p), i128::from(q))
    };
    let forms = [form(0, 1), form(0, -1), form(1, 1), form(1, -1)];
    forms.into_iter().reduce(|a, b| if t.sign(a.0 - b.0, a.1 - b.1) == Ordering::Less { b } else { a })
}

/// Returns the nearest candidate that is not ahead of the crash (RT-CRASH-03). A candidate's king distance (number of
/// king steps to the finish) shows whether it is ahead. If the king distances do not decide this, the direction in
/// which the track leads decides.
fn choose(track: &Track, leg: &Leg, t: Time, candidates: &[Candidate]) -> Option<Placement> {
    let scale = i128::from(track.scale);
    let king = |candidate: &Candidate| i128::from(candidate.king) * scale;
    // c is the crash point, q a candidate, G the king distance and cheb the Chebyshev distance. G(c) is at least g,
    // which is the largest G(q) - cheb(q, c). G(c) is at most the least G(q) + cheb(q, c). Both bounds are multiplied
    // by the scale and have the form p + q t.
    let lower = |candidate: &Candidate| (king(candidate) - candidate.away.0, -candidate.away.1);
    let upper = |candidate: &Candidate| (king(candidate) + candidate.away.0, candidate.away.1);
    let order = |a: &(i128, i128), b: &(i128, i128)| t.sign(a.0 - b.0, a.1 - b.1);
    let g = candidates.iter().map(lower).max_by(order)?;
    let most = candidates.iter().map(upper).min_by(order)?;
    let kept: Vec<&Candidate> =
        candidates.iter().filter(|candidate| t.sign(king(candidate) - g.0, -g.1) != Ordering::Less).collect();
    let by_distance = |a: &&&Candidate, b: &&&Candidate| {
        let (p, q) = (track.scaled(a.at), track.scaled(b.at));
        // Compare |p - c|² with |q - c|². The difference is linear in the crash point c.
        let square = |point| {
            let away = minus(point, leg.origin);
            i128::from(dot(away, away))
        };
        let nearer = t.sign(square(p) - square(q), -2 * i128::from(dot(minus(p, q), leg.velocity)));
        nearer.then(b.king.cmp(&a.king)).then(a.at.cmp(&b.at))
    };
    let mut best = *kept.iter().min_by(by_distance)?;
    let is_reported = t.sign(king(best) - most.0, -most.1) != Ordering::Less;
    if !is_reported && let Some(ahead) = ahead(track, candidates) {
        // The sign of (q - c) · ahead, which is linear in the crash point c.
        let is_ahead = |candidate: &Candidate| {
            let away = minus(track.scaled(candidate.at), leg.origin);
            let along = |vector: [i64; 2]| (0..2).map(|axis| i128::from(vector[axis]) * ahead[axis]).sum::<i128>();
            t.sign(along(away), -along(leg.velocity)) == Ordering::Greater
        };
        if is_ahead(best) {
            // Take the nearest candidate that neither measure shows to be ahead.
            best = kept.iter().filter(|candidate| !is_ahead(candidate)).min_by(by_distance).unwrap_or(&best);
        }
    }
    // For the record, round the bound down to the largest whole number that is not above g.
    let king = i64::from(best.king);
    // The bound can be negative if candidates are farther from the crash than from the finish.
    let least = -i64::try_from(track.inside.width().max(track.inside.height())).unwrap_or(i64::MAX);
    let floor = (least..=king).rev().find(|whole| t.sign(g.0 - i128::from(*whole) * scale, g.1) != Ordering::Less);
    Some(Placement { at: best.at, king: Some(best.king), bound: Some(floor.unwrap_or(least)) })
}

/// Returns the forward direction of the track near the crash: the direction in which the distance along the middle of
/// the track grows, fitted to the candidate points by least squares. Returns `None` if the direction is unknown or not
/// needed. It is not needed if the king distance (number of king steps to the finish) alone shows which points are
/// ahead, because it falls by a fifth of a step or more per square in this direction.
fn ahead(track: &Track, candidates: &[Candidate]) -> Option<[i128; 2]> {
    // The largest allowed component of the direction. It keeps later comparisons within 128 bits.
    const LONGEST: i128 = 1 << 20;
    let middle = Middle::of(track);
    let known: Vec<[i128; 4]> = candidates
        .iter()
        .filter_map(|Candidate { at: [x, y], king, .. }| {
            let along = middle.along(&track.inside, [*x, *y])?;
            Some([i128::from(*x), i128::from(*y), i128::from(along), i128::from(*king)])
        })
        .collect();
    let count = known.len() as i128;
    if count > MOST_KNOWN {
        return None;
    }
    let sum = |a: usize| known.iter().map(|values| values[a]).sum::<i128>();
    // Returns count² times the covariance of two values. Their numbers are: 0 x, 1 y, 2 the distance along the middle
    // of the track, 3 the king distance.
    let spread =
        |a: usize, b: usize| count * known.iter().map(|values| values[a] * values[b]).sum::<i128>() - sum(a) * sum(b);
    let (xx, xy, yy) = (spread(0, 0), spread(0, 1), spread(1, 1));
    let size = xx * yy - xy * xy;
    if size <= 0 {
        return None;
    }
    // Returns the gradient of a value by x and y, times `size`.
    let gradient = |of: usize| [yy * spread(0, of) - xy * spread(1, of), xx * spread(1, of) - xy * spread(0, of)];
    let mut ahead = gradient(2);
    let longest = ahead[0].abs().max(ahead[1].abs());
    if longest > LONGEST {
        ahead = ahead.map(|value| value * LONGEST / longest);
    }
    let falls = -gradient(3).iter().zip(ahead).map(|(king, way)| king * way).sum::<i128>();
    // falls / (size · |ahead|) is the fall of the king distance per square.
    let square = ahead[0] * ahead[0] + ahead[1] * ahead[1];
    let is_flat = falls <= 0 || falls / size * 25 * (falls / size) < square;
    (square > 0 && is_flat).then_some(ahead)
}
