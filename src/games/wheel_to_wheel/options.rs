//! What a table agrees on (ledger, section 3). How a championship goes on stands in the setup, by race.

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

/// All options of a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Which cars a driver collides with.
    pub collision: Collision,
    /// Who keeps to the yellow flag.
    pub yellow_scope: YellowScope,
    /// How the pit lane is entered.
    pub pit_enter: PitEnter,
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
            yellow_scope: YellowScope::default(),
            pit_enter: PitEnter::default(),
            tyre_overrun: TyreOverrun::default(),
            engine_garage_change: true,
            driver_order: DriverOrder::default(),
            lap_slots: LapSlots::default(),
            strategy: Strategy::default(),
            round_cap: 200,
        }
    }
}
