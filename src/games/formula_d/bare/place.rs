//! How spaces lie beside each other: contacts and outlines.

use super::lanes::Lanes;
use super::{Bare, BareKind};

fn lerp(a: [f64; 2], b: [f64; 2], part: f64) -> [f64; 2] {
    [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}

/// Pairs of spaces of neighbouring lanes that share a border: at least a fifth of the shorter one.
pub(super) fn contacts(bare: &Bare, lanes: &Lanes, along: &[f64], length: f64) -> Vec<[usize; 2]> {
    const SHARED: f64 = 0.2;
    let cyclic = |from: f64, to: f64| (to - from + length / 2.0).rem_euclid(length) - length / 2.0;
    // A blocked space may lie anywhere, and touches nothing.
    let is_open = |space: &usize| bare.spaces[*space].kind != BareKind::Blocked;
    let span = |space: usize| {
        let ahead = lanes.next[space].filter(is_open).map_or(0.5, |next| cyclic(along[space], along[next]) / 2.0);
        let behind = lanes.prev[space].filter(is_open).map_or(0.5, |prev| cyclic(along[prev], along[space]) / 2.0);
        (along[space] - behind.max(0.05), along[space] + ahead.max(0.05))
    };
    let mut pairs = Vec::new();
    let in_lane: Vec<Vec<usize>> = (0..lanes.count).map(|lane| lanes.in_lane(lane).filter(is_open).collect()).collect();
    for pair in in_lane.windows(2) {
        for one in &pair[0] {
            for other in &pair[1] {
                let shift = cyclic(along[*one], along[*other]);
                if shift.abs() > 4.0 {
                    continue;
                }
                let (first, second) = (span(*one), span(*other));
                let moved = along[*one] + shift - along[*other];
                let common = first.1.min(second.1 + moved) - first.0.max(second.0 + moved);
                let shorter = (first.1 - first.0).min(second.1 - second.0);
                if common >= shorter * SHARED {
                    pairs.push([*one, *other]);
                }
            }
        }
    }
    pairs
}

/// The outline of a space between the ones behind and ahead, half a lane to either side, and its direction in degrees. In
/// a bend narrower than the lane it would fold over itself; there it is empty, and a rectangle is drawn.
pub(in crate::games::formula_d) fn outline(
    behind: [f64; 2],
    at: [f64; 2],
    ahead: [f64; 2],
    half: f64,
) -> (Vec<[f64; 2]>, f64) {
    let normal = |from: [f64; 2], to: [f64; 2]| {
        let length = (to[0] - from[0]).hypot(to[1] - from[1]).max(1e-9);
        [-(to[1] - from[1]) / length * half, (to[0] - from[0]) / length * half]
    };
    let (back, front) = (lerp(behind, at, 0.5), lerp(at, ahead, 0.5));
    let (at_back, at_front) = (normal(behind, at), normal(at, ahead));
    let corner = |point: [f64; 2], normal: [f64; 2], sign: f64| [0, 1].map(|axis| point[axis] + normal[axis] * sign);
    let outline = vec![
        corner(back, at_back, -1.0),
        corner(front, at_front, -1.0),
        corner(front, at_front, 1.0),
        corner(back, at_back, 1.0),
    ];
    let turn = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let is_convex = (0..4).all(|side| {
        let [a, b, c] = [0, 1, 2].map(|step| outline[(side + step) % 4]);
        turn(a, b, c) > 0.01 && turn(a, b, at) > 0.01
    });
    let outline = if is_convex { outline.into_iter().map(|point| point.map(rounded)).collect() } else { Vec::new() };
    let angle = (front[1] - back[1]).atan2(front[0] - back[0]).to_degrees();
    (outline, angle)
}

/// A number with three decimals, as files keep it.
pub(in crate::games::formula_d) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}
