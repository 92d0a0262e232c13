//! The reasons why a step of a move is not allowed. The values take little memory, because the program creates many of
//! them but shows only a few. For a value that is shown, `explain` returns a sentence.

use crate::game::CarId;
use crate::games::vektorace::Side;
use crate::geometry::Point;

/// A piece that a move puts on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The gear vector of this length, with its first octagon at this point.
    Vector(u8, Point),
    /// The boost vector of this length, with its first octagon at this point.
    Boost(u8, Point),
    /// The car at the end of its move, with its centre at this point.
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
    /// The corner with this index, counted from 0.
    Corner(u8),
    /// The pitwall.
    Pitwall,
    /// Another car, with its number.
    Car(CarId),
    /// The track limit with this index, counted from 0.
    Limit(u8),
}

/// The condition that keeps the pit entry closed to a car (VR-PIT-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The car has not yet crossed the finish line for the first time.
    FirstCrossing,
    /// The car still has to pass the corner with this index, counted from 0, on this lap.
    Corner(u8),
    /// The car is on its final lap.
    FinalLap,
}

impl Closed {
    /// Returns a sentence that says why the pit entry is closed.
    pub fn sentence(self) -> String {
        let why = match self {
            Self::FirstCrossing => "it opens when the car has crossed the finish line for the first time".to_owned(),
            Self::Corner(corner) => {
                format!("it opens after all corners of the lap, and the car has not passed corner {} yet", corner + 1)
            }
            Self::FinalLap => "it does not open on the final lap".to_owned(),
        };
        format!("The pit entry is closed: {why}.")
    }
}

/// The reason why a car may not call BOX-BOX, which announces a pit stop (VR-PIT-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCall {
    /// The edition has no such call.
    Edition,
    /// The car has called already.
    Called,
    /// The car is in the pit lane.
    InLane,
    /// The pit entry is closed, for this reason.
    Closed(Closed),
    /// The car's nose is not on the pit side of the wall (online edition).
    Nose,
    /// The car does not face along the pitwall.
    Heading,
    /// The car's front is already past the entry line.
    Past,
}

impl NoCall {
    /// Returns a sentence that says why the car may not call.
    pub fn sentence(self) -> String {
        let why = match self {
            Self::Edition => {
                "The first edition has no BOX-BOX call: when the pit entry is open, a car simply drives in."
            }
            Self::Called => "The car has already called BOX-BOX.",
            Self::InLane => "The car is already in the pit lane: call BOX-BOX before the pit entry.",
            Self::Closed(why) => return format!("BOX-BOX is not possible here. {}", why.sentence()),
            Self::Nose => "Call BOX-BOX before the pit entry, with the car's nose on the pit side of the wall.",
            Self::Heading => "Call BOX-BOX before the pit entry, with the car facing along the pitwall.",
            Self::Past => "Call BOX-BOX before the pit entry: the car's front is already past the entry line.",
        };
        why.to_owned()
    }
}

/// A rule that a move breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The gear vector cannot be placed at this side of the car (VR-MOVE-04).
    NoPlacement,
    /// The edition has no swerve, so a vector may not lie at the car's left or right side (VR-MOVE-04).
    NoSwerve,
    /// The vector of this gear has no arrow for the car's rotation at this side (VR-MOVE-07).
    NoArrow(u8, Side),
    /// The boost vector of this length has no arrow at this side that fits the car's rotation (VR-BOOST-04).
    NoBoostArrow(u8, Side),
    /// A shunt (an attack by another car) forbids placing the vector or the car on this side (ledger, section 2.4).
    Denied(Side),
    /// The car has no tyre point to pay for a swerve: a vector laid at its left or right side (VR-MOVE-04).
    SwerveTyre,
    /// The car has no tyre point for a black arrow, which costs one (VR-MOVE-06).
    ArrowTyre,
    /// The car has too few tyre points for the whole move (VR-MOVE-08).
    Tyres {
        /// The number of tyre points that the move costs.
        due: u8,
        /// The number of tyre points that the car has.
        available: u8,
    },
    /// A piece overlaps something (VR-LEGAL-01 and 02).
    Overlaps(Piece, Obstacle),
    /// A piece is off the table or, in the online edition, off the map (VR-TABLE-02 and 03).
    OffTable(Piece),
    /// A piece goes too far round a corner in one step: its nose lies too many sectors ahead (VR-CUT-04).
    Sector(Piece),
    /// This vector or boost may not be laid, because there is no free place for the car at its end (online edition;
    /// VR-LEGAL-04, VR-BOOST-06).
    NoRoomBehind(Piece),
    /// The path cuts the corner with this index, counted from 0 (VR-CUT-01).
    Cuts(u8),
    /// The car has no nitro point for the boost (VR-BOOST-01).
    BoostNitro,
    /// The gear does not offer a boost of this length (VR-BOOST-02).
    BoostLength(u8),
    /// A boost cannot be wasted in the online edition, because a car can boost only if a boost fits (VR-BOOST-06).
    BoostNotWasted,
    /// A boost cannot be wasted in the first edition, because a boost and its length are chosen together (VR-BOOST-06).
    BoostTogether,
    /// The car boosts on its first move, although its player did not commit to a boost beforehand (VR-FIRST-02).
    NoCommitment,
    /// The car does not boost on its first move, although its player committed to a boost beforehand and a boost fits
    /// (VR-FIRST-02).
    Committed,
    /// The player wastes the boost (pays for it without laying it), although a boost of this length fits (VR-BOOST-06).
    BoostFits(u8),
    /// The car may not boost after it has called BOX-BOX, which announces a pit stop (VR-PIT-14).
    BoostBoxBox,
    /// The lane may not be entered with a boost (VR-PIT-09).
    BoostPit,
    /// The car in the pit lane does not face in the driving direction of the pitwall (VR-PIT-10).
    PitHeading,
    /// The car does not move straight ahead in the pit lane (VR-PIT-11).
    PitAside,
    /// The car's gear is too high for the pit lane (VR-PIT-02).
    PitSpeed,
    /// The pit entry is closed, for this reason (VR-PIT-01).
    PitClosed(Closed),
    /// The car has called BOX-BOX, which announces a pit stop, but does not drive into the pit lane (VR-PIT-14).
    BoxBox,
    /// The car crosses the finish line for the last time, but not at a right angle (VR-WIN-02).
    NotSquare,
}

impl Fault {
    /// Whether the fault is about where a piece lies: the piece overlaps something, is off the table, or goes too far
    /// round a corner.
    pub const fn is_about_room(self) -> bool {
        matches!(self, Self::Overlaps(..) | Self::OffTable(_) | Self::Sector(_))
    }

    /// Whether the fault is about the path of the whole move.
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
