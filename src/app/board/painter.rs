//! Paints a [`Scene`] with egui, with the same [`Theme`] as SVG and PNG.

use std::borrow::Cow;

use egui::{
    Align2, Color32, FontFamily, FontId, Pos2, Rect, Shape as Painted, Stroke, Vec2, epaint::PathShape, pos2, vec2,
};

use super::fonts;
use crate::game::scene::{Item, Scene, Shape, Style};
use crate::render::{CAPITAL, Colour, Line, Paint, Theme};

/// The smallest width of a line, in points. Thinner lines flicker when the board moves.
const THINNEST: f32 = 0.6;
/// The smallest size of text, in points. Smaller text is left out.
const SMALLEST_TEXT: f32 = 5.0;
/// The smallest height of capital letters on the ruler, in points. It keeps the ruler readable at any zoom.
const READABLE: f32 = 7.0;
/// The largest size of the letters of signs, in points. On a board at a high zoom, a larger sign would hide the track.
const LARGEST_SIGN: f32 = 18.0;
/// The distance from the top of a line of text down to the middle of its capital letters, as a fraction of the font
/// size.
const MIDDLE: f32 = 0.676;

/// Maps world coordinates to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The rectangle on the screen in which the world is shown, in points.
    pub rect: Rect,
    /// The world point at the middle of the rectangle.
    pub center: [f64; 2],
    /// The number of screen points for each world unit.
    pub scale: f64,
}

impl View {
    /// Converts a world point to a screen point.
    #[must_use]
    pub fn screen_from_world(&self, point: [f64; 2]) -> Pos2 {
        let middle = self.rect.center();
        // Points far outside the screen are clamped, because the tessellator needs finite coordinates.
        let clamp = |value: f64| value.clamp(-1e6, 1e6) as f32;
        pos2(
            middle.x + clamp((point[0] - self.center[0]) * self.scale),
            middle.y - clamp((point[1] - self.center[1]) * self.scale),
        )
    }

    /// Converts a screen point to a world point.
    #[must_use]
    pub fn world_from_screen(&self, place: Pos2) -> [f64; 2] {
        let middle = self.rect.center();
        [
            self.center[0] + f64::from(place.x - middle.x) / self.scale,
            self.center[1] - f64::from(place.y - middle.y) / self.scale,
        ]
    }

    /// Converts a length in world units to screen points.
    #[must_use]
    pub fn length(&self, world: f64) -> f32 {
        (world * self.scale).clamp(-1e6, 1e6) as f32
    }
}

/// Converts a theme's colour to egui's type.
#[must_use]
pub fn color(Colour([red, green, blue, alpha]): Colour) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Paints the visible items of the scene.
pub fn paint(painter: &egui::Painter, view: &View, theme: Theme, scene: &Scene) {
    for item in readable(&scene.items, view) {
        paint_item(painter, view, theme, &item);
    }
}

/// Returns the items to draw at this zoom. Leaves out the plate of a sign if its letters are too small to be drawn,
/// because the plate would be an empty box. Keeps the coloured part of the sign, because the colour has a meaning.
/// Makes a sign smaller if its letters would be larger than [`LARGEST_SIGN`].
pub(super) fn readable<'a>(items: &'a [Item], view: &View) -> Vec<Cow<'a, Item>> {
    let mut shown: Vec<Cow<'a, Item>> = Vec::with_capacity(items.len());
    let mut is_empty = false;
    // The point of a sign that stays, and the factor by which its other points come nearer to this point.
    let mut shrunk: Option<([f64; 2], f64)> = None;
    for (index, item) in items.iter().enumerate() {
        if item.style == Style::Sign {
            let parts = || items[index + 1..].iter().take_while(|item| is_of_sign(item.style));
            let sizes = |is_badge: bool| {
                let texts = parts().filter(move |part| is_badge == matches!(part.style, Style::BadgeText(_)));
                texts.filter_map(|part| match &part.shape {
                    Shape::Text { height, .. } => Some(view.length(*height) / CAPITAL as f32),
                    _ => None,
                })
            };
            let is_mark = parts().any(|part| matches!(part.style, Style::Badge(_)));
            let words = sizes(false).fold(0.0, f32::max);
            let largest = sizes(true).fold(words, f32::max);
            let leader = index.checked_sub(1).and_then(|before| match &items[before] {
                Item { style: Style::Leader, shape: Shape::Polyline(line), .. } => line.first().copied(),
                _ => None,
            });
            let fixed = leader.or_else(|| item.shape.middle());
            shrunk = fixed.filter(|_| largest > LARGEST_SIGN).map(|at| (at, f64::from(LARGEST_SIGN / largest)));
            is_empty = words > 0.0 && words.round() < SMALLEST_TEXT;
            if is_empty && !is_mark && shown.last().is_some_and(|last| last.style == Style::Leader) {
                shown.pop();
            }
        }
        if !(item.style == Style::Sign || is_of_sign(item.style)) {
            shrunk = None;
        }
        if !(is_empty && matches!(item.style, Style::Sign | Style::SignDot)) {
            shown.push(shrunk.map_or(Cow::Borrowed(item), |(at, by)| Cow::Owned(nearer(item, at, by))));
        }
    }
    shown
}

