//! Snaps the corners of track limits. They snap to everything that pieces snap to. They also snap to the edges and
//! corners of pieces, and to the corners of other limits.

use super::{BEYOND, CATCH, Guide, Reason, Settled, anchors, distance, in_line, whole_steps};
use crate::editor::sketch::pieces::Piece;
use crate::editor::sketch::{Grid, Snap, limited};
use crate::games::vektorace::Draft;
use crate::geometry::{Direction, Octilinear, Point};

/// The largest distance over which a point snaps to a piece's corner, in octagons. It is small because the edges next
/// to a piece's corner are short.
const CATCH_CORNER: f64 = 0.1;

/// Snaps a corner of a track limit. `wanted` is its point without snapping. `held` are the pieces that move together.
/// The corner does not snap to them.
pub(super) fn settle_point(draft: &Draft, held: &[Piece], wanted: [f64; 2], snap: Snap) -> Settled {
    let settled = Settled::on_grid(snap.grid, wanted);
    if snap.edges
        && let Some(met) = on_limit(draft, held, wanted).or_else(|| on_piece(draft, held, settled.place, wanted))
    {
        return met;
    }
    if snap.steps {
        let anchors = anchors(draft, held);
        if let Some(stepped) = whole_steps(&anchors, wanted).or_else(|| in_line(&anchors, settled.place, wanted)) {
            return stepped;
        }
    }
    settled
}

/// Snaps a whole track limit. `wanted` is the point of its first corner without snapping, and `ways` are the offsets of
/// all corners from the first corner. Only one corner snaps: the one that is closest to a snap point. All other corners
/// move by the same offset.
pub(super) fn settle_limit(draft: &Draft, held: &[Piece], ways: &[Point], wanted: [f64; 2], snap: Snap) -> Settled {
    let settle_one = |way: &Point| {
        let off = way.to_f64();
        let wanted = [wanted[0] + off[0], wanted[1] + off[1]];
        let settled = settle_point(draft, held, wanted, snap);
        let missed = distance(settled.place.to_f64(), wanted);
        (!settled.guides.is_empty()).then(|| (missed, Settled { place: settled.place - *way, guides: settled.guides }))
    };
    let nearest = ways.iter().filter_map(settle_one).min_by(|(a, _), (b, _)| a.total_cmp(b));
    nearest.map_or_else(|| Settled::on_grid(snap.grid, wanted), |(_, settled)| settled)
}

/// Snaps to the nearest corner of another track limit. Returns `None` if no such corner is near.
fn on_limit(draft: &Draft, held: &[Piece], wanted: [f64; 2]) -> Option<Settled> {
    // Two corners of one limit at the same point would make its outline invalid.
    let is_own = |limit: usize| {
        held.iter().any(|piece| matches!(piece, Piece::Limit(own) | Piece::LimitCorner(own, _) if *own == limit))
    };
    let corners = draft.limits.iter().enumerate().filter(|(limit, _)| !is_own(*limit)).flat_map(|(limit, drawn)| {
        (0..).zip(&drawn.outline).map(move |(corner, at)| (Piece::LimitCorner(limit, corner), *at))
    });
    let near = corners.map(|(piece, at)| (distance(at.to_f64(), wanted), piece, at)).filter(|(off, ..)| *off <= CATCH);
    let (_, piece, place) = near.min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    let at = place.to_f64();
    Some(Settled { place, guides: vec![Guide { from: at, to: at, reason: Reason::Meet, piece }] })
}

/// Snaps to the nearest corner or edge of a piece. Along an edge, the point also snaps to the grid. Returns `None` if
/// no corner or edge is near.
fn on_piece(draft: &Draft, held: &[Piece], on_grid: Point, wanted: [f64; 2]) -> Option<Settled> {
    let mut nearest: Option<(f64, Settled)> = None;
    for piece in Piece::solid(draft).filter(|piece| !held.contains(piece)) {
        let parts = piece.placed(draft);
        for part in &parts {
            for direction in Direction::ALL {
                let Some((from, to)) = edge(part, direction) else { continue };
                let ends = [from, to].into_iter().find(|end| distance(end.to_f64(), wanted) <= CATCH_CORNER);
                // The edges of a corner are short, and often no grid point lies on them.
                let free = Grid::Fine.place(wanted);
                let along = [on_grid, free].map(|at| on_line(part, direction, at));
                let places = ends.into_iter().chain(along);
                let near = |place: &Point| part.contains(*place) && distance(place.to_f64(), wanted) <= CATCH;
                let Some(place) = places.into_iter().find(near) else { continue };
                let off = distance(place.to_f64(), wanted);
                let is_better = nearest.as_ref().is_none_or(|(least, _)| off < *least);
                if is_better && !parts.iter().any(|other| is_within(other, place)) {
                    nearest = Some((off, Settled { place: limited(place), guides: vec![guide(from, to, piece)] }));
                }
            }
        }
    }
    nearest.map(|(_, settled)| settled)
}

/// Returns the ends of the edge that faces a direction. Returns `None` if only a corner faces that direction.
fn edge(part: &Octilinear, direction: Direction) -> Option<(Point, Point)> {
    let mut ends: Vec<Point> =
        part.corners().into_iter().filter(|corner| corner.along(direction) == part.reach(direction)).collect();
    ends.sort_by_key(|end| end.along(direction.turned(2)));
    ends.first().copied().zip(ends.last().copied()).filter(|(from, to)| from != to)
}

