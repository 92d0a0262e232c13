//! Which piece is meant by a place on the board.

use super::{Document, Piece};
use crate::game::scene::Scene;
use crate::games::vektorace::Draft;
use crate::geometry::Point;

impl Document {
    /// The piece at a point of the drawing, or the nearest within `reach`. The corners of a track limit can be taken
    /// up while it is selected; the picture under the board never is found here.
    #[must_use]
    pub fn pick(&self, scene: &Scene, point: [f64; 2], reach: f64) -> Option<Piece> {
        if let Some(corner) = self.pick_limit_corner(point, reach) {
            return Some(corner);
        }
        if let Some(piece) = scene.pick(point).and_then(Piece::from_tag) {
            return Some(piece);
        }
        let draft = self.draft();
        if let Some(label) = (0..draft.labels.len()).rev().find(|index| is_on_label(draft, *index, point)) {
            return Some(Piece::Label(label));
        }
        // A piece may be a few pixels wide when the whole table is in view: being near is enough.
        let distance = |piece: Piece| Some(distance(piece.at(draft)?.to_f64(), point));
        let near = Piece::solid(draft).filter_map(|piece| Some((piece, distance(piece)?)));
        let limits = (0..draft.limits.len()).map(|index| (Piece::Limit(index), self.nearest_edge(index, point).1));
        near.chain(limits)
            .filter(|(_, distance)| *distance <= reach)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(piece, _)| piece)
    }

    /// The track limits of which something is selected: those whose corners show.
    pub fn open_limits(&self) -> impl Iterator<Item = usize> {
        let mut limits: Vec<usize> = self
            .selection()
            .items()
            .iter()
            .filter_map(|piece| match piece {
                Piece::Limit(index) | Piece::LimitCorner(index, _) => Some(*index),
                _ => None,
            })
            .filter(|index| *index < self.draft().limits.len())
            .collect();
        limits.sort_unstable();
        limits.dedup();
        limits.into_iter()
    }

    fn pick_limit_corner(&self, point: [f64; 2], reach: f64) -> Option<Piece> {
        let corners = self.open_limits().flat_map(|limit| {
            let count = self.draft().limits.get(limit).map_or(0, |drawn| drawn.outline.len());
            (0..count).map(move |corner| Piece::LimitCorner(limit, corner))
        });
        corners
            .filter_map(|piece| Some((piece, distance(piece.at(self.draft())?.to_f64(), point))))
            .filter(|(_, distance)| *distance <= reach)
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(piece, _)| piece)
    }

    /// The edge of a track limit that is nearest to a point: the place a new corner there would get, and how far the
    /// edge is.
    #[must_use]
    pub fn nearest_edge(&self, limit: usize, point: [f64; 2]) -> (usize, f64) {
        let Some(limit) = self.draft().limits.get(limit) else { return (0, f64::INFINITY) };
        let ends = limit.outline.iter().zip(limit.outline.iter().cycle().skip(1));
        (1..)
            .zip(ends)
            .map(|(place, (from, to))| (place, off_segment(from.to_f64(), to.to_f64(), point)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((0, f64::INFINITY))
    }

    /// The pieces whose reference points lie in a rectangle, given by two of its corners; track limits count where all
    /// of theirs do, and else those of their corners that do, while they show.
    #[must_use]
    pub fn pieces_within(&self, from: [f64; 2], to: [f64; 2]) -> Vec<Piece> {
        let draft = self.draft();
        let between = |value: f64, a: f64, b: f64| value >= a.min(b) && value <= a.max(b);
        let inside = |at: Point| {
            let [x, y] = at.to_f64();
            between(x, from[0], to[0]) && between(y, from[1], to[1])
        };
        let is_in = |piece: &Piece| match *piece {
            Piece::Limit(index) => {
                draft.limits.get(index).is_some_and(|limit| limit.outline.iter().copied().all(inside))
            }
            _ => piece.at(draft).is_some_and(inside),
        };
        Piece::all(draft).filter(is_in).collect()
    }
}

fn distance(from: [f64; 2], to: [f64; 2]) -> f64 {
    (from[0] - to[0]).hypot(from[1] - to[1])
}

/// How far a point is from a straight line between two others.
fn off_segment(from: [f64; 2], to: [f64; 2], point: [f64; 2]) -> f64 {
    let way = [to[0] - from[0], to[1] - from[1]];
    let square = way[0] * way[0] + way[1] * way[1];
    let along = ((point[0] - from[0]) * way[0] + (point[1] - from[1]) * way[1]) / square.max(f64::MIN_POSITIVE);
    let along = along.clamp(0.0, 1.0);
    distance([from[0] + along * way[0], from[1] + along * way[1]], point)
}

fn is_on_label(draft: &Draft, index: usize, point: [f64; 2]) -> bool {
    draft.labels.get(index).is_some_and(|label| {
        let (at, half) = (label.at.to_f64(), label.half_extent());
        (point[0] - at[0]).abs() <= half[0] && (point[1] - at[1]).abs() <= half[1]
    })
}
