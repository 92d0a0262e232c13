//! Dragging pieces: where each was taken up, and where it goes.

use super::{Edit, Gesture, Piece, Settled, Snap, settle, settle_limit, settle_point};
use crate::games::vektorace::Draft;
use crate::geometry::{Octilinear, Point};

/// Pieces held by the pointer.
#[derive(Clone, Debug)]
pub struct Drag {
    gesture: Gesture,
    /// Where the pointer took hold.
    from: [f64; 2],
    /// Each piece and where it was; the first is the one under the pointer.
    held: Vec<(Piece, Point)>,
}

impl Drag {
    /// Takes up `pieces` at the pointer's place; `lead`, the one under the pointer, is the one that snaps.
    #[must_use]
    pub fn new(gesture: Gesture, draft: &Draft, lead: Piece, pieces: &[Piece], from: [f64; 2]) -> Self {
        let others = pieces.iter().copied().filter(|piece| *piece != lead);
        let held = std::iter::once(lead).chain(others).filter_map(|piece| Some((piece, piece.at(draft)?))).collect();
        Self { gesture, from, held }
    }

    /// The gesture that all of the drag's edits belong to.
    #[must_use]
    pub const fn gesture(&self) -> Gesture {
        self.gesture
    }

    /// The pieces held.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        self.held.iter().map(|(piece, _)| *piece)
    }

    /// What moves the pieces to where the pointer is, and what drew them there: the leading piece snaps, against
    /// neighbours all of them count, and the others keep their distance.
    #[must_use]
    pub fn to(&self, draft: &Draft, pointer: [f64; 2], snap: Snap) -> (Edit, Settled) {
        let Some((_, start)) = self.held.first().copied() else {
            return (Edit::Move(Vec::new()), settle(draft, &[], &[], pointer, Snap::NONE));
        };
        let at = start.to_f64();
        let wanted = [at[0] + pointer[0] - self.from[0], at[1] + pointer[1] - self.from[1]];
        let held: Vec<Piece> = self.pieces().collect();
        let settled = match held.first() {
            Some(Piece::LimitCorner(..)) => settle_point(draft, &held, wanted, snap),
            Some(Piece::Limit(index)) => {
                let outline = draft.limits.get(*index).map_or(&[][..], |limit| &limit.outline);
                let first = outline.first().copied().unwrap_or_default();
                let ways: Vec<Point> = outline.iter().map(|corner| *corner - first).collect();
                settle_limit(draft, &held, &ways, wanted, snap)
            }
            _ => settle(draft, &self.parts(draft, start), &held, wanted, snap),
        };
        let by = settled.place - start;
        (Edit::Move(self.held.iter().map(|(piece, start)| (*piece, *start + by)).collect()), settled)
    }

    /// The convex parts of all that is held, about the leading piece's place.
    fn parts(&self, draft: &Draft, start: Point) -> Vec<Octilinear> {
        let parts = |(piece, place): &(Piece, Point)| {
            let way = *place - start;
            piece.shape(draft).into_iter().map(move |part| part.moved(way))
        };
        self.held.iter().flat_map(parts).collect()
    }

    /// Pieces have moved about the first one: from now on they keep that distance.
    pub(super) fn follow(&mut self, draft: &Draft) {
        let Some((lead, start)) = self.held.first().copied() else { return };
        let Some(now) = lead.at(draft) else { return };
        for (piece, place) in &mut self.held {
            if let Some(at) = piece.at(draft) {
                *place = at - (now - start);
            }
        }
    }

    /// What puts the pieces back to where they were taken up.
    #[must_use]
    pub fn back(&self) -> Edit {
        Edit::Move(self.held.clone())
    }
}
