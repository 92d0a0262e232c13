//! The board: a pane that shows a scene and can be panned and zoomed. The editor and the Replay workspace both use it.
//!
//! A workspace calls [`BoardView::show`] once a frame with its scene, paints over the board with
//! [`BoardOutput::overlay`], and reads the pointer from the output. The board uses the wheel, the middle and right
//! buttons, and Space with the left button. Clicks and drags of the left button belong to the workspace, unless it
//! sets [`primary_pans`](BoardView::primary_pans).

mod framing;

use egui::{CursorIcon, PointerButton, Pos2, Rect, Response, Sense, Ui, WidgetInfo};

use framing::{Framing, MARGIN};

use super::painter::{self, View};
use super::triangles::Triangles;
use crate::game::scene::{Item, Scene, Style, Tag};
use crate::render::Theme;

/// The zoom factor of the commands Zoom in and Zoom out.
pub const ZOOM_STEP: f64 = 1.25;

/// A car that the board keeps in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// The car's position on the board, in world units.
    pub at: [f64; 2],
    /// The smaller side of the car's outline, in world units.
    pub size: f64,
}

/// A board, with the position and the zoom of its view.
#[derive(Clone, Debug)]
pub struct BoardView {
    view: View,
    framing: Framing,
    /// The car to keep in view; `None` if the board follows no car.
    pub followed: Option<Followed>,
    /// The area with the car to act and its legal places, as a lower left and an upper right corner; `None` if no
    /// places are shown. When this area changes, the board brings it into view.
    pub offered: Option<[[f64; 2]; 2]>,
    /// The area that was last brought into view.
    brought: Option<[[f64; 2]; 2]>,
    /// The size of the pane when the board was zoomed to the followed car; `None` if the board was not zoomed to a car.
    zoomed_in: Option<egui::Vec2>,
    /// Whether dragging with the left button pans. Set it to true in workspaces that do not use drags of this button.
    pub primary_pans: bool,
    /// Whether the view keeps its position and zoom when the scene changes, until the user moves the view.
    is_steady: bool,
    /// The reference picture; `None` if there is none.
    pub under: Option<Under>,
    /// The widths of the strips that rulers cover along the left edge (`x`) and the upper edge (`y`) of the pane, in
    /// points; 0 without rulers. A fitted scene leaves these strips free.
    pub covered: egui::Vec2,
    pointer: Option<[f64; 2]>,
    bounds: [[f64; 2]; 2],
    /// The bounds of the scene at the time when the view was fitted to it; `None` if the view must still be fitted. A
    /// view that `is_steady` stays fitted to these bounds when the scene changes.
    framed: Option<[[f64; 2]; 2]>,
    /// The triangles of the board and of its small map.
    triangles: Triangles,
    pub(super) map: Triangles,
}

/// A reference picture, painted over the table and under the pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Under {
    /// The picture's texture.
    pub texture: egui::TextureId,
    /// The picture's corners in the world: lower left, lower right, upper right, upper left.
    pub corners: [[f64; 2]; 4],
    /// The picture's opacity, from 0 (invisible) to 1.
    pub opacity: f32,
}

/// The state of the board in this frame, for the workspace that shows it: the view, the pointer, clicks and drags.
pub struct BoardOutput {
    /// Clicks and drags on the board.
    pub response: Response,
    /// A painter that draws only inside the board.
    pub painter: egui::Painter,
    /// Maps world coordinates to the screen.
    pub view: View,
    /// The theme of the scene.
    pub theme: Theme,
    /// The pointer's position on the board, in world units; `None` if it is outside the board.
    pub pointer: Option<[f64; 2]>,
    /// The topmost item under the pointer; `None` if there is no item.
    pub hovered: Option<Tag>,
    /// Whether the user is panning. Workspaces then ignore the drag.
    pub panning: bool,
}

impl BoardOutput {
    /// Paints a scene over the board.
    pub fn overlay(&self, scene: &Scene) {
        painter::paint(&self.painter, &self.view, self.theme, scene);
    }
}

impl Default for BoardView {
    fn default() -> Self {
        Self {
            view: View { rect: Rect::ZERO, center: [0.0; 2], scale: 1.0 },
            framing: Framing::Whole,
            followed: None,
            offered: None,
            brought: None,
            zoomed_in: None,
            primary_pans: false,
            is_steady: false,
            framed: None,
            under: None,
            covered: egui::Vec2::ZERO,
            pointer: None,
            bounds: [[0.0; 2], [1.0; 2]],
            triangles: Triangles::default(),
            map: Triangles::default(),
        }
    }
}

impl BoardView {
    /// A board that pans with the left button. If cars would be too small in the whole scene, it zooms to the followed
    /// car.
    #[must_use]
    pub fn panned_by_primary() -> Self {
        Self { primary_pans: true, framing: Framing::Action, ..Self::default() }
    }

    /// A board that pans with the left button and shows the whole scene, until the user pans or zooms.
    #[must_use]
    pub fn of_whole_scene() -> Self {
        Self { primary_pans: true, ..Self::default() }
    }

    /// A board whose view stays where it is when the scene changes, until the user moves it.
    #[must_use]
    pub fn steady() -> Self {
        Self { is_steady: true, ..Self::default() }
    }

    /// Returns the view that fits a whole scene into a rectangle, with a margin.
    #[must_use]
    pub fn fitted(scene: &Scene, rect: Rect) -> View {
        let view = View { rect, center: [0.0; 2], scale: 1.0 };
        let mut board = Self { view, bounds: scene.bounds, ..Self::default() };
        board.fit_now();
        board.view
    }

