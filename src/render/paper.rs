//! PDF pages: paints a scene onto a page that is measured in millimetres.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;

pub(super) use super::fonts::Fonts;
use super::fonts::Run;
use super::theme::{Colour, Line, Paint, Theme};
use super::{CAPITAL, RenderError};
use crate::game::scene::{Item, Scene, Shape};

/// The number of PDF points in a millimetre.
pub(super) const POINTS: f64 = 72.0 / 25.4;

/// The length of the handles of the four cubic curves that form a circle, as a fraction of the circle's radius. The
/// curves differ from the circle by less than three ten-thousandths of the radius.
const BULGE: f64 = 0.552_284_75;

/// A paper size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8.5 × 11 inches.
    Letter,
    /// Paper of any other size.
    Custom {
        /// The width of the paper, in millimetres. Width and height may be swapped, because pages are rotated as
        /// needed.
        width: u32,
        /// The height of the paper, in millimetres.
        height: u32,
    },
}

impl Paper {
    /// The shortest side of custom paper, in millimetres.
    pub const LEAST: u32 = 150;
    /// The longest side of custom paper, in millimetres.
    pub const MOST: u32 = 2_000;

    /// The width and height of the paper in landscape, in millimetres.
    #[must_use]
    pub fn landscape(self) -> [f64; 2] {
        match self {
            Self::A4 => [297.0, 210.0],
            Self::A3 => [420.0, 297.0],
            Self::Letter => [279.4, 215.9],
            Self::Custom { width, height } => {
                // On smaller paper there is no room for the margins and the words.
                let [width, height] = [width, height].map(|side| f64::from(side.clamp(Self::LEAST, Self::MOST)));
                [width.max(height), width.min(height)]
            }
        }
    }

    /// The width and height of the paper in portrait, in millimetres.
    #[must_use]
    pub fn portrait(self) -> [f64; 2] {
        let [width, height] = self.landscape();
        [height, width]
    }
}

/// A page that is being drawn. Lengths are in millimetres, measured from the upper left corner.
pub(crate) struct Canvas<'a, 'b> {
    pub(super) surface: &'a mut Surface<'b>,
    pub(crate) fonts: &'a Fonts,
}

/// Maps world coordinates to a rectangle of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The world point at the rectangle's upper left corner.
    pub(crate) world: [f64; 2],
    /// The position of the rectangle's upper left corner on the page, in millimetres.
    pub(crate) at: [f64; 2],
    /// The number of millimetres in a world unit.
    pub(crate) scale: f64,
}

impl Frame {
    pub(super) fn place(&self, point: [f64; 2]) -> [f64; 2] {
        [self.at[0] + (point[0] - self.world[0]) * self.scale, self.at[1] + (self.world[1] - point[1]) * self.scale]
    }
}

/// The alignment of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Middle,
    Right,
}

impl Canvas<'_, '_> {
    /// Draws the part of the scene that lies inside a rectangle of the page.
    pub(crate) fn scene(&mut self, scene: &Scene, theme: Theme, frame: Frame, size: [f64; 2]) {
        let [x, y] = frame.at;
        let corners = [[x, y], [x + size[0], y], [x + size[0], y + size[1]], [x, y + size[1]]];
        let Some(clip) = path(&corners, true) else { return };
        self.surface.push_clip_path(&clip, &FillRule::NonZero);
        let shorter = size[0].min(size[1]);
        // Skips items outside the page, which are most items of a tile.
        // The margin of a quarter page is wider than any line.
        let [width, height] = size.map(|length| length / frame.scale);
        let low = [frame.world[0] - width / 4.0, frame.world[1] - height * 1.25];
        let high = [frame.world[0] + width * 1.25, frame.world[1] + height / 4.0];
        let is_near = |[from, to]: [[f64; 2]; 2]| (0..2).all(|axis| from[axis] <= high[axis] && low[axis] <= to[axis]);
        for item in scene.items.iter().filter(|item| item.shape.bounds().is_some_and(is_near)) {
            self.item(item, theme, frame, shorter);
        }
        self.surface.pop();
    }

    fn item(&mut self, item: &Item, theme: Theme, frame: Frame, shorter: f64) {
        let mut paint = theme.paint(item.style);
        // From here on the width is in world units.
        paint.line = paint.line.map(|line| Line { width: line.width_at(frame.scale, shorter) / frame.scale, ..line });
        let place = |points: &[[f64; 2]]| points.iter().map(|point| frame.place(*point)).collect::<Vec<_>>();
        match &item.shape {
            Shape::Polygon(corners) => self.shape(path(&place(corners), true), paint, frame.scale, true),
            Shape::Polyline(line) => self.shape(path(&place(line), false), paint, frame.scale, false),
            Shape::Circle { center, radius } => {
                self.shape(circle(frame.place(*center), radius * frame.scale), paint, frame.scale, true);
            }
            Shape::Text { at, height, text } => {
                let capital = height * frame.scale;
                let [x, y] = frame.place(*at);
                let colour = paint.fill.unwrap_or_else(|| theme.ink());
                self.text([x, y + capital / 2.0], capital / CAPITAL, paint.bold, colour, Align::Middle, text);
            }
        }
    }

