//! Draws SVG documents on PDF pages, as vectors.

use krilla::geom::{Path, PathBuilder, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{self, Node};

use super::paper::{Canvas, POINTS};
use super::{RenderError, png};

/// An SVG document that this program made. Its texts become outlines.
pub(crate) struct Drawing(usvg::Tree);

impl Drawing {
    /// Reads a drawing that this program wrote.
    pub(crate) fn new(svg: &str) -> Result<Self, RenderError> {
        Ok(Self(png::parsed(svg)?))
    }

    /// The height of the drawing, as a fraction of its width.
    pub(crate) fn proportion(&self) -> f64 {
        let size = self.0.size();
        f64::from(size.height()) / f64::from(size.width())
    }

    /// Draws the document at this place and in this width, in millimetres.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_, '_>, at: [f64; 2], width: f64) {
        let scale = (width * POINTS) as f32 / self.0.size().width();
        let [x, y] = at.map(|length| (length * POINTS) as f32);
        let surface = &mut *canvas.surface;
        surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x, y));
        // Clips the drawing at its edges, because shapes beyond them would cover other parts of the page.
        let edge = Rect::from_xywh(0.0, 0.0, self.0.size().width(), self.0.size().height()).and_then(|edge| {
            let mut builder = PathBuilder::new();
            builder.push_rect(edge);
            builder.finish()
        });
        if let Some(edge) = &edge {
            surface.push_clip_path(edge, &FillRule::NonZero);
        }
        group(surface, self.0.root());
        if edge.is_some() {
            surface.pop();
        }
        surface.pop();
    }
}

/// Draws a group. The drawings of this program have no masks, filters, patterns or pictures.
fn group(surface: &mut Surface<'_>, group_of: &usvg::Group) {
    let transform = group_of.transform();
    surface.push_transform(&Transform::from_row(
        transform.sx,
        transform.ky,
        transform.kx,
        transform.sy,
        transform.tx,
        transform.ty,
    ));
    let clip = group_of.clip_path().and_then(|clip| {
        clip.root().children().iter().find_map(|node| match node {
            Node::Path(path) => path_of(path.data()),
            _ => None,
        })
    });
    if let Some(clip) = &clip {
        surface.push_clip_path(clip, &FillRule::NonZero);
    }
    for node in group_of.children() {
        match node {
            Node::Group(inner) => group(surface, inner),
            Node::Path(path) if path.is_visible() => shape(surface, path),
            Node::Text(text) => group(surface, text.flattened()),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
    if clip.is_some() {
        surface.pop();
    }
    surface.pop();
}

fn shape(surface: &mut Surface<'_>, path: &usvg::Path) {
    let Some(data) = path_of(path.data()) else { return };
    surface.set_fill(path.fill().and_then(|fill| {
        let rule = match fill.rule() {
            usvg::FillRule::NonZero => FillRule::NonZero,
            usvg::FillRule::EvenOdd => FillRule::EvenOdd,
        };
        Some(Fill { paint: colour(fill.paint())?.into(), opacity: opacity(fill.opacity()), rule })
    }));
    surface.set_stroke(path.stroke().and_then(|stroke| {
        Some(Stroke {
            paint: colour(stroke.paint())?.into(),
            width: stroke.width().get(),
            line_cap: match stroke.linecap() {
                usvg::LineCap::Butt => LineCap::Butt,
                usvg::LineCap::Round => LineCap::Round,
                usvg::LineCap::Square => LineCap::Square,
            },
            line_join: match stroke.linejoin() {
                usvg::LineJoin::Round => LineJoin::Round,
                usvg::LineJoin::Bevel => LineJoin::Bevel,
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            },
            opacity: opacity(stroke.opacity()),
            dash: stroke.dasharray().map(|array| StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() }),
            ..Stroke::default()
        })
    }));
    surface.draw_path(&data);
}

fn colour(paint: &usvg::Paint) -> Option<krilla::color::rgb::Color> {
    match paint {
        usvg::Paint::Color(colour) => Some(krilla::color::rgb::Color::new(colour.red, colour.green, colour.blue)),
        _ => None,
    }
}

fn opacity(of: usvg::Opacity) -> NormalizedF32 {
    NormalizedF32::new(of.get()).unwrap_or(NormalizedF32::ONE)
}

fn path_of(data: &resvg::tiny_skia::Path) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(to) => builder.move_to(to.x, to.y),
            PathSegment::LineTo(to) => builder.line_to(to.x, to.y),
            PathSegment::QuadTo(one, to) => builder.quad_to(one.x, one.y, to.x, to.y),
            PathSegment::CubicTo(one, two, to) => builder.cubic_to(one.x, one.y, two.x, two.y, to.x, to.y),
            PathSegment::Close => builder.close(),
        }
    }
    builder.finish()
}
