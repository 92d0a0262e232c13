//! Moves, scales and rotates the selection by numbers that the user enters.

use super::{At, Grid, Motion, Part, ShapeId, Sketch, carried, extent_of, limited, to_world};
use crate::game::Refused;
use crate::geometry::{Point, Surd};

/// A property of the selection that the user can set by entering a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The x coordinate of the left edge of the selection's bounding box.
    X,
    /// The y coordinate of the lower edge of the selection's bounding box.
    Y,
    /// The width of the selection's bounding box.
    Width,
    /// The height of the selection's bounding box.
    Height,
    /// The angle by which the selection is rotated about its middle, in degrees; positive is counter-clockwise.
    Angle,
}

impl Measure {
    /// All measures, in the order in which they are shown.
    pub const ALL: [Self; 5] = [Self::X, Self::Y, Self::Width, Self::Height, Self::Angle];

    /// The label of the text field in which this measure is entered.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Width => "Width",
            Self::Height => "Height",
            Self::Angle => "Rotate",
        }
    }

    /// The verb for a change of this property, such as "Move". The list of editing steps shows this verb.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::X | Self::Y => "Move",
            Self::Width | Self::Height => "Scale",
            Self::Angle => "Rotate",
        }
    }

    /// Returns the value of this property for a bounding box, which is given by its lower left and upper right corner.
    /// For [`Angle`](Self::Angle), the result is always 0, because the user enters the angle of the next rotation.
    /// Earlier rotations are not shown.
    #[must_use]
    pub fn of(self, [low, high]: [At; 2]) -> Surd {
        match self {
            Self::X => low.x,
            Self::Y => low.y,
            Self::Width => high.x - low.x,
            Self::Height => high.y - low.y,
            Self::Angle => Surd::ZERO,
        }
    }
}

/// The selected parts that can be moved freely, in two groups. If the points of a shape can be dragged one by one, its
/// points are in the first group. Any other shape is in the second group, as a whole.
struct Movable {
    points: Vec<(ShapeId, Vec<(usize, At)>)>,
    solid: Vec<(ShapeId, At, [At; 2])>,
}

impl Movable {
    fn of<G: Sketch>(draft: &G::Draft, parts: &[Part]) -> Self {
        let (mut points, mut solid) = (Vec::new(), Vec::new());
        for shape in G::shapes(draft) {
            if G::sticks(shape.id.tool) || parts.iter().all(|part| part.shape != shape.id) {
                continue;
            }
            let is_whole = parts.contains(&shape.id.whole());
            if is_whole && !shape.has_handles() {
                if let (Some(place), Some((extent, _))) = (G::exact(draft, &shape, 0), G::extent(draft, &shape)) {
                    solid.push((shape.id, place, extent));
                }
                continue;
            }
            let own = (0..shape.corners).filter(|point| is_whole || parts.contains(&shape.id.point(*point)));
            let own: Vec<(usize, At)> =
                own.filter_map(|point| Some((point, G::exact(draft, &shape, point)?))).collect();
            if !own.is_empty() {
                points.push((shape.id, own));
            }
        }
        Self { points, solid }
    }

    fn extent(&self) -> Option<[At; 2]> {
        let points = self.points.iter().flat_map(|(_, points)| points.iter().map(|(_, at)| *at));
        let solid = self.solid.iter().flat_map(|(.., extent)| *extent);
        extent_of(&points.chain(solid).collect::<Vec<_>>())
    }

    /// Moves each selected point to the place that `to` returns for it. A whole shape keeps its form: it moves by the
    /// same offset as its first point.
    fn move_all<G: Sketch>(&self, draft: &mut G::Draft, to: impl Fn(At) -> At) {
        for (shape, points) in &self.points {
            let moved: Vec<(usize, At)> = points.iter().map(|(point, at)| (*point, limited(to(*at)))).collect();
            G::set_points(draft, *shape, &moved);
        }
        for (shape, place, _) in &self.solid {
            G::shift(draft, *shape, limited(to(*place)) - *place);
        }
    }
}

