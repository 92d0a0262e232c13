//! The pieces on the board: the game's pieces, track limits and labels.

use super::{Form, Part, RING, Shape, ShapeId, extent_of, hull, tool};
use crate::game::scene::Tag;
use crate::game::words::short;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{Draft, Hand, Keep};
use crate::geometry::{Direction, Octilinear, Point, Surd};

/// A piece on the table. Indices count from 0, as in the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The pitwall.
    Pitwall,
    /// A corner, by its index.
    Corner(usize),
    /// A whole track limit, by its index.
    Limit(usize),
    /// A corner of a track limit: the index of the limit, then the index of the corner in its outline.
    LimitCorner(usize, usize),
    /// A label, by its index.
    Label(usize),
}

impl From<Piece> for Part {
    fn from(piece: Piece) -> Self {
        let of = |tool, index| ShapeId { tool, index };
        match piece {
            Piece::Pitwall => of(tool::PITWALL, 0).whole(),
            Piece::Corner(index) => of(tool::CORNER, index).whole(),
            Piece::Limit(index) => of(tool::LIMIT, index).whole(),
            Piece::LimitCorner(index, corner) => of(tool::LIMIT, index).point(corner),
            Piece::Label(index) => of(tool::LABEL, index).whole(),
        }
    }
}

impl Piece {
    /// Returns the piece that a selected part belongs to. Returns `None` if the part does not belong to a VektoRace
    /// circuit.
    #[must_use]
    pub fn of(part: Part) -> Option<Self> {
        let index = part.shape.index;
        Some(match (part.shape.tool, part.point) {
            (tool::PITWALL, _) => Self::Pitwall,
            (tool::CORNER, _) => Self::Corner(index),
            (tool::LIMIT, None) => Self::Limit(index),
            (tool::LIMIT, Some(corner)) => Self::LimitCorner(index, corner),
            (tool::LABEL, _) => Self::Label(index),
            _ => return None,
        })
    }

    /// Returns the pieces that belong to these shapes.
    pub(super) fn of_shapes(shapes: &[ShapeId]) -> Vec<Self> {
        shapes.iter().filter_map(|shape| Self::of(shape.whole())).collect()
    }

    /// The id of the piece's shape.
    #[must_use]
    pub fn shape_id(self) -> ShapeId {
        Part::from(self).shape
    }

    /// The piece that a tag in the drawing stands for; `None` if the tag stands for no piece.
    #[must_use]
    pub const fn from_tag(tag: Tag) -> Option<Self> {
        match tag {
            Tag::Corner(index) => Some(Self::Corner(index)),
            Tag::Wall => Some(Self::Pitwall),
            Tag::Limit(index) => Some(Self::Limit(index)),
            Tag::Label(index) => Some(Self::Label(index)),
            _ => None,
        }
    }

    /// Whether cars can hit the piece: true for the pitwall and the corners.
    #[must_use]
    pub const fn is_solid(self) -> bool {
        matches!(self, Self::Pitwall | Self::Corner(_))
    }

    /// All pieces: the pitwall, the corners in the order in which cars pass them, the track limits, then the labels.
    pub fn all(draft: &Draft) -> impl Iterator<Item = Self> {
        let corners = super::numbering::in_order(draft).into_iter().map(Self::Corner);
        (draft.pitwall.iter().map(|_| Self::Pitwall))
            .chain(corners)
            .chain((0..draft.limits.len()).map(Self::Limit))
            .chain((0..draft.labels.len()).map(Self::Label))
    }

    /// Returns the pieces that cars can hit: the pitwall, then the corners in the order of the draft's list.
    pub fn solid(draft: &Draft) -> impl Iterator<Item = Self> {
        draft.pitwall.iter().map(|_| Self::Pitwall).chain((0..draft.corners.len()).map(Self::Corner))
    }

