//! What a person asks for. An edit knows its title, and which changes of the draft it comes down to.

mod arrange;
mod lists;
mod numbering;
mod transform;
mod turning;

use super::{Clip, Piece, PieceChange, limited};
use crate::games::vektorace::{
    CornerDraft, Draft, Hand, Keep, LabelDraft, LimitDraft, PitwallDraft, ReferenceDraft, TableDraft,
};
use crate::geometry::{Direction, Point, Surd};

/// Along which axis something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// From left to right.
    Horizontal,
    /// From bottom to top.
    Vertical,
}

/// What pieces are lined up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alignment {
    /// Their left edges.
    Left,
    /// Their middles, from left to right.
    Center,
    /// Their right edges.
    Right,
    /// Their upper edges.
    Top,
    /// Their middles, from bottom to top.
    Middle,
    /// Their lower edges.
    Bottom,
}

impl Alignment {
    /// Along which axis pieces are moved.
    #[must_use]
    pub const fn axis(self) -> Axis {
        match self {
            Self::Left | Self::Center | Self::Right => Axis::Horizontal,
            Self::Top | Self::Middle | Self::Bottom => Axis::Vertical,
        }
    }
}

/// Something to do to a circuit. Numbers stay in order: a corner placed gets the next number, and the others close
/// up when one is taken away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a new corner on the table.
    PlaceCorner {
        /// Where.
        at: Point,
        /// Where its middle curb looks.
        facing: Direction,
    },
    /// Puts the pitwall on the table, or moves the one that is there.
    PlacePitwall {
        /// Its centre.
        at: Point,
        /// The way cars run along it.
        direction: Direction,
    },
    /// Draws a track limit.
    PlaceLimit(LimitDraft),
    /// Writes a label on the board.
    PlaceLabel(LabelDraft),
    /// Puts pieces at places.
    Move(Vec<(Piece, Point)>),
    /// Turns pieces on the spot, by eighths of a full turn, counter-clockwise where positive.
    Turn(Vec<Piece>, i64),
    /// Turns pieces together about a place, by eighths of a full turn, counter-clockwise where positive.
    TurnTogether(Vec<Piece>, i64, Point),
    /// Makes a piece look this way.
    Face(Piece, Direction),
    /// Lines pieces up.
    Align(Vec<Piece>, Alignment),
    /// Puts pieces the same way apart.
    Distribute(Vec<Piece>, Axis),
    /// Gives a corner a number; those from there on move up.
    Number(usize, u32),
    /// These corners are passed first, in this order, then the others in theirs.
    Order(Vec<usize>),
    /// Gives all corners the numbers 1, 2, 3, ... in their present order.
    CloseGaps,
    /// Says which way cars go round a corner; `None`: the way the race goes.
    Hand(usize, Option<Hand>),
    /// These corners are passed the other way.
    FlipHand(Vec<Piece>),
    /// Says whether pieces keep out of a track limit, or in it.
    Keep(usize, Keep),
    /// Gives a track limit one more corner, before the one that has this place.
    InsertLimitCorner(usize, usize, Point),
    /// Gives a track limit other corners.
    Redraw(usize, Vec<Point>),
    /// Writes a label anew.
    Label(usize, LabelDraft),
    /// Takes pieces off the table.
    Delete(Vec<Piece>),
    /// Puts copies of pieces beside them, corners with the next numbers. There is only one pitwall.
    Duplicate(Vec<Piece>, Point),
    /// Puts down what was copied, so far from where it was.
    Paste(Clip, Point),
    /// Mirrors pieces about their middle; none, or all that cars run into, is the whole circuit about the table's: the
    /// race then goes the other way round.
    Mirror(Vec<Piece>, Axis),
    /// Turns everything, the table too, by quarters of a full turn, counter-clockwise where positive.
    RotateCircuit(i64),
    /// Turns the race round: the same places, passed in the opposite order and sense.
    Reverse,
    /// Sets the table's corners.
    Table(TableDraft),
    /// Sets how large an octagon is in print, in millimetres.
    OctagonMm(Option<Surd>),
    /// Sets the picture under the board.
    Reference(Option<ReferenceDraft>),
    /// Sets the direction of the race.
    Direction(Option<Hand>),
    /// Makes the whole circuit another one: changes that were recovered, say.
    Become(Box<Draft>),
    /// Sets the name.
    Name(String),
    /// Sets the description.
    Description(String),
}

impl Edit {
    /// Moves pieces by the same way.
    #[must_use]
    pub fn moved_by(draft: &Draft, pieces: &[Piece], by: Point) -> Self {
        Self::Move(pieces.iter().filter_map(|piece| Some((*piece, limited(piece.at(draft)? + by)))).collect())
    }