/// Returns the bounding box of the parts that can be moved freely: its lower left and its upper right corner. A part is
/// a shape or a point of a shape. Returns `None` if no part can be moved freely.
pub(super) fn extent<G: Sketch>(draft: &G::Draft, parts: &[Part]) -> Option<[At; 2]> {
    Movable::of::<G>(draft, parts).extent()
}

/// Moves, scales or rotates shapes and points of shapes so that their `measure` becomes `value`. For example, makes
/// their bounding box 10 units wide.
///
/// # Errors
/// Returns an error if the measure cannot become `value`, or if none of the shapes and points can be moved freely.
pub(super) fn reshape<G: Sketch>(
    draft: &mut G::Draft,
    parts: &[Part],
    measure: Measure,
    value: Surd,
) -> Result<(), Refused> {
    let movable = Movable::of::<G>(draft, parts);
    let Some([low, high]) = movable.extent() else {
        return Err("None of the selected shapes can be moved freely on the board. Select other shapes.".into());
    };
    match measure {
        Measure::X => movable.move_all::<G>(draft, |at| Point::new(at.x + value - low.x, at.y)),
        Measure::Y => movable.move_all::<G>(draft, |at| Point::new(at.x, at.y + value - low.y)),
        Measure::Width | Measure::Height => {
            let axis = usize::from(measure == Measure::Height);
            let now = measure.of([low, high]).to_f64();
            if !value.is_positive() {
                return Err("Enter a length above 0.".into());
            }
            // Pieces keep their size, so only the distances between them change.
            let places = movable.solid.iter().map(|(_, place, _)| *place);
            let points = movable.points.iter().flat_map(|(_, points)| points.iter().map(|(_, at)| *at));
            let of = |at: At| to_world(at)[axis];
            let all: Vec<f64> = places.chain(points).map(of).collect();
            let (least, most) = all.iter().fold((f64::MAX, f64::MIN), |(a, b), at| (a.min(*at), b.max(*at)));
            let spread = most - least;
            let factor = (value.to_f64() - now + spread) / spread;
            if spread <= 0.0 || factor <= 0.0 || !factor.is_finite() {
                return Err("The selection cannot have this size. Enter another size.".into());
            }
            movable.move_all::<G>(draft, |at| {
                let scaled = Grid::Fine.number(least + (of(at) - least) * factor);
                if axis == 0 { Point::new(scaled, at.y) } else { Point::new(at.x, scaled) }
            });
        }
        Measure::Angle => rotate::<G>(draft, &movable, parts, value, [low, high])?,
    }
    Ok(())
}

/// Rotates shapes and points of shapes about the middle of their bounding box. Whole shapes are rotated exactly if the
/// angle is a multiple of the game's rotation step. In all other cases, each point is rotated and rounded.
fn rotate<G: Sketch>(
    draft: &mut G::Draft,
    movable: &Movable,
    parts: &[Part],
    degrees: Surd,
    [low, high]: [At; 2],
) -> Result<(), Refused> {
    let degrees = degrees.to_f64();
    let step = 45.0 * G::MANNER.eighths as f64;
    let is_whole = parts.iter().all(|part| part.point.is_none());
    if is_whole && (degrees / step).fract() == 0.0 {
        let shapes: Vec<ShapeId> = super::shapes_of(parts);
        let eighths = (degrees / 45.0).rem_euclid(8.0) as i64;
        if let Some(about) = G::middle(draft, &shapes) {
            carried::turn::<G>(draft, &shapes, Motion::Turn(eighths, about));
        }
        return Ok(());
    }
    if !movable.solid.is_empty() {
        return Err(format!(
            "This angle is not possible, because these pieces rotate in steps of {step}°. Enter a multiple of {step}."
        )
        .into());
    }
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (low, high) = (to_world(low), to_world(high));
    let middle = [0, 1].map(|axis| f64::midpoint(low[axis], high[axis]));
    movable.move_all::<G>(draft, |at| {
        let at = to_world(at);
        let [x, y] = [at[0] - middle[0], at[1] - middle[1]];
        Grid::Fine.place([middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos])
    });
    Ok(())
}
