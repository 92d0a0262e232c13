//! The form in which files store a turn: one object that has fields for every kind of turn.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Action, Attack, CLAUSE_LENGTH, LoggedOrder, Move, Placing, Rotation, Side, Start, Steward, Supply, TableEdge, Turn,
    clause_id, direction, heading,
};
use crate::game::CarId;
use crate::games::vektorace::power::{Power, PowerUse, PowerUses};
use crate::geometry::Direction;

/// The kind of a turn. Files use these names for the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// A move in the declared gear.
    Move,
    /// A move in a lower gear, after jamming on the brakes.
    Brake,
    /// The car stands still, because it has no legal move.
    Stop,
    /// The car goes over the edge of the table.
    Edge,
    /// The car misses its turn after it fell from the table.
    Lost,
    /// The car gives way: another car plays first.
    GiveWay,
    /// The car takes its last declaration back and makes another one.
    Redeclare,
    /// The car concedes and leaves the race.
    Withdraw,
    /// The car's player has left the table.
    Abandon,
}

/// A decision of the players on a doubtful case, as it is stored in a file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Steward")]
struct StewardFields {
    /// The id of the clause whose meaning is in doubt.
    #[schemars(length(min = 1, max = 16), regex(pattern = "^[A-Za-z0-9-]+$"))]
    clause: String,
    /// The car whose player decided the doubtful case.
    by: CarId,
    /// Whether the players allowed the turn.
    allow: bool,
}

/// A turn as it is stored in a file: one flat object.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Turn")]
pub(super) struct TurnFields {
    /// The car's number.
    car: CarId,
    /// The kind of turn.
    kind: Kind,
    /// The rotation on the spot before the move. Only the first edition has it, for a car that had a penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_rotation: Option<Rotation>,
    /// The direction, 0 to 7, that the car faces when it is put back on the table.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "heading")]
    #[schemars(schema_with = "direction::schema")]
    start_heading: Option<Direction>,
    /// The edge along which the car slides when it is put back on the table. Set only if the car fell over a corner of
    /// the table and the point where it fell is occupied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start_edge: Option<TableEdge>,
    /// The gear vector played, 1 to 5.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gear: Option<u8>,
    /// The side of the car where the vector's first octagon lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    vector: Option<Side>,
    /// The boost's length; 0 for a wasted boost, which was paid for and did not fit. It is not set if the move has no
    /// boost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    boost: Option<u8>,
    /// The side of the last octagon where the car is placed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<Side>,
    /// The car's rotation at its new place, or on the spot if it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rotation: Option<Rotation>,
    /// The direction, 0 to 7, that the car faces along the table's edge.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "heading")]
    #[schemars(schema_with = "direction::schema")]
    heading: Option<Direction>,
    /// The attack, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<Attack>,
    /// The points taken in the pit lane.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pit: Option<Supply>,
    /// Whether the car calls BOX-BOX, which announces a pit stop.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    box_box: bool,
    /// The Super Powers used, at most two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 2))]
    powers: Vec<PowerUse>,
    /// The Super Power taken from the reserve at the end of a lap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exchange: Option<Power>,
    /// The car that plays first, if this car gives way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<CarId>,
    /// The gear declared for the next turn. It is not set if the turn declares no gear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declare: Option<u8>,
    /// The players' decision on a doubtful case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steward: Option<StewardFields>,
    /// The order of the next round, from first to last. Set only for an imported online game in which cars were exactly
    /// level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 6))]
    next_order: Vec<CarId>,
}

impl TurnFields {
    const fn new(car: CarId, kind: Kind) -> Self {
        Self {
            car,
            kind,
            start_rotation: None,
            start_heading: None,
            start_edge: None,
            gear: None,
            vector: None,
            boost: None,
            place: None,
            rotation: None,
            heading: None,
            attack: None,
            pit: None,
            box_box: false,
            powers: Vec::new(),
            exchange: None,
            to: None,
            declare: None,
            steward: None,
            next_order: Vec::new(),
        }
    }