    /// The middle that pieces are turned about when they are turned together; `None` where none of them is there.
    #[must_use]
    pub fn middle_of(draft: &Draft, pieces: &[Piece]) -> Option<Point> {
        turning::middle(draft, pieces)
    }

    /// Whether what it touches is to be selected afterwards: what was just put down is what one goes on with.
    #[must_use]
    pub const fn selects(&self) -> bool {
        matches!(
            self,
            Self::PlaceCorner { .. }
                | Self::PlacePitwall { .. }
                | Self::PlaceLimit(_)
                | Self::PlaceLabel(_)
                | Self::Duplicate(..)
                | Self::Paste(..)
        )
    }

    /// What it does, in words, seen from the draft before it.
    #[must_use]
    pub fn title(&self, draft: &Draft) -> String {
        let these = |pieces: &[Piece]| match pieces {
            [piece] => piece.name(draft),
            _ => format!("{} pieces", pieces.len()),
        };
        match self {
            Self::PlaceCorner { .. } => format!("Place corner {}", numbering::next_number(draft)),
            Self::PlacePitwall { .. } if draft.pitwall.is_some() => "Move the pitwall".to_owned(),
            Self::PlacePitwall { .. } => "Place the pitwall".to_owned(),
            Self::PlaceLimit(_) => format!("Draw track limit {}", draft.limits.len() + 1),
            Self::PlaceLabel(_) => "Write a label".to_owned(),
            Self::Move(places) => {
                format!("Move {}", these(&places.iter().map(|(piece, _)| *piece).collect::<Vec<_>>()))
            }
            Self::Turn(pieces, _) if pieces.len() > 1 => format!("Turn each of {}", these(pieces)),
            Self::Turn(pieces, _) | Self::TurnTogether(pieces, ..) => format!("Turn {}", these(pieces)),
            Self::Face(piece, _) => format!("Turn {}", piece.name(draft)),
            Self::Align(pieces, _) => format!("Align {}", these(pieces)),
            Self::Distribute(pieces, _) => format!("Distribute {}", these(pieces)),
            Self::Number(corner, number) => format!("Renumber {} as {number}", Piece::Corner(*corner).name(draft)),
            Self::Order(_) => "Number corners by clicking".to_owned(),
            Self::CloseGaps => "Number the corners anew".to_owned(),
            Self::Hand(corner, _) => format!("Change the side of {}", Piece::Corner(*corner).name(draft)),
            Self::FlipHand(pieces) => format!("Change the side of {}", these(pieces)),
            Self::Keep(limit, Keep::Out) => format!("Keep out of track limit {}", limit + 1),
            Self::Keep(limit, Keep::In) => format!("Keep in track limit {}", limit + 1),
            Self::InsertLimitCorner(limit, ..) => format!("Add a point to track limit {}", limit + 1),
            Self::Redraw(limit, _) => format!("Tidy track limit {}", limit + 1),
            Self::Label(index, _) => format!("Change {}", Piece::Label(*index).name(draft)),
            Self::Delete(pieces) => format!("Delete {}", these(pieces)),
            Self::Duplicate(pieces, _) => format!("Duplicate {}", these(pieces)),
            Self::Paste(clip, _) => match clip.len_in(draft) {
                1 => "Paste a piece".to_owned(),
                count => format!("Paste {count} pieces"),
            },
            Self::Mirror(pieces, _) if transform::is_whole(draft, pieces) => "Mirror the circuit".to_owned(),
            Self::Mirror(pieces, _) => format!("Mirror {}", these(pieces)),
            Self::RotateCircuit(_) => "Turn the circuit and the table".to_owned(),
            Self::Reverse => "Turn the race round".to_owned(),
            Self::Table(_) => "Resize the table".to_owned(),
            Self::OctagonMm(_) => "Set the size of an octagon".to_owned(),
            Self::Reference(None) => "Take the picture away".to_owned(),
            Self::Reference(Some(_)) if draft.reference.is_none() => "Put a picture under the board".to_owned(),
            Self::Reference(Some(_)) => "Change the picture".to_owned(),
            Self::Direction(_) => "Change the direction of the race".to_owned(),
            Self::Become(_) => "Recover changes".to_owned(),
            Self::Name(_) => "Rename the circuit".to_owned(),
            Self::Description(_) => "Describe the circuit".to_owned(),
        }
    }

