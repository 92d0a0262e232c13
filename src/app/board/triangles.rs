//! Keeps the triangles of a board from one frame to the next. Most of a scene stays the same while a race is played or
//! one piece is dragged, so most triangles can be used again.

use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use egui::epaint::{TessellationOptions, Tessellator};
use egui::{Mesh, Rect, Shape as Painted};
use fnv::{FnvHashMap, FnvHasher};

use super::painter::{self, View};
use crate::game::scene::{Item, Shape};
use crate::render::Theme;

/// The usual number of items in a part. A scene is cut into parts; if one item changes, only the triangles of its part
/// are computed again.
const TOGETHER: u64 = 16;
/// The largest number of items in one of the parts into which a scene is cut.
const MOST: usize = 64;
/// The number of triangle corners after which `paint` makes egui begin a new mesh. egui copies a whole mesh whenever
/// the mesh outgrows its memory. With one mesh for the whole board, this would take long.
const FULL: usize = 4096;

/// The cached triangles of a scene, part by part.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    seen: Option<Seen>,
    parts: Vec<Part>,
}

/// The view, theme and options for which the cached triangles were made.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    view: View,
    theme: Theme,
    clip: Rect,
    pixels_per_point: f32,
    options: TessellationOptions,
}

/// A part of the scene: some consecutive items, with their triangles. Whether a part ends after an item depends only on
/// that item, unless the part has reached [`MOST`] items. So most parts stay the same when items are added or removed
/// before them.
#[derive(Clone, Debug)]
struct Part {
    /// A hash of this part's items. Parts with the same hash are treated as equal.
    digest: u64,
    layers: Vec<Layer>,
}

/// The triangles or the text of one layer. A part of the scene has several layers, which are painted in order, the
/// lowest first.
#[derive(Clone, Debug)]
enum Layer {
    Mesh(Arc<Mesh>),
    /// A text. Its triangles are not cached, because the texture that contains its letters may change at any time.
    Text(Item),
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
        let mut known: FnvHashMap<u64, Part> = self.parts.drain(..).map(|part| (part.digest, part)).collect();
        let mut rest = items;
        while !rest.is_empty() {
            let (count, digest) = next_part(rest);
            let (items, others) = rest.split_at(count);
            rest = others;
            self.parts.push(known.remove(&digest).unwrap_or_else(|| Part::new(items, digest, &seen)));
        }
        // egui begins a new mesh where the clip rectangle changes, so use two that differ by less than a pixel.
        let painters = [painter.clone(), painter.with_clip_rect(painter.clip_rect().shrink(0.01))];
        let mut corners = 0;
        for layer in self.parts.iter().flat_map(|part| &part.layers) {
            let painter = &painters[corners / FULL % 2];
            match layer {
                Layer::Mesh(mesh) => {
                    corners += mesh.vertices.len();
                    painter.add(Painted::Mesh(Arc::clone(mesh)));
                }
                Layer::Text(item) => painter::paint_item(painter, view, theme, item),
            }
        }
    }
}

/// Finds the first [`Part`] of a list of items. Returns the number of items in this part, and the digest of the part.
fn next_part(items: &[&Item]) -> (usize, u64) {
    let mut whole = 0;
    for (index, item) in items.iter().enumerate().take(MOST) {
        let own = digest(item);
        whole = mixed(whole, own);
        if own >> 32 < (1 << 32) / TOGETHER {
            return (index + 1, whole);
        }
    }
    (items.len().min(MOST), whole)
}

/// Returns a hash of an item. Different items almost always have different hashes.
fn digest(item: &Item) -> u64 {
    let mut hasher = FnvHasher::default();
    item.style.hash(&mut hasher);
    let numbers = |whole: u64, points: &[[f64; 2]]| {
        points.iter().flatten().fold(whole, |whole, number| mixed(whole, number.to_bits()))
    };
    match &item.shape {
        Shape::Polygon(points) | Shape::Polyline(points) => numbers(hasher.finish(), points),
        Shape::Circle { center, radius } => numbers(hasher.finish(), &[*center, [*radius, 0.0]]),
        Shape::Text { at, height, text } => {
            text.hash(&mut hasher);
            numbers(hasher.finish(), &[*at, [*height, 0.0]])
        }
    }
}

