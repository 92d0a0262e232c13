//! The smallest changes of a VektoRace draft, each with its inverse.
//!
//! A change overwrites one whole value (a corner, the pitwall, the table, ...) or puts something into a list or takes
//! it out. Overwriting whole values keeps inverses trivial: the inverse is the value that was there.

use super::{Change, Piece};
use crate::games::vektorace::{
    CornerDraft, Draft, Hand, LabelDraft, LimitDraft, PitwallDraft, ReferenceDraft, TableDraft,
};
use crate::geometry::{Point, Surd};

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
    /// Puts a track limit into the list.
    InsertLimit(usize, LimitDraft),
    /// Takes a track limit out of the list.
    RemoveLimit(usize),
    /// Overwrites a track limit.
    Limit(usize, LimitDraft),
    /// Puts a label into the list.
    InsertLabel(usize, LabelDraft),
    /// Takes a label out of the list.
    RemoveLabel(usize),
    /// Overwrites a label.
    Label(usize, LabelDraft),
    /// Overwrites the table.
    Table(TableDraft),
    /// Overwrites the size of an octagon.
    OctagonMm(Option<Surd>),
    /// Overwrites the picture under the board.
    Reference(Option<ReferenceDraft>),
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
    /// A track limit.
    Limit(usize),
    /// A label.
    Label(usize),
    /// The table.
    Table,
    /// The size of an octagon.
    OctagonMm,
    /// The picture under the board.
    Reference,
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

/// Puts `value` into a list, at its end where the place is beyond it, and returns where it is.
fn insert<T: Clone>(list: &mut Vec<T>, index: usize, value: &T) -> usize {
    let index = index.min(list.len());
    list.insert(index, value.clone());
    index
}

/// Takes the value at a place out of a list.
fn remove<T>(list: &mut Vec<T>, index: usize) -> Option<T> {
    (index < list.len()).then(|| list.remove(index))
}

impl Change for PieceChange {
    type Draft = Draft;
    type Slot = Slot;

    fn apply(&self, draft: &mut Draft) -> Option<Self> {
        match self {
            Self::Insert(index, corner) => Some(Self::Remove(insert(&mut draft.corners, *index, corner))),
            Self::Remove(index) => remove(&mut draft.corners, *index).map(|corner| Self::Insert(*index, corner)),
            Self::Corner(index, corner) => {
                swap(draft.corners.get_mut(*index)?, *corner).map(|before| Self::Corner(*index, before))
            }
            Self::Pitwall(wall) => swap(&mut draft.pitwall, *wall).map(Self::Pitwall),
            Self::InsertLimit(index, limit) => Some(Self::RemoveLimit(insert(&mut draft.limits, *index, limit))),
            Self::RemoveLimit(index) => remove(&mut draft.limits, *index).map(|limit| Self::InsertLimit(*index, limit)),
            Self::Limit(index, limit) => {
                swap(draft.limits.get_mut(*index)?, limit.clone()).map(|before| Self::Limit(*index, before))
            }
            Self::InsertLabel(index, label) => Some(Self::RemoveLabel(insert(&mut draft.labels, *index, label))),
            Self::RemoveLabel(index) => remove(&mut draft.labels, *index).map(|label| Self::InsertLabel(*index, label)),
            Self::Label(index, label) => {
                swap(draft.labels.get_mut(*index)?, label.clone()).map(|before| Self::Label(*index, before))
            }
            Self::Table(table) => swap(&mut draft.table, *table).map(Self::Table),
            Self::OctagonMm(size) => swap(&mut draft.octagon_mm, *size).map(Self::OctagonMm),
            Self::Reference(reference) => swap(&mut draft.reference, reference.clone()).map(Self::Reference),
            Self::Direction(hand) => swap(&mut draft.direction, *hand).map(Self::Direction),
            Self::Name(name) => swap(&mut draft.name, name.clone()).map(Self::Name),
            Self::Description(text) => swap(&mut draft.description, text.clone()).map(Self::Description),
        }
    }