    /// Returns the name of the first field that is set although this kind of turn does not have it.
    fn surplus(&self) -> Option<&'static str> {
        let moves = matches!(self.kind, Kind::Move | Kind::Brake);
        let stops = self.kind == Kind::Stop;
        let falls = self.kind == Kind::Edge;
        let begins = moves || stops || falls;
        let declares = moves || stops || falls || self.kind == Kind::Redeclare;
        [
            ("start_rotation", self.start_rotation.is_some() && !begins),
            ("start_heading", self.start_heading.is_some() && !begins),
            ("start_edge", self.start_edge.is_some() && !(begins && self.start_heading.is_some())),
            ("gear", self.gear.is_some() && !moves),
            ("vector", self.vector.is_some() && !moves),
            ("boost", self.boost.is_some() && !moves),
            ("place", self.place.is_some() && !moves),
            ("rotation", self.rotation.is_some() && !moves && !stops),
            ("heading", self.heading.is_some() && !falls),
            ("attack", self.attack.is_some() && !moves),
            ("pit", self.pit.is_some() && !moves),
            ("box_box", self.box_box && !moves),
            ("powers", !self.powers.is_empty() && !moves),
            ("exchange", self.exchange.is_some() && !moves),
            ("to", self.to.is_some() && self.kind != Kind::GiveWay),
            ("declare", self.declare.is_some() && !declares),
        ]
        .into_iter()
        .find_map(|(name, surplus)| surplus.then_some(name))
    }
}

impl From<Turn> for TurnFields {
    fn from(turn: Turn) -> Self {
        let of = |kind| Self::new(turn.car, kind);
        let mut fields = match turn.action {
            Action::Move(played) => Self {
                gear: Some(played.gear),
                vector: Some(played.vector),
                boost: played.boost,
                place: Some(played.place),
                rotation: Some(played.rotation),
                attack: played.attack,
                pit: played.pit,
                box_box: played.box_box,
                powers: played.powers.iter().collect(),
                exchange: played.exchange,
                declare: played.declare,
                ..of(if played.brake { Kind::Brake } else { Kind::Move })
            },
            Action::Stop { rotation, declare } => Self { rotation: Some(rotation), declare, ..of(Kind::Stop) },
            Action::Edge { heading, declare } => Self { heading, declare, ..of(Kind::Edge) },
            Action::Lost => of(Kind::Lost),
            Action::GiveWay { to } => Self { to: Some(to), ..of(Kind::GiveWay) },
            Action::Redeclare { declare } => Self { declare: Some(declare), ..of(Kind::Redeclare) },
            Action::Withdraw => of(Kind::Withdraw),
            Action::Abandon => of(Kind::Abandon),
        };
        fields.start_rotation = Some(turn.start.rotation).filter(|rotation| *rotation != Rotation::Straight);
        fields.start_heading = turn.start.placing.map(|placing| placing.heading);
        fields.start_edge = turn.start.placing.and_then(|placing| placing.edge);
        fields.steward =
            turn.steward.map(|call| StewardFields { clause: call.clause.to_string(), by: call.by, allow: call.allow });
        fields.next_order = turn.next_order.map_or_else(Vec::new, |order| order.cars().to_vec());
        fields
    }
}

impl TryFrom<TurnFields> for Turn {
    type Error = String;