    /// Returns the view that fits a whole scene into a rectangle, without a margin.
    #[must_use]
    pub fn fitted_to(scene: &Scene, rect: Rect) -> View {
        Self::fitted(scene, rect.expand(MARGIN))
    }

    /// The current mapping of world coordinates to the screen.
    #[must_use]
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Converts a world point to the screen, in points.
    #[must_use]
    pub fn screen_from_world(&self, point: [f64; 2]) -> Pos2 {
        self.view.screen_from_world(point)
    }

    /// Converts a point of the screen to the world.
    #[must_use]
    pub fn world_from_screen(&self, place: Pos2) -> [f64; 2] {
        self.view.world_from_screen(place)
    }

    /// The pointer's position in the last frame, in world units; `None` if it was outside the board.
    #[must_use]
    pub const fn pointer(&self) -> Option<[f64; 2]> {
        self.pointer
    }

    /// The zoom: screen points per world unit.
    #[must_use]
    pub const fn scale(&self) -> f64 {
        self.view.scale
    }

    /// Fits the whole scene into the pane, until the user pans or zooms. When the scene changes, the view is fitted
    /// again, unless the board is [`steady`](Self::steady).
    pub const fn fit(&mut self) {
        self.framing = Framing::Whole;
        self.framed = None;
    }

    /// Shows the whole scene if its cars are large enough. Otherwise zooms to the followed car.
    pub const fn show_action(&mut self) {
        self.framing = Framing::Action;
        self.zoomed_in = None;
    }

    /// Stops fitting the view to the scene. From then on, the view stays as it is.
    pub const fn hold(&mut self) {
        self.framing = Framing::Free;
    }

    /// Moves the view to the centre and the zoom of another board.
    pub const fn show_like(&mut self, other: &Self) {
        self.framing = Framing::Free;
        (self.view.center, self.view.scale) = (other.view.center, other.view.scale);
    }

    /// Whether the view stays where the user, or a command, has moved it.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.framing == Framing::Free
    }

    /// Whether a part of the scene is out of view.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        let [low, high] = self.bounds.map(|corner| self.view.screen_from_world(corner));
        let rect = self.view.rect.expand(1.0);
        !(rect.contains(low) && rect.contains(high))
    }

    /// The bounds of the scene, in world units.
    #[must_use]
    pub const fn bounds(&self) -> [[f64; 2]; 2] {
        self.bounds
    }

    /// Zooms about the middle of the pane.
    pub fn zoom(&mut self, factor: f64) {
        let middle = self.view.rect.center();
        self.zoom_about(middle, factor);
    }

    /// Centres the view on a world point.
    pub const fn center_on(&mut self, point: [f64; 2]) {
        self.framing = Framing::Free;
        self.view.center = point;
    }

    /// The zoom in percent: 100 if the whole scene just fits.
    #[must_use]
    pub fn percent(&self) -> f64 {
        self.view.scale / self.fitting_scale() * 100.0
    }

    /// Shows the board in the free space of `ui`.
    pub fn show(&mut self, ui: &mut Ui, scene: &Scene, theme: Theme) -> BoardOutput {
        let rect = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "Board"));
        self.view.rect = rect;
        if scene.bounds.iter().flatten().all(|number| number.is_finite()) {
            self.bounds = scene.bounds;
            self.framed = self.framed.filter(|_| self.is_steady).or(Some(scene.bounds));
        }
        let panning = self.steer(ui, &response);
        self.frame();
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, painter::color(theme.background()));
        // The reference picture is painted over the table and under all other items.
        let above = scene.items.iter().position(|item| item.style == Style::Table).map_or(0, |table| table + 1);
        let (below, above) = scene.items.split_at(above);
        below.iter().for_each(|item| painter::paint_item(&painter, &self.view, theme, item));
        if let Some(under) = &self.under {
            painter::picture(&painter, &self.view, under.texture, under.corners, under.opacity);
        }
        let above = painter::readable(above, &self.view);
        let above: Vec<&Item> = above.iter().map(AsRef::as_ref).collect();
        self.triangles.paint(&painter, &self.view, theme, &above);
        self.pointer = response.hover_pos().map(|place| self.view.world_from_screen(place));
        let hovered = self.pointer.filter(|_| !panning).and_then(|point| scene.pick(point));
        BoardOutput { response, painter, view: self.view, theme, pointer: self.pointer, hovered, panning }
    }

    /// Handles panning and zooming. Returns whether the user is panning.
    fn steer(&mut self, ui: &Ui, response: &Response) -> bool {
        let space = ui.input(|input| input.key_down(egui::Key::Space));
        let primary = self.primary_pans || space;
        let panning = response.dragged_by(PointerButton::Middle)
            || response.dragged_by(PointerButton::Secondary)
            || (primary && response.dragged_by(PointerButton::Primary));
        if panning {
            let way = response.drag_delta();
            if way != egui::Vec2::ZERO {
                self.framing = Framing::Free;
            }
            self.view.center[0] -= f64::from(way.x) / self.view.scale;
            self.view.center[1] += f64::from(way.y) / self.view.scale;
            self.keep_near();
            ui.set_cursor_icon(CursorIcon::Grabbing);
        }
        if let Some(place) = response.hover_pos() {
            let (wheel, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
            if wheel.x != 0.0 {
                // With Shift, the wheel pans.
                self.framing = Framing::Free;
                self.view.center[0] -= f64::from(wheel.x) / self.view.scale;
                self.keep_near();
            }
            let factor = (f64::from(wheel.y) / 300.0).exp() * f64::from(pinch);
            if (factor - 1.0).abs() > 1e-6 {
                self.zoom_about(place, factor);
            }
        }
        panning
    }
}