/// Whether shapes of this style are drawn on the plate of a sign.
const fn is_of_sign(style: Style) -> bool {
    matches!(style, Style::SignText | Style::SignNote | Style::SignDot | Style::Badge(_) | Style::BadgeText(_))
}

/// Scales an item by the factor `by` around the point `at`, which does not move.
fn nearer(item: &Item, at: [f64; 2], by: f64) -> Item {
    let shape = item.shape.moved(at.map(|value| -value)).scaled(by).moved(at);
    Item { shape, ..item.clone() }
}

/// The font size for capital letters of this height, in points. It is rounded, because each size takes space in the
/// font texture.
fn font_size(capital: f32) -> f32 {
    (capital / CAPITAL as f32).round()
}

/// Paints one item.
pub fn paint_item(painter: &egui::Painter, view: &View, theme: Theme, item: &Item) {
    if let Shape::Text { at, height, text } = &item.shape {
        // The ruler must be readable at any zoom; other text scales with its piece.
        let least = if item.style == Style::Ruler { READABLE } else { 0.0 };
        write(painter, view, theme.paint(item.style), *at, view.length(*height).max(least), text);
        return;
    }
    let mut shapes = Vec::new();
    shapes_of(item, view, theme, painter.clip_rect(), &mut shapes);
    painter.extend(shapes);
}

/// Adds the egui shapes of one item to `shapes`. Adds nothing for a text, or for an item outside `clip`.
pub(super) fn shapes_of(item: &Item, view: &View, theme: Theme, clip: Rect, shapes: &mut Vec<Painted>) {
    let paint = theme.paint(item.style);
    match &item.shape {
        Shape::Polygon(corners) if corners.len() > 2 => {
            let points = on_screen(view, corners);
            if visible(clip, &points) {
                polygon(view, paint, points, shapes);
            }
        }
        Shape::Polyline(line) if line.len() > 1 => {
            let points = on_screen(view, line);
            if visible(clip, &points)
                && let Some(line) = paint.line
            {
                stroke(view, line, points, false, shapes);
            }
        }
        Shape::Circle { center, radius } => {
            let (center, radius) = (view.screen_from_world(*center), view.length(*radius));
            if !clip.intersects(Rect::from_center_size(center, vec2(2.0, 2.0) * radius)) {
                return;
            }
            if let Some(fill) = paint.fill {
                shapes.push(Painted::circle_filled(center, radius, color(fill)));
            }
            if let Some(line) = paint.line {
                shapes.push(Painted::circle_stroke(center, radius, pen(view, line)));
            }
        }
        _ => {}
    }
}

