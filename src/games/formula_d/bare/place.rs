//! Finds contacts: pairs of spaces that touch along a side.

use super::lanes::Lanes;
use super::{Bare, BareKind};

/// Returns the pairs of spaces in neighbouring lanes that touch. Two spaces touch if the border that they share is long
/// enough: at least a fifth of the length of the shorter space.
pub(super) fn contacts(bare: &Bare, lanes: &Lanes, along: &[f64], length: f64) -> Vec<[usize; 2]> {
    const SHARED: f64 = 0.2;
    let cyclic = |from: f64, to: f64| (to - from + length / 2.0).rem_euclid(length) - length / 2.0;
    // A blocked space may be drawn anywhere, so it touches no other space.
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
