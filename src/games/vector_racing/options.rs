//! What a table agrees on (ledger, section 2).

use std::hash::{Hash, Hasher};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::objects::ObjectKind;

/// When walls stop a racer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WallRule {
    /// Touching a wall is a crash (RT-CRASH-01).
    #[default]
    NoTouch,
    /// Walls may be touched, not crossed (RT-WALL-01).
    MayTouch,
    /// Only the end of a move is looked at (RT-WALL-02).
    LandingOnly,
    /// The path is looked at in steps, cell by cell (RT-WALL-03).
    Sampled,
}

impl WallRule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::NoTouch, Self::MayTouch, Self::LandingOnly, Self::Sampled];

    /// The name files use.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::NoTouch => "no_touch",
            Self::MayTouch => "may_touch",
            Self::LandingOnly => "landing_only",
            Self::Sampled => "sampled",
        }
    }
}

/// Where a racer that crashed goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CrashRule {
    /// Beside the crash, after a turn lost on repairs (RT-CRASH-06).
    #[default]
    Repair,
    /// Beside the crash, without losing a turn (RT-CRASH-07).
    StopAtWall,
    /// At the start (RT-CRASH-07).
    BackToStart,
}

/// What damage does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DamageRule {
    /// Nothing (RT-DMG-01).
    #[default]
    None,
    /// It costs some of ten life points (RT-DMG-02).
    Life,
    /// It costs turns (RT-DMG-03).
    Turns,
}

/// How damage is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// By both components together (RT-DMG-04).
    #[default]
    Sum,
    /// By the length of the move (RT-DMG-05).
    Speed,
    /// By the part of the move that goes into the wall (RT-DMG-06).
    Perpendicular,
}

/// What decides between racers that finish in the same turn (RT-TIE-01 to 07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Who was closest to the line before the turn.
    Distance,
    /// Who crossed fastest.
    Speed,
    /// Who took least time, by the formula of uniform acceleration.
    Time,
    /// Who crossed earliest on the way.
    Fraction,
}

/// What counts as finishing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinishRule {
    /// Crossing the line (RT-FIN-01).
    #[default]
    Line,
    /// Landing on a finish cell of a cell map.
    CellsLand,
    /// Passing over a finish cell of a cell map.
    CellsPass,
}

/// Which way coordinates count up and down the sheet, where people read and write them. Files and rules count upwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Upwards.
    #[default]
    Up,
    /// Downwards, from the top of the sheet.
    Down,
}

impl Axis {
    /// A point or a move as people write it, and back.
    #[must_use]
    pub const fn shown(self, [x, y]: [i32; 2]) -> [i32; 2] {
        match self {
            Self::Up => [x, y],
            Self::Down => [x, -y],
        }
    }
}

/// What a wall does that is hit in the very move that crosses the line for the last time: the book says both that such a
/// move has crashed and that whoever crosses the line first wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterFinish {
    /// Nothing: the race is won at the line (RT-FIN-04).
    #[default]
    Wins,
    /// The move has crashed and does not finish: the racer is put down before the line, where it came to it.
    Crashes,
}

/// Which moves a slow-down adds (ruling 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlowList {
    /// One unit less, the other component as usual (RT-SLOW-01).
    #[default]
    Repaired,
    /// The list as it is printed (RT-SLOW-03).
    Literal,
}

/// Within what required objects are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// The whole race.
    #[default]
    Race,
    /// Every lap: what was hit is forgotten when a lap with enough of it is completed.
    Lap,
}

/// Objects that must be hit before the finish counts (RT-HIT-01 to 03).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hits {
    /// How many.
    pub count: u32,
    /// Of which kinds; all kinds where neither kinds nor ids are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<ObjectKind>,
    /// Of which objects, by kind and number, such as `oil:2`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ids: Vec<String>,
    /// Whether an object counts once only.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub distinct: bool,
    /// Within what.
    #[serde(default, skip_serializing_if = "is_default")]
    pub per: Per,
}

const fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_yes(flag: &bool) -> bool {
    *flag
}

/// Whether a field has its default value and need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// After how many turns a race is abandoned, where nobody says otherwise (RT-TURN-04).
pub const DEFAULT_TURN_CAP: u32 = 1_000;
/// The largest such number: no velocity of a race with so few turns leaves the numbers the geometry is exact for.
pub const LARGEST_TURN_CAP: u32 = 40_000;

const fn default_cap() -> u32 {
    DEFAULT_TURN_CAP
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_default_cap(cap: &u32) -> bool {
    *cap == DEFAULT_TURN_CAP
}

/// All options of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// When walls stop a racer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub walls: WallRule,
    /// Where a racer that crashed goes on.
    #[serde(default, skip_serializing_if = "is_default")]
    pub crash: CrashRule,
    /// What damage does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub damage: DamageRule,
    /// How it is measured; read only where damage does anything.
    #[serde(default, skip_serializing_if = "is_default")]
    pub measure: Measure,
    /// What decides between racers that finish in the same turn, one after another; none: they share the win.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<Tie>,
    /// What counts as finishing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: FinishRule,
    /// What a wall behind the line does to a move that would finish.
    #[serde(default, skip_serializing_if = "is_default")]
    pub crash_after_finish: AfterFinish,
    /// Which moves a slow-down adds.
    #[serde(default, skip_serializing_if = "is_default")]
    pub slow_list: SlowList,
    /// Which way the second coordinate counts where it is shown or typed; U and D stay up and down on the sheet.
    #[serde(default, skip_serializing_if = "is_default")]
    pub y_axis: Axis,
    /// What must be hit on the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hits: Option<Hits>,
    /// Whether the others race on for places after the first finish.
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub play_on: bool,
    /// After how many turns the race is abandoned, 1 to [`LARGEST_TURN_CAP`].
    #[serde(default = "default_cap", skip_serializing_if = "is_default_cap")]
    pub turn_cap: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            walls: WallRule::default(),
            crash: CrashRule::default(),
            damage: DamageRule::default(),
            measure: Measure::default(),
            ties: Vec::new(),
            finish: FinishRule::default(),
            crash_after_finish: AfterFinish::default(),
            slow_list: SlowList::default(),
            y_axis: Axis::default(),
            hits: None,
            play_on: true,
            turn_cap: DEFAULT_TURN_CAP,
        }
    }
}

/// Options that came later count only where they are not what they always were: states keep their fingerprints.
impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { walls, crash, damage, measure, ties, finish, slow_list, hits, play_on, turn_cap, .. } = self;
        (walls, crash, damage, measure).hash(state);
        (ties, finish, slow_list, hits).hash(state);
        (play_on, turn_cap).hash(state);
        let later = (self.crash_after_finish, self.y_axis);
        if later != Default::default() {
            later.hash(state);
        }
    }
}