    fn try_from(fields: TurnFields) -> Result<Self, String> {
        if let Some(name) = fields.surplus() {
            return Err(format!("a turn of this kind has no \"{name}\": leave it out"));
        }
        let missing = |name: &str| format!("this turn lacks \"{name}\"");
        let action = match fields.kind {
            Kind::Move | Kind::Brake => Action::Move(Move {
                brake: fields.kind == Kind::Brake,
                gear: fields.gear.ok_or_else(|| missing("gear"))?,
                vector: fields.vector.ok_or_else(|| missing("vector"))?,
                boost: fields.boost,
                place: fields.place.ok_or_else(|| missing("place"))?,
                rotation: fields.rotation.ok_or_else(|| missing("rotation"))?,
                attack: fields.attack,
                pit: fields.pit,
                box_box: fields.box_box,
                powers: PowerUses::new(&fields.powers)
                    .ok_or("\"powers\" lists more than 2 Super Powers: one turn uses 2 at most")?,
                exchange: fields.exchange,
                declare: fields.declare,
            }),
            Kind::Stop => {
                Action::Stop { rotation: fields.rotation.ok_or_else(|| missing("rotation"))?, declare: fields.declare }
            }
            Kind::Edge => Action::Edge { heading: fields.heading, declare: fields.declare },
            Kind::Lost => Action::Lost,
            Kind::GiveWay => Action::GiveWay { to: fields.to.ok_or_else(|| missing("to"))? },
            Kind::Redeclare => Action::Redeclare { declare: fields.declare.ok_or_else(|| missing("declare"))? },
            Kind::Withdraw => Action::Withdraw,
            Kind::Abandon => Action::Abandon,
        };
        let start = Start {
            rotation: fields.start_rotation.unwrap_or(Rotation::Straight),
            placing: fields.start_heading.map(|heading| Placing { heading, edge: fields.start_edge }),
        };
        let steward = fields.steward.map(steward).transpose()?;
        let next_order = match fields.next_order.as_slice() {
            [] => None,
            cars => Some(LoggedOrder::new(cars).ok_or("\"next_order\" lists more cars than a race can have")?),
        };
        Ok(Self { car: fields.car, start, action, steward, next_order })
    }
}

fn steward(fields: StewardFields) -> Result<Steward, String> {
    let clause = clause_id(&fields.clause).ok_or_else(|| {
        format!(
            "a clause id has letters, digits and hyphens, at most {CLAUSE_LENGTH} characters, such as \"VR-CUT-01\""
        )
    })?;
    Ok(Steward { clause, by: fields.by, allow: fields.allow })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_reads_back_as_written() {
        for text in [
            r#"{"car":7,"kind":"move","gear":4,"vector":"front-left","boost":2,"place":"front","rotation":"right","attack":{"kind":"push","target":3},"declare":5}"#,
            r#"{"car":7,"kind":"move","gear":4,"vector":"front","place":"front","rotation":"straight","attack":{"kind":"shunt","target":3,"place":"left","shield":true},"powers":["late-shift-down"],"exchange":"shield","declare":5}"#,
            r#"{"car":7,"kind":"stop","start_heading":6,"start_edge":"top","rotation":"straight","declare":1}"#,
            r#"{"car":7,"kind":"edge","start_rotation":"left","heading":2,"declare":1,"steward":{"clause":"VR-EDGE-01","by":3,"allow":true}}"#,
            r#"{"car":7,"kind":"lost"}"#,
            r#"{"car":7,"kind":"stop","rotation":"left","declare":1,"next_order":[3,7,5]}"#,
            r#"{"car":7,"kind":"redeclare","declare":3}"#,
            r#"{"car":7,"kind":"abandon"}"#,
        ] {
            let turn: Turn = serde_json::from_str(text).expect("well-formed");
            assert_eq!(serde_json::to_string(&turn).expect("serialises"), text);
        }
    }

    #[test]
    fn fields_that_make_no_sense_together_are_refused() {
        let refuse = |text: &str| serde_json::from_str::<Turn>(text).expect_err("refused").to_string();
        assert!(refuse(r#"{"car":7,"kind":"stop"}"#).contains("lacks \"rotation\""));
        assert!(refuse(r#"{"car":7,"kind":"give_way","to":2,"gear":4}"#).contains("has no \"gear\""));
        assert!(refuse(r#"{"car":7,"kind":"withdraw","speed":2}"#).contains("unknown field `speed`"));
        assert!(refuse(r#"{"car":7,"kind":"edge","heading":8}"#).contains("not a direction"));
        assert!(refuse(r#"{"car":7,"kind":"stop","rotation":"left","start_edge":"top"}"#).contains("start_edge"));
        let long = r#"{"car":7,"kind":"lost","steward":{"clause":"VR-CUT-01-AND-MORE","by":1,"allow":true}}"#;
        assert!(refuse(long).contains("16 characters"));
        for clause in ["", "VR CUT 01", "VR-CUT-01:6", "VR-CUT-é"] {
            let text = format!(r#"{{"car":7,"kind":"lost","steward":{{"clause":"{clause}","by":1,"allow":true}}}}"#);
            assert!(refuse(&text).contains("letters, digits and hyphens"), "{clause}");
        }
    }
}