    /// The piece's reference point. For a track limit, this is its first corner. `None` if the draft has no such piece.
    #[must_use]
    pub fn at(self, draft: &Draft) -> Option<Point> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.at),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.at),
            Self::Limit(index) => draft.limits.get(index)?.outline.first().copied(),
            Self::LimitCorner(limit, corner) => draft.limits.get(limit)?.outline.get(corner).copied(),
            Self::Label(index) => draft.labels.get(index).map(|label| label.at),
        }
    }

    /// The piece's reference point, mutable; `None` if the draft has no such piece.
    pub(super) fn at_mut(self, draft: &mut Draft) -> Option<&mut Point> {
        match self {
            Self::Pitwall => draft.pitwall.as_mut().map(|wall| &mut wall.at),
            Self::Corner(index) => draft.corners.get_mut(index).map(|corner| &mut corner.at),
            Self::Limit(index) => draft.limits.get_mut(index)?.outline.first_mut(),
            Self::LimitCorner(limit, corner) => draft.limits.get_mut(limit)?.outline.get_mut(corner),
            Self::Label(index) => draft.labels.get_mut(index).map(|label| &mut label.at),
        }
    }

    /// The corners of a track limit, mutable; `None` for other pieces.
    pub(super) fn outline_mut(self, draft: &mut Draft) -> Option<&mut Vec<Point>> {
        match self {
            Self::Limit(index) => draft.limits.get_mut(index).map(|limit| &mut limit.outline),
            _ => None,
        }
    }

    /// The points that move when the piece is moved: all corners of a track limit, or the piece itself.
    pub(super) fn points(self, draft: &Draft) -> Vec<Self> {
        match self {
            Self::Limit(index) => {
                let count = draft.limits.get(index).map_or(0, |limit| limit.outline.len());
                (0..count).map(|corner| Self::LimitCorner(index, corner)).collect()
            }
            piece => vec![piece],
        }
    }

    /// The piece's direction: for a corner, the direction it faces; for the pitwall, the direction of the cars along
    /// it. `None` for other pieces.
    #[must_use]
    pub fn direction(self, draft: &Draft) -> Option<Direction> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.direction),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.facing),
            _ => None,
        }
    }

    /// The piece's direction, mutable; `None` for a piece without a direction.
    pub(super) fn direction_mut(self, draft: &mut Draft) -> Option<&mut Direction> {
        match self {
            Self::Pitwall => draft.pitwall.as_mut().map(|wall| &mut wall.direction),
            Self::Corner(index) => draft.corners.get_mut(index).map(|corner| &mut corner.facing),
            _ => None,
        }
    }

    /// The piece's convex parts, relative to its reference point. Empty if cars cannot hit the piece.
    #[must_use]
    pub fn shape(self, draft: &Draft) -> Vec<Octilinear> {
        match (self, self.direction(draft)) {
            (Self::Pitwall, Some(direction)) => pieces().pitwall(direction).to_vec(),
            (Self::Corner(_), Some(facing)) => vec![*pieces().corner(facing)],
            _ => Vec::new(),
        }
    }

    /// The piece's convex parts, where they lie on the board.
    #[must_use]
    pub fn placed(self, draft: &Draft) -> Vec<Octilinear> {
        let at = self.at(draft).unwrap_or_default();
        self.shape(draft).into_iter().map(|part| part.moved(at)).collect()
    }

    /// The piece's exact bounding box: its lower left and its upper right corner. For a label, both corners are the
    /// label's point. `None` if the draft has no such piece.
    #[must_use]
    pub fn extent(self, draft: &Draft) -> Option<[Point; 2]> {
        let points: Vec<Point> = match self {
            Self::Pitwall | Self::Corner(_) => self.placed(draft).iter().flat_map(Octilinear::corners).collect(),
            Self::Limit(index) => draft.limits.get(index)?.outline.clone(),
            Self::LimitCorner(..) | Self::Label(_) => vec![self.at(draft)?],
        };
        extent_of(&points)
    }

    /// The piece's name, such as "corner 3" or "the pitwall".
    #[must_use]
    pub fn name(self, draft: &Draft) -> String {
        match self {
            Self::Pitwall => "the pitwall".to_owned(),
            Self::Corner(index) => match draft.corners.get(index) {
                Some(corner) => format!("corner {}", corner.number),
                None => "a corner".to_owned(),
            },
            Self::Limit(index) => format!("track limit {}", index + 1),
            Self::LimitCorner(limit, corner) => format!("point {} of track limit {}", corner + 1, limit + 1),
            Self::Label(index) => match draft.labels.get(index).map(|label| label.text.trim()) {
                Some(text) if !text.is_empty() => {
                    let short: String = text.chars().take(24).collect();
                    format!("the label “{short}”")
                }
                _ => "a label".to_owned(),
            },
        }
    }

    /// The piece as a shape of the editor; `None` if the draft has no such piece.
    pub(super) fn as_shape(self, draft: &Draft) -> Option<Shape> {
        let at = self.at(draft).unwrap_or_default().to_f64();
        let place = || format!("{}, {}", short(at[0], 2), short(at[1], 2));
        let shape = |form, points, note| {
            let parts = self.placed(draft);
            let [body, halo] = [Surd::ZERO, RING].map(|margin| hull(&parts, margin));
            Shape { note, body, halo, ..Shape::new(self.shape_id(), self.name(draft), form, points) }
        };
        Some(match self {
            Self::Pitwall => shape(Form::Point, vec![at], place()),
            Self::Corner(index) => {
                let corner = draft.corners.get(index)?;
                let race = draft.direction.unwrap_or(Hand::Clockwise);
                let bend = if corner.hand.is_some_and(|hand| hand != race) { "S-bend · " } else { "" };
                Shape { rank: Some(corner.number), ..shape(Form::Point, vec![at], format!("{bend}{}", place())) }
            }
            Self::Limit(index) => {
                let limit = draft.limits.get(index)?;
                let note = if limit.keep == Keep::In { "keep in" } else { "keep out" };
                let points = limit.outline.iter().map(|point| point.to_f64()).collect();
                shape(Form::Ring, points, note.to_owned())
            }
            Self::Label(index) => {
                let [wide, high] = draft.labels.get(index)?.half_extent();
                let corner = |[across, up]: [f64; 2]| [at[0] + across * wide, at[1] + up * high];
                let body = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(corner).to_vec();
                Shape { halo: body.clone(), body, ..shape(Form::Point, vec![at], place()) }
            }
            Self::LimitCorner(..) => return None,
        })
    }
}
