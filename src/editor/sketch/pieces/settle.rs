//! Snaps pieces to grid points, to points that are a whole number of octagons away from other pieces, or to the edges
//! of other pieces. Every snapped point is exact. Guides show why the piece snapped.

mod point;

use point::{settle_limit, settle_point};

use super::{At, Grid, Held, Piece, Snap, limited, tool};
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Draft, Keep, LimitDraft};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// The distance within which a piece snaps to a point or an edge, in octagons.
const CATCH: f64 = 0.2;
/// A piece snaps to points that are 1, 2, 3 and so on octagons from another piece, up to this number.
const MOST_STEPS: i64 = 40;
/// A guide along two touching edges extends beyond them by this length at each end, in octagons.
const BEYOND: f64 = 0.6;

/// The reason why a piece snaps to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The point is a whole number of octagons away from another piece, in one of the eight directions. The value is
    /// this number of octagons.
    Steps(i64),
    /// The point is in line with another piece, horizontally or vertically.
    Line,
    /// An edge of the piece touches an edge of another piece.
    Touch,
    /// The point is on a corner of a track limit.
    Meet,
}

/// A guide: a line on the board that shows why a piece snapped.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Guide {
    /// The point of the board where the guide line starts.
    from: [f64; 2],
    /// The point of the board where the guide line ends.
    to: [f64; 2],
    /// The reason why the piece snapped.
    reason: Reason,
    /// The piece that the moving piece snapped to.
    piece: Piece,
}

/// The point that a piece snapped to, with its guides.
#[derive(Clone, Debug, PartialEq)]
struct Settled {
    /// The exact point on the board.
    place: Point,
    /// The guide lines that show why the piece snapped; empty if it snapped only to the grid.
    guides: Vec<Guide>,
}

impl Settled {
    fn on_grid(grid: Grid, wanted: [f64; 2]) -> Self {
        Self { place: limited(grid.place(wanted)), guides: Vec::new() }
    }

    /// The reason for snapping in words, such as "touches corner 3". Empty if the piece only snapped to the grid.
    fn words(&self, draft: &Draft) -> String {
        let mut words: Vec<String> = self
            .guides
            .iter()
            .map(|guide| {
                let name = guide.piece.name(draft);
                match guide.reason {
                    Reason::Steps(1) => format!("1 octagon from {name}"),
                    Reason::Steps(count) => format!("{count} octagons from {name}"),
                    Reason::Line => format!("in line with {name}"),
                    Reason::Touch => format!("touches {name}"),
                    Reason::Meet => format!("on {name}"),
                }
            })
            .collect();
        words.dedup();
        words.join(", ")
    }
}

/// Snaps the dragged parts, or the new shape that the user draws. `wanted` is the point where they would be without
/// snapping.
pub(super) fn held(draft: &Draft, held: Held<'_>, wanted: [f64; 2], snap: Snap) -> super::Settled {
    let mut with_next = draft.clone();
    let settled = match held {
        Held::New(tool::LIMIT, _, points) => {
            // While a track limit is drawn, its points so far are treated as an existing limit. The next point is one
            // more corner of it.
            let next = Piece::LimitCorner(draft.limits.len(), points.len());
            with_next.limits.push(LimitDraft { keep: Keep::Out, outline: points.to_vec() });
            settle_point(&with_next, &[next], wanted, snap)
        }
        Held::New(tool::PITWALL, Some(direction), _) => {
            settle(draft, pieces().pitwall(direction), &[Piece::Pitwall], wanted, snap)
        }
        Held::New(tool::CORNER, Some(facing), _) => settle(draft, &[*pieces().corner(facing)], &[], wanted, snap),
        Held::New(..) => settle(draft, &[], &[], wanted, snap),
        Held::Parts(parts, start) => {
            let held: Vec<Piece> = parts.iter().filter_map(|part| Piece::of(*part)).collect();
            match held.first() {
                Some(Piece::LimitCorner(..)) => settle_point(draft, &held, wanted, snap),
                Some(Piece::Limit(index)) => {
                    let outline = draft.limits.get(*index).map_or(&[][..], |limit| &limit.outline);
                    let ways: Vec<Point> = outline.iter().map(|corner| *corner - start).collect();
                    settle_limit(draft, &held, &ways, wanted, snap)
                }
                _ => settle(draft, &parts_of(draft, &held, start), &held, wanted, snap),
            }
        }
    };
    super::Settled {
        place: settled.place,
        words: settled.words(&with_next),
        guides: settled.guides.iter().map(|guide| [guide.from, guide.to]).collect(),
    }
}

