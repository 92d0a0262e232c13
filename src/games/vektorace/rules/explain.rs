//! Explains faults to players, with a sentence and with shapes that show the fault on the board.

use super::evidence;
use super::fault::{Fault, Obstacle, Piece};
use super::situation::Situation;
use crate::game::words::points;
use crate::game::{Evidence, IllegalTurn};
use crate::geometry::Point;

impl Fault {
    /// Explains the fault. If the fault is about the move's path, also shows the path.
    pub fn explain_on(self, situation: &Situation<'_>, path: &[Point]) -> IllegalTurn {
        let illegal = self.explain(situation);
        if self.is_about_path() { illegal.with(evidence::path(path)) } else { illegal }
    }

    /// Explains the fault in a sentence, with shapes that show it on the board.
    pub fn explain(self, situation: &Situation<'_>) -> IllegalTurn {
        let gear = situation.gear;
        let wall = situation.track.pitwall();
        match self {
            Self::NoPlacement => IllegalTurn::new(
                "VR-MOVE-04",
                "Vector 1 may not lie here. Place it at the car's front, front-left or front-right.",
            ),
            Self::NoSwerve => IllegalTurn::new(
                "VR-MOVE-04",
                "The first edition has no swerve. Place the vector at the car's front, front-left or front-right.",
            ),
            Self::NoArrow(gear, side) => {
                IllegalTurn::new("VR-MOVE-07", format!("Vector {gear} has no arrow for this rotation at its {side}."))
            }
            Self::NoBoostArrow(boost, side) => {
                IllegalTurn::new("VR-BOOST-04", format!("Boost {boost} has no arrow for this rotation at its {side}."))
            }
            Self::Denied(side) => IllegalTurn::new(
                "VR-SHUNT-02",
                format!("The car may not use the {side}: it was shunted from that side."),
            )
            .with([situation.side_shape(side)]),
            Self::SwerveTyre => lacks_tyre("VR-MOVE-04", "A swerve"),
            Self::ArrowTyre => lacks_tyre("VR-MOVE-06", "A black arrow"),
            Self::Tyres { due, available } => IllegalTurn::new(
                "VR-MOVE-08",
                format!("The move costs {}, but the car has {available}.", points(due, "tyre")),
            )
            .with([Evidence::Cost {
                resource: "tyre",
                due: u32::from(due),
                available: u32::from(available),
            }]),
            Self::Overlaps(piece, obstacle) => {
                let clause = match piece {
                    Piece::Vector(..) => "VR-LEGAL-01",
                    Piece::Boost(..) => "VR-BOOST-03",
                    Piece::Car(_) => "VR-LEGAL-02",
                };
                let what = situation.obstacle_name(obstacle);
                let verb = if matches!(obstacle, Obstacle::Limit(_)) { "breaks" } else { "overlaps" };
                IllegalTurn::new(clause, format!("The {} {verb} {what}.", piece.name()))
                    .with(situation.shapes(piece))
                    .with(situation.obstacle_evidence(obstacle))
            }
            Self::OffTable(piece) => {
                let online = situation.is_online();
                let (clause, words) = if online { ("VR-TABLE-03", "map") } else { ("VR-TABLE-02", "table") };
                IllegalTurn::new(clause, format!("The {} is off the {words}.", piece.name()))
                    .with(situation.shapes(piece))
            }
            Self::Sector(piece) => {
                let number = situation.next_corner() + 1;
                IllegalTurn::new(
                    "VR-CUT-04",
                    format!(
                        "The {} passes corner {number} on the wrong side, or goes too far round it in one step.",
                        piece.name()
                    ),
                )
                .with(situation.shapes(piece))
                .with(evidence::corner(&situation.track.corners()[situation.next_corner()]))
            }
            Self::NoRoomBehind(piece) => {
                let clause = if matches!(piece, Piece::Boost(..)) { "VR-BOOST-06" } else { "VR-LEGAL-04" };
                let message = format!(
                    "The {} cannot be laid: there is no legal place for the car at the end of it.",
                    piece.name()
                );
                IllegalTurn::new(clause, message).with(situation.shapes(piece))
            }
            Self::Cuts(corner) => {
                let illegal = IllegalTurn::new("VR-CUT-01", format!("The move cuts corner {}.", corner + 1));
                match situation.track.corners().get(usize::from(corner)) {
                    Some(corner) => illegal.with(evidence::corner(corner)),
                    None => illegal,
                }
            }
            Self::BoostNotWasted => IllegalTurn::new(
                "VR-BOOST-06",
                "In the online edition a car can boost only if a boost fits, so a boost cannot be wasted. Choose a boost that fits, or no boost.",
            ),
            Self::BoostTogether => IllegalTurn::new(
                "VR-BOOST-06",
                "In the first edition a boost cannot be wasted: the boost and its length are chosen together.",
            ),
            Self::NoCommitment => IllegalTurn::new(
                "VR-FIRST-02",
                "The car may not boost on its first move: it was not committed to a boost before the start.",
            ),
            Self::Committed => IllegalTurn::new(
                "VR-FIRST-02",
                "The car must boost on its first move: it is committed to a boost, and there is room for one.",
            ),
            Self::BoostNitro => IllegalTurn::new("VR-BOOST-01", "A boost costs a nitro point, but the car has none.")
                .with([Evidence::Cost { resource: "nitro", due: 1, available: 0 }]),
            Self::BoostLength(boost) => {
                if boost > 5 {
                    IllegalTurn::new(
                        "VR-BOOST-02",
                        format!("There is no boost {boost}: boosts have a length of 1 to 5."),
                    )
                } else if gear == 1 {
                    let message = "Gear 1 offers no boost, because a boost must be shorter than the gear.";
                    IllegalTurn::new("VR-BOOST-02", message)
                } else {
                    IllegalTurn::new(
                        "VR-BOOST-02",
                        format!(
                            "Gear {gear} does not offer boost {boost}, because a boost must be shorter than the gear."
                        ),
                    )
                }
            }
            Self::BoostFits(boost) => IllegalTurn::new(
                "VR-BOOST-06",
                format!("The boost cannot be wasted here: there is room for boost {boost}."),
            ),
            Self::BoostBoxBox => IllegalTurn::new("VR-PIT-14", "The car has called BOX-BOX and may not boost."),
            Self::BoostPit => IllegalTurn::new("VR-PIT-09", "The car may not enter the pit lane with a boost.")
                .with(evidence::pitwall_with(wall, wall.entry)),
            Self::PitHeading => IllegalTurn::new(
                "VR-PIT-10",
                "The heading is wrong: in the pit lane a car must stand parallel to the pitwall and face the exit.",
            )
            .with(evidence::pitwall_with(wall, wall.entry)),
            Self::PitAside => {
                IllegalTurn::new("VR-PIT-11", "The car does not move straight ahead, but in the pit lane it must.")
                    .with(evidence::pitwall_with(wall, wall.entry))
            }
            Self::PitSpeed => IllegalTurn::new(
                "VR-PIT-02",
                format!("Gear 2 is the highest in the pit lane; the car is in gear {gear}."),
            )
            .with(evidence::pitwall_with(wall, wall.entry)),
            Self::PitClosed(why) => {
                IllegalTurn::new("VR-PIT-01", why.sentence()).with(evidence::pitwall_with(wall, wall.entry))
            }
            Self::BoxBox => {
                IllegalTurn::new("VR-PIT-14", "The car has called BOX-BOX and must drive into the pit lane.")
                    .with(evidence::pitwall_with(wall, wall.entry))
            }
            Self::NotSquare => IllegalTurn::new(
                "VR-WIN-02",
                "The finish line is not crossed at a right angle: the move or the car must point along the pitwall.",
            )
            .with(evidence::pitwall_with(wall, wall.finish)),
        }
    }
}

/// Explains that the car needs one tyre point and has none.
fn lacks_tyre(clause: &'static str, what: &str) -> IllegalTurn {
    IllegalTurn::new(clause, format!("{what} costs a tyre point, but the car has none left.")).with([Evidence::Cost {
        resource: "tyre",
        due: 1,
        available: 0,
    }])
}