    /// The changes it comes down to, in the order they are to be carried out.
    #[must_use]
    pub(super) fn changes(&self, draft: &Draft) -> Vec<PieceChange> {
        match self {
            Self::PlaceCorner { at, facing } => {
                let number = numbering::next_number(draft);
                let corner = CornerDraft { number, at: limited(*at), facing: *facing, hand: None };
                vec![PieceChange::Insert(draft.corners.len(), corner)]
            }
            Self::PlacePitwall { at, direction } => {
                vec![PieceChange::Pitwall(Some(PitwallDraft { at: limited(*at), direction: *direction }))]
            }
            Self::PlaceLimit(limit) => {
                let outline = limit.outline.iter().map(|point| limited(*point)).collect();
                vec![PieceChange::InsertLimit(draft.limits.len(), LimitDraft { keep: limit.keep, outline })]
            }
            Self::PlaceLabel(label) => {
                let label = LabelDraft { at: limited(label.at), ..label.clone() };
                vec![PieceChange::InsertLabel(draft.labels.len(), label)]
            }
            Self::Move(places) => arrange::moved(draft, places),
            Self::Turn(pieces, eighths) => turning::on_the_spot(draft, pieces, *eighths),
            Self::TurnTogether(pieces, eighths, about) => turning::together(draft, pieces, *eighths, *about),
            Self::Face(piece, direction) => {
                piece.at(draft).and_then(|at| arrange::put(draft, *piece, at, |_| *direction)).into_iter().collect()
            }
            Self::Align(pieces, alignment) => arrange::moved(draft, &arrange::aligned(draft, pieces, *alignment)),
            Self::Distribute(pieces, axis) => arrange::moved(draft, &arrange::distributed(draft, pieces, *axis)),
            Self::Number(corner, number) => numbering::renumbered(draft, *corner, *number),
            Self::Order(corners) => numbering::ordered(draft, corners),
            Self::CloseGaps => numbering::numbered(draft, &numbering::in_order(draft)),
            Self::Hand(index, hand) => draft
                .corners
                .get(*index)
                .map(|corner| PieceChange::Corner(*index, CornerDraft { hand: *hand, ..*corner }))
                .into_iter()
                .collect(),
            Self::FlipHand(pieces) => pieces.iter().filter_map(|piece| other_hand(draft, *piece)).collect(),
            Self::Keep(index, keep) => draft
                .limits
                .get(*index)
                .map(|limit| PieceChange::Limit(*index, LimitDraft { keep: *keep, outline: limit.outline.clone() }))
                .into_iter()
                .collect(),
            Self::InsertLimitCorner(limit, place, at) => lists::with_corner(draft, *limit, *place, *at),
            Self::Redraw(index, outline) => draft
                .limits
                .get(*index)
                .map(|limit| {
                    let outline = outline.iter().map(|point| limited(*point)).collect();
                    PieceChange::Limit(*index, LimitDraft { keep: limit.keep, outline })
                })
                .into_iter()
                .collect(),
            Self::Label(index, label) => {
                vec![PieceChange::Label(*index, LabelDraft { at: limited(label.at), ..label.clone() })]
            }
            Self::Delete(pieces) => lists::deleted(draft, pieces),
            Self::Duplicate(pieces, by) => lists::duplicated(draft, pieces, *by),
            Self::Paste(clip, by) => lists::added(draft, clip, *by),
            Self::Mirror(pieces, axis) => transform::mirrored(draft, pieces, *axis),
            Self::RotateCircuit(quarters) => transform::rotated(draft, *quarters),
            Self::Reverse => transform::reversed(draft),
            Self::Table(table) => {
                vec![PieceChange::Table(TableDraft { from: limited(table.from), to: limited(table.to) })]
            }
            Self::OctagonMm(size) => vec![PieceChange::OctagonMm(*size)],
            Self::Reference(reference) => {
                let reference = reference.clone().map(|reference| ReferenceDraft {
                    at: limited(reference.at),
                    rotation: transform::within_a_turn(reference.rotation),
                    ..reference
                });
                vec![PieceChange::Reference(reference)]
            }
            Self::Direction(hand) => vec![PieceChange::Direction(*hand)],
            Self::Become(other) => lists::replaced(draft, other),
            Self::Name(name) => vec![PieceChange::Name(name.clone())],
            Self::Description(text) => vec![PieceChange::Description(text.clone())],
        }
    }
}

/// A corner passed the other way than it is: against the race, or with it again.
fn other_hand(draft: &Draft, piece: Piece) -> Option<PieceChange> {
    let Piece::Corner(index) = piece else { return None };
    let corner = *draft.corners.get(index)?;
    let race = draft.direction.unwrap_or(Hand::Clockwise);
    let hand = if corner.hand.unwrap_or(race) == race { Some(race.flipped()) } else { None };
    Some(PieceChange::Corner(index, CornerDraft { hand, ..corner }))
}
