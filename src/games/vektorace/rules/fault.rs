//! Why something is not allowed: small, as most faults are only counted. `explain` makes sentences of them.

use crate::game::CarId;
use crate::games::vektorace::Side;
use crate::geometry::Point;

/// A piece that is put on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The gear vector of this length, first octagon there.
    Vector(u8, Point),
    /// The boost vector of this length, first octagon there.
    Boost(u8, Point),
    /// The car at the end of its move.
    Car(Point),
}

impl Piece {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vector(..) => "gear vector",
            Self::Boost(..) => "boost vector",
            Self::Car(_) => "car",
        }
    }
}

/// Something a piece must not overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A corner, counted from 0.
    Corner(u8),
    /// The pitwall.
    Pitwall,
    /// Another car.
    Car(CarId),
    /// A track limit, counted from 0.
    Limit(u8),
}

/// The condition that keeps the pit entry closed to a car (VR-PIT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The line has not been crossed for the first time.
    FirstCrossing,
    /// This corner, counted from 0, is still to be passed on this lap.
    Corner(u8),
    /// It is the final lap.
    FinalLap,
}

impl Closed {
    /// The condition that fails, as a sentence.
    pub fn sentence(self) -> String {
        let why = match self {
            Self::FirstCrossing => "it opens when the car has crossed the line for the first time".to_owned(),
            Self::Corner(corner) => {
                format!("corner {} is still to be passed, and it opens after all corners of the lap", corner + 1)
            }
            Self::FinalLap => "it does not open on the final lap".to_owned(),
        };
        format!("The pit entry is closed: {why}.")
    }
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The vector has no such placement (VR-MOVE-04).
    NoPlacement,
    /// The edition has no swerve (VR-MOVE-04).
    NoSwerve,
    /// No such arrow on the gear vector (VR-MOVE-07).
    NoArrow(u8, Side),
    /// No such arrow on the boost vector (VR-BOOST-04).
    NoBoostArrow(u8, Side),
    /// A shunt denies this side (2.4).
    Denied(Side),
    /// No tyre point for the placement at a side (VR-MOVE-04).
    SwerveTyre,
    /// No tyre point for a black arrow (VR-MOVE-06).
    ArrowTyre,
    /// Not enough tyre points for all of the turn (VR-MOVE-08).
    Tyres {
        /// How many are due.
        due: u8,
        /// How many there are.
        available: u8,
    },
    /// A piece overlaps something (VR-LEGAL-01 and 02).
    Overlaps(Piece, Obstacle),
    /// A piece is off the table or map (VR-TABLE-02 and 03).
    OffTable(Piece),
    /// A piece is too many sectors ahead of the corner (VR-CUT-04).
    Sector(Piece),
    /// The vector or boost may not be laid, because no car place at its end is free (VR-LEGAL-04, VR-BOOST-06, online
    /// edition).
    NoRoomBehind(Piece),
    /// The path passes a corner on the wrong side (VR-CUT-01).
    Cuts(u8),
    /// No nitro point for the boost (VR-BOOST-01).
    BoostNitro,
    /// The gear does not offer this boost (VR-BOOST-02).
    BoostLength(u8),
    /// A boost and its length are one decision: none is wasted (VR-BOOST-06, first edition).
    BoostTogether,
    /// The car has not committed itself to a boost on its first move (VR-FIRST-02).
    NoCommitment,
    /// It has, and one fits (VR-FIRST-02).
    Committed,
    /// A boost is only wasted where none fits, and this one does (VR-BOOST-06).
    BoostFits(u8),
    /// A called pit stop rules out a boost (VR-PIT-14).
    BoostBoxBox,
    /// The lane may not be entered with a boost (VR-PIT-09).
    BoostPit,
    /// The car's heading in the pit lane is not the wall's (VR-PIT-10).
    PitHeading,
    /// Only straight ahead in the pit lane (VR-PIT-11).
    PitAside,
    /// Too fast for the pit lane (VR-PIT-02).
    PitSpeed,
    /// The pit entry is closed, for this reason (VR-PIT-01).
    PitClosed(Closed),
    /// A called pit stop must be made (VR-PIT-14).
    BoxBox,
    /// The finish line must be crossed square (VR-WIN-02).
    NotSquare,
}

impl Fault {
    /// Whether a piece finds no room, as opposed to a rule that keeps it from where there is some.
    pub const fn is_about_room(self) -> bool {
        matches!(self, Self::Overlaps(..) | Self::OffTable(_) | Self::Sector(_))
    }

    /// Whether it shows only in the way the whole move takes.
    pub const fn is_about_path(self) -> bool {
        matches!(
            self,
            Self::Cuts(_)
                | Self::NotSquare
                | Self::PitClosed(_)
                | Self::PitSpeed
                | Self::PitHeading
                | Self::PitAside
                | Self::BoostPit
                | Self::BoxBox
        )
    }
}

/// "1 tyre point", "2 tyre points".
pub fn points(amount: u8, kind: &str) -> String {
    format!("{amount} {kind} point{}", if amount == 1 { "" } else { "s" })
}
