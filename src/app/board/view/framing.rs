//! Selects the part of the scene that the board shows: zooms, pans, fits the scene, and brings cars and places into
//! view.

use egui::Pos2;

use super::BoardView;

/// The range of zoom, in screen points per world unit.
const SCALES: std::ops::RangeInclusive<f64> = 0.5..=1_500.0;
/// The margin around a fitted scene, in points.
pub(super) const MARGIN: f32 = 12.0;
/// The smallest size of a car with the whole board in view, in points. If cars would be smaller, the board is zoomed
/// to the followed car.
const SMALLEST_CAR: f64 = 14.0;
/// A board that is zoomed in by no more than this factor is shown whole.
const NEARLY_WHOLE: f64 = 1.05;
/// The size of the followed car after the board was zoomed to it, in points.
const ZOOMED_CAR: f64 = 22.0;

/// Selects the part of the scene that the board shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Framing {
    /// The board shows the whole scene until the user pans or zooms.
    Whole,
    /// The board shows the whole scene until the user pans or zooms. If cars would be too small in the whole scene, the
    /// board shows the surroundings of the followed car instead.
    Action,
    /// The board shows the part of the scene that the user chose. The view moves only if the followed car would leave
    /// it.
    Free,
}

impl BoardView {
    /// Zooms to a box of the world, given by its lower left and its upper right corner.
    pub fn fit_to(&mut self, [low, high]: [[f64; 2]; 2]) {
        self.framing = Framing::Free;
        // Add a margin. If the box is a single point, the margin keeps its surroundings in view.
        let around = [0, 1].map(|axis| ((high[axis] - low[axis]) * 0.1).max(1.0));
        self.framed = Some([[0, 1].map(|axis| low[axis] - around[axis]), [0, 1].map(|axis| high[axis] + around[axis])]);
        self.fit_now();
        self.framed = None;
    }

    /// Pans until a world point is well inside the view, but no farther.
    fn bring_into_view(&mut self, point: [f64; 2]) {
        let place = self.view.screen_from_world(point);
        let inner = self.view.rect.shrink(self.view.rect.width().min(self.view.rect.height()) * 0.2);
        if inner.contains(place) {
            return;
        }
        let target = inner.clamp(place);
        self.view.center[0] += f64::from(place.x - target.x) / self.view.scale;
        self.view.center[1] -= f64::from(place.y - target.y) / self.view.scale;
    }

    /// Pans just far enough that an area is in view. If the area is larger than the view, zooms out just enough.
    fn bring_area_into_view(&mut self, [low, high]: [[f64; 2]; 2]) {
        let room = (self.view.rect.shrink(MARGIN).size() - self.covered).max(egui::Vec2::splat(1.0));
        let fitting = |axis: usize, room: f32| f64::from(room) / (high[axis] - low[axis]).max(1e-3);
        let scale = self.view.scale.min(fitting(0, room.x)).min(fitting(1, room.y));
        self.view.scale = scale.clamp(*SCALES.start(), *SCALES.end());
        for (axis, room) in [room.x, room.y].into_iter().enumerate() {
            let half = f64::from(room) / 2.0 / self.view.scale;
            self.view.center[axis] = self.view.center[axis].max(high[axis] - half).min(low[axis] + half);
        }
    }

    pub(super) fn zoom_about(&mut self, place: Pos2, factor: f64) {
        if !(factor.is_finite() && factor > 0.0) {
            return;
        }
        self.framing = Framing::Free;
        let fixed = self.view.world_from_screen(place);
        self.view.scale = (self.view.scale * factor).clamp(*SCALES.start(), *SCALES.end());
        let now = self.view.world_from_screen(place);
        self.view.center[0] += fixed[0] - now[0];
        self.view.center[1] += fixed[1] - now[1];
        self.keep_near();
    }

    /// Keeps the middle of the pane inside the bounds of the scene, so that the user cannot pan the scene out of view.
    pub(super) fn keep_near(&mut self) {
        let [low, high] = self.bounds;
        for axis in 0..2 {
            self.view.center[axis] = self.view.center[axis].max(low[axis]).min(high[axis]);
        }
    }

