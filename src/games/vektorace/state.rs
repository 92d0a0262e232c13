//! The state of a race between two turns.

use arrayvec::ArrayVec;

use super::{Edition, MAX_CARS, PowerSet, Reference, TableEdge, Terms, Token};
use crate::game::CarId;
use crate::geometry::{Direction, Point};

/// Marks that attacks of other cars leave on a car. They last until the end of that car's next turn (VR-ATT-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// The car may not shift down (VR-GEAR-05).
    pub pushed: bool,
    /// The car may not go to the left in its next turn (ledger, section 2.4).
    pub shunted_left: bool,
    /// The car may not go to the right in its next turn.
    pub shunted_right: bool,
}

/// Whether a car is racing, has finished, or has left the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// The car is racing.
    Racing,
    /// The car has finished. The number is its rank, from 1.
    Finished(u8),
    /// The car has left the race. The number says in which order the cars left: 1 for the first car to leave, which is
    /// ranked last.
    Withdrawn(u8),
}

/// The state of a car that fell from the table, until it is put back (VR-EDGE-03). For the order of the cars, the car
/// counts as standing at the point where it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fall {
    /// The car fell over these edges and misses its next turn.
    Lost(Edges),
    /// The car fell over these edges and is put back on the table at its next turn.
    Back(Edges),
}

/// The edge of the table that a car went over, or two edges if it went over a corner of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges(u8);

impl Edges {
    /// Returns the edges with one more edge added.
    #[must_use]
    pub const fn with(self, edge: TableEdge) -> Self {
        Self(self.0 | 1 << edge as u8)
    }

    /// Returns the edges that the car went over, counter-clockwise from the right.
    pub fn iter(self) -> impl Iterator<Item = TableEdge> {
        TableEdge::ALL.into_iter().filter(move |edge| self.0 & (1 << *edge as u8) != 0)
    }
}

/// A car's decision about a boost on its first move (first edition, VR-FIRST-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// The car does not boost on its first move.
    Plain,
    /// The car boosts on its first move if it can. It has already paid the nitro point.
    Boost,
}

/// The state of a car between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Car {
    /// The car's number.
    pub id: CarId,
    /// The centre of the car.
    pub position: Point,
    /// The direction that the car's front faces.
    pub heading: Direction,
    /// The gear that the car has declared.
    pub gear: u8,
    /// The car's tyre points.
    pub tyre: u8,
    /// The car's nitro points.
    pub nitro: u8,
    /// The number of times that the car has crossed the finish line (ledger, section 4.3).
    pub crossings: u8,
    /// The number of corners passed since the car last crossed the finish line (ledger, section 4.3). The online
    /// edition never counts the last corner: it stays the current corner until the car crosses the finish line.
    pub passed: u8,
    /// The sector around the current corner in which the car is, 0 to 7 (ledger, section 4.5). It is always 0 outside
    /// the online edition.
    pub sector: u8,
    /// The marks that attacks of other cars have left on this car.
    pub marks: Marks,
    /// Whether the car has called BOX-BOX (announced a pit stop) and has not left the pit lane since.
    pub box_box: bool,
    /// Whether the car is in the pit lane.
    pub in_lane: bool,
    /// The cars to which this car gave way in this round: one bit for each car, by its index. If any bit is set, this
    /// car may not attack (VR-YIELD-03). It may not give way to the same car twice, and none of those cars may give way
    /// to it (VR-YIELD-04).
    pub gave_way_to: u8,
    /// Whether the next move is a restart: the move in first gear after a penalty or a fall from the table. No Super
    /// Power may be used in a restart (VR-POW-04). In the first edition the car may rotate on the spot before its
    /// restart (VR-PEN-03).
    pub restart: bool,
    /// The car's fall from the table, until it is put back (first edition only). `None` while the car is on the table.
    pub fallen: Option<Fall>,
    /// The car's decision about a boost on its first move; `None` once that move is made. It is always `None` outside
    /// the first edition.
    pub first_move: Option<FirstMove>,
    /// The Super Power token the car holds.
    pub token: Option<Token>,
    /// Whether the car is racing, has finished, or has left.
    pub standing: Standing,
}

