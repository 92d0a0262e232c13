//! What a person asks for. An edit knows its title, and which changes of the draft it comes down to.

use super::{Piece, PieceChange, limited};
use crate::games::vektorace::{CornerDraft, Draft, Hand, PitwallDraft, TableDraft};
use crate::geometry::{Direction, Point};

/// Numbers beyond this are not counted on.
const HIGHEST_NUMBER: u32 = 1_000_000;

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
    /// Puts pieces at places.
    Move(Vec<(Piece, Point)>),
    /// Turns pieces on the spot, by eighths of a full turn, counter-clockwise where positive.
    Turn(Vec<Piece>, i64),
    /// Makes a piece look this way.
    Face(Piece, Direction),
    /// Gives a corner a number; those from there on move up.
    Number(usize, u32),
    /// Gives all corners the numbers 1, 2, 3, ... in their present order.
    CloseGaps,
    /// Says which way cars go round a corner; `None`: the way the race goes.
    Hand(usize, Option<Hand>),
    /// Takes pieces off the table.
    Delete(Vec<Piece>),
    /// Puts copies of corners beside them, with the next numbers. There is only one pitwall.
    Duplicate(Vec<Piece>, Point),
    /// Mirrors the whole circuit left to right: the race goes the other way round.
    Mirror,
    /// Turns the race round: the same places, passed in the opposite order and sense.
    Reverse,
    /// Sets the table's corners.
    Table(TableDraft),
    /// Sets the direction of the race.
    Direction(Option<Hand>),
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

    /// What it does, in words, seen from the draft before it.
    #[must_use]
    pub fn title(&self, draft: &Draft) -> String {
        let these = |pieces: &[Piece]| match pieces {
            [piece] => piece.name(draft),
            _ => format!("{} pieces", pieces.len()),
        };
        match self {
            Self::PlaceCorner { .. } => format!("Place corner {}", next_number(draft)),
            Self::PlacePitwall { .. } if draft.pitwall.is_some() => "Move the pitwall".to_owned(),
            Self::PlacePitwall { .. } => "Place the pitwall".to_owned(),
            Self::Move(places) => {
                format!("Move {}", these(&places.iter().map(|(piece, _)| *piece).collect::<Vec<_>>()))
            }
            Self::Turn(pieces, _) => format!("Turn {}", these(pieces)),
            Self::Face(piece, _) => format!("Turn {}", piece.name(draft)),
            Self::Number(corner, number) => format!("Renumber {} as {number}", Piece::Corner(*corner).name(draft)),
            Self::CloseGaps => "Number the corners anew".to_owned(),
            Self::Hand(corner, _) => format!("Change the side of {}", Piece::Corner(*corner).name(draft)),
            Self::Delete(pieces) => format!("Delete {}", these(pieces)),
            Self::Duplicate(pieces, _) => format!("Duplicate {}", these(pieces)),
            Self::Mirror => "Mirror the circuit".to_owned(),
            Self::Reverse => "Turn the race round".to_owned(),
            Self::Table(_) => "Resize the table".to_owned(),
            Self::Direction(_) => "Change the direction of the race".to_owned(),
            Self::Name(_) => "Rename the circuit".to_owned(),
            Self::Description(_) => "Describe the circuit".to_owned(),
        }
    }

    /// The changes it comes down to, in the order they are to be carried out.
    #[must_use]
    pub(super) fn changes(&self, draft: &Draft) -> Vec<PieceChange> {
        match self {
            Self::PlaceCorner { at, facing } => {
                let corner = CornerDraft { number: next_number(draft), at: limited(*at), facing: *facing, hand: None };
                vec![PieceChange::Insert(draft.corners.len(), corner)]
            }
            Self::PlacePitwall { at, direction } => {
                vec![PieceChange::Pitwall(Some(PitwallDraft { at: limited(*at), direction: *direction }))]
            }
            Self::Move(places) => {
                places.iter().filter_map(|(piece, at)| put(draft, *piece, limited(*at), |d| d)).collect()
            }
            Self::Turn(pieces, eighths) => pieces
                .iter()
                .filter_map(|piece| put(draft, *piece, piece.at(draft)?, |direction| direction.turned(*eighths)))
                .collect(),
            Self::Face(piece, direction) => {
                piece.at(draft).and_then(|at| put(draft, *piece, at, |_| *direction)).into_iter().collect()
            }
            Self::Number(corner, number) => renumbered(draft, *corner, *number),
            Self::CloseGaps => numbered(draft, &in_order(draft)),
            Self::Hand(index, hand) => draft
                .corners
                .get(*index)
                .map(|corner| PieceChange::Corner(*index, CornerDraft { hand: *hand, ..*corner }))
                .into_iter()
                .collect(),
            Self::Delete(pieces) => deleted(draft, pieces),
            Self::Duplicate(pieces, by) => (next_number(draft)..)
                .zip(pieces.iter().filter_map(|piece| match piece {
                    Piece::Corner(index) => draft.corners.get(*index),
                    Piece::Pitwall => None,
                }))
                .enumerate()
                .map(|(count, (number, corner))| {
                    let copy = CornerDraft { number, at: limited(corner.at + *by), ..*corner };
                    PieceChange::Insert(draft.corners.len() + count, copy)
                })
                .collect(),
            Self::Mirror => mirrored(draft),
            Self::Reverse => reversed(draft),
            Self::Table(table) => {
                vec![PieceChange::Table(TableDraft { from: limited(table.from), to: limited(table.to) })]
            }
            Self::Direction(hand) => vec![PieceChange::Direction(*hand)],
            Self::Name(name) => vec![PieceChange::Name(name.clone())],
            Self::Description(text) => vec![PieceChange::Description(text.clone())],
        }
    }
}