    fn shape(&mut self, path: Option<Path>, paint: Paint, scale: f64, closed: bool) {
        let Some(path) = path else { return };
        self.surface.set_fill(paint.fill.filter(|_| closed).map(fill));
        self.surface.set_stroke(paint.line.map(|line| stroke(line, scale)));
        if (closed && paint.fill.is_some()) || paint.line.is_some() {
            self.surface.draw_path(&path);
        }
    }

    /// Draws a straight line; its width is in millimetres.
    pub(crate) fn line(&mut self, from: [f64; 2], to: [f64; 2], width: f64, colour: Colour) {
        let Some(path) = path(&[from, to], false) else { return };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(stroke(Line { colour, width, least: 0.0, dash: None }, 1.0)));
        self.surface.draw_path(&path);
    }

    /// Draws the outline of a rectangle.
    pub(super) fn rectangle(&mut self, at: [f64; 2], size: [f64; 2], width: f64, colour: Colour) {
        let [x, y] = at;
        let corners = [[x, y], [x + size[0], y], [x + size[0], y + size[1]], [x, y + size[1]]];
        let Some(path) = path(&corners, true) else { return };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(stroke(Line { colour, width, least: 0.0, dash: None }, 1.0)));
        self.surface.draw_path(&path);
    }

    /// Draws a line of text on the baseline through `at`. `size` is the font size. Both are in millimetres.
    pub(crate) fn text(&mut self, at: [f64; 2], size: f64, bold: bool, colour: Colour, align: Align, text: &str) {
        let runs = self.fonts.runs(text, bold);
        let width = runs.iter().map(Run::width).sum::<f64>() * size;
        let mut x = match align {
            Align::Left => at[0],
            Align::Middle => at[0] - width / 2.0,
            Align::Right => at[0] - width,
        };
        if !(x.is_finite() && at[1].is_finite() && size.is_finite() && size > 0.0) {
            return;
        }
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(colour)));
        for run in &runs {
            let start = point([x, at[1]]);
            self.surface.draw_glyphs(start, &run.glyphs, run.cut.font.clone(), run.text, (size * POINTS) as f32, false);
            x += run.width() * size;
        }
    }
}

/// The settings for a page of this size, in millimetres.
pub(super) fn page(size: [f64; 2]) -> Result<PageSettings, RenderError> {
    PageSettings::from_wh((size[0] * POINTS) as f32, (size[1] * POINTS) as f32)
        .ok_or_else(|| RenderError::Pdf("the width and the height of the paper must be above 0".to_owned()))
}

fn point([x, y]: [f64; 2]) -> Point {
    Point::from_xy((x * POINTS) as f32, (y * POINTS) as f32)
}

fn path(points: &[[f64; 2]], closed: bool) -> Option<Path> {
    let finite = points.iter().flatten().all(|number| number.is_finite());
    let (first, rest) = points.split_first().filter(|(_, rest)| finite && !rest.is_empty())?;
    let mut builder = PathBuilder::new();
    let start = point(*first);
    builder.move_to(start.x, start.y);
    for other in rest {
        let to = point(*other);
        builder.line_to(to.x, to.y);
    }
    if closed {
        builder.close();
    }
    builder.finish()
}

fn circle([x, y]: [f64; 2], radius: f64) -> Option<Path> {
    if !(x.is_finite() && y.is_finite() && radius.is_finite() && radius > 0.0) {
        return None;
    }
    let at = |dx: f64, dy: f64| point([x + dx * radius, y + dy * radius]);
    let mut builder = PathBuilder::new();
    let start = at(1.0, 0.0);
    builder.move_to(start.x, start.y);
    for (from, to) in
        [([1.0, 0.0], [0.0, 1.0]), ([0.0, 1.0], [-1.0, 0.0]), ([-1.0, 0.0], [0.0, -1.0]), ([0.0, -1.0], [1.0, 0.0])]
    {
        let first = at(from[0] + to[0] * BULGE, from[1] + to[1] * BULGE);
        let second = at(to[0] + from[0] * BULGE, to[1] + from[1] * BULGE);
        let end = at(to[0], to[1]);
        builder.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
    }
    builder.close();
    builder.finish()
}

fn fill(Colour([red, green, blue, alpha]): Colour) -> Fill {
    Fill { paint: rgb::Color::new(red, green, blue).into(), opacity: opacity(alpha), rule: FillRule::NonZero }
}

fn stroke(Line { colour, width, dash, .. }: Line, scale: f64) -> Stroke {
    let Colour([red, green, blue, alpha]) = colour;
    let points = |length: f64| (length * scale * POINTS) as f32;
    Stroke {
        paint: rgb::Color::new(red, green, blue).into(),
        // Printers show nothing thinner than a tenth of a millimetre.
        width: points(width).max((0.1 * POINTS) as f32),
        // Round caps would close the gaps of a dashed line.
        line_cap: if dash.is_some() { LineCap::Butt } else { LineCap::Round },
        line_join: LineJoin::Round,
        opacity: opacity(alpha),
        dash: dash.map(|[on, off]| StrokeDash { array: vec![points(on), points(off)], offset: 0.0 }),
        ..Stroke::default()
    }
}

fn opacity(alpha: u8) -> NormalizedF32 {
    NormalizedF32::new(f32::from(alpha) / 255.0).unwrap_or(NormalizedF32::ONE)
}