/// The convex parts of all held pieces, with positions relative to the point `about`.
fn parts_of(draft: &Draft, held: &[Piece], about: At) -> Vec<Octilinear> {
    let of = |piece: &Piece| {
        let way = piece.at(draft).unwrap_or_default() - about;
        piece.shape(draft).into_iter().map(move |part| part.moved(way))
    };
    held.iter().flat_map(of).collect()
}

/// Snaps a piece. `wanted` is its reference point without snapping, and `parts` are its convex parts relative to that
/// point. `held` are the pieces that move together. The piece does not snap to them.
fn settle(draft: &Draft, parts: &[Octilinear], held: &[Piece], wanted: [f64; 2], snap: Snap) -> Settled {
    let mut settled = Settled::on_grid(snap.grid, wanted);
    if snap.steps {
        let anchors = anchors(draft, held);
        if let Some(stepped) = whole_steps(&anchors, wanted).or_else(|| in_line(&anchors, settled.place, wanted)) {
            settled = stepped;
        }
    }
    if snap.edges && !parts.is_empty() {
        let others: Vec<(Piece, Octilinear)> = Piece::solid(draft)
            .filter(|piece| !held.contains(piece))
            .flat_map(|piece| piece.placed(draft).into_iter().map(move |part| (piece, part)))
            .collect();
        let placed: Vec<Octilinear> = parts.iter().map(|part| part.moved(settled.place)).collect();
        if let Some(way) = way_to_touch(&placed, &others).or_else(|| way_to_meet(&placed, &others)) {
            settled = Settled { place: settled.place + way, guides: Vec::new() };
        }
        let placed: Vec<Octilinear> = parts.iter().map(|part| part.moved(settled.place)).collect();
        settled.guides.extend(touches(&placed, &others));
    }
    settled
}

/// Returns the points from which distances in whole octagons are measured. These are the reference points of pieces and
/// the corners of track limits.
fn anchors(draft: &Draft, held: &[Piece]) -> Vec<(Piece, Point)> {
    let corners = draft
        .limits
        .iter()
        .enumerate()
        .flat_map(|(limit, drawn)| (0..drawn.outline.len()).map(move |corner| Piece::LimitCorner(limit, corner)));
    let is_held = |piece: &Piece| {
        held.contains(piece) || matches!(piece, Piece::LimitCorner(limit, _) if held.contains(&Piece::Limit(*limit)))
    };
    Piece::solid(draft)
        .chain(corners)
        .filter(|piece| !is_held(piece))
        .filter_map(|piece| Some((piece, piece.at(draft)?)))
        .collect()
}

fn distance(from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}

/// Returns the nearest point that is a whole number of octagons from an anchor (a point of another piece), in one of
/// the eight directions. Returns `None` if no such point is near.
fn whole_steps(anchors: &[(Piece, Point)], wanted: [f64; 2]) -> Option<Settled> {
    let mut nearest: Option<(f64, i64, Settled)> = None;
    for (piece, at) in anchors {
        let from = at.to_f64();
        let way = [wanted[0] - from[0], wanted[1] - from[1]];
        for direction in Direction::ALL {
            let unit = direction.unit().to_f64();
            let count = (way[0] * unit[0] + way[1] * unit[1]).round() as i64;
            if !(1..=MOST_STEPS).contains(&count) {
                continue;
            }
            let place = *at + direction.unit() * count;
            let off = distance(place.to_f64(), wanted);
            let better = nearest.as_ref().is_none_or(|(least, fewest, _)| (off, count) < (*least, *fewest));
            if off <= CATCH && better {
                let guide = Guide { from, to: place.to_f64(), reason: Reason::Steps(count), piece: *piece };
                nearest = Some((off, count, Settled { place, guides: vec![guide] }));
            }
        }
    }
    nearest.map(|(.., settled)| settled)
}

