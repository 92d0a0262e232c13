//! Everything the rules know between two turns.

use arrayvec::ArrayVec;

use super::{Edition, MAX_CARS, PowerSet, Reference, TableEdge, Terms, Token};
use crate::game::CarId;
use crate::geometry::{Direction, Point};

/// What other cars have done to a car, until the end of its next turn (VR-ATT-06).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// It may not shift down (VR-GEAR-05).
    pub pushed: bool,
    /// It may not go to the left (section 2.4).
    pub shunted_left: bool,
    /// It may not go to the right.
    pub shunted_right: bool,
}

/// Whether, and how, a car is out of the race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It races.
    Racing,
    /// It finished in this place, from 1.
    Finished(u8),
    /// It left; the number orders those who did: the first to leave has 1 and is ranked last.
    Withdrawn(u8),
}

/// A car that fell from the table (VR-EDGE-03). It stays at the point where it fell, as far as order goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fall {
    /// Its next turn is lost.
    Lost(Edges),
    /// At its next turn it is put back.
    Back(Edges),
}

/// The edge of the table that a car went over, or the two where it went over a corner of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Edges(u8);

impl Edges {
    /// The same with another edge.
    #[must_use]
    pub const fn with(self, edge: TableEdge) -> Self {
        Self(self.0 | 1 << edge as u8)
    }

    /// Those in it, counter-clockwise.
    pub fn iter(self) -> impl Iterator<Item = TableEdge> {
        TableEdge::ALL.into_iter().filter(move |edge| self.0 & (1 << *edge as u8) != 0)
    }
}

/// What a car has decided about its first move (first edition, VR-FIRST-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// It does not boost.
    Plain,
    /// It boosts if it can, and has paid for it.
    Boost,
}

/// A car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Car {
    /// Its number.
    pub id: CarId,
    /// Its centre.
    pub position: Point,
    /// Where its front looks.
    pub heading: Direction,
    /// The gear it has declared.
    pub gear: u8,
    /// Tyre points.
    pub tyre: u8,
    /// Nitro points.
    pub nitro: u8,
    /// How often it has counted the finish line: `c` of section 4.3.
    pub crossings: u8,
    /// How many corners it has passed since: `j` of section 4.3. In the online edition the number of corners
    /// left behind; its current corner is the next.
    pub passed: u8,
    /// The sector around its current corner (section 4.5); online edition only, else 0.
    pub sector: u8,
    /// What others have done to it.
    pub marks: Marks,
    /// It has called its pit stop and not yet left the lane.
    pub box_box: bool,
    /// It has entered the pit lane and not yet left it.
    pub in_lane: bool,
    /// Those it gave way to this round, a bit for each index: it may not attack then (VR-YIELD-03), none of them may give
    /// way back to it (VR-YIELD-04), and it gives way to nobody twice.
    pub gave_way_to: u8,
    /// Its next move is the restart in first gear after a penalty or an edge fall: no power is used in it
    /// (VR-POW-04), and in the first edition the car may first turn on the spot (VR-PEN-03).
    pub restart: bool,
    /// It is off the table (first edition).
    pub fallen: Option<Fall>,
    /// Its decision on its first move, until that is made (first edition).
    pub first_move: Option<FirstMove>,
    /// Its Super Power.
    pub token: Option<Token>,
    /// Whether it races.
    pub standing: Standing,
}

impl Car {
    /// A car without points that nothing weighs on, before the line is crossed for the first time: all corners of a lap
    /// lie behind it (section 4.3).
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

    /// Whether it still races.
    #[inline]
    #[must_use]
    pub fn is_racing(&self) -> bool {
        self.standing == Standing::Racing
    }

    /// Whether it gave way this round.
    #[inline]
    #[must_use]
    pub const fn has_given_way(&self) -> bool {
        self.gave_way_to != 0
    }

    /// Whether it stands on the table: an obstacle, and a target.
    #[inline]
    #[must_use]
    pub fn is_on_table(&self) -> bool {
        self.is_racing() && self.fallen.is_none()
    }

    /// The Super Power it can still use.
    #[must_use]
    pub fn power(&self) -> Option<super::Power> {
        self.token.filter(|token| !token.used).map(|token| token.power)
    }
}

/// A declaration that may still be taken back, where the table has agreed to that: the last one made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Declared {
    /// Whose, as an index.
    pub car: u8,
    /// What it is bound by.
    pub reference: Reference,
    /// Tyre points before it was paid for.
    pub tyre: u8,
    /// Nitro points before it was paid for.
    pub nitro: u8,
}

/// A race between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Which rules the race follows.
    pub edition: Edition,
    /// What the table has agreed on.
    pub terms: Terms,
    /// How many laps are raced.
    pub laps: u8,
    /// The cars, in grid order.
    pub cars: ArrayVec<Car, MAX_CARS>,
    /// Those still racing, in this round's order, as indices into [`cars`](Self::cars).
    pub order: ArrayVec<u8, MAX_CARS>,
    /// This round's order as it was settled when the round began; where cars have given way since, `order` differs
    /// from it in the second edition (VR-YIELD-05).
    pub settled: ArrayVec<u8, MAX_CARS>,
    /// How many of `order` have played this round.
    pub played: u8,
    /// The round, from 1.
    pub round: u32,
    /// The Super Powers that nobody holds (VR-POW-01).
    pub reserve: PowerSet,
    /// The declaration that may still be taken back.
    pub declared: Option<Declared>,
}

impl State {
    /// The index of the car whose turn it is; `None` when the race is over.
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Option<usize> {
        self.order.get(usize::from(self.played)).map(|index| usize::from(*index))
    }

    /// The index of the car with this number.
    #[must_use]
    pub fn index_of(&self, car: CarId) -> Option<usize> {
        self.cars.iter().position(|other| other.id == car)
    }

    /// How many cars have finished.
    #[must_use]
    pub fn finished(&self) -> u8 {
        self.cars.iter().filter(|car| matches!(car.standing, Standing::Finished(_))).count() as u8
    }

    /// The places: indices of the cars from first to last. Those who finished come first, then those who race in the
    /// settled order, then those who left, the first to leave last.
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
