//! The smallest changes of a VektoRace draft, each with its inverse.
//!
//! A change overwrites one whole value (a corner, the pitwall, the table, ...) or puts a corner into the list or
//! takes it out. Overwriting whole values keeps inverses trivial: the inverse is the value that was there.

use super::Change;
use crate::game::scene::Tag;
use crate::games::vektorace::pieces::pieces;
use crate::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::geometry::{Direction, Octilinear, Point};

/// Something on the table that can be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// The pitwall.
    Pitwall,
    /// The corner at this place of the draft's list.
    Corner(usize),
}

impl Piece {
    /// The piece a drawing's tag names.
    #[must_use]
    pub const fn from_tag(tag: Tag) -> Option<Self> {
        match tag {
            Tag::Corner(index) => Some(Self::Corner(index)),
            Tag::Pitwall => Some(Self::Pitwall),
            _ => None,
        }
    }

    /// Its tag in drawings.
    #[must_use]
    pub const fn tag(self) -> Tag {
        match self {
            Self::Pitwall => Tag::Pitwall,
            Self::Corner(index) => Tag::Corner(index),
        }
    }

    /// All pieces of a draft: the pitwall, then the corners as listed.
    pub fn all(draft: &Draft) -> impl Iterator<Item = Self> {
        draft.pitwall.iter().map(|_| Self::Pitwall).chain((0..draft.corners.len()).map(Self::Corner))
    }

    /// Its reference point; `None` where the draft has no such piece.
    #[must_use]
    pub fn at(self, draft: &Draft) -> Option<Point> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.at),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.at),
        }
    }

    /// The way it looks: a corner's facing, the way cars run along the pitwall.
    #[must_use]
    pub fn direction(self, draft: &Draft) -> Option<Direction> {
        match self {
            Self::Pitwall => draft.pitwall.map(|wall| wall.direction),
            Self::Corner(index) => draft.corners.get(index).map(|corner| corner.facing),
        }
    }

    /// Its convex parts, about its reference point.
    #[must_use]
    pub fn shape(self, draft: &Draft) -> Vec<Octilinear> {
        match (self, self.direction(draft)) {
            (_, None) => Vec::new(),
            (Self::Pitwall, Some(direction)) => pieces().pitwall(direction).to_vec(),
            (Self::Corner(_), Some(facing)) => vec![*pieces().corner(facing)],
        }
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
        }
    }
}

/// The smallest thing that can be done to a VektoRace draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceChange {
    /// Puts a corner into the list, before the one that has this place.
    Insert(usize, CornerDraft),
    /// Takes the corner at this place out of the list.
    Remove(usize),
    /// Overwrites a corner.
    Corner(usize, CornerDraft),
    /// Overwrites the pitwall.
    Pitwall(Option<PitwallDraft>),
    /// Overwrites the table.
    Table(TableDraft),
    /// Overwrites the direction of the race.
    Direction(Option<Hand>),
    /// Overwrites the name.
    Name(String),
    /// Overwrites the description.
    Description(String),
}

/// What a [`PieceChange`] overwrites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A corner.
    Corner(usize),
    /// The pitwall.
    Pitwall,
    /// The table.
    Table,
    /// The direction of the race.
    Direction,
    /// The name.
    Name,
    /// The description.
    Description,
}

/// Puts `value` in and returns what was there, if it was another.
fn swap<T: PartialEq>(place: &mut T, value: T) -> Option<T> {
    let before = std::mem::replace(place, value);
    (before != *place).then_some(before)
}

impl Change for PieceChange {
    type Draft = Draft;
    type Slot = Slot;

    fn apply(&self, draft: &mut Draft) -> Option<Self> {
        match self {
            Self::Insert(index, corner) => {
                let index = (*index).min(draft.corners.len());
                draft.corners.insert(index, *corner);
                Some(Self::Remove(index))
            }
            Self::Remove(index) => {
                let index = *index;
                (index < draft.corners.len()).then(|| Self::Insert(index, draft.corners.remove(index)))
            }
            Self::Corner(index, corner) => {
                let before = swap(draft.corners.get_mut(*index)?, *corner)?;
                Some(Self::Corner(*index, before))
            }
            Self::Pitwall(wall) => swap(&mut draft.pitwall, *wall).map(Self::Pitwall),
            Self::Table(table) => swap(&mut draft.table, *table).map(Self::Table),
            Self::Direction(hand) => swap(&mut draft.direction, *hand).map(Self::Direction),
            Self::Name(name) => swap(&mut draft.name, name.clone()).map(Self::Name),
            Self::Description(text) => swap(&mut draft.description, text.clone()).map(Self::Description),
        }
    }

    fn slot(&self) -> Option<Slot> {
        match self {
            Self::Insert(..) | Self::Remove(_) => None,
            Self::Corner(index, _) => Some(Slot::Corner(*index)),
            Self::Pitwall(_) => Some(Slot::Pitwall),
            Self::Table(_) => Some(Slot::Table),
            Self::Direction(_) => Some(Slot::Direction),
            Self::Name(_) => Some(Slot::Name),
            Self::Description(_) => Some(Slot::Description),
        }
    }
}

impl PieceChange {
    /// The piece this change leaves changed behind; `None` where it changes none, or takes one away.
    #[must_use]
    pub const fn piece(&self) -> Option<Piece> {
        match self {
            Self::Insert(index, _) | Self::Corner(index, _) => Some(Piece::Corner(*index)),
            Self::Pitwall(Some(_)) => Some(Piece::Pitwall),
            _ => None,
        }
    }

    /// What a piece is called after this change, by what it was called before; `None` where it is gone.
    #[must_use]
    pub const fn renamed(&self, piece: Piece) -> Option<Piece> {
        match (self, piece) {
            (Self::Insert(index, _), Piece::Corner(other)) if other >= *index => Some(Piece::Corner(other + 1)),
            (Self::Remove(index), Piece::Corner(other)) if other == *index => None,
            (Self::Remove(index), Piece::Corner(other)) if other > *index => Some(Piece::Corner(other - 1)),
            (Self::Pitwall(None), Piece::Pitwall) => None,
            _ => Some(piece),
        }
    }
}
