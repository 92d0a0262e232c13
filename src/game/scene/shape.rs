//! Moves, scales and measures shapes.

use super::Shape;
use crate::game::lettering;

impl Shape {
    /// Makes the rectangle with these lower left and upper right corners.
    #[must_use]
    pub fn rectangle([low, high]: [[f64; 2]; 2]) -> Self {
        Self::Polygon(vec![low, [high[0], low[1]], high, [low[0], high[1]]])
    }

    /// Returns the shape moved by an offset to the right and up.
    #[must_use]
    pub fn moved(&self, by: [f64; 2]) -> Self {
        let there = |at: &[f64; 2]| [at[0] + by[0], at[1] + by[1]];
        match self {
            Self::Polygon(points) => Self::Polygon(points.iter().map(there).collect()),
            Self::Polyline(points) => Self::Polyline(points.iter().map(there).collect()),
            Self::Circle { center, radius } => Self::Circle { center: there(center), radius: *radius },
            Self::Text { at, height, text } => Self::Text { at: there(at), height: *height, text: text.clone() },
        }
    }

    /// Returns the shape enlarged by a factor, with the origin fixed.
    #[must_use]
    pub fn scaled(&self, by: f64) -> Self {
        let there = |at: &[f64; 2]| at.map(|part| part * by);
        match self {
            Self::Polygon(points) => Self::Polygon(points.iter().map(there).collect()),
            Self::Polyline(points) => Self::Polyline(points.iter().map(there).collect()),
            Self::Circle { center, radius } => Self::Circle { center: there(center), radius: radius * by },
            Self::Text { at, height, text } => Self::Text { at: there(at), height: height * by, text: text.clone() },
        }
    }

    /// Returns the smallest rectangle around the shape: its lower left and upper right corner. The width of the line is
    /// not counted. Points that are not finite are left out. Returns `None` if no points remain.
    #[must_use]
    pub fn bounds(&self) -> Option<[[f64; 2]; 2]> {
        let mut area: Option<[[f64; 2]; 2]> = None;
        let mut widen = |[x, y]: [f64; 2], [width, height]: [f64; 2]| {
            if [x, y, width, height].iter().all(|value| value.is_finite()) {
                let [low, high] = area.unwrap_or([[x, y]; 2]);
                // Written out for each axis, because this is called for every point of a scene in every frame of a
                // drag.
                let low = [low[0].min(x - width), low[1].min(y - height)];
                area = Some([low, [high[0].max(x + width), high[1].max(y + height)]]);
            }
        };
        match self {
            Self::Polygon(points) | Self::Polyline(points) => points.iter().for_each(|at| widen(*at, [0.0; 2])),
            Self::Circle { center, radius } => widen(*center, [*radius; 2]),
            Self::Text { at, height, text } => {
                widen(*at, [lettering::width(text) * height / 2.0, height * 0.7]);
            }
        }
        area
    }

    /// Returns the average of the shape's corners or points; for a circle or a text, its centre. Returns `None` if the
    /// shape has no points.
    #[must_use]
    pub fn middle(&self) -> Option<[f64; 2]> {
        let points = match self {
            Self::Polygon(points) | Self::Polyline(points) => points.as_slice(),
            Self::Circle { center, .. } => std::slice::from_ref(center),
            Self::Text { at, .. } => std::slice::from_ref(at),
        };
        let count = points.len() as f64;
        let sum = points.iter().fold([0.0, 0.0], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
        (!points.is_empty()).then(|| sum.map(|part| part / count))
    }

    /// Whether a point is inside the shape. Lines and texts have no inside.
    #[must_use]
    pub fn contains(&self, point: [f64; 2]) -> bool {
        match self {
            Self::Polygon(corners) => {
                let turn = |from: &[f64; 2], to: &[f64; 2]| {
                    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
                };
                let sides = corners.iter().zip(corners.iter().cycle().skip(1));
                let (mut left, mut right) = (true, true);
                for (from, to) in sides {
                    let side = turn(from, to);
                    left &= side >= 0.0;
                    right &= side <= 0.0;
                }
                corners.len() > 2 && (left || right)
            }
            Self::Circle { center, radius } => (point[0] - center[0]).hypot(point[1] - center[1]) <= *radius,
            Self::Polyline(_) | Self::Text { .. } => false,
        }
    }
}
