//! The options that players agree on (rules ledger, section 3). The points and slots of a championship are not options:
//! they are in the setup of each race.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest round limit that can be set. A race is abandoned when it reaches its round limit.
pub const LARGEST_ROUND_CAP: u32 = 2_000;

/// The cars with which a driver collides if its move ends on a red field (WW-RED-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Collision {
    /// A driver collides with any car that stands on the field.
    #[default]
    #[schemars(title = "with any car on the field")]
    Occupied,
    /// A driver collides only with a car that came to the field in the same round.
    #[schemars(title = "with cars that reached the field this round")]
    SameRound,
}

/// The throws for which the yellow flag allows only the blue die (WW-YEL-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum YellowScope {
    /// The yellow flag restricts every throw after it is shown, until the round ends.
    #[default]
    #[schemars(title = "all later throws")]
    AllLater,
    /// The yellow flag restricts only the throws of teams that move after the team that caused it.
    #[schemars(title = "throws of later teams")]
    FollowingTeams,
}

/// The throws with which a driver may enter the pit lane (WW-PIT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PitEnter {
    /// A driver may enter the pit lane with any throw, even if the throw begins before the pit entry field.
    #[default]
    #[schemars(title = "with any throw")]
    Any,
    /// A driver may enter the pit lane only with a throw that begins on the pit entry field.
    #[schemars(title = "from the entry field")]
    Exact,
}

/// The penalty for worn tyres and for an unused compound (WW-TYRE-05, WW-TYRE-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TyreOverrun {
    /// The driver must enter the pit lane.
    #[default]
    #[schemars(title = "must enter the pit lane")]
    ForcedPit,
    /// The driver may drive on, but may throw only the blue die.
    #[schemars(title = "blue die only")]
    BlueOnly,
    /// There is no penalty: the driver may drive on as usual.
    #[schemars(title = "no penalty")]
    Off,
}

/// The order in which the drivers of a team move (WW-TURN-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriverOrder {
    /// The team chooses which of its drivers moves first, except in the first round.
    #[default]
    #[schemars(title = "the team chooses")]
    Free,
    /// Driver 1 always moves first.
    #[schemars(title = "driver 1 first")]
    Fixed,
}

/// The laps in which skill slots can be earned. The team of the first driver to complete such a lap earns them
/// (WW-SKILL-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LapSlots {
    /// Skill slots are earned in the first and in the second lap.
    #[default]
    #[schemars(title = "laps 1 and 2")]
    EachLap,
    /// Skill slots are earned only in the first lap.
    #[schemars(title = "lap 1 only")]
    FirstLapOnly,
}

/// Whether a tyre plan is only a note, or is binding (WW-TYRE-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The plan is only a note: other compounds are allowed.
    #[default]
    #[schemars(title = "are only notes")]
    Plan,
    /// The plan is binding: other compounds are refused.
    #[schemars(title = "are binding")]
    Binding,
}

/// Whether team-mates collide on a red field (WW-RED-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamMates {
    /// Team-mates collide like drivers of different teams.
    #[default]
    #[schemars(title = "collide")]
    Collide,
    /// Team-mates may share the field. Only drivers of other teams collide.
    #[schemars(title = "may share it")]
    Share,
}

/// The first round that counts towards the duration of rain (WW-RAIN-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainCount {
    /// Rounds are counted from the round after the one in which the rain starts.
    #[default]
    #[schemars(title = "from the round after rain starts")]
    NextRound,
    /// Rounds are counted from the round in which the rain starts.
    #[schemars(title = "from the round in which rain starts")]
    StartingRound,
}

/// The dice with which a driver may move into its own garage (WW-PIT-02, WW-PIT-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GarageThrow {
    /// A driver may move into its own garage with any die that is allowed for the throw. On a throw from the loop, the
    /// green and the red die may be allowed too.
    #[default]
    #[schemars(title = "with any allowed die")]
    Any,
    /// A driver may move into its own garage only with the blue die.
    #[schemars(title = "with the blue die only")]
    Blue,
}

/// All options of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The cars with which a driver collides if its move ends on a red field.
    #[schemars(title = "Collisions")]
    pub collision: Collision,
    /// Whether team-mates collide on a red field.
    #[schemars(title = "Team-mates on a red field")]
    pub team_mates: TeamMates,
    /// The throws for which the yellow flag allows only the blue die.
    #[schemars(title = "Yellow flag")]
    pub yellow_scope: YellowScope,
    /// Whether the red die may charge the battery if this die is allowed only because of the slipstream (WW-SLIP-03).
    #[schemars(title = "Charge battery in slipstream")]
    pub slipstream_charge: bool,
    /// The first round that counts towards the duration of rain.
    #[schemars(title = "Rounds of rain are counted")]
    pub rain_count: RainCount,
    /// The throws with which a driver may enter the pit lane.
    #[schemars(title = "Enter the pit lane")]
    pub pit_enter: PitEnter,
    /// The dice with which a driver may move into its own garage.
    #[schemars(title = "Into the garage")]
    pub garage_throw: GarageThrow,
    /// The penalty for worn tyres and for an unused compound.
    #[schemars(title = "Worn tyres")]
    pub tyre_overrun: TyreOverrun,
    /// Whether a driver may change tyres after an engine failure (WW-ENG-04).
    #[schemars(title = "Tyre change after engine failure")]
    pub engine_garage_change: bool,
    /// The order in which the drivers of a team move.
    #[schemars(title = "First driver of a team")]
    pub driver_order: DriverOrder,
    /// The laps in which a team can earn skill slots.
    #[schemars(title = "Skill slots are earned in")]
    pub lap_slots: LapSlots,
    /// Whether a driver's tyre plan is only a note, or is binding.
    #[schemars(title = "Tyre plans")]
    pub strategy: Strategy,
    /// The number of rounds after which the race is abandoned (WW-RACE-03).
    #[schemars(title = "Round limit", range(min = 1, max = LARGEST_ROUND_CAP))]
    pub round_cap: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            collision: Collision::default(),
            team_mates: TeamMates::default(),
            yellow_scope: YellowScope::default(),
            slipstream_charge: true,
            rain_count: RainCount::default(),
            pit_enter: PitEnter::default(),
            garage_throw: GarageThrow::default(),
            tyre_overrun: TyreOverrun::default(),
            engine_garage_change: true,
            driver_order: DriverOrder::default(),
            lap_slots: LapSlots::default(),
            strategy: Strategy::default(),
            round_cap: 200,
        }
    }
}

impl Hash for Options {
    /// Hashes the options. An option that was added to the game later is hashed only if it differs from its default, so
    /// that fingerprints of older races stay the same.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            collision,
            team_mates,
            yellow_scope,
            slipstream_charge,
            rain_count,
            pit_enter,
            garage_throw,
            tyre_overrun,
            engine_garage_change,
            driver_order,
            lap_slots,
            strategy,
            round_cap,
        } = self;
        (collision, yellow_scope, pit_enter, tyre_overrun, engine_garage_change).hash(state);
        (driver_order, lap_slots, strategy, round_cap).hash(state);
        let added = (team_mates, slipstream_charge, rain_count, garage_throw);
        if added != (&TeamMates::Collide, &true, &RainCount::NextRound, &GarageThrow::Any) {
            added.hash(state);
        }
    }
}
