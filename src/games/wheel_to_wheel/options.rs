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
    Occupied,
    /// Only with one that came there in the same round.
    SameRound,
}

/// Who keeps to the yellow flag (WW-YEL-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum YellowScope {
    /// Every later throw of the round.
    #[default]
    AllLater,
    /// The teams after the one at fault.
    FollowingTeams,
}

/// How the pit lane is entered (WW-PIT-01).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PitEnter {
    /// In passing, with any throw.
    #[default]
    Any,
    /// Only by a throw made on the pit entry field.
    Exact,
}

/// What becomes of worn tyres and of a compound that was not used (WW-TYRE-05, WW-TYRE-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TyreOverrun {
    /// The driver has to turn in.
    #[default]
    ForcedPit,
    /// It may go on, with the blue die only.
    BlueOnly,
    /// It may go on as if nothing was.
    Off,
}

/// Which driver of a team goes first (WW-TURN-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriverOrder {
    /// As the team likes, after the first round.
    #[default]
    Free,
    /// Always driver 1.
    Fixed,
}

/// Which laps earn slots (WW-SKILL-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LapSlots {
    /// The first and the second.
    #[default]
    EachLap,
    /// The first only.
    FirstLapOnly,
}

/// What a plan is worth (WW-TYRE-09).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// It is a note.
    #[default]
    Plan,
    /// Other compounds are refused.
    Binding,
}

/// Whether team-mates collide on a red field (WW-RED-04).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TeamMates {
    /// They do, as all drivers.
    #[default]
    Collide,
    /// They may share it: only drivers of other teams are hit.
    Share,
}

/// The first of the rounds that rain lasts (WW-RAIN-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RainCount {
    /// The round after the one it starts in.
    #[default]
    NextRound,
    /// The round it starts in.
    StartingRound,
}

/// The dice that may end in the own garage (WW-PIT-02, WW-PIT-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GarageThrow {
    /// Any die that was allowed where the throw was made: green and red from the loop, too.
    #[default]
    Any,
    /// The blue one.
    Blue,
}

/// All options of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Which cars a driver collides with.
    pub collision: Collision,
    /// Whether team-mates collide on a red field.
    pub team_mates: TeamMates,
    /// Who keeps to the yellow flag.
    pub yellow_scope: YellowScope,
    /// Whether a red throw that only the slipstream allows may charge the battery (WW-SLIP-03).
    pub slipstream_charge: bool,
    /// The first of the rounds that rain lasts.
    pub rain_count: RainCount,
    /// How the pit lane is entered.
    pub pit_enter: PitEnter,
    /// The dice that may end in the own garage.
    pub garage_throw: GarageThrow,
    /// What becomes of worn tyres.
    pub tyre_overrun: TyreOverrun,
    /// Whether tyres may be changed after an engine failure (WW-ENG-04).
    pub engine_garage_change: bool,
    /// Which driver goes first.
    pub driver_order: DriverOrder,
    /// Which laps earn slots.
    pub lap_slots: LapSlots,
    /// What a plan is worth.
    pub strategy: Strategy,
    /// After how many rounds the race is abandoned (WW-RACE-03).
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