/// Paints a picture. The order of `corners` is lower left, lower right, upper right, upper left.
pub fn picture(painter: &egui::Painter, view: &View, texture: egui::TextureId, corners: [[f64; 2]; 4], opacity: f32) {
    let mut mesh = egui::Mesh::with_texture(texture);
    let tint = Color32::WHITE.gamma_multiply(opacity);
    // The rows of a picture are counted from the top.
    for (corner, [u, v]) in corners.iter().zip([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]) {
        let pos = view.screen_from_world(*corner);
        mesh.vertices.push(egui::epaint::Vertex { pos, uv: pos2(u, v), color: tint });
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(0, 2, 3);
    painter.add(Painted::mesh(mesh));
}

fn on_screen(view: &View, points: &[[f64; 2]]) -> Vec<Pos2> {
    points.iter().filter(|[x, y]| x.is_finite() && y.is_finite()).map(|point| view.screen_from_world(*point)).collect()
}

fn visible(clip: Rect, points: &[Pos2]) -> bool {
    // The bounding box of a straight line may be empty; expand it by a point.
    points.len() > 1 && clip.intersects(Rect::from_points(points).expand(1.0))
}

fn pen(view: &View, line: Line) -> Stroke {
    let shorter = f64::from(view.rect.width().min(view.rect.height()));
    Stroke::new((line.width_at(view.scale, shorter).min(1e6) as f32).max(THINNEST), color(line.colour))
}

fn polygon(view: &View, paint: Paint, points: Vec<Pos2>, shapes: &mut Vec<Painted>) {
    let fill = paint.fill.map_or(Color32::TRANSPARENT, color);
    let dashed = paint.line.is_some_and(|line| line.dash.is_some());
    // egui draws long spikes at pointed corners of smooth shapes and outlines.
    let sides = sides(&points);
    match sides.as_ref().filter(|sides| is_convex(sides)) {
        None => shapes.push(Painted::mesh(filled(&points, fill))),
        Some(_) if dashed => {
            shapes.push(Painted::Path(PathShape::convex_polygon(points.clone(), fill, Stroke::NONE)));
        }
        Some(sides) => {
            let path = match paint.line {
                // A larger area without an outline has a third of the triangles.
                Some(line) if paint.fill == Some(line.colour) => {
                    let larger = grown(&points, sides, pen(view, line).width / 2.0);
                    PathShape::convex_polygon(larger, fill, Stroke::NONE)
                }
                line => PathShape::convex_polygon(points, fill, line.map_or(Stroke::NONE, |line| pen(view, line))),
            };
            shapes.push(Painted::Path(path));
            return;
        }
    }
    match paint.line {
        None => (),
        Some(line) if sides.is_none() && !dashed => {
            let (pen, ends) = (pen(view, line), points.iter().copied().cycle().skip(1));
            shapes.extend(points.iter().zip(ends).map(|(from, to)| Painted::line_segment([*from, to], pen)));
        }
        Some(line) => stroke(view, line, points, true, shapes),
    }
}

/// The cross product of two vectors. On the screen, where y points down, it is positive if `b` is turned clockwise from
/// `a`.
fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// Returns each vector of a closed list together with the next one. The last vector is followed by the first.
fn pairs(cycle: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    cycle.iter().copied().zip(cycle.iter().copied().cycle().skip(1))
}

/// Returns the directions of the sides of a closed line, as vectors of length 1. Returns `None` if the line has a
/// corner sharper than 20°, or a side shorter than half a point. The direction of such a short side cannot be computed
/// reliably.
fn sides(points: &[Pos2]) -> Option<Vec<Vec2>> {
    let mut sides = Vec::with_capacity(points.len());
    for (from, to) in points.iter().zip(points.iter().cycle().skip(1)) {
        let side = *to - *from;
        let length = side.length();
        if length < 0.5 {
            return None;
        }
        sides.push(side / length);
    }
    let pointed = pairs(&sides).any(|(a, b)| a.dot(b) < -0.94);
    (!pointed).then_some(sides)
}

/// Whether a closed line is convex, so that egui can fill it. `sides` contains the directions of its sides, as
/// [`sides`] returns them.
fn is_convex(sides: &[Vec2]) -> bool {
    let (mut left, mut right) = (false, false);
    for (a, b) in pairs(sides) {
        let cross = cross(a, b);
        left |= cross > 1e-4;
        right |= cross < -1e-4;
    }
    // A line with five corners or more may go round twice.
    let turned = || pairs(sides).map(|(a, b)| cross(a, b).atan2(a.dot(b))).sum::<f32>();
    !(left && right) && (sides.len() < 5 || turned().abs() < 1.5 * std::f32::consts::TAU)
}

/// Moves all sides of a convex closed line outwards by the distance `by`, in points. `sides` contains the directions of
/// the sides, as [`sides`] returns them.
fn grown(points: &[Pos2], sides: &[Vec2], by: f32) -> Vec<Pos2> {
    let turned: f32 = pairs(sides).map(|(a, b)| cross(a, b)).sum();
    let by = by * turned.signum();
    let corners = points.iter().cycle().skip(1).zip(pairs(sides));
    // The corner between two sides that are moved outwards by 1.
    let moved = corners.map(|(at, (a, b))| *at + vec2(a.y + b.y, -a.x - b.x) * (by / (1.0 + a.dot(b))));
    moved.collect()
}

/// Fills a closed line of any shape with triangles.
fn filled(points: &[Pos2], fill: Color32) -> egui::Mesh {
    let mut triangles: Vec<u32> = Vec::new();
    earcut::Earcut::new().earcut(points.iter().map(|point| [point.x, point.y]), &[], &mut triangles);
    let mut mesh = egui::Mesh::default();
    points.iter().for_each(|point| mesh.colored_vertex(*point, fill));
    mesh.indices = triangles;
    mesh
}

fn stroke(view: &View, line: Line, mut points: Vec<Pos2>, closed: bool, shapes: &mut Vec<Painted>) {
    let pen = pen(view, line);
    let dash = line.dash.map(|dash| dash.map(|length| view.length(length)));
    match dash {
        // Shorter dashes look like a grey line, and each dash costs a shape.
        Some([on, off]) if on > 1.5 && off > 1.0 => {
            if closed && let Some(first) = points.first().copied() {
                points.push(first);
            }
            shapes.extend(Painted::dashed_line(&points, pen, on, off));
        }
        _ if closed => shapes.push(Painted::closed_line(points, pen)),
        _ => shapes.push(Painted::line(points, pen)),
    }
}

/// Paints a text. `capital` is the height of a capital letter, in points.
fn write(painter: &egui::Painter, view: &View, paint: Paint, at: [f64; 2], capital: f32, text: &str) {
    let size = font_size(capital);
    let Some(fill) = paint.fill else { return };
    if !(SMALLEST_TEXT..=400.0).contains(&size) {
        return;
    }
    let place = view.screen_from_world(at);
    if !painter.clip_rect().expand(size * 4.0).contains(place) {
        return;
    }
    let family = if paint.bold { fonts::semibold() } else { FontFamily::Proportional };
    let place = pos2(place.x, place.y - MIDDLE * size);
    painter.text(place, Align2::CENTER_TOP, text, FontId::new(size, family), color(fill));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_closed_line_is_filled() {
        let at = |corners: &[[f32; 2]]| corners.iter().map(|[x, y]| pos2(*x, *y)).collect::<Vec<_>>();
        let square = at(&[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
        let ell = at(&[[0.0, 0.0], [10.0, 0.0], [10.0, 4.0], [4.0, 4.0], [4.0, 10.0], [0.0, 10.0]]);
        let star = at(&[[0.0, 0.0], [10.0, 0.0], [2.0, 6.0], [5.0, -4.0], [8.0, 6.0]]);
        let is_round = |line: &[Pos2]| sides(line).is_some_and(|sides| is_convex(&sides));
        assert_eq!([&square, &ell, &star].map(|line| is_round(line)), [true, false, false]);
        let pentagram = (0..5).map(|corner| 100.0 * Vec2::angled(corner as f32 * 0.4 * std::f32::consts::TAU));
        assert!(!is_round(&pentagram.map(|at| at.to_pos2()).collect::<Vec<_>>()), "it goes round twice");
        let area = |points: &[Pos2]| {
            let mesh = filled(points, Color32::WHITE);
            let corner = |index: u32| mesh.vertices[index as usize].pos;
            let size = |three: &[u32]| {
                let (a, b) = (corner(three[1]) - corner(three[0]), corner(three[2]) - corner(three[0]));
                (a.x * b.y - a.y * b.x).abs() / 2.0
            };
            mesh.indices.chunks(3).map(size).sum::<f32>()
        };
        assert!((area(&square) - 100.0).abs() < 0.01 && (area(&ell) - 64.0).abs() < 0.01);
        assert_eq!(area(&[]), 0.0);
    }

    #[test]
    fn an_area_with_an_outline_of_its_colour_is_a_larger_area() {
        let at = |corners: &[[f32; 2]]| corners.iter().map(|[x, y]| pos2(*x, *y)).collect::<Vec<_>>();
        let larger = |corners: &[[f32; 2]], by: f32| {
            let points = at(corners);
            let mut grown = grown(&points, &sides(&points).expect("sides"), by);
            grown.rotate_right(1);
            grown
        };
        let square = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        let expected = [[-2.0, -2.0], [12.0, -2.0], [12.0, 12.0], [-2.0, 12.0]];
        assert_eq!(larger(&square, 2.0), at(&expected));
        let back = |mut corners: [[f32; 2]; 4]| {
            corners.reverse();
            corners
        };
        assert_eq!(larger(&back(square), 2.0), at(&back(expected)), "the other way round");
        let triangle = larger(&[[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]], 1.0);
        let expected = at(&[[-1.0, -1.0], [7.0, -1.0], [-1.0, 5.0]]);
        assert!(triangle.iter().zip(&expected).all(|(one, other)| (*one - *other).length() < 1e-4), "{triangle:?}");
    }

    #[test]
    fn plates_whose_letters_are_too_small_are_left_out() {
        use crate::game::room::Placed;
        use crate::game::scene::Tag;
        use crate::game::signs::Sign;
        let mut scene = Scene::default();
        let place = |at| Placed { at, leader: Some([at, [0.0; 2]]) };
        let named = Sign { name: "PIT LANE".to_owned(), ..Sign::default() };
        named.draw(place([5.0, 5.0]), 1.0, Tag::None, &mut scene);
        let corner = Sign { badge: "3".to_owned(), stops: 2, note: "4 spaces".to_owned(), dots: 2, ..named };
        corner.draw(place([5.0, 9.0]), 1.0, Tag::None, &mut scene);
        let styles = |scale: f64| -> Vec<Style> {
            let view = View { rect: Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0)), center: [0.0; 2], scale };
            let shown = readable(&scene.items, &view).into_iter();
            shown.filter(|item| !matches!(item.shape, Shape::Text { .. })).map(|item| item.style).collect()
        };
        let dots = [Style::SignDot; 2];
        let whole = [Style::Leader, Style::Sign, Style::Leader, Style::Sign, dots[0], dots[1], Style::Badge(2)];
        assert_eq!(styles(10.0), whole);
        assert_eq!(styles(2.0), [Style::Leader, Style::Badge(2)]);
    }

    #[test]
    fn signs_stop_growing_and_stay_at_their_leaders() {
        use crate::game::room::Placed;
        use crate::game::scene::Tag;
        use crate::game::signs::Sign;
        let mut scene = Scene::default();
        let placed = Placed { at: [5.0, 5.0], leader: Some([[5.0, 4.05], [5.0, 0.0]]) };
        Sign { name: "START / FINISH".to_owned(), ..Sign::default() }.draw(placed, 1.0, Tag::None, &mut scene);
        scene.add(Style::Label, Shape::Text { at: [0.0; 2], height: 1.0, text: "170".to_owned() });
        let sizes = |scale: f64| -> Vec<f64> {
            let view = View { rect: Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0)), center: [0.0; 2], scale };
            let shown = readable(&scene.items, &view);
            let plate = shown.iter().find(|item| item.style == Style::Sign).and_then(|item| item.shape.bounds());
            let [low, high] = plate.expect("a plate");
            assert!((low[1] - 4.05).abs() < 1e-9 && (low[0] + high[0] - 10.0).abs() < 1e-9, "{low:?} {high:?}");
            let texts = shown.iter().filter_map(|item| match &item.shape {
                Shape::Text { height, .. } => Some(height * scale / CAPITAL),
                _ => None,
            });
            texts.collect()
        };
        let [sign, label] = sizes(10.0)[..] else { panic!("two texts") };
        assert!((sign - 10.0 / CAPITAL).abs() < 1e-9 && sign == label, "{sign} {label}");
        let [sign, label] = sizes(40.0)[..] else { panic!("two texts") };
        assert!((sign - f64::from(LARGEST_SIGN)).abs() < 1e-3 && label > 50.0, "{sign} {label}");
    }

    #[test]
    fn the_screen_and_the_world_agree() {
        let view = View {
            rect: Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 600.0)),
            center: [20.0, 12.0],
            scale: 24.0,
        };
        assert_eq!(view.screen_from_world([20.0, 12.0]), pos2(500.0, 350.0));
        assert_eq!(view.screen_from_world([21.0, 13.0]), pos2(524.0, 326.0), "up is up");
        let there = view.world_from_screen(view.screen_from_world([3.25, -7.5]));
        assert!((there[0] - 3.25).abs() < 1e-4 && (there[1] + 7.5).abs() < 1e-4, "{there:?}");
        assert!(view.screen_from_world([1e300, -1e300]).is_finite());
    }
}