/// Moves a grid point exactly onto the line of an edge. The point moves horizontally if the edge is vertical or
/// diagonal, and vertically otherwise.
fn on_line(part: &Octilinear, direction: Direction, at: Point) -> Point {
    let level = part.reach(direction);
    match direction.signs() {
        (0, y) => Point::new(at.x, level * y),
        (x, 0) => Point::new(level * x, at.y),
        (x, y) => Point::new((level - at.y * y) * x, at.y),
    }
}

/// Whether a point lies inside a part of a piece, and not on the edge of that part.
fn is_within(part: &Octilinear, point: Point) -> bool {
    Direction::ALL.into_iter().all(|direction| point.along(direction) < part.reach(direction))
}

fn guide(from: Point, to: Point, piece: Piece) -> Guide {
    let (from, to) = (from.to_f64(), to.to_f64());
    let length = distance(from, to).max(f64::MIN_POSITIVE);
    let beyond = [BEYOND * (to[0] - from[0]) / length, BEYOND * (to[1] - from[1]) / length];
    Guide {
        from: [from[0] - beyond[0], from[1] - beyond[1]],
        to: [to[0] + beyond[0], to[1] + beyond[1]],
        reason: Reason::Touch,
        piece,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{place_at, starter};
    use super::*;
    use crate::editor::sketch::Drags;
    use crate::editor::sketch::SketchDocument;
    use crate::games::vektorace::{Keep, LimitDraft, Vektorace};

    fn with_limits() -> Draft {
        let square = |x: f64, y: f64| LimitDraft {
            keep: Keep::Out,
            outline: [(x, y), (x + 3.0, y), (x + 3.0, y + 3.0), (x, y + 3.0)].map(|(x, y)| place_at(x, y)).to_vec(),
        };
        Draft { limits: vec![square(14.1, 11.1), square(22.2, 12.3)], ..starter() }
    }

    const EDGES: Snap = Snap { grid: Grid::Quarter, steps: false, edges: true };

    #[test]
    fn a_point_snaps_to_corners_of_other_limits_and_never_to_its_own() {
        let (draft, held) = (with_limits(), [Piece::LimitCorner(0, 1)]);
        let met = settle_point(&draft, &held, [22.3, 12.2], EDGES);
        assert_eq!((met.place, met.words(&draft).as_str()), (place_at(22.2, 12.3), "on point 1 of track limit 2"));
        let own = settle_point(&draft, &held, [14.15, 11.12], EDGES);
        assert_eq!((own.place, own.guides.len()), (place_at(14.25, 11.0), 0));
        assert_eq!(settle_point(&draft, &held, [22.3, 12.2], Snap::NONE).place, place_at(22.3, 12.2));
    }

    #[test]
    fn a_point_lies_on_a_pieces_edge_exactly() {
        let draft = with_limits();
        for piece in Piece::solid(&draft) {
            for part in piece.placed(&draft) {
                for direction in Direction::ALL {
                    let Some((from, to)) = edge(&part, direction) else { continue };
                    let (a, b, out) = (from.to_f64(), to.to_f64(), direction.unit().to_f64());
                    let near = [0, 1].map(|axis: usize| (a[axis] + b[axis]) / 2.0 + 0.05 * out[axis]);
                    let settled = settle_point(&draft, &[Piece::LimitCorner(0, 0)], near, EDGES);
                    let at = place_at(near[0], near[1]);
                    let hidden = piece.placed(&draft).iter().any(|other| other.contains(at));
                    if !hidden {
                        assert!(settled.words(&draft).starts_with("touches"), "{piece:?} {direction:?} {settled:?}");
                        assert!(!piece.placed(&draft).iter().any(|part| is_within(part, settled.place)));
                    }
                }
            }
        }
    }

    #[test]
    fn a_whole_limit_snaps_by_its_nearest_corner() {
        let mut document = SketchDocument::<Vektorace>::new(with_limits(), true);
        // The second corner of the first limit, at (17.1, 11.1), comes near the first corner of the second limit.
        let mut drag = document.take_up(Piece::Limit(0).into(), [15.0, 11.1]).expect("a limit");
        let settled = document.drag(&mut drag, [15.0 + 5.05, 11.1 + 1.25], EDGES).expect("moved");
        assert_eq!(settled.words, "on point 1 of track limit 2");
        assert_eq!(document.draft().limits[0].outline[1], place_at(22.2, 12.3));
        assert_eq!(document.draft().limits[0].outline[3], place_at(19.2, 15.3));
    }

    #[test]
    fn points_snap_to_whole_octagons_from_their_neighbours() {
        let draft = with_limits();
        let steps = Snap { grid: Grid::Fine, steps: true, edges: true };
        let settled = settle_point(&draft, &[Piece::LimitCorner(0, 1)], [18.07, 11.15], steps);
        assert_eq!(settled.place, place_at(18.1, 11.1));
        assert_eq!(settled.words(&draft), "4 octagons from point 1 of track limit 1");
    }
}