    /// The scale at which the whole scene fits.
    pub(super) fn fitting_scale(&self) -> f64 {
        let [low, high] = self.framed.unwrap_or(self.bounds);
        let room = (self.view.rect.shrink(MARGIN).size() - self.covered).max(egui::Vec2::splat(1.0));
        let (width, height) = ((high[0] - low[0]).max(1e-3), (high[1] - low[1]).max(1e-3));
        let scale = (f64::from(room.x) / width).min(f64::from(room.y) / height);
        scale.clamp(*SCALES.start(), *SCALES.end())
    }

    pub(super) fn fit_now(&mut self) {
        let [low, high] = self.framed.unwrap_or(self.bounds);
        self.view.scale = self.fitting_scale();
        let aside = [-self.covered.x, self.covered.y].map(|length| f64::from(length) / 2.0 / self.view.scale);
        self.view.center = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]) + aside[axis]);
    }

    /// Moves the view to the part of the scene that `framing` selects.
    pub(super) fn frame(&mut self) {
        let size = self.view.rect.size();
        let is_zoomed_in = self.zoomed_in == Some(size);
        let is_brought = std::mem::replace(&mut self.brought, self.offered) == self.offered;
        match (self.framing, self.followed) {
            // Between two changes of the offered area the user may look at another part of the board.
            (Framing::Free, _) if self.offered.is_some() => {
                if is_brought {
                    return;
                }
            }
            (Framing::Free, None) => {}
            (Framing::Free, Some(car)) => self.bring_into_view(car.at),
            (Framing::Action, Some(car)) if is_zoomed_in || car.size * self.fitting_scale() < SMALLEST_CAR => {
                // The zoom stays from turn to turn.
                if !is_zoomed_in {
                    self.zoomed_in = Some(size);
                    self.view.scale = (ZOOMED_CAR / car.size.max(1e-6)).clamp(*SCALES.start(), *SCALES.end());
                    self.view.center = car.at;
                    self.keep_near();
                }
                self.bring_into_view(car.at);
            }
            (Framing::Action | Framing::Whole, _) => self.fit_now(),
        }
        if let Some(area) = self.offered {
            self.bring_area_into_view(area);
        }
        // The places may need nearly the whole board. Then it is shown in the middle, with nothing cut off.
        if self.framing == Framing::Action && self.view.scale <= self.fitting_scale() * NEARLY_WHOLE {
            self.fit_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Rect, pos2, vec2};

    use crate::app::board::painter::View;
    use crate::app::board::view::Followed;

    fn board() -> BoardView {
        let mut board = BoardView {
            view: View { rect: Rect::from_min_size(pos2(0.0, 0.0), vec2(424.0, 224.0)), center: [0.0; 2], scale: 1.0 },
            bounds: [[0.0, 0.0], [40.0, 20.0]],
            ..BoardView::default()
        };
        board.fit_now();
        board
    }

    #[test]
    fn fitting_shows_the_whole_scene_in_the_middle() {
        let board = board();
        assert_eq!(board.scale(), 10.0);
        assert_eq!(board.screen_from_world([0.0, 0.0]), pos2(12.0, 212.0));
        assert_eq!(board.screen_from_world([40.0, 20.0]), pos2(412.0, 12.0));
    }

    #[test]
    fn the_point_under_the_pointer_stays_there_when_zooming() {
        let mut board = board();
        let pointer = pos2(100.0, 60.0);
        let before = board.world_from_screen(pointer);
        board.zoom_about(pointer, 3.0);
        let after = board.world_from_screen(pointer);
        assert!((before[0] - after[0]).abs() < 1e-9 && (before[1] - after[1]).abs() < 1e-9);
        board.zoom_about(pointer, f64::NAN);
        board.zoom_about(pointer, 1e300);
        assert_eq!(board.scale(), *SCALES.end());
    }

    #[test]
    fn a_point_in_view_does_not_move_the_board() {
        let mut board = board();
        board.zoom(4.0);
        let center = board.view.center;
        board.bring_into_view([20.0, 10.0]);
        assert_eq!(board.view.center, center);
        board.bring_into_view([40.0, 20.0]);
        assert!(board.view.rect.contains(board.screen_from_world([40.0, 20.0])));
    }

    #[test]
    fn offered_places_are_brought_into_view_once() {
        let is_in_view = |board: &BoardView, area: [[f64; 2]; 2]| {
            area.into_iter().all(|corner| board.view.rect.contains(board.screen_from_world(corner)))
        };
        let mut board = board();
        board.zoom(4.0);
        let (scale, near, far) = (board.scale(), [[30.0, 8.0], [36.0, 12.0]], [[0.0, 0.0], [30.0, 5.0]]);
        assert!(!is_in_view(&board, near) && !is_in_view(&board, far));
        board.offered = Some(near);
        board.frame();
        assert!(is_in_view(&board, near) && board.scale() == scale, "{:?}", board.view);
        // The user may look elsewhere.
        board.center_on([5.0, 5.0]);
        board.frame();
        assert_eq!(board.view.center, [5.0, 5.0]);
        board.offered = Some(far);
        board.frame();
        assert!(is_in_view(&board, far) && board.scale() < scale, "{:?}", board.view);
        assert!((board.scale() * 30.0 - 400.0).abs() < 1e-3, "zoomed out just enough: {}", board.scale());
        // The board that follows the action shows the places in the same way.
        board.show_action();
        board.followed = Some(Followed { at: [1.0, 1.0], size: 0.5 });
        board.frame();
        assert!(is_in_view(&board, far), "{:?}", board.view);
    }

    #[test]
    fn places_that_need_nearly_the_whole_board_show_it_whole() {
        let mut board = BoardView { framing: Framing::Action, ..board() };
        board.followed = Some(Followed { at: [3.0, 4.0], size: 1.0 });
        for area in [[[0.5, 1.0], [39.0, 19.0]], [[1.0, 0.5], [39.5, 18.0]]] {
            board.offered = Some(area);
            board.frame();
            assert_eq!((board.scale(), board.view.center, board.is_cut()), (10.0, [20.0, 10.0], false));
        }
        board.offered = Some([[2.0, 2.0], [9.0, 9.0]]);
        board.frame();
        assert!(board.view.rect.contains(board.screen_from_world([2.0, 2.0])));
    }

    /// The whole board is shown if cars are large enough when it is in view. Otherwise, the surroundings of the
    /// followed car are shown.
    #[test]
    fn the_action_is_zoomed_to_only_where_cars_would_be_too_small() {
        let mut board = BoardView { framing: Framing::Action, ..board() };
        board.followed = Some(Followed { at: [3.0, 4.0], size: 1.5 });
        board.frame();
        assert_eq!((board.scale(), board.view.center, board.is_cut()), (10.0, [20.0, 10.0], false));
        board.followed = Some(Followed { at: [3.0, 4.0], size: 1.0 });
        board.frame();
        assert_eq!((board.scale(), board.view.center, board.is_cut()), (ZOOMED_CAR, [3.0, 4.0], true));
        // A followed car near the middle does not move the view; a followed car at the edge moves it just far enough.
        board.followed = Some(Followed { at: [4.0, 5.0], size: 1.0 });
        board.frame();
        assert_eq!(board.view.center, [3.0, 4.0]);
        board.followed = Some(Followed { at: [30.0, 4.0], size: 1.0 });
        board.frame();
        assert!(board.view.center[0] > 20.0 && board.view.center[0] < 30.0, "{:?}", board.view.center);
        // Cars of another size do not change the zoom.
        board.followed = Some(Followed { at: [30.0, 4.0], size: 0.8 });
        board.frame();
        assert_eq!(board.scale(), ZOOMED_CAR);
        // The zoom that the user chose stays; fitting shows the whole board again.
        board.zoom(0.9);
        board.frame();
        assert!((board.scale() - ZOOMED_CAR * 0.9).abs() < 1e-9);
        board.fit();
        board.frame();
        assert_eq!((board.scale(), board.is_cut()), (10.0, false));
    }
}