/// The number a new corner gets: the next, or where a file has absurd ones, what its place in the list says.
fn next_number(draft: &Draft) -> u32 {
    let highest = draft.corners.iter().map(|corner| corner.number).max().unwrap_or(0);
    if highest < HIGHEST_NUMBER { highest + 1 } else { draft.corners.len() as u32 + 1 }
}

/// A piece at another place, turned.
fn put(draft: &Draft, piece: Piece, at: Point, turn: impl Fn(Direction) -> Direction) -> Option<PieceChange> {
    match piece {
        Piece::Pitwall => {
            draft.pitwall.map(|wall| PieceChange::Pitwall(Some(PitwallDraft { at, direction: turn(wall.direction) })))
        }
        Piece::Corner(index) => draft
            .corners
            .get(index)
            .map(|corner| PieceChange::Corner(index, CornerDraft { at, facing: turn(corner.facing), ..*corner })),
    }
}

/// The corners' places in the list, in the order they are passed.
fn in_order(draft: &Draft) -> Vec<usize> {
    let mut order: Vec<usize> = (0..draft.corners.len()).collect();
    order.sort_by_key(|index| draft.corners[*index].number);
    order
}

/// Numbers from 1, in the order given.
fn numbered(draft: &Draft, order: &[usize]) -> Vec<PieceChange> {
    (1..)
        .zip(order)
        .filter_map(|(number, index)| {
            let corner = draft.corners.get(*index)?;
            (corner.number != number).then_some(PieceChange::Corner(*index, CornerDraft { number, ..*corner }))
        })
        .collect()
}

fn renumbered(draft: &Draft, corner: usize, number: u32) -> Vec<PieceChange> {
    if corner >= draft.corners.len() {
        return Vec::new();
    }
    let mut order = in_order(draft);
    order.retain(|index| *index != corner);
    let place = usize::try_from(number).unwrap_or(usize::MAX).saturating_sub(1).min(order.len());
    order.insert(place, corner);
    numbered(draft, &order)
}

fn deleted(draft: &Draft, pieces: &[Piece]) -> Vec<PieceChange> {
    let mut gone: Vec<usize> = pieces
        .iter()
        .filter_map(|piece| match piece {
            Piece::Corner(index) if *index < draft.corners.len() => Some(*index),
            _ => None,
        })
        .collect();
    gone.sort_unstable();
    gone.dedup();
    let wall = pieces.contains(&Piece::Pitwall).then_some(PieceChange::Pitwall(None));
    // From the end, so that the places of those still to go stay as they are.
    let removed = gone.iter().rev().map(|index| PieceChange::Remove(*index));
    let kept: Vec<CornerDraft> = draft
        .corners
        .iter()
        .enumerate()
        .filter(|(index, _)| !gone.contains(index))
        .map(|(_, corner)| *corner)
        .collect();
    let rest = Draft { corners: kept, ..Draft::default() };
    let closed = if gone.is_empty() { Vec::new() } else { numbered(&rest, &in_order(&rest)) };
    wall.into_iter().chain(removed).chain(closed).collect()
}

/// Everything reflected about the table's vertical middle.
fn mirrored(draft: &Draft) -> Vec<PieceChange> {
    let sum = draft.table.from.x + draft.table.to.x;
    let place = |at: Point| limited(Point::new(sum - at.x, at.y));
    let turn = |direction: Direction| Direction::new(4 - i64::from(direction.number()));
    let corners = draft.corners.iter().enumerate().map(|(index, corner)| {
        let mirrored = CornerDraft {
            number: corner.number,
            at: place(corner.at),
            facing: turn(corner.facing),
            hand: corner.hand.map(Hand::flipped),
        };
        PieceChange::Corner(index, mirrored)
    });
    let wall = draft
        .pitwall
        .map(|wall| PieceChange::Pitwall(Some(PitwallDraft { at: place(wall.at), direction: turn(wall.direction) })));
    corners.chain(wall).chain([PieceChange::Direction(draft.direction.map(Hand::flipped))]).collect()
}

/// The circuit raced the other way: corners stay where they are and face where they did, since cars go round the same
/// side; the pitwall is turned about, which keeps its track side where it was.
fn reversed(draft: &Draft) -> Vec<PieceChange> {
    let order = in_order(draft);
    let corners = (1..).zip(order.iter().rev()).filter_map(|(number, index)| {
        let corner = draft.corners.get(*index)?;
        Some(PieceChange::Corner(*index, CornerDraft { number, hand: corner.hand.map(Hand::flipped), ..*corner }))
    });
    let wall = draft
        .pitwall
        .map(|wall| PieceChange::Pitwall(Some(PitwallDraft { direction: wall.direction.opposite(), ..wall })));
    corners.chain(wall).chain([PieceChange::Direction(draft.direction.map(Hand::flipped))]).collect()
}