/// Mixes a number into a digest. The high bits of the result depend on all bits of the digest and of the number.
const fn mixed(digest: u64, number: u64) -> u64 {
    (digest.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Part {
    fn new(items: &[&Item], digest: u64, seen: &Seen) -> Self {
        // Use no prepared discs of the font texture, because this texture may change at any time.
        let mut tessellator = Tessellator::new(seen.pixels_per_point, seen.options, [1, 1], Vec::new());
        tessellator.set_clip_rect(seen.clip);
        let (mut layers, mut mesh, mut shapes) = (Vec::new(), Mesh::default(), Vec::new());
        // Most items have a handful of corners with an outline.
        mesh.reserve_vertices(16 * items.len());
        mesh.reserve_triangles(24 * items.len());
        for item in items {
            if matches!(item.shape, Shape::Text { .. }) {
                if !mesh.is_empty() {
                    layers.push(Layer::Mesh(Arc::new(std::mem::take(&mut mesh))));
                }
                layers.push(Layer::Text((*item).clone()));
                continue;
            }
            painter::shapes_of(item, &seen.view, seen.theme, seen.clip, &mut shapes);
            shapes.drain(..).for_each(|shape| tessellator.tessellate_shape(shape, &mut mesh));
        }
        if !mesh.is_empty() {
            layers.push(Layer::Mesh(Arc::new(mesh)));
        }
        Self { digest, layers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::scene::{Style, Tag};
    use egui::{Pos2, vec2};

    fn scene(x: f64) -> Vec<Item> {
        let item = |style, shape| Item { shape, style, tag: Tag::None };
        let mut items: Vec<Item> = (0..320)
            .map(|index| {
                item(
                    Style::Road,
                    Shape::rectangle([[f64::from(index) / 8.0, 0.0], [f64::from(index) / 8.0 + 0.1, 5.0]]),
                )
            })
            .collect();
        items.push(item(Style::Label, Shape::Text { at: [x, 8.0], height: 2.0, text: "Pit".to_owned() }));
        items.push(item(Style::Corner, Shape::Circle { center: [x, 6.0], radius: 1.0 }));
        items
    }

    fn meshes(triangles: &Triangles) -> Vec<Arc<Mesh>> {
        let layers = triangles.parts.iter().flat_map(|part| &part.layers);
        let mesh = |layer: &Layer| match layer {
            Layer::Mesh(mesh) => Some(Arc::clone(mesh)),
            Layer::Text(_) => None,
        };
        layers.filter_map(mesh).collect()
    }

    /// The number of meshes in `now` that are also in `before`.
    fn kept(now: &[Arc<Mesh>], before: &[Arc<Mesh>]) -> usize {
        now.iter().filter(|mesh| before.iter().any(|other| Arc::ptr_eq(mesh, other))).count()
    }

    #[test]
    fn only_what_has_changed_is_cut_into_triangles_again() {
        let ctx = egui::Context::default();
        let mut triangles = Triangles::default();
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(800.0, 600.0));
        let frame = |triangles: &mut Triangles, items: &[Item], scale: f64| {
            let mut output = ctx.run_ui(egui::RawInput { screen_rect: Some(rect), ..Default::default() }, |ui| {
                let view = View { rect, center: [20.0, 5.0], scale };
                triangles.paint(&ui.painter_at(rect), &view, Theme::Dark, &items.iter().collect::<Vec<_>>());
            });
            output.textures_delta.clear();
            meshes(triangles)
        };
        let first = frame(&mut triangles, &scene(3.0), 10.0);
        assert!(first.len() > 8 && first.len() < 80, "{} meshes of 320 rectangles", first.len());
        let again = frame(&mut triangles, &scene(3.0), 10.0);
        assert_eq!((again.len(), kept(&again, &first)), (first.len(), first.len()), "nothing has changed");
        let moved = frame(&mut triangles, &scene(4.0), 10.0);
        assert!((first.len() - 2..first.len()).contains(&kept(&moved, &first)), "the circle has moved");
        let mut more = scene(4.0);
        more.insert(100, more[0].clone());
        more.remove(200);
        let changed = frame(&mut triangles, &more, 10.0);
        let few = moved.len().saturating_sub(6);
        assert!(kept(&changed, &moved) >= few, "an added and a removed item: {} of {}", changed.len(), moved.len());
        assert_eq!(kept(&frame(&mut triangles, &more, 11.0), &changed), 0, "another zoom");
    }

    #[test]
    fn the_layers_are_in_the_order_of_the_items() {
        let items = scene(3.0);
        let (mut rest, mut count) = (items.iter().collect::<Vec<_>>(), 0);
        while !rest.is_empty() {
            let (length, _) = next_part(&rest);
            assert!((1..=MOST).contains(&length));
            count += length;
            rest.drain(..length);
        }
        assert_eq!(count, items.len());
        let alike = vec![&items[0]; 3 * MOST];
        assert!(next_part(&alike).0 <= MOST, "items without an end of a part");
    }
}
