//! Draws the lines of a plot. The triangles that make up the lines are cached from frame to frame. They are computed
//! again only if the points, the zoom or the size of the plot change.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Color32, Id, Mesh, Rect, Shape, Stroke, Ui};
use egui_plot::{PlotBounds, PlotGeometry, PlotItem, PlotItemBase, PlotPoint, PlotTransform};

/// A line through points, without marks.
#[derive(Clone, PartialEq)]
pub(super) struct Curve {
    pub(super) points: Vec<PlotPoint>,
    pub(super) stroke: Stroke,
    /// The lengths of the dashes and of the gaps between them, in points; `None` for a solid line.
    pub(super) dashes: Option<[f32; 2]>,
    /// Whether the line has so many points that it looks like a solid band.
    pub(super) is_band: bool,
}

/// The lines of a plot, drawn over each other. They do not react to the pointer.
///
/// They form a single plot item, because one large list of triangles is copied faster than many small ones.
pub(super) struct Curves {
    base: PlotItemBase,
    /// The key of the cached triangles.
    key: Id,
    curves: Vec<Curve>,
}

impl Curves {
    /// Makes lines. `plot` is the id of the plot. `layer` is a different number for each group of lines in the same
    /// plot.
    pub(super) fn new(plot: Id, layer: usize, curves: Vec<Curve>) -> Self {
        Self { base: PlotItemBase::new(String::new()), key: plot.with(("curves", layer)), curves }
    }

    fn points(&self) -> impl Iterator<Item = &PlotPoint> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }
}

/// The inputs from which the triangles of the lines are computed. The cached triangles are valid while these stay the
/// same.
#[derive(Clone)]
struct Seen {
    curves: Arc<[Curve]>,
    bounds: PlotBounds,
    frame: Rect,
    clip: Rect,
    pixels_per_point: f32,
    options: TessellationOptions,
}

impl Seen {
    fn is_of(&self, curves: &[Curve], ui: &Ui, transform: &PlotTransform) -> bool {
        self.bounds == *transform.bounds()
            && self.frame == *transform.frame()
            && self.clip == ui.clip_rect()
            && self.pixels_per_point == ui.ctx().pixels_per_point()
            && self.options == ui.ctx().tessellation_options(|options| *options)
            && *self.curves == *curves
    }

    fn of(curves: &[Curve], ui: &Ui, transform: &PlotTransform) -> Self {
        Self {
            curves: curves.into(),
            bounds: *transform.bounds(),
            frame: *transform.frame(),
            clip: ui.clip_rect(),
            pixels_per_point: ui.ctx().pixels_per_point(),
            options: ui.ctx().tessellation_options(|options| *options),
        }
    }

    /// Makes the triangles of the lines.
    fn mesh(&self, transform: &PlotTransform) -> Mesh {
        let mut mesh = Mesh::default();
        for curve in self.curves.iter() {
            // Smooth edges need twice the triangles, and cannot be seen in a band.
            let options = TessellationOptions { feathering: self.options.feathering && !curve.is_band, ..self.options };
            let mut tessellator = Tessellator::new(self.pixels_per_point, options, [1, 1], Vec::new());
            tessellator.set_clip_rect(self.clip);
            // A point that is not a number ends a part of the line.
            for part in curve.points.split(|point| !(point.x.is_finite() && point.y.is_finite())) {
                let places: Vec<_> = part.iter().map(|point| transform.position_from_point(point)).collect();
                match curve.dashes {
                    _ if places.len() < 2 => {}
                    Some([dash, gap]) => {
                        for dash in Shape::dashed_line(&places, curve.stroke, dash, gap) {
                            tessellator.tessellate_shape(dash, &mut mesh);
                        }
                    }
                    None => tessellator.tessellate_shape(Shape::line(places, curve.stroke), &mut mesh),
                }
            }
        }
        mesh
    }
}

impl PlotItem for Curves {
    fn shapes(&self, ui: &Ui, transform: &PlotTransform, shapes: &mut Vec<Shape>) {
        let kept: Option<(Seen, Arc<Mesh>)> = ui.data(|data| data.get_temp(self.key));
        let mesh = match kept {
            Some((seen, mesh)) if seen.is_of(&self.curves, ui, transform) => mesh,
            _ => {
                let seen = Seen::of(&self.curves, ui, transform);
                let mesh = Arc::new(seen.mesh(transform));
                ui.data_mut(|data| data.insert_temp(self.key, (seen, Arc::clone(&mesh))));
                mesh
            }
        };
        if !mesh.is_empty() {
            shapes.push(Shape::Mesh(mesh));
        }
    }

    fn initialize(&mut self, _: RangeInclusive<f64>) {}

    fn color(&self) -> Color32 {
        self.curves.first().map_or(Color32::TRANSPARENT, |curve| curve.stroke.color)
    }

    fn allow_hover(&self) -> bool {
        false
    }

    fn geometry(&self) -> PlotGeometry<'_> {
        PlotGeometry::None
    }

    fn bounds(&self) -> PlotBounds {
        let mut bounds = PlotBounds::NOTHING;
        self.points().for_each(|point| bounds.extend_with(point));
        bounds
    }

    fn base(&self) -> &PlotItemBase {
        &self.base
    }

    fn base_mut(&mut self) -> &mut PlotItemBase {
        &mut self.base
    }
}
