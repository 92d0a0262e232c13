//! Keeps the triangles of a board from one frame to the next. Most of a scene stays the same while a race is played or
//! one piece is dragged, so most triangles can be used again.

use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Mesh, Rect, Shape as Painted};

use super::painter::{self, View};
use crate::game::scene::{Item, Shape};
use crate::render::Theme;

/// The number of items in a part of the scene. If one item changes, the triangles of its whole part are computed again.
const TOGETHER: usize = 16;

/// The triangles of a scene.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    seen: Option<Seen>,
    parts: Vec<Part>,
}

/// The view, theme and options that the triangles were made for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    view: View,
    theme: Theme,
    clip: Rect,
    pixels_per_point: f32,
    options: TessellationOptions,
}

/// A part of the scene: up to [`TOGETHER`] consecutive items, with their triangles.
#[derive(Clone, Debug)]
struct Part {
    items: Vec<Item>,
    layers: Vec<Layer>,
}

/// A layer of a part of the scene. The layers are painted in order, the lowest first.
#[derive(Clone, Debug)]
enum Layer {
    Mesh(Arc<Mesh>),
    /// A text, given by its index in [`Part::items`]. No triangles are kept for a text, because the texture that
    /// contains its letters may change at any time.
    Text(usize),
}

impl Triangles {
    /// Paints the items. Items that have not changed since the last frame cost little time.
    pub fn paint(&mut self, painter: &egui::Painter, view: &View, theme: Theme, items: &[&Item]) {
        let ctx = painter.ctx();
        let seen = Seen {
            view: *view,
            theme,
            clip: painter.clip_rect(),
            pixels_per_point: ctx.pixels_per_point(),
            options: ctx.tessellation_options(|options| *options),
        };
        if self.seen != Some(seen) {
            self.seen = Some(seen);
            self.parts.clear();
        }
        let count = items.len().div_ceil(TOGETHER);
        self.parts.truncate(count);
        for (index, items) in items.chunks(TOGETHER).enumerate() {
            match self.parts.get_mut(index) {
                Some(part) if part.items.iter().eq(items.iter().copied()) => {}
                Some(part) => *part = Part::new(items, &seen),
                None => self.parts.push(Part::new(items, &seen)),
            }
        }
        for part in &self.parts {
            for layer in &part.layers {
                match layer {
                    Layer::Mesh(mesh) => _ = painter.add(Painted::Mesh(Arc::clone(mesh))),
                    Layer::Text(index) => painter::paint_item(painter, view, theme, &part.items[*index]),
                }
            }
        }
    }
}

impl Part {
    fn new(items: &[&Item], seen: &Seen) -> Self {
        // Use no prepared discs of the font texture, because this texture may change at any time.
        let mut tessellator = Tessellator::new(seen.pixels_per_point, seen.options, [1, 1], Vec::new());
        tessellator.set_clip_rect(seen.clip);
        let (mut layers, mut mesh, mut shapes) = (Vec::new(), Mesh::default(), Vec::new());
        for (index, item) in items.iter().enumerate() {
            if matches!(item.shape, Shape::Text { .. }) {
                if !mesh.is_empty() {
                    layers.push(Layer::Mesh(Arc::new(std::mem::take(&mut mesh))));
                }
                layers.push(Layer::Text(index));
                continue;
            }
            painter::shapes_of(item, &seen.view, seen.theme, seen.clip, &mut shapes);
            shapes.drain(..).for_each(|shape| tessellator.tessellate_shape(shape, &mut mesh));
        }
        if !mesh.is_empty() {
            layers.push(Layer::Mesh(Arc::new(mesh)));
        }
        Self { items: items.iter().copied().cloned().collect(), layers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Style, Tag};
    use egui::{Pos2, vec2};

    fn scene(x: f64) -> Vec<Item> {
        let item = |style, shape| Item { shape, style, tag: Tag::None };
        let mut items: Vec<Item> = (0..40)
            .map(|index| item(Style::Road, Shape::rectangle([[f64::from(index), 0.0], [f64::from(index) + 0.9, 5.0]])))
            .collect();
        items.push(item(Style::Label, Shape::Text { at: [x, 8.0], height: 2.0, text: "Pit".to_owned() }));
        items.push(item(Style::Corner, Shape::Circle { center: [x, 6.0], radius: 1.0 }));
        items
    }

    fn meshes(triangles: &Triangles) -> Vec<*const Mesh> {
        let layers = triangles.parts.iter().flat_map(|part| &part.layers);
        let mesh = |layer: &Layer| match layer {
            Layer::Mesh(mesh) => Some(Arc::as_ptr(mesh)),
            Layer::Text(_) => None,
        };
        layers.filter_map(mesh).collect()
    }

    #[test]
    fn only_what_has_changed_is_cut_into_triangles_again() {
        let ctx = egui::Context::default();
        let mut triangles = Triangles::default();
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let frame = |triangles: &mut Triangles, x: f64, scale: f64| {
            let mut output = ctx.run_ui(egui::RawInput { screen_rect: Some(rect), ..Default::default() }, |ui| {
                let view = View { rect, center: [20.0, 5.0], scale };
                triangles.paint(&ui.painter_at(rect), &view, Theme::Dark, &scene(x).iter().collect::<Vec<_>>());
            });
            output.textures_delta.clear();
            output.shapes.len()
        };
        assert_eq!(frame(&mut triangles, 3.0, 10.0), 5, "three parts, of which the last has a text");
        let first = meshes(&triangles);
        frame(&mut triangles, 3.0, 10.0);
        assert_eq!((first.len(), meshes(&triangles)), (4, first.clone()), "nothing has changed");
        frame(&mut triangles, 4.0, 10.0);
        let moved = meshes(&triangles);
        assert_eq!(moved[..2], first[..2]);
        assert!(moved[2] != first[2] && moved[3] != first[3], "the part with the circle");
        frame(&mut triangles, 4.0, 11.0);
        assert!(meshes(&triangles).iter().zip(&moved).all(|(one, other)| one != other), "another zoom");
    }
}
