//! What a table agrees on (ledger, section 3). How a championship goes on stands in the setup, by race.

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest number of rounds after which a race may be abandoned.
pub const LARGEST_ROUND_CAP: u32 = 2_000;

/// Which cars a driver collides with on a red field (WW-RED-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Collision {
    /// With any that stands there.
    #[default]
    #[schemars(title = "with any car there")]
    Occupied,
    /// Only with one that came there in the same round.
    #[schemars(title = "with cars of the round")]
    SameRound,
}

/// Who keeps to the yellow flag (WW-YEL-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum YellowScope {
    /// Every later throw of the round.
    #[default]
    #[schemars(title = "all later throws")]
    AllLater,
    /// The teams after the one at fault.
    #[schemars(title = "the teams after")]
    FollowingTeams,
}

/// How the pit lane is entered (WW-PIT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PitEnter {
    /// In passing, with any throw.
    #[default]
    #[schemars(title = "in passing")]
    Any,
    /// Only by a throw made on the pit entry field.
    #[schemars(title = "from the entry field")]
    Exact,
}

/// What becomes of worn tyres and of a compound that was not used (WW-TYRE-05, WW-TYRE-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TyreOverrun {
    /// The driver has to turn in.
    #[default]
    #[schemars(title = "must turn in")]
    ForcedPit,
    /// It may go on, with the blue die only.
    #[schemars(title = "blue die only")]
    BlueOnly,
    /// It may go on as if nothing was.
    #[schemars(title = "no matter")]
    Off,
}

/// Which driver of a team goes first (WW-TURN-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriverOrder {
    /// As the team likes, after the first round.
    #[default]
    #[schemars(title = "as the team likes")]
    Free,
    /// Always driver 1.
    #[schemars(title = "driver 1 first")]
    Fixed,
}

/// Which laps earn slots (WW-SKILL-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LapSlots {
    /// The first and the second.
    #[default]
    #[schemars(title = "laps 1 and 2")]
    EachLap,
    /// The first only.
    #[schemars(title = "lap 1 only")]
    FirstLapOnly,
}

/// What a plan is worth (WW-TYRE-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// It is a note.
    #[default]
    #[schemars(title = "a note")]
    Plan,
    /// Other compounds are refused.
    #[schemars(title = "binding")]
    Binding,
}

/// Whether team-mates collide on a red field (WW-RED-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamMates {
    /// They do, as all drivers.
    #[default]
    #[schemars(title = "collide")]
    Collide,
    /// They may share it: only drivers of other teams are hit.
    #[schemars(title = "may share it")]
    Share,
}

/// The first of the rounds that rain lasts (WW-RAIN-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainCount {
    /// The round after the one it starts in.
    #[default]
    #[schemars(title = "from the next round")]
    NextRound,
    /// The round it starts in.
    #[schemars(title = "with the round it starts in")]
    StartingRound,
}

/// The dice that may end in the own garage (WW-PIT-02, WW-PIT-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GarageThrow {
    /// Any die that was allowed where the throw was made: green and red from the loop, too.
    #[default]
    #[schemars(title = "any die, from the track too")]
    Any,
    /// The blue one.
    #[schemars(title = "blue only")]
    Blue,
}

/// All options of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Which cars a driver collides with.
    #[schemars(title = "Collisions")]
    pub collision: Collision,
    /// Whether team-mates collide on a red field.
    #[schemars(title = "Team-mates on a red field")]
    pub team_mates: TeamMates,
    /// Who keeps to the yellow flag.
    #[schemars(title = "Yellow flag")]
    pub yellow_scope: YellowScope,
    /// Whether a red throw that only the slipstream allows may charge the battery (WW-SLIP-03).
    #[schemars(title = "Slipstream red may charge")]
    pub slipstream_charge: bool,
    /// The first of the rounds that rain lasts.
    #[schemars(title = "Rounds of rain count")]
    pub rain_count: RainCount,
    /// How the pit lane is entered.
    #[schemars(title = "Pit lane entered")]
    pub pit_enter: PitEnter,
    /// The dice that may end in the own garage.
    #[schemars(title = "Into the garage")]
    pub garage_throw: GarageThrow,
    /// What becomes of worn tyres.
    #[schemars(title = "Worn tyres")]
    pub tyre_overrun: TyreOverrun,
    /// Whether tyres may be changed after an engine failure (WW-ENG-04).
    #[schemars(title = "Tyres after engine failure")]
    pub engine_garage_change: bool,
    /// Which driver goes first.
    #[schemars(title = "Driver to begin")]
    pub driver_order: DriverOrder,
    /// Which laps earn slots.
    #[schemars(title = "Laps earn slots")]
    pub lap_slots: LapSlots,
    /// What a plan is worth.
    #[schemars(title = "A plan is")]
    pub strategy: Strategy,
    /// After how many rounds the race is abandoned (WW-RACE-03).
    #[schemars(title = "Rounds at most", range(min = 1, max = LARGEST_ROUND_CAP))]
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
    /// Options that were added later count only if they are not the usual: fingerprints of older races stay what they were.
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
