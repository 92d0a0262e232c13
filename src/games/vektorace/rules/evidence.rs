//! Shapes and lines that show on the board why a turn is not allowed.

use super::fault::{Obstacle, Piece};
use super::situation::Situation;
use crate::game::Evidence;
use crate::games::vektorace::pieces::{pieces, vector_parts};
use crate::games::vektorace::{Corner, Pitwall, Side};
use crate::geometry::{HalfPlane, Octilinear, Point};

/// The length of a corner's inside ray (from its centre into the bend) when it is shown on the board, in octagons.
const RAY: i64 = 3;
/// The length of the pitwall's lines on each side of the wall when they are shown on the board, in octagons.
const LINE: i64 = 4;

/// Returns the outline of a shape, to show on the board.
pub fn shape(shape: &Octilinear) -> Evidence {
    Evidence::Shape { outline: shape.corners().into_iter().map(Point::to_f64).collect() }
}

/// Returns a straight line, to show on the board.
pub fn line(from: Point, to: Point) -> Evidence {
    Evidence::Line { from: from.to_f64(), to: to.to_f64() }
}

/// Returns the lines of a path through these points, to draw on the board.
pub fn path(points: &[Point]) -> impl Iterator<Item = Evidence> + '_ {
    points.array_windows().filter(|[from, to]| from != to).map(|[from, to]| line(*from, *to))
}

/// Returns the shapes to draw on the board to show a corner with its inside ray (from its centre into the bend).
pub fn corner(corner: &Corner) -> [Evidence; 2] {
    [shape(corner.shape()), line(corner.at, corner.at + corner.facing.opposite().unit() * RAY)]
}

/// Returns the shapes to draw on the board to show the pitwall.
pub fn pitwall(wall: &Pitwall) -> Vec<Evidence> {
    wall.parts().iter().map(shape).collect()
}

/// Returns the shapes to draw on the board to show the pitwall and one of its lines: the border of the half-plane `at`.
pub fn pitwall_with(wall: &Pitwall, at: HalfPlane) -> Vec<Evidence> {
    let aside = at.normal.turned(2).unit() * LINE;
    let mut shown = pitwall(wall);
    shown.push(line(at.origin - aside, at.origin + aside));
    shown
}

impl Situation<'_> {
    /// Returns the shapes to draw on the board to show where a piece lies: the gear vector, the boost or the car to
    /// act.
    pub fn shapes(&self, piece: Piece) -> Vec<Evidence> {
        match piece {
            Piece::Vector(length, first) | Piece::Boost(length, first) => {
                vector_parts(length, first, self.car.heading).map(|part| shape(&part)).collect()
            }
            Piece::Car(at) => vec![shape(&pieces().car().moved(at))],
        }
    }

    /// Returns the shapes to draw on the board to show an obstacle, such as another car or a track limit.
    pub fn obstacle_evidence(&self, obstacle: Obstacle) -> Vec<Evidence> {
        if let Obstacle::Limit(number) = obstacle {
            let limit = self.track.limits().get(usize::from(number));
            let mut corners = limit.map_or_else(Vec::new, |limit| limit.polygon.corners().to_vec());
            corners.extend(corners.first().copied());
            return path(&corners).collect();
        }
        self.obstacle_shapes(obstacle).iter().map(shape).collect()
    }

    /// Returns the octagon at a side of the car, to show on the board.
    pub fn side_shape(&self, side: Side) -> Evidence {
        shape(&pieces().car().moved(self.car.position + self.car.heading.turned(side.eighths()).unit()))
    }
}