/// Returns the nearest point that is in line with an anchor (a point of another piece): horizontally, vertically, or
/// both with two anchors. If it is in line in only one of these ways, its other coordinate is on the grid. Returns
/// `None` if no anchor is nearly in line.
fn in_line(anchors: &[(Piece, Point)], on_grid: Point, wanted: [f64; 2]) -> Option<Settled> {
    let nearest = |axis: usize| {
        let off = |at: &Point| (at.to_f64()[axis] - wanted[axis]).abs();
        // If several anchors are on the same line, the anchor nearest to the piece is used.
        let rank = |(_, at): &&(Piece, Point)| (off(at), distance(at.to_f64(), wanted));
        let near = anchors.iter().filter(|(_, at)| off(at) <= CATCH / 2.0);
        near.min_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(std::cmp::Ordering::Equal)).copied()
    };
    let (across, up) = (nearest(0), nearest(1));
    if across.is_none() && up.is_none() {
        return None;
    }
    let place = Point::new(across.map_or(on_grid.x, |(_, at)| at.x), up.map_or(on_grid.y, |(_, at)| at.y));
    let guides = [across, up].into_iter().flatten().map(|(piece, at)| Guide {
        from: at.to_f64(),
        to: place.to_f64(),
        reason: Reason::Line,
        piece,
    });
    Some(Settled { place, guides: guides.collect() })
}

/// Returns the largest overlap at which a piece still snaps to the edge of another piece. The result is the depth of
/// this overlap in octagons, multiplied by √2.
fn catch_depth() -> Surd {
    Surd::from_units(8_000, 0).times_root2()
}

/// Returns the shortest exact offset that moves `parts` off `others` so that they touch along an edge. Returns `None`
/// if they do not overlap, if they overlap too deeply, or if the moved parts would overlap a piece.
#[must_use]
fn way_to_touch(parts: &[Octilinear], others: &[(Piece, Octilinear)]) -> Option<Point> {
    let overlaps = parts.iter().flat_map(|part| others.iter().filter_map(|(_, other)| part.overlap_depth(other)));
    let (depth, direction) = overlaps.max_by_key(|(depth, _)| *depth)?;
    if depth > catch_depth() {
        return None;
    }
    // `direction` leads from this piece to the far side of the other piece. The offset may lead along it or against it.
    [direction, direction.opposite()]
        .into_iter()
        .filter_map(|way| along(way, depth))
        .find(|way| is_free(parts, others, *way))
}

pub(super) fn is_free(parts: &[Octilinear], others: &[(Piece, Octilinear)], way: Point) -> bool {
    parts.iter().all(|part| {
        let moved = part.moved(way);
        others.iter().all(|(_, other)| !moved.overlaps(other))
    })
}

/// Returns the shortest exact offset that closes a small gap between `parts` and one of `others`. After a move by this
/// offset, the two touch along an edge. Returns `None` if there is no small gap.
fn way_to_meet(parts: &[Octilinear], others: &[(Piece, Octilinear)]) -> Option<Point> {
    let catch = Grid::Fine.number(CATCH).times_root2();
    let mut gaps: Vec<(Surd, Direction)> = parts
        .iter()
        .flat_map(|part| others.iter().map(move |(_, other)| part.gap(other)))
        .filter(|(gap, _)| gap.is_positive() && *gap <= catch)
        .collect();
    gaps.sort_by_key(|(gap, _)| *gap);
    gaps.into_iter()
        .filter_map(|(gap, direction)| along(direction.opposite(), gap))
        .find(|way| is_free(parts, others, *way))
}

