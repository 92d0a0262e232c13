//! What can be taken up on the board: pieces of the game, and what is drawn beside them.

use crate::game::scene::Tag;
use crate::games::vektorace::Draft;
use crate::games::vektorace::pieces::pieces;
use crate::geometry::{Direction, Octilinear, Point};

/// Something on the table that can be taken up. Lists are counted from 0, as the draft has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The pitwall.
    Pitwall,
    /// A corner.
    Corner(usize),
    /// A track limit as a whole.
    Limit(usize),
    /// A corner of a track limit: the limit, and the place in its outline.
    LimitCorner(usize, usize),
    /// A label.
    Label(usize),
    /// The picture under the board.
    Reference,
}

impl Piece {
    /// The piece a drawing's tag names.
    #[must_use]
    pub const fn from_tag(tag: Tag) -> Option<Self> {
        match tag {
            Tag::Corner(index) => Some(Self::Corner(index)),
            Tag::Pitwall => Some(Self::Pitwall),
            Tag::Limit(index) => Some(Self::Limit(index)),
            Tag::Label(index) => Some(Self::Label(index)),
            _ => None,
        }
    }

    /// Its tag in drawings; `None` where it has no drawing of its own.
    #[must_use]
    pub const fn tag(self) -> Tag {
        match self {
            Self::Pitwall => Tag::Pitwall,
            Self::Corner(index) => Tag::Corner(index),
            Self::Limit(index) | Self::LimitCorner(index, _) => Tag::Limit(index),
            Self::Label(index) => Tag::Label(index),
            Self::Reference => Tag::None,
        }
    }

    /// Whether it is one of the game's own, which cars run into.
    #[must_use]
    pub const fn is_solid(self) -> bool {
        matches!(self, Self::Pitwall | Self::Corner(_))
    }

    /// Everything that is selected by "select all": the pitwall, corners, limits and labels as listed.
    pub fn all(draft: &Draft) -> impl Iterator<Item = Self> {
        Self::solid(draft)
            .chain((0..draft.limits.len()).map(Self::Limit))
            .chain((0..draft.labels.len()).map(Self::Label))
    }

    /// The pitwall, then the corners as listed.
    pub fn solid(draft: &Draft) -> impl Iterator<Item = Self> {
        draft.pitwall.iter().map(|_| Self::Pitwall).chain((0..draft.corners.len()).map(Self::Corner))
    }

    /// Its reference point, for a track limit its first corner; `None` where the draft has no such piece.
    #[must_use]
    pub fn at(self, draft: &Draft) -> Option<Point> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.at),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.at),
            Self::Limit(index) => draft.limits.get(index)?.outline.first().copied(),
            Self::LimitCorner(limit, corner) => draft.limits.get(limit)?.outline.get(corner).copied(),
            Self::Label(index) => draft.labels.get(index).map(|label| label.at),
            Self::Reference => draft.reference.as_ref().map(|reference| reference.at),
        }
    }

    /// The way it looks: a corner's facing, the way cars run along the pitwall; `None` for what has no direction.
    #[must_use]
    pub fn direction(self, draft: &Draft) -> Option<Direction> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.direction),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.facing),
            _ => None,
        }
    }

    /// Its convex parts, about its reference point; none where it is nothing a car runs into.
    #[must_use]
    pub fn shape(self, draft: &Draft) -> Vec<Octilinear> {
        match (self, self.direction(draft)) {
            (Self::Pitwall, Some(direction)) => pieces().pitwall(direction).to_vec(),
            (Self::Corner(_), Some(facing)) => vec![*pieces().corner(facing)],
            _ => Vec::new(),
        }
    }

    /// Its convex parts where it lies.
    #[must_use]
    pub fn placed(self, draft: &Draft) -> Vec<Octilinear> {
        let at = self.at(draft).unwrap_or_default();
        self.shape(draft).into_iter().map(|part| part.moved(at)).collect()
    }

    /// Its lower left and upper right, exactly; labels count as their middles.
    #[must_use]
    pub fn extent(self, draft: &Draft) -> Option<(Point, Point)> {
        let points: Vec<Point> = match self {
            Self::Pitwall | Self::Corner(_) => self.placed(draft).iter().flat_map(Octilinear::corners).collect(),
            Self::Limit(index) => draft.limits.get(index)?.outline.clone(),
            Self::LimitCorner(..) | Self::Label(_) | Self::Reference => vec![self.at(draft)?],
        };
        extent_of(&points)
    }

    /// What it is called: "corner 3", "the pitwall".
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
            Self::Reference => "the picture".to_owned(),
        }
    }
}

/// Lower left and upper right of points; `None` where there are none.
#[must_use]
pub fn extent_of(points: &[Point]) -> Option<(Point, Point)> {
    let xs = || points.iter().map(|point| point.x);
    let ys = || points.iter().map(|point| point.y);
    Some((Point::new(xs().min()?, ys().min()?), Point::new(xs().max()?, ys().max()?)))
}