    fn slot(&self) -> Option<Slot> {
        Some(match self {
            Self::Insert(..)
            | Self::Remove(_)
            | Self::InsertLimit(..)
            | Self::RemoveLimit(_)
            | Self::InsertLabel(..)
            | Self::RemoveLabel(_) => return None,
            Self::Corner(index, _) => Slot::Corner(*index),
            Self::Pitwall(_) => Slot::Pitwall,
            Self::Limit(index, _) => Slot::Limit(*index),
            Self::Label(index, _) => Slot::Label(*index),
            Self::Table(_) => Slot::Table,
            Self::OctagonMm(_) => Slot::OctagonMm,
            Self::Reference(_) => Slot::Reference,
            Self::Direction(_) => Slot::Direction,
            Self::Name(_) => Slot::Name,
            Self::Description(_) => Slot::Description,
        })
    }

    fn bytes(&self) -> usize {
        let own = size_of::<Self>();
        own + match self {
            Self::InsertLimit(_, limit) | Self::Limit(_, limit) => limit.outline.len() * size_of::<Point>(),
            Self::InsertLabel(_, label) | Self::Label(_, label) => label.text.len(),
            Self::Name(text) | Self::Description(text) => text.len(),
            Self::Reference(Some(reference)) => reference.file.len(),
            _ => 0,
        }
    }
}

/// The place of a thing after another was put into its list.
const fn after_insert(place: usize, inserted: usize) -> usize {
    if place >= inserted { place + 1 } else { place }
}

/// The place of a thing after one was taken out of its list; `None` where it is that one.
const fn after_remove(place: usize, removed: usize) -> Option<usize> {
    if place == removed {
        None
    } else if place > removed {
        Some(place - 1)
    } else {
        Some(place)
    }
}

impl PieceChange {
    /// The piece this change leaves changed behind; `None` where it changes none, or takes one away.
    #[must_use]
    pub const fn piece(&self) -> Option<Piece> {
        match self {
            Self::Insert(index, _) | Self::Corner(index, _) => Some(Piece::Corner(*index)),
            Self::Pitwall(Some(_)) => Some(Piece::Pitwall),
            Self::InsertLimit(index, _) | Self::Limit(index, _) => Some(Piece::Limit(*index)),
            Self::InsertLabel(index, _) | Self::Label(index, _) => Some(Piece::Label(*index)),
            // The picture is nothing one selects.
            _ => None,
        }
    }

    /// Whether it puts something onto the table that was not there.
    #[must_use]
    pub const fn is_addition(&self) -> bool {
        matches!(self, Self::Insert(..) | Self::InsertLimit(..) | Self::InsertLabel(..))
    }

    /// What a piece is called after this change, by what it was called before; `None` where it is gone.
    #[must_use]
    pub fn renamed(&self, piece: Piece) -> Option<Piece> {
        match (self, piece) {
            (Self::Insert(index, _), Piece::Corner(other)) => Some(Piece::Corner(after_insert(other, *index))),
            (Self::Remove(index), Piece::Corner(other)) => after_remove(other, *index).map(Piece::Corner),
            (Self::InsertLimit(index, _), Piece::Limit(other)) => Some(Piece::Limit(after_insert(other, *index))),
            (Self::InsertLimit(index, _), Piece::LimitCorner(other, corner)) => {
                Some(Piece::LimitCorner(after_insert(other, *index), corner))
            }
            (Self::RemoveLimit(index), Piece::Limit(other)) => after_remove(other, *index).map(Piece::Limit),
            (Self::RemoveLimit(index), Piece::LimitCorner(other, corner)) => {
                after_remove(other, *index).map(|limit| Piece::LimitCorner(limit, corner))
            }
            (Self::Limit(index, limit), Piece::LimitCorner(other, corner))
                if other == *index && corner >= limit.outline.len() =>
            {
                None
            }
            (Self::InsertLabel(index, _), Piece::Label(other)) => Some(Piece::Label(after_insert(other, *index))),
            (Self::RemoveLabel(index), Piece::Label(other)) => after_remove(other, *index).map(Piece::Label),
            (Self::Pitwall(None), Piece::Pitwall) | (Self::Reference(None), Piece::Reference) => None,
            _ => Some(piece),
        }
    }
}