/// Returns guides for the edges along which `parts` touch `others`.
fn touches(parts: &[Octilinear], others: &[(Piece, Octilinear)]) -> Vec<Guide> {
    let mut guides = Vec::new();
    for (piece, other) in others {
        for part in parts {
            let (gap, direction) = part.gap(other);
            if gap != Surd::ZERO {
                continue;
            }
            let level = other.reach(direction);
            let on_edge = part.corners().into_iter().chain(other.corners()).filter(|at| at.along(direction) == level);
            let axis = direction.turned(2);
            let mut ends: Vec<Point> = on_edge.collect();
            ends.sort_by_key(|at| at.along(axis));
            if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
                let (from, to, way) = (first.to_f64(), last.to_f64(), axis.unit().to_f64());
                guides.push(Guide {
                    from: [from[0] - BEYOND * way[0], from[1] - BEYOND * way[1]],
                    to: [to[0] + BEYOND * way[0], to[1] + BEYOND * way[1]],
                    reason: Reason::Touch,
                    piece: *piece,
                });
            }
        }
    }
    guides
}

/// Returns an offset in this direction. Its length is `length` divided by √2. Returns `None` if its coordinates cannot
/// be expressed exactly.
pub(super) fn along(direction: Direction, length: Surd) -> Option<Point> {
    direction.times(length.over_root2()?)
}

#[cfg(test)]
mod tests {
    use super::super::{place_at, starter};
    use super::*;

    fn octagon() -> Octilinear {
        Octilinear::octagon(Surd::HALF).expect("whole")
    }

    #[test]
    fn pieces_snap_together_exactly() {
        let octagon = octagon();
        let other = [(Piece::Pitwall, octagon)];
        for direction in Direction::ALL {
            // The distance is nine tenths of the touching distance, in any direction. The piece snaps so that it
            // touches.
            let near = octagon.moved(direction.times(Surd::from_units(18_000, 0)).expect("whole"));
            let way = way_to_touch(&[near], &other).expect("a small overlap");
            assert_eq!(near.moved(way), octagon.moved(direction.unit()), "{direction:?}");
            // A piece that is a little too far away also snaps so that it touches.
            let far = octagon.moved(direction.times(Surd::from_units(23_000, 0)).expect("whole"));
            let way = way_to_meet(&[far], &other).expect("nearly touches");
            assert_eq!(far.moved(way), octagon.moved(direction.unit()), "{direction:?}");
            assert_eq!(touches(&[far.moved(way)], &other).len(), 1);
        }
        assert_eq!(way_to_touch(&[octagon.moved(Direction::new(0).unit())], &other), None, "touches already");
        assert_eq!(way_to_touch(&[octagon], &other), None, "far too deep");
    }

    #[test]
    fn whole_octagons_are_counted_in_all_eight_directions() {
        let draft = starter();
        let steps = Snap { grid: Grid::Fine, steps: true, edges: false };
        // The position three octagons up and to the right of corner 1 has no decimal coordinates.
        let wanted = [8.0 + 2.1, 10.0 + 2.15];
        let settled = settle(&draft, &[], &[], wanted, steps);
        assert_eq!(settled.place, draft.corners[0].at + Direction::new(1).unit() * 3);
        assert_eq!(settled.words(&draft), "3 octagons from corner 1");
        let line = settle(&draft, &[], &[], [8.04, 1.47], steps);
        assert_eq!((line.place, line.words(&draft).as_str()), (place_at(8.0, 1.47), "in line with corner 1"));
        let held = settle(&draft, &[], &[Piece::Corner(0), Piece::Corner(1)], wanted, steps);
        assert!(held.guides.iter().all(|guide| guide.piece != Piece::Corner(0)));
    }

    #[test]
    fn touching_pieces_are_reported_and_exact() {
        let draft = starter();
        let shape = Piece::Corner(0).shape(&draft);
        let edges = Snap { grid: Grid::Quarter, steps: false, edges: true };
        let settled = settle(&draft, &shape, &[Piece::Corner(0)], [8.0, 15.1], edges);
        assert_eq!(settled.words(&draft), "touches corner 2");
        let moved: Vec<Octilinear> = shape.iter().map(|part| part.moved(settled.place)).collect();
        assert!(!moved[0].overlaps(&Piece::Corner(1).placed(&draft)[0]));
        assert!(moved[0].overlaps_by(&Piece::Corner(1).placed(&draft)[0], Surd::ZERO), "they touch");
        assert_eq!(settle(&draft, &shape, &[Piece::Corner(0)], [8.0, 15.1], Snap::NONE).guides, []);
    }
}
