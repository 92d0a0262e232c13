//! Draws a line of a plot. The triangles that make up the line are cached from frame to frame. They change only with
//! the line's points, the zoom, or the size of the plot.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Color32, Id, Mesh, Rect, Shape, Stroke, Ui};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};

/// A plain line through points, without marks. It does not react to the pointer.
pub(super) struct Curve {
    base: PlotItemBase,
    /// The id of the plot that contains the line. Together with `index`, it is the key of the cached triangles.
    plot: Id,
    index: usize,
    points: Vec<PlotPoint>,
    stroke: Stroke,
}

impl Curve {
    /// Makes a line. `index` is its number in the plot; the triangles are kept under this number.
    pub(super) fn new(plot: Id, index: usize, points: Vec<PlotPoint>, stroke: Stroke) -> Self {
        Self { base: PlotItemBase::new(String::new()), plot, index, points, stroke }
    }
}

/// The inputs from which the triangles of a line are computed. The cached triangles are valid while these stay the
/// same.
#[derive(Clone, PartialEq)]
struct Seen {
    points: Arc<[PlotPoint]>,
    stroke: Stroke,
    bounds: PlotBounds,
    frame: Rect,
    clip: Rect,
    pixels_per_point: f32,
    options: TessellationOptions,
}

impl Seen {
    fn is_of(&self, curve: &Curve, ui: &Ui, transform: &PlotTransform) -> bool {
        self.stroke == curve.stroke
            && self.bounds == *transform.bounds()
            && self.frame == *transform.frame()
            && self.clip == ui.clip_rect()
            && self.pixels_per_point == ui.ctx().pixels_per_point()
            && self.options == ui.ctx().tessellation_options(|options| *options)
            && *self.points == *curve.points
    }

    fn of(curve: &Curve, ui: &Ui, transform: &PlotTransform) -> Self {
        Self {
            points: curve.points.as_slice().into(),
            stroke: curve.stroke,
            bounds: *transform.bounds(),
            frame: *transform.frame(),
            clip: ui.clip_rect(),
            pixels_per_point: ui.ctx().pixels_per_point(),
            options: ui.ctx().tessellation_options(|options| *options),
        }
    }

    /// Cuts the line into triangles.
    fn mesh(&self, transform: &PlotTransform) -> Mesh {
        let mut tessellator = Tessellator::new(self.pixels_per_point, self.options, [1, 1], Vec::new());
        tessellator.set_clip_rect(self.clip);
        let mut mesh = Mesh::default();
        // A point that is not a number ends a part of the line.
        for part in self.points.split(|point| !(point.x.is_finite() && point.y.is_finite())) {
            let places: Vec<_> = part.iter().map(|point| transform.position_from_point(point)).collect();
            if places.len() > 1 {
                tessellator.tessellate_shape(Shape::line(places, self.stroke), &mut mesh);
            }
        }
        mesh
    }
}

impl PlotItem for Curve {
    fn shapes(&self, ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let key = self.plot.with(("curve", self.index));
        let kept: Option<(Seen, Arc<Mesh>)> = ui.data(|data| data.get_temp(key));
        let mesh = match kept {
            Some((seen, mesh)) if seen.is_of(self, ui, transform) => mesh,
            _ => {
                let seen = Seen::of(self, ui, transform);
                let mesh = Arc::new(seen.mesh(transform));
                ui.data_mut(|data| data.insert_temp(key, (seen, Arc::clone(&mesh))));
                mesh
            }
        };
        if !mesh.is_empty() {
            shapes.push(Shape::Mesh(mesh));
        }
    }

    fn initialize(&mut self, _: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.stroke.color
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::Points(&self.points)
    }

    fn bounds(&self) -> PlotBounds {
        let mut bounds = PlotBounds::NOTHING;
        self.points.iter().for_each(|point| bounds.extend_with(point));
        bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}
