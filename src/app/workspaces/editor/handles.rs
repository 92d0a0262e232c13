//! The points of a selected track limit, and the middles of its edges, by which it is drawn into shape.

use egui::{Rect, Stroke, vec2};

use super::EditorTab;
use crate::app::board::painter;
use crate::app::board::view::BoardOutput;
use crate::editor::{Piece, place_at};
use crate::geometry::Point;

/// Half a handle, in points.
const HALF: f32 = 4.5;

impl EditorTab {
    /// The handle in the middle of an edge that is near a point: the limit, the place a new corner would get in it,
    /// and where that corner would be.
    pub(super) fn edge_handle_at(&self, point: [f64; 2], reach: f64) -> Option<(usize, usize, Point)> {
        self.edge_handles().into_iter().find_map(|(limit, place, [x, y])| {
            let near = (x - point[0]).hypot(y - point[1]) <= reach * 0.7;
            near.then(|| (limit, place, place_at(x, y)))
        })
    }

    fn edge_handles(&self) -> Vec<(usize, usize, [f64; 2])> {
        let limits = &self.document.draft().limits;
        let mut handles = Vec::new();
        for limit in self.document.open_limits() {
            let Some(outline) = limits.get(limit).map(|drawn| &drawn.outline) else { continue };
            let ends = outline.iter().zip(outline.iter().cycle().skip(1));
            for (place, (from, to)) in (1..).zip(ends) {
                let (from, to) = (from.to_f64(), to.to_f64());
                handles.push((limit, place, [f64::midpoint(from[0], to[0]), f64::midpoint(from[1], to[1])]));
            }
        }
        handles
    }

    /// Squares on the points, small discs on the middles: of one size at every zoom, since they are for the pointer.
    pub(super) fn draw_handles(&self, out: &BoardOutput) {
        let accent = painter::color(out.theme.accent());
        let ground = painter::color(out.theme.background());
        let line = Stroke::new(1.5, accent);
        for (.., middle) in self.edge_handles() {
            out.painter.circle(out.view.screen_from_world(middle), HALF - 1.5, ground, Stroke::new(1.0, accent));
        }
        for limit in self.document.open_limits() {
            let count = self.document.draft().limits.get(limit).map_or(0, |drawn| drawn.outline.len());
            for piece in (0..count).map(|corner| Piece::LimitCorner(limit, corner)) {
                let Some(at) = piece.at(self.document.draft()) else { continue };
                let selected = self.document.selection().contains(piece);
                let hovered = self.desk.hovered == Some(piece);
                let half = if hovered { HALF + 1.5 } else { HALF };
                let place = out.view.screen_from_world(at.to_f64());
                let square = Rect::from_center_size(place, vec2(half, half) * 2.0);
                let fill = if selected { accent } else { ground };
                out.painter.rect(square, 1.0, fill, line, egui::StrokeKind::Middle);
            }
        }
    }
}