impl Car {
    /// Creates a car that has no points and no marks and has not yet crossed the finish line. `corners` is the number
    /// of corners of a lap; all of them count as passed (ledger, section 4.3).
    #[must_use]
    pub fn new(id: CarId, position: Point, heading: Direction, gear: u8, corners: u8) -> Self {
        Self {
            id,
            position,
            heading,
            gear,
            tyre: 0,
            nitro: 0,
            crossings: 0,
            passed: corners,
            sector: 0,
            marks: Marks::default(),
            box_box: false,
            in_lane: false,
            gave_way_to: 0,
            restart: false,
            fallen: None,
            first_move: None,
            token: None,
            standing: Standing::Racing,
        }
    }

    /// Whether the car is still racing.
    #[inline]
    #[must_use]
    pub fn is_racing(&self) -> bool {
        self.standing == Standing::Racing
    }

    /// Whether the car gave way this round.
    #[inline]
    #[must_use]
    pub const fn has_given_way(&self) -> bool {
        self.gave_way_to != 0
    }

    /// Whether the car's piece lies on the table or beside it. A car that has crossed the line for the last time is
    /// removed (VR-WIN-03). The last car does not finish by crossing the line, so its piece stays where it is when the
    /// race ends (VR-WIN-04).
    #[must_use]
    pub const fn is_in_play(&self, laps: u8) -> bool {
        match self.standing {
            Standing::Racing => true,
            Standing::Finished(_) => self.crossings <= laps,
            Standing::Withdrawn(_) => false,
        }
    }

    /// Whether the car stands on the table, where it is an obstacle and can be attacked.
    #[inline]
    #[must_use]
    pub fn is_on_table(&self) -> bool {
        self.is_racing() && self.fallen.is_none()
    }

    /// Returns the Super Power the car can still use; `None` if it has no unused token.
    #[must_use]
    pub fn power(&self) -> Option<super::Power> {
        self.token.filter(|token| !token.used).map(|token| token.power)
    }
}

/// The last declaration made, which may still be taken back if the players agreed on that option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Declared {
    /// The index of the car that made the declaration.
    pub car: u8,
    /// The limits that applied to this declaration: the gears that the car could declare, and their cost.
    pub reference: Reference,
    /// The car's tyre points before it paid for the declaration.
    pub tyre: u8,
    /// The car's nitro points before it paid for the declaration.
    pub nitro: u8,
}

/// The state of a race between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The edition whose rules the race follows.
    pub edition: Edition,
    /// The terms of the race: the edition's values, with the options the players agreed on.
    pub terms: Terms,
    /// The number of laps.
    pub laps: u8,
    /// The cars, in grid order.
    pub cars: ArrayVec<Car, MAX_CARS>,
    /// The cars still racing, in this round's order, as indices into [`cars`](Self::cars).
    pub order: ArrayVec<u8, MAX_CARS>,
    /// The order of the cars when this round began. In the second edition, giving way changes `order`, but not this
    /// order (VR-YIELD-05).
    pub settled: ArrayVec<u8, MAX_CARS>,
    /// The number of cars in `order` that have played this round.
    pub played: u8,
    /// The number of the round, from 1.
    pub round: u32,
    /// The reserve: the Super Powers that no car has (VR-POW-01).
    pub reserve: PowerSet,
    /// The declaration that may still be taken back; `None` if there is no such declaration.
    pub declared: Option<Declared>,
}

impl State {
    /// Returns the index of the car whose turn it is; `None` if the race is over.
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        self.order.get(usize::from(self.played)).map(|index| usize::from(*index))
    }

    /// Returns the index of the car with this number; `None` if no car has it.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|other| other.id == car)
    }

    /// Returns the number of cars that have finished.
    #[must_use]
    pub fn finished(&self) -> u8 {
        self.cars.iter().filter(|car| matches!(car.standing, Standing::Finished(_))).count() as u8
    }

    /// Returns the ranking: the indices of the cars from first to last. Cars that finished come first. The cars still
    /// racing follow in their order at the start of this round. Cars that left come last; the first car to leave is at
    /// the very end.
    #[must_use]
    pub fn places(&self) -> ArrayVec<u8, MAX_CARS> {
        let mut places: ArrayVec<u8, MAX_CARS> = (0..self.cars.len() as u8).collect();
        places.sort_by_key(|index| match self.cars[usize::from(*index)].standing {
            Standing::Finished(rank) => (0, rank),
            Standing::Racing => (1, self.settled.iter().position(|other| other == index).unwrap_or(MAX_CARS) as u8),
            Standing::Withdrawn(when) => (2, u8::MAX - when),
        });
        places
    }
}
