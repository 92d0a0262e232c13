//! Finds the corners of a bare graph, which is a circuit without lanes.

use super::{Bare, BareKind, corner};
use crate::games::formula_d::draft::{Draft, Side, SpaceKind};

/// The depth of a corner space is a number that rises from space to space along its corner. Two spaces that touch side
/// by side belong to the same corner only if their depths differ by at most this number.
const BESIDE: f64 = 2.0;

/// Adds the corners to the draft. The depth of a space is a number that rises from space to space along its corner. Two
/// corner spaces belong to the same corner if they demand the same number of stops, and if one of two conditions is
/// met: the spaces touch side by side at a similar depth, or an edge leads from one space to the other and the depth
/// rises along it.
pub(super) fn add(bare: &Bare, track: &[usize], touching: &[[usize; 2]], draft: &mut Draft) {
    let mut group: Vec<usize> = (0..bare.spaces.len()).collect();
    fn root(group: &mut [usize], mut space: usize) -> usize {
        while group[space] != space {
            group[space] = group[group[space]];
            space = group[space];
        }
        space
    }
    let edges = bare.edges.iter().map(|pair| (pair, true));
    for ([from, to], is_edge) in edges.chain(touching.iter().map(|pair| (pair, false))) {
        let (one, other) = (&bare.spaces[*from], &bare.spaces[*to]);
        let deeper = match (one.depth, other.depth) {
            (Some(one), Some(other)) if is_edge => other > one,
            (Some(one), Some(other)) => (other - one).abs() <= BESIDE,
            _ => is_edge,
        };
        if matches!(one.kind, BareKind::Corner(_)) && one.kind == other.kind && deeper {
            let (one, other) = (root(&mut group, *from), root(&mut group, *to));
            group[one.max(other)] = one.min(other);
        }
    }
    let mut found: Vec<(i32, usize, u8)> = Vec::new();
    for (place, space) in track.iter().enumerate() {
        let BareKind::Corner(stops) = bare.spaces[*space].kind else { continue };
        let (root, rank) = (root(&mut group, *space), draft.spaces[place].rank);
        match found.iter_mut().find(|(_, other, _)| *other == root) {
            Some((first, _, _)) => *first = rank.min(*first),
            None => found.push((rank, root, stops)),
        }
    }
    found.sort_unstable();
    for (number, (_, wanted, stops)) in (1..).zip(found) {
        let mut corner = corner(number, stops);
        let mut turned = 0.0;
        for (place, space) in track.iter().enumerate() {
            if matches!(bare.spaces[*space].kind, BareKind::Corner(_)) && root(&mut group, *space) == wanted {
                draft.spaces[place].kind = SpaceKind::Corner(corner.id.clone());
                turned += turning(&draft.spaces[place].outline);
            }
        }
        corner.inside = Some(if turned > 0.0 { Side::Left } else { Side::Right });
        draft.corners.push(corner);
    }
}

/// Measures how much the road bends to the left on one space. Returns the sine of the angle between the rear side and
/// the front side of the space's outline. The value is negative in a bend to the right.
fn turning(outline: &[[f64; 2]]) -> f64 {
    let [a, b, c, d] = outline else { return 0.0 };
    let (back, front) = ([d[0] - a[0], d[1] - a[1]], [c[0] - b[0], c[1] - b[1]]);
    let product = back[0].hypot(back[1]) * front[0].hypot(front[1]);
    if product > 0.0 { (back[0] * front[1] - back[1] * front[0]) / product } else { 0.0 }
}
